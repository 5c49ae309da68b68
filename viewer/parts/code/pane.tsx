/** A read-only text with search, keyboard navigation and marked lines; of a long one, only the lines in view are in the document. */
import { getSearchQuery, highlightSelectionMatches, search, searchKeymap, searchPanelOpen, setSearchQuery } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view';
import type { Signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKept } from '../kept.ts';
import { explainWord, hideTip } from '../tip.tsx';
import { fitLines } from './fit.ts';
import { type Fold, foldable, toggleFold } from './fold.ts';
import { type CodeGutter, gutterExtensions, NARROW } from './gutter.ts';
import { CodeHeading } from './heading.tsx';
import { linesWith } from './hits.ts';
import { type CodeWords, hues, MARKS, mark, markGutter, notes } from './marks.ts';
import { pointMargin, showCurrent, showPoints } from './points.ts';
import type { CodePoints } from './signs.ts';
import { CodeStrip, type StripKind } from './strip.tsx';
import { wordAt } from './words.ts';

export interface CodePaneProps {
  readonly label: string;
  readonly text: string;
  /** Left of the text; without any, lines are numbered. Pass the same list as long as the text is the same. */
  readonly gutters?: readonly CodeGutter[];
  /** Lines that are marked, counted from 0. */
  readonly marked?: ReadonlySet<number>;
  /** Words next to lines; the widest keeps their column as wide as that. */
  readonly words?: CodeWords;
  readonly widestWord?: string;
  /** The text after a line, counted from 0; '' for nothing. Pass the same function as long as the text is the same. */
  note?(line: number): string;
  /** A number for the colour of a line. Pass the same function as long as the text is the same. */
  hue?(line: number): number | undefined;
  /** Places in the whole text that the strip next to the scroll bar shows. */
  readonly strip?: readonly StripKind[];
  /** Stretches that can be folded; pass the same list as long as the text is the same. */
  readonly folds?: readonly Fold[];
  /** Is folded, or unfolded, whenever this is a new object. */
  readonly fold?: Fold;
  /** How far this pane and others of as many lines are scrolled, in pixels. */
  readonly scrolled?: Signal<number>;
  /** Line to scroll to when this changes, unless it is in view. */
  readonly reveal?: number;
  /** The cursor is moved to this line whenever this is a new object. */
  readonly goto?: { readonly line: number };
  /** Breakpoints in the margin, and the line that is executed next. */
  readonly points?: CodePoints;
  /** The user clicked on the margin of a line. Without it there is no margin. */
  onPoint?(line: number): void;
  /** The user moved the cursor to a line, with the pointer or with keys. */
  onLine?(line: number, by: 'pointer' | 'keys'): void;
  /** The user clicked on a word. */
  onWord?(word: string): void;
  /** The name under which `explain` knows what is at a place in a line. */
  meaningAt?(text: string, at: number): string | undefined;
}

const NO_GUTTERS: readonly CodeGutter[] = [];
const NO_WIDTHS: ReadonlyMap<string, number> = new Map();

export function CodePane(props: CodePaneProps) {
  const { label, text, gutters = NO_GUTTERS, marked, words, widestWord, note, hue, strip, folds, fold, points, reveal, goto } = props;
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [keptHidden, setHidden] = useKept<ReadonlySet<string>>('hidden columns');
  const hidden = useMemo(() => keptHidden ?? hiddenAtFirst(gutters), [keptHidden, gutters]);
  const [keptWidths, setWidths] = useKept<ReadonlyMap<string, number>>('widths of columns');
  const [natural, setNatural] = useState(NO_WIDTHS);
  const [searched, setSearched] = useState<EditorState>();
  const [hits, setHits] = useState<StripKind['runs']>([]);
  const [cursor, setCursor] = useState(0);
  const widths = useMemo(() => new Map([...natural, ...(keptWidths ?? NO_WIDTHS)]), [natural, keptWidths]);
  const lines = useMemo(() => text.split('\n').length, [text]);
  const dependencies = [text, gutters, hidden, label, note, hue, widestWord, folds];
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const extensions = [
      ...(latest.current.onPoint ? [pointMargin((line) => latest.current.onPoint?.(line))] : []),
      ...(widestWord === undefined ? [] : [markGutter(widestWord)]),
      ...gutterExtensions(gutters.length === 0 ? undefined : gutters.filter(({ name }) => !hidden.has(name)), lines),
      ...(folds ? [foldable(folds)] : []),
      ...(hue ? [hues(hue)] : []),
      ...(note ? [notes(note), fitLines((line) => note(line).length)] : []),
      labelled(label),
      listener(latest, setCursor, setSearched),
    ];
    const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: [READING, ...extensions] }) });
    const from = pane.current?.state;
    // The columns have changed: the position in the text is kept.
    if (from?.doc.eq(view.state.doc)) to(view, from.selection.main.head, 'center');
    pane.current = view;
    setNatural(naturalWidths(view, gutters));
    return () => view.destroy();
  }, dependencies);
  useEffect(() => {
    for (const [name, width] of widths) {
      const gutter = pane.current?.dom.querySelector<HTMLElement>(`.cm-${name}`);
      if (gutter) gutter.style.width = `${width}px`;
    }
    pane.current?.requestMeasure();
  }, [widths, ...dependencies]);
  useEffect(() => {
    // The whole text is searched when a word is whole, not for each of its letters.
    const timer = setTimeout(() => setHits(searched ? hitsOf(searched) : []), PAUSE);
    return () => clearTimeout(timer);
  }, [searched]);
  useEffect(() => {
    if (pane.current) mark(pane.current, { ...(marked && { lines: marked }), ...(words && { words }) });
  }, [marked, words, ...dependencies]);
  useEffect(() => {
    if (pane.current && points) showPoints(pane.current, points);
  }, [points, ...dependencies]);
  useEffect(() => {
    if (pane.current && points) showCurrent(pane.current, points);
  }, [points?.moment, ...dependencies]);
  useEffect(() => {
    const view = pane.current;
    if (!view || reveal === undefined || reveal >= view.state.doc.lines) return;
    const { from } = view.state.doc.line(reveal + 1);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) });
  }, [reveal, text, gutters]);
  const show = (line: number) => {
    const view = pane.current;
    if (!view || line >= view.state.doc.lines) return;
    to(view, view.state.doc.line(line + 1).from, 'center');
    setCursor(line);
  };
  useEffect(() => {
    if (goto) show(goto.line);
  }, [goto]);
  useEffect(() => {
    if (fold && pane.current) toggleFold(pane.current, fold);
  }, [fold]);
  useScrolledTogether(pane, props.scrolled, dependencies);
  const toggle = (name: string) => setHidden(new Set(hidden.has(name) ? [...hidden].filter((one) => one !== name) : [...hidden, name]));
  return (
    <div class="code-pane">
      {gutters.every(({ heading }) => heading === undefined) ? null : (
        <CodeHeading
          gutters={gutters}
          hidden={hidden}
          widths={widths}
          before={(widths.get('points') ?? 0) + (widths.get('mark') ?? 0)}
          after={widths.get('fold') ?? 0}
          title={label}
          onToggle={toggle}
          onWidth={(name, width) => setWidths(new Map(keptWidths).set(name, width))}
        />
      )}
      <div class="code-box">
        <div class="code-text" ref={box} />
        {strip ? (
          <CodeStrip
            kinds={[...strip, { kind: 'hit', runs: hits }, { kind: 'here', runs: [[cursor, cursor + 1]] }]}
            lines={lines}
            onGo={(line) => {
              show(line);
              latest.current.onLine?.(line, 'pointer');
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

function useScrolledTogether(
  pane: { readonly current?: EditorView | undefined },
  scrolled: Signal<number> | undefined,
  dependencies: readonly unknown[],
): void {
  useEffect(() => {
    const scroller = pane.current?.scrollDOM;
    if (!scroller || !scrolled) return;
    const onScroll = () => {
      scrolled.value = scroller.scrollTop;
    };
    scroller.addEventListener('scroll', onScroll);
    const stop = scrolled.subscribe((top) => {
      if (Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top;
    });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      stop();
    };
  }, [scrolled, ...dependencies]);
}

/** On a narrow screen, the least important columns are hidden at first. */
function hiddenAtFirst(gutters: readonly CodeGutter[]): ReadonlySet<string> {
  return new Set(matchMedia(NARROW).matches ? gutters.filter(({ isOptional }) => isOptional).map(({ name }) => name) : []);
}

/** Widths that the columns need, in pixels: of their headings, and of their widest entry. */
function naturalWidths({ dom }: EditorView, gutters: readonly CodeGutter[]): ReadonlyMap<string, number> {
  return new Map(
    [{ name: 'points' }, { name: 'mark' }, ...gutters, { name: 'fold' }].flatMap(
      ({ name, heading = '' }: { name: string; heading?: string }) => {
        const gutter = dom.querySelector<HTMLElement>(`.cm-${name}`);
        return gutter ? [[name, Math.max(gutter.offsetWidth, heading.length * HEADING + 10)] as const] : [];
      },
    ),
  );
}

/** Of a character of a heading, in pixels. */
const HEADING = 6.2;

const READING: Extension = [
  EditorState.readOnly.of(true),
  MARKS,
  highlightActiveLine(),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  search({ top: true, literal: true }),
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

function listener(
  latest: { readonly current: CodePaneProps },
  onCursor: (line: number) => void,
  onSearched: (state: EditorState) => void,
): Extension {
  return [
    pointing(latest),
    EditorView.updateListener.of(({ selectionSet, state, startState, transactions }) => {
      const isSearched = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
      if (isSearched || searchPanelOpen(state) !== searchPanelOpen(startState)) onSearched(state);
      if (!selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return;
      const line = state.doc.lineAt(state.selection.main.head).number - 1;
      onCursor(line);
      latest.current.onLine?.(line, transactions.some((one) => one.isUserEvent('select.pointer')) ? 'pointer' : 'keys');
    }),
  ];
}

/** In milliseconds. */
const HOVER = 300;

/** Clicks on words, and explanations of what the pointer is over. */
function pointing(latest: { readonly current: CodePaneProps }): Extension {
  const placeOf = (view: EditorView, { clientX, clientY, target }: MouseEvent) => {
    const isText = target instanceof Element && target.closest('.cm-line') !== null;
    const position = isText ? view.posAtCoords({ x: clientX, y: clientY }) : null;
    if (position === null) return undefined;
    const line = view.state.doc.lineAt(position);
    return { position, text: line.text, at: position - line.from };
  };
  return EditorView.domEventHandlers({
    click: (event, view) => {
      const place = placeOf(view, event);
      const found = place && view.state.selection.main.empty ? wordAt(place.text, place.at) : undefined;
      if (found) latest.current.onWord?.(found.word);
    },
    mousemove: (event, view) => {
      const place = placeOf(view, event);
      const name = place && latest.current.meaningAt?.(place.text, place.at);
      if (name === undefined) return hideTip();
      const { left, top, bottom } = view.coordsAtPos(place?.position ?? 0) ?? {
        left: event.clientX,
        top: event.clientY,
        bottom: event.clientY,
      };
      explainWord(name, { getBoundingClientRect: () => ({ left, top, bottom }) }, HOVER);
    },
    mouseleave: hideTip,
  });
}

/** After the last letter of what is searched for, in milliseconds. */
const PAUSE = 150;

function hitsOf(state: EditorState): StripKind['runs'] {
  const query = getSearchQuery(state);
  return searchPanelOpen(state) && query.valid ? linesWith(query, state.sliceDoc()).map((line) => [line, line + 1]) : [];
}
