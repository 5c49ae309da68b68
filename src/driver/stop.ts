import type { DriverCode } from '../diag/index.ts';

/** Why the decoder of a driver ends before it has read everything: what it would answer, and where it was. */
export class DriverStop extends Error {
  override readonly name = 'DriverStop';
  readonly code: DriverCode;
  /** Place in the source that the step reads: the file, or the text of ze_info. */
  readonly start: number;
  readonly end: number;

  constructor(code: DriverCode, message: string, start: number, end = start) {
    super(message);
    this.code = code;
    this.start = start;
    this.end = end;
  }
}
