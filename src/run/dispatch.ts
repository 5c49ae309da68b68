/** Threads at their start: what the hardware puts into registers, and what it finds in memory. */
import { GEN9, XE, XE_HP, XE_HPC, XE_HPG, XE2, XE3, XE3P } from '../formats/eu/index.ts';
import type { ZebinKernel } from '../formats/zebin/index.ts';
import { allOf } from './alu/masks.ts';
import type { RegisterLayout } from './registers.ts';
import type { Thread } from './thread.ts';

/** How the payload of a kernel is laid out. */
export interface PayloadLayout {
  readonly simd: number;
  /** Bytes of the cross-thread data, of which the first `inline` come in registers. */
  readonly crossThread: number;
  readonly inline: number;
  /** Bytes of the data that each thread has for itself; their places by dimension, or packed. */
  readonly perThread: number;
  readonly dimensions: number;
  readonly packed: boolean;
  /** Whether the kernel loads its payload itself. */
  readonly loads: boolean;
  /** The dimension that runs fastest, and so on. */
  readonly order: readonly number[];
}

export function payloadLayout(layout: RegisterLayout, { zeInfo }: ZebinKernel): PayloadLayout {
  const env = zeInfo.execution_env ?? {};
  const simd = env.simd_size ?? 1;
  const end = (list: readonly { readonly offset?: number; readonly size?: number }[] | undefined): number =>
    (list ?? []).reduce((most, { offset = 0, size = 0 }) => Math.max(most, offset + size), 0);
  const own = zeInfo.per_thread_payload_arguments ?? [];
  const ids = own.find(({ arg_type }) => arg_type === 'local_id' || arg_type === 'packed_local_ids');
  const packed = ids?.arg_type === 'packed_local_ids';
  const block = layout.grfBytes === 64 || simd > 16 ? 64 : 32;
  const loads = layout.platform >= XE_HP;
  const size = Math.ceil(end(zeInfo.payload_arguments) / 32) * 32;
  const inline = loads ? Math.min(size, env.inline_data_payload_size ?? 0) : 0;
  const order = env.work_group_walk_order_dimensions ?? [];
  return {
    simd,
    crossThread: Math.ceil(size / layout.grfBytes) * layout.grfBytes,
    inline,
    perThread: packed ? layout.grfBytes : end(own),
    dimensions: Math.min(packed ? Math.ceil((ids?.size ?? 0) / 2) : Math.round((ids?.size ?? 0) / block), 3),
    packed,
    loads,
    order: order.length === 3 && [0, 1, 2].every((d) => order.includes(d)) ? order : [0, 1, 2],
  };
}

/** The local id of a work-item of a group, which are counted in the order of the walk. */
export function localId(order: readonly number[], local: readonly number[], item: number): number[] {
  const [first = 0, second = 1, third = 2] = order;
  const [a, b] = [local[first] ?? 1, local[second] ?? 1];
  const id = [0, 0, 0];
  id[first] = item % a;
  id[second] = Math.floor(item / a) % b;
  id[third] = Math.floor(item / (a * b));
  return id;
}

/** The local ids of a thread, as its data in memory or registers has them. */
export function localIds(
  { simd, perThread, dimensions, packed, order }: PayloadLayout,
  grfBytes: number,
  local: readonly number[],
  index: number,
): Uint8Array {
  const bytes = new Uint8Array(perThread);
  const ids = new Uint16Array(bytes.buffer, 0, bytes.length >> 1);
  const block = (grfBytes === 64 || simd > 16 ? 64 : 32) / 2;
  const total = local.reduce((all, one) => all * one, 1);
  for (let lane = 0; lane < (packed ? 1 : simd); lane++) {
    const item = index * simd + lane;
    if (item >= total) break;
    const id = localId(order, local, item);
    for (let d = 0; d < dimensions; d++) ids[packed ? d : d * block + lane] = id[d] ?? 0;
  }
  return bytes;
}

const NOTHING = new Uint8Array(0);

/** What differs from thread to thread, and what a group has in common. */
export interface Start {
  readonly ip: number;
  readonly group: readonly number[];
  readonly threads: number;
  /** Lanes of the last thread. */
  readonly lastLanes: number;
  /** Address of the payload in memory: below 4 GiB. */
  readonly payload: number;
  /** The data in memory that is not in registers comes with the thread, on devices that do not load it. */
  readonly crossThread: Uint8Array;
  /** By thread. */
  readonly ids: readonly Uint8Array[];
  /** The value of r0.5 in its upper bits: address, or state, of the scratch memory of a thread. */
  readonly scratch: (index: number) => number;
}

/** Fills the registers of a thread. */
export function startThread(t: Thread, index: number, layout: PayloadLayout, start: Start): void {
  const { grfBytes, platform } = t.layout;
  const { simd } = layout;
  const isLast = index === start.threads - 1;
  const lanes = simd === 1 ? -1 : isLast ? allOf(start.lastLanes) : allOf(simd);
  t.reset(index, lanes, start.ip);
  const { u32, bytes } = t;
  u32[0] = start.payload;
  u32[1] = start.group[0] ?? 0;
  u32[6] = start.group[1] ?? 0;
  u32[7] = start.group[2] ?? 0;
  u32[2] = platform >= XE_HP ? index | (start.threads << 24) : platform === XE ? index : index | 0x80000000;
  u32[5] = start.scratch(index) | (index & (platform <= GEN9 ? 0x1ff : 0x3ff));
  let at = grfBytes;
  if (!layout.loads) {
    bytes.set(start.ids[index] ?? NOTHING, at);
    at += idBytes(layout.perThread, grfBytes);
    bytes.set(start.crossThread, at);
  } else {
    // Threads whose ids are loaded get the inline data in the first register after the header.
    bytes.set(start.crossThread.subarray(0, layout.inline), at);
    if (platform >= XE3P) bytes.set(start.crossThread.subarray(0, 8), grfBytes - 8);
  }
  startState(t, index, lanes);
}

/** Bytes of registers that {@link startThread} gives contents, from the first on: header, local ids and arguments, or the inline data. */
export function startBytes({ loads, perThread, crossThread }: PayloadLayout, { grfBytes }: RegisterLayout): number {
  return loads ? 2 * grfBytes : grfBytes + idBytes(perThread, grfBytes) + crossThread;
}

const idBytes = (perThread: number, grfBytes: number): number => Math.max(Math.ceil(perThread / grfBytes), 1) * grfBytes;

/**
 * State registers. The number of a thread of the device is spread over several of them; from any formula that compilers use for it, each
 * thread of a group gets another number.
 *
 * Source: GetHWTID in IGC/Compiler/CISACodeGen/CShader.cpp and expandPredefinedVars in visa/BuildIRImpl.cpp of
 * intel/intel-graphics-compiler.
 */
function startState(t: Thread, index: number, lanes: number): void {
  const { layout, u32 } = t;
  const { platform } = layout;
  const state = layout.of('sr') >> 2;
  const low = index & 7;
  const middle = index >> 3;
  if (platform >= XE_HP && platform <= XE_HPG) u32[state] = low | ((middle & 3) << 4) | ((middle >> 2) << 7);
  else if (platform === XE_HPC) u32[state] = low | ((middle & 3) << 4) | ((middle >> 2) << 8);
  else if (platform >= XE2) {
    u32[state] = low | ((middle & 7) << 4);
    u32[layout.of('msg') >> 2] = middle >> 3;
  }
  if (platform >= XE3) u32[state + 1] = index << 22;
  u32[state + 2] = lanes;
  u32[state + 3] = lanes;
}

/** Threads that have numbers below this: private memory is for so many. */
export const numbersOf = (threads: number): number => Math.ceil((threads + 1) / 8) * 10 + 16;
