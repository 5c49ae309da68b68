/** Stretches of lines that are folded into their first one. */
import { type EditorState, type Extension, Facet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from '@codemirror/view';
import { count } from '../shown.ts';

/** Lines, counted from 0: the first stays, those up to the end (exclusive) are folded into it. */
export interface Fold {
  readonly line: number;
  readonly end: number;
}

const toggled = StateEffect.define<Fold>();

/** The folds that lines offer: of those that begin in one line, the smallest. */
const offered = Facet.define<ReadonlyMap<number, Fold>, ReadonlyMap<number, Fold>>({ combine: ([first]) => first ?? new Map() });

const folded = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, { state, effects, selection }) {
    let set = old;
    for (const effect of effects) if (effect.is(toggled)) set = after(set, state, effect.value);
    if (!selection) return set;
    // What is selected is seen.
    const { head } = selection.main;
    return set.update({ filter: (from, to) => head <= from || to < head });
  },
  provide: (field) => EditorView.decorations.from(field),
});

function after(set: DecorationSet, { doc }: EditorState, { line, end }: Fold): DecorationSet {
  if (end > doc.lines || end <= line + 1) return set;
  const [from, to] = [doc.line(line + 1).to, doc.line(end).to];
  let isFolded = false;
  const without = set.update({
    filter: (start) => {
      isFolded ||= start === from;
      return start !== from;
    },
  });
  if (isFolded) return without;
  return set.update({ add: [Decoration.replace({ widget: new FoldedLines(end - line - 1) }).range(from, to)] });
}

class FoldedLines extends WidgetType {
  readonly lines: number;

  constructor(lines: number) {
    super();
    this.lines = lines;
  }

  override eq(other: FoldedLines): boolean {
    return this.lines === other.lines;
  }

  override toDOM(): HTMLElement {
    const span = document.createElement('span');
    span.className = 'cm-folded';
    span.textContent = `… ${count(this.lines, 'line')}`;
    return span;
  }
}

class FoldSign extends GutterMarker {
  readonly isOpen: boolean;

  constructor(isOpen: boolean) {
    super();
    this.isOpen = isOpen;
  }

  override eq(other: FoldSign): boolean {
    return this.isOpen === other.isOpen;
  }

  override toDOM(): Node {
    return document.createTextNode(this.isOpen ? '▾' : '▸');
  }
}

const OPEN = new FoldSign(true);
const CLOSED = new FoldSign(false);

/** A column with a sign at each line that begins a fold: a click there folds, or unfolds. */
export function foldable(folds: readonly Fold[]): Extension {
  const smallest = new Map<number, Fold>();
  for (const fold of folds) if (fold.end < (smallest.get(fold.line)?.end ?? Number.POSITIVE_INFINITY)) smallest.set(fold.line, fold);
  return [
    folded,
    offered.of(smallest),
    gutter({
      class: 'cm-fold',
      lineMarker: ({ state }, { from }) => {
        const line = state.doc.lineAt(from);
        return state.facet(offered).has(line.number - 1) ? (isFoldedAt(state, line.to) ? CLOSED : OPEN) : null;
      },
      lineMarkerChange: ({ state, startState }) => state.field(folded) !== startState.field(folded),
      initialSpacer: () => OPEN,
      domEventHandlers: {
        click: (view, { from }) => {
          const fold = view.state.facet(offered).get(view.state.doc.lineAt(from).number - 1);
          if (fold) toggleFold(view, fold);
          return fold !== undefined;
        },
      },
    }),
  ];
}

function isFoldedAt(state: EditorState, end: number): boolean {
  let found = false;
  state.field(folded).between(end, end, (from) => {
    found ||= from === end;
  });
  return found;
}

/** Folds the lines, or unfolds them. */
export function toggleFold(view: EditorView, fold: Fold): void {
  view.dispatch({ effects: toggled.of(fold) });
}
