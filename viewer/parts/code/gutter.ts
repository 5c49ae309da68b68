/** Columns left of a text: one entry for each line that is in view, as text or drawn. */
import { type Extension, StateEffect } from '@codemirror/state';
import { column, scrolledColumns } from './columns.ts';

export interface CodeGutter {
  readonly name: string;
  /** A column with a heading can be hidden there. */
  readonly heading?: string;
  /** What the column shows, as a sentence without its full stop. */
  readonly about?: string;
  /** Hidden at first on a narrow screen. */
  readonly isOptional?: boolean;
  /**
   * The entry of a line, counted from 0; '' for none. One that changes while the text is shown is asked for again after
   * {@link redrawGutters}.
   */
  text(line: number): string;
  /** The widest text, which sets the width of the gutter. */
  readonly widest: string;
  /** Draws a text; without it, the text is printed. */
  draw?(text: string): Node | string;
  /** The tooltip of the entry. */
  title?(line: number): string;
}

/** The entries of lines have changed. */
export const redrawGutters = StateEffect.define<null>();

/** A screen on which not all columns are shown at first. */
export const NARROW = '(max-width: 760px)';

/** @param all numbers of lines without any */
export function gutterExtensions(all: readonly CodeGutter[] | undefined, lines: number): Extension[] {
  if (!all) {
    const widest = () => '9'.repeat(String(lines).length);
    return [column({ name: 'lineNumbers', entry: (line) => String(line + 1), widest })];
  }
  // On a narrow screen the columns would leave no space for the text, so they scroll with it.
  return [scrolledColumns.of(matchMedia(NARROW).matches), ...all.map(gutterExtension)];
}

function gutterExtension({ name, text, widest, draw = (entry) => entry, title }: CodeGutter): Extension {
  const drawn = (entry: string) => (entry === '' ? '' : draw(entry));
  return column({
    name,
    entry: (line) => drawn(text(line)),
    widest: () => drawn(widest),
    isChanged: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(redrawGutters))),
    ...(title && { title }),
  });
}
