import { type Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, numberText, type Outcome, type Reporter, type Span } from '../../core/diag/index.ts';
import { readStruct, type StructRows, structSize } from '../../core/schema/index.ts';
import { readAddend, readRelocation, readSectionHeader, readSymbol } from './entries.ts';
import type { Elf, ElfHeader, ElfSymbol, Note, ProgramHeader, Relocation, Section, SectionContent, SectionHeader } from './model.ts';
import { StringTable } from './strings.ts';
import {
  ELF_HEADER,
  ELF_IDENT,
  NOTE_HEADER,
  numbersOf,
  PROGRAM_HEADER,
  REL,
  RELA,
  SECTION_HEADER,
  SECTION_TYPES,
  SPECIAL_SECTIONS,
  SYMBOL,
} from './table.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MAGIC = '\x7fELF';
const SHT = numbersOf(SECTION_TYPES);
const { SHN_XINDEX } = numbersOf(SPECIAL_SECTIONS);

/**
 * Reads a little-endian ELF file of either class.
 *
 * Everything that can be read is returned, with diagnostics for what cannot. A table that extends past the end of the file has the entries
 * that are inside it, and a section that cannot be decoded stays raw. Throws `FormatError` if there is no valid header: `elf/not-elf`,
 * `elf/class`, `elf/header-short`.
 *
 * Source: System V ABI, chapters 4 and 5.
 *
 * @example
 * const { value: elf } = readElf(bytes);
 * elf.is64; // true
 * elf.sections.some(({ name }) => name === '.ze_info'); // true
 */
export function readElf(input: Input): Outcome<Elf> {
  return reading(input, decodeElf);
}

/** As {@link readElf}, with the diagnostics to a reporter. */
export function decodeElf(bytes: Bytes, out: Reporter): Elf {
  if (!bytes.startsWith(MAGIC)) {
    throw new FormatError(
      diagnostic(
        'elf/not-elf',
        'this is not an ELF file: it does not begin with 7f 45 4c 46',
        bytes.span(0, Math.min(4, bytes.length)),
        '',
      ),
    );
  }
  if (bytes.length < ELF_IDENT.size64) throw headerShort(bytes, ELF_IDENT.size64);
  const ident = readStruct(ELF_IDENT, bytes, 0, false);
  if (ident.EI_CLASS !== 1 && ident.EI_CLASS !== 2) {
    throw new FormatError(
      diagnostic('elf/class', `EI_CLASS is ${ident.EI_CLASS}: neither 32-bit (1) nor 64-bit (2)`, bytes.span(4, 5), 'e_ident/EI_CLASS', {
        found: ident.EI_CLASS,
      }),
    );
  }
  const is64 = ident.EI_CLASS === 2;
  if (bytes.length < structSize(ELF_HEADER, is64)) throw headerShort(bytes, structSize(ELF_HEADER, is64));
  if (ident.EI_DATA !== 1) {
    out.report('elf/data', bytes.span(5, 6), 'e_ident/EI_DATA', `EI_DATA is ${ident.EI_DATA}, not 1 (little-endian)`, {
      found: ident.EI_DATA,
    });
  }
  const header = readStruct(ELF_HEADER, bytes, 0, is64);
  const read = (b: Bytes, at: number): ProgramHeader => readStruct(PROGRAM_HEADER, b, at, is64);
  const { e_phoff: at, e_phnum: count, e_phentsize: stride } = header;
  const programHeaders = readTable({ rows: PROGRAM_HEADER, read, at, count, stride, path: 'program_headers' }, bytes, is64, out);
  const sections = readSections(bytes, is64, header, out);
  return { kind: 'elf', bytes, is64, ident, header, sections, programHeaders };
}

function headerShort(bytes: Bytes, needed: number): FormatError {
  return new FormatError(
    diagnostic('elf/header-short', `the ELF header needs ${needed} bytes and the file has ${bytes.length}`, bytes.span(bytes.length), '', {
      needed,
      found: bytes.length,
    }),
  );
}

interface TablePlace<T> {
  readonly rows: StructRows;
  readonly read: (bytes: Bytes, at: number, is64: boolean) => T;
  readonly at: number;
  readonly count: number;
  readonly stride: number;
  readonly path: string;
}

/** The entries of a header table that are entirely inside the file. */
function readTable<T>(table: TablePlace<T>, bytes: Bytes, is64: boolean, out: Reporter): T[] {
  const { rows, at, stride, path } = table;
  if (at === 0 || table.count === 0) return [];
  const size = structSize(rows, is64);
  if (stride < size) {
    out.report(
      'elf/entry-size',
      bytes.span(0, structSize(ELF_HEADER, is64)),
      path,
      `an entry of ${stride} bytes cannot hold the ${size} bytes of ${rows.name}`,
      {
        found: stride,
        expected: size,
      },
    );
    return [];
  }
  const capacity = at > bytes.length ? 0 : Math.floor((bytes.length - at + (stride - size)) / stride);
  const count = Math.min(table.count, capacity);
  if (count < table.count) {
    const start = Math.min(at, bytes.length);
    out.report(
      'elf/table-range',
      bytes.span(start),
      path,
      `the table has ${numberText(table.count)} entries at offset ${numberText(at)}, of which ${count} are inside the file`,
      {
        expected: table.count,
        found: count,
      },
    );
  }
  const entries: T[] = [];
  for (let i = 0; i < count; i++) entries.push(table.read(bytes, at + i * stride, is64));
  return entries;
}

function readSections(bytes: Bytes, is64: boolean, header: ElfHeader, out: Reporter): Section[] {
  const place = { rows: SECTION_HEADER, read: readSectionHeader, at: header.e_shoff, stride: header.e_shentsize, path: 'sections' };
  let count = header.e_shnum;
  let namesIndex = header.e_shstrndx;
  if (header.e_shoff !== 0 && (count === 0 || namesIndex === SHN_XINDEX)) {
    // Extended numbering: the true values are in section 0.
    const first = readTable({ count: 1, ...place }, bytes, is64, out)[0];
    if (first && count === 0) count = first.sh_size;
    if (first && namesIndex === SHN_XINDEX) namesIndex = first.sh_link;
  }
  const headers = readTable({ count, ...place }, bytes, is64, out);
  // Arrays that many places read are built with `push`. Engines give the result of `map` a different internal type before and after it is
  // compiled, and code that was optimised for one type is discarded when it meets the other.
  const contents: Bytes[] = [];
  for (const [i, h] of headers.entries()) {
    const at = header.e_shoff + i * header.e_shentsize;
    contents.push(sectionBytes(bytes, h, i, () => bytes.span(at, at + structSize(SECTION_HEADER, is64)), out));
  }
  const tables = new StringTables(bytes, headers, contents);
  const names = headers.length === 0 ? undefined : tables.get(namesIndex, out);
  if (headers.length > 0 && !names && !out.exhausted) {
    const [at, width] = fieldPlace(ELF_HEADER, 'e_shstrndx', is64);
    out.report('elf/string-table', bytes.span(at, at + width), 'e_shstrndx', `e_shstrndx is ${namesIndex}, which is not a string table`, {
      found: namesIndex,
    });
  }
  const sections: Section[] = [];
  for (const [i, h] of headers.entries()) {
    const name = names && h.sh_type !== SHT.SHT_NULL ? names.get(h.sh_name, out, () => `sections[${i}]/sh_name`) : '';
    const content = contents[i] ?? bytes.sub(0, 0);
    // The header object was created here: extending it is much cheaper than copying it.
    const section = h as Writable<Section>;
    section.index = i;
    section.name = name;
    section.bytes = content;
    section.content = readContent(h, content, is64, tables, out, name === '' ? `sections[${i}]` : name);
    sections.push(section);
  }
  return sections;
}

function fieldPlace(rows: StructRows, name: string, is64: boolean): readonly [number, number] {
  const field = rows.fields.find((f) => f.name === name);
  return field ? (is64 ? field.at64 : field.at32) : [0, 0];
}

function sectionBytes(bytes: Bytes, header: SectionHeader, index: number, place: () => Span, out: Reporter): Bytes {
  if (header.sh_type === SHT.SHT_NULL || header.sh_type === SHT.SHT_NOBITS) return bytes.sub(0, 0);
  const { sh_offset, sh_size } = header;
  if (!Number.isSafeInteger(sh_offset) || !Number.isSafeInteger(sh_size)) {
    out.report('elf/unsafe-integer', place(), `sections[${index}]`, 'sh_offset or sh_size is 2⁵³ or more');
    return bytes.sub(0, 0);
  }
  if (bytes.has(sh_offset, sh_size)) return bytes.sub(sh_offset, sh_offset + sh_size);
  const start = Math.min(sh_offset, bytes.length);
  out.report(
    'elf/section-range',
    bytes.span(start),
    `sections[${index}]`,
    `the section is ${sh_size} bytes at offset ${sh_offset}, and the file has ${bytes.length}`,
    { offset: sh_offset, size: sh_size, file: bytes.length },
  );
  return bytes.sub(start, bytes.length);
}

/** The string tables of a file by section index, each prepared once. */
class StringTables {
  private readonly tables = new Map<number, StringTable>();
  private readonly headers: readonly SectionHeader[];
  private readonly contents: readonly Bytes[];
  private readonly file: Bytes;

  constructor(file: Bytes, headers: readonly SectionHeader[], contents: readonly Bytes[]) {
    this.file = file;
    this.headers = headers;
    this.contents = contents;
  }

  /** The string table at `index`; undefined if it is not a string table, or if the budget is used up. */
  get(index: number, out: Reporter): StringTable | undefined {
    const known = this.tables.get(index);
    if (known) return known;
    const content = this.contents[index];
    // Some writers give a string table the type PROGBITS, so only types that are certainly not string tables are refused.
    const type = this.headers[index]?.sh_type;
    if (!content || type === SHT.SHT_NULL || type === SHT.SHT_NOBITS) return undefined;
    if (!out.charge(content.length, content.span(), `sections[${index}]`)) return undefined;
    const table = new StringTable(content, this.file);
    this.tables.set(index, table);
    return table;
  }
}

function readContent(
  header: SectionHeader,
  bytes: Bytes,
  is64: boolean,
  tables: StringTables,
  out: Reporter,
  path: string,
): SectionContent {
  switch (header.sh_type) {
    case SHT.SHT_STRTAB:
      return { kind: 'strings' };
    case SHT.SHT_SYMTAB:
    case SHT.SHT_DYNSYM:
      return readSymbols(header, bytes, is64, tables, out, path);
    case SHT.SHT_REL:
      return readRelocations(header, bytes, is64, REL, out, path);
    case SHT.SHT_RELA:
      return readRelocations(header, bytes, is64, RELA, out, path);
    case SHT.SHT_NOTE:
      return readNotes(bytes, out, path);
    default:
      return { kind: 'raw' };
  }
}

/** The number of entries of `rows` in the section, or -1 if it is not a table of them. */
function entryCount(header: SectionHeader, bytes: Bytes, is64: boolean, rows: StructRows, out: Reporter, path: string): number {
  const size = structSize(rows, is64);
  if (header.sh_entsize !== size && header.sh_entsize !== 0) {
    out.report(
      'elf/entry-size',
      bytes.span(),
      path,
      `sh_entsize is ${numberText(header.sh_entsize)} where ${rows.name} has ${size} bytes`,
      {
        found: header.sh_entsize,
        expected: size,
      },
    );
    return -1;
  }
  if (bytes.length % size !== 0) {
    const at = bytes.length - (bytes.length % size);
    out.report('elf/table-remainder', bytes.span(at), path, `${bytes.length} bytes are not a whole number of ${size}-byte entries`, {
      size: bytes.length,
      entry: size,
    });
  }
  const count = Math.floor(bytes.length / size);
  const work = bytes.length + count * COST.entry;
  return out.tryCharge(work) || out.charge(work, bytes.span(), path) ? count : -1;
}

function readSymbols(
  header: SectionHeader,
  bytes: Bytes,
  is64: boolean,
  tables: StringTables,
  out: Reporter,
  path: string,
): SectionContent {
  const count = entryCount(header, bytes, is64, SYMBOL, out, path);
  if (count < 0) return { kind: 'raw' };
  const names = tables.get(header.sh_link, out);
  if (!names && !out.exhausted)
    out.report('elf/link', bytes.span(), `${path}/sh_link`, `sh_link is ${header.sh_link}, which is not a string table`, {
      found: header.sh_link,
    });
  const size = structSize(SYMBOL, is64);
  const symbols: ElfSymbol[] = [];
  for (let i = 0; i < count; i++) {
    const symbol = readSymbol(bytes, i * size, is64) as Writable<ElfSymbol>;
    symbol.index = i;
    symbol.name = names && symbol.st_name !== 0 ? names.get(symbol.st_name, out, () => `${path}[${i}]/st_name`) : '';
    symbols.push(symbol);
  }
  return { kind: 'symbols', symbols };
}

function readRelocations(
  header: SectionHeader,
  bytes: Bytes,
  is64: boolean,
  rows: typeof REL | typeof RELA,
  out: Reporter,
  path: string,
): SectionContent {
  const count = entryCount(header, bytes, is64, rows, out, path);
  if (count < 0) return { kind: 'raw' };
  const addends = rows === RELA;
  const size = structSize(rows, is64);
  const relocations: Relocation[] = [];
  for (let index = 0; index < count; index++) {
    const at = index * size;
    const { r_offset, r_sym, r_type } = readRelocation(bytes, at, is64);
    if (!addends) relocations.push({ index, r_offset, r_sym, r_type });
    else relocations.push({ index, r_offset, r_sym, r_type, r_addend: readAddend(bytes, at, is64) });
  }
  return { kind: 'relocations', addends, relocations };
}

/** Notes up to the first that does not fit. Names and descriptions are padded to 4 bytes in both classes. */
function readNotes(bytes: Bytes, out: Reporter, path: string): SectionContent {
  if (!out.charge(bytes.length, bytes.span(), path)) return { kind: 'raw' };
  const notes: Note[] = [];
  let at = 0;
  while (bytes.has(at, NOTE_HEADER.size64)) {
    const { n_namesz, n_descsz, n_type } = readStruct(NOTE_HEADER, bytes, at, false);
    const nameAt = at + NOTE_HEADER.size64;
    const descAt = nameAt + align4(n_namesz);
    const descEnd = descAt + n_descsz;
    if (descEnd > bytes.length) break;
    if (!out.charge(COST.note, bytes.span(at, descEnd), path)) return { kind: 'notes', notes, rest: bytes.sub(at, bytes.length) };
    const ownerBytes = bytes.sub(nameAt, nameAt + n_namesz);
    const end = Math.min(descAt + align4(n_descsz), bytes.length);
    const text = ownerBytes.text();
    const owner = displayText(text.endsWith('\0') ? text.slice(0, -1) : text);
    notes.push({ index: notes.length, owner, ownerBytes, type: n_type, desc: bytes.sub(descAt, descEnd), span: bytes.span(at, end) });
    at = end;
  }
  const rest = bytes.sub(at, bytes.length);
  if (rest.length > 0 && !notes.some((note) => note.owner !== '')) {
    out.report('note/not-a-table', bytes.span(), path, `the ${bytes.length} bytes of this note section are not notes`, {
      size: bytes.length,
    });
    return { kind: 'raw' };
  }
  if (rest.length > 0)
    out.report('note/cut', rest.span(), path, `note ${notes.length} does not fit into the ${rest.length} bytes that are left`);
  return { kind: 'notes', notes, rest };
}

function align4(size: number): number {
  return Math.ceil(size / 4) * 4;
}
