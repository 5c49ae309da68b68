/** `zebin/unstable/legacy`: programs in patch tokens, the format before zebin. */
import type { Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import { dumpPatchTokens as dump, type PatchTokenKernel, type PatchTokens, readPatchTokens as read } from '../../formats/legacy/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Input, Outcome, PatchTokenKernel, PatchTokens };

/**
 * Reads a program in patch tokens. Throws `FormatError` for anything else.
 *
 * @example
 * const device = findItem(inspect(tokens).value, '!Intel(R) OpenCL Device Binary');
 * readPatchTokens(device?.bytes ?? tokens).value.kernels.length > 0; // true
 */
export function readPatchTokens(input: Input): Outcome<PatchTokens> {
  return read(input);
}

/**
 * What each byte of a program is.
 *
 * @example
 * const device = findItem(inspect(tokens).value, '!Intel(R) OpenCL Device Binary');
 * dumpPatchTokens(device?.bytes ?? tokens)[0].role; // 'field'
 */
export function dumpPatchTokens(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}
