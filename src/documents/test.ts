import type { Unread } from '../walk/item.ts';
import { runTotals } from './run.ts';
import type { RunCase, RunTotals } from './run-model.ts';

/** `zebin test --json`: whether the kernels of a folder compute what its files of cases expect. */
export interface TestDocument {
  readonly schema: 'zebin/test/1';
  readonly totals: RunTotals;
  readonly files: readonly TestFile[];
  /** Files of cases, cases in them, folders and binaries that could not be read: their cases are not among the others. */
  readonly unread: readonly Unread[];
}

/** A file of cases. */
export interface TestFile {
  readonly path: string;
  /** A case is here for each kernel that it was run with; once, without `file`, if there was none. */
  readonly cases: readonly RunCase[];
  /** What `--bless` wrote into the file; absent without the option. */
  readonly blessed?: readonly BlessedCase[];
}

/** Results that became what a case expects. */
export interface BlessedCase {
  readonly name: string;
  /** Indices of its outputs. */
  readonly outputs: readonly number[];
}

/** The document of files of cases that were run. */
export function testDocument(files: readonly TestFile[], unread: readonly Unread[]): TestDocument {
  return { schema: 'zebin/test/1', totals: runTotals(files.flatMap(({ cases }) => cases)), files, unread };
}
