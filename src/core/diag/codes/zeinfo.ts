import type { CodeRow } from './row.ts';

/** Codes of ze_info attributes. */
export const ZEINFO_CODES = {
  'zeinfo/not-a-map': {
    severity: 'error',
    what: 'The text is not a map of attributes at its top level.',
    help: 'This is not the text of a .ze_info section.',
  },
  'zeinfo/control': {
    severity: 'warning',
    unread: true,
    what: 'A control character in the text, such as a NUL.',
    help: 'No producer writes one: the text is damaged, and lines around it are not what they were. Copy or create the file again.',
  },
  'zeinfo/unknown-attribute': {
    severity: 'warning',
    what: 'An attribute that no known version defines in this place.',
    help: 'It is kept. Drivers from 24.45.31740 on refuse a binary with an unknown key; older ones ignore the key.',
  },
  'zeinfo/unknown-value': {
    severity: 'warning',
    what: 'An enumeration value that no known version defines.',
    help: 'It is kept as text. Drivers refuse unknown values.',
  },
  'zeinfo/type': {
    severity: 'error',
    what: 'A value that does not have the type of its attribute.',
    help: 'The text is kept as an extra entry of its record, and the attribute counts as absent.',
  },
  'zeinfo/range': {
    severity: 'error',
    what: 'A number outside the range of its type.',
    help: 'The text is kept as an extra entry of its record, and the attribute counts as absent.',
  },
  'zeinfo/version': {
    severity: 'error',
    what: 'A version that is not `major.minor`, or with a major version other than 1.',
    help: 'Drivers refuse the file. A higher minor version only adds to the format; changes of another major version are unknown.',
  },
  'zeinfo/word': {
    severity: 'error',
    what: 'A required attribute with a word that the version of the file does not define.',
    help: 'Without this word the record has no meaning, and drivers refuse it. The message suggests the word that was probably meant.',
  },
  'zeinfo/duplicate': {
    severity: 'warning',
    what: 'An attribute that occurs twice in one map.',
    help: 'The first one counts; the later one is kept among the extra entries. Decoders differ in which one they use.',
  },
  'zeinfo/not-in-version': {
    severity: 'warning',
    what: 'An attribute or word that the version of the file does not have.',
    help: 'Drivers check the name, not the version. A driver as old as the version does not know the name.',
  },
  'zeinfo/missing': {
    severity: 'error',
    what: 'An attribute that the version of the file requires, always or in such a record, is missing.',
    help: 'Drivers use a default for some attributes and refuse the file for others.',
  },
  'zeinfo/condition': {
    severity: 'warning',
    what: 'An attribute in a record where it has no meaning.',
    help: 'It applies to another kind of record. Drivers ignore most of these.',
  },
} as const satisfies Record<string, CodeRow>;
