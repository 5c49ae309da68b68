/**
 * Where verbs print to: the terminal or a pipe. Files are written in write/.
 */
import { createColors } from 'picocolors';
import type { Bytes } from '../src/internal.ts';
import { standard } from './standard.ts';

export type Colors = ReturnType<typeof createColors>;

/** Where a verb reads from and prints to. */
export interface Io {
  readonly colors: Colors;
  /** Columns of the terminal; Infinity when the output is not a terminal. */
  readonly width: number;
  /** Prints text, or keeps it for the output file. */
  print(text: string): void;
  /** As {@link print}, for bytes, which never go to a terminal: that throws `UsageError`. */
  write(data: Uint8Array | Bytes): void;
  /** Prints to standard error. */
  warn(text: string): void;
  /** As {@link warn}, once the output is written: what was done is said only when it was. */
  note(text: string): void;
}

/** Writes all of it to standard output; a closed pipe ends the output quietly, and the answer is then false. */
export function printWhole(bytes: Uint8Array): boolean {
  return standard.print(bytes);
}

/** Columns of the terminal on standard output; Infinity when there is none. */
export function terminalWidth(): number {
  if (!process.stdout.isTTY) return Number.POSITIVE_INFINITY;
  return process.stdout.columns || 80;
}

/** Colours as asked for with `--color`, else on a terminal only; NO_COLOR turns them off. */
export function colorsFor(when: string, toFile: boolean): Colors {
  if (when === 'always') return createColors(true);
  const off = when === 'never' || toFile || process.env.NO_COLOR || process.env.TERM === 'dumb' || !process.stdout.isTTY;
  return createColors(!off);
}
