/**
 * Every diagnostic code of the library: one row each.
 *
 * `docs/diagnostics.md` and `zebin explain CODE` are made from these rows, and a code that no test produces fails the suite
 * (test/codes.test.ts). `what` says what was found; `help` says what it means and what to do.
 */

export type Severity = 'error' | 'warning' | 'info';

export interface CodeRow {
  readonly severity: Severity;
  readonly what: string;
  readonly help: string;
}

export const CODES = {
  'bytes/out-of-range': {
    severity: 'error',
    what: 'A read past the end of the data.',
    help: 'The file is cut short, or an offset in it points outside. Compare its size with the one its producer reports.',
  },
  'limit/diagnostics': {
    severity: 'warning',
    what: 'More diagnostics than are kept.',
    help: 'The first ones are listed; the rest were counted only. Repair those and read again.',
  },
  'limit/work': {
    severity: 'error',
    what: 'Tables or entries that together are far more than a file of this size holds.',
    help: 'Sections that overlap each other make a small file describe a huge one. Reading stopped at the documented limit (diag/limits.ts).',
  },
  'limit/spans': {
    severity: 'error',
    what: 'More spans in a dump than the limit.',
    help: 'From there on, a section or table is one span. Dump a part of the file by its address to see more of it.',
  },
  'limit/name-length': {
    severity: 'error',
    what: 'A name longer than the limit.',
    help: 'The string table has no end mark where one is expected; the name is shown cut at the limit.',
  },
  'limit/depth': {
    severity: 'error',
    what: 'Nesting deeper than the limit.',
    help: 'No producer nests this deep. What lies deeper is kept as raw text or bytes.',
  },
  'detect/empty': {
    severity: 'error',
    what: 'The input has no bytes.',
    help: 'A compiler that fails can leave an empty file behind: look at its exit code and log.',
  },
  'detect/not-readable': {
    severity: 'error',
    what: 'The input is of a known kind that this version does not read.',
    help: 'The message names the kind and what to do with it.',
  },
  'detect/unknown': {
    severity: 'error',
    what: 'The input is of no kind that this toolkit knows.',
    help: 'Its first bytes match no format. If it should hold a device binary, take that out first.',
  },
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
    what: 'EI_DATA is not 1 (little-endian).',
    help: 'Device binaries are little-endian. The driver does not test this byte, so the file is read as little-endian all the same.',
  },
  'elf/header-short': {
    severity: 'error',
    what: 'The file ends inside the ELF header.',
    help: 'The file is cut short.',
  },
  'elf/table-range': {
    severity: 'error',
    what: 'A section or program header table reaches past the end of the file.',
    help: 'The file is cut short or e_shoff, e_phoff, e_shnum, e_phnum are wrong. The entries that are wholly inside are read.',
  },
  'elf/entry-size': {
    severity: 'error',
    what: 'An entry size is not that of its table in this ELF class.',
    help: 'The entries cannot be told apart reliably; the table is kept as raw bytes.',
  },
  'elf/string-table': {
    severity: 'error',
    what: 'The string table that names should come from is missing or is no string table.',
    help: 'Names are empty, and the driver refuses the file: it needs a valid e_shstrndx.',
  },
  'elf/string-range': {
    severity: 'error',
    what: 'A name offset lies outside its string table, or the name has no end mark.',
    help: 'The name is shown as far as it goes.',
  },
  'elf/section-range': {
    severity: 'error',
    what: 'The content of a section reaches past the end of the file.',
    help: 'The file is cut short or the section header is wrong. The driver refuses such a file. What lies inside is shown as raw bytes.',
  },
  'elf/unsafe-integer': {
    severity: 'error',
    what: 'An offset or size of 2⁵³ or more.',
    help: 'No file is that large; the field is damaged. Its eight bytes stay in the file as they are.',
  },
  'elf/table-remainder': {
    severity: 'warning',
    what: 'A table whose size is not a whole number of entries.',
    help: 'The last entry is cut short; its bytes are kept as they are and named as a remainder.',
  },
  'elf/link': {
    severity: 'error',
    what: 'sh_link or sh_info names a section that does not exist or has another type.',
    help: 'Symbol names, or the target of a relocation section, cannot be found.',
  },
  'note/cut': {
    severity: 'error',
    what: 'A note runs past the end of its section.',
    help: 'The driver refuses the binary. The notes before it are read; the rest of the section is raw.',
  },
  'note/not-a-table': {
    severity: 'info',
    what: 'A note section that is no table of notes.',
    help: 'The compiler writes .note.intelgt.metrics with 3 or 64 bytes that are no notes. They are kept as they are; the driver warns and goes on.',
  },
  'note/owner': {
    severity: 'warning',
    what: 'A note in .note.intelgt.compat whose owner is not IntelGT.',
    help: 'The driver skips it with a warning, so what it says about the target does not count.',
  },
  'note/size': {
    severity: 'warning',
    what: 'The description of a known note has another size than its type says.',
    help: 'It is shown as raw bytes. Release drivers do not test the size and read what is there.',
  },
  'note/text': {
    severity: 'warning',
    what: 'A version note that is not a NUL-terminated `major.minor`.',
    help: 'The driver ignores it when the end mark is missing and refuses the binary when the text is malformed.',
  },
  'note/unknown-type': {
    severity: 'warning',
    what: 'An IntelGT note of a type that the specification does not define.',
    help: 'Drivers warn about note types newer than themselves and go on. The note is kept.',
  },
  'yaml/indentation': {
    severity: 'error',
    what: 'A line whose indentation fits no open block.',
    help: 'The driver answers "Invalid indentation". The line is kept as it is and belongs to no value.',
  },
  'yaml/no-colon': {
    severity: 'error',
    what: 'A line that is neither `key: value` nor `- item`.',
    help: 'The line is kept as it is and belongs to no value.',
  },
  'yaml/quote': {
    severity: 'error',
    what: 'A quoted scalar without its closing quote, or with text behind it.',
    help: 'The rest of the line is taken as the value.',
  },
  'yaml/escape': {
    severity: 'warning',
    what: 'A backslash escape that YAML does not define.',
    help: 'The characters are kept as they stand.',
  },
  'yaml/flow': {
    severity: 'error',
    what: 'An inline list or map that is not closed, or that has text behind it.',
    help: 'It is kept as text.',
  },
  'yaml/tab': {
    severity: 'warning',
    what: 'A tab in the indentation.',
    help: 'YAML forbids it; the driver counts it as four columns and warns. It is read as the driver reads it.',
  },
  'yaml/unsupported': {
    severity: 'warning',
    what: 'YAML outside the dialect of ze_info: an anchor, alias, tag, block scalar, multi-line scalar, directive or explicit key.',
    help: 'No producer writes it and the driver does not read it. It is kept as text.',
  },
  'zeinfo/not-a-map': {
    severity: 'error',
    what: 'The text is not a map of attributes at its top.',
    help: 'This is not the text of a .ze_info section.',
  },
  'zeinfo/unknown-attribute': {
    severity: 'warning',
    what: 'An attribute that no known version defines in this place.',
    help: 'It is kept. A driver from 24.45.31740 on refuses a binary with a key that it does not know; older ones ignore the key.',
  },
  'zeinfo/unknown-value': {
    severity: 'warning',
    what: 'An enumeration value that no known version defines.',
    help: 'It is kept as text. Drivers refuse values that they do not know.',
  },
  'zeinfo/type': {
    severity: 'error',
    what: 'A value that does not have the type of its attribute.',
    help: 'The text is kept among the extra entries of its record and the attribute counts as not written.',
  },
  'zeinfo/range': {
    severity: 'error',
    what: 'A number outside the range of its type.',
    help: 'The text is kept among the extra entries of its record and the attribute counts as not written.',
  },
  'zeinfo/duplicate': {
    severity: 'warning',
    what: 'An attribute that occurs twice in one map.',
    help: 'The first one counts; the later one is kept among the extra entries. Decoders differ in which they take.',
  },
  'zebin/not-zebin': {
    severity: 'error',
    what: 'An ELF file that is not a zebin.',
    help: 'A zebin has e_machine 205, or a section .ze_info or of its type. The message names what this ELF is for.',
  },
  'zebin/no-ze-info': {
    severity: 'warning',
    what: 'No .ze_info section.',
    help: 'A library of functions has none. The driver accepts the file and finds no kernel in it; the compiler can leave such a file behind after an error that it did not report.',
  },
  'zebin/several-ze-info': {
    severity: 'error',
    what: 'More than one .ze_info section.',
    help: 'The driver refuses the binary. The first one is read.',
  },
  'zebin/kernel-without-text': {
    severity: 'error',
    what: 'A kernel in .ze_info without its section .text.NAME.',
    help: 'The driver refuses the binary: it has nothing to run for this kernel.',
  },
  'zebin/text-without-kernel': {
    severity: 'warning',
    what: 'A section .text.NAME that no kernel or function of .ze_info names.',
    help: 'The driver ignores it.',
  },
  'ar/not-ar': {
    severity: 'error',
    what: 'The data does not begin with `!<arch>` and a line feed.',
    help: 'This is no archive.',
  },
  'ar/header': {
    severity: 'error',
    what: 'A member header that is cut short or whose size is not a decimal number.',
    help: 'Nothing after it can be found: the members before it are listed, the rest is raw.',
  },
  'ar/trailer': {
    severity: 'warning',
    what: 'A member header that does not end in a grave accent and a line feed.',
    help: 'The driver warns and goes on; so does this reader.',
  },
  'ar/member-range': {
    severity: 'error',
    what: 'A member that reaches past the end of the archive.',
    help: 'The archive is cut short. What there is of the member is read.',
  },
  'ar/long-name': {
    severity: 'error',
    what: 'A member name that refers into a long-name table that is missing or too short.',
    help: 'The name is shown as it stands in the header.',
  },
  'inspect/overlap': {
    severity: 'warning',
    what: 'Two structures claim the same bytes.',
    help: 'In a dump the bytes are shown once, with the structure that comes first.',
  },
} as const satisfies Record<string, CodeRow>;

/** A key of the table: `'elf/not-elf'`. */
export type Code = keyof typeof CODES;
