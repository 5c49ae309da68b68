/**
 * The payload as a picture: a row for each register, or for 32 bytes of memory where no registers are known; in it a cell for each
 * entry, or for the part of it that is in the row.
 */
import type { PayloadInfo, PayloadRegionInfo } from '../../src/internal.ts';

export interface PictureCell {
  /** Place of the entry in the list of entries. */
  readonly entry: number;
  /** First byte in the row. */
  readonly byte: number;
  readonly size: number;
  /** Whether the entry begins, and ends, here. */
  readonly begins: boolean;
  readonly ends: boolean;
}

export interface PictureRow {
  /** First register, or first byte of memory. */
  readonly at: number;
  /** How many registers, or rows of memory, are drawn as one, because one entry fills all of them. */
  readonly together: number;
  /** Absent for memory. */
  readonly region?: PayloadRegionInfo['kind'];
  readonly cells: readonly PictureCell[];
}

export interface Picture {
  readonly unit: 'register' | 'memory';
  /** Bytes of a row. */
  readonly width: number;
  readonly rows: readonly PictureRow[];
  /** Whether there is more than is drawn. */
  readonly cut: boolean;
}

/** More than any kernel has: 4 KiB of arguments and the local ids are 262 registers at most. */
const MAX_ROWS = 512;
const MAX_CELLS = 4_096;
/** Up to this many registers in the middle of an entry are drawn separately; more are drawn as one. */
const FOLDED = 4;
const MEMORY_WIDTH = 32;

interface Placed {
  readonly entry: number;
  /** In bytes from r0, or from the start of the payload. */
  readonly start: number;
  readonly end: number;
}

export function drawPayload({ entries, regions, grf_bytes }: PayloadInfo): Picture {
  const known = grf_bytes !== null && regions.length > 0;
  const width = known ? grf_bytes : MEMORY_WIDTH;
  const placed = entries.flatMap(({ list, register, byte, offset, size }, entry): Placed[] => {
    if (size <= 0) return [];
    if (known)
      return register === null || byte === null ? [] : [{ entry, start: register * width + byte, end: register * width + byte + size }];
    return list === 'payload_arguments' && offset >= 0 ? [{ entry, start: offset, end: offset + size }] : [];
  });
  placed.sort((a, b) => a.start - b.start || a.entry - b.entry);
  const end = placed.reduce((most, one) => Math.max(most, one.end), 0);
  const stretches = known
    ? regions.map(({ kind, register, registers }) => ({ region: kind, first: register, last: register + registers - 1 }))
    : [{ region: undefined, first: 0, last: Math.ceil(end / width) - 1 }];
  const rows: PictureRow[] = [];
  let cells = 0;
  let cut = false;
  for (const { region, first, last } of stretches) {
    for (const [from, to] of foldedRows(placed, width, first, last)) {
      cut ||= rows.length >= MAX_ROWS || cells >= MAX_CELLS;
      if (cut) break;
      const drawn = cellsIn(placed, from * width, (to + 1) * width, width, MAX_CELLS - cells);
      cells += drawn.length;
      rows.push({ at: known ? from : from * width, together: to - from + 1, ...(region === undefined ? {} : { region }), cells: drawn });
    }
  }
  return { unit: known ? 'register' : 'memory', width, rows, cut };
}

/** Rows of a range: separate, except that many rows in which nothing begins or ends are drawn as one. */
function foldedRows(placed: readonly Placed[], width: number, first: number, last: number): [number, number][] {
  const alone = new Set<number>();
  for (const { start, end } of placed) {
    for (const one of [Math.floor(start / width), Math.floor((end - 1) / width)]) if (one >= first && one <= last) alone.add(one);
  }
  const ranges: [number, number][] = [];
  const between = (from: number, to: number) => {
    if (to - from + 1 > FOLDED) ranges.push([from, to]);
    else for (let one = from; one <= to; one++) ranges.push([one, one]);
  };
  let next = first;
  for (const one of [...alone].sort((a, b) => a - b)) {
    if (one > next) between(next, one - 1);
    ranges.push([one, one]);
    next = one + 1;
    if (ranges.length > MAX_ROWS) return ranges;
  }
  if (next <= last) between(next, last);
  return ranges;
}

/** The parts of entries between two bytes; in rows that are drawn as one, nothing begins or ends. */
function cellsIn(placed: readonly Placed[], from: number, to: number, width: number, space: number): PictureCell[] {
  const cells: PictureCell[] = [];
  for (const { entry, start, end } of placed) {
    if (start >= to || cells.length >= space) break;
    if (end <= from) continue;
    const byte = Math.max(start - from, 0);
    cells.push({ entry, byte, size: Math.min(Math.min(end, to) - from - byte, width), begins: start >= from, ends: end <= to });
  }
  return cells;
}
