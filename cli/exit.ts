import type { FailureFacts } from '../src/index.ts';

/** 0 yes, 1 the answer is no, 2 bad usage or unreadable input. */
export const EXIT = { yes: 0, no: 1, unusable: 2 } as const;

/** A problem that is the user's to solve: one sentence, no stack. */
export class UsageError extends Error {
  /** What `--json` says beside the sentence. */
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts = {}) {
    super(message);
    this.facts = facts;
  }
}

/** The run may print no more. */
export class OutputEnded extends UsageError {
  /** Whether standard output has the beginning of the answer. */
  readonly begun: boolean;

  constructor(begun: boolean) {
    super('there is far more to print than a file of this size holds; the output ends here [limit/output]', { code: 'limit/output' });
    this.begun = begun;
  }
}
