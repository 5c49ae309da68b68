/**
 * The input and output of a worker of a scan. The work itself is in chunk.ts, which takes a while to load and which the main thread does
 * not need.
 */
import type { Cell, ScanCounts } from '../../src/internal.ts';
import type { ScanFile } from './walk.ts';

/** Files of a chunk: enough that the overhead per chunk is small, few enough that little is lost if the run is killed. */
export const CHUNK_FILES = 64;

export interface Task {
  /** As it was given, for the column. */
  readonly root: string;
  readonly files: readonly ScanFile[];
  /** Where the result is kept, for a run that resumes one that was killed; absent if it is not kept. */
  readonly part?: string;
  /** What must have made the part for it to be reused. */
  readonly madeBy: string;
  /** Columns of code to add. */
  readonly columns: readonly string[];
  /** The files are trusted: no limits of work. */
  readonly isUnlimited?: boolean | undefined;
  /** When the run has to end, as `Date.now()` counts. */
  readonly deadline?: number | undefined;
  /** Earlier rows, by path. */
  readonly old?: ReadonlyMap<string, OldRows>;
}

/** The rows of a file in an earlier table, of this content. */
export interface OldRows {
  readonly sha256: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** What is new of a task: a file may have very many rows. The results of a task together are the counts and rows of its files. */
export interface Result {
  readonly counts: ScanCounts;
  readonly batch?: Batch;
}

/** Consecutive rows, as they are passed between threads and into a part. */
export interface Batch {
  readonly rows: number;
  /** An array of them, each an array of cells, on one line. */
  readonly json: string;
}

/** Consecutive rows, of consecutive batches. */
export interface Group {
  readonly columns: readonly string[];
  readonly batches: readonly Batch[];
  /** Rows of the first batch that come before. */
  readonly skip: number;
  readonly rows: number;
}

export const NO_COUNTS: ScanCounts = { files: 0, without_code: 0, errors: 0, unread: [], kernels: 0, rows: 0, reused: 0, bytes: 0 };

/** Unread parts that are listed. */
const LISTED = 100;

export function added(a: ScanCounts, b: ScanCounts): ScanCounts {
  return {
    files: a.files + b.files,
    without_code: a.without_code + b.without_code,
    errors: a.errors + b.errors,
    unread: a.unread.length < LISTED ? [...a.unread, ...b.unread].slice(0, LISTED) : a.unread,
    kernels: a.kernels + b.kernels,
    rows: a.rows + b.rows,
    reused: a.reused + b.reused,
    bytes: a.bytes + b.bytes,
  };
}
