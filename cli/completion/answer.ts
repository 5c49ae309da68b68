import type { CommandSpec } from '../command.ts';
import type { OptionSpec } from '../options.ts';
import { namesOf } from '../words.ts';
import { placeholder, VALUES, type Values, type Word } from './values.ts';

export interface Answer {
  /** What the shell may offer in addition to the words. */
  readonly also: 'files' | 'folders' | 'nothing';
  /** Whole words that the one at the cursor can become. */
  readonly words: readonly Word[];
}

/** Words that are offered at once; typing more letters brings up the rest. */
const MOST = 4_000;

export interface Question {
  readonly specs: readonly CommandSpec[];
  /** The options that every verb has. */
  readonly common: readonly OptionSpec[];
  /** Names of `zebin complete NAME`. */
  readonly shells: readonly string[];
}

/**
 * What can be at the cursor.
 *
 * @param typed the words after `zebin` as they are on the line, of which the last is at the cursor and may be empty.
 */
export async function answer({ specs, common, shells }: Question, typed: readonly string[]): Promise<Answer> {
  const words = typed.slice(0, -1).map(unquoted);
  const current = unquoted(typed.at(-1) ?? '');
  const [first] = words;
  const verbs = specs.map(({ name, summary }): Word => [name, summary]);
  if (first === 'complete') return offer(current, { words: () => shells.map((shell): Word => [shell]) });
  if (first === 'help') return offer(current, { words: () => verbs });
  const named = specs.find(({ name }) => name === first);
  const spec = named ?? specs[0];
  if (!spec) return { also: 'nothing', words: [] };
  const place = placeOf(spec, common, named ? words.slice(1) : words, current);
  const result = await offer(place.current, place.values, place.file);
  const start = current.slice(0, current.length - place.current.length);
  const answers = { also: result.also, words: result.words.map(([word, summary]): Word => [start + word, summary]) };
  if (first !== undefined || current.startsWith('-')) return answers;
  // A file may take the place of the verb.
  const verbRows: Word[] = [['help', 'help for a verb'], ['complete', 'completion for a shell'], ...verbs];
  const fitting = verbRows.filter(([word]) => word.startsWith(current));
  return fitting.length > 0 && current !== '' ? { also: 'nothing', words: fitting } : { ...answers, words: fitting };
}

interface Place {
  /** The part of the word at the cursor that is to be completed. */
  readonly current: string;
  readonly values: Values;
  readonly file?: string;
}

/** What is at the cursor: an option, the value of one, or an argument. */
function placeOf(spec: CommandSpec, common: readonly OptionSpec[], before: readonly string[], current: string): Place {
  const options = [...spec.options, ...common];
  const valuesOf = (word: string): string | undefined => {
    const option = options.find(({ flags }) => namesOf(flags).includes(word));
    return option && (option.flags.includes('<') ? (placeholder(option.flags) ?? '') : undefined);
  };
  const operands: string[] = [];
  let waiting: string | undefined;
  let ended = false;
  for (const word of before) {
    if (waiting !== undefined) waiting = undefined;
    else if (word === '--' && !ended) ended = true;
    else if (!ended && word.startsWith('-') && word !== '-') waiting = word.includes('=') ? undefined : valuesOf(word);
    else operands.push(word);
  }
  const file = operands[0] === undefined ? {} : { file: operands[0] };
  if (waiting !== undefined) return { current, values: VALUES[waiting] ?? {}, ...file };
  if (!ended && current.startsWith('-')) {
    const equals = current.indexOf('=');
    const name = equals < 0 ? undefined : valuesOf(current.slice(0, equals));
    if (name !== undefined) return { current: current.slice(equals + 1), values: VALUES[name] ?? {}, ...file };
    return { current, values: { words: () => options.flatMap(({ flags, summary }) => namesOf(flags).map((one): Word => [one, summary])) } };
  }
  const last = spec.arguments.at(-1);
  const argument = spec.arguments[operands.length] ?? (last?.name.includes('...') ? last : undefined);
  return { current, values: VALUES[placeholder(argument?.name ?? '') ?? ''] ?? {}, ...file };
}

/** The words that begin with what is typed; for a list, its last item. */
async function offer(current: string, { also = undefined, list, words }: Values, file?: string): Promise<Answer> {
  const start = list ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const typed = current.slice(start.length);
  const choices = new Map<string, string | undefined>();
  for (const [word, summary] of (await words?.(typed, file)) ?? []) {
    if (choices.size === MOST) break;
    if (word.startsWith(typed) && !choices.has(start + word)) choices.set(start + word, summary);
  }
  return { also: also ?? 'nothing', words: [...choices] };
}

/** A word without its quotes, as the shell would take it; variables and commands in it stay as they are typed. */
function unquoted(word: string): string {
  const bare = word.replace(/\\(.)|'([^']*)'?|"((?:[^"\\]|\\.)*)"?/gs, (_, escaped, single, double: string | undefined) => {
    return escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1');
  });
  return word.startsWith('~/') ? `${process.env.HOME ?? '~'}${bare.slice(1)}` : bare;
}
