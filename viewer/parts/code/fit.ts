/**
 * Gaps between the words of a line that are drawn narrower, so that more of it is seen: after the operation as far as all lines stay
 * aligned, and further right where the line would not fit. The text itself stays as it is.
 */
import { type Extension, RangeSetBuilder, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** The operation, and the gap after it; before it is the predicate. */
const OPERATION = /^(.{8}\S+(?: \S+)*)( {3,})(?=\S)/;
const GAP = / {3,}(?=\S)/g;

/** Spaces without a width. They stay text: elements in their place would be more than all others of a line. */
const CLOSED = Decoration.mark({ class: 'cm-closed' });

/** @param spare characters that are drawn in addition to the text, such as a note */
export const fitLines = (spare: (line: number) => number): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      private readonly operands: number;
      private fits: number;
      constructor(view: EditorView) {
        this.operands = operandsAt(view.state.doc);
        this.fits = columnsOf(view);
        this.decorations = narrowed(view, this.operands, this.fits, spare);
      }
      update({ view, viewportChanged, geometryChanged }: ViewUpdate) {
        // While lines are scrolled the width stays: to ask for it would lay out the page in the middle of drawing it.
        if (geometryChanged) this.fits = columnsOf(view);
        if (viewportChanged || geometryChanged) this.decorations = narrowed(view, this.operands, this.fits, spare);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );

/** The column at which operands can begin in all lines. */
function operandsAt(doc: Text): number {
  let longest = 0;
  for (const text of doc.iterLines()) longest = Math.max(longest, OPERATION.exec(text)?.[1]?.length ?? 0);
  return longest + 2;
}

/** How many characters of a line are seen. */
function columnsOf({ scrollDOM, defaultCharacterWidth }: EditorView): number {
  const gutters = scrollDOM.querySelector('.cm-gutters')?.clientWidth ?? 0;
  return Math.floor((scrollDOM.clientWidth - gutters) / defaultCharacterWidth) - 2;
}

function narrowed({ state, visibleRanges }: EditorView, operands: number, fits: number, spare: (line: number) => number): DecorationSet {
  const set = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      for (const { start, end, width } of gapsOf(line.text, operands, fits - spare(line.number - 1)))
        if (width < end - start) set.add(line.from + start + width, line.from + end, CLOSED);
      at = line.to + 1;
    }
  }
  return set.finish();
}

interface NarrowGap {
  readonly start: number;
  readonly end: number;
  /** In characters. */
  readonly width: number;
}

function gapsOf(text: string, operands: number, fits: number): readonly NarrowGap[] {
  const [, operation, gap = ''] = OPERATION.exec(text) ?? [];
  if (operation === undefined) return [];
  const end = operation.length + gap.length;
  const first = { start: operation.length, end, width: Math.min(gap.length, operands - operation.length) };
  if (text.length - gap.length + first.width <= fits) return [first];
  const later = [...text.matchAll(GAP)].filter(({ index }) => index >= end);
  return [first, ...later.map(({ index, 0: { length } }) => ({ start: index, end: index + length, width: 2 }))];
}
