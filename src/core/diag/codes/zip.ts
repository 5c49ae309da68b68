import type { CodeRow } from './row.ts';

/** Codes of ZIP archives. */
export const ZIP_CODES = {
  'zip/not-zip': {
    severity: 'error',
    what: 'The data begins neither with an entry of a ZIP archive nor with the end of its list.',
    help: 'This is not a ZIP archive.',
  },
  'zip/list': {
    severity: 'error',
    what: 'A ZIP archive whose list of entries at the end is missing or damaged.',
    help: 'Programs find entries by the list. Without one, entries are read by the headers before them; the archive is probably truncated.',
  },
  'zip/entry': {
    severity: 'error',
    what: 'An entry of a ZIP archive that reaches past its end, or that is not where the list says.',
    help: 'The part that exists is shown. The archive is truncated or damaged.',
  },
  'zip/method': {
    severity: 'error',
    what: 'An entry of a ZIP archive that is not read: it is encrypted, or compressed by another method than deflate.',
    help: 'Unpack the archive with a program that knows the method, and give the files. What is in the entry was not looked at.',
  },
  'zip/overlap': {
    severity: 'error',
    what: 'An entry of a ZIP archive that is not read, because its bytes are also those of another entry.',
    help: 'No program writes such archives; those that are made to take long when they are unpacked are like this.',
  },
} as const satisfies Record<string, CodeRow>;
