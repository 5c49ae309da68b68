import type { CodeRow } from './row.ts';

/** Codes of ze_info attributes. */
export const ZEINFO_CODES = {
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
  'zeinfo/version': {
    severity: 'error',
    what: 'A version that is not `major.minor`, or of another major than 1.',
    help: 'Drivers refuse the file. A greater minor only adds; what another major changes is not known.',
  },
  'zeinfo/word': {
    severity: 'error',
    what: 'A required attribute whose word the version of the file does not define.',
    help: 'Without its word the record means nothing, and drivers refuse it. The message has the word that was probably meant.',
  },
  'zeinfo/duplicate': {
    severity: 'warning',
    what: 'An attribute that occurs twice in one map.',
    help: 'The first one counts; the later one is kept among the extra entries. Decoders differ in which they take.',
  },
  'zeinfo/not-in-version': {
    severity: 'warning',
    what: 'An attribute or word that the version of the file does not have.',
    help: 'Drivers look at the name, not at the version. A driver that is as old as the version does not know the name.',
  },
  'zeinfo/missing': {
    severity: 'error',
    what: 'An attribute that the version of the file requires, always or in such a record, is not there.',
    help: 'Drivers take a default for some of these and refuse the file for others.',
  },
  'zeinfo/condition': {
    severity: 'warning',
    what: 'An attribute in a record where it has no meaning.',
    help: 'It says something of another sort of record. Drivers ignore most of these.',
  },
} as const satisfies Record<string, CodeRow>;
