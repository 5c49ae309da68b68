import { decodeText, hex, type Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, dumped, filler, type Region } from '../../core/schema/index.ts';
import { annotateElf, findRow, type MachineNames, type Section, sectionPath } from '../elf/index.ts';
import { annotateZeInfo, lineCount } from '../zeinfo/index.ts';
import type { Zebin } from './model.ts';
import type { IntelNote } from './notes.ts';
import { decodeZebin } from './read.ts';
import { findSection, GENERATORS, METRICS_RESERVED, METRICS_SECTION, RELOCATION_TYPES, SECTION_TYPES, TEXT_PREFIX } from './table.ts';

/**
 * What each byte of a zebin is.
 *
 * @example
 * dumpZebin(bytes)[0].path; // 'e_ident/EI_MAG'
 */
export function dumpZebin(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateZebin(decodeZebin(bytes, out), out));
}

/**
 * Describes every byte of the file, in no particular order and with gaps; `partition` sorts and fills them.
 *
 * @param code annotations for code, in order; undefined for code that is not decoded
 */
export function annotateZebin(
  zebin: Zebin,
  out: Reporter,
  code?: (section: Section, path: string) => Iterable<Annotation> | undefined,
): (Annotation | Region)[] {
  const { zeInfo } = zebin;
  const notes = new Map(zebin.notes.map((note) => [note.note.span.start, note]));
  const metrics = zebin.elf.sections.find((section) => section.name === METRICS_SECTION);
  const names: MachineNames = {
    sectionTypes: SECTION_TYPES,
    relocationTypes: RELOCATION_TYPES,
    note: (start) => {
      const note = notes.get(start);
      return note && `${note.name}: ${noteText(note)}`;
    },
    content: (section) => {
      const path = sectionPath(section);
      if (zeInfo && section.bytes.base === zeInfo.bytes.base && section.bytes.length === zeInfo.bytes.length) {
        if (out.annotate(lineCount(zeInfo), section.bytes.span(), path)) return annotateZeInfo(zeInfo, path);
      }
      const instructions = section.name.startsWith(TEXT_PREFIX) ? code?.(section, path) : undefined;
      if (instructions !== undefined) return instructions;
      const row = findSection(section.name, section.sh_type);
      const what = row ? `: ${row.doc.slice(0, row.doc.indexOf('.'))}` : '';
      const text = `${section.bytes.length} bytes${what}`;
      return [{ span: section.bytes.span(), path, text, role: 'bytes' }];
    },
  };
  return [...annotateElf(zebin.elf, out, names), ...(metrics ? misplacedMetrics(zebin, metrics) : [])];
}

/**
 * The compiler reserves {@link METRICS_RESERVED} bytes for metrics, and the header says that the metrics start there, but it writes them
 * after that space. So the section's own bytes are zeros, and its content is at an offset that no section header names.
 * (intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp, writeMetricsNote and its caller.)
 */
function misplacedMetrics(zebin: Zebin, section: Section): Annotation[] {
  const at = section.sh_offset + METRICS_RESERVED;
  const end = at + section.bytes.length;
  let next = zebin.elf.header.e_shoff;
  for (const { sh_offset } of zebin.elf.sections) if (sh_offset > section.sh_offset && sh_offset < next) next = sh_offset;
  const { length } = section.bytes;
  if (length === 0 || length === METRICS_RESERVED || end > next || end > zebin.bytes.length) return [];
  const content = zebin.bytes.sub(at, end);
  return [
    filler(zebin.bytes, section.sh_offset + section.bytes.length, at, `${section.name}/reserved`),
    { span: content.span(), path: `${section.name}/misplaced`, text: decodeText(content.data), role: 'text' },
  ];
}

/** The value of a note as text. */
export function noteText({ value }: IntelNote): string {
  switch (value.kind) {
    case 'u32':
      return `${value.value} (${hex(value.value)})`;
    case 'text':
      return value.text;
    case 'productConfig':
      return `${value.ip} (${hex(value.value)})`;
    case 'targetMetadata': {
      const set = Object.entries(value.fields).filter(([, field]) => field !== 0);
      return set.length === 0
        ? '0'
        : set.map(([name, field]) => `${name} ${name === 'generatorId' ? (findRow(GENERATORS, field)?.name ?? field) : field}`).join(', ');
    }
    case 'raw':
      return `${value.bytes.length} bytes`;
  }
}
