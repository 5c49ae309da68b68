/** Decompression under limits: zlib, gzip and zstd. */
export { inflate, inflateLimit } from './inflate.ts';
