/** A file of its own, because it needs all readers, and only a scan that replaces a file needs it. */
import { type Bytes, kernelRows } from '../../src/internal.ts';
import { atHand } from './file.ts';

/** Whether a file has device code. */
export function holdsCode(bytes: Bytes): boolean {
  return kernelRows({ root: '', path: '', size: bytes.length, sha256: null }, atHand(bytes)).length > 0;
}
