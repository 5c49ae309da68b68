/** `zebin/unstable/cache`: files of the caches of the driver, SYCL and Triton. */

import type { Outcome } from '../../core/diag/index.ts';
import {
  type CachedBinaries,
  type CacheKey,
  type CacheStats,
  cacheFile as find,
  readCachedBinaries as readBinaries,
  readCacheKey as readKey,
  readCacheStats as readStats,
} from '../../formats/cache/index.ts';
import type { Input } from '../reading.ts';

export type { CachedBinaries, CacheKey, CacheStats, Input, Outcome };

/**
 * What a file of a cache is, by its path; undefined for one of no known cache.
 *
 * @example
 * cacheFile('neo_compiler_cache/0123456789abcdef.cl_cache')?.cache; // 'driver'
 */
export function cacheFile(path: string): { readonly cache: string; readonly role: string; readonly doc: string } | undefined {
  return find(path);
}

/**
 * Reads a file with binaries of SYCL's persistent cache. Throws `FormatError` (`cache/not-cache`) for anything else.
 *
 * @example
 * const file = new Uint8Array(12);
 * file[0] = 4;
 * readCachedBinaries(file).value.binaries.length; // 1
 */
export function readCachedBinaries(input: Input): Outcome<CachedBinaries> {
  return readBinaries(input);
}

/**
 * Reads the key of an entry of SYCL's persistent cache: device, build options, specialization constants, source.
 *
 * @example
 * readCacheKey(new Uint8Array(32)).value.build_options; // ''
 */
export function readCacheKey(input: Input): Outcome<CacheKey> {
  return readKey(input);
}

/**
 * Reads the counts of hits and misses in the driver's cache. Throws `FormatError` (`cache/not-cache`) for anything else.
 *
 * @example
 * readCacheStats(new Uint8Array(24)).value.hits; // 0n
 */
export function readCacheStats(input: Input): Outcome<CacheStats> {
  return readStats(input);
}
