/** `zebin/unstable/spirv`: the names of kernels in SPIR-V modules. */
import { Bytes } from '../../core/bytes/index.ts';
import { entryPoints as names } from '../../formats/spirv/index.ts';
import type { Input } from '../reading.ts';

export type { Input };

/**
 * The names of the kernels of a SPIR-V module; empty if the bytes are not a module.
 *
 * @example
 * entryPoints(new Uint8Array(20)); // []
 */
export function entryPoints(input: Input): readonly string[] {
  return names(Bytes.from(input));
}
