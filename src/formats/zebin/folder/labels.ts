import type { FormatError } from '../../../core/diag/index.ts';
import { findRow, type NumberRow, type Ref, SPECIAL_SECTIONS } from '../../elf/index.ts';
import type { LineWords, Word } from './lines.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** A longer name is not repeated at every reference. */
const LONGEST = 1_000;

/**
 * How text refers to sections and symbols: by name if the name is unique, otherwise by `@id:5`; the line of that entry then states the id.
 * Names that start like such a reference are also referred to by id.
 */
export class Labels {
  private readonly byName = new Map<string, readonly number[]>();
  private readonly names = new Map<number, string>();
  /** Ids that references use. */
  readonly stated: Set<number>;
  private readonly what: string;

  /** @param stated set that collects the ids that references use; shared with other labels for the same entries */
  constructor(entries: readonly Named[], what: string, stated: Set<number> = new Set()) {
    this.what = what;
    this.stated = stated;
    for (const { id, name } of entries) {
      const known = this.byName.get(name);
      // Two ids show that a name is not unique. A longer list for a table of equal names would be copied again and again.
      if (!known || known.length < 2) this.byName.set(name, [...(known ?? []), id]);
      this.names.set(id, name);
    }
  }

  print(id: number): string {
    const name = this.names.get(id) ?? '';
    if (name !== '' && name.length <= LONGEST && !name.startsWith('@') && this.byName.get(name)?.length === 1) return name;
    this.stated.add(id);
    return `@id:${id}`;
  }

  parse(words: LineWords, word: Word): number {
    const { text } = word;
    const number = /^@id:([0-9]{1,9})$/.exec(text)?.[1];
    if (number !== undefined) {
      if (this.names.has(Number(number))) return Number(number);
      throw this.missing(words, word, `no ${this.what} has the id ${number}`);
    }
    const [first, second] = this.byName.get(text) ?? [];
    const shown = JSON.stringify(text.slice(0, 80));
    if (first === undefined) throw this.missing(words, word, `there is no ${this.what} ${shown}`);
    if (second !== undefined) {
      throw this.missing(
        words,
        word,
        `more than one ${this.what} has the name ${shown}: give the right one an id=, and refer to it by that: @id:5`,
      );
    }
    return first;
  }

  private missing(words: LineWords, word: Word, message: string): FormatError {
    return words.wrong('pack/reference', word, message);
  }
}

/** Ids of entries in their order: the stated ones; the others get their position, or a new id if that is taken. */
export function assignIds(stated: readonly (number | undefined)[]): number[] {
  const ids = new Set(stated.filter((id) => id !== undefined));
  let next = [...ids].reduce((most, id) => Math.max(most, id), stated.length) + 1;
  return stated.map((id, i) => id ?? (ids.has(i + 1) ? next++ : i + 1));
}

/** A reference to a section, a symbol, or a plain number. */
export function printRef(ref: Ref, sections: Labels, symbols: Labels): string {
  switch (ref.kind) {
    case 'section':
      return sections.print(ref.id);
    case 'symbol':
      return `@symbol:${symbols.print(ref.id)}`;
    case 'first-global':
      return '@first-global';
    case 'number':
      return `@${printNumber(SPECIAL_SECTIONS, ref.value)}`;
  }
}

export function parseRef(words: LineWords, word: Word, sections: Labels, symbols: Labels): Ref {
  const { text } = word;
  if (!text.startsWith('@') || text.startsWith('@id:')) return { kind: 'section', id: sections.parse(words, word) };
  if (text === '@first-global') return { kind: 'first-global' };
  if (text.startsWith('@symbol:')) return { kind: 'symbol', id: symbols.parse(words, { ...word, text: text.slice(8) }) };
  const special = SPECIAL_SECTIONS.find(({ name }) => name === text.slice(1));
  if (special) return { kind: 'number', value: special.value };
  return { kind: 'number', value: words.number({ ...word, text: text.slice(1) }, 'the number after @', 0xffff_ffff) };
}

/** The name of a value, or the value itself. */
export function printNumber(rows: readonly NumberRow[], value: number, print: (value: number) => string = String): string {
  return findRow(rows, value)?.name ?? print(value);
}

export function parseNumber(words: LineWords, word: Word, rows: readonly NumberRow[], what: string, most: number): number {
  const row = rows.find(({ name }) => name === word.text);
  if (row) return row.value;
  if (/^[0-9]/.test(word.text)) return words.number(word, what, most);
  throw words.wrong(
    'pack/value',
    word,
    `${word.text.slice(0, 60)} is not a ${what}; a number will do, or one of ${rows.map(({ name }) => name).join(', ')}`,
  );
}
