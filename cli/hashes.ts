/** Node's hashes, which are many times as fast as those of the library. */
import { createHash, getHashes } from 'node:crypto';
import { type Bytes, useHashes } from '../src/internal.ts';

/** How much of a file that is not in memory is hashed at a time. */
const CHUNK = 1 << 22;

/** Passes them to the library. Systems that allow only approved hashes lack MD5: then the library uses its own. */
export function useNodeHashes(): void {
  const md5 = getHashes().includes('md5') ? { md5: (data: Uint8Array) => createHash('md5').update(data).digest() } : {};
  useHashes({ ...md5, sha256 });
}

function sha256(bytes: Bytes): string {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += CHUNK) hash.update(bytes.sub(at, Math.min(at + CHUNK, bytes.length)).data);
  return hash.digest('hex');
}
