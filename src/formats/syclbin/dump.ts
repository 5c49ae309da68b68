import type { Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, annotateStruct, dumped, type StructRows } from '../../core/schema/index.ts';
import { annotateOffload, OFFLOAD_MAGIC } from '../offload/index.ts';
import type { Syclbin, SyclbinLayout } from './model.ts';
import { decodeSyclbin } from './read.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER } from './table.ts';

/**
 * What each byte of a file is.
 *
 * @example
 * dumpSyclbin(syclbin)[0].text; // 'OffloadBinary'
 */
export function dumpSyclbin(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateSyclbin(decodeSyclbin(bytes, out), out));
}

/** The file's own bytes: headers, or the OffloadBinary around. Property text and images are dumped by their formats. */
export function annotateSyclbin(syclbin: Syclbin, out: Reporter): Annotation[] {
  const { envelope, layout, bytes } = syclbin;
  const annotations = envelope && bytes.startsWith(OFFLOAD_MAGIC) ? annotateOffload(envelope, out) : [];
  if (layout && layout.bytes.source === bytes.source) return [...annotations, ...dumpHeaders(layout, out)];
  const sizes = syclbin.modules.flatMap(({ ir, native }, i) =>
    [...ir, ...native].flatMap(({ metadata, entry }): Annotation[] => {
      if (!entry || metadata.source !== bytes.source || metadata.base !== entry.image.base + 8) return [];
      const span = { ...metadata.span(), start: metadata.base - 8, end: metadata.base };
      return [{ span, path: `modules[${i}]/metadata_size`, text: String(metadata.length), role: 'field' }];
    }),
  );
  return [...annotations, ...sizes];
}

function dumpHeaders({ bytes, modules, ir, native }: SyclbinLayout, out: Reporter): Annotation[] {
  const named = (rows: StructRows, list: readonly unknown[], name: string) =>
    list.map((_, i): [StructRows, string] => [rows, `${name}[${i}]`]);
  const rows: [StructRows, string][] = [
    [SYCLBIN_HEADER, 'header'],
    ...named(MODULE_HEADER, modules, 'modules'),
    ...named(IMAGE_HEADER, ir, 'ir'),
    ...named(IMAGE_HEADER, native, 'native'),
  ];
  if (!out.annotate(rows.length * SYCLBIN_HEADER.fields.length, bytes.span(), 'header')) return [];
  let at = 0;
  return rows.flatMap(([struct, path]) => {
    at += struct.size64;
    return bytes.has(0, at) ? annotateStruct(struct, bytes, at - struct.size64, true, path) : [];
  });
}
