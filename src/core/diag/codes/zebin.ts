import type { CodeRow } from './row.ts';

/** Codes of zebins: sections, notes and ze_info together. */
export const ZEBIN_CODES = {
  'zebin/not-zebin': {
    severity: 'error',
    what: 'An ELF file that is not a zebin.',
    help: 'A zebin has e_machine 205, or a section .ze_info or of its type. The message names the machine of this file.',
  },
  'zebin/no-ze-info': {
    severity: 'warning',
    what: 'No .ze_info section.',
    help: 'A library of functions has none. The driver accepts the file and finds no kernel in it. A compiler may leave such a file after an error that it did not report.',
  },
  'zebin/undescribed': {
    severity: 'warning',
    unread: true,
    what: 'A zebin with code and without .ze_info.',
    help: 'No compiler writes such a file: its names or headers are damaged, and kernels are missing. Copy or compile it again.',
  },
  'zebin/empty-headers': {
    severity: 'warning',
    unread: true,
    what: 'A zebin without sections, or with section headers that describe nothing.',
    help: 'No compiler writes such a file: its headers are damaged, and sections are missing. Copy or compile it again.',
  },
  'zebin/target': {
    severity: 'warning',
    unread: true,
    what: 'A section .note.intelgt.compat that is not a table of notes.',
    help: 'The device that the file is for is not known. The section is damaged: copy or compile the file again.',
  },
  'zebin/several-ze-info': {
    severity: 'error',
    what: 'More than one .ze_info section.',
    help: 'The driver refuses the binary. The first one is read.',
  },
  'zebin/kernel-without-text': {
    severity: 'error',
    what: 'A kernel in .ze_info without its section .text.NAME.',
    help: 'The driver refuses the binary: there is no code for this kernel.',
  },
  'zebin/text-without-kernel': {
    severity: 'warning',
    unread: true,
    what: 'A section .text.NAME that no kernel or function of .ze_info names.',
    help: 'The driver ignores it.',
  },
  'note/cut': {
    severity: 'error',
    what: 'A note runs past the end of its section.',
    help: 'The driver refuses the binary. The notes before it are read; the rest of the section is raw.',
  },
  'note/not-a-table': {
    severity: 'info',
    what: 'A note section that is not a table of notes.',
    help: 'The compiler writes .note.intelgt.metrics with 3 or 64 bytes that are not notes. They are kept unchanged; the driver warns and continues.',
  },
  'note/owner': {
    severity: 'warning',
    what: 'A note in .note.intelgt.compat whose owner is not IntelGT.',
    help: 'The driver skips it with a warning, so it does not affect the target.',
  },
  'note/size': {
    severity: 'warning',
    unread: true,
    what: 'The description of a known note does not have the size of its type.',
    help: 'It is shown as raw bytes. Release drivers do not check the size.',
  },
  'note/text': {
    severity: 'warning',
    unread: true,
    what: 'A version note that is not a NUL-terminated `major.minor`.',
    help: 'The driver ignores it if the NUL is missing, and refuses the binary if the text is malformed.',
  },
  'note/unknown-type': {
    severity: 'warning',
    what: 'An IntelGT note of a type that the specification does not define.',
    help: 'Drivers warn about note types newer than themselves and continue. The note is kept.',
  },
} as const satisfies Record<string, CodeRow>;
