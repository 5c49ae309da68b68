import type { CodeRow } from './row.ts';

/** Codes of archives. */
export const AR_CODES = {
  'ar/not-ar': {
    severity: 'error',
    what: 'The data does not begin with `!<arch>` and a line feed.',
    help: 'This is not an archive.',
  },
  'ar/header': {
    severity: 'error',
    what: 'A member header that is truncated or whose size is not a decimal number.',
    help: 'Nothing after it can be located. The members before it are listed; the rest is kept as bytes.',
  },
  'ar/trailer': {
    severity: 'warning',
    what: 'A member header that does not end in a grave accent and a line feed.',
    help: 'The driver warns and continues; so does this reader.',
  },
  'ar/member-range': {
    severity: 'error',
    what: 'A member that reaches past the end of the archive.',
    help: 'The archive is truncated. The part of the member that exists is read.',
  },
  'ar/long-name': {
    severity: 'error',
    what: 'A member name that refers into a long-name table that is missing or too short.',
    help: 'The name is shown as it is in the header.',
  },
} as const satisfies Record<string, CodeRow>;
