/**
 * The ELF container as the driver reads it: with few checks, and otherwise trusting the file.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/elf/elf_decoder.{h,cpp}.
 */
import { type Bytes, nulAt } from '../core/bytes/index.ts';
import { LIMITS } from '../core/diag/index.ts';
import {
  bigintAt,
  numberAt,
  type Place,
  placesOf,
  readOne,
  readStruct,
  type StructOf,
  type StructRows,
  structSize,
} from '../core/schema/index.ts';
import { ELF_HEADER, numbersOf, PROGRAM_HEADER, REL, RELA, SECTION_HEADER, SECTION_TYPES, SYMBOL } from '../formats/elf/index.ts';
import { ELF_TYPES } from '../formats/zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import { DriverStop } from './stop.ts';

const SHT = numbersOf(SECTION_TYPES);
const TYPES = numbersOf(ELF_TYPES);

export interface DriverSection {
  readonly index: number;
  readonly type: number;
  /** Text up to the next zero byte, which can be anywhere in the file. */
  readonly name: string;
  /** Offset in the file, and size in bytes; both are 0 for NOBITS. */
  readonly start: number;
  readonly size: number;
}

export interface DriverElf {
  readonly is64: boolean;
  readonly header: StructOf<typeof ELF_HEADER>;
  readonly sections: readonly DriverSection[];
}

/** Whether the driver treats the file as a zebin at all. */
export function isDriverZebin(bytes: Bytes): boolean {
  if (bytes.length < structSize(ELF_HEADER, false)) return false;
  const is64 = bytes.u8(4) === 2;
  if (!bytes.startsWith('\x7fELF') || (!is64 && bytes.u8(4) !== 1) || bytes.length < structSize(ELF_HEADER, is64)) return false;
  const e_type = readOne(ELF_HEADER, 'e_type', bytes, 0, is64);
  return e_type === TYPES.ET_REL || e_type === TYPES.ET_ZEBIN_EXE;
}

/** Reads the container. Stops with `driver/elf` where the driver refuses it, with `driver/elf-abort` where it reads out of bounds. */
export function decodeElf(bytes: Bytes, behaviour: Behaviour): DriverElf {
  const is64 = bytes.u8(4) === 2;
  const header = readStruct(ELF_HEADER, bytes, 0, is64);
  const { e_phoff, e_shoff } = placesOf(ELF_HEADER, is64);
  /** Whether a range ends inside the file, computed in the driver's types: the sum wraps around at 32 bits in an ELF32 file, else at 64. */
  const endsInside = (base: number, offset: Place, size: number | Place) => {
    const bytesOf = typeof size === 'number' ? size : numberAt(bytes, base, size);
    if (numberAt(bytes, base, offset) + bytesOf <= bytes.length) return true;
    const exact = typeof size === 'number' ? BigInt(size) : bigintAt(bytes, base, size);
    return BigInt.asUintN(is64 ? 64 : 32, bigintAt(bytes, base, offset) + exact) <= bytes.length;
  };
  const refuse = (why: string, at: number) => new DriverStop('driver/elf', why, Math.min(at, bytes.length));
  if (!endsInside(0, e_phoff, header.e_phnum * header.e_phentsize)) throw refuse('the program headers reach past the end', 0);
  if (!endsInside(0, e_shoff, header.e_shnum * header.e_shentsize)) throw refuse('the section headers reach past the end', 0);
  const { p_offset, p_filesz } = placesOf(PROGRAM_HEADER, is64);
  for (let i = 0; i < header.e_phnum; i++) {
    const at = header.e_phoff + i * header.e_phentsize;
    structAt(PROGRAM_HEADER, bytes, at, is64);
    if (!endsInside(at, p_offset, p_filesz)) throw refuse(`program header ${i} reaches past the end`, at);
  }
  const headers: StructOf<typeof SECTION_HEADER>[] = [];
  const { sh_offset, sh_size } = placesOf(SECTION_HEADER, is64);
  for (let i = 0; i < header.e_shnum; i++) {
    const at = header.e_shoff + i * header.e_shentsize;
    const section = structAt(SECTION_HEADER, bytes, at, is64);
    if (section.sh_type !== SHT.SHT_NOBITS && !endsInside(at, sh_offset, sh_size)) throw refuse(`section ${i} reaches past the end`, at);
    headers.push(section);
  }
  const table = headers[header.e_shstrndx];
  const names = table && new Names(bytes, table);
  const sizeOf = (h: StructOf<typeof SECTION_HEADER>) => (h.sh_type === SHT.SHT_NOBITS ? 0 : h.sh_size);
  readTables(bytes, is64, headers, names, behaviour);
  return {
    is64,
    header,
    sections:
      names === undefined || header.e_shstrndx === 0
        ? []
        : headers.map((h, index) => ({
            index,
            type: h.sh_type,
            name: names.at(h.sh_name),
            start: h.sh_offset,
            size: sizeOf(h),
          })),
  };
}

/** Symbols and relocations. Entry sizes are checked; indices are not. */
function readTables(
  bytes: Bytes,
  is64: boolean,
  headers: readonly StructOf<typeof SECTION_HEADER>[],
  names: Names | undefined,
  behaviour: Behaviour,
): void {
  let symbols: { readonly at: number; readonly count: number } = { at: 0, count: 0 };
  let wrong: DriverStop | undefined;
  const entrySize = (header: StructOf<typeof SECTION_HEADER>, rows: StructRows) => {
    const size = structSize(rows, is64);
    if (Number(header.sh_entsize) === size) return true;
    wrong ??= new DriverStop('driver/elf', `entries of ${header.sh_entsize} bytes where ${rows.name} has ${size}`, header.sh_offset);
    return false;
  };
  for (const header of headers) {
    if (header.sh_type !== SHT.SHT_SYMTAB || !entrySize(header, SYMBOL)) continue;
    const count = Math.floor(header.sh_size / structSize(SYMBOL, is64));
    // Every symbol is copied. Where the sum of offset and size wraps around, the check of the section header has let it pass.
    if (count > 0 && header.sh_offset + header.sh_size > bytes.length)
      throw new DriverStop('driver/elf-abort', 'a symbol table reaches past the end', Math.min(header.sh_offset, bytes.length));
    symbols = { at: header.sh_offset, count };
  }
  if (wrong) throw wrong;
  for (const header of headers) {
    const rows = header.sh_type === SHT.SHT_RELA ? RELA : header.sh_type === SHT.SHT_REL ? REL : undefined;
    if (!rows || !entrySize(header, rows)) continue;
    if (!names) throw new DriverStop('driver/elf-abort', 'there are relocations, and e_shstrndx names no section', 0);
    if (header.sh_info >= headers.length && !behaviour.does('checkedTargets'))
      throw new DriverStop('driver/elf-abort', `relocations apply to section ${header.sh_info} of ${headers.length}`, header.sh_offset);
    const size = structSize(rows, is64);
    const [info] = placesOf(rows, is64).r_info as Place;
    const { st_name } = placesOf(SYMBOL, is64);
    // Of relocations and their symbols only the fields that are needed: they are many.
    for (let at = header.sh_offset; at + size <= header.sh_offset + header.sh_size; at += size) {
      checkInside(rows, bytes, at, is64);
      const symbol = is64 ? bytes.u32(at + info + 4) | 0 : bytes.u32(at + info) >>> 8;
      if (symbol < 0 || symbol >= symbols.count)
        throw new DriverStop('driver/elf-abort', `a relocation refers to symbol ${symbol} of ${symbols.count}`, at, at + size);
      const entry = symbols.at + symbol * structSize(SYMBOL, is64);
      checkInside(SYMBOL, bytes, entry, is64);
      names.at(numberAt(bytes, entry, st_name));
    }
  }
  if (wrong) throw wrong;
}

function structAt<S extends StructRows>(rows: S, bytes: Bytes, at: number, is64: boolean): StructOf<S> {
  checkInside(rows, bytes, at, is64);
  return readStruct(rows, bytes, at, is64);
}

function checkInside(rows: StructRows, bytes: Bytes, at: number, is64: boolean): void {
  if (!Number.isSafeInteger(at) || !bytes.has(at, structSize(rows, is64)))
    throw new DriverStop('driver/elf-abort', `${rows.name} is read outside the file`, Math.min(Math.max(at, 0), bytes.length));
}

/** Names in a string table. Each ends at the next zero byte, which can be anywhere in the file. They share the text of the table. */
class Names {
  private readonly bytes: Bytes;
  private readonly header: StructOf<typeof SECTION_HEADER>;
  /** By the text of their offsets; many symbols may have one name. */
  private readonly known = new Map<string, string>();
  /** The stretch without a zero byte that contained the last name: it can contain many names. */
  private run = { start: 0, text: '' };

  constructor(bytes: Bytes, header: StructOf<typeof SECTION_HEADER>) {
    this.bytes = bytes;
    this.header = header;
  }

  at(offset: number): string {
    const { bytes, header } = this;
    if (header.sh_type === SHT.SHT_NOBITS || header.sh_size === 0)
      throw new DriverStop('driver/elf-abort', 'e_shstrndx names a section without data', 0);
    const start = header.sh_offset + offset;
    if (!(start < bytes.length)) {
      // Memory after the file: directly after it there is most likely mapped memory, far from it there is not.
      if (start > bytes.length + REACH)
        throw new DriverStop('driver/elf-abort', `a name starts ${offset} bytes into its table`, bytes.length);
      return '';
    }
    const known = this.known.get(`${offset}`);
    if (known !== undefined) return known;
    if (offset < this.run.start || offset > this.run.start + this.run.text.length)
      this.run = { start: offset, text: bytes.sub(start, nulAt(bytes, start, LONGEST)).text() };
    const name = this.run.text.slice(offset - this.run.start);
    this.known.set(`${offset}`, name);
    return name;
  }
}

/** A longer name is that of no section that a driver knows, and of no kernel. */
const LONGEST = LIMITS.nameLength;

/** Bytes after a file in memory that are likely to be mapped. */
const REACH = 1 << 12;
