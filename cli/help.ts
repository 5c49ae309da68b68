/** Help that fits the terminal. */
import type { CommandSpec, Group } from './command.ts';
import { DESCRIPTION, EXIT_STATUS, SHORTHANDS } from './commands/program.ts';
import { COMMON_OPTIONS, HELP_OPTION, type OptionSpec, VERSION_OPTION } from './options.ts';
import { fill, stringWidth, wrap } from './text.ts';
import { argumentName } from './words.ts';

/** If less than this is left next to options and arguments, their descriptions are printed below them. */
const LEAST_DESCRIPTION = 40;

type Items = readonly (readonly [term: string, text: string])[];

/** Help for a verb. */
export function verbHelp(spec: CommandSpec, width: number): string {
  const examples = spec.examples.map(([line, shows]) => `  ${line}\n      ${shows}\n`).join('');
  const lists: [string, Items][] = [
    ['Arguments', spec.arguments.map((one) => [argumentName(one), one.summary])],
    ['Options', [...spec.options, HELP_OPTION].map(optionItem)],
  ];
  return help(`zebin ${usage(spec)}`, spec.summary, lists, `Examples:\n${examples}`, width);
}

/** Help for the command as a whole. */
export function commandHelp(groups: readonly Group[], width: number): string {
  const lists: [string, Items][] = [
    ...groups.map(({ title, verbs }): [string, Items] => [title, verbs.map((spec) => [usage(spec), spec.summary])]),
    ['Options', [VERSION_OPTION, ...COMMON_OPTIONS].map(optionItem)],
  ];
  const shorthands = SHORTHANDS.map(([typed, does]) => `${typed} ${does}\n`).join('');
  const codes = `Exit codes: ${EXIT_STATUS.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.\n`;
  return help('zebin [options] [command]', DESCRIPTION, lists, shorthands + codes, width);
}

const usage = (spec: CommandSpec): string => [spec.name, '[options]', ...spec.arguments.map(({ name }) => name)].join(' ');

function optionItem({ flags, summary, choices }: OptionSpec): readonly [string, string] {
  if (!choices) return [flags, summary];
  const [first, ...others] = choices.map((choice) => `"${choice}"`);
  return [flags, `${summary} (choices: ${[first, ...others].join(', ')}, default: ${first})`];
}

function help(usage: string, summary: string, lists: readonly [string, Items][], end: string, width: number): string {
  const shown = lists.filter(([, items]) => items.length > 0);
  const widest = Math.max(...shown.flatMap(([, items]) => items.map(([term]) => term.length)));
  const texts = shown.map(([title, items]) => `${title}:\n${items.map((one) => `${item(one, widest, width)}\n`).join('')}`);
  return fitHelp([`Usage: ${usage}\n`, `${wrap(summary, width)}\n`, ...texts, end].join('\n'), width);
}

/** In a narrow terminal each description is on lines of its own. */
function item([term, text]: Items[number], widest: number, width: number): string {
  if (width - widest - 4 < LEAST_DESCRIPTION) return `${fill([term], width, '  ')}\n${wrap(text, width, '      ')}`;
  return `  ${term.padEnd(widest)}  ${wrap(text, width - widest - 4).replaceAll('\n', `\n${' '.repeat(widest + 4)}`)}`;
}

/** Breaks lines that are too wide; a command line is broken so that it can still be copied. */
function fitHelp(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (stringWidth(line) <= width) return line;
      const indent = /^ */.exec(line)?.[0] ?? '';
      if (!line.startsWith('  zebin ')) return wrap(line.trimStart(), width, indent);
      const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
      return fill(words, width - 4, indent).replaceAll('\n', ' \\\n  ');
    })
    .join('\n');
}
