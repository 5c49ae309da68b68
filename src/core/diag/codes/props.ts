import type { CodeRow } from './row.ts';

/** Codes of SYCL property sets. */
export const PROPS_CODES = {
  'props/set-name': {
    severity: 'error',
    what: 'A line that begins with `[` and has no `]`.',
    help: 'The name of a property set is in brackets. Toolchain readers refuse the file.',
  },
  'props/before-set': {
    severity: 'error',
    what: 'A property before the first name of a set.',
    help: 'A property belongs to the set whose name in brackets comes before it. Toolchain readers refuse the file.',
  },
  'props/key': {
    severity: 'error',
    what: 'A line without `=`, or with nothing before it.',
    help: 'A property is `key=type|value`. Toolchain readers refuse the file.',
  },
  'props/type': {
    severity: 'error',
    what: 'A property without a type that is valid in text.',
    help: 'After the `=` come 1 (32-bit integer) or 2 (byte array), a bar, and the value. Type 3, text, exists only in host files.',
  },
  'props/number': {
    severity: 'error',
    what: 'A value of type 1 that is not a decimal number from 0 to 4294967295.',
    help: 'Toolchain readers refuse signs, hexadecimal digits and blanks; they silently keep only the low 32 bits of a larger number.',
  },
  'props/base64': {
    severity: 'error',
    what: 'A byte array with characters other than A-Z, a-z, 0-9, + and /, with a length of 1 modulo 4, or empty.',
    help: 'An empty byte array is written `2|AAAAAAAAAAA`. The encoding has no padding.',
  },
  'props/ordinary-base64': {
    severity: 'error',
    what: 'A byte array in the ordinary Base64 of RFC 4648.',
    help: "It is accepted here. The toolchain's readers expect the least significant bits first, no padding, and a bit count before the bytes: they refuse or misread it. Write the value again, for example with `zebin props`.",
  },
  'props/json-syntax': {
    severity: 'error',
    what: 'Property sets in JSON with a syntax error.',
    help: 'What comes before it is read; the rest is kept unchanged. Toolchain readers refuse the file.',
  },
  'props/json-value': {
    severity: 'error',
    what: 'A member of property sets in JSON with a wrong type.',
    help: 'A set is an object; a property is a number from 0 to 4294967295 or a string in Base64. Toolchain readers refuse the file.',
  },
  'props/bit-count': {
    severity: 'error',
    what: 'A byte array whose 8-byte bit count is truncated or larger than the array.',
    help: "The toolchain's readers do not check it and read past the end of the value. The count is in bits and comes before the bytes.",
  },
  'props/spare-bytes': {
    severity: 'info',
    what: 'More bytes than the bit count needs.',
    help: 'They are not part of the value; they are kept.',
  },
  'props/blank-line': {
    severity: 'warning',
    what: 'An empty line.',
    help: "The compiler's reader skips it; the SYCL runtime's reader fails.",
  },
  'props/after-name': {
    severity: 'warning',
    what: 'Text after the name of a set.',
    help: 'The name ends at the last `]` of its line; what follows is ignored.',
  },
  'props/duplicate-set': {
    severity: 'warning',
    what: 'A set that is named a second time.',
    help: 'Its properties are added to the first one of that name.',
  },
  'props/duplicate-key': {
    severity: 'warning',
    what: 'A repeated key in a set.',
    help: 'The later value counts, at the position of the first.',
  },
  'props/newer': {
    severity: 'info',
    what: 'A number, such as that of an aspect, above the newest one that is known here.',
    help: 'Numbers are given in order, so it comes from a newer toolchain. Older runtimes refuse images with aspects that they do not know.',
    source: 'intel/llvm sycl/include/sycl/info/aspects.def',
  },
  'props/raw-type': {
    severity: 'error',
    what: 'A property in a host file with an unknown type or without a value.',
    help: 'Types are 1 (32-bit integer, in place of the size), 2 (byte array) and 3 (text).',
  },
  'props/unknown-set': {
    severity: 'info',
    what: 'A set with an unknown name.',
    help: 'Readers keep unknown sets, and so does this one.',
  },
  'props/unknown-key': {
    severity: 'info',
    what: 'An unknown key in a known set.',
    help: 'The runtime ignores it. It may be newer than the tables, or misspelled.',
  },
  'props/missing-key': {
    severity: 'error',
    what: 'A set of a SYCLBIN file without its required key.',
    help: 'The metadata of the file has `state`, that of an IR module `type`, that of a native image `arch`.',
  },
  'props/value-type': {
    severity: 'error',
    what: 'A property whose type is not the one that its key requires.',
    help: 'The runtime misreads the value.',
  },
  'props/value-size': {
    severity: 'error',
    what: 'A byte array without a whole number of elements, or with the wrong number of elements.',
    help: 'The runtime reads past its end or ignores the rest.',
  },
  'props/value': {
    severity: 'warning',
    what: 'A value that has no meaning for its key.',
    help: 'It is not one of the known values.',
  },
  'props/default-range': {
    severity: 'error',
    what: 'Specialization constants whose total size exceeds their default values.',
    help: 'The defaults follow each other in the order of the constants; those of the last constants are missing.',
  },
  'props/json': {
    severity: 'error',
    what: 'A JSON document that cannot be converted to property text.',
    help: 'The message names the member. `zebin props FILE --json` shows the form.',
  },
} as const satisfies Record<string, CodeRow>;
