import type { Bytes } from '../bytes/index.ts';
import { COST, type Reporter } from '../diag/index.ts';
import { frameHeaderRest } from './zstd.ts';
import { MAGIC, MAX_BLOCK, SKIPPABLE } from './zstd-table.ts';

/**
 * Length of the zstd frames that begin here and directly follow each other, as the headers of their blocks say, without inflating them.
 * Undefined if none begins here, or a block is damaged or not whole.
 */
export function zstdExtent(bytes: Bytes, out: Reporter): number | undefined {
  let end: number | undefined;
  for (let at = 0; bytes.has(at, 8); ) {
    const after = oneFrame(bytes, at, out);
    if (after === undefined || after > bytes.length) break;
    at = after;
    end = at;
  }
  return end;
}

const ROW_OF_BLOCK = 3;

function oneFrame(bytes: Bytes, start: number, out: Reporter): number | undefined {
  const magic = bytes.u32(start);
  if (Math.floor(magic / 16) === SKIPPABLE) return start + 8 + bytes.u32(start + 4);
  if (magic !== MAGIC) return undefined;
  const descriptor = bytes.u8(start + 4);
  // A reserved bit.
  if ((descriptor & 8) !== 0) return undefined;
  let at = start + 5 + frameHeaderRest(descriptor);
  for (let last = false; !last; ) {
    if (!bytes.has(at, ROW_OF_BLOCK) || !out.charge(COST.entry, bytes.span(at, at), '')) return undefined;
    const head = bytes.u16(at) | (bytes.u8(at + 2) << 16);
    const type = (head >> 1) & 3;
    const size = head >> 3;
    last = (head & 1) === 1;
    if (type === 3 || size > MAX_BLOCK) return undefined;
    at += ROW_OF_BLOCK + (type === 1 ? 1 : size);
  }
  return at + ((descriptor & 4) !== 0 ? 4 : 0);
}
