import { Bytes } from '../../core/bytes/index.ts';
import { type Diagnostic, FormatError, LIMITS, NOWHERE, type Outcome, Reporter, refusal } from '../../core/diag/index.ts';
import { structSize } from '../../core/schema/index.ts';
import { encode, Numbers } from './encode.ts';
import type { ElfHeader, ElfIdent, SectionHeader } from './model.ts';
import { type ElfParts, LAYOUTS, type LayoutRow, type Placement, type Ref, type SectionPart, SHN_LORESERVE } from './parts.ts';
import { StringTable } from './strings.ts';
import { ELF_HEADER, numbersOf, PROGRAM_HEADER, SECTION_HEADER, SECTION_TYPES, SPECIAL_SECTIONS } from './table.ts';
import { contentsAt, type ElfLayout, type PlacedSection } from './write.ts';

const SHT = numbersOf(SECTION_TYPES);
const { SHN_XINDEX } = numbersOf(SPECIAL_SECTIONS);
const NOTHING = new Uint8Array(0);

/**
 * Assigns every offset, index and string table position.
 *
 * Strings are in order of first use, section names first, each once: the compiler calls `finalizeInOrder` of LLVM's StringTableBuilder,
 * which does not merge suffixes. If the parts have a {@link Placement} and no size or name has changed, everything stays where it was;
 * otherwise the parts are placed by the first row of LAYOUTS (`write/new-layout`).
 *
 * Throws `FormatError` for parts that do not form a valid file: `write/reference`, `write/value`, `write/name`, `write/segments`.
 * Throws `TypeError` for an unknown layout name.
 */
export function layoutElf(parts: ElfParts): Outcome<ElfLayout> {
  const out = new Reporter(0);
  if (typeof parts.layout === 'string') return { value: layoutByRule(parts, ruleOf(parts.layout)), diagnostics: [] };
  const placed = hasPlaces(parts, parts.layout) ? placeAgain(parts, parts.layout) : undefined;
  if (placed && placementHolds(parts, placed)) return { value: placed, diagnostics: [] };
  const [rule] = LAYOUTS;
  out.report(
    'write/new-layout',
    NOWHERE,
    '',
    `the file was laid out by no known rule and has changed: its sections are placed by the rule ${rule.name}`,
  );
  return { value: layoutByRule(parts, rule), diagnostics: out.diagnostics };
}

/**
 * What writing these parts would report: that the file has to be laid out from scratch (`write/new-layout`), or the error that it would throw.
 *
 * @example
 * const parts = partsOfElf(readElf(bytes).value);
 * validateElfParts(parts); // []
 * validateElfParts({ ...parts, sections: parts.sections.slice(1) })[0].code; // 'write/reference'
 */
export function validateElfParts(parts: ElfParts): readonly Diagnostic[] {
  try {
    return layoutElf(parts).diagnostics;
  } catch (error) {
    if (error instanceof FormatError) return [error.diagnostic];
    throw error;
  }
}

function ruleOf(name: string): LayoutRow {
  const rule = LAYOUTS.find((row) => row.name === name);
  if (!rule) throw new TypeError(`no layout is named ${name}`);
  return rule;
}

function layoutByRule(elf: ElfParts, rule: LayoutRow): ElfLayout {
  if (elf.programHeaders.length > 0) {
    throw refusal('write/segments', 'program_headers', 'no rule places segments, and their original places would not match the sections');
  }
  const parts = { ...elf, sections: elf.sections.map(unplaced) };
  const { is64 } = parts;
  const pick = ([elf32, elf64]: readonly [number, number]): number => (is64 ? elf64 : elf32);
  const numbers = new Numbers(parts);
  const names = numbers.table(parts.names);
  const sections: PlacedSection[] = [];
  let at = structSize(ELF_HEADER, is64) + parts.programHeaders.length * structSize(PROGRAM_HEADER, is64);
  const count = parts.sections.length + 1;
  const namesIndex = parts.names.kind === 'section' ? numbers.section(parts.names.id, () => 'e_shstrndx') : 0;
  at = alignTo(at, pick(rule.align));
  sections.push({ header: { ...NULL_HEADER, ...extended(count, namesIndex), sh_offset: at }, content: NOTHING });
  for (const part of parts.sections) {
    at = alignTo(at, pick(rule.align));
    if (part.sh_type === SHT.SHT_NOTE) at = alignTo(at, rule.noteAlign);
    at = alignTo(at, alignment(part));
    const content = encode(part, parts, numbers);
    const sh_size = sizeOf(part, content);
    sections.push({ header: headerOf(part, numbers, { sh_name: names?.at(part.name) ?? 0, sh_offset: at, sh_size }), content });
    at += content.length;
  }
  const e_shoff = alignTo(at, pick(rule.tableAlign));
  const header: ElfHeader = {
    e_phoff: 0,
    e_shoff,
    e_ehsize: structSize(ELF_HEADER, is64),
    e_phentsize: 0,
    e_phnum: 0,
    e_shentsize: structSize(SECTION_HEADER, is64),
    e_shnum: count < SHN_LORESERVE ? count : 0,
    e_shstrndx: namesIndex < SHN_LORESERVE ? namesIndex : SHN_XINDEX,
    ...parts.header,
  };
  const size = e_shoff + count * structSize(SECTION_HEADER, is64);
  return { size, is64, ident: identOf(parts), header, programHeaders: [], sections, patches: [], verbatim: false };
}

const NULL_HEADER: SectionHeader = {
  sh_name: 0,
  sh_type: SHT.SHT_NULL,
  sh_flags: 0n,
  sh_addr: 0n,
  sh_offset: 0,
  sh_size: 0,
  sh_link: 0,
  sh_info: 0,
  sh_addralign: 0n,
  sh_entsize: 0,
};

/** The fields of section 0 that replace header fields that are too small. */
function extended(count: number, names: number): Partial<SectionHeader> {
  return { sh_size: count < SHN_LORESERVE ? 0 : count, sh_link: names < SHN_LORESERVE ? 0 : names };
}

/** Largest supported alignment: larger than any device needs, but small enough that a file is not mostly padding. */
const MOST_ALIGNMENT = 65_536n;

function alignment({ sh_addralign, sh_type }: SectionPart): number {
  return sh_addralign > 1n && sh_addralign <= MOST_ALIGNMENT && sh_type !== SHT.SHT_NOBITS ? Number(sh_addralign) : 1;
}

function alignTo(at: number, alignment: number): number {
  return Math.ceil(at / alignment) * alignment;
}

function identOf(parts: ElfParts): ElfIdent {
  return { EI_CLASS: parts.is64 ? 2 : 1, ...parts.ident };
}

/** A part without the numbers of a placement. */
function unplaced(part: SectionPart): SectionPart {
  if (!part.place && part.content.kind !== 'strings') return part;
  const { place: _, ...rest } = part;
  return part.content.kind === 'strings' ? { ...rest, content: { kind: 'strings' } } : rest;
}

function sizeOf({ content }: SectionPart, encoded: Uint8Array): number {
  if (content.kind === 'none') return content.size;
  if (content.kind === 'reserved') return content.bytes.length || content.reserved;
  return encoded.length;
}

type Assigned = Pick<SectionHeader, 'sh_name' | 'sh_offset' | 'sh_size'>;

function headerOf(part: SectionPart, numbers: Numbers, { sh_name, sh_offset, sh_size }: Assigned): SectionHeader {
  const { name, sh_type, sh_flags, sh_addr, sh_addralign, sh_entsize } = part;
  const sh_link = numbers.number(part.sh_link, part, () => `${name}/sh_link`);
  const sh_info = numbers.number(part.sh_info, part, () => `${name}/sh_info`);
  return { sh_name, sh_type, sh_flags, sh_addr, sh_offset, sh_size, sh_link, sh_info, sh_addralign, sh_entsize };
}

/** Whether every part is still where it was among the others. */
function hasPlaces(parts: ElfParts, placement: Placement): boolean {
  const names = parts.names.kind === 'section' ? parts.names.id : parts.names.kind === 'number' ? parts.names.value : 0;
  const { e_shstrndx } = placement.header;
  if (parts.sections.length !== placement.sections || (names !== e_shstrndx && e_shstrndx !== SHN_XINDEX)) return false;
  return parts.sections.every(({ place, id }, i) => place !== undefined && id === i + 1);
}

/** Whether every part still has the size and the name that it had, as the parts were {@link placeAgain}. */
export function placementHolds(parts: ElfParts, placed: ElfLayout): boolean {
  const sized = parts.sections.every(({ content, place }, i) =>
    content.kind === 'none' ? content.size === place?.sh_size : placed.sections[i + 1]?.content.length === place?.fileBytes,
  );
  return sized && namesHold(parts, placed);
}

/** Whether the string tables, and the offsets that depend on them, still have every name where it was. */
function namesHold(parts: ElfParts, placed: ElfLayout): boolean {
  const out = new Reporter(placed.size);
  const tables = new Map<number, StringTable>();
  const tableOf = ({ id, content, place }: SectionPart): StringTable | undefined => {
    const bytes = content.kind === 'strings' || content.kind === 'bytes' ? content.bytes : undefined;
    if (!bytes) return undefined;
    const known = tables.get(id);
    if (known) return known;
    const start = place?.sh_offset ?? 0;
    if (!out.charge(placed.sections.length + placed.patches.length, NOWHERE, '')) return undefined;
    const file = new Bytes(contentsAt(placed, start, start + bytes.length + LIMITS.nameLength));
    const table = new StringTable(file.sub(0, bytes.length), file);
    tables.set(id, table);
    return table;
  };
  const named = (name: string, ref: Ref, at = 0): boolean => {
    const part = ref.kind === 'section' ? parts.sections[ref.id - 1] : undefined;
    const table = part && tableOf(part);
    return table ? table.get(at, out, () => '') === name : name === '';
  };
  return parts.sections.every(({ name, content, place, sh_type, sh_link }) => {
    if (sh_type !== SHT.SHT_NULL && !named(name, parts.names, place?.sh_name)) return false;
    if (content.kind !== 'symbols') return true;
    return content.symbols.every(({ name, st_name }) => (st_name === 0 ? name === '' : named(name, sh_link, st_name)));
  });
}

/** Puts everything where it was. */
export function placeAgain(parts: ElfParts, placement: Placement): ElfLayout {
  const numbers = new Numbers(parts, true);
  const sections = parts.sections.map((part): PlacedSection => {
    const { sh_name = 0, sh_offset = 0, sh_size = 0 } = part.place ?? {};
    return { header: headerOf(part, numbers, { sh_name, sh_offset, sh_size }), content: encode(part, parts, numbers) };
  });
  return {
    size: placement.size,
    is64: parts.is64,
    ident: identOf(parts),
    header: { ...placement.header, ...parts.header },
    programHeaders: parts.programHeaders,
    sections: [{ header: NULL_HEADER, content: NOTHING }, ...sections],
    patches: placement.patches,
    verbatim: true,
  };
}
