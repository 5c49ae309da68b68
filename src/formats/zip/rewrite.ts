import { type Bytes, ByteWriter } from '../../core/bytes/index.ts';
import { crc32 } from '../../core/inflate/index.ts';
import { readStruct, type StructOf, type StructRows, writeStruct } from '../../core/schema/index.ts';
import type { Zip, ZipEntry, ZipList } from './model.ts';
import { ZIP_CENTRAL_HEADER, ZIP_END_64_HEADER, ZIP_END_HEADER, ZIP_EXTRA_64, ZIP_FLAGS, ZIP_IN_EXTRA, ZIP_LOCAL_HEADER } from './table.ts';

/** What of an entry's headers is new: where it begins, and for new content its sizes and checksum. */
interface Placed {
  readonly at: number;
  readonly data?: Uint8Array;
}

/**
 * An archive that was read, with new content in some of its entries: without any, the same bytes. New content is stored uncompressed; all
 * other entries keep their bytes, and what comes before and between them stays.
 *
 * Throws `RangeError` for an archive without a list at its end, one whose entries overlap, and one with offsets of 64 bits.
 *
 * @param changes by the entry of `zip.entries`
 */
export function rewriteZip(zip: Zip, changes: ReadonlyMap<object, Uint8Array>): Uint8Array {
  const { bytes, list, entries } = zip;
  if (!list) throw new RangeError('the list of entries at the end is missing');
  const out = new ByteWriter();
  const sorted = [...entries].sort((a, b) => a.at - b.at);
  const placed = new Map<ZipEntry, Placed>();
  let end = sorted[0]?.at ?? list.start;
  out.bytes(bytes.sub(0, end));
  sorted.forEach((entry, i) => {
    const next = sorted[i + 1]?.at ?? list.start;
    const data = changes.get(entry);
    if (entry.at !== end || next < entry.bytes.base - bytes.base + entry.bytes.length)
      throw new RangeError(`${entry.name} overlaps another entry`);
    placed.set(entry, { at: out.length - list.shift, ...(data ? { data } : {}) });
    if (data) writeLocal(bytes, entry, data, out);
    else out.bytes(bytes.sub(entry.at, next));
    end = next;
  });
  const start = out.length;
  let after = list.start;
  for (const entry of entries) after = writeListed(bytes, entry, placed.get(entry), out);
  const listSize = out.length - start;
  writeEnd(bytes, list, after, { list_size: listSize, list_offset: start - list.shift }, out);
  return out.finish();
}

/** The fields that describe content that is stored as it is. */
const stored = (flags: number, data: Uint8Array) => ({
  flags: flags & ~ZIP_FLAGS.descriptor,
  method: 0,
  crc32: crc32(data),
  stored_size: data.length,
  size: data.length,
});

function writeLocal(bytes: Bytes, { at, flags }: ZipEntry, data: Uint8Array, out: ByteWriter): void {
  const header = readStruct(ZIP_LOCAL_HEADER, bytes, at, true);
  const name = at + ZIP_LOCAL_HEADER.size64;
  const extra = without64(bytes.sub(name + header.name_length, name + header.name_length + header.extra_length));
  put(ZIP_LOCAL_HEADER, { ...header, ...stored(flags, data), extra_length: extra.length }, out);
  out
    .bytes(bytes.sub(name, name + header.name_length))
    .bytes(extra)
    .bytes(data);
}

/** Returns where the next header of the list begins in the archive that was read. */
function writeListed(bytes: Bytes, { listAt = 0, flags }: ZipEntry, placed: Placed | undefined, out: ByteWriter): number {
  const header = readStruct(ZIP_CENTRAL_HEADER, bytes, listAt, true);
  const name = listAt + ZIP_CENTRAL_HEADER.size64;
  const comment = name + header.name_length + header.extra_length;
  const extraFields = bytes.sub(name + header.name_length, comment);
  if (header.offset === ZIP_IN_EXTRA) throw new RangeError('its offsets have 64 bits');
  const { at, data } = placed ?? { at: header.offset };
  const extra = data ? without64(extraFields) : extraFields.data;
  const fields = { ...header, ...(data ? stored(flags, data) : {}), offset: at, extra_length: extra.length };
  put(ZIP_CENTRAL_HEADER, fields, out);
  out.bytes(bytes.sub(name, name + header.name_length)).bytes(extra);
  out.bytes(bytes.sub(comment, comment + header.comment_length));
  return comment + header.comment_length;
}

/** What follows the list: as it is, with the new place of the list. */
function writeEnd(bytes: Bytes, list: ZipList, after: number, place: { list_size: number; list_offset: number }, out: ByteWriter): void {
  const { end, end64, shift } = list;
  out.bytes(bytes.sub(after, end64 ?? end));
  if (end64 !== undefined) {
    const size = ZIP_END_64_HEADER.size64;
    const at = out.length - shift;
    put(ZIP_END_64_HEADER, { ...readStruct(ZIP_END_64_HEADER, bytes, end64, true), ...place }, out);
    out
      .bytes(bytes.sub(end64 + size, end - 12))
      .u64(at)
      .bytes(bytes.sub(end - 4, end));
  }
  const header = readStruct(ZIP_END_HEADER, bytes, end, true);
  const size = header.list_size === ZIP_IN_EXTRA ? {} : { list_size: place.list_size };
  const offset = header.list_offset === ZIP_IN_EXTRA ? {} : { list_offset: place.list_offset };
  put(ZIP_END_HEADER, { ...header, ...size, ...offset }, out);
  out.bytes(bytes.sub(end + ZIP_END_HEADER.size64, bytes.length));
}

function put<S extends StructRows>(rows: S, value: object, out: ByteWriter): void {
  writeStruct(rows, value as StructOf<S>, out, true);
}

/** An extra field without 64-bit sizes: the headers have those of new content. */
function without64(extra: Bytes): Uint8Array {
  const out = new ByteWriter(extra.length);
  let at = 0;
  while (extra.has(at, 4) && extra.has(at + 4, extra.u16(at + 2))) {
    const end = at + 4 + extra.u16(at + 2);
    if (extra.u16(at) !== ZIP_EXTRA_64) out.bytes(extra.sub(at, end));
    at = end;
  }
  return out.bytes(extra.sub(at, extra.length)).finish();
}
