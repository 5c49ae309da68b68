/**
 * One run of the command: finds the verb, runs it, and turns what it throws into a sentence and an exit code.
 */
import { type Bytes, nearest } from '../src/internal.ts';
import { Budgets, timeOver } from './budget.ts';
import type { CommandSpec, Group } from './command.ts';
import { INFO } from './commands/default.ts';
import { PACKAGED } from './commands/packaged.ts';
import { DESCRIPTION, EXIT_STATUS, SHORTHANDS, VERSION } from './commands/program.ts';
import { EXIT, OutputEnded, UsageError } from './exit.ts';
import { isThere } from './input/input.ts';
import { processStandard, type Standard } from './input/standard.ts';
import { colorsFor, type Surroundings } from './io.ts';
import { COMMON_OPTIONS, VERSION_OPTION } from './options.ts';
import { Output } from './output.ts';
import { reported, warn, warnLines, warnOfLimits } from './reported.ts';
import { type CommandLine, placeOfVerb, readWords, WordsError } from './words.ts';
import { Inputs } from './write/inputs.ts';

/** The source of the manual pages (scripts/man.mjs). */
export const manualRows = async () => ({
  GROUPS: await allGroups(),
  ...{ COMMON_OPTIONS, DESCRIPTION, EXIT_STATUS, SHORTHANDS, VERSION, VERSION_OPTION },
});

/** Every verb, by what it is for. */
const allGroups = async (): Promise<readonly Group[]> => (await import('./commands/index.ts')).GROUPS;
const allVerbs = async (): Promise<readonly CommandSpec[]> => (await allGroups()).flatMap(({ verbs }) => verbs);

/** The verb of a name; the default one does not load the others. */
export async function verbNamed(name: string | undefined): Promise<CommandSpec | undefined> {
  return name === INFO.name ? INFO : (await allVerbs()).find((spec) => spec.name === name);
}

/** Runs a verb, and returns its exit code. */
async function runVerb(spec: CommandSpec, { names, options }: CommandLine, surroundings: Surroundings): Promise<number> {
  const { standard } = surroundings;
  const output = options.output !== undefined && options.output !== '-' && !spec.streams ? options.output : undefined;
  const file = output === undefined ? undefined : new (await import('./write/index.ts')).OutputFile(output, surroundings.inputs);
  const out = new Output(file, surroundings);
  const said: string[] = [];
  const notes: string[] = [];
  const io = {
    ...surroundings,
    colors: await colorsFor(options.color, output !== undefined, standard),
    width: (output === undefined && standard.columns) || Number.POSITIVE_INFINITY,
    print: (text: string) => out.add(text),
    write: (data: Uint8Array | Bytes, madeFrom?: string) => {
      if (output === undefined && standard.columns !== undefined)
        throw new UsageError('the result is binary: give a file with -o, or use a pipe');
      out.add(data, madeFrom);
    },
    ready: () => out.refuse(),
    warn: (text: string) => {
      said.push(text);
      warn(text, standard);
    },
    finding: (lines: string) => {
      said.push(lines);
      warnLines(lines, standard);
    },
    note: (text: string) => void notes.push(text),
  };
  const { run } = await spec.load();
  let code: number;
  try {
    if (spec.eachFile && names.length > 1) {
      const { runEach } = await import('./input/each-file.ts');
      const worst = await runEach(run, { arguments: names, options, io });
      await out.end();
      return worst;
    }
    code = await run({ arguments: names, options, io });
  } catch (error) {
    file?.close();
    const over = timeOver(error);
    if (!over) throw error;
    // Lines are true without those after them; the beginning of a document is not one.
    if (!options.json && output === undefined) await out.end();
    const message = `not done after --timeout ${options.timeout}; what was printed until then is true, but not all`;
    throw new OutputEnded({ ...over, message }, out.hasBegun);
  }
  if (options.json && code !== EXIT.yes && out.isEmpty && said.length > 0) {
    const { printFailure } = await import('./failure.ts');
    printFailure(said.join('; '), { code: 'command/no-match', ...fileFact(names[0]) }, EXIT.no, standard);
    return code;
  }
  // A refusal leaves no empty file.
  if (!out.isEmpty || code === EXIT.yes) await out.end();
  for (const text of notes) warn(text, standard);
  return warnOfLimits(surroundings) ? EXIT.unusable : code;
}

/** The help of a verb, or of the command as a whole. */
async function helpFor(spec: CommandSpec | undefined, standard: Standard): Promise<string> {
  const { commandHelp, verbHelp } = await import('./help.ts');
  const width = standard.columns ?? 80;
  return spec ? verbHelp(spec, width) : commandHelp(await allGroups(), width);
}

/** The command line of a verb; undefined once the help or the version is printed, if that is what it asks for. */
async function requestOf(
  words: readonly string[],
  place: number,
  spec: CommandSpec | undefined,
  standard: Standard,
): Promise<CommandLine | undefined> {
  const print = (text: string): undefined => void standard.print(Buffer.from(text));
  const [word, second] = words.slice(place);
  if (word === 'help') {
    const verbSpec = second === undefined ? undefined : await verbNamed(second);
    if (second !== undefined && !verbSpec) throw new WordsError(`there is no verb ${second}`);
    return print(await helpFor(verbSpec, standard));
  }
  const request = readWords(spec ? words.filter((_, i) => i !== place) : words, spec ?? INFO);
  if (request === 'version') return print(`${VERSION}\n`);
  if (request === 'help') return print(await helpFor(spec, standard));
  const strange = spec ? undefined : await notAVerb(request.names[0]);
  if (strange !== undefined) throw new WordsError(strange);
  return request;
}

/** The path that a failure is about, if it is known. */
function fileFact(file: string | undefined): { file?: string } {
  return file === undefined ? {} : { file };
}

/** What only paths and addresses have in them. */
const OF_PATHS = /[./\\!]/;

/** A sentence, if the word in place of a verb is not one and is not a file; perhaps with a question. */
async function notAVerb(word: string | undefined): Promise<string | undefined> {
  if (word === undefined || word.startsWith('-') || OF_PATHS.test(word) || isThere(word)) return undefined;
  const names = [...(await allVerbs()).map(({ name }) => name), 'help', 'complete'];
  if (names.includes(word)) return undefined;
  const near = nearest(word, names);
  return `${word} is neither a verb nor a file${near === undefined ? '' : `; did you mean \`zebin ${near}\`?`}`;
}

/**
 * @param words of the command line, without the command itself
 * @param standard where it reads from and prints to: the process, unless one process makes many runs
 * @param packaged the files of the package: the standalone executable has them inside
 * @returns the exit code
 */
export async function run(words: readonly string[], standard: Standard = processStandard(), packaged = PACKAGED): Promise<number> {
  if (words.length === 0) {
    standard.warn(await helpFor(undefined, standard));
    return EXIT.unusable;
  }
  const place = placeOfVerb(words);
  let budgets = new Budgets({});
  try {
    // Not parsed like the verbs: its arguments may look like options.
    if (words[0] === 'complete') return await (await import('./completion/complete.ts')).complete(words.slice(1), standard);
    const spec = await verbNamed(words[place]);
    const request = await requestOf(words, place, spec, standard);
    if (!request) return EXIT.yes;
    budgets = new Budgets(request.options);
    return await runVerb(spec ?? INFO, request, { standard, packaged, budgets, inputs: new Inputs() });
  } catch (error) {
    const ending = { standard, budgets };
    const { message, facts, exitCode } = reported(error instanceof WordsError ? await inWords(error, words[place]) : error, ending);
    if (error instanceof WordsError) standard.warn('(zebin --help lists the verbs; zebin VERB --help describes one)\n');
    // A document after the beginning of another would not be valid JSON.
    if (!asksForJson(words) || (error instanceof OutputEnded && error.begun)) return exitCode;
    const { printFailure } = await import('./failure.ts');
    try {
      printFailure(message, facts, exitCode, standard);
      return exitCode;
    } catch (unprinted) {
      // Why nothing can be printed is said once.
      return unprinted instanceof Error && unprinted.message === message ? exitCode : reported(unprinted, ending).exitCode;
    }
  } finally {
    standard.progress?.('');
  }
}

/** Whether the command line has `--json`, even if it could not be parsed. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** What is said of words that do not fit. @param word the one in place of a verb */
async function inWords({ message }: WordsError, word: string | undefined): Promise<UsageError> {
  return new UsageError((await notAVerb(word)) ?? message);
}
