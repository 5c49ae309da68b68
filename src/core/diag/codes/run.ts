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
  'run/unsupported': {
    severity: 'error',
    what: 'An instruction or message that has no semantics here; the run ends at it.',
    help: 'The message says which, and where it is in the code.',
  },
  'run/fault': {
    severity: 'error',
    what: 'What the device could not do: an access outside of all memory, a message that is not valid, threads that wait for each other.',
    help: 'The message says what, and where it is in the code. Look at the arguments first: are buffers as large as the sizes need?',
  },
} as const satisfies Record<string, CodeRow>;
