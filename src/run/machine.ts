/** A launch as it runs: groups one after the other, the threads of a group in turns. */
import type { Budget } from '../core/diag/index.ts';
import { InstructionPrinter, type Platform, XE3P } from '../formats/eu/index.ts';
import { needsImplicitArguments, type Zebin, type ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/source.ts';
import { type Block, Code } from './code.ts';
import { localIds, numbersOf, type PayloadLayout, payloadLayout, type Start, startThread } from './dispatch.ts';
import { Group } from './group.ts';
import { implicitArguments, implicitBytes } from './implicit.ts';
import { type Allocation, Fault, LimitReached, Memory } from './memory.ts';
import { hasScratchAddress, LocalTarget, type Surroundings } from './message/target.ts';
import type { Counts, Launch, Launched, Stop } from './model.ts';
import { PayloadWriter, type Placed, placeArguments, type Walk, walksOf } from './payload.ts';
import { printedText } from './printf.ts';
import { Program } from './program.ts';
import { RegisterLayout } from './registers.ts';
import { HEAP_ADDRESS, Surfaces } from './surfaces.ts';
import { Thread } from './thread.ts';

export const MOST_INSTRUCTIONS = 1e9;
export const MOST_MEMORY = 1e9;
/** Instructions of a thread before another has its turn: threads may wait for each other without a barrier. */
const TURN = 20_000;
/** Where payloads are: addresses that 32 bits hold. */
const PAYLOAD_ADDRESS = 0x10_0000;
const SCRATCH_ADDRESS = 0x1000_0000;
const UNIT = 64;

const DONE: Stop = { reason: 'done', message: '' };

export class Machine {
  private readonly kernel: ZebinKernel;
  private readonly launch: Launch;
  private readonly layout: RegisterLayout;
  private readonly memory: Memory;
  private readonly program: Program;
  private readonly surfaces = new Surfaces();
  private readonly code: Code;
  private readonly group = new Group();
  private readonly placed: Placed;
  private readonly payload: PayloadLayout;
  private readonly writer: PayloadWriter;
  private readonly threads: Thread[] = [];
  private readonly entry: number;
  private readonly messageCounts = { messages: 0, bytesRead: 0, bytesWritten: 0 };
  private readonly image: Allocation;
  /** Whether the implicit arguments are before the payload in memory; otherwise they are apart, or there are none. */
  private readonly isPrefixed: boolean;
  private readonly implicit: Allocation | undefined;
  private readonly implicitSize: number;
  private readonly scratchSize: number;
  private readonly scratchState: number;
  private started = 0;
  private executed = 0;
  private left: number;
  private readonly local: LocalTarget;
  /** Where the run is, for messages. */
  private thread: Thread | undefined;
  private block: Block | undefined;
  private step = 0;
  /** The launches and walks, how far they are, and how groups of the current one start. */
  private readonly walks: readonly Walk[];
  private walk = 0;
  private place = 0;
  private start: Omit<Start, 'group'> | undefined;
  private isInGroup = false;
  private readonly budget: Budget | undefined;

  constructor(zebin: Zebin, kernel: ZebinKernel, launch: Launch, platform: Platform) {
    this.kernel = kernel;
    this.launch = launch;
    this.layout = new RegisterLayout(platform);
    this.memory = new Memory(launch.maxMemory ?? MOST_MEMORY, zebin.elf.is64);
    this.program = new Program(zebin, platform, this.memory);
    this.left = launch.maxInstructions ?? MOST_INSTRUCTIONS;
    this.entry = this.program.sectionOf(kernel).start;
    const around: Surroundings = {
      layout: this.layout,
      memory: this.memory,
      surfaces: this.surfaces,
      local: () => this.group.local,
      signal: (t, id, producers, consumers, kind) => this.group.signal(t, id, producers, consumers, kind),
      counts: this.messageCounts,
    };
    this.code = new Code(this.program, around);
    this.payload = payloadLayout(this.layout, kernel);
    const { zeInfo } = kernel;
    const usesPrintf =
      (zeInfo.payload_arguments ?? []).some(({ arg_type }) => arg_type === 'printf_buffer') || needsImplicitArguments(kernel);
    this.placed = placeArguments(kernel, launch, this.memory, usesPrintf);
    const most = this.threadsOf(launch.local);
    const buffers = zeInfo.per_thread_memory_buffers ?? [];
    const each = (one: (typeof buffers)[number]): number =>
      (one.size ?? 0) * (one.is_simt_thread === true ? Math.max(this.payload.simd, 1) : 1);
    const privateSize = buffers.filter(({ type }) => type === 'global').reduce((sum, one) => sum + each(one), 0);
    const privateBase = privateSize > 0 ? this.memory.allocate('private memory', privateSize * numbersOf(most)) : undefined;
    this.scratchSize = buffers.filter(({ type }) => type === 'scratch').reduce((size, one) => Math.max(size, powerOfTwo(each(one))), 0);
    this.scratchState = this.surfaces.add({ kind: 'scratch', slot: 0 });
    this.surfaces.add({ kind: 'scratch', slot: 1 });
    if (this.scratchSize > 0) this.memory.allocate('scratch memory', this.scratchSize * most, SCRATCH_ADDRESS);
    const { crossThread, perThread } = this.payload;
    this.isPrefixed = this.program.withImplicitArguments.has(kernel.text?.name ?? '');
    this.implicitSize = implicitBytes(this.implicitVersion());
    const rows = most * (Math.max(perThread, UNIT * 3) + UNIT * 3);
    this.image = this.memory.allocate('the payload', this.implicitSize + crossThread + rows + 4 * UNIT, PAYLOAD_ADDRESS);
    const isApart = (zeInfo.payload_arguments ?? []).some(
      ({ arg_type }) => arg_type === 'implicit_arg_buffer' || arg_type === 'implicit_local_id_buffer',
    );
    this.implicit = isApart ? this.memory.allocate('the implicit arguments', this.implicitSize + rows) : undefined;
    const apart = this.implicit?.start ?? 0;
    const places = { structure: apart, ids: apart + this.implicitSize };
    this.writer = new PayloadWriter(kernel, launch, this.program, this.placed, this.surfaces, privateBase, places, this.memory);
    const localSize = Math.ceil(this.placed.localSize / 1024) * 1024;
    this.local = new LocalTarget(new Uint8Array(localSize), localSize);
    const walks = walksOf(launch);
    this.walks = Array.from({ length: launch.times ?? 1 }, () => walks).flat();
    this.budget = launch.budget;
  }

  private implicitVersion(): number {
    return this.program.zebin.target.indirect_access_buffer_major_version ?? 0;
  }

  private threadsOf(local: readonly number[]): number {
    const items = local.reduce((all, one) => all * one, 1);
    return Math.ceil(items / Math.max(this.payload.simd, 1));
  }

  /** Runs to the end, or to what stops it. */
  toEnd(): Launched {
    return this.result(this.run());
  }

  /**
   * Runs on for so many instructions, to the end of the block in which they end. The reason `limit` says that more is left to do.
   *
   * @example
   * while (machine.run(100_000).reason === 'limit') await turn();
   */
  run(limit = Number.POSITIVE_INFINITY): Stop {
    const until = this.executed + limit;
    try {
      while (this.isInGroup || this.nextGroup())
        if (!this.runGroup(until)) return { reason: 'limit', message: 'more instructions are left' };
      return DONE;
    } catch (error) {
      return this.stopOf(error);
    }
  }

  private result(stop: Stop): Launched {
    const { memory, printf } = this.placed;
    return {
      stop,
      arguments: this.launch.arguments.map((one, index) => {
        const allocation = memory[index];
        return allocation === undefined || (one.kind !== 'buffer' && one.kind !== 'image')
          ? undefined
          : allocation.bytes.slice(0, one.bytes.length);
      }),
      printf: printf === undefined ? '' : printedText(printf, this.memory),
      counts: this.counts(),
    };
  }

  private counts(): Counts {
    const byOperation: Record<string, number> = {};
    for (const { runs, instructions } of this.code.ran())
      for (const { operation } of instructions) {
        const name = operation?.mnemonic ?? '?';
        byOperation[name] = (byOperation[name] ?? 0) + runs;
      }
    return { threads: this.started, instructions: this.executed, byOperation, ...this.messageCounts };
  }

  /** What a run that ended early ended for, and where. */
  private stopOf(error: unknown): Stop {
    const { block, step, thread } = this;
    const instruction = block?.instructions[step];
    return {
      ...reasonOf(error),
      ...(block === undefined ? {} : { section: block.section.name }),
      ...(instruction === undefined
        ? {}
        : { offset: instruction.offset, text: new InstructionPrinter(this.layout.platform).print(instruction) }),
      ...(thread === undefined
        ? {}
        : { group: [thread.u32[1] as number, thread.u32[6] as number, thread.u32[7] as number], thread: thread.index }),
    };
  }

  /** Starts the next group; false after the last of the last launch. */
  private nextGroup(): boolean {
    const walk = this.walks[this.walk];
    if (walk === undefined) return false;
    this.start ??= this.startOf(walk);
    const [x = 1, y = 1, z = 1] = walk.groups;
    const [fx = 0, fy = 0, fz = 0] = walk.first;
    const k = this.place++;
    this.startGroup({ ...this.start, group: [fx + (k % x), fy + (Math.floor(k / x) % y), fz + Math.floor(k / (x * y))] });
    if (this.place === x * y * z) {
      this.place = 0;
      this.walk++;
      this.start = undefined;
    }
    return true;
  }

  /** What all groups of a walk have in common: the payload in memory, and how threads start. */
  private startOf(walk: Walk): Omit<Start, 'group'> {
    const { payload, implicitSize, image, layout } = this;
    const threads = this.threadsOf(walk.local);
    const items = walk.local.reduce((all, one) => all * one, 1);
    const address = image.start;
    const crossThread = this.writer.crossThread(walk, payload.crossThread);
    if (layout.platform >= XE3P) this.patchPointers(crossThread, address);
    const rest = crossThread.subarray(payload.inline);
    const ids = Array.from({ length: threads }, (_, index) => localIds(payload, layout.grfBytes, walk.local, index));
    const prefix = this.isPrefixed ? implicitSize : 0;
    image.bytes.set(rest, prefix);
    // As the loader of the kernel counts: after the cross-thread data, rounded up as the driver does.
    const after = prefix + this.perThreadOffset();
    for (const [index, bytes] of ids.entries()) image.bytes.set(bytes, after + index * payload.perThread);
    if (this.isPrefixed) this.writeImplicit(image, 0, after + threads * payload.perThread, walk, threads);
    if (this.implicit !== undefined) this.writeImplicit(this.implicit, 0, implicitSize, walk, threads);
    const scratch = hasScratchAddress(layout.platform)
      ? (index: number): number => (this.scratchSize > 0 ? SCRATCH_ADDRESS + index * this.scratchSize : 0)
      : (): number => this.scratchState << 4;
    const simd = Math.max(payload.simd, 1);
    return {
      ip: this.entry,
      threads,
      lastLanes: items - (threads - 1) * simd,
      payload: address,
      crossThread,
      scratch,
      ids,
    };
  }

  /** Offset of the data of threads: after the cross-thread data that is not inline. */
  private perThreadOffset(): number {
    const size = Math.ceil(this.payloadEnd() / 32) * 32;
    return size - this.payload.inline;
  }

  private payloadEnd(): number {
    return (this.kernel.zeInfo.payload_arguments ?? []).reduce((most, { offset = 0, size = 0 }) => Math.max(most, offset + size), 0);
  }

  /** The pointers at the start of the inline data of Xe3P: to the payload in memory, and to the state of scratch memory. */
  private patchPointers(bytes: Uint8Array, address: number): void {
    const view = new DataView(bytes.buffer);
    for (const { arg_type, offset = 0 } of this.kernel.zeInfo.payload_arguments ?? []) {
      if (arg_type === 'indirect_data_pointer') view.setBigUint64(offset, BigInt(address), true);
      if (arg_type === 'scratch_pointer') view.setBigUint64(offset, BigInt(HEAP_ADDRESS + this.scratchState), true);
    }
  }

  /** The structure of implicit arguments, and the table of local ids that it points to. */
  private writeImplicit(to: Allocation, at: number, table: number, walk: Walk, threads: number): void {
    this.writeIdTable(to, table, walk.local, threads);
    const addresses = {
      printf: this.placed.printf?.start ?? 0,
      localIds: to.start + table,
      scratch: HEAP_ADDRESS + this.scratchState,
      sync: 0,
      assert: 0,
    };
    to.bytes.set(implicitArguments(this.implicitVersion(), this.launch, walk, Math.max(this.payload.simd, 1), addresses), at);
  }

  /** Local ids for functions: rows of x, y and z of all lanes of a thread. */
  private writeIdTable(to: Allocation, at: number, local: readonly number[], threads: number): void {
    const simd = Math.max(this.payload.simd, 1);
    const lanes = simd === 1 ? 1 : Math.max(simd, 16);
    const all: PayloadLayout = { ...this.payload, perThread: 3 * UNIT, dimensions: 3, packed: simd === 1 };
    for (let index = 0; index < threads; index++) {
      const ids = localIds({ ...all, simd }, simd === 32 ? 64 : 32, local, index);
      to.bytes.set(ids.subarray(0, 6 * lanes), at + index * 6 * lanes);
    }
  }

  private startGroup(start: Start): void {
    const { threads, layout, payload } = this;
    while (threads.length < start.threads) {
      const t = new Thread(layout);
      if (!hasScratchAddress(layout.platform) && this.scratchSize > 0)
        t.scratch = [new Uint8Array(this.scratchSize), new Uint8Array(this.scratchSize)];
      threads.push(t);
    }
    for (let index = 0; index < start.threads; index++) startThread(threads[index] as Thread, index, payload, start);
    this.local.bytes.fill(0);
    this.started += start.threads;
    this.group.start(threads.slice(0, start.threads), this.local);
  }

  /** Runs the threads of a group in turns; false if instructions are left when their number is reached. */
  private runGroup(until: number): boolean {
    const { group } = this;
    this.isInGroup = true;
    for (;;) {
      let ran = false;
      let ended = true;
      for (const t of group.threads) {
        if (t.state === 'ready') {
          if (this.executed >= until) return false;
          this.runThread(t, until);
          ran = true;
        }
        if (t.state !== 'ended') ended = false;
      }
      this.budget?.tick();
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
  private runThread(t: Thread, until: number): void {
    const { code } = this;
    this.thread = t;
    let turn = TURN;
    while (t.state === 'ready' && turn > 0 && this.executed < until) {
      if (t.waiting !== 0) t.resume(t.ip);
      const block = code.at(t.ip);
      const { steps } = block;
      this.block = block;
      block.runs++;
      t.ip = block.next;
      const count = steps.length;
      this.step = 0;
      let k = 0;
      try {
        for (; k < count; k++) (steps[k] as (t: Thread) => void)(t);
      } catch (error) {
        this.step = k;
        throw error;
      }
      turn -= count;
      this.executed += count;
      if (this.executed > this.left) throw new LimitReached(`${this.left.toLocaleString('en-US')} instructions were executed`);
    }
    if (t.state === 'ended') this.group.ended();
  }
}

/** Why a run, or the preparation of one, stopped. Errors of the program itself are thrown on. */
export function reasonOf(error: unknown): Stop {
  const reason =
    error instanceof Fault ? 'fault' : error instanceof Unsupported ? 'unsupported' : error instanceof LimitReached ? 'limit' : undefined;
  if (reason === undefined) throw error;
  return { reason, message: (error as Error).message };
}

const powerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(size, 1024)));
