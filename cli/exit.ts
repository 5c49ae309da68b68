import type { Diagnostic, FailureFacts } from '../src/internal.ts';

/** 0: yes; 1: the answer is no; 2: wrong usage or unreadable input. */
export const EXIT = { yes: 0, no: 1, unusable: 2 } as const;

/** A problem for the user to solve: one sentence, no stack trace. */
export class UsageError extends Error {
  /** What `--json` adds to the message. */
  readonly facts: FailureFacts;
  readonly exitCode: 1 | 2 = EXIT.unusable;

  constructor(message: string, facts: FailureFacts = {}) {
    super(message);
    this.facts = facts;
  }
}

/** A fault in a text that the user gave, as compilers print it: it begins with file, line and column, not with the name of the command. */
export class TextFault extends UsageError {
  /** The line of the text, a mark under the place, and what to do. */
  readonly below: readonly string[];

  /** @param lines as a renderer of findings makes them @param help what to do */
  constructor(lines: string, help: string, facts: FailureFacts) {
    const [head = '', ...below] = lines.split('\n');
    super(head, facts);
    this.below = [...below, `  ${help}`];
  }
}

/** Damaged content, which is not written unless `--damaged` is given. */
export class DamagedInput extends UsageError {
  override readonly exitCode = EXIT.no;

  /** @param done what is not done with it: `written` */
  constructor(file: string, address: string, done: string, diagnostic: Diagnostic) {
    const message = `${file}${address} is damaged, and is not ${done} unless --damaged is given: ${diagnostic.message}`;
    super(message, { code: 'command/damaged', file, diagnostic });
  }
}

/** The run may not print more. */
export class OutputEnded extends UsageError {
  /** Whether standard output has the beginning of the answer. */
  readonly begun: boolean;

  constructor(diagnostic: Diagnostic | undefined, begun: boolean) {
    super(`${diagnostic?.message} [${diagnostic?.code}]`, diagnostic ? { diagnostic } : {});
    this.begun = begun;
  }
}
