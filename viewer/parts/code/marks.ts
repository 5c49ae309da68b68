/** Marks in a text, and texts after its lines, drawn for the lines in view. */
import { type Extension, Facet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { column } from './columns.ts';

/** Words for lines, counted from 0: each is shown next to its line, and sets the colour of the line. */
export type CodeWords = ReadonlyMap<number, string>;

interface Marks {
  /** Lines that are marked without a word. */
  readonly lines: ReadonlySet<number>;
  readonly words: CodeWords;
}

const NONE: Marks = { lines: new Set(), words: new Map() };
const setMarks = StateEffect.define<Marks>();

const marked = StateField.define<Marks>({
  create: () => NONE,
  update: (old, { effects }) => effects.find((effect) => effect.is(setMarks))?.value ?? old,
});

export function mark(view: EditorView, { lines = NONE.lines, words = NONE.words }: Partial<Marks>): void {
  view.dispatch({ effects: setMarks.of({ lines, words }) });
}

type NoteOf = (line: number) => string;
const noteOf = Facet.define<NoteOf, NoteOf>({ combine: ([first]) => first ?? (() => '') });

/** Written after the text of lines, before their comments; it is not part of the text. */
export const notes = (note: NoteOf): Extension => noteOf.of(note);

type HueOf = (line: number) => number | undefined;
const hueOf = Facet.define<HueOf, HueOf>({ combine: ([first]) => first ?? (() => undefined) });

/** A colour for lines that belong together, as a number. */
export const hues = (hue: HueOf): Extension => hueOf.of(hue);

class Note extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Note): boolean {
    return this.text === other.text;
  }

  override toDOM(): HTMLElement {
    const span = document.createElement('span');
    span.className = 'cm-note';
    span.textContent = this.text;
    return span;
  }
}

const drawLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = linesIn(view);
    }
    update({ view, viewportChanged, state, startState }: ViewUpdate) {
      if (viewportChanged || state.field(marked) !== startState.field(marked)) this.decorations = linesIn(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function linesIn({ state, visibleRanges }: EditorView): DecorationSet {
  const [marks, note, hue] = [state.field(marked), state.facet(noteOf), state.facet(hueOf)];
  const set = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const [word, text] = [marks.words.get(line.number - 1), note(line.number - 1)];
      const colour = hue(line.number - 1);
      const classes = [
        ...(colour === undefined ? [] : [`cm-hue-${colour}`]),
        ...(marks.lines.has(line.number - 1) ? ['cm-marked'] : []),
        ...(word === undefined ? [] : [`cm-word-${word}`]),
      ];
      if (classes.length > 0) set.add(line.from, line.from, Decoration.line({ class: classes.join(' ') }));
      if (text !== '') {
        const place = line.from + beforeComment(line.text);
        set.add(place, place, Decoration.widget({ widget: new Note(text), side: 1 }));
      }
      at = line.to + 1;
    }
  }
  return set.finish();
}

/** What the line costs is seen before what its comment says. */
function beforeComment(text: string): number {
  const at = text.indexOf(' //');
  return at < 0 ? text.length : at;
}

/** The words of lines, so that they do not differ in colour alone. */
export const markGutter = (widest: string): Extension =>
  column({
    name: 'mark',
    entry: (line, state) => state.field(marked).words.get(line) ?? '',
    isChanged: ({ state, startState }) => state.field(marked) !== startState.field(marked),
    widest: () => widest,
  });

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

export const MARKS: Extension = [marked, drawLines, drawWords];
