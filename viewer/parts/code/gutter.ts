/** Columns left of a text: one entry for each line that is in view, as text or drawn. */
import { type Extension, StateEffect } from '@codemirror/state';
import { GutterMarker, gutter, gutters as gutterOptions, lineNumbers } from '@codemirror/view';

export interface CodeGutter {
  readonly name: string;
  /** A column with a heading can be hidden there. */
  readonly heading?: string;
  /** What the column shows, as a sentence without its full stop. */
  readonly about?: string;
  /** Hidden at first on a narrow screen. */
  readonly isOptional?: boolean;
  /**
   * The entry of a line, counted from 0; '' for none. Two lines with the same text look the same. One that changes while the text is shown is
   * asked for again after {@link redrawGutters}.
   */
  text(line: number): string;
  /** The widest text, which sets the width of the gutter. */
  readonly widest: string;
  /** Draws a text; without it, the text is printed. */
  draw?(text: string): Node;
  /** The tooltip of the entry. */
  title?(line: number): string;
}

class Entry extends GutterMarker {
  readonly text: string;
  private readonly of: CodeGutter;
  private readonly title: string;

  constructor(of: CodeGutter, text: string, title = '') {
    super();
    this.of = of;
    this.text = text;
    this.title = title;
  }

  override eq(other: Entry): boolean {
    return this.text === other.text && this.of === other.of && this.title === other.title;
  }

  override toDOM(): Node {
    const node = this.of.draw?.(this.text) ?? document.createTextNode(this.text);
    if (this.title === '') return node;
    const box = node instanceof HTMLElement ? node : document.createElement('span');
    box.title = this.title;
    if (box !== node) box.append(node);
    return box;
  }
}

/** The entries of lines have changed. */
export const redrawGutters = StateEffect.define<null>();

/** @param all numbers of lines without any */
export function gutterExtensions(all: readonly CodeGutter[] | undefined): Extension[] {
  if (!all) return [lineNumbers()];
  // On a narrow screen the columns would leave no space for the text, so they scroll with it.
  const isFixed = !matchMedia(NARROW).matches;
  return [gutterOptions({ fixed: isFixed }), ...all.map(gutterExtension)];
}

/** A screen on which not all columns are shown at first. */
export const NARROW = '(max-width: 760px)';

function gutterExtension(one: CodeGutter): Extension {
  return gutter({
    class: `cm-${one.name}`,
    lineMarker: (view, { from }) => {
      const line = view.state.doc.lineAt(from).number - 1;
      const text = one.text(line);
      return text === '' ? null : new Entry(one, text, one.title?.(line));
    },
    lineMarkerChange: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(redrawGutters))),
    initialSpacer: () => new Entry(one, one.widest),
  });
}
