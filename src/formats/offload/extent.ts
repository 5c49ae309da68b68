import type { Bytes } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { OFFLOAD_ALIGN, OFFLOAD_HEADERS, OFFLOAD_MAGIC } from './table.ts';

/** Offset of the size, and bytes of the shortest header. */
const SIZE = 8;
const HEADER = OFFLOAD_HEADERS[0].rows.size64;

/**
 * Length of the OffloadBinaries that begin here and follow each other at multiples of 8: their headers have it. Undefined if none begins
 * here, or the first is not whole.
 */
export function offloadExtent(bytes: Bytes, out: Reporter): number | undefined {
  let end: number | undefined;
  for (
    let at = 0;
    bytes.startsWith(OFFLOAD_MAGIC, at) && bytes.has(at, HEADER);
    at = Math.ceil((end ?? 0) / OFFLOAD_ALIGN) * OFFLOAD_ALIGN
  ) {
    const size = bytes.u64AsNumber(at + SIZE);
    if (!OFFLOAD_HEADERS.some(({ version }) => version === bytes.u32(at + 4)) || size < HEADER || !bytes.has(at, size)) break;
    if (!out.charge(HEADER, bytes.span(at, at), '')) break;
    end = at + size;
  }
  return end;
}
