/** Breakpoints in the margin of a text, and the line that is executed next. */
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { column } from './columns.ts';
import { redrawGutters } from './gutter.ts';
import { type CodePoints, CURRENT, SIGNS } from './signs.ts';

const NONE: CodePoints = { lines: new Map(), current: undefined, moment: '' };

const setPoints = StateEffect.define<CodePoints>();
const shownPoints = StateField.define<CodePoints>({
  create: () => NONE,
  update: (old, { effects }) => effects.find((effect) => effect.is(setPoints))?.value ?? old,
  provide: (field) =>
    EditorView.decorations.from(field, ({ current }) => (view) => {
      const set = new RangeSetBuilder<Decoration>();
      if (current !== undefined && current < view.state.doc.lines) {
        const { from } = view.state.doc.line(current + 1);
        set.add(from, from, Decoration.line({ class: 'cm-current', attributes: { 'aria-current': 'step' } }));
      }
      return set.finish();
    }),
});

/** Shows points, and entries of columns that have changed with them. */
export function showPoints(view: EditorView, points: CodePoints): void {
  view.dispatch({ effects: [setPoints.of(points), redrawGutters.of(null)] });
}

/** Brings the current line into view. */
export function showCurrent(view: EditorView, { current }: CodePoints): void {
  if (current === undefined || current >= view.state.doc.lines) return;
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(current + 1).from, { y: 'nearest', yMargin: 60 }) });
}

/** @param onToggle the margin of a line was clicked */
export function pointMargin(onToggle: (line: number) => void): Extension {
  return [
    shownPoints,
    column({
      name: 'points',
      entry: (line, state) => {
        const { lines, current } = state.field(shownPoints);
        const kind = lines.get(line);
        return `${kind === undefined ? '' : SIGNS[kind]}${line === current ? CURRENT : ''}`;
      },
      isChanged: ({ state, startState }) => state.field(shownPoints) !== startState.field(shownPoints),
      widest: () => `${SIGNS.break}${CURRENT}`,
      onClick: (_, line) => onToggle(line),
    }),
  ];
}
