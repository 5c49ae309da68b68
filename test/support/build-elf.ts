/**
 * Small ELF files for tests, written by what they are about: sections refer to each other and symbols to sections by name, offsets
 * and string tables follow. Every number can be overridden, because most tests want a file that is wrong in one place.
 *
 * The places of fields come from the rows of src/elf, which the tests against readelf hold to the truth.
 */

import { fieldRange, type StructRows, structSize } from '../../src/core/schema/index.ts';
import { ELF_HEADER, ELF_IDENT, PROGRAM_HEADER, REL, RELA, SECTION_HEADER, SYMBOL } from '../../src/formats/elf/index.ts';

export const SHT = {
  null: 0,
  progbits: 1,
  symtab: 2,
  strtab: 3,
  rela: 4,
  note: 7,
  nobits: 8,
  rel: 9,
  spirv: 0xff000009,
  zeInfo: 0xff000011,
} as const;

type Values<S extends StructRows> = { readonly [F in S['fields'][number]['name']]?: number | bigint };

export interface SymbolSpec {
  readonly name?: string;
  /** Name of a section, or the number itself. */
  readonly section?: string | number;
  readonly fields?: Values<typeof SYMBOL>;
}

export interface RelocationSpec {
  readonly offset: number;
  readonly symbol: number;
  readonly type: number;
  readonly addend?: number;
}

export interface SectionSpec {
  readonly name: string;
  /** PROGBITS unless given or implied by what the section holds. */
  readonly type?: number;
  readonly flags?: number;
  /** Bytes, or text with one character per byte. */
  readonly data?: Uint8Array | string;
  /** Instead of data: symbols, whose names go into the string table that `link` names. */
  readonly symbols?: readonly SymbolSpec[];
  /** Instead of data. With an addend in the first it is a RELA table. */
  readonly relocations?: readonly RelocationSpec[];
  /** Name of a section, or the number itself. */
  readonly link?: string | number;
  readonly info?: string | number;
  readonly entsize?: number;
  /** What the section header says in the end, whatever follows from the rest. */
  readonly header?: Values<typeof SECTION_HEADER>;
}

export interface ElfSpec {
  /** ELF64 unless false. */
  readonly is64?: boolean;
  /** Section 0 and, when none of these has the name, .shstrtab are added. */
  readonly sections?: readonly SectionSpec[];
  readonly ident?: Values<typeof ELF_IDENT>;
  readonly header?: Values<typeof ELF_HEADER>;
  readonly programHeaders?: readonly Values<typeof PROGRAM_HEADER>[];
}

export type Range = readonly [start: number, end: number];

export interface BuiltElf {
  readonly bytes: Uint8Array;
  /** Index of the first section of that name. */
  index(name: string): number;
  /** Where the content of that section lies. */
  content(name: string): Range;
  /** Where a field lies: `e_shstrndx`, or `.symtab/sh_link`. */
  field(place: string): Range;
}

const EM_INTELGT = 205;

export function buildElf(spec: ElfSpec): BuiltElf {
  const { is64 = true } = spec;
  const given = spec.sections ?? [];
  const named = given.some((section) => section.name === '.shstrtab') ? given : [...given, { name: '.shstrtab', type: SHT.strtab }];
  const sections: readonly SectionSpec[] = [{ name: '', type: SHT.null }, ...named];
  const indices = new Map<string, number>();
  sections.forEach((section, i) => {
    if (!indices.has(section.name)) indices.set(section.name, i);
  });
  const index = (label: string | number): number => {
    const found = typeof label === 'number' ? label : indices.get(label);
    if (found === undefined) throw new Error(`no section is named ${label}`);
    return found;
  };

  const names = index('.shstrtab');
  const tables = new Map<number, Strings>([[names, new Strings()]]);
  const table = (at: number): Strings => {
    const found = tables.get(at) ?? new Strings();
    tables.set(at, found);
    return found;
  };
  const nameOffsets = sections.map((section) => table(names).add(section.name));
  const contents = sections.map((section) => {
    if (section.symbols)
      return symbolTable(section.symbols, is64, index, section.link === undefined ? undefined : table(index(section.link)));
    if (section.relocations) return relocationTable(section.relocations, is64);
    return typeof section.data === 'string' ? latin1(section.data) : section.data;
  });

  const programHeaders = spec.programHeaders ?? [];
  let end = structSize(ELF_HEADER, is64) + programHeaders.length * structSize(PROGRAM_HEADER, is64);
  const places = contents.map((content, i): Range => {
    const bytes = content ?? tables.get(i)?.bytes() ?? new Uint8Array(0);
    contents[i] = bytes;
    const start = Math.ceil(end / 8) * 8;
    if (i > 0) end = start + bytes.length;
    return i > 0 ? [start, end] : [0, 0];
  });
  const tableAt = Math.ceil(end / 8) * 8;
  const headerSize = structSize(SECTION_HEADER, is64);
  const bytes = new Uint8Array(tableAt + sections.length * headerSize);
  bytes.set(latin1('\x7fELF'));
  write(bytes, ELF_IDENT, 0, is64, { EI_CLASS: is64 ? 2 : 1, EI_DATA: 1, EI_VERSION: 1, ...spec.ident });
  write(bytes, ELF_HEADER, 0, is64, {
    e_type: 1,
    e_machine: EM_INTELGT,
    e_version: 1,
    e_phoff: programHeaders.length > 0 ? structSize(ELF_HEADER, is64) : 0,
    e_phentsize: programHeaders.length > 0 ? structSize(PROGRAM_HEADER, is64) : 0,
    e_phnum: programHeaders.length,
    e_shoff: tableAt,
    e_ehsize: structSize(ELF_HEADER, is64),
    e_shentsize: headerSize,
    e_shnum: sections.length < 0xff00 ? sections.length : 0,
    e_shstrndx: names < 0xff00 ? names : 0xffff,
    ...spec.header,
  });
  programHeaders.forEach((values, i) => {
    write(bytes, PROGRAM_HEADER, structSize(ELF_HEADER, is64) + i * structSize(PROGRAM_HEADER, is64), is64, values);
  });
  sections.forEach((section, i) => {
    const [start, stop] = places[i] as Range;
    bytes.set(contents[i] as Uint8Array, start);
    const first = i === 0 ? { sh_size: sections.length < 0xff00 ? 0 : sections.length, sh_link: names < 0xff00 ? 0 : names } : {};
    write(bytes, SECTION_HEADER, tableAt + i * headerSize, is64, {
      sh_name: nameOffsets[i] ?? 0,
      sh_type: section.type ?? defaultType(section),
      sh_flags: section.flags ?? 0,
      sh_offset: start,
      sh_size: stop - start,
      sh_link: index(section.link ?? 0),
      sh_info: index(section.info ?? 0),
      sh_addralign: 1,
      sh_entsize: section.entsize ?? defaultEntrySize(section, is64),
      ...first,
      ...section.header,
    });
  });

  const field = (place: string): Range => {
    const slash = place.lastIndexOf('/');
    const name = place.slice(slash + 1);
    const rows = slash >= 0 ? SECTION_HEADER : name.startsWith('EI_') ? ELF_IDENT : ELF_HEADER;
    const row = rows.fields.find((f) => f.name === name);
    if (!row) throw new Error(`no field is named ${place}`);
    const [from, to] = fieldRange(row, is64);
    const base = slash >= 0 ? tableAt + index(place.slice(0, slash)) * headerSize : 0;
    return [base + from, base + to];
  };
  return { bytes, index, content: (name) => places[index(name)] as Range, field };
}

export interface ZebinSpec extends Omit<ElfSpec, 'sections'> {
  /** Text of .ze_info; without it there is no such section. */
  readonly zeInfo?: string;
  /** Kernels that get a section .text.NAME. */
  readonly kernels?: readonly string[];
  readonly notes?: readonly NoteSpec[];
  readonly sections?: readonly SectionSpec[];
}

export function buildZebin({ zeInfo, kernels = [], notes, sections = [], ...rest }: ZebinSpec): BuiltElf {
  const own: SectionSpec[] = kernels.map((name) => ({ name: `.text.${name}`, flags: 6, data: new Uint8Array(16) }));
  if (zeInfo !== undefined) own.push({ name: '.ze_info', type: SHT.zeInfo, data: zeInfo });
  if (notes) own.push({ name: '.note.intelgt.compat', type: SHT.note, data: concat(notes.map(buildNote)) });
  return buildElf({ ...rest, sections: [...own, ...sections] });
}

export interface NoteSpec {
  /** With its end mark. */
  readonly owner?: string;
  readonly type: number;
  /** A number is four bytes. */
  readonly desc: number | string;
}

export function buildNote({ owner = 'IntelGT\0', type, desc }: NoteSpec): Uint8Array {
  const description = typeof desc === 'string' ? latin1(desc) : new Uint8Array(Uint32Array.of(desc).buffer);
  const head = new Uint8Array(Uint32Array.of(owner.length, description.length, type).buffer);
  return concat([head, padded(latin1(owner)), padded(description)]);
}

/** One byte per character, whose upper bits are dropped. */
export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A member of an `ar` archive, with its header and padding. */
export function buildMember(name: string, content: Uint8Array, header: { size?: string; trailer?: string } = {}): Uint8Array {
  const { size = String(content.length), trailer = '`\n' } = header;
  const text = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${size.padEnd(10)}${trailer}`;
  return concat([latin1(text), content, latin1(content.length % 2 === 1 ? '\n' : '')]);
}

export function buildAr(members: readonly Uint8Array[], magic = '!<arch>\n'): Uint8Array {
  return concat([latin1(magic), ...members]);
}

function defaultType(section: SectionSpec): number {
  if (section.symbols) return SHT.symtab;
  if (section.relocations) return section.relocations[0]?.addend === undefined ? SHT.rel : SHT.rela;
  return SHT.progbits;
}

function defaultEntrySize(section: SectionSpec, is64: boolean): number {
  if (section.symbols) return structSize(SYMBOL, is64);
  if (section.relocations) return structSize(section.relocations[0]?.addend === undefined ? REL : RELA, is64);
  return 0;
}

function symbolTable(
  symbols: readonly SymbolSpec[],
  is64: boolean,
  index: (label: string | number) => number,
  names: Strings | undefined,
): Uint8Array {
  const size = structSize(SYMBOL, is64);
  const bytes = new Uint8Array(symbols.length * size);
  symbols.forEach(({ name = '', section = 0, fields }, i) => {
    write(bytes, SYMBOL, i * size, is64, { st_name: names?.add(name) ?? 0, st_shndx: index(section), ...fields });
  });
  return bytes;
}

function relocationTable(relocations: readonly RelocationSpec[], is64: boolean): Uint8Array {
  const rows = relocations[0]?.addend === undefined ? REL : RELA;
  const size = structSize(rows, is64);
  const bytes = new Uint8Array(relocations.length * size);
  relocations.forEach(({ offset, symbol, type, addend = 0 }, i) => {
    const r_info = is64 ? (BigInt(symbol) << 32n) | BigInt(type) : (symbol << 8) | type;
    write(bytes, rows, i * size, is64, { r_offset: offset, r_info, r_addend: addend });
  });
  return bytes;
}

function write(bytes: Uint8Array, rows: StructRows, at: number, is64: boolean, values: Readonly<Record<string, number | bigint>>): void {
  for (const field of rows.fields) {
    const [from, to] = fieldRange(field, is64);
    const value = values[field.name] ?? 0;
    if (typeof value === 'number' && to - from < 8) {
      for (let i = from, rest = value; i < to; i++, rest = Math.floor(rest / 256)) bytes[at + i] = rest & 255;
      continue;
    }
    let rest = BigInt.asUintN((to - from) * 8, BigInt(value));
    for (let i = from; i < to; i++, rest >>= 8n) bytes[at + i] = Number(rest & 255n);
  }
}

function padded(bytes: Uint8Array): Uint8Array {
  return concat([bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)]);
}

/** A string table that grows; each name once. */
class Strings {
  private readonly offsets = new Map<string, number>([['', 0]]);
  private readonly parts: string[] = ['\0'];
  private size = 1;

  add(name: string): number {
    const known = this.offsets.get(name);
    if (known !== undefined) return known;
    const at = this.size;
    this.offsets.set(name, at);
    this.parts.push(name, '\0');
    this.size += name.length + 1;
    return at;
  }

  bytes(): Uint8Array {
    return latin1(this.parts.join(''));
  }
}
