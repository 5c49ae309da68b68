/** Cache files: the driver's, SYCL's persistent one, Triton's folder. */
export {
  type CachedBinaries,
  type CacheKey,
  type CacheStats,
  decodeCachedBinaries,
  decodeCacheKey,
  readCachedBinaries,
  readCacheKey,
  readCacheStats,
  syclCacheForm,
} from './read.ts';
export * from './table.ts';
