import type { CodeRow } from './row.ts';

/** Codes of running kernels. */
export const RUN_CODES = {
  'run/case': {
    severity: 'error',
    what: 'A file of cases that says something that the format does not have.',
    help: 'The message says what is expected at that place of the file. docs/run.md has the format.',
  },
  'run/limit': {
    severity: 'error',
    what: 'A run that needs more than it may use: instructions, or memory of the device.',
    help: '`--max-instructions` and `--max-memory` allow more.',
  },
} as const satisfies Record<string, CodeRow>;
