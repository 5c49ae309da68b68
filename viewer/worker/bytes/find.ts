/** Search for bytes, a piece of the source at a time. */
import { sourceItem } from './dumps.ts';

/** Bytes that are searched at a time. */
const PIECE = 1 << 20;

export interface Sought {
  readonly file: number;
  readonly at: string;
  readonly bytes: Uint8Array;
  /** Where the search begins: the next hit begins there or after, the one before begins before it. */
  readonly from: number;
  readonly backwards: boolean;
}

/** Absolute offset of the next hit, around the end of the source; null when there is none. */
export function findBytes({ file, at, bytes: pattern, from, backwards }: Sought): number | null {
  const { bytes } = sourceItem(file, at);
  if (pattern.length === 0 || pattern.length > bytes.length) return null;
  const relative = from - bytes.base;
  const piece = (start: number) => {
    const data = bytes.sub(start, Math.min(start + PIECE + pattern.length - 1, bytes.length)).data;
    return { start, data };
  };
  const starts: number[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) starts.push(start);
  const pieceIndex = Math.min(Math.max(Math.floor(relative / PIECE), 0), starts.length - 1);
  // The piece in which the search begins is searched twice: the part on the other side comes last.
  const order = backwards
    ? [...starts.slice(0, pieceIndex + 1).reverse(), ...starts.slice(pieceIndex).reverse()]
    : [...starts.slice(pieceIndex), ...starts.slice(0, pieceIndex + 1)];
  for (const [i, start] of order.entries()) {
    const { data } = piece(start);
    const limit = i === 0 ? relative - start : undefined;
    const index = backwards ? lastIn(data, pattern, limit) : firstIn(data, pattern, limit ?? 0);
    if (index >= 0) return bytes.base + start + index;
  }
  return null;
}

function firstIn(data: Uint8Array, pattern: Uint8Array, from: number): number {
  const [first = 0] = pattern;
  for (let at = data.indexOf(first, Math.max(from, 0)); at >= 0; at = data.indexOf(first, at + 1)) if (isAt(data, pattern, at)) return at;
  return -1;
}

function lastIn(data: Uint8Array, pattern: Uint8Array, before: number | undefined): number {
  const [first = 0] = pattern;
  const last = Math.min(before === undefined ? data.length : before - 1, data.length - pattern.length);
  if (last < 0) return -1;
  for (let at = data.lastIndexOf(first, last); at >= 0; at = at === 0 ? -1 : data.lastIndexOf(first, at - 1))
    if (isAt(data, pattern, at)) return at;
  return -1;
}

function isAt(data: Uint8Array, pattern: Uint8Array, at: number): boolean {
  if (at + pattern.length > data.length) return false;
  for (let i = 0; i < pattern.length; i++) if (data[at + i] !== pattern[i]) return false;
  return true;
}
