/** Node's hashes, which are many times as fast: the command is bundled with them in place of those of the library (scripts/command.mjs). */
import { createHash, getHashes } from 'node:crypto';
import { md5 as md5OfLibrary } from '@noble/hashes/legacy.js';
import { type Bytes, chunks } from '../src/internal.ts';

/** Systems that allow only approved hashes lack MD5. */
export function md5(data: Uint8Array): Uint8Array {
  return getHashes().includes('md5') ? createHash('md5').update(data).digest() : md5OfLibrary(data);
}

export function sha256(bytes: Bytes): string {
  const hash = createHash('sha256');
  for (const part of chunks(bytes)) hash.update(part);
  return hash.digest('hex');
}
