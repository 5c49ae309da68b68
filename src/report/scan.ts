/** `zebin scan --json`: what was scanned, and what came of it. The rows are in the table, and their columns in KERNEL_COLUMNS. */
export interface ScanDocument extends ScanCounts {
  readonly schema: 'zebin/scan/1';
  /** What was given. */
  readonly roots: readonly string[];
  /** Which of how many parts of the tree; null for all of it. */
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** Where the table was written; null without such a file. */
  readonly output: string | null;
}

export interface ScanCounts {
  /** Files that were looked at. */
  readonly files: number;
  /** Files without device code, which have no row. */
  readonly without_code: number;
  /** Rows with an error: files and images that could not be read. */
  readonly errors: number;
  /** Rows of kernels. */
  readonly kernels: number;
  /** All rows. */
  readonly rows: number;
  /** Files whose rows came from the table that `--since` named. */
  readonly reused: number;
  /** Bytes of the files that were read to their end. */
  readonly bytes: number;
}

export function scanDocument(facts: Omit<ScanDocument, 'schema'>): ScanDocument {
  return { schema: 'zebin/scan/1', ...facts };
}
