/**
 * Standard input, output and error of a run: those of the process, or replacements where one process makes many runs.
 */
import type { Source } from '../../src/internal.ts';
import { refuseClosed, terminalColumns, writeAll } from './pipe.ts';

export interface Standard {
  /** The content of standard input; undefined until a verb reads it from the process. */
  input?: Uint8Array | Source;
  /** Writes all of it to standard output; false when nobody reads it any more: a closed pipe ends the output quietly. */
  print(bytes: Uint8Array): boolean;
  /** Throws `UsageError` if {@link print} would: standard output is closed. */
  refuse?(): void;
  warn(text: string): void;
  /**
   * Shows a line on the terminal of standard error, in place of the last such line, until something else is printed; nothing elsewhere. An
   * empty line removes it.
   */
  progress?(line: string): void;
  /** Columns of the terminal on standard output; absent if it is not a terminal. */
  readonly columns?: number | undefined;
}

const CLEAR = '\r\x1b[K';

/** The standard streams of the process. */
export function processStandard(): Standard {
  let isShown = false;
  let isOpen = false;
  const clear = (): void => {
    if (isShown) writeAll(2, Buffer.from(CLEAR));
    isShown = false;
  };
  return {
    print: (bytes) => {
      clear();
      if (!isOpen) refuseClosed();
      isOpen = true;
      return writeAll(1, bytes);
    },
    refuse: refuseClosed,
    warn: (text) => {
      clear();
      writeAll(2, Buffer.from(text));
    },
    progress: (line) => {
      const columns = line === '' ? undefined : terminalColumns(2);
      if (columns === undefined) return clear();
      isShown = true;
      writeAll(2, Buffer.from(`${CLEAR}${line.slice(0, columns - 1)}`));
    },
    get columns() {
      return terminalColumns(1);
    },
  };
}
