import { displayText, type Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import {
  type Annotation,
  annotateStruct,
  clip,
  dumped,
  type Explain,
  type Region,
  type StructRows,
  structSize,
} from '../../core/schema/index.ts';
import type { Elf, ElfSymbol, Section } from './model.ts';
import { symbolBinding, symbolType } from './model.ts';
import { decodeElf } from './read.ts';
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

/** Names and texts for what the machine defines and ELF does not. */
export interface MachineNames {
  readonly sectionTypes: readonly NumberRow[];
  readonly relocationTypes: readonly NumberRow[];
  /** The value of the note that begins at an absolute offset, as text. */
  note(start: number): string | undefined;
  /** Annotations for content that ELF leaves raw, in order; undefined keeps it raw. */
  content(section: Section): Iterable<Annotation> | undefined;
}

/**
 * What each byte of a file is.
 *
 * @example
 * dumpElf(bytes)[0].path; // 'e_ident/EI_MAG'
 */
export function dumpElf(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateElf(decodeElf(bytes, out), out));
}

/**
 * Describes every byte of the file, in no particular order and with gaps; `partition` sorts and fills them. The work is bounded through
 * `out`: overlapping sections are annotated until the budget is used up.
 */
export function annotateElf(elf: Elf, out: Reporter, names?: MachineNames): (Annotation | Region)[] {
  const { bytes, is64, header } = elf;
  const spans: (Annotation | Region)[] = [
    { span: bytes.span(0, 4), path: 'e_ident/EI_MAG', text: '7f "ELF"', role: 'field' },
    ...annotateStruct(ELF_IDENT, bytes, 0, false, 'e_ident', explainHeader).filter((a) => a.span.start >= bytes.base + 4),
    ...annotateStruct(ELF_HEADER, bytes, 0, is64, 'header', explainHeader).filter((a) => a.span.start >= bytes.base + 16),
  ];
  const table = (rows: StructRows, at: number, stride: number, count: number, path: string, explain: (i: number) => Explain): void => {
    if (count === 0) return;
    const span = bytes.span(at, at + (count - 1) * stride + structSize(rows, is64));
    spans.push({
      span,
      *annotations() {
        if (!out.annotate(count * rows.fields.length, span, path)) yield { span, path, text: `${count} entries`, role: 'bytes' };
        else for (let i = 0; i < count; i++) yield* annotateStruct(rows, bytes, at + i * stride, is64, `${path}[${i}]`, explain(i));
      },
    });
  };
  const { programHeaders, sections } = elf;
  table(PROGRAM_HEADER, header.e_phoff, header.e_phentsize, programHeaders.length, 'program_headers', () => () => undefined);
  const types = [...SECTION_TYPES, ...(names?.sectionTypes ?? [])];
  table(SECTION_HEADER, header.e_shoff, header.e_shentsize, sections.length, 'sections', (i) => (field, value) => {
    if (field.name === 'sh_name') return sections[i]?.name;
    if (field.name === 'sh_type') return shortName(types, Number(value));
    if (field.name === 'sh_flags') return flagNames(value);
    return undefined;
  });
  for (const section of sections) {
    const span = section.bytes.span();
    const path = `sections[${section.index}]`;
    if (section.bytes.length === 0 || !out.charge(section.bytes.length, span, path)) continue;
    const annotations = () => (out.annotate(spanCount(section), span, path) ? dumpContent(elf, section, names) : rawContent(section));
    spans.push({ span, annotations });
  }
  return spans;
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

/** The most annotations that the content can get. */
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

/** The first part of the path of a section's entries: its name, cut if repeating it for every entry could exhaust the memory. */
export function sectionPath(section: Section): string {
  return section.name === '' || section.name.length > 160 ? `sections[${section.index}]` : section.name;
}

function dumpContent(elf: Elf, section: Section, names: MachineNames | undefined): Iterable<Annotation> {
  const { content } = section;
  const path = sectionPath(section);
  switch (content.kind) {
    case 'strings':
      return dumpStrings(section, path);
    case 'symbols':
      return dumpSymbols(elf, section, content.symbols, path);
    case 'relocations':
      return dumpRelocations(elf, section, content, path, names);
    case 'notes':
      return dumpNotes(section, content, path, names);
    case 'raw':
      return names?.content(section) ?? rawContent(section);
  }
}

function* dumpSymbols(elf: Elf, { bytes }: Section, symbols: readonly ElfSymbol[], path: string): Generator<Annotation> {
  const size = structSize(SYMBOL, elf.is64);
  for (const symbol of symbols) {
    yield* annotateStruct(SYMBOL, bytes, symbol.index * size, elf.is64, `${path}[${symbol.index}]`, (field) =>
      explainSymbol(elf, symbol, field.name),
    );
  }
}

type Content<K> = Extract<Section['content'], { kind: K }>;

function* dumpRelocations(
  elf: Elf,
  section: Section,
  { relocations, addends }: Content<'relocations'>,
  path: string,
  names: MachineNames | undefined,
): Generator<Annotation> {
  const rows = addends ? RELA : REL;
  const size = structSize(rows, elf.is64);
  const symbols = symbolsOf(elf, section);
  for (const { index, r_type, r_sym } of relocations) {
    const type = findRow(names?.relocationTypes ?? [], r_type)?.name ?? `type ${r_type}`;
    const text = `${type} ${clip(symbols[r_sym]?.name || `symbol ${r_sym}`)}`;
    yield* annotateStruct(rows, section.bytes, index * size, elf.is64, `${path}[${index}]`, (field) =>
      field.name === 'r_info' ? text : undefined,
    );
  }
}

function* dumpNotes(
  { bytes }: Section,
  { notes, rest }: Content<'notes'>,
  path: string,
  names: MachineNames | undefined,
): Generator<Annotation> {
  for (const { index, owner, ownerBytes, desc, span } of notes) {
    const notePath = `${path}[${index}]`;
    yield* annotateStruct(NOTE_HEADER, bytes, span.start - bytes.base, false, notePath);
    yield { span: ownerBytes.span(), path: `${notePath}/owner`, text: owner, role: 'text' };
    yield { span: desc.span(), path: `${notePath}/desc`, text: names?.note(span.start) ?? `${desc.length} bytes`, role: 'field' };
  }
  yield { span: rest.span(), path: `${path}/rest`, text: 'no whole note', role: 'bytes' };
}

function explainSymbol(elf: Elf, symbol: ElfSymbol, field: string): string | undefined {
  if (field === 'st_name') return symbol.name;
  if (field === 'st_shndx') return findRow(SPECIAL_SECTIONS, symbol.st_shndx)?.name ?? clip(elf.sections[symbol.st_shndx]?.name ?? '');
  if (field === 'st_info') return `${shortName(SYMBOL_BINDINGS, symbolBinding(symbol))} ${shortName(SYMBOL_TYPES, symbolType(symbol))}`;
  return undefined;
}

function* dumpStrings({ bytes }: Section, path: string): Generator<Annotation> {
  const text = bytes.text();
  for (let at = 0; at < text.length; ) {
    const mark = text.indexOf('\0', at);
    const end = mark < 0 ? text.length : mark + 1;
    yield { span: bytes.span(at, end), path: `${path}+${at}`, text: displayText(text.slice(at, mark < 0 ? end : mark)), role: 'text' };
    at = end;
  }
}

/**
 * The symbols that a relocation section, or any section by its sh_link, refers to.
 *
 * @example
 * const elf = readElf(bytes).value;
 * const relocated = elf.sections.find(({ content }) => content.kind === 'relocations');
 * symbolsOf(elf, relocated ?? elf.sections[0]).map(({ name }) => name).includes('clock'); // true
 */
export function symbolsOf(elf: Elf, section: Section): readonly ElfSymbol[] {
  const linked = elf.sections[section.sh_link]?.content;
  return linked?.kind === 'symbols' ? linked.symbols : [];
}
