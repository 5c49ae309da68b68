/** A text to read: searched, walked with the keyboard, lines marked; of a long one only what is in view is in the document. */
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';

export interface CodeGutter {
  readonly name: string;
  /** The gutter text of a line, counted from 0; '' for none. */
  text(line: number): string;
  /** The widest text: it keeps the gutter as wide as that. */
  readonly widest: string;
}

export interface CodePaneProps {
  readonly label: string;
  readonly text: string;
  /** Left of the text; without any, lines are numbered. */
  readonly gutters?: readonly CodeGutter[];
  /** Lines that are marked, counted from 0. */
  readonly marked?: ReadonlySet<number>;
  /** Scrolled to when it changes, unless it is in view. */
  readonly reveal?: number;
  /** The user moved the cursor to a line. */
  onLine?(line: number): void;
}

export function CodePane({ label, text, gutters, marked, reveal, onLine }: CodePaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<EditorView>(undefined);
  const latest = useRef(onLine);
  latest.current = onLine;
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const view = new EditorView({
      parent,
      state: EditorState.create({ doc: text, extensions: [READING, ...gutterExtensions(gutters), labelled(label), listener(latest)] }),
    });
    pane.current = view;
    return () => view.destroy();
  }, [text, gutters, label]);
  useEffect(() => {
    pane.current?.dispatch({ effects: setMarked.of(marked ?? NONE) });
  }, [marked, text, gutters, label]);
  useEffect(() => {
    const view = pane.current;
    if (!view || reveal === undefined || reveal >= view.state.doc.lines) return;
    const { from } = view.state.doc.line(reveal + 1);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) });
  }, [reveal, text, gutters]);
  return <div class="code-pane" ref={box} />;
}

const NONE: ReadonlySet<number> = new Set();
const setMarked = StateEffect.define<ReadonlySet<number>>();

const markedLines = StateField.define<ReadonlySet<number>>({
  create: () => NONE,
  update: (old, { effects }) => effects.find((effect) => effect.is(setMarked))?.value ?? old,
});

/** Marks of the lines in view. */
const drawMarked = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marksIn(view);
    }
    update({ view, viewportChanged, state, startState }: ViewUpdate) {
      if (viewportChanged || state.field(markedLines) !== startState.field(markedLines)) this.decorations = marksIn(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const MARK = Decoration.line({ class: 'cm-marked' });

function marksIn({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = state.field(markedLines);
  const set = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (lines.has(line.number - 1)) set.add(line.from, line.from, MARK);
      at = line.to + 1;
    }
  }
  return set.finish();
}

/** Comments, directives, labels and registers: what assembly of the vISA and Gen kinds have in common. */
const words = new MatchDecorator({
  regexp: /(\/\/.*|\/\*.*?\*\/)|^(\s*\.[a-z_]+)|^([^\s:(/]+:)\s*$|\b(r\d+(?:\.\d+)?|[VPATS]\d+)\b/g,
  decoration: ([, comment, directive, label]) =>
    Decoration.mark({ class: comment ? 'cm-quiet' : directive ? 'cm-directive' : label ? 'cm-label' : 'cm-register' }),
});

const drawWords = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = words.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = words.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const READING: Extension = [
  EditorState.readOnly.of(true),
  markedLines,
  drawMarked,
  drawWords,
  highlightActiveLine(),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  search({ top: true }),
  keymap.of([
    ...searchKeymap,
    { key: 'Mod-Home', run: (view) => to(view, 0) },
    { key: 'Mod-End', run: (view) => to(view, view.state.doc.length) },
  ]),
];

/** The browser alone does not go beyond what is drawn. */
function to(view: EditorView, anchor: number): boolean {
  view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
  return true;
}

function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', spellcheck: 'false', tabindex: '0' });
}

function listener(latest: { current: CodePaneProps['onLine'] }): Extension {
  return EditorView.updateListener.of(({ selectionSet, state, transactions }) => {
    if (!selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return;
    latest.current?.(state.doc.lineAt(state.selection.main.head).number - 1);
  });
}

class TextMarker extends GutterMarker {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: TextMarker): boolean {
    return this.text === other.text;
  }

  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

function gutterExtensions(gutters: readonly CodeGutter[] | undefined): Extension[] {
  if (!gutters) return [lineNumbers()];
  return gutters.map(({ name, text, widest }) =>
    gutter({
      class: `cm-${name}`,
      lineMarker: (view, { from }) => {
        const shown = text(view.state.doc.lineAt(from).number - 1);
        return shown === '' ? null : new TextMarker(shown);
      },
      initialSpacer: () => new TextMarker(widest),
    }),
  );
}
