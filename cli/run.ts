/**
 * One run of the command: finds the verb, runs it, and turns what it throws into a sentence and an exit code.
 */
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { Command, CommanderError, Option } from 'commander';
import type { Bytes, FailureFacts } from '../src/internal.ts';
import { endings, forgetBudgets } from './budget.ts';
import type { CommandSpec, Options } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { setPackaged } from './commands/packaged.ts';
import { DESCRIPTION, EXIT_STATUS, SHORTHANDS, VERSION } from './commands/program.ts';
import { EXIT, OutputEnded, UsageError } from './exit.ts';
import { describeVerb, fitHelp, HELP_FORMAT } from './help.ts';
import { COMMON_OPTIONS } from './options.ts';
import { type Standard, setStandard, standard } from './standard.ts';
import { visible } from './visible.ts';
import { forgetInputs } from './write/inputs.ts';

const HELP = `
${SHORTHANDS.map(([typed, does]) => `${typed} ${does}`).join('\n')}
Exit codes: ${EXIT_STATUS.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`;

/** For the standalone executable, which has the files of the package inside. */
/** What manual pages are made from (scripts/man.mjs). */
export { COMMANDS, COMMON_OPTIONS, DESCRIPTION, EXIT_STATUS, SHORTHANDS, setPackaged, VERSION };

/**
 * @param specs the verbs that it knows
 * @param ended gets the exit code of the verb that was run
 */
function program(specs: readonly CommandSpec[], ended: { code: number }): Command {
  const [color] = COMMON_OPTIONS;
  const width = standard.columns ?? 80;
  const top = new Command('zebin')
    .description(DESCRIPTION)
    .version(VERSION, '-V, --version', 'print the version')
    .addOption(new Option(color.flags, color.summary).choices(color.choices).default('auto'))
    .addHelpText('after', HELP)
    .exitOverride()
    .configureHelp(HELP_FORMAT)
    .configureOutput({
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      writeOut: (text) => void standard.print(Buffer.from(fitHelp(text, width))),
      writeErr: (text) => standard.warn(fitHelp(text, width)),
      // What is wrong is said by main, which may know better.
      outputError: () => {},
    });
  for (const spec of specs) add(top, spec, ended);
  return top;
}

function add(top: Command, spec: CommandSpec, ended: { code: number }): void {
  const command = describeVerb(top, spec);
  command.action(async (...all: unknown[]) => {
    const names = all.slice(0, spec.arguments.length).flat() as (string | undefined)[];
    const options = command.optsWithGlobals() as Options;
    const [{ colorsFor, terminalWidth }, { Output }] = await Promise.all([import('./io.ts'), import('./output.ts')]);
    const output = typeof options.output === 'string' && options.output !== '-' && !spec.streams ? options.output : undefined;
    const out = new Output(output);
    const said: string[] = [];
    const notes: string[] = [];
    const io = {
      colors: await colorsFor(String(options.color), output !== undefined),
      width: output === undefined ? terminalWidth() : Number.POSITIVE_INFINITY,
      print: (text: string) => out.add(text),
      write: (data: Uint8Array | Bytes) => {
        if (output === undefined && standard.columns !== undefined)
          throw new UsageError('the result is binary: give a file with -o, or use a pipe');
        out.add(data);
      },
      warn: (text: string) => {
        said.push(text);
        warn(text);
      },
      note: (text: string) => void notes.push(text),
    };
    const { run } = await spec.load();
    const code = await run({ arguments: names, options, io });
    if (options.json && code !== EXIT.yes && out.isEmpty && said.length > 0) {
      const { printFailure } = await import('./failure.ts');
      printFailure(said.join('; '), { code: 'command/no-match', ...fileFact(names[0]) }, EXIT.no);
      ended.code = code;
      return;
    }
    // A refusal leaves no empty file.
    if (!out.isEmpty || code === EXIT.yes) await out.end();
    for (const text of notes) warn(text);
    ended.code = warnOfLimits() ? EXIT.unusable : code;
  });
}

/** A sentence for each limit that the run ended at, except those that `said` has; whether there is one. */
function warnOfLimits(said = ''): boolean {
  const limits = endings();
  for (const { code, message, path } of limits)
    if (!said.includes(`[${code}]`)) warn(`${message}${path === '' ? '' : `, at ${path}`} [${code}]`);
  return limits.length > 0;
}

/** A sentence about the run; names from files and arguments can be part of it. */
function warn(text: string): void {
  standard.warn(`zebin: ${visible(text)}\n`);
}

/** The path that a failure is about, when it is known. */
function fileFact(file: string | undefined): { file?: string } {
  return file === undefined ? {} : { file };
}

/** A question, when the first word may be a misspelt verb and is not a file. Commander knows what is near. */
function notAVerb(word: string | undefined): string | undefined {
  if (word === undefined || [...COMMANDS.map((spec) => spec.name), 'help', 'complete'].includes(word) || existsSync(word)) return undefined;
  const asked = new Command().exitOverride().configureOutput({ outputError: () => {} });
  for (const { name } of COMMANDS) asked.command(name);
  try {
    asked.parse([word], { from: 'user' });
  } catch (error) {
    const near = /Did you mean (?:one of )?(\w+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (near !== undefined) return `${word} is neither a verb nor a file; did you mean \`zebin ${near}\`?`;
  }
  return undefined;
}

/**
 * @param words of the command line, without the command itself
 * @param to where it reads from and prints to; the process, unless that makes many runs
 * @returns the exit code
 */
export async function run(words: readonly string[], to: Standard = standard): Promise<number> {
  setStandard(to);
  forgetInputs();
  forgetBudgets();
  // A verb that is named needs no others.
  const named = COMMANDS.find(({ name }) => name === words[0]);
  const ended: { code: number } = { code: EXIT.yes };
  const top = program(named ? [named] : COMMANDS, ended);
  if (words.length === 0) {
    top.outputHelp({ error: true });
    return EXIT.unusable;
  }
  try {
    // Not parsed like the verbs: the words that it is asked about look like options.
    if (words[0] === 'complete') return await (await import('./completion/complete.ts')).complete(words.slice(1));
    await top.parseAsync(words, { from: 'user' });
    return ended.code;
  } catch (error) {
    // Help and version are answers.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    const { message, facts, hint } = failureOf(error, top.args);
    warn(message);
    // A refusal may be of what would have been found past a limit.
    const exitCode = warnOfLimits(message) || !(error instanceof UsageError) ? EXIT.unusable : error.exitCode;
    if (hint !== undefined) standard.warn(`${hint}\n`);
    // What follows the beginning of a document would be no document.
    if (!asksForJson(words) || (error instanceof OutputEnded && error.begun)) return exitCode;
    const { printFailure } = await import('./failure.ts');
    printFailure(message, facts, exitCode);
    return exitCode;
  }
}

/** Whether the command line has `--json`, also one that could not be understood. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** What is said of an error. */
function failureOf(error: unknown, [word, second]: readonly string[]): { message: string; facts: FailureFacts; hint?: string } {
  // `zebin help nosuch`, for which commander has printed the help of all.
  if (error instanceof CommanderError && error.code === 'commander.help') return { message: `there is no verb ${second}`, facts: {} };
  if (error instanceof CommanderError) {
    const message = notAVerb(word) ?? error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    return { message, facts: {}, hint: '(zebin --help lists the verbs; zebin VERB --help describes one)' };
  }
  if (error instanceof UsageError) {
    const question = notAVerb(word);
    return question === undefined ? error : { message: question, facts: {} };
  }
  // The operating system's refusal: a full disk, a file that vanished.
  if (error instanceof Error && 'code' in error) return { message: error.message, facts: { code: 'command/unreadable' } };
  // Thrown on it would end in exit code 1, which is an answer.
  standard.warn(`${inspect(error)}\n`);
  return { message: 'this is a defect of zebin itself: please report it, with the file if you can', facts: { code: 'command/defect' } };
}
