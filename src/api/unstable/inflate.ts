/** `zebin/unstable/inflate`: decompression of zlib, gzip and zstd under limits, and compression with zstd. */
import { Bytes } from '../../core/bytes/index.ts';
import type { Outcome } from '../../core/diag/index.ts';
import { compressZstd as compress, inflate as decompress } from '../../core/inflate/index.ts';
import { type Input, reporting } from '../reading.ts';

export type { Input, Outcome };

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
  const bytes = Bytes.from(input);
  return reporting(bytes.length, (out) => decompress(bytes, { method }, '!', out)?.data);
}

/**
 * The data as a zstd stream with its size and checksum.
 *
 * @example
 * compressZstd(new Uint8Array(1_000)).length < 100; // true
 */
export function compressZstd(data: Uint8Array): Uint8Array {
  return compress(data);
}
