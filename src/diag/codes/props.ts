import type { CodeRow } from './row.ts';

/** Codes of SYCL property sets. */
export const PROPS_CODES = {
  'props/set-name': {
    severity: 'error',
    what: 'A line that begins with `[` and has no `]`.',
    help: 'The name of a property set is in brackets. Readers of the toolchain refuse the file.',
  },
  'props/before-set': {
    severity: 'error',
    what: 'A property before the first name of a set.',
    help: 'A property belongs to the set whose name in brackets stands above it. Readers of the toolchain refuse the file.',
  },
  'props/key': {
    severity: 'error',
    what: 'A line without `=`, or with nothing before it.',
    help: 'A property is `key=type|value`. Readers of the toolchain refuse the file.',
  },
  'props/type': {
    severity: 'error',
    what: 'A property without a type that text can have.',
    help: 'Behind the `=` stand 1 (32-bit integer) or 2 (byte array), a bar, and the value. Type 3, text, exists only in host files.',
  },
  'props/number': {
    severity: 'error',
    what: 'A value of type 1 that is not a decimal number from 0 to 4294967295.',
    help: 'Readers of the toolchain refuse signs, hexadecimal digits and blanks; of a larger number they keep the low 32 bits silently.',
  },
  'props/base64': {
    severity: 'error',
    what: 'A byte array that is not of the alphabet A-Z, a-z, 0-9, + and /, or whose length is 1 modulo 4, or that is empty.',
    help: 'An empty byte array is written `2|AAAAAAAAAAA`. The encoding has no padding.',
  },
  'props/ordinary-base64': {
    severity: 'error',
    what: 'A byte array in the ordinary Base64 of RFC 4648.',
    help: 'It is read here. Readers of the toolchain take the least significant bits first, know no padding and want a bit count before the bytes: they refuse it or read other bytes. Write the value again, for example with `zebin props`.',
  },
  'props/json-syntax': {
    severity: 'error',
    what: 'Property sets in JSON with a syntax error.',
    help: 'What comes before it is read; the rest is kept as it is. Readers of the toolchain refuse the file.',
  },
  'props/json-value': {
    severity: 'error',
    what: 'A member of property sets in JSON that is not of its kind.',
    help: 'A set is an object; a property is a number from 0 to 4294967295 or a string in Base64. Readers of the toolchain refuse the file.',
  },
  'props/bit-count': {
    severity: 'error',
    what: 'A byte array whose 8-byte bit count is cut short or counts more bits than there are.',
    help: 'Readers of the toolchain do not check it and read past the end of the value. The count is in bits and is before the bytes.',
  },
  'props/spare-bytes': {
    severity: 'info',
    what: 'More bytes than the bit count needs.',
    help: 'They are not part of the value; they are kept as they are.',
  },
  'props/blank-line': {
    severity: 'warning',
    what: 'An empty line.',
    help: "The compiler's reader passes over it; the reader of the SYCL runtime does not and fails.",
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
    what: 'A key that is in its set already.',
    help: 'The later value counts, in the place of the first.',
  },
  'props/raw-type': {
    severity: 'error',
    what: 'A property in a host file of a type that is not known, or without its value.',
    help: 'Types are 1 (32-bit integer, in the place of the size), 2 (byte array) and 3 (text).',
  },
  'props/unknown-set': {
    severity: 'info',
    what: 'A set of a name that the tables do not have.',
    help: 'Readers keep what they do not know, and so does this one.',
  },
  'props/unknown-key': {
    severity: 'info',
    what: 'A key that the tables do not have, in a set whose keys are known.',
    help: 'The runtime passes over it. It may be newer than the tables, or misspelled.',
  },
  'props/missing-key': {
    severity: 'error',
    what: 'A set of a SYCLBIN file without the key that it is there for.',
    help: 'The metadata of the file has `state`, that of an IR module `type`, that of a native image `arch`.',
  },
  'props/value-type': {
    severity: 'error',
    what: 'A property of another type than its key has.',
    help: 'The runtime takes the value for what its key says, and reads something else.',
  },
  'props/value-size': {
    severity: 'error',
    what: 'A byte array that does not hold a whole number of what its key says, or not as many as it must.',
    help: 'The runtime reads past its end or passes over the rest.',
  },
  'props/value': {
    severity: 'warning',
    what: 'A value that has no meaning for its key.',
    help: 'It is none of those that the tables know.',
  },
  'props/default-range': {
    severity: 'error',
    what: 'Specialization constants that together are longer than their default values.',
    help: 'The defaults of all constants stand one after the other in the order of the constants; those of the last ones are missing.',
  },
  'props/json': {
    severity: 'error',
    what: 'A JSON document from which no property text can be made.',
    help: 'The message names the member. `zebin props FILE --json` shows the form.',
  },
} as const satisfies Record<string, CodeRow>;
