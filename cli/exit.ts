import type { Diagnostic, FailureFacts } from '../src/internal.ts';

/** 0: yes; 1: the answer is no; 2: wrong usage or unreadable input. */
export const EXIT = { yes: 0, no: 1, unusable: 2 } as const;

/** A problem for the user to solve: one sentence, no stack trace. */
export class UsageError extends Error {
  /** What `--json` adds to the message. */
  readonly facts: FailureFacts;
  readonly exitCode: 1 | 2;
  /** Lines below the message, which then begins with file, line and column, not with the name of the command; empty for a sentence. */
  readonly below: readonly string[];

  constructor(message: string, facts: FailureFacts = {}, more: Partial<Pick<UsageError, 'exitCode' | 'below'>> = {}) {
    super(message);
    this.facts = facts;
    this.exitCode = more.exitCode ?? EXIT.unusable;
    this.below = more.below ?? [];
  }
}

/**
 * A fault in a text that the user gave, as compilers print it.
 * @param lines as a renderer of findings makes them
 * @param help what to do
 */
export function textFault(lines: string, help: string, facts: FailureFacts): UsageError {
  const [head = '', ...below] = lines.split('\n');
  return new UsageError(head, facts, { below: [...below, `  ${help}`] });
}

/** Damaged content, which is not written unless `--damaged` is given. @param done what is not done with it: `written` */
export function damagedInput(file: string, address: string, done: string, diagnostic: Diagnostic): UsageError {
  const message = `${file}${address} is damaged, and is not ${done} unless --damaged is given: ${diagnostic.message}`;
  return new UsageError(message, { code: 'command/damaged', file, diagnostic }, { exitCode: EXIT.no });
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
