import type { Diagnostic, FailureFacts } from '../src/index.ts';

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

  constructor(diagnostic: Diagnostic | undefined, begun: boolean) {
    super(`${diagnostic?.message} [${diagnostic?.code}]`, diagnostic ? { diagnostic } : {});
    this.begun = begun;
  }
}
