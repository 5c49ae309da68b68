import type { CodeRow } from './row.ts';

/** Codes of SYCLBIN files. */
export const SYCLBIN_CODES = {
  'syclbin/not-syclbin': {
    severity: 'error',
    what: 'The data begins neither with IBYS nor as an OffloadBinary.',
    help: 'This is not a SYCLBIN file.',
  },
  'syclbin/header': {
    severity: 'error',
    what: 'Truncated headers of version 1.',
    help: 'Their number is damaged, or the file is truncated.',
  },
  'syclbin/version': {
    severity: 'error',
    what: 'An unknown version.',
    help: 'Version 1 begins with IBYS; version 2 is an OffloadBinary and says so in the string sycl_format_version. There is no other.',
  },
  'syclbin/range': {
    severity: 'error',
    what: 'A table that is not within the file, or metadata or an image that is not within its table.',
    help: 'The part of the table or image that exists is read; metadata is not.',
  },
  'syclbin/index': {
    severity: 'error',
    what: 'A module that refers to missing images, or an image with an impossible module number.',
    help: 'The image is left out. Toolchain readers refuse the file.',
  },
  'syclbin/image-kind': {
    severity: 'error',
    what: 'An entry of version 2 whose image kind is not that of SYCLBIN.',
    help: 'The entry is read by its role, if it has one. Toolchain readers refuse the file.',
  },
  'syclbin/role': {
    severity: 'error',
    what: 'An entry of version 2 with an unknown or repeated role, or a role without an entry.',
    help: 'There is one entry for the metadata of the file and one for that of each module. Toolchain readers refuse the file.',
  },
  'syclbin/metadata-size': {
    severity: 'error',
    what: 'An entry of version 2 that is shorter than the size of its property text.',
    help: 'Before a module or image come the size of its property text, in 8 bytes, and the text. The text is left out.',
  },
  'syclbin/offload-kind': {
    severity: 'warning',
    what: 'An entry of version 2 whose offload kind is not that of SYCL (8).',
    help: "The toolchain's reader ignores it. Tools that know only OffloadBinary treat the entry as one of another language.",
  },
  'syclbin/missing-string': {
    severity: 'warning',
    what: 'An entry of version 2 without a string that entries of its role have.',
    help: "The toolchain's reader uses the property text. Tools that know only OffloadBinary need the string.",
  },
  'syclbin/set-place': {
    severity: 'warning',
    what: 'A property set in metadata where it does not belong.',
    help: 'The file, an IR module and a native image each have exactly one SYCLBIN set. All other sets belong to an abstract module.',
  },
  'syclbin/missing-set': {
    severity: 'error',
    what: 'Metadata of the file, of an IR module or of a native image without its property set.',
    help: 'The runtime cannot determine the state of the file, the type of the module, or the architecture of the image.',
  },
  'syclbin/strings': {
    severity: 'warning',
    what: 'A string of version 2 that contradicts the property text of its image.',
    help: 'The property text counts; the strings repeat it for tools that know only the OffloadBinary.',
  },
} as const satisfies Record<string, CodeRow>;
