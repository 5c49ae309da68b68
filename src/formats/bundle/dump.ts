import type { Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, annotateStruct, dumped } from '../../core/schema/index.ts';
import { decodeCcobs } from './ccob.ts';
import type { Bundles, Ccobs, TextBundle } from './model.ts';
import { decodeTextBundle } from './parse.ts';
import { decodeBundles } from './read.ts';
import { BUNDLE_ENTRY, BUNDLE_MAGIC, CCOB_HEADERS, CCOB_METHODS, CCOB_PREFIX } from './table.ts';

/**
 * What each byte of a binary bundle is.
 *
 * @example
 * dumpBundles(bundle)[0].text; // '__CLANG_OFFLOAD_BUNDLE__'
 */
export function dumpBundles(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateBundles(decodeBundles(bytes, out), out));
}

/** The bundles' own bytes: magic, counts and lists. Entries are dumped by their formats. */
export function annotateBundles({ bundles }: Bundles, out: Reporter): Annotation[] {
  const annotations: Annotation[] = [];
  for (const [i, { bytes, entries, headerSize }] of bundles.entries()) {
    const path = bundles.length === 1 ? '' : `bundles[${i}]/`;
    const head = bytes.span(0, headerSize);
    if (!out.annotate(entries.length * (BUNDLE_ENTRY.fields.length + 1) + 2, head, path)) {
      annotations.push({ span: head, path: `${path}entries`, text: `${entries.length} entries`, role: 'bytes' });
      continue;
    }
    annotations.push({ span: bytes.span(0, BUNDLE_MAGIC.length), path: `${path}magic`, text: BUNDLE_MAGIC, role: 'field' });
    if (!bytes.has(BUNDLE_MAGIC.length, 8)) continue;
    const count = bytes.u64(BUNDLE_MAGIC.length);
    annotations.push({
      span: bytes.span(BUNDLE_MAGIC.length, BUNDLE_MAGIC.length + 8),
      path: `${path}count`,
      text: `${count}`,
      role: 'field',
    });
    let at = BUNDLE_MAGIC.length + 8;
    for (const { index, id } of entries) {
      const where = `${path}entries[${index}]`;
      annotations.push(...annotateStruct(BUNDLE_ENTRY, bytes, at, true, where));
      at += BUNDLE_ENTRY.size64;
      const end = at + bytes.u64AsNumber(at - 8);
      annotations.push({ span: bytes.span(at, end), path: `${where}/id`, text: id, role: 'text' });
      at = end;
    }
  }
  return annotations;
}

/**
 * What each byte of a bundle in text form is.
 *
 * @example
 * dumpTextBundle(writeTextBundle([{ id: 'sycl-spir64', data: new TextEncoder().encode('a\n') }], '#'))[0].text; // 'sycl-spir64'
 */
export function dumpTextBundle(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateTextBundle(decodeTextBundle(bytes, out), out));
}

/** The lines that open and close entries. */
export function annotateTextBundle({ bytes, entries }: TextBundle, out: Reporter): Annotation[] {
  const annotations: Annotation[] = [];
  if (!out.annotate(entries.length * 2, bytes.span(), 'entries')) return annotations;
  let at = 0;
  for (const { index, id, bytes: content } of entries) {
    const start = content.base - bytes.base;
    annotations.push({ span: bytes.span(at, start), path: `entries[${index}]/start`, text: id, role: 'text' });
    at = start + content.length;
  }
  if (at < bytes.length) annotations.push({ span: bytes.span(at), path: 'end', text: 'closes the last part', role: 'text' });
  return annotations;
}

/**
 * What each byte of a compressed bundle is.
 *
 * @example
 * dumpCcobs(writeCcob(bundle, 3))[0].text; // 'CCOB'
 */
export function dumpCcobs(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateCcobs(decodeCcobs(bytes, out), out));
}

/** The headers of compressed bundles, and each stream as one span. */
export function annotateCcobs({ bundles }: Ccobs, out: Reporter): Annotation[] {
  return bundles.flatMap(({ bytes, headerSize, version, method, stream }, i) => {
    const path = bundles.length === 1 ? 'header' : `bundles[${i}]`;
    const rows = CCOB_HEADERS.find((header) => header.version === version)?.rows;
    const name = CCOB_METHODS[method] ?? `method ${method}`;
    const content = { span: stream.span(), path: `${path}/stream`, text: `${name}, ${stream.length} bytes`, role: 'bytes' as const };
    const head = bytes.span(0, headerSize);
    if (!out.annotate(CCOB_PREFIX.fields.length + (rows?.fields.length ?? 0) + 2, head, path))
      return [{ span: head, path, text: 'header', role: 'bytes' as const }, content];
    return [
      { span: bytes.span(0, 4), path: `${path}/magic`, text: 'CCOB', role: 'field' as const },
      ...annotateStruct(CCOB_PREFIX, bytes, 0, true, path, (field) => (field.name === 'method' ? name : undefined)).slice(1),
      ...(rows ? annotateStruct(rows, bytes, 0, true, path).filter((a) => a.span.start >= bytes.base + CCOB_PREFIX.size64) : []),
      content,
    ];
  });
}
