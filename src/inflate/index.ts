/** Decompression under limits: zlib, gzip and zstd. */
export { inflate, inflateLimit } from './inflate.ts';
export { md5Half } from './md5.ts';
