/** Where the ELF file of a device binary ends. */
import type { Bytes } from '../core/bytes/index.ts';
import type { Reporter } from '../core/diag/index.ts';
import { readStruct, structSize } from '../core/schema/index.ts';
import { ELF_HEADER, ELF_IDENT, numbersOf, readSectionHeader, SECTION_HEADER, SECTION_TYPES } from '../formats/elf/index.ts';
import { ELF_TYPES, EM_INTELGT } from '../formats/zebin/index.ts';

const { SHT_NULL, SHT_NOBITS } = numbersOf(SECTION_TYPES);

/** Length of the ELF file that begins here, by its headers; it may be more than there is. Undefined if it is not for an Intel GPU. */
export function elfExtent(bytes: Bytes, out: Reporter): number | undefined {
  if (bytes.length < ELF_IDENT.size64) return undefined;
  const ident = readStruct(ELF_IDENT, bytes, 0, false);
  const is64 = ident.EI_CLASS === 2;
  if ((ident.EI_CLASS !== 1 && !is64) || ident.EI_DATA !== 1 || ident.EI_VERSION !== 1) return undefined;
  if (bytes.length < structSize(ELF_HEADER, is64)) return undefined;
  const header = readStruct(ELF_HEADER, bytes, 0, is64);
  const isZebin = header.e_machine === EM_INTELGT || ELF_TYPES.some((row) => row.value === header.e_type && row.value >= 0xff00);
  const size = structSize(SECTION_HEADER, is64);
  if (!isZebin || header.e_shoff === 0 || header.e_shentsize < size) return undefined;
  const count = header.e_shnum === 0 && bytes.has(header.e_shoff, size) ? sectionCount(bytes, header.e_shoff, is64) : header.e_shnum;
  let end = Math.max(structSize(ELF_HEADER, is64), header.e_shoff + count * header.e_shentsize);
  if (header.e_phnum > 0) end = Math.max(end, header.e_phoff + header.e_phnum * header.e_phentsize);
  if (!Number.isSafeInteger(end)) return undefined;
  for (let i = 0; i < count; i++) {
    const at = header.e_shoff + i * header.e_shentsize;
    // An incomplete table does not say where the file ends; its own end is the best estimate.
    if (!bytes.has(at, size) || !out.charge(size, bytes.span(at, at + size), '')) break;
    const { sh_type, sh_offset, sh_size } = readSectionHeader(bytes, at, is64);
    if (sh_type !== SHT_NULL && sh_type !== SHT_NOBITS && Number.isSafeInteger(sh_offset + sh_size))
      end = Math.max(end, sh_offset + sh_size);
  }
  return end;
}

const sectionCount = (bytes: Bytes, at: number, is64: boolean) => readStruct(SECTION_HEADER, bytes, at, is64).sh_size;
