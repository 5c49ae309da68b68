import type { Completeness, Unread } from '../walk/damage.ts';

/** `zebin scan --json`: what was scanned, with the counts. The rows are in the table, and their columns in KERNEL_COLUMNS. */
export interface ScanDocument extends ScanCounts, Completeness {
  readonly schema: 'zebin/scan/1';
  /** The given files and folders. */
  readonly roots: readonly string[];
  /** Which part of the tree was scanned, and the number of parts; null for the whole tree. */
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** Path of the table; null when none was written. */
  readonly output: string | null;
}

export interface ScanCounts {
  /** Number of examined files. */
  readonly files: number;
  /** Files without device code. They have no row. */
  readonly without_code: number;
  /** Rows with an error: files and images that could not be read. */
  readonly errors: number;
  /** The first hundred of them, by path; the table has all. */
  readonly unread: readonly Unread[];
  /** Rows of kernels. */
  readonly kernels: number;
  /** All rows. */
  readonly rows: number;
  /** Files whose rows were copied from the table of `--since`. */
  readonly reused: number;
  /** Bytes of the files that were read completely. */
  readonly bytes: number;
}

export function scanDocument(facts: Omit<ScanDocument, 'schema' | 'complete'>): ScanDocument {
  return { schema: 'zebin/scan/1', complete: facts.errors === 0, ...facts };
}
