/** Texts of numbers, of waits and of what is between them, from which lines are composed. */
import type { FormOperand } from './form-operand.ts';
import type { Words } from './layout.ts';
import { Between, BetweenTexts, type Draft, Spot } from './line.ts';
import { Operand } from './model.ts';
import { registerText, valueText } from './print-operand.ts';
import type { ScoreboardEntry } from './scoreboard.ts';
import type { DataType } from './table/types.ts';
import { TextPool } from './text-pool.ts';

/** Size of the pool in words. */
const SIZE = 1 << 18;
/** Number of general registers, and of subregisters of one register. */
const NUMBERS = 512;
const SUBREGISTERS = 256;
/** Number of immediates that are cached, a power of two, and words for the text of each. */
const VALUES = 16_384;
const VALUE_WORDS = 3;
/** Number of spots with the same following text that are compared. */
const MOST_ALIKE = 16;

/** Texts of general registers by subregister and number: with the subregister, or without one that is 0. */
class RegisterTexts {
  private readonly texts = new Int32Array(SUBREGISTERS * NUMBERS);
  private readonly withSub: boolean;
  private readonly pool: TextPool;

  constructor(withSub: boolean, pool: TextPool) {
    this.withSub = withSub;
    this.pool = pool;
  }

  get(operand: FormOperand, words: Words): number {
    const place = operand.sub(words) * NUMBERS + operand.number(words);
    return (this.texts[place] as number) || this.make(place, operand.read(words));
  }

  private make(place: number, operand: Operand): number {
    const text = this.pool.add(registerText(operand, this.withSub));
    this.texts[place] = text;
    return text;
  }
}

/** Texts of immediates: code has few different ones, each many times (bench: machine-code). */
class Values {
  private readonly lows = new Int32Array(VALUES);
  private readonly highs = new Int32Array(VALUES);
  private readonly types: (DataType | undefined)[] = new Array<undefined>(VALUES).fill(undefined);
  private readonly texts = new Int32Array(VALUES);
  private readonly scratch = new Operand();
  private readonly pool: TextPool;
  private readonly start: number;

  constructor(pool: TextPool) {
    this.pool = pool;
    this.start = pool.reserve(VALUES * VALUE_WORDS);
  }

  get(type: DataType | undefined, low: number, high: number): number {
    const place = (Math.imul(low ^ (type?.bits ?? 0), 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b)) >>> (Math.clz32(VALUES) + 1);
    if (this.types[place] === type && this.lows[place] === (low | 0) && this.highs[place] === (high | 0))
      return this.texts[place] as number;
    return this.make(place, type, low, high);
  }

  private make(place: number, type: DataType | undefined, low: number, high: number): number {
    const { scratch } = this;
    scratch.type = type;
    scratch.low = low;
    scratch.high = high;
    const text = this.pool.put(this.start + place * VALUE_WORDS, valueText(scratch));
    this.lows[place] = low;
    this.highs[place] = high;
    this.types[place] = type;
    this.texts[place] = text;
    return text;
  }
}

/** All texts. When hostile input fills the pool, it is discarded and started again. */
export class LineTexts {
  readonly pool = new TextPool(SIZE);
  readonly registers = new RegisterTexts(true, this.pool);
  readonly bareRegisters = new RegisterTexts(false, this.pool);
  readonly values = new Values(this.pool);
  private readonly starts = new Map<string, number>();
  readonly after = new BetweenTexts();
  private readonly betweens = new Map<string, Between>();
  private readonly spots = new Map<Between, readonly Spot[]>();
  private readonly options = new Map<readonly ScoreboardEntry[], Map<number, number[]>>();

  /** Whether there is enough capacity for one more line. */
  get hasCapacity(): boolean {
    return this.pool.hasCapacity && this.after.hasCapacity;
  }

  /** Adds text at the start of lines. */
  start(text: string): number {
    const known = this.starts.get(text) ?? this.pool.add(text);
    this.starts.set(text, known);
    return known;
  }

  /** A spot with these parts: a new one, or an existing equal one. */
  spot(draft: Draft, next: Spot | undefined, options: number[]): Spot {
    const between = this.between(draft);
    const alike = this.spots.get(between) ?? [];
    const known = alike.find((one) => one.isSame(draft, next, options));
    if (known !== undefined) return known;
    const made = new Spot(draft, between, next, options);
    this.spots.set(between, [...alike.slice(-MOST_ALIKE), made]);
    return made;
  }

  private between({ pieces, taken }: Draft): Between {
    const key = JSON.stringify([pieces, taken]);
    const known = this.betweens.get(key) ?? new Between(pieces, taken, this.after.reserve());
    this.betweens.set(key, known);
    return known;
  }

  /** Texts of a set of options with each scoreboard; 0 for those that have not occurred. */
  optionsOf(scoreboards: readonly ScoreboardEntry[], set: number): number[] {
    const bySet = this.options.get(scoreboards) ?? new Map<number, number[]>();
    this.options.set(scoreboards, bySet);
    const known = bySet.get(set) ?? new Array<number>(scoreboards.length).fill(0);
    bySet.set(set, known);
    return known;
  }
}

/** What the lines of a form have in common. */
export interface Line {
  /** The texts that it refers to. */
  readonly texts: LineTexts;
  /** Everything before the first variable text, and by how much the columns after it are shortened. */
  readonly start: number;
  readonly debt: number;
  readonly first: Spot | undefined;
}

let current: LineTexts | undefined;

/** The texts that all lines are composed of: new ones when these are full. */
export function lineTexts(): LineTexts {
  if (current === undefined || !current.hasCapacity) current = new LineTexts();
  return current;
}
