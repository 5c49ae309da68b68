/** How bytes are compressed, and what their container states about the decompressed bytes. */
export interface Compressed {
  readonly method: 'zlib' | 'gzip' | 'zstd' | 'deflate';
  /** In bytes. */
  readonly inflatedSize?: number;
  /** The first eight bytes of the MD5, as a little-endian number. */
  readonly md5Half?: bigint;
  /** The CRC-32. */
  readonly crc32?: number;
}
