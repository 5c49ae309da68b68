import { inRange, type Range } from '../table/platforms.ts';
import type { Facts, Message } from './model.ts';

/**
 * Rows of bit fields in descriptors, and the code that reads them. A place is the number of the lowest bit. Places from 32 on are in the
 * extended descriptor, or in the upper half of a wide one.
 */

/** One value of a field. */
export interface Value {
  readonly value: number;
  readonly platforms?: Range;
  /** Its text in the title of the message. */
  readonly text?: string;
  /** What it means, if the text does not show it. */
  readonly meaning?: string;
  readonly sets?: Facts;
  /** Why a message with this value is not valid. */
  readonly fault?: string;
}

type NumericFact = {
  [K in keyof Facts]-?: NonNullable<Facts[K]> extends number ? (number extends Facts[K] ? K : never) : never;
}[keyof Facts];

export interface Field {
  readonly name: string;
  readonly platforms?: Range;
  readonly at: number;
  readonly bits: number;
  /** The upper part of a field that has two parts. */
  readonly upper?: { readonly at: number; readonly bits: number };
  readonly signed?: true;
  readonly values?: readonly Value[];
  /** The fact whose value is this number, times `factor`. */
  readonly fact?: NumericFact;
  readonly factor?: number;
  /** What applies to a value without a row. */
  readonly otherwise?: Omit<Value, 'value'>;
}

/** One bit, with a text if it is set. */
export const flag = (name: string, at: number, text: string, sets: Facts = {}): Field => ({
  name,
  at,
  bits: 1,
  values: [{ value: 1, text, meaning: 'yes', sets }],
});

/** Two words of 32 bits. */
export interface MessageWords {
  readonly low: number;
  readonly high: number;
}

export function bitsOf(words: MessageWords, at: number, bits: number): number {
  const word = at >= 32 ? words.high >>> (at - 32) : at + bits <= 32 ? words.low >>> at : (words.low >>> at) | (words.high << (32 - at));
  return bits === 32 ? word >>> 0 : word & ((1 << bits) - 1);
}

/** The number in a field. */
export function numberOf(field: Field, words: MessageWords): number {
  const low = bitsOf(words, field.at, field.bits);
  if (field.upper === undefined) return field.signed ? signed(low, field.bits) : low;
  const value = low | (bitsOf(words, field.upper.at, field.upper.bits) << field.bits);
  return field.signed ? signed(value, field.bits + field.upper.bits) : value >>> 0;
}

const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

type Meaning = Omit<Value, 'value'>;
type Assignment = readonly [fact: keyof Facts, value: unknown];

/** A field on one platform, with its values by number. */
export interface CompiledField {
  readonly row: Field;
  readonly values: readonly (Meaning | undefined)[] | undefined;
}

/** The effect of a field on a message that is being read. */
interface Effect {
  readonly row: Field;
  /** By number; the last one is for all others. */
  readonly assignments: readonly (readonly Assignment[] | undefined)[];
  readonly faults: readonly (string | undefined)[];
  readonly otherwise: { readonly assignments: readonly Assignment[] | undefined; readonly fault: string | undefined };
}

const NO_ASSIGNMENTS: readonly Assignment[] = [];
export const assignmentsOf = (facts: Facts = {}): readonly Assignment[] => Object.entries(facts) as unknown as readonly Assignment[];

export function assign(message: Message, assignments: readonly Assignment[]): void {
  for (const [fact, value] of assignments) (message as unknown as Record<string, unknown>)[fact] = value;
}

/** The fields of a message on one platform. */
export class FieldSet {
  readonly fields: readonly CompiledField[];
  readonly #effects: readonly Effect[];
  readonly #byName: ReadonlyMap<string, CompiledField>;

  constructor(rows: readonly Field[], platform: number) {
    this.fields = rows
      .filter((row) => inRange(platform, row.platforms ?? ''))
      .map((row) => {
        if (row.values === undefined) return { row, values: undefined };
        const values: Meaning[] = [];
        for (const value of row.values) if (inRange(platform, value.platforms ?? '')) values[value.value] = value;
        return { row, values };
      });
    this.#byName = new Map(this.fields.map((field) => [field.row.name, field]));
    this.#effects = this.fields.filter(hasEffect).map(effectOf);
  }

  /** Sets the facts that the fields determine, and adds their faults. */
  read(words: MessageWords, message: Message): void {
    for (const { row, assignments, faults, otherwise } of this.#effects) {
      const value = numberOf(row, words);
      if (row.fact !== undefined) message[row.fact] = row.factor === undefined ? value : value * row.factor;
      const known = assignments[value];
      assign(message, known ?? otherwise.assignments ?? NO_ASSIGNMENTS);
      const fault = known === undefined ? otherwise.fault : faults[value];
      if (fault !== undefined) message.faults.push(fault);
    }
  }

  /** The text of a field's value; with `meanings`, what it means instead, if that differs. */
  text(name: string, words: MessageWords, meanings = false): string {
    const field = this.#byName.get(name);
    return field === undefined ? '' : textOf(field, words, meanings);
  }

  /** Compiles a title, which has names of fields in braces. */
  template(title: string): Template {
    return title.split(/[{}]/).map((part, i) => (i % 2 === 0 ? part : (this.#byName.get(part) ?? '')));
  }
}

/** Texts, and the fields whose texts are inserted between them. */
export type Template = readonly (string | CompiledField)[];

/** The title with the texts, or the meanings, of its fields. */
export function fill(template: Template, words: MessageWords, meanings = false): string {
  let title = '';
  for (const part of template) title += typeof part === 'string' ? part : textOf(part, words, meanings);
  return title;
}

function textOf({ row, values }: CompiledField, words: MessageWords, meanings: boolean): string {
  const value = numberOf(row, words);
  const known = values?.[value] ?? row.otherwise;
  const text = meanings ? (known?.meaning ?? known?.text) : known?.text;
  return text ?? (values === undefined ? String(value) : '');
}

const hasEffect = ({ row, values }: CompiledField): boolean =>
  row.fact !== undefined || [...(values ?? []), row.otherwise].some((value) => value?.sets !== undefined || value?.fault !== undefined);

function effectOf({ row, values }: CompiledField): Effect {
  const known = values ?? [];
  const assignments: Effect['assignments'][number][] = [];
  const faults: (string | undefined)[] = [];
  known.forEach((value, number) => {
    assignments[number] = assignmentsOf(value?.sets);
    faults[number] = value?.fault;
  });
  const otherwise = { assignments: row.otherwise?.sets && assignmentsOf(row.otherwise.sets), fault: row.otherwise?.fault };
  return { row, assignments, faults, otherwise };
}

/** Caches field sets by a number for platform, unit and kind of message. */
export class Cache<T> {
  readonly #known: T[] = [];

  get(key: number, make: () => T): T {
    const known = this.#known[key];
    if (known !== undefined) return known;
    const value = make();
    this.#known[key] = value;
    return value;
  }
}
