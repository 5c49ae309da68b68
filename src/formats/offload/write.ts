import { type Bytes, ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { type StructOf, type StructRows, writeStruct } from '../../core/schema/index.ts';
import { imagesOf, joined, layoutOffload } from './layout.ts';
import type { Offload, OffloadBlob, OffloadEntry } from './model.ts';
import { index } from './read.ts';
import { OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_MAGIC, OFFLOAD_STRING, OFFLOAD_STRING_1 } from './table.ts';

/** Bytes and their offset. */
export interface Piece {
  readonly at: number;
  readonly data: Uint8Array;
}

/**
 * The bytes of blobs: the inverse of `readOffload`.
 *
 * A blob keeps the layout that its numbers describe, byte for byte, if its entries are unchanged or differ only in images of the same size.
 * After any other change it is laid out again with `layoutOffload`, and a compressed body is written uncompressed.
 *
 * @example
 * writeOffload(readOffload(offloading).value).length === offloading.length; // true
 */
export function writeOffload(offload: Pick<Offload, 'blobs'> & { readonly rest?: Bytes }): Uint8Array {
  const rest = offload.rest ? [offload.rest.data] : [];
  return joined([...offload.blobs.map(writeBlob), ...rest]);
}

function writeBlob(blob: OffloadBlob): Uint8Array {
  if (!keepsLayout(blob)) return joined(layoutOffload(imagesOf(blob.entries), blob.header.version).map(writeBlob));
  return overlay(blob.length, blob.compressed ? headerPieces(blob) : [...headerPieces(blob), ...bodyPieces(blob)], blob.bytes);
}

function keepsLayout({ entries, placed, compressed }: OffloadBlob): boolean {
  if (entries.length !== placed.length) return false;
  // A new image that overlaps the place of another one would change that one too.
  const shared = overlapping(placed);
  return entries.every((entry, i) => {
    const old = placed[i];
    if (entry === old) return true;
    if (compressed || !old || entry.header !== old.header || entry.strings !== old.strings) return false;
    if (BigInt(entry.image.length) !== entry.header.image_size || old.image.length !== entry.image.length) return false;
    return !shared.has(old);
  });
}

/** Entries whose images share bytes with those of others. */
function overlapping(entries: readonly OffloadEntry[]): ReadonlySet<OffloadEntry> {
  const order = ({ header: a }: OffloadEntry, { header: b }: OffloadEntry) =>
    Number(a.image_offset > b.image_offset) || -Number(a.image_offset < b.image_offset);
  const sorted = entries.filter(({ header }) => header.image_size > 0n).sort(order);
  const overlaps = new Set<OffloadEntry>();
  let end = 0n;
  for (const [i, one] of sorted.entries()) {
    const { image_offset, image_size } = one.header;
    const imageEnd = image_offset + image_size;
    const next = sorted[i + 1];
    if (image_offset < end || (next !== undefined && next.header.image_offset < imageEnd)) overlaps.add(one);
    if (imageEnd > end) end = imageEnd;
  }
  return overlaps;
}

function headerPieces({ header }: OffloadBlob): Piece[] {
  const row = OFFLOAD_HEADERS.find(({ version }) => version === header.version) ?? OFFLOAD_HEADERS[0];
  const data = structBytes(row.rows, header);
  data.set(new ByteWriter(4).text(OFFLOAD_MAGIC).finish());
  return [{ at: 0, data }];
}

function bodyPieces({ header, entries }: OffloadBlob): Piece[] {
  const at = index(header.entries_offset);
  return entries.flatMap((entry, i) => [
    { at: at + i * OFFLOAD_ENTRY.size64, data: structBytes(OFFLOAD_ENTRY, entry.header) },
    ...stringPieces(entry, header.version),
    { at: index(entry.header.image_offset), data: entry.image.data },
  ]);
}

function stringPieces({ header, strings }: OffloadEntry, version: number): Piece[] {
  const rows = version === 1 ? OFFLOAD_STRING_1 : OFFLOAD_STRING;
  const from = index(header.strings_offset);
  // If some of them could not be read, the places of the others are not known; none of them has changed.
  const all = strings.length === index(header.strings_count);
  return strings.flatMap((string, i) => [
    ...(all ? [{ at: from + i * rows.size64, data: structBytes(rows, string.header) }] : []),
    { at: index(string.header.key_offset), data: encodeText(string.key) },
    { at: index(string.header.value_offset), data: encodeText(string.value) },
  ]);
}

/** A structure, as {@link writeStruct} writes it. */
export function structBytes(rows: StructRows, value: object): Uint8Array {
  const out = new ByteWriter(rows.size64);
  writeStruct(rows, value as StructOf<StructRows>, out, true);
  return out.finish();
}

/** `length` bytes: zeros, or the bytes that were read, overwritten by pieces. Pieces are truncated at the end. */
export function overlay(length: number, pieces: readonly Piece[], under?: Bytes): Uint8Array {
  const data = new Uint8Array(length);
  if (under) data.set(under.data.subarray(0, length));
  for (const piece of pieces) if (piece.at <= length) data.set(piece.data.subarray(0, length - piece.at), piece.at);
  return data;
}
