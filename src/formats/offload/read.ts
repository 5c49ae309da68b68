import { Bytes, ByteWriter, type Compressed, displayText, hex, type Input, reading } from '../../core/bytes/index.ts';
import { COST, caughtFinding, diagnostic, FormatError, type Outcome, Reporter } from '../../core/diag/index.ts';
import { inflate } from '../../core/inflate/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import type { Offload, OffloadBlob, OffloadEntry, OffloadHeader, OffloadString } from './model.ts';
import { OFFLOAD_ALIGN, OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_MAGIC, OFFLOAD_STRING, OFFLOAD_STRING_1 } from './table.ts';

/**
 * Reads OffloadBinary blobs, one after another, of the versions 1 to 3.
 *
 * Throws `FormatError` when there is no header to read: `offload/not-offload`, `offload/header`, `offload/version`. For a later fault, the
 * entry, string or image is left out with an error.
 *
 * @example
 * readOffload(offloading).value.blobs.length > 0; // true
 */
export function readOffload(input: Input): Outcome<Offload> {
  return reading(input, decodeOffload);
}

/** As {@link readOffload}, with the diagnostics to a reporter. */
export function decodeOffload(bytes: Bytes, out: Reporter): Offload {
  const blobs: OffloadBlob[] = [];
  let at = 0;
  do {
    try {
      const blob = readBlob(bytes.sub(at, bytes.length), blobs.length === 0 ? '' : `blobs[${blobs.length}]/`, out);
      blobs.push(blob);
      at += blob.length;
    } catch (error) {
      if (blobs.length === 0) throw error;
      const { code, span, path, message, data } = caughtFinding(error);
      out.report(code, span, path, message, data);
      break;
    }
  } while (bytes.startsWith(OFFLOAD_MAGIC, at) && !out.exhausted);
  const rest = bytes.sub(at, bytes.length);
  if (rest.length > 0 && out.charge(Math.min(rest.length, 4096), rest.span(), '')) reportRest(rest, blobs.length, out);
  return { kind: 'offload', bytes, blobs, rest };
}

/** Zeros after a blob fill up its section. */
function reportRest(rest: Bytes, count: number, out: Reporter): void {
  if (rest.startsWith(OFFLOAD_MAGIC)) return;
  for (let at = 0; at < Math.min(rest.length, 4096); at++) {
    if (rest.u8(at) === 0) continue;
    out.report(
      'offload/rest',
      rest.span(),
      '',
      `${rest.length} bytes after ${count === 1 ? 'the blob' : `the ${count} blobs`} belong to none`,
    );
    return;
  }
}

function readBlob(bytes: Bytes, path: string, out: Reporter): OffloadBlob {
  const fail = (code: 'offload/not-offload' | 'offload/header' | 'offload/version', message: string, from: number, to: number) =>
    new FormatError(diagnostic(code, message, bytes.span(Math.min(from, bytes.length), Math.min(to, bytes.length)), path));
  if (!bytes.startsWith(OFFLOAD_MAGIC))
    throw fail('offload/not-offload', 'this is not an OffloadBinary: its first bytes are not 10 ff 10 ad', 0, 4);
  const version = bytes.has(4, 4) ? bytes.u32(4) : 0;
  const row = OFFLOAD_HEADERS.find((header) => header.version === version);
  if (!row && bytes.has(4, 4))
    throw fail('offload/version', `the version is ${version}; versions 1 to ${OFFLOAD_HEADERS.length} are known`, 4, 8);
  const headerSize = (row ?? OFFLOAD_HEADERS[0]).rows.size64;
  if (!row || bytes.length < headerSize) {
    throw fail('offload/header', `the header needs ${headerSize} bytes, but there are only ${bytes.length}`, bytes.length, bytes.length);
  }
  const header: OffloadHeader = readStruct(row.rows, bytes, 0, true);
  const size = sizeOf(header, headerSize, bytes, path, out);
  const length = Math.min(Math.ceil(size / OFFLOAD_ALIGN) * OFFLOAD_ALIGN, bytes.length);
  const compressed = compressionOf(header, bytes, headerSize, size);
  const body = compressed ? inflated(bytes.sub(0, size), header, compressed, `${path}inflated_size`, out) : bytes.sub(0, size);
  // Inflated data is far more than the file, and is charged separately.
  const paid = compressed && body ? new Reporter(body.length, out.budget) : out;
  const entries = body ? readEntries(body, header, path, paid) : [];
  if (paid !== out) for (const d of paid.diagnostics) out.report(d.code, d.span, d.path, d.message, d.data);
  return { header, length, bytes: bytes.sub(0, length), entries, placed: entries, ...(compressed ? { compressed } : {}) };
}

/** Bytes of the shortest header. */
const HEADER = OFFLOAD_HEADERS[0].rows.size64;

/** Bytes of the blob that are there. */
function sizeOf(header: OffloadHeader, headerSize: number, bytes: Bytes, path: string, out: Reporter): number {
  const size = index(header.size);
  if (size >= headerSize && size <= bytes.length) return size;
  const message =
    size < headerSize
      ? `the blob has a size of ${header.size} bytes, and its header takes ${headerSize}`
      : `the blob has a size of ${header.size} bytes, and ${bytes.length} are there`;
  out.report('offload/size', bytes.span(8, 16), `${path}size`, message, { expected: header.size, found: bytes.length });
  return size < headerSize ? headerSize : bytes.length;
}

function compressionOf(header: OffloadHeader, bytes: Bytes, headerSize: number, size: number): Compressed | undefined {
  if (header.inflated_size === undefined || header.inflated_size === 0n) return undefined;
  const at = Math.min(Math.max(index(header.entries_offset), headerSize), size);
  const method = bytes.startsWith('\x28\xb5\x2f\xfd', at) ? 'zstd' : 'zlib';
  return { method, inflatedSize: index(header.inflated_size) - at };
}

/** The blob with its body inflated, in a separate source; offsets count in it as in a blob that was never compressed. */
function inflated(bytes: Bytes, header: OffloadHeader, how: Compressed, path: string, out: Reporter): Bytes | undefined {
  const at = (index(header.inflated_size ?? 0n) || 0) - (how.inflatedSize ?? 0);
  if (!((how.inflatedSize ?? -1) >= 0) || !bytes.has(0, at)) {
    out.report(
      'offload/inflated-size',
      bytes.span(32, 40),
      path,
      `the inflated size is ${header.inflated_size}, ${at > 0 ? 'less than what comes before' : 'more than a file can have'}`,
    );
    return undefined;
  }
  const source = `${bytes.source}!inflated[${hex(bytes.base)}]`;
  const body = inflate(bytes.sub(at, bytes.length), how, source, out, path);
  if (!body) return undefined;
  const whole = new ByteWriter(at + body.length).bytes(bytes.sub(0, at).data).bytes(body.data);
  return new Bytes(whole.finish(), source);
}

function readEntries(body: Bytes, header: OffloadHeader, path: string, out: Reporter): OffloadEntry[] {
  const size = OFFLOAD_ENTRY.size64;
  const at = index(header.entries_offset);
  const count = header.version === 1 ? 1 : index(header.entries_count ?? 0n);
  if (header.entry_size !== undefined && header.entry_size !== BigInt(size)) {
    out.report(
      'offload/entry-size',
      body.span(24, 32),
      `${path}entry_size`,
      `the entry has a size of ${header.entry_size} bytes in place of ${size}`,
    );
  }
  if (!body.has(at, count * size)) {
    const span = body.span(16, 32);
    out.report(
      'offload/entries',
      span,
      `${path}entries`,
      `${header.entries_count ?? 1} entries at ${header.entries_offset} are not in the ${body.length} bytes of the blob`,
    );
    return [];
  }
  const entries: OffloadEntry[] = [];
  for (let i = 0; i < count; i++) {
    const from = at + i * size;
    if (!out.charge(COST.entry, body.span(from, from + size), path)) break;
    entries.push(readEntry(body, from, header.version, `${path}entries[${i}]`, out));
  }
  return entries;
}

function readEntry(body: Bytes, at: number, version: number, path: string, out: Reporter): OffloadEntry {
  const header = readStruct(OFFLOAD_ENTRY, body, at, true);
  const strings = readStrings(body, at, header, version, path, out);
  const [from, size] = [index(header.image_offset), index(header.image_size)];
  const start = Math.min(from, body.length);
  const end = Math.min(from + size, body.length);
  if (from < HEADER && size > 0) {
    out.report(
      'offload/image-range',
      body.span(at + 24, at + 40),
      `${path}/image`,
      `the image begins at ${from}, within the header of the blob`,
    );
    return { header, strings, image: body.sub(0, 0) };
  }
  // Overlapping parts are charged each time, because they will be read each time.
  if (!out.charge(end - start, body.span(start, end), `${path}/image`)) return { header, strings, image: body.sub(start, start) };
  if (!body.has(from, size)) {
    const message = `the image is ${header.image_size} bytes at ${header.image_offset}, and the blob has ${body.length}`;
    out.report('offload/image-range', body.span(at + 24, at + 40), `${path}/image`, message, {
      expected: header.image_size,
      found: end - start,
    });
  }
  return { header, strings, image: body.sub(start, end) };
}

function readStrings(
  body: Bytes,
  at: number,
  header: OffloadEntry['header'],
  version: number,
  path: string,
  out: Reporter,
): OffloadString[] {
  const rows = version === 1 ? OFFLOAD_STRING_1 : OFFLOAD_STRING;
  const [from, count] = [index(header.strings_offset), index(header.strings_count)];
  if (!body.has(from, count * rows.size64)) {
    const message = `${header.strings_count} string entries at ${header.strings_offset} are not in the ${body.length} bytes of the blob`;
    out.report('offload/strings', body.span(at + 8, at + 24), `${path}/strings`, message);
    return [];
  }
  const strings: OffloadString[] = [];
  for (let i = 0; i < count; i++) {
    const place = from + i * rows.size64;
    const span = body.span(place, place + rows.size64);
    if (!out.charge(COST.entry, span, path)) break;
    const string: OffloadString['header'] = readStruct(rows, body, place, true);
    const named = `${path}/strings[${i}]`;
    const key = readText(body, string.key_offset, undefined, body.span(place, place + 8), `${named}/key`, out);
    const value = readText(body, string.value_offset, string.value_size, body.span(place + 8, place + rows.size64), `${named}/value`, out);
    if (key !== undefined && value !== undefined) strings.push({ header: string, key, value });
  }
  return strings;
}

/** The text at an offset: of this size, or up to a NUL. */
function readText(
  body: Bytes,
  offset: bigint,
  length: bigint | undefined,
  span: ReturnType<Bytes['span']>,
  path: string,
  out: Reporter,
): string | undefined {
  const at = index(offset);
  let end = at + index(length ?? 0n);
  if (length === undefined) {
    while (end < body.length && body.u8(end) !== 0) end++;
    // Many strings can begin in one range without a NUL.
    if (end >= body.length && at < end && !out.charge(end - at, body.span(at, end), path)) return undefined;
  }
  if (at >= body.length || (length === undefined ? end >= body.length : end > body.length)) {
    const message = length === undefined ? `no text that ends in a NUL begins at ${offset}` : `the text is ${length} bytes at ${offset}`;
    out.report('offload/string', span, path, `${message}; the blob has ${body.length} bytes`);
    return undefined;
  }
  return out.charge(end - at, body.span(at, end), path) ? displayText(body.sub(at, end).text()) : undefined;
}

/** An offset or size as a number; infinite when it is not exact. */
export function index(value: bigint): number {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.POSITIVE_INFINITY;
}
