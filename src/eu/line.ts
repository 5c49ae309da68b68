/** The text that instructions of one form have in common, with places for the texts of their numbers. */
import type { FormOperand } from './form-operand.ts';
import type { Text, Variable } from './row.ts';

/** A variable text between constant ones. */
export interface Part {
  /** What is before the column. */
  readonly lead: Text;
  /** In the column, before and after the variable text. */
  readonly before: Text;
  readonly after: Text;
  readonly variable: Variable | undefined;
  readonly operand: FormOperand | undefined;
  /** Of the column; -1 when it is not in one. */
  readonly width: number;
  readonly hidden: number;
}

/** What lines of a form have in common. */
export interface Line {
  readonly parts: readonly Part[];
  readonly end: Text;
  /** By how much columns after the first constant text are shortened. */
  readonly shortage: number;
  /** The texts of options and scoreboard, by the bits of the scoreboard. */
  readonly options: (Text | undefined)[];
}
