/** `zebin/unstable/inflate`: decompression of zlib, gzip and zstd under limits, and compression with zstd. */
import { type Input, reading } from '../../core/bytes/index.ts';
import type { Outcome } from '../../core/diag/index.ts';
import { inflate as decompress } from '../../core/inflate/index.ts';

export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export { compressZstd } from '../../core/inflate/index.ts';

/**
 * The content of a compressed stream. Undefined, with a diagnostic, for a damaged stream and for one that makes far more than its size
 * allows (`limit/inflated`).
 *
 * @example
 * const stream = compressZstd(new TextEncoder().encode('hello'));
 * const { value } = inflate(stream, 'zstd');
 * new TextDecoder().decode(value); // 'hello'
 */
export function inflate(input: Input, method: 'zlib' | 'gzip' | 'zstd'): Outcome<Uint8Array | undefined> {
  return reading(input, (bytes, out) => decompress(bytes, { method }, '!', out)?.data);
}
