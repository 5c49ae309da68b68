/** Help that fits the terminal. */
import type { Command, Help } from 'commander';
import type { CommandSpec } from './command.ts';
import { fill, stringWidth, wrap } from './text.ts';

/** If less than this is left next to options and arguments, their descriptions are printed below them. */
const LEAST_DESCRIPTION = 40;

/** What commander is to draw help with: in a narrow terminal each description is on lines of its own. */
export const HELP_FORMAT: Partial<Help> = {
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80;
    if (!description) return `  ${term}`;
    if (width - termWidth - 4 < LEAST_DESCRIPTION) return `${fill([term], width, '  ')}\n${wrap(description, width, '      ')}`;
    const text = wrap(description, width - termWidth - 4).replaceAll('\n', `\n${' '.repeat(termWidth + 4)}`);
    return `  ${term.padEnd(termWidth)}  ${text}`;
  },
};

/** Adds a verb with its arguments and options, and its examples as a part of its help. */
export function describeVerb(top: Command, spec: CommandSpec): Command {
  const command = top.command(spec.name, { isDefault: spec.name === 'info' }).description(spec.summary);
  for (const argument of spec.arguments) command.argument(argument.name, argument.summary);
  const order: string[] = [];
  for (const { flags, summary, many, ordered } of spec.options) {
    if (many) command.option(flags, summary, (value: string, before: readonly string[] = []) => [...before, value]);
    else command.option(flags, summary);
    if (ordered) keepOrder(command, order);
  }
  const examples = spec.examples.map(([line, shows]) => `  ${line}\n      ${shows}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${examples}`);
}

/** Notes each use of the last option that was described. */
function keepOrder(command: Command, order: string[]): void {
  const name = command.options.at(-1)?.name() ?? '';
  command.on(`option:${name}`, () => {
    order.push(name);
    command.setOptionValue('order', order);
  });
}

/** Breaks the lines that are too wide; a command line so that it can still be copied. */
export function fitHelp(text: string, width: number): string {
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
