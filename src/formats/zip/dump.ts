import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, annotateStruct, clip, type StructRows } from '../../core/schema/index.ts';
import type { Zip, ZipEntry } from './model.ts';
import {
  ZIP_CENTRAL_HEADER,
  ZIP_DESCRIPTOR,
  ZIP_END_64_HEADER,
  ZIP_END_HEADER,
  ZIP_FLAGS,
  ZIP_LOCAL_HEADER,
  ZIP_LOCATOR_64_HEADER,
} from './table.ts';

/** The archive's own bytes: the headers of entries, and the list at the end. Contents are dumped by their formats. */
export function annotateZip(zip: Zip, out: Reporter): Annotation[] {
  const { bytes, entries, list } = zip;
  const fields = ZIP_LOCAL_HEADER.fields.length + (list ? ZIP_CENTRAL_HEADER.fields.length : 0) + 6;
  if (!out.annotate(entries.length * fields + 30, bytes.span(), 'entries')) return [];
  const annotations = entries.flatMap((entry) => [...localHeader(zip, entry), ...listEntry(zip, entry)]);
  if (!list) return annotations;
  const { end, end64 } = list;
  if (end64 !== undefined) {
    annotations.push(...annotateStruct(ZIP_END_64_HEADER, bytes, end64, true, 'end64'));
    annotations.push(...annotateStruct(ZIP_LOCATOR_64_HEADER, bytes, end - ZIP_LOCATOR_64_HEADER.size64, true, 'locator64'));
  }
  annotations.push(...annotateStruct(ZIP_END_HEADER, bytes, end, true, 'end'));
  const comment = end + ZIP_END_HEADER.size64;
  if (comment < bytes.length) annotations.push({ span: bytes.span(comment), path: 'end/comment', text: 'a comment', role: 'bytes' });
  return annotations;
}

function localHeader(zip: Zip, { at, index, name, flags, bytes: content }: ZipEntry): Annotation[] {
  const { bytes } = zip;
  const path = `entries[${index}]`;
  const from = content.base - bytes.base;
  // None where the list says it is.
  if (!bytes.has(at, ZIP_LOCAL_HEADER.size64) || at + ZIP_LOCAL_HEADER.size64 > from) return [];
  const annotations = header(zip, ZIP_LOCAL_HEADER, at, path, name, from);
  const end = from + content.length;
  if ((flags & ZIP_FLAGS.descriptor) === 0) return annotations;
  const signed = bytes.startsWith(ZIP_DESCRIPTOR, end);
  const long = bytes.has(end, 24) && signed && bytes.u64AsNumber(end + 8) === content.length;
  const size = Math.min((signed ? 4 : 0) + (long ? 20 : 12), bytes.length - end);
  return [
    ...annotations,
    { span: bytes.span(end, end + size), path: `${path}/descriptor`, text: 'checksum and sizes of the entry', role: 'bytes' },
  ];
}

function listEntry(zip: Zip, { listAt, index, name }: ZipEntry): Annotation[] {
  if (listAt === undefined) return [];
  const { bytes } = zip;
  const at = listAt + ZIP_CENTRAL_HEADER.size64;
  const end = at + bytes.u16(listAt + 28) + bytes.u16(listAt + 30) + bytes.u16(listAt + 32);
  return header(zip, ZIP_CENTRAL_HEADER, listAt, `list[${index}]`, name, Math.min(end, bytes.length));
}

/** A header, the name after it, and what follows the name up to `end`. */
function header({ bytes }: Zip, rows: StructRows, at: number, path: string, name: string, end: number): Annotation[] {
  const start = at + rows.size64;
  const lengthAt = rows.fields.find((field) => field.name === 'name_length')?.at64[0] ?? 0;
  const named = Math.min(start + bytes.u16(at + lengthAt), end);
  return [
    ...annotateStruct(rows, bytes, at, true, path),
    { span: bytes.span(start, named), path: `${path}/name`, text: clip(name), role: 'text' },
    { span: bytes.span(named, end), path: `${path}/extra`, text: 'extra field', role: 'bytes' },
  ];
}
