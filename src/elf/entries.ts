import type { Bytes } from '../bytes/index.ts';
import { bigintAt, numberAt, placesOf, type StructOf, type StructRows, signedAt } from '../schema/index.ts';
import type { SectionHeader } from './model.ts';
import { REL, RELA, SECTION_HEADER, SYMBOL } from './table.ts';

/**
 * Entries of long tables, written out: what {@link readStruct} makes of their rows, in a third of the time, since each field is put under a
 * name that the engine knows beforehand. Offsets and widths are those of the rows.
 */

const HEADER = both(SECTION_HEADER);
const SYMBOLS = both(SYMBOL);
const RELOCATIONS = both(REL);
const ADDENDS = both(RELA);

function both<S extends StructRows>(rows: S) {
  return { narrow: placesOf(rows, false), wide: placesOf(rows, true) };
}

export function readSectionHeader(bytes: Bytes, at: number, wide: boolean): SectionHeader {
  const place = wide ? HEADER.wide : HEADER.narrow;
  return {
    sh_name: numberAt(bytes, at, place.sh_name),
    sh_type: numberAt(bytes, at, place.sh_type),
    sh_flags: bigintAt(bytes, at, place.sh_flags),
    sh_addr: bigintAt(bytes, at, place.sh_addr),
    sh_offset: numberAt(bytes, at, place.sh_offset),
    sh_size: numberAt(bytes, at, place.sh_size),
    sh_link: numberAt(bytes, at, place.sh_link),
    sh_info: numberAt(bytes, at, place.sh_info),
    sh_addralign: bigintAt(bytes, at, place.sh_addralign),
    sh_entsize: numberAt(bytes, at, place.sh_entsize),
  };
}

export function readSymbol(bytes: Bytes, at: number, wide: boolean): StructOf<typeof SYMBOL> {
  const place = wide ? SYMBOLS.wide : SYMBOLS.narrow;
  return {
    st_name: numberAt(bytes, at, place.st_name),
    st_value: bigintAt(bytes, at, place.st_value),
    st_size: bigintAt(bytes, at, place.st_size),
    st_info: numberAt(bytes, at, place.st_info),
    st_other: numberAt(bytes, at, place.st_other),
    st_shndx: numberAt(bytes, at, place.st_shndx),
  };
}

/** A 64-bit r_info is split into 32-bit halves, because bigints are slow. */
export function readRelocation(bytes: Bytes, at: number, wide: boolean) {
  const { r_offset, r_info } = wide ? RELOCATIONS.wide : RELOCATIONS.narrow;
  const info = at + r_info[0];
  return {
    r_offset: bigintAt(bytes, at, r_offset),
    r_sym: wide ? bytes.u32(info + 4) : bytes.u32(info) >>> 8,
    r_type: wide ? bytes.u32(info) : bytes.u8(info),
  };
}

/** r_addend of Elf_Rela. */
export function readAddend(bytes: Bytes, at: number, wide: boolean): bigint {
  return signedAt(bytes, at, (wide ? ADDENDS.wide : ADDENDS.narrow).r_addend);
}
