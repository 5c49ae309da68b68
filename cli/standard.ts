/**
 * Standard input, output and error of a run: those of the process, or replacements where one process makes many runs.
 */
import type { Source } from '../src/internal.ts';
import { terminalColumns, writeAll } from './pipe.ts';

export interface Standard {
  /** The content of standard input; undefined until a verb reads it from the process. */
  input?: Uint8Array | Source;
  /** Writes all of it to standard output; false when nobody reads it any more. */
  print(bytes: Uint8Array): boolean;
  warn(text: string): void;
  /** Columns of the terminal on standard output; absent if it is not a terminal. */
  readonly columns?: number | undefined;
}

/** Those of the run. */
export let standard: Standard = {
  print: (bytes) => writeAll(1, bytes),
  warn: (text) => void writeAll(2, Buffer.from(text)),
  get columns() {
    return terminalColumns(1);
  },
};

export function setStandard(other: Standard): void {
  standard = other;
}
