import type { Bytes } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import { zstdExtent } from '../../core/inflate/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import { BUNDLE_ENTRY, BUNDLE_MAGIC, CCOB_HEADERS, CCOB_MAGIC, CCOB_METHODS, CCOB_PREFIX } from './table.ts';

const COUNT = BUNDLE_MAGIC.length;

/**
 * Length of the bundles that begin here and directly follow each other, as their lists say; it may be more than there is. Undefined if no
 * bundle begins here, or its list is damaged.
 */
export function bundleExtent(bytes: Bytes, out: Reporter): number | undefined {
  let end: number | undefined;
  for (let at = 0; bytes.startsWith(BUNDLE_MAGIC, at); ) {
    const size = oneBundle(bytes.sub(at, bytes.length), out);
    if (size === undefined) break;
    at += size;
    end = at;
  }
  return end;
}

function oneBundle(bytes: Bytes, out: Reporter): number | undefined {
  if (!bytes.has(COUNT, 8)) return undefined;
  const count = bytes.u64AsNumber(COUNT);
  let at = COUNT + 8;
  let end = at;
  if (count > (bytes.length - at) / BUNDLE_ENTRY.size64) return undefined;
  for (let i = 0; i < count; i++) {
    if (!out.charge(COST.part, bytes.span(at, at), '') || !bytes.has(at, BUNDLE_ENTRY.size64)) return undefined;
    const { offset, size, id_length } = readStruct(BUNDLE_ENTRY, bytes, at, true);
    at += BUNDLE_ENTRY.size64 + id_length;
    if (at > bytes.length || !Number.isSafeInteger(offset + size)) return undefined;
    if (size > 0) end = Math.max(end, offset + size);
  }
  return Math.max(end, at);
}

/**
 * Length of the compressed bundles that begin here and directly follow each other; it may be more than there is. Undefined if none begins
 * here, or its header is not known.
 */
export function ccobExtent(bytes: Bytes, out: Reporter): number | undefined {
  let end: number | undefined;
  for (let at = 0; isCcobAt(bytes, at); ) {
    const { version, method } = readStruct(CCOB_PREFIX, bytes, at, true);
    const rows = CCOB_HEADERS.find((row) => row.version === version)?.rows;
    if (!rows || !bytes.has(at, rows.size64)) break;
    const { file_size }: { readonly file_size?: number } = readStruct(rows, bytes, at, true);
    const size = file_size ?? rows.size64 + unsizedStream(bytes.sub(at + rows.size64, bytes.length), method, out);
    if (size < rows.size64 || !Number.isSafeInteger(at + size)) break;
    at += size;
    end = at;
  }
  return end;
}

/** Whether a header that this toolkit knows begins here. */
export function isCcobAt(bytes: Bytes, at: number): boolean {
  if (!bytes.has(at, CCOB_PREFIX.size64) || !bytes.startsWith(CCOB_MAGIC, at)) return false;
  const { version, method } = readStruct(CCOB_PREFIX, bytes, at, true);
  return CCOB_HEADERS.some((row) => row.version === version) && CCOB_METHODS[method] !== undefined;
}

const SEARCHED = 65_536;

/**
 * Length of a stream in a bundle of version 1, whose header does not have it. A zstd stream is followed from block to block; any other ends
 * where the next header begins, or at the end.
 */
export function unsizedStream(stream: Bytes, method: number, out: Reporter): number {
  const size = CCOB_METHODS[method] === 'zstd' ? zstdExtent(stream, out) : undefined;
  if (size !== undefined) return size;
  for (let from = 0; from < stream.length; from += SEARCHED) {
    const piece = stream.sub(from, Math.min(from + SEARCHED, stream.length));
    if (!out.charge(piece.length, piece.span(), '')) break;
    const { data } = piece;
    for (let at = data.indexOf(CCOB_MAGIC.charCodeAt(0)); at >= 0; at = data.indexOf(CCOB_MAGIC.charCodeAt(0), at + 1))
      if (isCcobAt(stream, from + at)) return from + at;
  }
  return stream.length;
}
