/** A launch as it runs: groups one after the other, the threads of a group in turns. */
import { InstructionPrinter, type Platform } from '../formats/eu/index.ts';
import type { Zebin, ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/index.ts';
import { type Block, Code } from './code.ts';
import { type Start, startThread } from './dispatch.ts';
import { Group } from './group.ts';
import { Fault, LimitReached } from './memory.ts';
import type { Surroundings } from './message/target.ts';
import type { Counts, Launch, Launched, Stop } from './model.ts';
import { type Walk, walksOf } from './payload.ts';
import { checkPrinted, printedText } from './printf.ts';
import { Schedule } from './schedule.ts';
import { Setup } from './setup.ts';
import type { Thread, ThreadCopy } from './thread.ts';

/** Instructions that may be executed, unless the launch says otherwise. */
export const MOST_INSTRUCTIONS = 1e9;

const DONE: Stop = { reason: 'done', message: '' };
const PAUSE: Stop = { reason: 'limit', message: 'more instructions are left' };

/** Which group runs: the launch of several in a row, the walk, and the place in it. */
interface Progress {
  readonly times: number;
  readonly walk: number;
  readonly place: number;
  readonly isInGroup: boolean;
  readonly started: number;
  readonly executed: number;
}

/** All that a run changes. */
export interface Snapshot {
  readonly progress: Progress;
  readonly threads: readonly ThreadCopy[];
  readonly barriers: ReturnType<Group['copy']>;
  readonly local: Uint8Array;
  readonly memory: readonly Uint8Array[];
}

/**
 * A launch that can be run in parts.
 *
 * @example
 * const machine = new Machine(zebin, kernel, launch, '2');
 * let stop = machine.run(100_000);
 * for (; isPause(stop); stop = machine.run(100_000)) await turn();
 * machine.result().arguments[0]; // the bytes of the first buffer
 */
export class Machine {
  private readonly setup: Setup;
  private readonly launch: Launch;
  private readonly code: Code;
  private readonly group = new Group();
  private readonly threads: Thread[] = [];
  private readonly schedule: Schedule;
  private readonly messages = { messages: 0, bytesRead: 0, bytesWritten: 0 };
  private readonly walks: readonly Walk[];
  private readonly most: number;
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

  /** Throws {@link Unsupported} or {@link LimitReached} for a launch that cannot begin: {@link reasonOf} tells which. */
  constructor(zebin: Zebin, kernel: ZebinKernel, launch: Launch, platform: Platform) {
    this.launch = launch;
    this.setup = new Setup(zebin, kernel, launch, platform);
    const { layout, memory, surfaces, program } = this.setup;
    const around: Surroundings = {
      layout,
      memory,
      surfaces,
      local: () => this.group.local,
      signal: (t, id, producers, consumers, kind) => this.group.signal(t, id, producers, consumers, kind),
      partner: ({ index }) => this.group.threads[index ^ 1],
      counts: this.messages,
    };
    this.code = new Code(program, around);
    this.schedule = new Schedule(launch.schedule);
    this.walks = walksOf(launch);
    this.most = launch.maxInstructions ?? MOST_INSTRUCTIONS;
  }

  /**
   * Runs on for so many instructions, to the end of the block in which they end. If more is left to do then, {@link isPause} is true of the
   * result.
   */
  run(limit = Number.POSITIVE_INFINITY): Stop {
    const until = this.executed + limit;
    this.stop = this.stopping(() => {
      while (this.isInGroup || this.nextGroup()) if (!this.runGroup(until)) return PAUSE;
      checkPrinted(this.setup.placed.printf);
      return DONE;
    });
    return this.stop;
  }

  /** Runs one instruction of a thread of the current group. The thread must be ready. */
  step(index: number): Stop {
    const until = this.executed + 1;
    return this.stopping(() => {
      if (!this.isInGroup && !this.nextGroup()) return DONE;
      this.isInGroup = true;
      const t = this.group.threads[index];
      if (t?.state === 'ready') this.runBlocks(t, until, 1, (offset) => this.code.one(offset));
      if (this.group.threads.every(({ state }) => state === 'ended')) this.isInGroup = false;
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
    return {
      stop: this.stop,
      arguments: this.launch.arguments.map((one, index) =>
        one.kind === 'buffer' || one.kind === 'image' ? placed.memory[index]?.bytes.slice(0, one.bytes.length) : undefined,
      ),
      printf: placed.printf === undefined ? '' : printedText(placed.printf, memory),
      counts: this.counts(),
    };
  }

  /** A copy of all that a run changes; counts by operation are not part of it. */
  snapshot(): Snapshot {
    const { times, walk, place, isInGroup, started, executed, group } = this;
    return {
      progress: { times, walk, place, isInGroup, started, executed },
      threads: group.threads.map((t) => t.copy()),
      barriers: group.copy(),
      local: this.setup.local.bytes.slice(),
      memory: this.setup.memory.contents(),
    };
  }

  /** Goes back to a snapshot of this machine. */
  restore({ progress, threads, barriers, local, memory }: Snapshot): void {
    Object.assign(this, progress);
    this.start = undefined;
    const group = threads.map((copy, index) => {
      const t = this.threadAt(index);
      t.restore(copy);
      return t;
    });
    this.setup.local.bytes.set(local);
    this.group.start(group, this.setup.local);
    this.group.restore(barriers);
    this.setup.memory.restore(memory);
  }

  private counts(): Counts {
    const byOperation: Record<string, number> = {};
    for (const { runs, instructions } of this.code.ran())
      for (const { operation } of instructions) {
        const name = operation?.mnemonic ?? '?';
        byOperation[name] = (byOperation[name] ?? 0) + runs;
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
    this.threads[index] ??= this.setup.newThread();
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
    this.group.start(threads, local);
  }

  /** Runs the threads of a group in turns; false if instructions are left when their number is reached. */
  private runGroup(until: number): boolean {
    const { group, schedule } = this;
    this.isInGroup = true;
    const at = (offset: number): Block => this.code.at(offset);
    for (;;) {
      let ran = false;
      let ended = true;
      for (const t of schedule.order(group.threads)) {
        if (t.state === 'ready') {
          if (this.executed >= until) return false;
          this.runBlocks(t, until, schedule.turn(), at);
          ran = true;
        }
        if (t.state !== 'ended') ended = false;
      }
      this.launch.budget?.tick();
      if (ended) break;
      if (!ran) {
        this.thread = group.threads.find(({ state }) => state === 'waiting');
        group.checkProgress();
      }
    }
    this.isInGroup = false;
    return true;
  }

  /** Runs a thread until it waits, ends, its turn is over, or so many instructions have been executed. */
  private runBlocks(t: Thread, until: number, turn: number, blockAt: (offset: number) => Block): void {
    this.thread = t;
    let left = turn;
    while (t.state === 'ready' && left > 0 && this.executed < until) {
      if (t.waiting !== 0) t.resume(t.ip);
      const block = blockAt(t.ip);
      const { steps } = block;
      this.block = block;
      block.runs++;
      t.ip = block.next;
      const count = steps.length;
      let k = 0;
      try {
        for (; k < count; k++) (steps[k] as (t: Thread) => void)(t);
      } finally {
        this.index = k;
      }
      left -= count;
      this.executed += count;
      if (this.executed > this.most) throw new LimitReached(`${this.most.toLocaleString('en-US')} instructions were executed`);
    }
    if (t.state === 'ended') this.group.ended();
  }
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
  const reason =
    error instanceof Fault ? 'fault' : error instanceof Unsupported ? 'unsupported' : error instanceof LimitReached ? 'limit' : undefined;
  if (reason === undefined) throw error;
  return { reason, message: (error as Error).message };
}
