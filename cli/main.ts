#!/usr/bin/env node
/**
 * The command `zebin`: finds the verb, runs it, and turns what it throws into a sentence and an exit code.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { Command, CommanderError, Option } from 'commander';
import type { Bytes, FailureFacts } from '../src/index.ts';
import { endings } from './budget.ts';
import type { CommandSpec, Options } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { EXIT, OutputEnded, UsageError } from './exit.ts';
import { describeVerb, fitHelp, HELP_FORMAT } from './help.ts';
import { COMMON_OPTIONS } from './options.ts';
import { visible } from './visible.ts';

const HELP = `
zebin FILE is zebin info FILE.
zebin complete SHELL prints completion for bash, zsh, fish or powershell.
Exit codes: 0 yes, 1 the answer is no, 2 bad usage or unreadable input.`;

/** @param specs the verbs that it knows */
function program(specs: readonly CommandSpec[]): Command {
  const [color] = COMMON_OPTIONS;
  const width = (process.stdout.isTTY && process.stdout.columns) || 80;
  const top = new Command('zebin')
    .description('Reads, judges, edits and writes Intel GPU program binaries, whatever they are in.')
    .version(version(), '-V, --version', 'print the version')
    .addOption(new Option(color.flags, color.summary).choices(color.choices).default('auto'))
    .addHelpText('after', HELP)
    .exitOverride()
    .configureHelp(HELP_FORMAT)
    .configureOutput({
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      writeOut: (text) => process.stdout.write(fitHelp(text, width)),
      writeErr: (text) => process.stderr.write(fitHelp(text, width)),
      // What is wrong is said by main, which may know better.
      outputError: () => {},
    });
  for (const spec of specs) add(top, spec);
  return top;
}

function add(top: Command, spec: CommandSpec): void {
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
      colors: colorsFor(String(options.color), output !== undefined),
      width: output === undefined ? terminalWidth() : Number.POSITIVE_INFINITY,
      print: (text: string) => out.add(text),
      write: (data: Uint8Array | Bytes) => {
        if (output === undefined && process.stdout.isTTY)
          throw new UsageError('the result is not text: give a file with -o, or pipe it on');
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
      process.exitCode = code;
      return;
    }
    // A refusal leaves no empty file.
    if (!out.isEmpty || code === EXIT.yes) await out.end();
    for (const text of notes) warn(text);
    const ended = endings();
    for (const { code: limit, message, path } of ended) warn(`${message}${path === '' ? '' : `, at ${path}`} [${limit}]`);
    process.exitCode = ended.length > 0 ? EXIT.unusable : code;
  });
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** A sentence about the run; names from files and arguments can be part of it. */
function warn(text: string): void {
  process.stderr.write(`zebin: ${visible(text)}\n`);
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

/** A reader that has seen enough, such as `head`, is not a failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Node from 22.1 on can keep what it compiles for the next run. */
function keepCompiled(): void {
  if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') nodeModule.enableCompileCache();
}

async function main(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  keepCompiled();
  // A verb that is named needs no others.
  const named = COMMANDS.find(({ name }) => name === process.argv[2]);
  const top = program(named ? [named] : COMMANDS);
  if (process.argv.length === 2) {
    top.outputHelp({ error: true });
    process.exitCode = EXIT.unusable;
    return;
  }
  try {
    // Not parsed like the verbs: the words that it is asked about look like options.
    if (process.argv[2] === 'complete') process.exitCode = await (await import('./completion/complete.ts')).complete(process.argv.slice(3));
    else await top.parseAsync();
  } catch (error) {
    process.exitCode = EXIT.unusable;
    const failure = failureOf(error, top.args);
    if (!failure) return;
    const { message, facts, hint } = failure;
    const exitCode = error instanceof UsageError ? error.exitCode : EXIT.unusable;
    process.exitCode = exitCode;
    warn(message);
    if (hint !== undefined) process.stderr.write(`${hint}\n`);
    // What follows the beginning of a document would be no document.
    if (!asksForJson() || (error instanceof OutputEnded && error.begun)) return;
    const { printFailure } = await import('./failure.ts');
    printFailure(message, facts, exitCode);
  }
}

/** Whether the command line has `--json`, also one that could not be understood. */
function asksForJson(): boolean {
  const end = process.argv.indexOf('--');
  return process.argv.slice(2, end < 0 ? undefined : end).includes('--json');
}

/** What is said of an error; nothing of help and version, which are answers. */
function failureOf(error: unknown, [word, second]: readonly string[]): { message: string; facts: FailureFacts; hint?: string } | undefined {
  if (error instanceof CommanderError && error.exitCode === 0) {
    process.exitCode = EXIT.yes;
    return undefined;
  }
  // `zebin help nosuch`, for which commander has printed the help of all.
  if (error instanceof CommanderError && error.code === 'commander.help') return { message: `there is no verb ${second}`, facts: {} };
  if (error instanceof CommanderError) {
    const message = notAVerb(word) ?? error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    return { message, facts: {}, hint: '(zebin --help lists the verbs; zebin VERB --help explains one)' };
  }
  if (error instanceof UsageError) {
    const question = notAVerb(word);
    return question === undefined ? error : { message: question, facts: {} };
  }
  // The operating system's refusal: a full disk, a file that vanished.
  if (error instanceof Error && 'code' in error) return { message: error.message, facts: { code: 'command/unreadable' } };
  // Thrown on it would end in exit code 1, which is an answer.
  console.error(error);
  return { message: 'this is a defect of zebin itself: please report it, with the file if you can', facts: { code: 'command/defect' } };
}

void main();
