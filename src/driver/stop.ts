import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, type DriverCode, diagnostic, type Facts } from '../diag/index.ts';

/**
 * Why the decoder of a driver ends before it has read everything: what it would answer, and where it was. It is thrown and caught
 * within the decision, once for each kernel that is refused, so it has no stack and is not an Error.
 */
export class DriverStop {
  readonly code: DriverCode;
  readonly message: string;
  /** Place in the source that the step reads: the file, or the text of ze_info. */
  readonly start: number;
  readonly end: number;
  /** Further stops, if all are requested. */
  readonly others: readonly DriverStop[];
  /** Place in the structure, where the step does not say it. */
  path: string | undefined;

  constructor(code: DriverCode, message: string, start: number, end = start, others: readonly DriverStop[] = []) {
    this.code = code;
    this.message = message;
    this.start = start;
    this.end = end;
    this.others = others;
  }

  /** The same, with its place in the structure. */
  in(path: string | undefined): this {
    this.path = path;
    return this;
  }

  /** As a finding; `origin` is what the offsets count in. */
  diagnostic(origin: Bytes, path: string, data?: Facts): Diagnostic {
    const start = Math.min(this.start, origin.length);
    return diagnostic(
      this.code,
      this.message,
      origin.span(start, Math.min(Math.max(start, this.end), origin.length)),
      this.path ?? path,
      data,
    );
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

/** Reasons that are listed of one step; a file with more is damaged as a whole. */
export const MOST_STOPS = 100;

/**
 * Where a decision ends: at the first stop, as a driver does; or, where all are wanted, after every part that can be checked without
 * those that stopped. The first is the same either way.
 */
export class Stops {
  readonly all: boolean;
  readonly list: DriverStop[] = [];

  constructor(all = false) {
    this.all = all;
  }

  /** Runs a part. A stop in it ends the decision, or is kept; gives whether there was none. */
  attempt(run: () => void): boolean {
    if (!this.all) {
      run();
      return true;
    }
    const stop = stopOf(run);
    if (!stop) return true;
    if (this.list.length >= MOST_STOPS) throw stop;
    this.list.push(...[stop, ...stop.others].slice(0, MOST_STOPS - this.list.length));
    return false;
  }
}
