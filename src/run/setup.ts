/** What a launch needs before its first group: the module, the arguments and all other memory in their places, and how threads start. */
import { XE3P } from '../formats/eu/index.ts';
import { needsImplicitArguments, type ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/index.ts';
import { registerArrays } from './arrays.ts';
import { localIds, numbersOf, type PayloadLayout, payloadLayout, type Start, startBytes } from './dispatch.ts';
import { implicitArguments, implicitBytes } from './implicit.ts';
import { type Allocation, Memory } from './memory.ts';
import { hasScratchAddress, LocalTarget } from './message/target.ts';
import type { Launch } from './model.ts';
import type { OwnMemory, Places } from './observer.ts';
import { PayloadWriter, type Placed, placeArguments, type Walk } from './payload.ts';
import type { Program } from './program.ts';
import type { RegisterLayout } from './registers.ts';
import type { CodeSection } from './section.ts';
import { HEAP_ADDRESS, Surfaces } from './surfaces.ts';
import { type Surroundings, Thread } from './thread.ts';

/** Bytes of the device that may be allocated, unless the launch says otherwise. */
export const MOST_MEMORY = 1e9;
/** Where payloads are: addresses that 32 bits hold. */
const PAYLOAD_ADDRESS = 0x10_0000;
const SCRATCH_ADDRESS = 0x1000_0000;
const UNIT = 64;
const MOST_LANES = 32;
const LOCAL_UNIT = 1024;

export class Setup {
  readonly layout: RegisterLayout;
  readonly memory: Memory;
  readonly program: Program;
  /** The section of the kernel's code. */
  readonly section: CodeSection;
  readonly surfaces = new Surfaces();
  readonly placed: Placed;
  readonly payload: PayloadLayout;
  readonly local: LocalTarget;
  private readonly kernel: ZebinKernel;
  private readonly launch: Launch;
  private readonly writer: PayloadWriter;
  private readonly image: Allocation;
  /** Whether the implicit arguments are before the payload in memory; otherwise they are apart, or there are none. */
  private readonly isPrefixed: boolean;
  private readonly implicit: Allocation | undefined;
  private readonly implicitSize: number;
  private readonly scratchSize: number;
  private readonly own: OwnMemory;
  private readonly scratchState: number;

  /** Throws `Unsupported` for code that cannot be loaded, `Halt` for too much memory. */
  constructor(program: Program, kernel: ZebinKernel, launch: Launch) {
    this.kernel = kernel;
    this.launch = launch;
    this.program = program;
    this.layout = program.layout;
    this.memory = new Memory(launch.maxMemory ?? MOST_MEMORY, program.zebin.elf.is64);
    const module = program.place(this.memory);
    this.section = program.sectionOf(kernel);
    this.payload = payloadLayout(this.layout, kernel);
    if (this.payload.simd > MOST_LANES) throw new Unsupported(`threads of ${this.payload.simd} lanes`);
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
    const scratch = [0, 1].map((at) =>
      buffers.filter(({ type, slot = 0 }) => type === 'scratch' && slot === at).reduce((size, one) => Math.max(size, each(one)), 0),
    );
    this.own = { scratch, scratchStep: this.scratchSize, privateSize, hasStack: zeInfo.execution_env?.has_stack_calls === true };
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
    this.writer = new PayloadWriter(kernel, launch, module, this.placed, this.surfaces, privateBase, places, this.memory);
    const localSize = Math.ceil(this.placed.localSize / LOCAL_UNIT) * LOCAL_UNIT;
    this.memory.reserve('local memory', localSize);
    this.memory.reserve('registers and scratch memory', most * (this.layout.size + 2 * this.scratchSize));
    this.local = new LocalTarget(this.memory.apart('local memory', localSize), localSize);
  }

  /** What observers get to know before the first group. */
  places(): Places {
    const { layout, memory, placed, program, payload, local } = this;
    const { simd, order } = payload;
    return {
      ...{
        layout,
        memory,
        arguments: placed.memory,
        localOffsets: placed.localOffsets,
        local: local.memory,
        localSize: placed.localSize,
        printf: placed.printf,
      },
      ...{ sections: program.sections, simd: Math.max(simd, 1), order, startBytes: startBytes(payload, layout), own: this.own },
      arrays: () => registerArrays(program.zebin, Math.max(simd, 1), layout.grfBytes),
    };
  }

  private implicitVersion(): number {
    return this.program.zebin.target.indirect_access_buffer_major_version ?? 0;
  }

  private threadsOf(local: readonly number[]): number {
    const items = local.reduce((all, one) => all * one, 1);
    return Math.ceil(items / Math.max(this.payload.simd, 1));
  }

  /** A thread that has not started. */
  newThread(around: Surroundings): Thread {
    const { layout, memory, scratchSize } = this;
    const isApart = !hasScratchAddress(layout.platform) && scratchSize > 0;
    return new Thread(layout, around, isApart ? [0, 1].map(() => memory.apart('scratch memory', scratchSize)) : []);
  }

  /** What all groups of a walk have in common: the payload in memory, and how threads start. */
  startOf(walk: Walk): Omit<Start, 'group'> {
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
      ip: this.section.start,
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
}

const powerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(size, 1024)));
