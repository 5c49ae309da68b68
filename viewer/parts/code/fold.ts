/** Stretches of lines that are folded into their first one. */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { count } from '../shown.ts';
import { column } from './columns.ts';

/** Lines, counted from 0: the first stays, those up to the end (exclusive) are folded into it. */
export interface Fold {
  readonly line: number;
  readonly end: number;
}

const toggled = StateEffect.define<Fold>();

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

/** A column with a sign at each line that begins a fold: a click there folds, or unfolds. */
export function foldable(folds: readonly Fold[]): Extension {
  // Of those that begin in one line.
  const smallest = new Map<number, Fold>();
  for (const fold of folds) if (fold.end < (smallest.get(fold.line)?.end ?? Number.POSITIVE_INFINITY)) smallest.set(fold.line, fold);
  return [
    folded,
    column({
      name: 'fold',
      entry: (line, state) => {
        if (!smallest.has(line)) return '';
        return isFoldedAt(state, state.doc.line(line + 1).to) ? '▸' : '▾';
      },
      isChanged: ({ state, startState }) => state.field(folded) !== startState.field(folded),
      widest: () => '▾',
      onClick: (view, line) => {
        const fold = smallest.get(line);
        if (fold) toggleFold(view, fold);
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
