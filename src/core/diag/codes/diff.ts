import type { CodeRow } from './row.ts';

/** Codes of comparing builds. */
export const DIFF_CODES = {
  'diff/baseline': {
    severity: 'error',
    what: 'A baseline of `zebin compare` that cannot be used.',
    help: 'The message names the member. Write the baseline again with `zebin compare BUILD --baseline FILE --update`.',
  },
} as const satisfies Record<string, CodeRow>;
