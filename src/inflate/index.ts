/** Decompression under limits: zlib, gzip and zstd; zstd is written too. */
export { inflate, inflateLimit } from './inflate.ts';
export { md5Half } from './md5.ts';
export { compressZstd } from './zstd-write.ts';
