import type { Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, annotateStruct, clip, dumped, type Explain } from '../../core/schema/index.ts';
import type { Offload, OffloadBlob, OffloadEntry } from './model.ts';
import { decodeOffload, index } from './read.ts';
import { imageKindName, offloadKindName, offloadString } from './strings.ts';
import { OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_STRING, OFFLOAD_STRING_1 } from './table.ts';

/**
 * What each byte of a file is.
 *
 * @example
 * dumpOffload(offloading)[0].text; // 'OffloadBinary'
 */
export function dumpOffload(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateOffload(decodeOffload(bytes, out), out));
}

/** The blobs' own bytes: headers, entries and strings; of a compressed blob, header and stream. Images are dumped by their formats. */
export function annotateOffload(offload: Offload, out: Reporter): Annotation[] {
  return offload.blobs.flatMap((blob, i) => dumpBlob(blob, i === 0 ? '' : `blobs[${i}]/`, out));
}

function dumpBlob(blob: OffloadBlob, path: string, out: Reporter): Annotation[] {
  const { bytes, header, compressed } = blob;
  if (!bytes) return [];
  const rows = (OFFLOAD_HEADERS.find(({ version }) => version === header.version) ?? OFFLOAD_HEADERS[0]).rows;
  const strings = blob.entries.reduce((sum, entry) => sum + entry.strings.length, 0);
  const count = 1 + rows.fields.length + blob.entries.length * OFFLOAD_ENTRY.fields.length + strings * (OFFLOAD_STRING.fields.length + 2);
  if (!out.annotate(count, bytes.span(), path)) {
    return [{ span: bytes.span(0, Math.min(rows.size64, bytes.length)), path: `${path}header`, text: 'header', role: 'bytes' }];
  }
  const annotations: Annotation[] = [
    { span: bytes.span(0, 4), path: `${path}magic`, text: 'OffloadBinary', role: 'field' },
    ...annotateStruct(rows, bytes, 0, true, `${path}header`).filter((row) => row.span.start >= bytes.base + 4),
  ];
  if (compressed) {
    const end = Math.min(index(header.size), bytes.length);
    const stream = bytes.span(Math.min(rows.size64, end), end);
    return [
      ...annotations,
      {
        span: stream,
        path: `${path}body`,
        text: `${compressed.method} stream, ${header.inflated_size} bytes with the header`,
        role: 'bytes',
      },
    ];
  }
  const at = index(header.entries_offset);
  blob.entries.forEach((entry, i) => {
    const triple = offloadString(entry, 'triple');
    const explain: Explain = (field, value) =>
      field.name === 'image_kind'
        ? imageKindName(Number(value))
        : field.name === 'offload_kind'
          ? offloadKindName(Number(value), triple, entry.header.image_kind)
          : undefined;
    annotations.push(...annotateStruct(OFFLOAD_ENTRY, bytes, at + i * OFFLOAD_ENTRY.size64, true, `${path}entries[${i}]`, explain));
    for (const one of dumpStrings(entry, blob, `${path}entries[${i}]/strings`)) annotations.push(one);
  });
  return unique(annotations);
}

function dumpStrings({ header, strings }: OffloadEntry, { bytes, header: { version } }: OffloadBlob, path: string): Annotation[] {
  const rows = version === 1 ? OFFLOAD_STRING_1 : OFFLOAD_STRING;
  if (!bytes || strings.length !== index(header.strings_count)) return [];
  return strings.flatMap((string, i) => {
    const end = (at: number) => {
      let to = at;
      while (to < bytes.length && bytes.u8(to) !== 0) to++;
      return Math.min(to + 1, bytes.length);
    };
    const { key_offset, value_offset, value_size } = string.header;
    const [key, value] = [index(key_offset), index(value_offset)];
    const valueEnd = value_size === undefined ? end(value) : value + index(value_size);
    // A value is followed by a NUL, which is not counted.
    const closed = value_size !== undefined && bytes.has(valueEnd, 1) && bytes.u8(valueEnd) === 0 ? valueEnd + 1 : valueEnd;
    return [
      ...annotateStruct(rows, bytes, index(header.strings_offset) + i * rows.size64, true, `${path}[${i}]`),
      { span: bytes.span(key, end(key)), path: `${path}[${i}]/key`, text: clip(string.key), role: 'text' as const },
      {
        span: bytes.span(value, Math.min(closed, bytes.length)),
        path: `${path}[${i}]/value`,
        text: clip(string.value),
        role: 'text' as const,
      },
    ];
  });
}

/** Strings share bytes intentionally: a shorter one is the end of a longer one. The bytes are shown once. */
function unique(annotations: readonly Annotation[]): Annotation[] {
  const sorted = [...annotations].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const kept: Annotation[] = [];
  let end = 0;
  for (const item of sorted) {
    if (item.role === 'text' && item.span.end <= end) continue;
    kept.push(item);
    end = Math.max(end, item.span.end);
  }
  return kept;
}
