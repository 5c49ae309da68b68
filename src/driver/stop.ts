import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, type DriverCode, diagnostic } from '../diag/index.ts';

/**
 * Why the decoder of a driver ends before it has read everything: what it would answer, and where it was. It is thrown and caught
 * within the decision, once for each kernel that is refused, so it has no stack and is no Error.
 */
export class DriverStop {
  readonly code: DriverCode;
  readonly message: string;
  /** Place in the source that the step reads: the file, or the text of ze_info. */
  readonly start: number;
  readonly end: number;

  constructor(code: DriverCode, message: string, start: number, end = start) {
    this.code = code;
    this.message = message;
    this.start = start;
    this.end = end;
  }

  /** As a finding; `origin` is what the offsets count in. */
  diagnostic(origin: Bytes, path: string): Diagnostic {
    const start = Math.min(this.start, origin.length);
    return diagnostic(this.code, this.message, origin.span(start, Math.min(Math.max(start, this.end), origin.length)), path);
  }
}

/** Runs a part of the decision; gives why it ended, when it did. */
export function stopOf(run: () => unknown): DriverStop | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof DriverStop) return error;
    throw error;
  }
}
