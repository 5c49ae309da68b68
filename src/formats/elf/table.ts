/**
 * The numbers and structures of ELF that device binaries use (System V ABI, edition 4.1, and its 64-bit supplement).
 *
 * Numbers that only zebins have (section types from 0xff000000 on, note types, relocation types) are in src/formats/zebin/table.
 */

import { hex } from '../../core/bytes/index.ts';
import type { StructRows } from '../../core/schema/index.ts';

/** The identification bytes, the same in both classes. */
export const ELF_IDENT = {
  name: 'e_ident',
  size32: 16,
  size64: 16,
  fields: [
    { name: 'EI_CLASS', at32: [4, 1], at64: [4, 1], as: 'number', doc: 'Width of the file: 1 is 32-bit, 2 is 64-bit.' },
    { name: 'EI_DATA', at32: [5, 1], at64: [5, 1], as: 'number', doc: 'Byte order: 1 is little-endian, the only one that zebins use.' },
    { name: 'EI_VERSION', at32: [6, 1], at64: [6, 1], as: 'number', doc: 'Version of ELF: always 1.' },
    { name: 'EI_OSABI', at32: [7, 1], at64: [7, 1], as: 'number', doc: 'Operating system ABI: 0 in every zebin.' },
    {
      name: 'EI_ABIVERSION',
      at32: [8, 1],
      at64: [8, 1],
      as: 'number',
      doc: 'ABI of the device code: 0 in files of zebin 1.12, later 1; 2 for Xe3P and later.',
    },
  ],
} as const satisfies StructRows;

/** The ELF header after its 16 identification bytes. */
export const ELF_HEADER = {
  name: 'Elf_Ehdr',
  size32: 52,
  size64: 64,
  fields: [
    {
      name: 'e_type',
      at32: [16, 2],
      at64: [16, 2],
      as: 'number',
      doc: 'Kind of file: 1 (relocatable) in every zebin that a compiler writes.',
    },
    { name: 'e_machine', at32: [18, 2], at64: [18, 2], as: 'number', doc: 'Processor: 205 is Intel GPU.' },
    { name: 'e_version', at32: [20, 4], at64: [20, 4], as: 'number', doc: 'Version of ELF: 1.' },
    { name: 'e_entry', at32: [24, 4], at64: [24, 8], as: 'bigint', doc: 'Entry address: 0.' },
    { name: 'e_phoff', at32: [28, 4], at64: [32, 8], as: 'number', doc: 'File offset of the program headers, 0 when there are none.' },
    { name: 'e_shoff', at32: [32, 4], at64: [40, 8], as: 'number', doc: 'File offset of the section headers.' },
    {
      name: 'e_flags',
      at32: [36, 4],
      at64: [48, 4],
      as: 'number',
      doc: 'Processor flags: 0; in files older than the notes, the target metadata.',
    },
    { name: 'e_ehsize', at32: [40, 2], at64: [52, 2], as: 'number', doc: 'Size of this header in bytes.' },
    { name: 'e_phentsize', at32: [42, 2], at64: [54, 2], as: 'number', doc: 'Size of one program header in bytes.' },
    { name: 'e_phnum', at32: [44, 2], at64: [56, 2], as: 'number', doc: 'Number of program headers.' },
    { name: 'e_shentsize', at32: [46, 2], at64: [58, 2], as: 'number', doc: 'Size of one section header in bytes.' },
    {
      name: 'e_shnum',
      at32: [48, 2],
      at64: [60, 2],
      as: 'number',
      doc: 'Number of section headers; 0 for 65,280 or more, when sh_size of section 0 is the number.',
    },
    {
      name: 'e_shstrndx',
      at32: [50, 2],
      at64: [62, 2],
      as: 'number',
      doc: 'Index of the section with the section names; 0xffff when sh_link of section 0 is the index.',
    },
  ],
} as const satisfies StructRows;

export const SECTION_HEADER = {
  name: 'Elf_Shdr',
  size32: 40,
  size64: 64,
  fields: [
    { name: 'sh_name', at32: [0, 4], at64: [0, 4], as: 'number', doc: 'Offset of the name in the section-name string table.' },
    { name: 'sh_type', at32: [4, 4], at64: [4, 4], as: 'number', doc: 'Kind of content.' },
    { name: 'sh_flags', at32: [8, 4], at64: [8, 8], as: 'bigint', doc: 'Attributes: write 1, allocate 2, execute 4 and others.' },
    { name: 'sh_addr', at32: [12, 4], at64: [16, 8], as: 'bigint', doc: 'Address in memory: 0 in a zebin.' },
    { name: 'sh_offset', at32: [16, 4], at64: [24, 8], as: 'number', doc: 'File offset of the content.' },
    { name: 'sh_size', at32: [20, 4], at64: [32, 8], as: 'number', doc: 'Size of the content in bytes; for NOBITS the size in memory.' },
    {
      name: 'sh_link',
      at32: [24, 4],
      at64: [40, 4],
      as: 'number',
      doc: 'Index of a related section: the string table of symbols, or the symbol table of relocations.',
    },
    {
      name: 'sh_info',
      at32: [28, 4],
      at64: [44, 4],
      as: 'number',
      doc: 'Depends on the type: index of the first global symbol, or of the section that relocations apply to.',
    },
    { name: 'sh_addralign', at32: [32, 4], at64: [48, 8], as: 'bigint', doc: 'Alignment of sh_addr: 0 in every file of the compiler.' },
    { name: 'sh_entsize', at32: [36, 4], at64: [56, 8], as: 'number', doc: 'Size of one entry in bytes, if the content is a table.' },
  ],
} as const satisfies StructRows;

export const PROGRAM_HEADER = {
  name: 'Elf_Phdr',
  size32: 32,
  size64: 56,
  fields: [
    { name: 'p_type', at32: [0, 4], at64: [0, 4], as: 'number', doc: 'Kind of segment.' },
    { name: 'p_offset', at32: [4, 4], at64: [8, 8], as: 'number', doc: 'File offset of the segment.' },
    { name: 'p_vaddr', at32: [8, 4], at64: [16, 8], as: 'bigint', doc: 'Address in memory.' },
    { name: 'p_paddr', at32: [12, 4], at64: [24, 8], as: 'bigint', doc: 'Physical address.' },
    { name: 'p_filesz', at32: [16, 4], at64: [32, 8], as: 'number', doc: 'Bytes in the file.' },
    { name: 'p_memsz', at32: [20, 4], at64: [40, 8], as: 'bigint', doc: 'Bytes in memory.' },
    { name: 'p_flags', at32: [24, 4], at64: [4, 4], as: 'number', doc: 'Execute 1, write 2, read 4.' },
    { name: 'p_align', at32: [28, 4], at64: [48, 8], as: 'bigint', doc: 'Alignment.' },
  ],
} as const satisfies StructRows;

export const SYMBOL = {
  name: 'Elf_Sym',
  size32: 16,
  size64: 24,
  fields: [
    { name: 'st_name', at32: [0, 4], at64: [0, 4], as: 'number', doc: 'Offset of the name in the string table.' },
    { name: 'st_value', at32: [4, 4], at64: [8, 8], as: 'bigint', doc: 'Offset in the section of the symbol, in bytes.' },
    { name: 'st_size', at32: [8, 4], at64: [16, 8], as: 'bigint', doc: 'Size of the variable, kernel or function, in bytes.' },
    { name: 'st_info', at32: [12, 1], at64: [4, 1], as: 'number', doc: 'Binding in the upper four bits, type in the lower four.' },
    { name: 'st_other', at32: [13, 1], at64: [5, 1], as: 'number', doc: 'Visibility in the lowest two bits.' },
    {
      name: 'st_shndx',
      at32: [14, 2],
      at64: [6, 2],
      as: 'number',
      doc: 'Index of the section; 0 undefined, 0xfff1 absolute, 0xfff2 common.',
    },
  ],
} as const satisfies StructRows;

export const REL = {
  name: 'Elf_Rel',
  size32: 8,
  size64: 16,
  fields: [
    { name: 'r_offset', at32: [0, 4], at64: [0, 8], as: 'bigint', doc: 'Offset in the section that is changed, in bytes.' },
    { name: 'r_info', at32: [4, 4], at64: [8, 8], as: 'bigint', doc: 'Symbol index and relocation type.' },
  ],
} as const satisfies StructRows;

export const RELA = {
  name: 'Elf_Rela',
  size32: 12,
  size64: 24,
  fields: [...REL.fields, { name: 'r_addend', at32: [8, 4], at64: [16, 8], as: 'signed', doc: 'Added to the value of the symbol.' }],
} as const satisfies StructRows;

export const NOTE_HEADER = {
  name: 'Elf_Nhdr',
  size32: 12,
  size64: 12,
  fields: [
    { name: 'n_namesz', at32: [0, 4], at64: [0, 4], as: 'number', doc: "Size of the owner's name with its NUL, in bytes." },
    { name: 'n_descsz', at32: [4, 4], at64: [4, 4], as: 'number', doc: 'Size of the description in bytes.' },
    { name: 'n_type', at32: [8, 4], at64: [8, 4], as: 'number', doc: 'Type, which the owner defines.' },
  ],
} as const satisfies StructRows;

/** A named number. */
export interface NumberRow {
  readonly value: number;
  readonly name: string;
  readonly doc: string;
}

/** Values of sh_type in the standard. */
export const SECTION_TYPES = [
  { value: 0, name: 'SHT_NULL', doc: 'No section: the entry is not used.' },
  { value: 1, name: 'SHT_PROGBITS', doc: 'Bytes of the program: code, data or debug information.' },
  { value: 2, name: 'SHT_SYMTAB', doc: 'Symbol table.' },
  { value: 3, name: 'SHT_STRTAB', doc: 'String table: NUL-terminated names.' },
  { value: 4, name: 'SHT_RELA', doc: 'Relocations with an addend of their own.' },
  { value: 5, name: 'SHT_HASH', doc: 'Symbol hash table.' },
  { value: 6, name: 'SHT_DYNAMIC', doc: 'Information for dynamic linking.' },
  { value: 7, name: 'SHT_NOTE', doc: 'Notes.' },
  { value: 8, name: 'SHT_NOBITS', doc: 'Memory that begins as zero and has no bytes in the file.' },
  { value: 9, name: 'SHT_REL', doc: 'Relocations whose addend is in the bytes that they change.' },
  { value: 10, name: 'SHT_SHLIB', doc: 'Reserved.' },
  { value: 11, name: 'SHT_DYNSYM', doc: 'Symbol table for dynamic linking.' },
  { value: 14, name: 'SHT_INIT_ARRAY', doc: 'Pointers to constructors.' },
  { value: 15, name: 'SHT_FINI_ARRAY', doc: 'Pointers to destructors.' },
  { value: 17, name: 'SHT_GROUP', doc: 'Sections that belong together.' },
  { value: 18, name: 'SHT_SYMTAB_SHNDX', doc: 'Section indices of symbols, when they do not fit 16 bits.' },
] as const satisfies readonly NumberRow[];

/** Values of e_type in the standard. */
export const FILE_TYPES = [
  { value: 0, name: 'ET_NONE', doc: 'No type.' },
  { value: 1, name: 'ET_REL', doc: 'Relocatable file: what compilers write, zebins included.' },
  { value: 2, name: 'ET_EXEC', doc: 'Executable; the driver writes a zebin as this for debuggers.' },
  { value: 3, name: 'ET_DYN', doc: 'Shared object.' },
  { value: 4, name: 'ET_CORE', doc: 'Core file.' },
] as const satisfies readonly NumberRow[];

/** Values of e_machine in files that users are likely to open. */
export const MACHINES = [
  { value: 0, name: 'EM_NONE', doc: 'No machine.' },
  { value: 3, name: 'EM_386', doc: '32-bit x86 host code.' },
  { value: 8, name: 'EM_MIPS', doc: 'MIPS host code.' },
  { value: 20, name: 'EM_PPC', doc: '32-bit PowerPC host code.' },
  { value: 21, name: 'EM_PPC64', doc: '64-bit PowerPC host code.' },
  { value: 22, name: 'EM_S390', doc: 'IBM Z host code.' },
  { value: 40, name: 'EM_ARM', doc: '32-bit ARM host code.' },
  { value: 43, name: 'EM_SPARCV9', doc: '64-bit SPARC host code.' },
  { value: 50, name: 'EM_IA_64', doc: 'Itanium host code.' },
  { value: 62, name: 'EM_X86_64', doc: '64-bit x86 host code.' },
  { value: 183, name: 'EM_AARCH64', doc: '64-bit ARM host code.' },
  { value: 190, name: 'EM_CUDA', doc: 'NVIDIA device code (a cubin).' },
  { value: 205, name: 'EM_INTELGT', doc: 'Intel GPU device code.' },
  { value: 224, name: 'EM_AMDGPU', doc: 'AMD device code.' },
  { value: 243, name: 'EM_RISCV', doc: 'RISC-V host code.' },
  { value: 258, name: 'EM_LOONGARCH', doc: 'LoongArch host code.' },
] as const satisfies readonly NumberRow[];

/** Flags of a section, lowest bit first. */
export const SECTION_FLAGS = [
  { value: 0x1, name: 'SHF_WRITE', letter: 'W', doc: 'Writable at run time.' },
  { value: 0x2, name: 'SHF_ALLOC', letter: 'A', doc: 'Uses memory at run time.' },
  { value: 0x4, name: 'SHF_EXECINSTR', letter: 'X', doc: 'Contains instructions.' },
  { value: 0x10, name: 'SHF_MERGE', letter: 'M', doc: 'Equal elements may be merged.' },
  { value: 0x20, name: 'SHF_STRINGS', letter: 'S', doc: 'Contains NUL-terminated strings.' },
  { value: 0x40, name: 'SHF_INFO_LINK', letter: 'I', doc: 'sh_info is a section index.' },
  { value: 0x80, name: 'SHF_LINK_ORDER', letter: 'L', doc: 'Has the order of the section that sh_link names.' },
  { value: 0x200, name: 'SHF_GROUP', letter: 'G', doc: 'Member of a group.' },
  { value: 0x400, name: 'SHF_TLS', letter: 'T', doc: 'Thread-local.' },
  { value: 0x800, name: 'SHF_COMPRESSED', letter: 'C', doc: 'Compressed content.' },
  { value: 0x80000000, name: 'SHF_EXCLUDE', letter: 'E', doc: 'The linker leaves it out.' },
] as const satisfies readonly (NumberRow & { letter: string })[];

export const SYMBOL_TYPES = [
  { value: 0, name: 'STT_NOTYPE', doc: 'No type; undefined symbols, and `_entry` in newer files.' },
  { value: 1, name: 'STT_OBJECT', doc: 'A variable.' },
  { value: 2, name: 'STT_FUNC', doc: 'A kernel or function.' },
  { value: 3, name: 'STT_SECTION', doc: 'A section.' },
  { value: 4, name: 'STT_FILE', doc: 'A source file.' },
  { value: 5, name: 'STT_COMMON', doc: 'A common block.' },
  { value: 6, name: 'STT_TLS', doc: 'A thread-local variable.' },
] as const satisfies readonly NumberRow[];

export const SYMBOL_BINDINGS = [
  { value: 0, name: 'STB_LOCAL', doc: 'Visible in this file only.' },
  { value: 1, name: 'STB_GLOBAL', doc: 'Visible to other files that are linked.' },
  { value: 2, name: 'STB_WEAK', doc: 'Global, but a global definition takes precedence.' },
] as const satisfies readonly NumberRow[];

export const SYMBOL_VISIBILITIES = [
  { value: 0, name: 'STV_DEFAULT', doc: 'Visibility depends on the binding.' },
  { value: 1, name: 'STV_INTERNAL', doc: 'Internal.' },
  { value: 2, name: 'STV_HIDDEN', doc: 'Not visible to other components.' },
  { value: 3, name: 'STV_PROTECTED', doc: 'Visible, but not preemptible.' },
] as const satisfies readonly NumberRow[];

/** Section indices with special meanings. */
export const SPECIAL_SECTIONS = [
  { value: 0, name: 'SHN_UNDEF', doc: 'Undefined: another file, or the driver, supplies it.' },
  { value: 0xfff1, name: 'SHN_ABS', doc: 'Absolute value, in no section.' },
  { value: 0xfff2, name: 'SHN_COMMON', doc: 'Common block, not yet allocated.' },
  { value: 0xffff, name: 'SHN_XINDEX', doc: 'The index is in the SHT_SYMTAB_SHNDX section.' },
] as const satisfies readonly NumberRow[];

/** The row for a number, or undefined. */
export function findRow<R extends NumberRow>(rows: readonly R[], value: number): R | undefined {
  for (const row of rows) if (row.value === value) return row;
  return undefined;
}

/** Values of rows by name: `{ SHT_NULL: 0, … }`. */
export function numbersOf<const R extends readonly NumberRow[]>(rows: R): { readonly [Row in R[number] as Row['name']]: Row['value'] } {
  return Object.fromEntries(rows.map((row) => [row.name, row.value])) as { readonly [Row in R[number] as Row['name']]: Row['value'] };
}

/** The name for a value, without the prefix up to the first underscore: `PROGBITS`. Unknown values are `0xff000001`. */
export function shortName(rows: readonly NumberRow[], value: number): string {
  const row = findRow(rows, value);
  return row ? row.name.slice(row.name.indexOf('_') + 1) : hex(value);
}
