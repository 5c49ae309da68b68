import type { CodeRow } from './row.ts';

/** Codes of running kernels. */
export const RUN_CODES = {
  'run/case': {
    severity: 'error',
    what: 'A file of cases that says something that the format does not have.',
    help: 'The message begins with the place in the file. docs/run.md has the format.',
  },
  'run/limit': {
    severity: 'error',
    what: 'A run that needs more than it may use: instructions, or memory of the device.',
    help: '`--max-instructions` and `--max-memory` allow more.',
  },
} as const satisfies Record<string, CodeRow>;
