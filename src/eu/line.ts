/** The text that instructions of one form have in common, with places for the texts of their numbers. */
import type { FormOperand } from './form-operand.ts';
import type { LineTexts } from './line-texts.ts';
import { Row, type Variable } from './row.ts';
import type { TextPool } from './text-pool.ts';

/** Text, the start of a column (`undefined`) or its end; of its characters `hidden` do not count. */
export type Piece = string | { readonly width: number; readonly hidden: number } | undefined;

/** What follows a variable text, up to the next one. It depends on how long that text is, as columns are filled with spaces. */
export class Between {
  /** Texts, by what came before: see `at`. 0 for those that did not come up. */
  readonly texts: number[] = [];
  /** By how much columns after it are shortened. */
  readonly debts: number[] = [];
  private readonly pieces: readonly Piece[];
  /** Of the column in which the variable text is: the characters before it. */
  private readonly taken: number;
  private readonly pool: TextPool;

  constructor(pieces: readonly Piece[], taken: number, pool: TextPool) {
    this.pieces = pieces;
    this.taken = taken;
    this.pool = pool;
  }

  /** Where the text is for a debt from earlier columns, and so many characters that count in this one: at most 15. */
  at(debt: number, length: number): number {
    const at = 16 * debt + length;
    if ((this.texts[at] ?? 0) === 0) this.make(at);
    return at;
  }

  private make(at: number): void {
    const row = new Row();
    row.start(at >> 4, this.taken + (at & 15));
    for (const piece of this.pieces) {
      if (typeof piece === 'string') row.add(piece);
      else if (piece === undefined) row.open();
      else row.close(piece.width, piece.hidden);
    }
    // Filled up: engines find what is in lists without holes faster.
    while (this.texts.length <= at) {
      this.texts.push(0);
      this.debts.push(0);
    }
    this.debts[at] = row.shortage;
    this.texts[at] = this.pool.add(row.take());
  }
}

/** A variable text, and what follows it. */
export class Spot {
  readonly variable: Variable;
  readonly operand: FormOperand | undefined;
  /** Which bits of its length count for its column. */
  readonly counted: number;
  readonly after: Between;

  constructor(variable: Variable, operand: FormOperand | undefined, counted: number, after: Between) {
    this.variable = variable;
    this.operand = operand;
    this.counted = counted;
    this.after = after;
  }
}

/** What lines of a form have in common. */
export interface Line {
  /** Those that it refers to. */
  readonly texts: LineTexts;
  /** Everything before the first variable text, and by how much columns after it are shortened. */
  readonly start: number;
  readonly debt: number;
  readonly spots: readonly Spot[];
  /** The texts of options and scoreboard, by the bits of the scoreboard. */
  readonly options: number[];
}
