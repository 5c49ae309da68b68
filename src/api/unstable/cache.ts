/** `zebin/unstable/cache`: files of the caches of the driver, SYCL and Triton. */
export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export {
  type CachedBinaries,
  type CacheFileRow,
  type CacheKey,
  type CacheStats,
  cacheFile,
  readCachedBinaries,
  readCacheKey,
  readCacheStats,
} from '../../formats/cache/index.ts';
