import { md5 } from '../bytes/index.ts';

/** The first eight bytes of the MD5 of `data`, as a little-endian number: clang writes it into compressed bundles. It detects damage, not attacks. */
export function md5Half(data: Uint8Array): bigint {
  const hash = md5(data);
  return new DataView(hash.buffer, hash.byteOffset, hash.byteLength).getBigUint64(0, true);
}
