import type { CodeRow } from './row.ts';

/** Codes of ELF files. */
export const ELF_CODES = {
  'elf/not-elf': {
    severity: 'error',
    what: 'The data does not begin with the four bytes 7f 45 4c 46.',
    help: 'A zebin is an ELF file; this is something else, or the start of the file is damaged.',
  },
  'elf/class': {
    severity: 'error',
    what: 'EI_CLASS is neither 1 (ELF32) nor 2 (ELF64).',
    help: 'The width of every later field depends on it, so nothing more can be read.',
  },
  'elf/data': {
    severity: 'error',
    unread: false,
    what: 'EI_DATA is not 1 (little-endian).',
    help: 'Device binaries are little-endian. The driver does not test this byte, so the file is read as little-endian anyway.',
  },
  'elf/header-short': {
    severity: 'error',
    what: 'The file ends inside the ELF header.',
    help: 'The file is truncated.',
  },
  'elf/table-range': {
    severity: 'error',
    what: 'A section or program header table reaches past the end of the file.',
    help: 'The file is truncated or e_shoff, e_phoff, e_shnum, e_phnum are wrong. The entries that are wholly inside are read.',
  },
  'elf/entry-size': {
    severity: 'error',
    what: 'An entry size that is wrong for its table in this ELF class.',
    help: 'The entries cannot be separated reliably; the table is kept as raw bytes.',
  },
  'elf/string-table': {
    severity: 'error',
    what: 'The string table that names should come from is missing or is not a string table.',
    help: 'Names are empty, and the driver refuses the file: it needs a valid e_shstrndx.',
  },
  'elf/string-range': {
    severity: 'error',
    what: 'A name offset is outside its string table, or the name has no terminating NUL.',
    help: 'The part of the name that exists is shown.',
  },
  'elf/name-beyond': {
    severity: 'warning',
    what: 'A name continues after the end of its string table.',
    help: 'nGEN leaves the name of the kernel out of the size of .shstrtab. Drivers read a name up to its NUL, wherever that is.',
  },
  'elf/section-range': {
    severity: 'error',
    what: 'The content of a section reaches past the end of the file.',
    help: 'The file is truncated or the section header is wrong. The driver refuses such a file. What is inside is shown as raw bytes.',
  },
  'elf/unsafe-integer': {
    severity: 'error',
    what: 'An offset or size of 2⁵³ or more.',
    help: 'No file is that large; the field is damaged. Its eight bytes stay in the file as they are.',
  },
  'elf/table-remainder': {
    severity: 'warning',
    what: 'A table whose size is not a whole number of entries.',
    help: 'The last entry is truncated; its bytes are kept as they are and named as a remainder.',
  },
  'elf/link': {
    severity: 'error',
    what: 'sh_link or sh_info names a section that does not exist or has another type.',
    help: 'Symbol names, or the target of a relocation section, cannot be found.',
  },
} as const satisfies Record<string, CodeRow>;
