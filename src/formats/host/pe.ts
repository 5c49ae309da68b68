import { type Bytes, nulAt } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS, type Reporter } from '../../core/diag/index.ts';
import { placesOf, readStruct, type StructOf } from '../../core/schema/index.ts';
import { Memory, type Patch, type Patches, type Piece, type Program, type ProgramSection } from './memory.ts';
import { BIGOBJ_HEADER, COFF_HEADER, COFF_MACHINES, COFF_SECTION } from './table.ts';

const MZ_HEADER = 64;
const PE_MAGIC = 'PE\0\0';
/** Code: not searched. */
const CODE = 0x20;
const MORE_RELOCATIONS = 0x0100_0000;
const RELOCATION = 10;
const {
  VirtualSize: [VIRTUAL_SIZE_AT],
  SizeOfRawData: [RAW_SIZE_AT],
} = placesOf(COFF_SECTION, true);

type SectionHeader = StructOf<typeof COFF_SECTION>;

interface Coff {
  readonly bytes: Bytes;
  readonly machine: (typeof COFF_MACHINES)[number] | undefined;
  /** Offset of the section headers. */
  readonly sectionsAt: number;
  readonly count: number;
  readonly symbolsAt: number;
  readonly symbolCount: number;
  /** 18, or 20 with section 32-bit numbers. */
  readonly symbolSize: number;
}

/** Offset of the PE header, or undefined if these bytes are not a PE file. */
export function peHeaderAt(bytes: Bytes): number | undefined {
  if (!bytes.startsWith('MZ') || bytes.length < MZ_HEADER) return undefined;
  const at = bytes.u32(60);
  return bytes.startsWith(PE_MAGIC, at) ? at : undefined;
}

/** True for a COFF object of a known machine. */
export function isCoff(bytes: Bytes): boolean {
  if (bytes.length < COFF_HEADER.size64) return false;
  if (isBigobj(bytes)) return true;
  const { Machine, SizeOfOptionalHeader, NumberOfSections } = readStruct(COFF_HEADER, bytes, 0, true);
  const known = COFF_MACHINES.some((row) => row.value === Machine);
  return known && SizeOfOptionalHeader === 0 && bytes.has(COFF_HEADER.size64, NumberOfSections * COFF_SECTION.size64);
}

function isBigobj(bytes: Bytes): boolean {
  if (bytes.length < BIGOBJ_HEADER.size64 || bytes.u32(0) !== 0xffff_0000) return false;
  const { Version, Machine } = readStruct(BIGOBJ_HEADER, bytes, 0, true);
  return Version >= 2 && COFF_MACHINES.some((row) => row.value === Machine);
}

const machineOf = (value: number) => COFF_MACHINES.find((row) => row.value === value);

/** Reads the headers of a PE program or library. Throws `FormatError` (`host/header`) when they are truncated. */
export function peProgram(bytes: Bytes, at: number, out: Reporter): Program {
  const coffAt = at + PE_MAGIC.length;
  const optionalAt = coffAt + COFF_HEADER.size64;
  if (!bytes.has(coffAt, COFF_HEADER.size64 + 32)) throw headerShort(bytes);
  const header = readStruct(COFF_HEADER, bytes, coffAt, true);
  // Magic 0x20b is PE32+, whose ImageBase has eight bytes.
  const is64 = bytes.u16(optionalAt) === 0x20b;
  const base = is64 ? bytes.u64AsNumber(optionalAt + 24) : bytes.u32(optionalAt + 28);
  const coff: Coff = {
    bytes,
    machine: machineOf(header.Machine),
    sectionsAt: optionalAt + header.SizeOfOptionalHeader,
    count: header.NumberOfSections,
    symbolsAt: header.PointerToSymbolTable,
    symbolCount: header.NumberOfSymbols,
    symbolSize: 18,
  };
  const sections = readSections(coff, out);
  const pieces: Piece[] = [];
  const scan: Piece[] = [];
  const listed: ProgramSection[] = [];
  for (const { header: section, headerAt, name, bytes: content } of sections) {
    const size = section.VirtualSize === 0 ? content.length : Math.min(section.VirtualSize, content.length);
    // The rest of the content is filler up to the alignment of the file.
    const used = content.sub(0, size);
    listed.push({ name, bytes: used, ...(section.VirtualSize === 0 ? {} : { sizeAt: [headerAt + VIRTUAL_SIZE_AT, 4] as const }) });
    if (size === 0) continue;
    const piece = { address: base + section.VirtualAddress, bytes: used };
    pieces.push(piece);
    if ((section.Characteristics & CODE) === 0) scan.push(piece);
  }
  return { machine: machineName(coff, header.Machine), memory: new Memory(pieces, is64, () => undefined), scan, sections: listed };
}

/** Reads the headers of a COFF object; its sections get addresses, and relocations are applied when a pointer is read. */
export function coffProgram(bytes: Bytes, out: Reporter): Program {
  const big = isBigobj(bytes);
  const header = big ? readStruct(BIGOBJ_HEADER, bytes, 0, true) : readStruct(COFF_HEADER, bytes, 0, true);
  const coff: Coff = {
    bytes,
    machine: machineOf(header.Machine),
    sectionsAt: big ? BIGOBJ_HEADER.size64 : COFF_HEADER.size64,
    count: header.NumberOfSections,
    symbolsAt: header.PointerToSymbolTable,
    symbolCount: header.NumberOfSymbols,
    symbolSize: big ? 20 : 18,
  };
  const sections = readSections(coff, out);
  const is64 = coff.machine?.is64 ?? true;
  const addresses: number[] = [];
  const headers = new Map<Piece, SectionHeader>();
  let next = 65_536;
  for (const section of sections) {
    addresses.push(next);
    const piece = { address: next, bytes: section.bytes };
    if (section.bytes.length > 0) headers.set(piece, section.header);
    next = Math.ceil((next + Math.max(section.header.SizeOfRawData, 1) + 64) / 4096) * 4096;
  }
  const words = new Map<Piece, ReadonlyMap<number, Patch>>();
  const patches: Patches = (address, piece) => {
    const header = headers.get(piece);
    if (!header) return undefined;
    const known = words.get(piece);
    const patches = known ?? relocationsOf(coff, header, piece, addresses, out);
    if (!known) words.set(piece, patches);
    return patches.get(address - piece.address);
  };
  const scan = [...headers].flatMap(([piece, header]) =>
    header.NumberOfRelocations > 0 && (header.Characteristics & CODE) === 0 ? [piece] : [],
  );
  return {
    machine: machineName(coff, header.Machine),
    memory: new Memory([...headers.keys()], is64, patches),
    scan,
    sections: sections.map(({ name, headerAt, bytes: content }) => ({
      name,
      bytes: content,
      sizeAt: [headerAt + RAW_SIZE_AT, 4] as const,
    })),
  };
}

const machineName = (coff: Coff, value: number) => coff.machine?.name ?? `machine ${value}`;

function headerShort(bytes: Bytes): FormatError {
  return new FormatError(diagnostic('host/header', 'the file ends inside its headers', bytes.span(bytes.length), ''));
}

interface CoffSection {
  readonly header: SectionHeader;
  /** Offset of the header in the source. */
  readonly headerAt: number;
  readonly name: string;
  readonly bytes: Bytes;
}

function readSections(coff: Coff, out: Reporter): CoffSection[] {
  const { bytes, sectionsAt } = coff;
  const size = COFF_SECTION.size64;
  const capacity = Math.max(Math.floor((bytes.length - sectionsAt) / size), 0);
  if (coff.count > capacity) {
    const message = `the file has ${coff.count} sections, of which ${capacity} have a header inside it`;
    out.report('host/header', bytes.span(Math.min(sectionsAt, bytes.length)), 'sections', message, {
      expected: coff.count,
      found: capacity,
    });
  }
  let count = Math.min(coff.count, capacity);
  if (count > LIMITS.hostSections) {
    const message = `the file has ${count} sections; the first ${LIMITS.hostSections} are looked at`;
    out.report('limit/host-sections', bytes.span(sectionsAt, sectionsAt), 'sections', message, { found: count });
    count = LIMITS.hostSections;
  }
  const sections: CoffSection[] = [];
  for (let i = 0; i < count; i++) {
    const at = sectionsAt + i * size;
    if (!out.charge(size, bytes.span(at, at + size), `sections[${i}]`)) break;
    const header = readStruct(COFF_SECTION, bytes, at, true);
    const { PointerToRawData: from, SizeOfRawData: length } = header;
    const inside = from === 0 || bytes.has(from, length);
    if (!inside) {
      const message = `the section is ${length} bytes at offset ${from}, and the file has ${bytes.length}`;
      out.report('host/section-range', bytes.span(at, at + size), `sections[${i}]`, message, { offset: from, size: length });
    }
    const content = from > 0 && inside ? bytes.sub(from, from + length) : bytes.sub(0, 0);
    sections.push({ header, headerAt: bytes.base + at, name: sectionName(coff, at), bytes: content });
  }
  return sections;
}

const MOST_NAME = 256;

/** Eight bytes, or `/` and a decimal offset in the string table after the symbols. */
function sectionName(coff: Coff, at: number): string {
  const short = coff.bytes
    .sub(at, at + 8)
    .text()
    .replace(/\0.*$/s, '');
  const offset = /^\/([0-9]+)$/.exec(short);
  if (!offset || coff.symbolsAt === 0) return short;
  const start = coff.symbolsAt + coff.symbolCount * coff.symbolSize + Number(offset[1]);
  const end = Math.min(start + MOST_NAME, coff.bytes.length);
  const nul = start < end ? nulAt(coff.bytes, start, MOST_NAME) : end;
  return nul < end ? coff.bytes.sub(start, nul).text() : short;
}

/** The pointers that relocations write into a section, by their offset in it. The addend is in place. */
function relocationsOf(coff: Coff, section: SectionHeader, piece: Piece, addresses: readonly number[], out: Reporter): Map<number, Patch> {
  const patches = new Map<number, Patch>();
  const { bytes } = coff;
  const at = section.PointerToRelocations;
  let count = section.NumberOfRelocations;
  if (count === 0xffff && (section.Characteristics & MORE_RELOCATIONS) !== 0 && bytes.has(at, 4)) count = bytes.u32(at);
  count = Math.min(count, Math.max(Math.floor((bytes.length - at) / RELOCATION), 0));
  if (!coff.machine || !out.charge(count * RELOCATION, bytes.span(Math.min(at, bytes.length)), 'relocations')) return patches;
  const { absolute, is64 } = coff.machine;
  for (let i = 0; i < count; i++) {
    const entry = at + i * RELOCATION;
    if (bytes.u16(entry + 8) !== absolute) continue;
    const target = symbolAddress(coff, bytes.u32(entry + 4), addresses);
    const offset = bytes.u32(entry);
    if (target === undefined || !piece.bytes.has(offset, is64 ? 8 : 4)) continue;
    patches.set(offset, { value: target + (is64 ? piece.bytes.u64AsNumber(offset) : piece.bytes.u32(offset)) });
  }
  return patches;
}

function symbolAddress(coff: Coff, index: number, addresses: readonly number[]): number | undefined {
  const at = coff.symbolsAt + index * coff.symbolSize;
  if (index >= coff.symbolCount || !coff.bytes.has(at, coff.symbolSize)) return undefined;
  const section = coff.symbolSize === 20 ? coff.bytes.u32(at + 12) : coff.bytes.u16(at + 12);
  const base = addresses[section - 1];
  return base === undefined ? undefined : base + coff.bytes.u32(at + 8);
}
