/** Variable texts of lines, and what is between them. */
import type { FormOperand } from './form-operand.ts';
import { Row, type Variable } from './row.ts';
import type { TextPool } from './text-pool.ts';

/** Text, the start of a column (`undefined`) or its end; of its characters `hidden` do not count. */
export type Piece = string | { readonly width: number; readonly hidden: number } | undefined;

/** The characters that a variable text can have in a column: `r511.255`. */
const MOST_COUNTED = 8;
/** Lists of texts for `Between`, of which there are some thousands. */
const BETWEENS = 8192;

/** Texts by how many characters count, for all that is between variable texts; 0 for those that did not come up. */
export class BetweenTexts {
  readonly texts: Int32Array = new Int32Array(BETWEENS * (MOST_COUNTED + 1));
  private size = 0;

  get hasRoom(): boolean {
    return this.texts.length - this.size > 64 * (MOST_COUNTED + 1);
  }

  /** The place of a new list. */
  reserve(): number {
    const place = this.size;
    this.size += MOST_COUNTED + 1;
    return place;
  }
}

/** What follows a variable text, up to the next one. It depends on how long that text is, as columns are filled with spaces. */
export class Between {
  /** Where its texts are, if nothing is to be shortened: nearly always. */
  readonly place: number;
  private readonly pieces: readonly Piece[];
  /** Of the column in which the variable text is: the characters before it. */
  private readonly taken: number;
  /** The other texts, and by how much columns after them are shortened: by debt and characters. */
  private readonly others = new Map<number, { readonly text: number; readonly debt: number }>();

  constructor(pieces: readonly Piece[], taken: number, place: number) {
    this.pieces = pieces;
    this.taken = taken;
    this.place = place;
  }

  /** The text after so many characters in its column, where columns are to be shortened by a debt. */
  make(debt: number, counted: number, pool: TextPool, { texts }: BetweenTexts): { readonly text: number; readonly debt: number } {
    const key = debt * (MOST_COUNTED + 1) + counted;
    const known = this.others.get(key);
    if (known !== undefined) return known;
    const row = new Row();
    row.start(debt, this.taken + counted);
    for (const piece of this.pieces) {
      if (typeof piece === 'string') row.add(piece);
      else if (piece === undefined) row.open();
      else row.close(piece.width, piece.hidden);
    }
    const made = { debt: row.shortage, text: pool.add(row.take()) };
    if (debt === 0 && made.debt === 0) texts[this.place + counted] = made.text;
    else this.others.set(key, made);
    return made;
  }
}

/** What is known of a variable text before what follows it has been written. */
export interface Draft {
  readonly variable: Variable;
  readonly operand: FormOperand | undefined;
  /** Which bits of its length count for its column. */
  readonly counted: number;
  /** Characters before it in its column. */
  readonly taken: number;
  /** What follows it. */
  readonly pieces: Piece[];
}

/** A variable text, what follows it, and the next one. Lines that end alike have the same: few are found faster (bench: machine-code). */
export class Spot {
  readonly variable: Variable;
  readonly operand: FormOperand | undefined;
  /** Which bits of its length count for its column. */
  readonly counted: number;
  /** Where the texts of `between` are. */
  readonly place: number;
  readonly next: Spot | undefined;
  /** The texts of options, by the bits of the scoreboard. */
  readonly options: number[];
  readonly between: Between;

  constructor({ variable, operand, counted }: Draft, between: Between, next: Spot | undefined, options: number[]) {
    this.variable = variable;
    this.operand = operand;
    this.counted = counted;
    this.place = between.place;
    this.next = next;
    this.options = options;
    this.between = between;
  }

  isSame({ variable, operand, counted }: Draft, next: Spot | undefined, options: number[]): boolean {
    const isAlike = this.variable === variable && this.operand === operand && this.counted === counted;
    return isAlike && this.next === next && this.options === options;
  }
}
