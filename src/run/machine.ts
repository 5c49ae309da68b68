/** A launch as it runs: groups one after the other, the threads of a group in turns. */
import { InstructionPrinter } from '../formats/eu/index.ts';
import type { ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/index.ts';
import { type Block, Code } from './code.ts';
import { type Start, startThread } from './dispatch.ts';
import { Group } from './group.ts';
import { CAUSES, Halt, halt } from './halt.ts';
import { FlatTarget } from './message/target.ts';
import type { Counts, Launch, Launched, Stop } from './model.ts';
import type { Observer } from './observer.ts';
import { type Walk, walksOf } from './payload.ts';
import { checkPrinted, MOST_TEXT, type Printed, printedText } from './printf.ts';
import type { Program } from './program.ts';
import { Repeats } from './repeats.ts';
import { Schedule } from './schedule.ts';
import type { CodeSection } from './section.ts';
import { Setup } from './setup.ts';
import type { Snapshot } from './snapshot.ts';
import type { Surroundings, Thread } from './thread.ts';

/** Instructions that may be executed, unless the launch says otherwise. */
export const MOST_INSTRUCTIONS = 1e9;

const DONE: Stop = { reason: 'done', message: '' };
const NOT_PRINTED: Printed = { text: '', isCut: false };
const PAUSE: Stop = { reason: 'limit', message: 'more instructions are left' };

/** Whether a run pauses before the next instruction of a thread. */
export type Pausing = (t: Thread) => boolean;

/**
 * A launch that can be run in parts.
 *
 * @example
 * const machine = new Machine(programOf(zebin, '2'), kernel, launch);
 * let stop = machine.run(100_000);
 * for (; isPause(stop); stop = machine.run(100_000)) await turn();
 * machine.result().arguments[0]; // the bytes of the first buffer
 */
export class Machine {
  private readonly setup: Setup;
  private readonly launch: Launch;
  private readonly code: Code;
  private readonly group: Group;
  private readonly around: Surroundings;
  /** How often each block has run, by its number, and which have. */
  private readonly runs: number[] = [];
  private readonly ran: Block[] = [];
  private readonly threads: Thread[] = [];
  private readonly schedule: Schedule;
  private readonly observers: readonly Observer[];
  private readonly messages = { messages: 0, bytesRead: 0, bytesWritten: 0 };
  private readonly walks: readonly Walk[];
  private readonly most: number;
  private readonly repeats: Repeats | undefined;
  private times = 0;
  private walk = 0;
  private place = 0;
  /** How groups of the current walk start; made when the walk begins. */
  private start: Omit<Start, 'group'> | undefined;
  private isInGroup = false;
  private started = 0;
  private executed = 0;
  private stop: Stop = { reason: 'limit', message: 'the run has not ended' };
  /** Where the run is, for messages. */
  private thread: Thread | undefined;
  private block: Block | undefined;
  private index = 0;

  /** Throws {@link Unsupported} or {@link Halt} for a launch that cannot begin: {@link reasonOf} tells why. */
  constructor(program: Program, kernel: ZebinKernel, launch: Launch) {
    this.launch = launch;
    this.setup = new Setup(program, kernel, launch);
    const { memory, surfaces, local, section } = this.setup;
    this.observers = launch.observers ?? [];
    this.group = new Group((threads, barrier) => {
      for (const one of this.observers) one.released?.(threads, barrier);
    });
    this.around = {
      flat: new FlatTarget(memory),
      surfaces,
      pixels: new Map(),
      local,
      signal: (t, id, producers, consumers, kind) => this.group.signal(t, id, producers, consumers, kind),
      partner: ({ index }) => this.group.threads[index ^ 1],
      counts: this.messages,
    };
    this.code = this.observers.length === 0 ? program.codeOf(section) : new Code(program, this.observers);
    this.schedule = new Schedule(launch.schedule);
    this.walks = walksOf(launch);
    this.most = launch.maxInstructions ?? MOST_INSTRUCTIONS;
    // A permuted order does not repeat.
    this.repeats = launch.endsIfRepeating === true && launch.schedule === undefined ? new Repeats() : undefined;
    for (const one of this.observers) one.begin?.(this.setup.places());
  }

  /**
   * Runs on for so many instructions, to the end of the block in which they end. If more is left to do then, {@link isPause} is true of the
   * result. Where a run pauses does not change what it computes.
   */
  run(limit = Number.POSITIVE_INFINITY): Stop {
    return this.runOn(this.executed + limit, (offset) => this.code.at(offset));
  }

  /**
   * Runs on for exactly so many instructions, or to a breakpoint: an instruction before which the function returns true. It is asked
   * before each one except the first, which is executed in any case. The order of all instructions is that of {@link run}.
   */
  runExactly(limit: number, pausing?: Pausing): Stop {
    return this.runOn(this.executed + limit, (offset) => this.code.one(offset), pausing);
  }

  private runOn(until: number, blockAt: (offset: number) => Block, pausing?: Pausing): Stop {
    this.stop = this.stopping(() => {
      const from = this.executed;
      while (this.isInGroup || this.nextGroup()) {
        const pause = this.runGroup(from, until, blockAt, pausing);
        if (pause !== undefined) return pause;
      }
      checkPrinted(this.setup.placed.printf);
      return DONE;
    });
    return this.stop;
  }

  /** The sections of code in the window: the address of an instruction there is `start` plus its offset. */
  get sections(): readonly CodeSection[] {
    return this.setup.program.sections;
  }

  /** The thread that runs next, at its next instruction; `undefined` before the first group, between groups, and at the end. */
  get next(): Thread | undefined {
    if (!this.isInGroup) return undefined;
    const { current } = this;
    const t = this.schedule.current(current);
    return t?.state === 'ready' ? t : current.find(({ state }) => state === 'ready');
  }

  /** Runs one instruction of a thread of the current group. The thread must be ready. */
  step(index: number): Stop {
    return this.stopping(() => {
      if (!this.isInGroup && !this.nextGroup()) return DONE;
      const t = this.group.threads[index];
      if (t?.state === 'ready') this.runBlock(t, this.code.one(t.ip));
      if (this.group.running() === 0) this.endGroup();
      return PAUSE;
    });
  }

  /** Executed instructions of all threads. */
  get instructions(): number {
    return this.executed;
  }

  /** The threads of the current group: their registers and masks can be read and written. */
  get current(): readonly Thread[] {
    return this.group.threads;
  }

  /** What the launch has left so far. */
  result(): Launched {
    const { placed, memory } = this.setup;
    const { text, isCut } = placed.printf === undefined ? NOT_PRINTED : printedText(placed.printf, memory);
    return {
      stop: isCut && this.stop === DONE ? reasonOf(halt('text', MOST_TEXT)) : this.stop,
      arguments: this.launch.arguments.map((one, index) =>
        one.kind === 'buffer' || one.kind === 'image' ? placed.memory[index]?.bytes.slice(0, one.bytes.length) : undefined,
      ),
      printf: text,
      counts: this.counts(),
    };
  }

  /** A copy of all that a run changes; counts are not part of it. Memory that is as in an earlier copy is shared with it. */
  snapshot(before?: Snapshot): Snapshot {
    const { times, walk, place, isInGroup, started, executed, group, schedule } = this;
    return {
      progress: { times, walk, place, isInGroup, started, executed },
      turns: schedule.copy(),
      threads: group.threads.map((t) => t.copy()),
      barriers: group.copy(),
      local: this.setup.local.bytes.slice(),
      memory: this.setup.memory.contents(before?.memory),
    };
  }

  /** Goes back to a snapshot of this machine. */
  restore({ progress, turns, threads, barriers, local, memory }: Snapshot): void {
    Object.assign(this, progress);
    this.schedule.restore(turns);
    this.start = undefined;
    const group = threads.map((copy, index) => {
      const t = this.threadAt(index);
      t.restore(copy);
      return t;
    });
    this.setup.local.bytes.set(local);
    this.group.start(group);
    this.group.restore(barriers);
    this.setup.memory.restore(memory);
  }

  private counts(): Counts {
    const byOperation: Record<string, number> = {};
    for (const { number, instructions } of this.ran.sort((a, b) => a.start - b.start))
      for (const { operation } of instructions) {
        const name = operation?.mnemonic ?? '?';
        byOperation[name] = (byOperation[name] ?? 0) + (this.runs[number] ?? 0);
      }
    return { threads: this.started, instructions: this.executed, byOperation, ...this.messages };
  }

  /** Does something that may stop for a reason of the launch. */
  private stopping(what: () => Stop): Stop {
    try {
      return what();
    } catch (error) {
      return { ...reasonOf(error), ...this.where() };
    }
  }

  /** The instruction that the run is at, or that it executed last, and its thread. */
  where(): Omit<Stop, 'reason' | 'message'> {
    const { block, index, thread, setup } = this;
    const instruction = block?.instructions[Math.min(index, block.instructions.length - 1)];
    return {
      ...(block === undefined ? {} : { section: block.section.name }),
      ...(instruction === undefined
        ? {}
        : { offset: instruction.offset, text: new InstructionPrinter(setup.layout.platform).print(instruction) }),
      ...(thread === undefined ? {} : { group: [thread.u32[1] ?? 0, thread.u32[6] ?? 0, thread.u32[7] ?? 0], thread: thread.index }),
    };
  }

  /** Starts the next group; false after the last of the last launch. */
  private nextGroup(): boolean {
    if (this.times >= (this.launch.times ?? 1)) return false;
    const walk = this.walks[this.walk];
    if (walk === undefined) return false;
    this.start ??= this.setup.startOf(walk);
    const [x = 1, y = 1, z = 1] = walk.groups;
    const [fx = 0, fy = 0, fz = 0] = walk.first;
    const k = this.place++;
    this.startGroup({ ...this.start, group: [fx + (k % x), fy + (Math.floor(k / x) % y), fz + Math.floor(k / (x * y))] });
    if (this.place < x * y * z) return true;
    this.place = 0;
    this.start = undefined;
    this.walk = (this.walk + 1) % this.walks.length;
    if (this.walk === 0) this.times++;
    return true;
  }

  private threadAt(index: number): Thread {
    this.threads[index] ??= this.setup.newThread(this.around);
    return this.threads[index] as Thread;
  }

  private startGroup(start: Start): void {
    const { payload, local } = this.setup;
    const threads = Array.from({ length: start.threads }, (_, index) => {
      const t = this.threadAt(index);
      startThread(t, index, payload, start);
      return t;
    });
    local.bytes.fill(0);
    this.started += start.threads;
    this.group.start(threads);
    this.schedule.round(threads.length);
    this.repeats?.begin();
    this.isInGroup = true;
    const place = { id: start.group, local: this.walks[this.walk]?.local ?? this.launch.local };
    for (const one of this.observers) one.group?.(threads, place);
  }

  private endGroup(): void {
    this.isInGroup = false;
    for (const one of this.observers) one.ended?.(this.group.threads);
  }

  /** Runs the threads of a group in turns, to their end or to a pause. */
  private runGroup(from: number, until: number, blockAt: (offset: number) => Block, pausing: Pausing | undefined): Stop | undefined {
    const { group, schedule } = this;
    for (;;) {
      for (let t = schedule.current(group.threads); t !== undefined; t = schedule.current(group.threads)) {
        if (t.state === 'ready') {
          if (this.executed >= until) return PAUSE;
          const pause = this.runTurn(t, from, until, blockAt, pausing);
          if (pause !== undefined) return pause;
        }
        schedule.advance();
      }
      this.launch.budget?.tick();
      if (group.running() === 0) break;
      if (!schedule.hasRun) {
        this.thread = group.threads.find(({ state }) => state === 'waiting');
        group.checkProgress();
      }
      schedule.round(group.threads.length);
      this.repeats?.round(group.threads, (before) => this.snapshot(before));
    }
    this.endGroup();
    return undefined;
  }

  /** Runs a thread until it waits, ends, its turn is over, or the run pauses. */
  private runTurn(
    t: Thread,
    from: number,
    until: number,
    blockAt: (offset: number) => Block,
    pausing: Pausing | undefined,
  ): Stop | undefined {
    const { schedule } = this;
    let left = schedule.left();
    let pause: Stop | undefined;
    while (t.state === 'ready' && pause === undefined) {
      if (this.executed >= until) pause = PAUSE;
      else if (pausing !== undefined && this.executed > from && pauses(t, pausing)) pause = this.breakAt(t, blockAt(t.ip));
      else {
        const block = blockAt(t.ip);
        this.runBlock(t, block);
        left -= block.steps.length;
        if (left <= 0 && block.isWhole) break;
      }
    }
    schedule.ran(left);
    return pause;
  }

  private breakAt(t: Thread, block: Block): Stop {
    this.thread = t;
    this.block = block;
    this.index = 0;
    return { reason: 'breakpoint', message: '', ...this.where() };
  }

  private runBlock(t: Thread, block: Block): void {
    t.arrive();
    const { steps } = block;
    this.thread = t;
    this.block = block;
    const before = this.runs[block.number];
    if (before === undefined) this.ran.push(block);
    this.runs[block.number] = (before ?? 0) + 1;
    t.ip = block.next;
    const count = steps.length;
    let k = 0;
    try {
      for (; k < count; k++) (steps[k] as (t: Thread) => void)(t);
    } finally {
      this.index = k;
    }
    this.executed += count;
    if (this.executed > this.most) throw halt('instructions', this.most);
    if (t.state === 'ended') this.group.ended();
  }
}

/** Whether a run pauses before the next instruction of a thread, which is asked with the lanes that will run. */
export function pauses(t: Thread, pausing: Pausing): boolean {
  t.arrive();
  return pausing(t);
}

/**
 * Whether a machine stopped because of the number that `run` was given, so that it may go on.
 *
 * @example
 * isPause({ reason: 'done', message: '' }); // false
 */
export function isPause(stop: Stop): boolean {
  return stop === PAUSE;
}

/** Why a run, or the preparation of one, stopped. Errors of the program itself are thrown on. */
export function reasonOf(error: unknown): Stop {
  if (error instanceof Halt) return { reason: CAUSES[error.why].reason, cause: error.why, message: error.message };
  if (error instanceof Unsupported) return { reason: 'unsupported', message: error.message };
  throw error;
}
