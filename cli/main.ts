#!/usr/bin/env node
/**
 * The command `zebin`: finds the verb, runs it, and turns what it throws into a sentence and an exit code.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import type { CommandSpec } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { EXIT, UsageError } from './exit.ts';

const COLOR = '--color <when>';

function program(): Command {
  const top = new Command('zebin')
    .description('Reads Intel GPU program binaries: what they are, what their kernels need, what every byte is.')
    .version(version(), '-V, --version', 'print the version')
    .option(COLOR, 'colours: auto, always or never', 'auto')
    .showHelpAfterError('(zebin --help lists the verbs; zebin VERB --help explains one)')
    .addHelpText('after', '\nzebin FILE is zebin info FILE.\nExit codes: 0 yes, 1 the answer is no, 2 bad usage or unreadable input.')
    .exitOverride();
  for (const spec of COMMANDS) add(top, spec);
  return top;
}

function add(top: Command, spec: CommandSpec): void {
  const command = top.command(spec.name, { isDefault: spec.name === 'info' }).description(spec.summary);
  for (const argument of spec.arguments) command.argument(argument.name, argument.summary);
  for (const option of spec.options) command.option(option.flags, option.summary);
  const examples = spec.examples.map(([line, shows]) => `  ${line}\n      ${shows}`).join('\n');
  command.addHelpText('after', `\nExamples:\n${examples}`);
  command.action(async (...all: unknown[]) => {
    const names = all.slice(0, spec.arguments.length).flat() as (string | undefined)[];
    const options = command.optsWithGlobals() as Record<string, string | boolean | undefined>;
    const { colorsFor, printWhole, terminalWidth, writeWhole } = await import('./io.ts');
    const output = typeof options.output === 'string' && options.output !== '-' ? options.output : undefined;
    const kept: string[] = [];
    const io = {
      colors: colorsFor(String(options.color), output !== undefined),
      width: output === undefined ? terminalWidth() : Number.POSITIVE_INFINITY,
      print: (text: string) => void kept.push(text),
      warn,
    };
    const { run } = await spec.load();
    const code = run({ arguments: names, options, io });
    const text = kept.join('');
    if (output === undefined) printWhole(text);
    else writeWhole(output, text);
    process.exitCode = code;
  });
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

function warn(text: string): void {
  process.stderr.write(`zebin: ${text}\n`);
}

async function main(): Promise<void> {
  const top = program();
  if (process.argv[2] === 'complete') {
    const { addCompletion } = await import('./completion.ts');
    addCompletion(top);
  }
  if (process.argv.length === 2) {
    top.outputHelp({ error: true });
    process.exitCode = EXIT.unusable;
    return;
  }
  try {
    await top.parseAsync();
  } catch (error) {
    process.exitCode = EXIT.unusable;
    if (error instanceof CommanderError) {
      // Commander has printed its own sentence; help and version are no failure.
      if (error.exitCode === 0) process.exitCode = EXIT.yes;
    } else if (error instanceof UsageError || (error instanceof Error && error.name === 'FormatError')) {
      const file = top.args.find((argument) => !COMMANDS.some((spec) => spec.name === argument)) ?? '';
      warn(error instanceof UsageError || file === '' ? error.message : `${file}: ${error.message}`);
    } else if (error instanceof Error && 'code' in error) {
      // The operating system's refusal: permissions, a file that vanished.
      warn(error.message);
    } else throw error;
  }
}

await main();
