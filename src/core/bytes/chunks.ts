import type { Bytes } from './bytes.ts';

/** Enough that fetching takes little time for each byte, and little memory. */
const CHUNK = 1 << 22;

/** The bytes of a window in order, in parts: a window on a large file is never in memory as a whole. */
export function* chunks(bytes: Bytes): Generator<Uint8Array> {
  if (!bytes.remote) yield bytes.data;
  else for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.sub(at, Math.min(at + CHUNK, bytes.length)).data;
}

/** Whether all bytes of a window pass a test. */
export function everyByte(bytes: Bytes, test: (byte: number) => boolean): boolean {
  for (const part of chunks(bytes)) for (let i = 0; i < part.length; i++) if (!test(part[i] ?? 0)) return false;
  return true;
}

/** How many bytes at the beginning of a window are zero. */
export function leadingZeros(bytes: Bytes): number {
  let at = 0;
  for (const part of chunks(bytes)) {
    // A method of the array would call a function for each byte: files may have holes of gigabytes.
    for (let i = 0; i < part.length; i++) if (part[i] !== 0) return at + i;
    at += part.length;
  }
  return at;
}

/** Whether two windows have the same bytes. */
export function sameBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  for (const part of chunks(a)) {
    const other = b.sub(at, at + part.length).data;
    for (let i = 0; i < part.length; i++) if (part[i] !== other[i]) return false;
    at += part.length;
  }
  return true;
}
