/** Variable texts of lines, and the text between them. */
import type { FormOperand } from './form-operand.ts';
import { Row, type Variable } from './row.ts';
import type { TextPool } from './text-pool.ts';

/** Text, the start of a column (`undefined`), or its end; `hidden` of the column's characters do not count. */
export type Piece = string | { readonly width: number; readonly hidden: number } | undefined;

/** The most characters of a variable text that count in a column: `r511.255`. */
const MOST_COUNTED = 8;
/** Number of lists of texts for `Between`, of which there are some thousands. */
const BETWEENS = 8192;

/** Texts between variable texts, by the number of characters that count; 0 for those that have not occurred. */
export class BetweenTexts {
  readonly texts: Int32Array = new Int32Array(BETWEENS * (MOST_COUNTED + 1));
  private size = 0;

  get hasCapacity(): boolean {
    return this.texts.length - this.size > 64 * (MOST_COUNTED + 1);
  }

  /** Reserves a list; returns its index. */
  reserve(): number {
    const place = this.size;
    this.size += MOST_COUNTED + 1;
    return place;
  }
}

/** The text between one variable text and the next. It depends on the length of the first, because columns are padded with spaces. */
export class Between {
  /** Index of its texts when no column has to be shortened, which is nearly always the case. */
  readonly place: number;
  private readonly pieces: readonly Piece[];
  /** The characters before the variable text in its column. */
  private readonly taken: number;
  /** The other texts, and by how much the columns after them are shortened; by debt and number of characters. */
  private readonly others = new Map<number, { readonly text: number; readonly debt: number }>();

  constructor(pieces: readonly Piece[], taken: number, place: number) {
    this.pieces = pieces;
    this.taken = taken;
    this.place = place;
  }

  /** The text after `counted` characters in its column, if columns have to be shortened by `debt`. */
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
    const made = { debt: row.shortage, text: pool.add(row.flush()) };
    if (debt === 0 && made.debt === 0) texts[this.place + counted] = made.text;
    else this.others.set(key, made);
    return made;
  }
}

/** What is known about a variable text before the text after it is printed. */
export interface Draft {
  readonly variable: Variable;
  readonly operand: FormOperand | undefined;
  /** Mask of the bits of its length that count for its column. */
  readonly counted: number;
  /** Characters before it in its column. */
  readonly taken: number;
  /** What follows it. */
  readonly pieces: Piece[];
}

/** A variable text, what follows it, and the next one. Lines with the same end share spots: few are found faster (bench: machine-code). */
export class Spot {
  readonly variable: Variable;
  readonly operand: FormOperand | undefined;
  /** Mask of the bits of its length that count for its column. */
  readonly counted: number;
  /** Index of the texts of `between`. */
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
