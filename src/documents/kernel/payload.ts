import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import { payloadMap } from '../../formats/zebin/index.ts';
import { payloadArgument } from '../../formats/zeinfo/index.ts';

/** Where the data of a kernel is in the registers when one of its threads starts. */
export interface PayloadInfo {
  /** Width of a register in bytes; null when the device is not known. */
  readonly grf_bytes: number | null;
  /** The registers, grouped by what fills them; empty when the device is not known, and for kernels of the vector compiler. */
  readonly regions: readonly PayloadRegionInfo[];
  /** Every entry of payload_arguments, then of per_thread_payload_arguments. */
  readonly entries: readonly PayloadEntryInfo[];
  /** Pairs of entries that overlap, as indices of `entries`. */
  readonly overlaps: readonly (readonly [number, number])[];
  /** The kinds of value that the driver fills, not the application, with their descriptions. */
  readonly implicit: readonly { readonly arg_type: string; readonly doc: string }[];
}

export interface PayloadRegionInfo {
  /** `header` is r0, `inline` comes with the dispatch, `cross-thread` is the rest of the data that threads share. */
  readonly kind: 'header' | 'per-thread' | 'inline' | 'cross-thread';
  /** First register. */
  readonly register: number;
  readonly registers: number;
  /** Number of used bytes. */
  readonly size: number;
}

export interface PayloadEntryInfo {
  readonly list: 'payload_arguments' | 'per_thread_payload_arguments';
  /** Index in that list. */
  readonly index: number;
  readonly arg_type: string;
  /** Argument of the code that the entry is or belongs to; null if there is none. */
  readonly arg_index: number | null;
  /** `none` for an entry that a table refers to. */
  readonly delivery: 'inline' | 'cross-thread' | 'per-thread' | 'none';
  /** Offset in the payload, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Null for an entry without bytes, and when the registers are not known. */
  readonly register: number | null;
  /** Byte in the register. */
  readonly byte: number | null;
  /** The beginning in assembly notation: `r8.5:ud`; null in the same cases. */
  readonly operand: string | null;
  /** Indices in the binding table; at most the first 16. */
  readonly surfaces: readonly number[];
  /** Index in the table of samplers. */
  readonly sampler: number | null;
}

const MAX_SURFACES = 16;
const docs = new Map<string, string>(payloadArgument.attributes.arg_type.type.rows.members.map(({ value, doc }) => [value, doc]));

/** The values that the application passes. The driver fills all others. */
export const EXPLICIT: readonly string[] = ['arg_byvalue', 'arg_bypointer'];

/** @param shared limits text that many entries have, in proportion to the file */
export function payloadInfo(zebin: Zebin, kernel: ZebinKernel, shared: (text: string) => string): PayloadInfo {
  const { grfBytes, regions, placements, overlaps } = payloadMap(zebin, kernel);
  const entries = placements.map(({ list, index, delivery, offset, size, place, surfaces, sampler }): PayloadEntryInfo => {
    const written = kernel.zeInfo[list]?.[index];
    return {
      list,
      index,
      arg_type: shared(written?.arg_type ?? ''),
      arg_index: written && 'arg_index' in written ? (written.arg_index ?? null) : null,
      delivery,
      offset,
      size,
      register: place?.register ?? null,
      byte: place?.byte ?? null,
      operand: place ? operandAt(place.register, place.byte, delivery === 'per-thread' ? 2 : size) : null,
      surfaces: surfaces.slice(0, MAX_SURFACES),
      sampler: sampler ?? null,
    };
  });
  const implicit = [...new Set(entries.map((entry) => entry.arg_type))].flatMap((arg_type) => {
    const doc = docs.get(arg_type);
    return doc === undefined || EXPLICIT.includes(arg_type) ? [] : [{ arg_type, doc }];
  });
  return { grf_bytes: grfBytes ?? null, regions, entries, overlaps, implicit };
}

/** In the largest integer type that divides the value's size and for which its place is aligned. */
function operandAt(register: number, byte: number, size: number): string {
  const bytes = [8, 4, 2].find((unit) => byte % unit === 0 && size % unit === 0) ?? 1;
  return `r${register}.${byte / bytes}:u${{ 8: 'q', 4: 'd', 2: 'w' }[bytes] ?? 'b'}`;
}
