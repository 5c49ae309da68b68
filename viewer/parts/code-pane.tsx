/** A read-only text with search, keyboard navigation and marked lines; of a long one, only the lines in view are in the document. */
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { type CodeGutter, gutterExtensions } from './code-gutter.ts';
import { type CodeWords, MARKS, mark, markGutter, notes } from './code-marks.ts';

export interface CodePaneProps {
  readonly label: string;
  readonly text: string;
  /** Left of the text; without any, lines are numbered. */
  readonly gutters?: readonly CodeGutter[];
  /** Lines that are marked, counted from 0. */
  readonly marked?: ReadonlySet<number>;
  /** Words next to lines; the widest keeps their column as wide as that. */
  readonly words?: CodeWords;
  readonly widestWord?: string;
  /** The text after a line, counted from 0; '' for nothing. Pass the same function as long as the text is the same. */
  note?(line: number): string;
  /** Line to scroll to when this changes, unless it is in view. */
  readonly reveal?: number;
  /** The cursor is moved to this line whenever this is a new object. */
  readonly goto?: { readonly line: number };
  /** The user moved the cursor to a line. */
  onLine?(line: number): void;
  /** A key was pressed alone, or with Shift; true if it was handled. */
  onKey?(key: string): boolean;
}

export function CodePane(props: CodePaneProps) {
  const { label, text, gutters, marked, words, widestWord, note, reveal, goto } = props;
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const dependencies = [text, gutters, label, note, widestWord];
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const extensions = [
      ...(widestWord === undefined ? [] : [markGutter(widestWord)]),
      ...gutterExtensions(gutters),
      ...(note ? [notes(note)] : []),
      labelled(label),
      listener(latest),
    ];
    const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: [READING, ...extensions] }) });
    const from = pane.current?.state;
    // The columns have changed: the position in the text is kept.
    if (from?.doc.eq(view.state.doc)) to(view, from.selection.main.head, 'center');
    pane.current = view;
    return () => view.destroy();
  }, dependencies);
  useEffect(() => {
    if (pane.current) mark(pane.current, { ...(marked && { lines: marked }), ...(words && { words }) });
  }, [marked, words, ...dependencies]);
  useEffect(() => {
    const view = pane.current;
    if (!view || reveal === undefined || reveal >= view.state.doc.lines) return;
    const { from } = view.state.doc.line(reveal + 1);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) });
  }, [reveal, text, gutters]);
  useEffect(() => {
    const view = pane.current;
    if (!view || !goto || goto.line >= view.state.doc.lines) return;
    to(view, view.state.doc.line(goto.line + 1).from, 'center');
  }, [goto]);
  return <div class="code-pane" ref={box} />;
}

const READING: Extension = [
  EditorState.readOnly.of(true),
  MARKS,
  highlightActiveLine(),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  search({ top: true }),
  keymap.of([
    ...searchKeymap,
    { key: 'Mod-Home', run: (view) => to(view, 0) },
    { key: 'Mod-End', run: (view) => to(view, view.state.doc.length) },
  ]),
];

/** The browser itself cannot move beyond the drawn lines. */
function to(view: EditorView, anchor: number, y?: 'center'): boolean {
  if (y === undefined) view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
  else view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y }) });
  return true;
}

/** A phone need not show its keyboard for a read-only text. */
function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-readonly': 'true',
    inputmode: 'none',
    spellcheck: 'false',
    tabindex: '0',
  });
}

function listener(latest: { readonly current: CodePaneProps }): Extension {
  return [
    EditorView.updateListener.of(({ selectionSet, state, transactions }) => {
      if (!selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return;
      latest.current.onLine?.(state.doc.lineAt(state.selection.main.head).number - 1);
    }),
    EditorView.domEventHandlers({
      keydown: (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false;
        return latest.current.onKey?.(event.key) ?? false;
      },
    }),
  ];
}
