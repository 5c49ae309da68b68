/**
 * Where verbs print: to the terminal or a pipe. Files are written in write/.
 */
import type { Bytes } from '../src/internal.ts';
import type { Budgets } from './budget.ts';
import type { Packaged } from './commands/packaged.ts';
import type { Standard } from './input/standard.ts';
import type { Inputs } from './write/inputs.ts';

type Paint = (text: string) => string;

/** The styles of text on a terminal. */
export type Colors = Readonly<Record<'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', Paint>>;

const same: Paint = (text) => text;
export const NO_COLORS: Colors = { bold: same, cyan: same, dim: same, green: same, red: same, yellow: same };

/** What a run has of its process, what it may use, and what it has read. */
export interface Surroundings {
  readonly standard: Standard;
  readonly packaged: Packaged;
  readonly budgets: Budgets;
  readonly inputs: Inputs;
}

/** Where a verb reads from and prints to. */
export interface Io extends Surroundings {
  readonly colors: Colors;
  /** Columns of the terminal; Infinity when the output is not a terminal. */
  readonly width: number;
  /** Prints text, or keeps it for the output file. */
  print(text: string): void;
  /**
   * As {@link print}, for bytes, which never go to a terminal: that throws `UsageError`.
   *
   * @param madeFrom path of the file that they are a new form of: a new output file gets its permissions
   */
  write(data: Uint8Array | Bytes, madeFrom?: string): void;
  /**
   * Throws `UsageError` if what is printed could not be written: verbs that work for minutes ask before. It cannot know of all that is in the
   * way, such as a disk that is full.
   */
  ready(): void;
  /** Prints to standard error. */
  warn(text: string): void;
  /** As {@link warn}, for a finding in a text, which begins with file, line and column: the line has nothing before that. */
  finding(lines: string): void;
  /** As {@link warn}, once the output is written: what was done is reported only afterwards. */
  note(text: string): void;
}

/** Colours as given with `--color`, else only on a terminal; NO_COLOR turns them off. */
export async function colorsFor(when: string, toFile: boolean, standard: Standard): Promise<Colors> {
  const off = when === 'never' || toFile || process.env.NO_COLOR || process.env.TERM === 'dumb' || standard.columns === undefined;
  if (off && when !== 'always') return NO_COLORS;
  return (await import('./paint.ts')).COLORS;
}
