/** Node's hashes, which are many times as fast as those of the library. */
import { createHash, getHashes } from 'node:crypto';
import { type Bytes, chunks, useHashes } from '../src/internal.ts';

/** Passes them to the library. Systems that allow only approved hashes lack MD5: then the library uses its own. */
export function useNodeHashes(): void {
  const md5 = getHashes().includes('md5') ? { md5: (data: Uint8Array) => createHash('md5').update(data).digest() } : {};
  useHashes({ ...md5, sha256 });
}

function sha256(bytes: Bytes): string {
  const hash = createHash('sha256');
  for (const part of chunks(bytes)) hash.update(part);
  return hash.digest('hex');
}
