import type { Bytes } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, type Reporter } from '../../core/diag/index.ts';
import { structSize } from '../../core/schema/index.ts';
import { encodeNotes } from './encode.ts';
import { layoutElf, placeAgain, placementHolds } from './layout.ts';
import type { Elf, ElfSymbol, Section, SectionContent } from './model.ts';
import {
  type Dialect,
  type ElfParts,
  firstGlobal,
  LAYOUTS,
  type PartContent,
  type Patch,
  type Ref,
  type SectionPart,
  SHN_LORESERVE,
} from './parts.ts';
import { numbersOf, REL, RELA, SECTION_FLAGS, SECTION_TYPES, SYMBOL } from './table.ts';
import { writeElf } from './write.ts';

const PLAIN: Dialect = { symbolInfo: [], reserved: [] };
const SHT = numbersOf(SECTION_TYPES);
const { SHF_INFO_LINK } = numbersOf(SECTION_FLAGS);

/** Facts about the file that every section needs. */
interface Context {
  readonly dialect: Dialect;
  /** Indices of the string tables that names come from. */
  readonly strings: ReadonlySet<number>;
  /** Number of symbols in the first symbol table, without symbol 0. */
  readonly symbols: number;
}

/**
 * The parts of a file that was read. `writeElf(layoutElf(partsOfElf(elf)).value)` reproduces the bytes of every file: a file that no rule
 * of {@link LAYOUTS} reproduces byte for byte gets a `Placement`, and an irregular table is kept as bytes.
 *
 * Throws `FormatError` (`limit/work`) if overlapping sections have a total size far larger than the file.
 */
export function partsOfElf(elf: Elf, out: Reporter, dialect: Dialect = PLAIN): ElfParts {
  const { bytes, is64, header } = elf;
  const programHeaders = elf.programHeaders.map((segment) => ({
    ...segment,
    p_offset: exact(segment.p_offset),
    p_filesz: exact(segment.p_filesz),
  }));
  const namesIndex = header.e_shstrndx < SHN_LORESERVE ? header.e_shstrndx : (elf.sections[0]?.sh_link ?? 0);
  const tables = elf.sections.filter((section) => section.content.kind === 'symbols');
  const first = tables.map((section) => symbolsOf(elf, section)).find((symbols) => symbols !== undefined);
  const context = {
    dialect,
    strings: new Set([namesIndex, ...tables.map(({ sh_link }) => sh_link)].filter((index) => index in elf.sections)),
    symbols: (first?.length ?? 1) - 1,
  };
  const sections = elf.sections.slice(1).map((section) => {
    if (!out.charge(section.bytes.length, section.bytes.span(), `sections[${section.index}]`)) throw workLimitError(elf);
    return partOf(elf, section, context);
  });
  const { EI_CLASS: _, ...ident } = elf.ident;
  const { e_type, e_machine, e_version, e_entry, e_flags, ...rest } = header;
  const numbers = { ...rest, e_phoff: exact(rest.e_phoff), e_shoff: exact(rest.e_shoff) };
  const parts = {
    kind: 'elf-parts',
    is64,
    ident,
    header: { e_type, e_machine, e_version, e_entry, e_flags },
    programHeaders,
    names: sectionRef(elf, namesIndex),
    sections,
  } as const;
  for (const { name } of LAYOUTS) {
    const candidate: ElfParts = { layout: name, ...parts };
    if (reproduces(candidate, bytes)) return candidate;
  }
  const placement = { size: bytes.length, header: numbers, sections: sections.length, patches: [] };
  const placed: ElfParts = { ...parts, sections: sections.map((part, i) => placedPart(elf, part, i + 1)), layout: placement };
  const layout = placeAgain(placed, placement);
  const patches = differences(writeElf(layout), bytes.data);
  // A name that was not read because of the budget would be lost.
  if (!placementHolds(placed, { ...layout, patches })) throw workLimitError(elf);
  return { ...placed, layout: { ...placement, patches } };
}

/** A damaged 64-bit value is not exact as a number: it is treated as 0, and its bytes become a patch. */
function exact(value: number): number {
  return Number.isSafeInteger(value) ? value : 0;
}

function workLimitError(elf: Elf): Error {
  const message = 'the file has far more content than a file of its size can have, so it cannot be split into parts without loss';
  return new FormatError(diagnostic('limit/work', message, elf.bytes.span(), ''));
}

/** Whether a layout rule reproduces the bytes exactly. */
function reproduces(parts: ElfParts, bytes: Bytes): boolean {
  if (parts.programHeaders.length > 0 || parts.sections.some(({ sh_type }) => sh_type === SHT.SHT_NULL)) return false;
  try {
    const layout = layoutElf(parts).value;
    return layout.size === bytes.length && same(writeElf(layout), bytes.data);
  } catch (error) {
    // A value that no writer would write, such as a symbol name with a NUL.
    if (error instanceof FormatError) return false;
    throw error;
  }
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Runs of `wanted` that differ in `output`; neighbouring runs are joined. */
function differences(output: Uint8Array, expected: Uint8Array): Patch[] {
  const close = 16;
  const patches: Patch[] = [];
  for (let at = 0; at < expected.length; at++) {
    if (output[at] === expected[at]) continue;
    let end = at + 1;
    for (let next = end; next < expected.length && next - end < close; next++) if (output[next] !== expected[next]) end = next + 1;
    patches.push({ at, bytes: expected.slice(at, end) });
    at = end;
  }
  return patches;
}

function sectionRef(elf: Elf, index: number): Ref {
  return index > 0 && index < elf.sections.length ? { kind: 'section', id: index } : { kind: 'number', value: index };
}

function partOf(elf: Elf, section: Section, context: Context): SectionPart {
  const { index, name, sh_type, sh_flags, sh_addr, sh_addralign } = section;
  const sh_entsize = exact(section.sh_entsize);
  const content = contentOf(elf, section, context);
  const sh_link = sectionRef(elf, section.sh_link);
  return {
    id: index,
    name,
    sh_type,
    sh_flags,
    sh_addr,
    sh_addralign,
    sh_entsize,
    sh_link,
    sh_info: infoOf(elf, section, content, context),
    content,
  };
}

function infoOf(elf: Elf, section: Section, content: PartContent, context: Context): Ref {
  const { sh_type, sh_info, sh_flags } = section;
  if (content.kind === 'symbols' && sh_info === firstGlobal(content.symbols)) return { kind: 'first-global' };
  if (sh_type === SHT.SHT_REL || sh_type === SHT.SHT_RELA || (sh_flags & BigInt(SHF_INFO_LINK)) !== 0n) return sectionRef(elf, sh_info);
  const symbol = sh_info > 0 && sh_info <= context.symbols && context.dialect.symbolInfo.includes(sh_type);
  if (symbol) return { kind: 'symbol', id: sh_info };
  return { kind: 'number', value: sh_info };
}

/** The content by its kind, or as bytes if the kind would not reproduce them. */
function contentOf(elf: Elf, section: Section, context: Context): PartContent {
  const { bytes, content, sh_type, sh_size } = section;
  if (sh_type === SHT.SHT_NOBITS || sh_type === SHT.SHT_NULL) return { kind: 'none', size: exact(sh_size) };
  const raw: PartContent = { kind: 'bytes', bytes: bytes.data };
  if (context.strings.has(section.index)) return { kind: 'strings' };
  const reserve = sh_type === SHT.SHT_NOTE ? context.dialect.reserved.find((row) => row.name === section.name) : undefined;
  if (reserve && content.kind !== 'notes') return reservedContent(elf, section, reserve.bytes) ?? raw;
  const typed = typedContent(elf, section, content);
  return typed ?? raw;
}

/** Reserved zeros and the content after them, if the section has this form. */
function reservedContent(elf: Elf, { index, sh_offset, sh_size, bytes }: Section, reserved: number): PartContent | undefined {
  const end = sh_offset + reserved;
  const next = elf.sections[index + 1]?.sh_offset ?? elf.header.e_shoff;
  // A size equal to the reserved bytes means just these, or content of the same size.
  const size = sh_size === reserved && next < end + sh_size ? 0 : sh_size;
  if (bytes.length !== sh_size || !elf.bytes.has(sh_offset, reserved + size)) return undefined;
  if (!elf.bytes.sub(sh_offset, end).data.every((byte) => byte === 0)) return undefined;
  return { kind: 'reserved', reserved, bytes: elf.bytes.sub(end, end + size).data };
}

/** The symbols of a regular table, which is complete and has an empty symbol 0. */
function symbolsOf(elf: Elf, { content, bytes, sh_size }: Section): readonly ElfSymbol[] | undefined {
  if (content.kind !== 'symbols' || bytes.length !== sh_size) return undefined;
  const [first] = content.symbols;
  const empty = first && first.st_name === 0 && first.st_value === 0n && first.st_size === 0n;
  if (!empty || first.st_info !== 0 || first.st_other !== 0 || first.st_shndx !== 0) return undefined;
  return content.symbols.length * structSize(SYMBOL, elf.is64) === sh_size ? content.symbols : undefined;
}

function typedContent(elf: Elf, section: Section, content: SectionContent): PartContent | undefined {
  const whole = section.bytes.length === section.sh_size;
  const size = section.bytes.length;
  if (!whole) return undefined;
  switch (content.kind) {
    case 'symbols': {
      const symbols = symbolsOf(elf, section);
      if (!symbols) return undefined;
      return {
        kind: 'symbols',
        symbols: symbols.slice(1).map(({ index, name, st_value, st_size, st_info, st_other, st_shndx }) => {
          const ref = st_shndx < SHN_LORESERVE ? sectionRef(elf, st_shndx) : ({ kind: 'number', value: st_shndx } as const);
          return { id: index, name, st_value, st_size, st_info, st_other, section: ref };
        }),
      };
    }
    case 'relocations': {
      const { addends, relocations } = content;
      const linked = elf.sections[section.sh_link];
      const symbols = (linked && symbolsOf(elf, linked)?.length) || 1;
      const entry = structSize(addends ? RELA : REL, elf.is64);
      if (relocations.length * entry !== size || relocations.some(({ r_sym }) => r_sym >= symbols)) return undefined;
      return {
        kind: 'relocations',
        addends,
        relocations: relocations.map(({ r_offset, r_type, r_sym, r_addend }) => ({
          r_offset,
          r_type,
          ...(r_sym === 0 ? {} : { symbol: r_sym }),
          ...(r_addend === undefined ? {} : { r_addend }),
        })),
      };
    }
    case 'notes': {
      if (content.rest.length > 0) return undefined;
      const notes = content.notes.map(({ ownerBytes, type, desc }) => ({ owner: ownerBytes.data, n_type: type, desc: desc.data }));
      return same(encodeNotes(notes), section.bytes.data) ? { kind: 'notes', notes } : undefined;
    }
    default:
      return undefined;
  }
}

/** The part with its numbers in the file, and with the bytes of a string table. */
function placedPart(elf: Elf, part: SectionPart, index: number): SectionPart {
  const { sh_name, sh_offset, sh_size, bytes, content: read } = elf.sections[index] as Section;
  const place = { sh_name, sh_offset: exact(sh_offset), sh_size: exact(sh_size), fileBytes: bytes.length };
  if (part.content.kind === 'strings') return { ...part, content: { kind: 'strings', bytes: bytes.data }, place };
  if (part.content.kind === 'reserved') return { ...part, content: { kind: 'bytes', bytes: bytes.data }, place };
  if (part.content.kind !== 'symbols' || read.kind !== 'symbols') return { ...part, place };
  const names = read.symbols.map((symbol) => symbol.st_name);
  const symbols = part.content.symbols.map((symbol) => ({ ...symbol, st_name: names[symbol.id] ?? 0 }));
  return { ...part, content: { kind: 'symbols', symbols }, place };
}
