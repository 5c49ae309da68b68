import { deflate } from 'pako';
import { ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { md5Half } from '../../core/inflate/index.ts';
import { writeStruct } from '../../core/schema/index.ts';
import {
  BUNDLE_ENTRY,
  BUNDLE_MAGIC,
  CCOB_HEADERS,
  CCOB_MAGIC,
  CCOB_METHODS,
  CCOB_PREFIX,
  TEXT_END,
  TEXT_START,
  type TextComment,
} from './table.ts';

/** An entry to be written. */
export interface NewEntry {
  readonly id: string;
  readonly data: Uint8Array;
  /** Offset in bytes from the magic; by default after the previous entry. */
  readonly offset?: number;
}

export interface BundleLayout {
  /** Alignment of entries in bytes; by default 1. */
  readonly align?: number;
  /** Total size in bytes, if it is more than the entries need. */
  readonly size?: number;
}

/**
 * Writes a bundle in binary form: the inverse of reading one. Gaps are zeros. With the offsets of a bundle that was read, the result has
 * the same bytes.
 *
 * Throws `RangeError` if given offsets make entries overlap each other or the header.
 *
 * @example
 * const written = writeBundle([{ id: 'host-x86_64', data: new Uint8Array(0) }, { id: 'sycl-spir64', data: new Uint8Array(8) }]);
 * readBundles(written).value.bundles[0].entries.map(({ size }) => size); // [0, 8]
 */
export function writeBundle(entries: readonly NewEntry[], layout: BundleLayout = {}): Uint8Array {
  const align = layout.align ?? 1;
  const ids = entries.map(({ id }) => encodeText(id));
  let end = BUNDLE_MAGIC.length + 8 + ids.reduce((sum, id) => sum + BUNDLE_ENTRY.size64 + id.length, 0);
  const placed = entries.map(({ data, offset }) => {
    const at = offset ?? Math.ceil(end / align) * align;
    end = Math.max(end, at + data.length);
    return { at, data };
  });
  const out = new ByteWriter(Math.max(end, layout.size ?? 0));
  out.text(BUNDLE_MAGIC).u64(entries.length);
  placed.forEach(({ at, data }, i) => {
    const id = ids[i] ?? new Uint8Array(0);
    writeStruct(BUNDLE_ENTRY, { offset: at, size: data.length, id_length: id.length }, out, true);
    out.bytes(id);
  });
  for (const { at, data } of [...placed].sort((a, b) => a.at - b.at)) {
    if (data.length === 0) continue;
    if (at < out.length) throw new RangeError(`an entry is placed at ${at}, which is already in use`);
    out.fill(at - out.length).bytes(data);
  }
  return out.fill(Math.max((layout.size ?? 0) - out.length, 0)).finish();
}

/**
 * The text form of a bundle, with the comment mark of its language.
 *
 * @example
 * writeTextBundle([], ';').length; // 0
 */
export function printTextBundle(entries: readonly NewEntry[], comment: TextComment): Uint8Array {
  const out = new ByteWriter();
  for (const { id, data } of entries) {
    const name = encodeText(id);
    out.text(`\n${comment} ${TEXT_START}`).bytes(name).text('\n').bytes(data);
    out.text(`\n${comment} ${TEXT_END}`).bytes(name).text('\n');
  }
  return out.finish();
}

/**
 * Compresses a bundle with zlib, under a header of the given version: the inverse of reading and inflating one.
 *
 * Throws `RangeError` for a version that is unknown.
 *
 * @example
 * writeCcob(bundle, 2).length > 24; // true
 */
export function writeCcob(bundle: Uint8Array, version: number): Uint8Array {
  const row = CCOB_HEADERS.find((header) => header.version === version);
  if (!row) throw new RangeError(`there is no compressed bundle of version ${version}`);
  const stream = deflate(bundle);
  const fields = {
    version,
    method: CCOB_METHODS.indexOf('zlib'),
    file_size: row.rows.size64 + stream.length,
    uncompressed_size: bundle.length,
    hash: md5Half(bundle),
  };
  const header = new ByteWriter(row.rows.size64);
  writeStruct({ ...row.rows, fields: [...CCOB_PREFIX.fields, ...row.rows.fields] }, fields, header, true);
  const out = new ByteWriter(fields.file_size).bytes(header.finish()).bytes(stream).finish();
  return new ByteWriter(out.length).text(CCOB_MAGIC).bytes(out.subarray(CCOB_MAGIC.length)).finish();
}
