import { displayText } from '../bytes/index.ts';
import type { Reporter } from '../diag/index.ts';
import { type Annotation, annotateStruct, clip, type Explain, type StructRows, structSize } from '../schema/index.ts';
import type { Elf, ElfSymbol, Section } from './model.ts';
import { symbolBinding, symbolType } from './model.ts';
import {
  ELF_HEADER,
  ELF_IDENT,
  FILE_TYPES,
  findRow,
  MACHINES,
  NOTE_HEADER,
  type NumberRow,
  PROGRAM_HEADER,
  REL,
  RELA,
  SECTION_FLAGS,
  SECTION_HEADER,
  SECTION_TYPES,
  SPECIAL_SECTIONS,
  SYMBOL,
  SYMBOL_BINDINGS,
  SYMBOL_TYPES,
  shortName,
} from './table.ts';

/** Names for numbers that the machine defines, not ELF. */
export interface MachineNames {
  readonly sectionTypes: readonly NumberRow[];
  readonly relocationTypes: readonly NumberRow[];
  /** The value of the note that begins at an absolute offset, in words. */
  note(start: number): string | undefined;
  /** Annotations for content that ELF leaves raw; undefined keeps it raw. */
  content(section: Section): Annotation[] | undefined;
}

/**
 * What every byte of the file is, in no particular order and with gaps: see `partition`. The work is bounded through `out`:
 * sections that overlap are annotated until the budget is used up.
 */
export function dumpElf(elf: Elf, out: Reporter, names?: MachineNames): Annotation[] {
  const { bytes, is64, header } = elf;
  const found: Annotation[] = [
    { span: bytes.span(0, 4), path: 'e_ident/EI_MAG', text: '7f "ELF"', role: 'field' },
    ...annotateStruct(ELF_IDENT, bytes, 0, false, 'e_ident', explainHeader).filter((a) => a.span.start >= bytes.base + 4),
    ...annotateStruct(ELF_HEADER, bytes, 0, is64, 'header', explainHeader).filter((a) => a.span.start >= bytes.base + 16),
  ];
  const table = (rows: StructRows, at: number, stride: number, count: number, path: string): boolean => {
    if (count === 0) return false;
    const span = bytes.span(at, at + (count - 1) * stride + structSize(rows, is64));
    if (out.annotate(count * rows.fields.length, span, path)) return true;
    found.push({ span, path, text: `${count} entries`, role: 'bytes' });
    return false;
  };
  if (table(PROGRAM_HEADER, header.e_phoff, header.e_phentsize, elf.programHeaders.length, 'program_headers')) {
    elf.programHeaders.forEach((_, i) => {
      const at = header.e_phoff + i * header.e_phentsize;
      for (const item of annotateStruct(PROGRAM_HEADER, bytes, at, is64, `program_headers[${i}]`)) found.push(item);
    });
  }
  const types = [...SECTION_TYPES, ...(names?.sectionTypes ?? [])];
  const explainSection: Explain = (field, value) => {
    if (field.name === 'sh_type') return shortName(types, Number(value));
    if (field.name === 'sh_flags') return flagNames(value);
    return undefined;
  };
  const headers = table(SECTION_HEADER, header.e_shoff, header.e_shentsize, elf.sections.length, 'sections');
  for (const section of elf.sections) {
    const at = header.e_shoff + section.index * header.e_shentsize;
    const explain: Explain = (field, value) => (field.name === 'sh_name' ? section.name : explainSection(field, value));
    const path = `sections[${section.index}]`;
    if (headers) found.push(...annotateStruct(SECTION_HEADER, bytes, at, is64, path, explain));
    if (section.bytes.length > 0 && out.charge(section.bytes.length, section.bytes.span(), path)) {
      const whole = out.annotate(spanCount(section), section.bytes.span(), path) ? undefined : rawContent(section);
      for (const item of whole ?? dumpContent(elf, section, names)) found.push(item);
    }
  }
  return found;
}

const explainHeader: Explain = (field, value) => {
  if (field.name === 'EI_CLASS') return value === 1n ? '32-bit' : value === 2n ? '64-bit' : undefined;
  if (field.name === 'EI_DATA') return value === 1n ? 'little-endian' : undefined;
  if (field.name === 'e_type') return findRow(FILE_TYPES, Number(value))?.name;
  if (field.name === 'e_machine') return findRow(MACHINES, Number(value))?.name;
  return undefined;
};

function flagNames(value: bigint): string | undefined {
  const set = SECTION_FLAGS.filter((row) => (value & BigInt(row.value)) !== 0n).map((row) => row.name.slice(4));
  return set.length > 0 ? set.join('|') : undefined;
}

/** How many annotations the content gets at most. */
function spanCount({ bytes, content }: Section): number {
  switch (content.kind) {
    case 'strings': {
      let count = 1;
      for (const byte of bytes.data) if (byte === 0) count++;
      return count;
    }
    case 'symbols':
      return content.symbols.length * SYMBOL.fields.length;
    case 'relocations':
      return content.relocations.length * (content.addends ? RELA : REL).fields.length;
    case 'notes':
      return content.notes.length * (NOTE_HEADER.fields.length + 2) + 1;
    case 'raw':
      return 1;
  }
}

function rawContent(section: Section): Annotation[] {
  return [{ span: section.bytes.span(), path: sectionPath(section), text: `${section.bytes.length} bytes`, role: 'bytes' }];
}

/** What comes before the entries of a section in a path: its name, but not one so long that repeating it fills the memory. */
export function sectionPath(section: Section): string {
  return section.name === '' || section.name.length > 160 ? `sections[${section.index}]` : section.name;
}

function dumpContent(elf: Elf, section: Section, names: MachineNames | undefined): Annotation[] {
  const { bytes, content } = section;
  const path = sectionPath(section);
  switch (content.kind) {
    case 'strings':
      return dumpStrings(section, path);
    case 'symbols':
      return content.symbols.flatMap((symbol) => {
        const at = symbol.index * (elf.is64 ? SYMBOL.size64 : SYMBOL.size32);
        return annotateStruct(SYMBOL, bytes, at, elf.is64, `${path}[${symbol.index}]`, (field) => explainSymbol(elf, symbol, field.name));
      });
    case 'relocations': {
      const rows = content.addends ? RELA : REL;
      const size = elf.is64 ? rows.size64 : rows.size32;
      const symbols = symbolsOf(elf, section);
      return content.relocations.flatMap((r) => {
        const type = findRow(names?.relocationTypes ?? [], r.r_type)?.name ?? `type ${r.r_type}`;
        const text = `${type} ${clip(symbols[r.r_sym]?.name || `symbol ${r.r_sym}`)}`;
        return annotateStruct(rows, bytes, r.index * size, elf.is64, `${path}[${r.index}]`, (field) =>
          field.name === 'r_info' ? text : undefined,
        );
      });
    }
    case 'notes':
      return [
        ...content.notes.flatMap((note) => {
          const at = note.span.start - bytes.base;
          const notePath = `${path}[${note.index}]`;
          const found = annotateStruct(NOTE_HEADER, bytes, at, false, notePath);
          found.push({ span: note.ownerBytes.span(), path: `${notePath}/owner`, text: note.owner, role: 'text' });
          found.push({
            span: note.desc.span(),
            path: `${notePath}/desc`,
            text: names?.note(note.span.start) ?? `${note.desc.length} bytes`,
            role: 'field',
          });
          return found;
        }),
        { span: content.rest.span(), path: `${path}/rest`, text: 'no whole note', role: 'bytes' },
      ];
    case 'raw':
      return names?.content(section) ?? rawContent(section);
  }
}

function explainSymbol(elf: Elf, symbol: ElfSymbol, field: string): string | undefined {
  if (field === 'st_name') return symbol.name;
  if (field === 'st_shndx') return findRow(SPECIAL_SECTIONS, symbol.st_shndx)?.name ?? clip(elf.sections[symbol.st_shndx]?.name ?? '');
  if (field === 'st_info') return `${shortName(SYMBOL_BINDINGS, symbolBinding(symbol))} ${shortName(SYMBOL_TYPES, symbolType(symbol))}`;
  return undefined;
}

function dumpStrings(section: Section, path: string): Annotation[] {
  const text = section.bytes.text();
  const found: Annotation[] = [];
  let at = 0;
  while (at < text.length) {
    const mark = text.indexOf('\0', at);
    const end = mark < 0 ? text.length : mark + 1;
    found.push({
      span: section.bytes.span(at, end),
      path: `${path}+${at}`,
      text: displayText(text.slice(at, mark < 0 ? end : mark)),
      role: 'text',
    });
    at = end;
  }
  return found;
}

/** The symbols that a relocation section, or any section by its sh_link, refers to. */
export function symbolsOf(elf: Elf, section: Section): readonly ElfSymbol[] {
  const linked = elf.sections[section.sh_link]?.content;
  return linked?.kind === 'symbols' ? linked.symbols : [];
}
