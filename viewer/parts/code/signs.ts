/** The signs of breakpoints in the margin of a text. */

/** What is at a line: a breakpoint, one with a condition, or one that is ignored. */
export type PointKind = 'break' | 'condition' | 'off';

export const SIGNS: { readonly [K in PointKind]: string } = { break: '●', condition: '◆', off: '○' };
/** The line that is executed next. */
export const CURRENT = '▶';

export interface CodePoints {
  /** By line, counted from 0. */
  readonly lines: ReadonlyMap<number, PointKind>;
  /** The line that is executed next. */
  readonly current: number | undefined;
  /** Another one brings the current line into view. */
  readonly moment: string;
}
