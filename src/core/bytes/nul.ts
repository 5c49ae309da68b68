import type { Bytes } from './bytes.ts';

/** Bytes that are searched first: few names are longer. */
const FIRST = 256;

/** Where the first NUL from an offset on is, or where a search of `most` bytes ends without one. */
export function nulAt(bytes: Bytes, from: number, most: number): number {
  const last = Math.min(bytes.length, from + most);
  let at = from;
  for (let count = FIRST; at < last; count *= 2) {
    // Reading a byte of a file that is not in memory fetches those around it.
    bytes.u8(at);
    const { data } = bytes.sub(at, Math.min(at + count, last));
    const index = data.indexOf(0);
    if (index >= 0) return at + index;
    at += data.length;
  }
  return last;
}
