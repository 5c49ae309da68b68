import type { Code } from './codes/index.ts';

/**
 * Thrown while a statement of a text is parsed; the parser makes a diagnostic of it and continues with the next one. Not an `Error`: a
 * damaged text may have one in each line, and creating a stack trace for each would be most of the work.
 */
export class Fault {
  readonly code: Code;
  readonly start: number;
  readonly end: number;
  private composed: string | (() => string);

  /** @param message a function, if it is costly to compose: only some faults are shown */
  constructor(code: Code, message: string | (() => string), start: number, end: number) {
    this.code = code;
    this.composed = message;
    this.start = start;
    this.end = end;
  }

  get message(): string {
    if (typeof this.composed !== 'string') this.composed = this.composed();
    return this.composed;
  }
}
