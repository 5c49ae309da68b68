import type { Code } from './codes/index.ts';

/**
 * Thrown while a statement of a text is parsed; the parser makes a diagnostic of it and continues with the next one. Not an `Error`: a
 * damaged text may have one in each line, and creating a stack trace for each would be most of the work.
 */
export class Fault {
  readonly code: Code;
  readonly message: string;
  readonly start: number;
  readonly end: number;

  constructor(code: Code, message: string, start: number, end: number) {
    this.code = code;
    this.message = message;
    this.start = start;
    this.end = end;
  }
}
