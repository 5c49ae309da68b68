/**
 * A verb of the command line, as data: help, completion and the reference page are made from it. The module that does the work is
 * loaded when the verb runs, so that starting costs no more than one verb.
 */

import type { Io } from './io.ts';
import type { Options } from './options.ts';

export interface OptionSpec {
  /** `-a, --all`, `-o, --output <path>`; `--no-open` for something that is done by default. */
  readonly flags: string;
  readonly summary: string;
  /** Its possible values, the default first. */
  readonly choices?: readonly string[];
  /** May be given more than once: its value is then a list. */
  readonly many?: true;
  /** Its position among the other ordered options has a meaning: the option `order` lists their names as they were given. */
  readonly ordered?: true;
}

export interface ArgumentSpec {
  /** `<file>` or `[name]`. */
  readonly name: string;
  readonly summary: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Whether it writes its output as it goes, with `--output` too, instead of all at the end. */
  readonly streams?: true;
  /** Whether its argument is a list of files, each of which it answers for alone (each-file.ts). */
  readonly eachFile?: true;
  /** Command lines, and what they show. */
  readonly examples: readonly (readonly [command: string, shows: string])[];
  load(): Promise<{ readonly run: Run }>;
}

/** Verbs that answer one question, such as why a file does not load. */
export interface Group {
  readonly title: string;
  readonly verbs: readonly CommandSpec[];
}

export type { Options } from './options.ts';

/** The arguments of a verb's `run`. */
export interface Context {
  readonly arguments: readonly (string | undefined)[];
  readonly options: Options;
  readonly io: Io;
}

/** Does the work of a verb and returns its exit code. */
export type Run = (context: Context) => number | Promise<number>;
