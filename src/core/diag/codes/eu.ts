import type { CodeRow } from './row.ts';

/** Codes of machine code. */
export const EU_CODES = {
  'eu/instruction': {
    severity: 'error',
    what: 'A word of machine code that is not an instruction of its platform.',
    help: 'Check that the code is for this platform. The word is kept, and reading continues after it.',
  },
  'eu/target': {
    severity: 'error',
    what: 'A branch whose target is not the start of an instruction.',
    help: 'The code is damaged, or a piece of it is missing.',
  },
} as const satisfies Record<string, CodeRow>;
