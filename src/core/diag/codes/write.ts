import type { CodeRow } from './row.ts';

/** Codes of writing: what a writer, converter, packer or linker refuses or had to give up. */
export const WRITE_CODES = {
  'write/stale-layout': {
    severity: 'error',
    what: 'A layout whose numbers no longer fit its contents.',
    help: 'The layout was changed after it was created. Change the parts instead, and lay them out again.',
  },
  'write/new-layout': {
    severity: 'warning',
    what: 'A file that follows no known layout has changed, and its sections were placed again.',
    help: 'The result is valid, but offsets, padding and the order of strings are those of the standard layout. Unchanged, such a file is written as it was.',
  },
  'write/reference': {
    severity: 'error',
    what: 'A section or symbol that something refers to is not there, or is there twice.',
    help: 'Remove or change what refers to it: relocations, symbols, sh_link or sh_info.',
  },
  'write/value': {
    severity: 'error',
    what: 'A number that does not fit in its field.',
    help: 'ELF32 has 32 bits for addresses, sizes and values, and 24 for the index of a symbol.',
  },
  'write/name': {
    severity: 'error',
    what: 'A name with a NUL in it.',
    help: 'Names end at the first NUL, so readers would see another name.',
  },
  'write/segments': {
    severity: 'error',
    what: 'A change of size or name in a file with program headers that follows no known layout.',
    help: 'Segments cover parts of the file by their offsets, and no rule says where they belong afterwards. Device binaries of compilers have no program headers.',
  },
  'write/needed': {
    severity: 'error',
    what: 'Something that stays refers to a section or symbol that is to be left out.',
    help: 'Leave out what refers to it too, or keep the section (`zebin strip --keep NAME`).',
  },
  'write/opaque-table': {
    severity: 'error',
    what: 'A table with indices that could not be read would have to change.',
    help: 'The reader says what is wrong with it: see `zebin dump`. If it is not updated, the indices refer to something else.',
  },
  'pack/no-folder': {
    severity: 'error',
    what: 'A folder that is not an unpacked file.',
    help: 'An unpacked zebin has a file zebin.txt, and a folder of `ocloc disasm` a file sections.txt. Give the folder itself, not the one above it.',
  },
  'pack/missing-file': {
    severity: 'error',
    what: 'A line names a file that is missing in the folder.',
    help: 'Put it back, or remove the line from zebin.txt if the section is not needed.',
  },
  'pack/unused-file': {
    severity: 'warning',
    what: 'A file in the folder that no line names.',
    help: 'It is not part of the result. Add a line `section` to zebin.txt if it should be.',
  },
  'pack/syntax': {
    severity: 'error',
    what: 'A line in a text of the folder that cannot be read.',
    help: 'A line is words and key=word with spaces between them; words with characters other than letters, digits and plain punctuation are in double quotes, as in JSON. docs/formats/zebin.md describes the lines.',
  },
  'pack/value': {
    severity: 'error',
    what: 'A word in a text of the folder that is not a valid number or name.',
    help: 'The message says what fits there.',
  },
  'pack/reference': {
    severity: 'error',
    what: 'A line refers to a missing section or symbol, or to a name that is not unique.',
    help: 'Correct the name. If it is not unique, add id=NUMBER to each and refer to it as @id:NUMBER.',
  },
  'pack/assembly': {
    severity: 'error',
    what: 'A folder of `ocloc disasm` with code as assembly text only.',
    help: 'Give the original file with --original, run ocloc disasm with -skip-asm-translation, or assemble the text with iga64 to a file without .asm.',
  },
  'pack/ocloc': {
    severity: 'warning',
    what: 'A folder of `ocloc disasm` was packed; such a folder does not hold everything.',
    help: 'Use `zebin unpack` for a folder from which the same file can be made again.',
  },
  'link/unresolved': {
    severity: 'warning',
    what: 'A relocation whose symbol has no address.',
    help: 'Give the address of the section that contains the symbol, or of the symbol itself if another module defines it. The driver loads such a module and refuses its kernels until it is linked with others.',
  },
  'link/range': {
    severity: 'error',
    what: 'A relocation that reaches past the end of its section.',
    help: 'The driver leaves the bytes as they are and counts the symbol as unresolved. Sections of zeros have no bytes to change.',
  },
  'link/type': {
    severity: 'error',
    what: 'A relocation of a type, or in a section, that the driver does not apply.',
    help: 'docs/linking.md has the types that are applied in code, data and debug sections. On most others the driver aborts the process.',
  },
  'link/kernel': {
    severity: 'error',
    what: 'A relocation or function in code that belongs to no kernel.',
    help: 'The driver refuses to link the module: every section .text.NAME with symbols or relocations needs its kernel in .ze_info.',
  },
  'link/symbol-range': {
    severity: 'error',
    what: 'A symbol that is not within its section.',
    help: 'The driver refuses to link the module. Symbols of zeros that follow data count from the start of the data.',
  },
  'link/exports': {
    severity: 'error',
    what: 'Global functions in more than one section.',
    help: 'The driver refuses to link the module: all functions that others can link to must be in one section.',
  },
  'build/device': {
    severity: 'error',
    what: 'A device name that matches no device, or several.',
    help: 'Use a name that matches one device, such as bmg-g21-a0 or 20.1.0; `zebin explain` and the list of devices have them.',
  },
  'build/driver': {
    severity: 'error',
    what: 'A driver to build for that is not a release.',
    help: 'Give a tag of intel/compute-runtime, such as 26.27.39122.14, or its beginning, such as 26.27.',
  },
  'build/key': {
    severity: 'error',
    what: 'An unknown key in the description of what to build.',
    help: 'It would be silently ignored. Correct the spelling; the message has the most similar key.',
  },
  'build/version': {
    severity: 'error',
    what: 'A version to build that is not a version of ze_info.',
    help: 'Valid versions are 1.0 to the newest known one, which the message names.',
  },
  'build/layout': {
    severity: 'error',
    what: 'Code, functions or variables that cannot be laid out in sections.',
    help: 'Each kernel has code, each argument a size, each symbol its own name, and each function and variable is within its section.',
  },
  'build/refused': {
    severity: 'error',
    what: 'Something that the driver would refuse or misread, so it is not written.',
    help: "The message names the rule; the data of the finding has its location in the driver's source. Change the description, or name the release that will read the file.",
  },
} as const satisfies Record<string, CodeRow>;
