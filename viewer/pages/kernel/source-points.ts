import type { PointKind } from '../../parts/code/signs.ts';

/** Breakpoints on lines of the source, and the line that is executed next. */
export interface SourcePoints {
  readonly all: readonly { readonly file: string; readonly line: number; readonly kind: PointKind }[];
  readonly current: { readonly file: string; readonly line: number } | undefined;
  readonly moment: string;
  toggle(file: string, line: number): void;
}
