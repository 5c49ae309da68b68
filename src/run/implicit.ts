/**
 * The implicit arguments: a structure with what a function needs of the launch, where it cannot have the payload of the kernel.
 *
 * Source: intel/compute-runtime shared/source/kernel/implicit_args_base.h and definitions/implicit_args.h.
 */
import type { Launch } from './model.ts';
import { groupCounts, type Walk } from './payload.ts';

/** Addresses that the structure holds. */
export interface ImplicitAddresses {
  readonly printf: number;
  /** The table of local ids: a row for each thread. */
  readonly localIds: number;
  readonly scratch: number;
  readonly sync: number;
  readonly assert: number;
}

/** Sizes that the structure itself states, and those with what the driver rounds up to, by version. */
const SIZES = [112, 152, 160] as const;
const ROUNDED = [128, 192, 160] as const;

export const implicitBytes = (version: number): number => ROUNDED[version as 0 | 1 | 2] ?? ROUNDED[0];

/** The structure of a version, for one walk. */
export function implicitArguments(version: number, launch: Launch, walk: Walk, simd: number, to: ImplicitAddresses): Uint8Array {
  const bytes = new Uint8Array(implicitBytes(version));
  const view = new DataView(bytes.buffer);
  const word = (at: number, value: number): void => view.setUint32(at, value, true);
  const wide = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);
  const three = (list: readonly number[], missing: number): readonly number[] => [0, 1, 2].map((i) => list[i] ?? missing);
  bytes[0] = SIZES[version as 0 | 1 | 2] ?? SIZES[0];
  bytes[1] = version;
  bytes[2] = launch.global.length;
  if (version < 2) bytes[3] = simd;
  three(walk.local, 1).forEach((value, i) => {
    word(4 + 4 * i, value);
  });
  three(launch.global, 1).forEach((value, i) => {
    wide(16 + 8 * i, value);
  });
  wide(40, to.printf);
  three(launch.offset ?? [], 0).forEach((value, i) => {
    wide(48 + 8 * i, value);
  });
  wide(72, to.localIds);
  three(groupCounts(launch), 1).forEach((value, i) => {
    word(80 + 4 * i, value);
  });
  wide(104, to.assert);
  if (version === 0) return bytes;
  wide(112, version === 1 ? to.scratch : to.sync);
  if (version === 1) wide(120, to.sync);
  three(launch.local, 1).forEach((value, i) => {
    word((version === 1 ? 128 : 120) + 4 * i, value);
  });
  return bytes;
}
