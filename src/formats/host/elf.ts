import { type Bytes, nulAt } from '../../core/bytes/index.ts';
import { LIMITS, numberText, type Reporter } from '../../core/diag/index.ts';
import { placesOf, readStruct, type StructOf, type StructRows, structSize } from '../../core/schema/index.ts';
import {
  ELF_HEADER,
  FILE_TYPES,
  findRow,
  MACHINES,
  numbersOf,
  PROGRAM_HEADER,
  REL,
  RELA,
  SECTION_FLAGS,
  SECTION_HEADER,
  SECTION_TYPES,
  SPECIAL_SECTIONS,
  SYMBOL,
} from '../elf/index.ts';
import { dynamicPatches } from './dynamic.ts';
import { Memory, type Patch, type Patches, type Piece, type Program } from './memory.ts';
import { RELOCATIONS } from './relocations.ts';

const { ET_REL, ET_DYN } = numbersOf(FILE_TYPES);
const { SHT_NULL, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_RELA } = numbersOf(SECTION_TYPES);
const { SHN_XINDEX } = numbersOf(SPECIAL_SECTIONS);
const FLAGS = numbersOf(SECTION_FLAGS);
const PT_LOAD = 1;
const PF_X = 1;
const PF_W = 2;

type Header = StructOf<typeof ELF_HEADER>;
type ProgramHeader = StructOf<typeof PROGRAM_HEADER>;

/** A section of a host file: only its header and name are read. */
export interface RawSection extends StructOf<typeof SECTION_HEADER> {
  readonly index: number;
  readonly name: string;
  readonly bytes: Bytes;
}

/**
 * Reads the headers of an ELF file for a host machine and the names of its sections, but not their content: a library of gigabytes costs a
 * few pages. `bytes` begins with a complete ELF header.
 */
export function elfProgram(bytes: Bytes, out: Reporter): Program {
  const is64 = bytes.u8(4) === 2;
  const header = readStruct(ELF_HEADER, bytes, 0, is64);
  const programHeaders = readProgramHeaders(bytes, is64, header, out);
  const sections = readSections(bytes, is64, header, out);
  const machine = findRow(MACHINES, header.e_machine)?.name.slice(3).toLowerCase() ?? `machine ${header.e_machine}`;
  const { memory, scan } =
    header.e_type === ET_REL ? object(sections, is64, header, out) : loaded(bytes, sections, programHeaders, is64, header, out);
  return {
    machine: machine === '386' ? 'i386' : machine,
    memory,
    scan,
    sections: sections.map(({ name, sh_type, bytes: content, index }) => {
      const [at, width] = placesOf(SECTION_HEADER, is64).sh_size;
      const sizeAt = [bytes.base + header.e_shoff + index * header.e_shentsize + at, width === 8 ? 8 : 4] as const;
      return { name, type: sh_type, bytes: content, sizeAt };
    }),
  };
}

/** How many entries of a header table are inside the file. */
function tableOf(bytes: Bytes, rows: StructRows, at: number, stride: number, count: number, is64: boolean, path: string, out: Reporter) {
  const size = structSize(rows, is64);
  if (at === 0 || count === 0 || stride < size) return 0;
  const capacity = at > bytes.length ? 0 : Math.floor((bytes.length - at + (stride - size)) / stride);
  if (count > capacity) {
    const message = `the table has ${numberText(count)} entries at offset ${numberText(at)}, of which ${capacity} are inside the file`;
    out.report('elf/table-range', bytes.span(Math.min(at, bytes.length)), path, message, { expected: count, found: capacity });
  }
  return Math.min(count, capacity);
}

function readProgramHeaders(bytes: Bytes, is64: boolean, header: Header, out: Reporter): ProgramHeader[] {
  const { e_phoff, e_phentsize, e_phnum } = header;
  const count = tableOf(bytes, PROGRAM_HEADER, e_phoff, e_phentsize, e_phnum, is64, 'program_headers', out);
  return Array.from({ length: count }, (_, i) => readStruct(PROGRAM_HEADER, bytes, e_phoff + i * e_phentsize, is64));
}

function readSections(bytes: Bytes, is64: boolean, header: Header, out: Reporter): RawSection[] {
  const { e_shoff, e_shentsize } = header;
  let { e_shnum, e_shstrndx } = header;
  const at = (i: number) => e_shoff + i * e_shentsize;
  const size = structSize(SECTION_HEADER, is64);
  if (e_shoff !== 0 && e_shentsize >= size && bytes.has(e_shoff, size) && (e_shnum === 0 || e_shstrndx === SHN_XINDEX)) {
    // Extended numbering: the true values are in section 0.
    const first = readStruct(SECTION_HEADER, bytes, e_shoff, is64);
    if (e_shnum === 0) e_shnum = first.sh_size;
    if (e_shstrndx === SHN_XINDEX) e_shstrndx = first.sh_link;
  }
  let count = tableOf(bytes, SECTION_HEADER, e_shoff, e_shentsize, e_shnum, is64, 'sections', out);
  if (count > LIMITS.hostSections) {
    const message = `the file has ${numberText(count)} sections; the first ${LIMITS.hostSections} are looked at`;
    out.report('limit/host-sections', bytes.span(e_shoff, e_shoff), 'sections', message, { found: count });
    count = LIMITS.hostSections;
  }
  const namesAt = e_shstrndx < count ? readStruct(SECTION_HEADER, bytes, at(e_shstrndx), is64) : undefined;
  const names = namesAt && contentOf(bytes, namesAt);
  const sections: RawSection[] = [];
  for (let i = 0; i < count; i++) {
    if (!out.charge(size, bytes.span(at(i), at(i) + size), `sections[${i}]`)) break;
    const section = readStruct(SECTION_HEADER, bytes, at(i), is64);
    const content = contentOf(bytes, section);
    if (!content) {
      const message = `the section is ${numberText(section.sh_size)} bytes at offset ${numberText(section.sh_offset)}, and the file has ${bytes.length}`;
      out.report('elf/section-range', bytes.span(at(i), at(i) + size), `sections[${i}]`, message);
    }
    const name = names && section.sh_type !== SHT_NULL ? nameAt(names, section.sh_name) : '';
    sections.push(Object.assign(section, { index: i, name, bytes: content ?? bytes.sub(0, 0) }));
  }
  return sections;
}

function contentOf(bytes: Bytes, { sh_type, sh_offset, sh_size }: StructOf<typeof SECTION_HEADER>): Bytes | undefined {
  if (sh_type === SHT_NULL || sh_type === SHT_NOBITS || sh_size === 0) return bytes.sub(0, 0);
  return bytes.has(sh_offset, sh_size) ? bytes.sub(sh_offset, sh_offset + sh_size) : undefined;
}

/** Section names that matter here are short; longer ones are cut. */
const NAME = 256;

function nameAt(names: Bytes, at: number): string {
  return at < names.length ? names.sub(at, nulAt(names, at, NAME)).text() : '';
}

/** Descriptors are in constant data with pointers: it is searched first. */
const early = (name: string) => (name.startsWith('.data.rel.ro') ? 0 : 1);

const has = (section: RawSection, flag: number) => (section.sh_flags & BigInt(flag)) !== 0n;

interface Loaded {
  readonly memory: Memory;
  readonly scan: readonly Piece[];
}

/** A program or library as its segments, or without segments its sections, place it in memory. */
function loaded(
  bytes: Bytes,
  sections: readonly RawSection[],
  headers: ProgramHeader[],
  is64: boolean,
  header: Header,
  out: Reporter,
): Loaded {
  const allocated = sections.filter((section) => has(section, FLAGS.SHF_ALLOC) && section.bytes.length > 0);
  const segments = headers.filter(({ p_type, p_offset, p_filesz }) => p_type === PT_LOAD && p_filesz > 0 && bytes.has(p_offset, p_filesz));
  const pieceOf = (segment: ProgramHeader): Piece => ({
    address: Number(segment.p_vaddr),
    bytes: bytes.sub(segment.p_offset, segment.p_offset + segment.p_filesz),
  });
  const ofSection = (section: RawSection): Piece => ({ address: Number(section.sh_addr), bytes: section.bytes });
  const pieces = segments.length > 0 ? segments.map(pieceOf) : allocated.map(ofSection);
  const memory = new Memory(pieces, is64, dynamicPatches(pieces, headers, is64, header.e_machine, out));
  // In position-independent files, only data that the loader writes to holds pointers.
  const holds = (writable: boolean) => writable || header.e_type !== ET_DYN;
  if (allocated.length === 0) {
    const data = segments.filter(({ p_flags }) => holds((p_flags & PF_W) !== 0) && ((p_flags & PF_X) === 0 || segments.length === 1));
    return { memory, scan: data.map(pieceOf) };
  }
  const data = allocated.filter(
    (section) => section.sh_type === SHT_PROGBITS && !has(section, FLAGS.SHF_EXECINSTR) && holds(has(section, FLAGS.SHF_WRITE)),
  );
  return { memory, scan: data.sort((a, b) => early(a.name) - early(b.name)).map(ofSection) };
}

/** An object file: every section gets an address, and relocations are applied when a pointer is read. */
function object(sections: readonly RawSection[], is64: boolean, { e_machine }: Header, out: Reporter): Loaded {
  const addresses = new Map<number, number>();
  const tables = sections.map((): RawSection[] => []);
  for (const section of sections) {
    if (section.sh_type !== SHT_REL && section.sh_type !== SHT_RELA) continue;
    tables[section.sh_info]?.push(section);
  }
  const pieces: Piece[] = [];
  const scan: Piece[] = [];
  const indices = new Map<Piece, number>();
  let next = 65_536;
  for (const section of sections) {
    if (!has(section, FLAGS.SHF_ALLOC)) continue;
    const align = Math.max(Number(section.sh_addralign), 16);
    const address = Math.ceil(next / align) * align;
    // Space between sections, so that the end of one is not the beginning of the next.
    next = address + section.sh_size + 64;
    if (!Number.isSafeInteger(next)) break;
    addresses.set(section.index, address);
    if (section.bytes.length === 0) continue;
    const piece = { address, bytes: section.bytes };
    pieces.push(piece);
    indices.set(piece, section.index);
    if (tables[section.index]?.length && !has(section, FLAGS.SHF_EXECINSTR)) scan.push(piece);
  }
  const words = new Map<number, ReadonlyMap<number, Patch>>();
  const patches: Patches = (address, piece) => {
    const index = indices.get(piece);
    if (index === undefined) return undefined;
    const known = words.get(index);
    const patches = known ?? relocationsOf(piece, tables[index] ?? [], sections, addresses, is64, e_machine, out);
    if (!known) words.set(index, patches);
    return patches.get(address - piece.address);
  };
  return { memory: new Memory(pieces, is64, patches), scan };
}

/** The pointers that relocations write into a section, by their offset in it. */
function relocationsOf(
  { bytes }: Piece,
  tables: readonly RawSection[],
  sections: readonly RawSection[],
  addresses: ReadonlyMap<number, number>,
  is64: boolean,
  machine: number,
  out: Reporter,
): ReadonlyMap<number, Patch> {
  const patches = new Map<number, Patch>();
  const absolute = RELOCATIONS.find((row) => row.machine === machine)?.absolute;
  for (const table of tables) {
    const rows = table.sh_type === SHT_RELA ? RELA : REL;
    const size = structSize(rows, is64);
    const symbols = sections[table.sh_link];
    const count = Math.floor(table.bytes.length / size);
    if (!symbols || !out.charge(table.bytes.length, table.bytes.span(), table.name)) continue;
    for (let i = 0; i < count; i++) {
      const { r_offset, r_info, r_addend } = readStruct(rows as typeof RELA, table.bytes, i * size, is64);
      if (Number(is64 ? r_info & 0xffff_ffffn : r_info & 0xffn) !== absolute) continue;
      const value = symbolAddress(symbols.bytes, Number(is64 ? r_info >> 32n : r_info >> 8n), addresses, is64);
      const at = Number(r_offset);
      if (value === undefined || !bytes.has(at, is64 ? 8 : 4)) continue;
      if (rows === RELA) {
        const [addend] = placesOf(RELA, is64).r_addend;
        patches.set(at, { value: value + Number(r_addend), addendAt: table.bytes.base + i * size + addend });
      } else patches.set(at, { value: value + (is64 ? bytes.u64AsNumber(at) : bytes.u32(at)) });
    }
  }
  return patches;
}

function symbolAddress(table: Bytes, index: number, addresses: ReadonlyMap<number, number>, is64: boolean): number | undefined {
  const size = structSize(SYMBOL, is64);
  if (!table.has(index * size, size)) return undefined;
  const { st_shndx, st_value } = readStruct(SYMBOL, table, index * size, is64);
  const base = addresses.get(st_shndx);
  return base === undefined ? undefined : base + Number(st_value);
}
