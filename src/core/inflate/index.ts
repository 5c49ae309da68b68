/** Decompression under limits: zlib, gzip, bare deflate and zstd; zstd is written too. */
export { crc32 } from './crc32.ts';
export { inflate, inflateLimit } from './inflate.ts';
export { md5Half } from './md5.ts';
export { zstdExtent } from './zstd-extent.ts';
export { compressZstd } from './zstd-write.ts';
