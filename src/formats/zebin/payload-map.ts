import { coreFamily, coreOfNotes, type Execution, executionOf, productConfig } from '../../devices/index.ts';
import { alignUp, type PayloadTarget, payloadStart, registerByte } from './build/payload.ts';
import type { Zebin, ZebinKernel } from './model.ts';
import type { Target } from './notes.ts';

/** A place in the register file of a thread. */
export interface RegisterPlace {
  /** Number of the register: 7 for r7. */
  readonly register: number;
  /** Byte offset in the register. */
  readonly byte: number;
}

/** A part of the register file when the kernel's own code starts. */
export interface PayloadRegion {
  /** `header` is r0, which the hardware fills; `inline` is delivered by the dispatch; `cross-thread` is the rest of the shared payload. */
  readonly kind: 'header' | 'per-thread' | 'inline' | 'cross-thread';
  /** Payload bytes in the region; for the header the size of the register. */
  readonly size: number;
  /** First register. */
  readonly register: number;
  /** Number of registers. */
  readonly registers: number;
}

/** Where an entry of the payload is delivered. */
export interface PayloadPlacement {
  /** The list of .ze_info that contains the entry. */
  readonly list: 'payload_arguments' | 'per_thread_payload_arguments';
  /** Its index in that list. */
  readonly index: number;
  /** `none` for objects that a table refers to, such as a buffer in the binding table. */
  readonly delivery: 'inline' | 'cross-thread' | 'per-thread' | 'none';
  /** Offset in bytes, as in .ze_info. */
  readonly offset: number;
  readonly size: number;
  /** Absent for entries without space, and if the device or the compiler's layout is unknown. */
  readonly place?: RegisterPlace;
  /** Indices in the binding table. */
  readonly surfaces: readonly number[];
  /** Index in the sampler table. */
  readonly sampler?: number;
}

/** Where each part of the payload is when a thread of a kernel starts. */
export interface PayloadMap {
  /** Width of a register in bytes; absent if the device is unknown. */
  readonly grfBytes?: number;
  /** In the order of registers; empty if the device or the layout is unknown. */
  readonly regions: readonly PayloadRegion[];
  /** Placements of payload_arguments, then those of per_thread_payload_arguments. */
  readonly placements: readonly PayloadPlacement[];
  /** Pairs of placements that overlap, as indices of `placements`; at most 100. Each is paired with the earlier one that extends furthest. */
  readonly overlaps: readonly (readonly [number, number])[];
}

const MAX_OVERLAPS = 100;

/**
 * Where the arguments of a kernel are delivered, by the rules of the compiler that lays them out.
 *
 * The vector compiler, whose kernels have packed_local_ids, uses another register layout: its entries have no registers here.
 *
 * Source: intel/intel-graphics-compiler visa/PrologEpilog.cpp and IGC/Compiler/CISACodeGen/OpenCLKernelCodeGen.cpp (AllocatePayload).
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * payloadMap(zebin, zebin.kernels[0]).regions.length > 0; // true
 */
export function payloadMap(zebin: Zebin, kernel: ZebinKernel): PayloadMap {
  const { zeInfo } = kernel;
  const shared = zeInfo.payload_arguments ?? [];
  const perThread = zeInfo.per_thread_payload_arguments ?? [];
  const { grfBytes } = zebin.target;
  const perThreadBytes = perThread.reduce((end, one) => Math.max(end, (one.offset ?? 0) + (one.size ?? 0)), 0);
  const sharedBytes = shared.reduce((end, one) => Math.max(end, (one.offset ?? 0) + (one.size ?? 0)), 0);
  const inlineBytes = Math.max(zeInfo.execution_env?.inline_data_payload_size ?? 0, 0);
  const core = targetCore(zebin.target);
  const known = grfBytes !== undefined && core !== undefined && !perThread.some((one) => one.arg_type === 'packed_local_ids');
  const target: PayloadTarget | undefined = known
    ? { grfBytes, inlineBytes, perThreadBytes, loadsPayload: coreFamily(core)?.loadsPayload === true }
    : undefined;

  const surfaces = new Map<string, number[]>();
  for (const { arg_index, bti_value } of zeInfo.binding_table_indices ?? []) {
    if (arg_index === undefined || bti_value === undefined) continue;
    const list = surfaces.get(`${arg_index}`);
    if (list) list.push(bti_value);
    else surfaces.set(`${arg_index}`, [bti_value]);
  }

  const placements: PayloadPlacement[] = shared.map((one, index) => {
    const { offset = 0, size = 0, arg_index, bti_value, sampler_index, addrmode, addrspace } = one;
    const tabled = addrmode === 'stateful' && addrspace !== 'sampler';
    return {
      list: 'payload_arguments',
      index,
      delivery: size <= 0 || offset < 0 ? 'none' : offset < inlineBytes ? 'inline' : 'cross-thread',
      offset,
      size,
      ...(target && size > 0 && offset >= 0 ? { place: placeOf(registerByte(offset, target), target.grfBytes) } : {}),
      surfaces: bti_value !== undefined && bti_value >= 0 ? [bti_value] : tabled ? (surfaces.get(`${arg_index ?? -1}`) ?? []) : [],
      ...(sampler_index !== undefined && sampler_index >= 0 ? { sampler: sampler_index } : {}),
    };
  });
  perThread.forEach(({ offset = 0, size = 0 }, index) => {
    placements.push({
      list: 'per_thread_payload_arguments',
      index,
      delivery: size > 0 ? 'per-thread' : 'none',
      offset,
      size,
      ...(target && size > 0 && offset >= 0 ? { place: placeOf(target.grfBytes + offset, target.grfBytes) } : {}),
      surfaces: [],
    });
  });
  return {
    regions: target ? regionsOf(target, sharedBytes) : [],
    placements,
    overlaps: [...overlapsOf(shared, 0), ...overlapsOf(perThread, shared.length)].slice(0, MAX_OVERLAPS),
    ...(grfBytes === undefined ? {} : { grfBytes }),
  };
}

/** The value of the core family that the notes name, or that follows from more specific notes. */
export function targetCore({ product_config, product_family, gfxcore_family }: Target): number | undefined {
  return coreOfNotes({ config: product_config?.value, core: gfxcore_family?.value, family: product_family?.value });
}

/** The limits of the device that a file is for, if they are known. */
export function targetExecution(target: Target): Execution | undefined {
  const family = productConfig(target.product_config?.value ?? -1)?.family ?? target.product_family?.value;
  return executionOf(targetCore(target), family);
}

function placeOf(byte: number, grfBytes: number): RegisterPlace {
  return { register: Math.floor(byte / grfBytes), byte: byte % grfBytes };
}

function regionsOf(target: PayloadTarget, sharedBytes: number): PayloadRegion[] {
  const { grfBytes, perThreadBytes, inlineBytes } = target;
  const start = payloadStart(target);
  const region = (kind: PayloadRegion['kind'], from: number, size: number): PayloadRegion => ({
    kind,
    size,
    register: Math.floor(from / grfBytes),
    registers: alignUp(size, grfBytes) / grfBytes,
  });
  return [
    region('header', 0, grfBytes),
    region('per-thread', grfBytes, perThreadBytes),
    region('inline', start, Math.min(inlineBytes, sharedBytes)),
    region('cross-thread', registerByte(inlineBytes, target), Math.max(sharedBytes - inlineBytes, 0)),
  ].filter(({ size }) => size > 0);
}

/** Compares the entries in order of offset: each with the earlier entry that extends furthest. `first` is the index of the first entry. */
function overlapsOf(entries: readonly { offset?: number; size?: number }[], first: number): (readonly [number, number])[] {
  const sorted = entries
    .map(({ offset = 0, size = 0 }, index) => ({ start: offset, end: offset + size, index: first + index }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || a.index - b.index);
  const overlaps: (readonly [number, number])[] = [];
  let furthest: (typeof sorted)[number] | undefined;
  for (const entry of sorted) {
    if (furthest && entry.start < furthest.end) overlaps.push([furthest.index, entry.index]);
    if (!furthest || entry.end > furthest.end) furthest = entry;
  }
  return overlaps;
}
