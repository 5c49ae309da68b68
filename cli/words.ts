/**
 * The words of a command line, parsed by the rows of a verb.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../src/internal.ts';
import type { ArgumentSpec, CommandSpec } from './command.ts';
import { COMMON_OPTIONS, type OptionSpec, type Options, VERSION_OPTION } from './options.ts';

/** Words that do not fit the rows. A class of its own, because the run asks what the user may have meant. */
export class WordsError extends Error {}

/** The parsed arguments and options of a verb. */
export interface CommandLine {
  readonly names: readonly (string | undefined)[];
  readonly options: Options;
}

/** `-o` and `--output` of `-o, --output <path>`. */
export function namesOf(flags: string): string[] {
  return flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

const hasValue = ({ flags }: OptionSpec): boolean => flags.includes('<');
/** `--checks [kinds]`: its value, if it has one, follows an equals sign. */
const mayHaveValue = ({ flags }: OptionSpec): boolean => flags.includes('[');

/** `insert-after` of `--insert-after <assembly>`. */
const longName = ({ flags }: OptionSpec): string => (namesOf(flags).at(-1) ?? '').replace(/^--/, '');

/** `insertAfter` of `insert-after`, and `open` of `no-open`. */
const keyOf = (name: string): string => name.replace(/^no-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Index of the first word that is not an option common to all verbs: the verb can be there. */
export function placeOfVerb(words: readonly string[]): number {
  let at = 0;
  for (; at < words.length; at++) {
    const option = COMMON_OPTIONS.find((one) => namesOf(one.flags).includes((words[at] ?? '').replace(/=.*/s, '')));
    if (!option) break;
    if (hasValue(option) && !words[at]?.includes('=')) at++;
  }
  return at;
}

/** Parses the words after a verb, up to one that requests help or the version instead. Throws `WordsError`. */
export function readWords(words: readonly string[], spec: CommandSpec): CommandLine | 'help' | 'version' {
  const rows = new Map([...spec.options, ...COMMON_OPTIONS, VERSION_OPTION].map((row: OptionSpec) => [longName(row), row]));
  const options = defaultsOf([...rows.values()]);
  const plain: string[] = [];
  const order: string[] = [];
  let last = -1;
  // Not strict: its own messages name neither the flags of a row nor a similar option.
  const { tokens } = parseArgs({ args: [...words], options: parsedAs(rows), strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') plain.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue, index } = token;
    const word = words[index] ?? '';
    if (/^-\d+$/.test(word)) {
      // A number, such as -42: no option is a digit. There is a token for each of them.
      if (index !== last) plain.push(word);
      last = index;
      continue;
    }
    const row = rows.get(name);
    if (!row || (inlineValue && !hasValue(row) && !mayHaveValue(row)))
      throw unknownOption(inlineValue ? `${rawName}=${value}` : rawName, [...rows.keys()]);
    if (name === 'help' || name === 'version') return name;
    const key = keyOf(name);
    if (row.ordered) order.push(name);
    if (mayHaveValue(row)) {
      options[key] = value ?? '';
      continue;
    }
    if (!hasValue(row)) {
      options[key] = !name.startsWith('no-');
      continue;
    }
    if (value === undefined) throw new WordsError(`option '${row.flags}' argument missing`);
    if (row.choices?.includes(value) === false)
      throw new WordsError(`option '${row.flags}' argument '${value}' is invalid. Allowed choices are ${row.choices.join(', ')}.`);
    const before = options[key];
    options[key] = row.many ? [...(Array.isArray(before) ? before : []), value] : value;
  }
  return { names: namesAsked(plain, spec), options: { ...options, order } as unknown as Options };
}

/** What verbs get for options that are not given: false, an empty list, the first choice; nothing for one that has a value. */
export function defaultsOf(rows: readonly OptionSpec[]): Record<string, string | boolean | string[]> {
  const defaults: Record<string, string | boolean | string[]> = {};
  for (const row of rows) {
    const name = longName(row);
    const value = hasValue(row) ? (row.many ? [] : row.choices?.[0]) : mayHaveValue(row) ? undefined : name.startsWith('no-');
    if (value !== undefined) defaults[keyOf(name)] = value;
  }
  return defaults;
}

/** The rows as `parseArgs` expects them. */
function parsedAs(rows: ReadonlyMap<string, OptionSpec>): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    [...rows].map(([name, row]) => {
      const short = namesOf(row.flags).find((flag) => !flag.startsWith('--'));
      return [name, { type: hasValue(row) ? 'string' : 'boolean', ...(short === undefined ? {} : { short: short.slice(1) }) }];
    }),
  );
}

function unknownOption(word: string, known: readonly string[]): WordsError {
  const near = word.startsWith('--') ? nearest(word.slice(2), known) : undefined;
  return new WordsError(`unknown option '${word}'${near === undefined ? '' : ` (Did you mean --${near}?)`}`);
}

/** One value for each argument that is not a list, then the list. */
function namesAsked(plain: readonly string[], spec: CommandSpec): (string | undefined)[] {
  const missing = spec.arguments.find(({ name }, i) => name.startsWith('<') && i >= plain.length);
  if (missing) throw new WordsError(`missing required argument '${argumentName(missing)}'`);
  const count = spec.arguments.length;
  if (plain.length > count && !spec.arguments.some(isList))
    throw new WordsError(
      `too many arguments for '${spec.name}'. Expected ${count} argument${count === 1 ? '' : 's'} but got ${plain.length}.`,
    );
  const single = spec.arguments.filter((one) => !isList(one)).length;
  return [...Array.from({ length: single }, (_, i) => plain[i]), ...plain.slice(single)];
}

/** `file` of `<file>` and of `[file...]`. */
export const argumentName = ({ name }: ArgumentSpec): string => name.replace(/[<>.[\]]/g, '');

const isList = ({ name }: ArgumentSpec): boolean => name.includes('...');
