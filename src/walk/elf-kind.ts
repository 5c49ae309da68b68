/**
 * The kind of an ELF file, from its header, its sections and their types.
 */
import type { Bytes } from '../core/bytes/index.ts';
import { readOne, readStruct, structSize } from '../core/schema/index.ts';
import { ELF_HEADER, type Elf, findRow, SECTION_HEADER } from '../formats/elf/index.ts';
import { RELOCATIONS } from '../formats/host/relocations.ts';
import { ELF_TYPES, isZebin, OPENMP_NOTE_SECTION, SHT_ZEBIN_ZEINFO } from '../formats/zebin/index.ts';
import type { FormatKind } from './formats.ts';

/**
 * Whether an ELF file is code for a host, according to its header and the types of its sections: libraries of gigabytes are distinguished
 * from device binaries without being read. A file for any other machine has to be read.
 */
export function isHostElf(bytes: Bytes): boolean {
  const is64 = bytes.has(0, 5) && bytes.u8(4) === 2;
  if (!bytes.startsWith('\x7fELF') || !bytes.has(0, structSize(ELF_HEADER, is64))) return false;
  const machine = readOne(ELF_HEADER, 'e_machine', bytes, 0, is64);
  if (!RELOCATIONS.some((row) => row.machine === machine)) return false;
  const { e_shoff, e_shnum, e_shentsize } = readStruct(ELF_HEADER, bytes, 0, is64);
  const size = structSize(SECTION_HEADER, is64);
  for (let i = 0; i < e_shnum && e_shentsize >= size; i++) {
    const at = Number(e_shoff) + i * e_shentsize;
    // The type is the second word.
    if (!bytes.has(at, size)) break;
    if (bytes.u32(at + 4) === SHT_ZEBIN_ZEINFO) return false;
  }
  return true;
}

/** Which kind of ELF file. */
export function elfKind(elf: Elf): FormatKind {
  if (isZebin(elf)) return 'zebin';
  if (findRow(ELF_TYPES, elf.header.e_type)?.name.startsWith('ET_OPENCL_')) return 'legacy-elf';
  if (elf.sections.some((section) => section.name === OPENMP_NOTE_SECTION)) return 'openmp-wrapper';
  return 'elf';
}
