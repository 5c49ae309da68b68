import { type Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { crc32 } from '../../core/inflate/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import { findList, type ListPlace } from './list.ts';
import type { Zip, ZipEntry } from './model.ts';
import {
  ZIP_CENTRAL,
  ZIP_CENTRAL_HEADER,
  ZIP_DESCRIPTOR,
  ZIP_END,
  ZIP_EXTRA_64,
  ZIP_FLAGS,
  ZIP_IN_EXTRA,
  ZIP_LOCAL,
  ZIP_LOCAL_HEADER,
  ZIP_METHODS,
} from './table.ts';

const LOCAL = ZIP_LOCAL_HEADER.size64;
const CENTRAL = ZIP_CENTRAL_HEADER.size64;

/**
 * Reads a ZIP archive by the list at its end, as programs do; without one, by the headers before the entries (`zip/list`).
 *
 * Of a truncated entry, the part that exists is returned (`zip/entry`). Entries that are encrypted, or compressed by another method than
 * deflate, are listed and not read (`zip/method`); nor are those whose bytes are also those of another (`zip/overlap`). Throws
 * `FormatError` (`zip/not-zip`) if neither an entry nor a list begins the data.
 */
export function readZip(input: Input): Outcome<Zip> {
  return reading(input, decodeZip);
}

/** As {@link readZip}, with the diagnostics to a reporter. */
export function decodeZip(bytes: Bytes, out: Reporter): Zip {
  if (!bytes.startsWith(ZIP_LOCAL) && !bytes.startsWith(ZIP_END)) {
    const message = 'this is not a ZIP archive: it begins neither with an entry nor with the end of a list';
    throw new FormatError(diagnostic('zip/not-zip', message, bytes.span(0, Math.min(4, bytes.length)), ''));
  }
  const list = findList(bytes);
  const entries = list ? listedEntries(bytes, list, out) : entriesInOrder(bytes, out);
  return { kind: 'zip', bytes, entries, ...(list ? { list } : {}) };
}

function listedEntries(bytes: Bytes, list: ListPlace, out: Reporter): ZipEntry[] {
  const listings: Listing[] = [];
  const most = out.listable;
  let at = list.start;
  for (let i = 0; i < list.count; i++) {
    const path = `entries[${i}]`;
    if (i >= most) {
      out.end(bytes.span(at), path);
      break;
    }
    if (!bytes.startsWith(ZIP_CENTRAL, at) || !bytes.has(at, CENTRAL)) {
      const message = `the list has ${list.count} entries by its end, and entry ${i} is not in it`;
      out.report('zip/list', bytes.span(Math.min(at, bytes.length)), path, message, { expected: list.count, found: i });
      break;
    }
    const header = readStruct(ZIP_CENTRAL_HEADER, bytes, at, true);
    const tail = header.name_length + header.extra_length + header.comment_length;
    if (!out.charge(CENTRAL + tail, bytes.span(at, at), path)) break;
    const extra = extraAt(bytes, at + CENTRAL + header.name_length, header.extra_length);
    const sizes = sizesOf(header, extra);
    const name = nameAt(bytes, at + CENTRAL, header.name_length, path, out);
    const { size, stored_size, offset = header.offset } = sizes;
    const start = list.shift + offset;
    const local = localAt(bytes, start);
    if (local === undefined) {
      const message = `the list says that the header of ${name} is at ${start}, but none begins there`;
      out.report('zip/entry', bytes.span(at, at + CENTRAL), path, message);
    }
    const { flags, method, crc32 } = header;
    const from = local ?? bytes.length;
    listings.push({ index: i, name, flags, method, crc32, size, stored_size, at: start, from, listAt: at });
    at += CENTRAL + tail;
  }
  const overlaps = overlapsOf(listings.filter(({ from }) => from < bytes.length));
  return listings.map((one) => entry(bytes, one, `entries[${one.index}]`, out, overlaps.get(one.index)));
}

/**
 * Entries whose bytes reach into another entry, and the name of that. A list can name the same bytes any number of times, which only
 * archives do that are made to hurt; of such entries the one that begins last is read, and of those at one place the first. CPython refuses
 * them too (`_end_offset` in Lib/zipfile).
 *
 * @param listings those whose header is where the list says
 */
function overlapsOf(listings: readonly Listing[]): ReadonlyMap<number, string> {
  const overlaps = new Map<number, string>();
  const inOrder = [...listings].sort((a, b) => a.at - b.at || b.index - a.index);
  inOrder.forEach(({ index, from, stored_size }, i) => {
    const next = inOrder[i + 1];
    if (next !== undefined && from + stored_size > next.at) overlaps.set(index, next.name);
  });
  return overlaps;
}

/** Where the content of the entry with this local header begins. */
function localAt(bytes: Bytes, at: number): number | undefined {
  if (!Number.isSafeInteger(at) || !bytes.startsWith(ZIP_LOCAL, at) || !bytes.has(at, LOCAL)) return undefined;
  const { name_length, extra_length } = readStruct(ZIP_LOCAL_HEADER, bytes, at, true);
  const from = at + LOCAL + name_length + extra_length;
  return from <= bytes.length ? from : undefined;
}

interface Listing {
  readonly index: number;
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  readonly stored_size: number;
  readonly at: number;
  /** Where the content begins. */
  readonly from: number;
  readonly listAt?: number;
}

/** @param overlap the name of an entry into which its bytes reach */
function entry(bytes: Bytes, listing: Listing, path: string, out: Reporter, overlap?: string): ZipEntry {
  const { index, name, flags, method, size, stored_size: storedSize, at, from, listAt } = listing;
  const end = Math.min(from + storedSize, bytes.length);
  if (from + storedSize > bytes.length && from < bytes.length) {
    const message = `the entry ${name} is ${storedSize} bytes, of which ${bytes.length - from} are in the file`;
    out.report('zip/entry', bytes.span(from), path, message, { expected: storedSize, found: bytes.length - from });
  }
  const content = bytes.sub(from, end);
  const row = ZIP_METHODS.find(({ value }) => value === method);
  const encrypted = (flags & ZIP_FLAGS.encrypted) !== 0;
  const unread = encrypted ? 'it is encrypted' : row?.read ? undefined : `its method is ${row?.name ?? method}`;
  if (unread !== undefined) {
    const message = `the entry ${name} is not read: ${unread}`;
    out.report('zip/method', content.span(), path, message, { name, method });
  }
  const made: Draft = { index, name, flags, method, crc32: listing.crc32, size, storedSize, at, bytes: content };
  if (unread !== undefined) made.unread = unread;
  else if (overlap !== undefined) {
    const message = `the entry ${name} is not read: its bytes are also those of ${overlap}`;
    out.report('zip/overlap', content.span(), path, message, { name, other: overlap });
    made.unread = 'its bytes are also those of another entry';
  } else if (row?.name === 'deflate') made.compressed = { method: 'deflate', inflatedSize: size, crc32: listing.crc32 };
  else checkStored(content, listing, path, out);
  if (listAt !== undefined) made.listAt = listAt;
  return made;
}

/** An entry while it is made. */
type Draft = { -readonly [Member in keyof ZipEntry]: ZipEntry[Member] };

/** Content that is not compressed is checked here: nothing that reads it later knows its checksum. */
function checkStored(content: Bytes, { name, size, crc32: expected, stored_size }: Listing, path: string, out: Reporter): void {
  if (content.remote || content.length !== stored_size || !out.charge(content.length, content.span(), path)) return;
  const sum = crc32(content.data);
  if (size === stored_size && sum === expected) return;
  const what = size === stored_size ? 'the CRC-32' : 'the size';
  out.report('inflate/checksum', content.span(), path, `${what} of ${name} is not the one in the archive`, { expected, found: sum });
}

/** Entries by their own headers, for an archive whose end is missing. */
function entriesInOrder(bytes: Bytes, out: Reporter): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const most = out.listable;
  let at = 0;
  out.report('zip/list', bytes.span(bytes.length), '', 'the list of entries at the end is missing; they are read by their own headers');
  while (bytes.startsWith(ZIP_LOCAL, at) && bytes.has(at, LOCAL)) {
    const path = `entries[${entries.length}]`;
    const header = readStruct(ZIP_LOCAL_HEADER, bytes, at, true);
    const from = at + LOCAL + header.name_length + header.extra_length;
    if (from > bytes.length || !out.charge(from - at, bytes.span(at, at), path)) break;
    if (entries.length >= most) {
      out.end(bytes.span(at), path);
      break;
    }
    const name = nameAt(bytes, at + LOCAL, header.name_length, path, out);
    const { flags, method } = header;
    const listed = sizesOf(header, extraAt(bytes, from - header.extra_length, header.extra_length));
    const later = (flags & ZIP_FLAGS.descriptor) !== 0 ? afterData(bytes, from, out) : undefined;
    const { crc32, size, stored_size } = later ?? { crc32: header.crc32, ...listed };
    entries.push(entry(bytes, { index: entries.length, name, flags, method, crc32, size, stored_size, at, from }, path, out));
    at = later?.end ?? from + stored_size;
  }
  return entries;
}

/** Checksum and sizes that follow the data: the first ones whose size is the distance to them. */
function afterData(
  bytes: Bytes,
  from: number,
  out: Reporter,
): { crc32: number; stored_size: number; size: number; end: number } | undefined {
  const [first = 0] = [...ZIP_DESCRIPTOR].map((c) => c.charCodeAt(0));
  for (let base = from; base < bytes.length; base += CHUNK) {
    const piece = bytes.sub(base, Math.min(base + CHUNK, bytes.length));
    if (!out.charge(piece.length, piece.span(), '')) return undefined;
    const { data } = piece;
    for (let i = data.indexOf(first); i >= 0; i = data.indexOf(first, i + 1)) {
      const at = base + i;
      if (!bytes.startsWith(ZIP_DESCRIPTOR, at) || !bytes.has(at, 16)) continue;
      const stored_size = at - from;
      // With 64-bit sizes, whose low half may be a 32-bit size; then something of the archive follows.
      const long =
        bytes.has(at, 24) && bytes.u64AsNumber(at + 8) === stored_size && (bytes.startsWith('PK', at + 24) || !bytes.has(at, 25));
      if (!long && bytes.u32(at + 8) !== stored_size) continue;
      const [size, end] = long ? [bytes.u64AsNumber(at + 16), at + 24] : [bytes.u32(at + 12), at + 16];
      return { crc32: bytes.u32(at + 4), stored_size, size, end };
    }
  }
  return undefined;
}

const CHUNK = 65_536;

/** The 64-bit sizes of the extra field, in its order, for the fields that refer to it. */
function sizesOf(
  header: { readonly size: number; readonly stored_size: number; readonly offset?: number },
  extra: Bytes | undefined,
): { size: number; stored_size: number; offset: number | undefined } {
  let at = 0;
  const long = (value: number): number => {
    if (value !== ZIP_IN_EXTRA || !extra?.has(at, 8)) return value;
    at += 8;
    return extra.u64AsNumber(at - 8);
  };
  const size = long(header.size);
  const stored_size = long(header.stored_size);
  return { size, stored_size, offset: header.offset === undefined ? undefined : long(header.offset) };
}

/** The part of an extra field that has 64-bit sizes. */
function extraAt(bytes: Bytes, start: number, length: number): Bytes | undefined {
  const end = Math.min(start + length, bytes.length);
  for (let at = start; at + 4 <= end; ) {
    const size = bytes.u16(at + 2);
    if (bytes.u16(at) === ZIP_EXTRA_64) return bytes.sub(at + 4, Math.min(at + 4 + size, end));
    at += 4 + size;
  }
  return undefined;
}

function nameAt(bytes: Bytes, at: number, length: number, path: string, out: Reporter): string {
  const { memberName } = LIMITS;
  const end = Math.min(at + length, bytes.length);
  if (length > memberName)
    out.report('limit/name-length', bytes.span(at, end), path, `the name is longer than ${memberName} bytes and is truncated`);
  out.charge(COST.entry, bytes.span(at, at), path);
  return displayText(bytes.sub(Math.min(at, end), Math.min(at + memberName, end)).text());
}
