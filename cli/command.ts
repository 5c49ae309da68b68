/**
 * A verb of the command line, as data: help, completion and the reference page are made from it. The module that does the work is
 * loaded when the verb runs, so that starting costs no more than one verb.
 */

import type { Io } from './io.ts';
import type { OptionSpec, Options } from './options.ts';

export interface ArgumentSpec {
  /** `<file>` or `[name]`. */
  readonly name: string;
  readonly summary: string;
}

export interface VerbRow {
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
}

/** A verb whose row says how its words are read, so `run` may expect the options of that row: methods are compared loosely. */
export interface CommandSpec extends VerbRow {
  load(): Promise<VerbModule>;
}

export interface VerbModule<C = Context> {
  /** Does the work and returns the exit code. */
  run(context: C): number | Promise<number>;
}

/** Verbs that answer one question, such as why a file does not load. */
export interface Group {
  readonly title: string;
  readonly verbs: readonly CommandSpec[];
}

/** The arguments of a verb's `run`. */
export interface Context<O = Options> {
  readonly arguments: readonly (string | undefined)[];
  readonly options: O;
  readonly io: Io;
}
