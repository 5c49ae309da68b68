/** The hashes that formats and reports name. The command is bundled with Node's in place of this module (cli/digests.ts). */
import { md5 as ofLibrary } from '@noble/hashes/legacy.js';
import { sha256 as sha256OfLibrary } from '@noble/hashes/sha2.js';
import type { Bytes } from './bytes.ts';
import { chunks } from './chunks.ts';
import { hexBytes } from './hex.ts';

/** The 16 bytes of the MD5 of `data`. */
export function md5(data: Uint8Array): Uint8Array {
  return ofLibrary(data);
}

/** The SHA-256 of a window, in hexadecimal. */
export function sha256(bytes: Bytes): string {
  const hash = sha256OfLibrary.create();
  for (const part of chunks(bytes)) hash.update(part);
  return hexBytes(hash.digest());
}
