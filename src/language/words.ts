/** Words of a text and the entries that explain them. */
import type { Entry } from '../explain/entry.ts';
import { allEntries, explain } from '../explain/explain.ts';
import { languageNamed, type TextLanguage, type WordPlace } from './languages.ts';
import { wordAround } from './word.ts';

/** What is said of the word at a place of a line. */
export interface ExplainedWord {
  readonly entries: readonly Entry[];
  /** Columns of the word. */
  readonly start: number;
  readonly end: number;
}

/** A word that can be at a place. */
export interface OfferedWord {
  readonly word: string;
  readonly entry: Entry;
}

/**
 * The meaning of the word at a column of a line; undefined where no table has it.
 *
 * @example
 * explainWord('eu-assembly', '        sync.nop null', 10)?.entries[0]?.name; // 'sync'
 */
export function explainWord(id: string, line: string, column: number): ExplainedWord | undefined {
  const language = languageNamed(id);
  const entries = entriesOf(language);
  for (const { text, start, length } of candidates(line, column)) {
    const found = explain(text, entries).filter((entry) => spelled(entry).some((name) => name.toLowerCase() === text.toLowerCase()));
    if (found.length > 0) return { entries: preferred(language, found), start, end: start + length };
  }
  return undefined;
}

/** The words that can come after the beginning of a line. */
export function offeredWords(id: string, before: string): OfferedWord[] {
  const language = languageNamed(id);
  // Names of property sets have blanks and slashes.
  const { word } = wordAround(before, before.length, /^\[/.test(before) ? /[^[]/ : /\w/);
  const prefix = before.slice(0, before.length - word.length);
  const place = language.places.find(({ after }) => after.test(prefix));
  return place === undefined ? [] : wordsAt(language, place, prefix);
}

function wordsAt(language: TextLanguage, { kinds }: WordPlace, prefix: string): OfferedWord[] {
  const operation = /(?<!\w)(\w+)\.$/.exec(prefix)?.[1];
  const entries = entriesOf(language).filter(({ kind }) => kinds.includes(kind));
  const words = entries.flatMap((entry) => {
    if (entry.kind !== 'EU function') return [{ word: spelled(entry)[0] ?? '', entry }];
    // `math.inv` is offered as `inv` after `math.`.
    const [of, name = ''] = entry.name.split('.', 2);
    return of === operation ? [{ word: name, entry }] : [];
  });
  const own = words.filter(({ entry }) => entry.kind === 'EU function');
  return own.length > 0 ? own : words;
}

function entriesOf({ kinds }: TextLanguage): readonly Entry[] {
  return allEntries().filter(({ kind }) => kinds.includes(kind));
}

const preferred = ({ kinds }: TextLanguage, entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));

/** How an entry is spelled in a text: `type/ud` as `ud`, `align=GRF` as `GRF`, `.decl` as `decl`. */
export function spelled({ kind, name, also = [] }: Entry): string[] {
  const isQualified = kind.startsWith('vISA') && /[/=]/.test(name);
  return (isQualified ? also : [name, ...also]).map((one) => one.replace(/^[.:]/, ''));
}

/** No name in the tables is longer. */
const LONGEST = 256;

/** The words at a column, longest first: `math.inv`, `inv`; of a register with its number, its name. */
function candidates(line: string, column: number): { text: string; start: number; length: number }[] {
  const { word: whole, start: first } = wordAround(line, column, /[\w.%@/-]/);
  const { word, start } = wordAround(line, column, /[\w%]/);
  const { word: phrase, start: from } = wordAround(line, column, /[^[\]=|]/);
  const name = word.replace(/(?<!\d)\d+$/, '');
  const all = [
    { text: phrase.trim(), start: from, length: phrase.length },
    { text: whole, start: first, length: whole.length },
    { text: word, start, length: word.length },
    { text: name, start, length: word.length },
  ];
  return all.filter(({ text }) => text !== '' && text.length <= LONGEST);
}
