/** Entries for the fields of binary structures, and for the magic of each format. */

import type { StructRows } from '../core/schema/index.ts';
import { AR_HEADER } from '../formats/ar/index.ts';
import { BUNDLE_ENTRY, CCOB_HEADERS, CCOB_PREFIX } from '../formats/bundle/index.ts';
import { ELF_HEADER, ELF_IDENT, NOTE_HEADER, PROGRAM_HEADER, RELA, SECTION_HEADER, SYMBOL } from '../formats/elf/index.ts';
import { OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_STRING } from '../formats/offload/index.ts';
import { DEVICE_GLOBAL, HOST_PIPE, SPEC_CONSTANT } from '../formats/props/index.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER } from '../formats/syclbin/index.ts';
import { FORMATS, type FormatKind, type FormatRow } from '../walk/formats.ts';
import type { EntryRow } from './entry.ts';

/** The kinds of data that have each structure. */
const STRUCTURES: readonly (readonly [formats: readonly FormatKind[], structures: readonly StructRows[]])[] = [
  [
    ['zebin', 'elf', 'legacy-elf', 'openmp-wrapper'],
    [ELF_IDENT, ELF_HEADER, SECTION_HEADER, PROGRAM_HEADER, SYMBOL, RELA, NOTE_HEADER],
  ],
  [['offload-binary'], [...OFFLOAD_HEADERS.map(({ rows }) => rows), OFFLOAD_ENTRY, OFFLOAD_STRING]],
  [['syclbin'], [SYCLBIN_HEADER, MODULE_HEADER, IMAGE_HEADER]],
  [['clang-bundle'], [BUNDLE_ENTRY]],
  [['compressed-clang-bundle'], [CCOB_PREFIX, ...CCOB_HEADERS.map(({ rows }) => rows)]],
  [['property-sets'], [SPEC_CONSTANT, DEVICE_GLOBAL, HOST_PIPE]],
];

/** Fields by structure, then the magic of each format that is read and has no structure with a field of that name. */
export function structureEntries(): EntryRow[] {
  const fields = STRUCTURES.flatMap(([formats, structures]) => structures.flatMap((rows) => fieldsOf(rows, formats)));
  const members = AR_HEADER.fields.map(({ name, doc }) => field('ar', name, doc, ['ar']));
  const known = new Set(fields.flatMap(({ name, formats }) => (name === 'magic' ? (formats ?? []) : [])));
  const magic = (FORMATS as readonly FormatRow[]).flatMap(({ kind, title, magic = [], advice }) =>
    magic.length === 0 || advice !== undefined || known.has(kind as FormatKind)
      ? []
      : [field(kind, 'magic', `The first bytes of ${title}: ${magic.map(bytesText).join(' or ')}.`, [kind as FormatKind])],
  );
  return [...fields, ...members, ...magic];
}

function fieldsOf(rows: StructRows, formats: readonly FormatKind[]): EntryRow[] {
  return rows.fields.map(({ name, at32, at64, doc }) => {
    const [bits32, bits64] = [at32[1] * 8, at64[1] * 8];
    const type = bits32 === bits64 ? `${bits64} bits` : `${bits32} bits (ELF32), ${bits64} bits (ELF64)`;
    return { ...field(rows.name, name, doc, formats), type };
  });
}

function field(of: string, name: string, doc: string, formats: readonly FormatKind[]): EntryRow {
  return { kind: 'field', name, path: `${of}/${name}`, doc, formats };
}

/** As text if it is text, else in hexadecimal. */
function bytesText(magic: string): string {
  if (/^[ -~\n]+$/.test(magic)) return JSON.stringify(magic);
  return [...magic].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');
}
