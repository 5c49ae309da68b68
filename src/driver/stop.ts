import type { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, type DriverCode, diagnostic, type Facts } from '../core/diag/index.ts';

/**
 * Why a driver's decoder stops before it has read everything: its answer, and its position. It is thrown and caught within the decision,
 * once for each refused kernel, so it has no stack and is not an Error.
 */
export class DriverStop {
  readonly code: DriverCode;
  readonly message: string;
  /** Position in the source that the step reads: the file, or the text of ze_info. */
  readonly start: number;
  readonly end: number;
  /** Further stops, if all are requested. */
  readonly others: readonly DriverStop[];
  /** Path in the structure; undefined where the step does not know it. */
  path: string | undefined;

  constructor(code: DriverCode, message: string, start: number, end = start, others: readonly DriverStop[] = []) {
    this.code = code;
    this.message = message;
    this.start = start;
    this.end = end;
    this.others = others;
  }

  /** Sets the path of the stop in the structure. */
  in(path: string | undefined): this {
    this.path = path;
    return this;
  }

  /** The stop as a diagnostic; `origin` is what its offsets are relative to. */
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

/** Runs a part of the decision; returns the stop that ended it, if there was one. */
export function stopOf(run: () => unknown): DriverStop | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof DriverStop) return error;
    throw error;
  }
}

/** Number of reasons listed for one step; a file with more is damaged as a whole. */
export const MOST_STOPS = 100;

/**
 * Where a decision ends: at the first stop, as for a driver; or, if all stops are requested, after every part that can be checked
 * despite them. The first stop is the same either way.
 */
export class Stops {
  readonly all: boolean;
  readonly list: DriverStop[] = [];

  constructor(all = false) {
    this.all = all;
  }

  /** Runs a part. A stop in it ends the decision, or is recorded. Returns whether there was no stop. */
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
