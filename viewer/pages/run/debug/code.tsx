/** The code of the thread with breakpoints, where the thread is, and how often each instruction has run until now. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../../client.ts';
import type { CodeGutter } from '../../../parts/code/gutter.ts';
import type { CodePoints, PointKind } from '../../../parts/code/signs.ts';
import { meaningAt } from '../../../parts/code/words.ts';
import { usePress } from '../../../parts/press.ts';
import { RefusalNote } from '../../../parts/refusal.tsx';
import { later } from '../../../parts/safe.tsx';
import { Split } from '../../../parts/split.tsx';
import { sourceText } from '../../../source-texts.ts';
import type { CodeView } from '../../../worker/code-view.ts';
import type { KernelView } from '../../../worker/kernel.ts';
import type { KernelParams } from '../../../worker/kernel-place.ts';
import type { DebugPoint, DebugView } from '../../../worker/run/debug-messages.ts';
import { columnsOf } from '../../kernel/code-columns.ts';
import { useCodePlace } from '../../kernel/code-place.ts';
import { lineAt, noteOf } from '../../kernel/instruction-links.ts';
import { useLatest } from '../../kernel/latest.ts';
import type { SourcePoints } from '../../kernel/source-points.ts';
import { huesOf, totalsOf } from '../../kernel/source-totals.ts';
import { Sources } from '../../kernel/sources.tsx';
import { toggleBreak } from './actions.ts';
import type { DebugProps } from './props.ts';

const CodePane = later('The text', async () => (await import('../../../parts/code/pane.tsx')).CodePane);

interface CodeProps extends DebugProps {
  readonly view: KernelView;
  readonly place: KernelParams;
  onCursor(to: { readonly section: string; readonly offset: number } | undefined): void;
}

export function DebugCode(props: CodeProps) {
  const { debug, place, view } = props;
  // The code of functions is in sections of their own. Where no thread runs, it stays what it was.
  const last = useRef(view.code?.section ?? '');
  last.current = debug.view.at?.section ?? last.current;
  const name = last.current === view.code?.section ? place.name : last.current.replace(/^\.text\./, '');
  const answer = useLatest(useAnswer('code', { ...place, name }));
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  if (!answer.value) return <p class="quiet">The code of {name} is not listed.</p>;
  return <Listing {...props} code={answer.value} />;
}

function Listing({ of, debug, view, onCursor, code }: CodeProps & { code: CodeView }) {
  const { line, goto, choose } = useCodePlace(code);
  const [source, setSource] = useState<number>();
  const runs = useRef(debug.view.runs);
  runs.current = debug.view.runs;
  const totals = useMemo(() => totalsOf(code), [code]);
  const hue = useMemo(() => huesOf(code), [code]);
  const isRead = code.sources.some(({ file }) => sourceText(file) !== undefined);
  const gutters = useMemo(() => debugColumns(code, runs), [code]);
  const note = useMemo(() => noteOf(code, view.payload.entries), [code, view]);
  const points = useMemo(() => pointsIn(code, debug.view), [code, debug.view]);
  const current = points.current;
  const offset = code.offsets[line.value ?? -1] ?? -1;
  useEffect(() => onCursor(offset < 0 ? undefined : { section: code.section, offset }), [code, offset]);
  useEffect(() => {
    const innermost = current === undefined ? undefined : code.chains[code.chain[current] ?? -1]?.[0];
    if (innermost !== undefined) setSource(innermost);
  }, [code, points.moment]);
  const toggleAt = (at: number) => {
    const own = code.offsets[at] ?? -1;
    if (own >= 0) void toggleBreak(of, `*${code.section}+0x${own.toString(16)}`);
  };
  const toggleLine = (file: string, number: number) => void (number > 0 && toggleBreak(of, `${file}:${number}`));
  usePress((key) => {
    if (key !== 'F9') return false;
    const chosen = code.sources[source ?? -1];
    if (document.activeElement?.closest('.sources') && chosen) toggleLine(chosen.file, chosen.line);
    else toggleAt(line.value ?? current ?? -1);
    return true;
  });
  const linePoints = useMemo(() => sourcePoints(debug.view, toggleLine), [of, debug.view]);
  const pane = (
    <CodePane
      label="Instructions"
      text={code.text}
      gutters={gutters}
      note={note}
      points={points}
      onPoint={toggleAt}
      onLine={choose}
      meaningAt={meaningAt}
      {...(isRead ? { hue } : {})}
      {...(goto === undefined ? {} : { goto })}
    />
  );
  if (code.sources.length === 0) return pane;
  return (
    <Split
      label="Height of the source"
      start={38}
      along="column"
      first={<Sources code={code} totals={totals} chosen={source} onChoose={setSource} points={linePoints} />}
      second={pane}
    />
  );
}

/** The columns that say where the kernel is and was: what else an instruction costs is shown in the tab Code. */
const COLUMNS: ReadonlySet<string> = new Set(['address', 'place', 'flow', 'runs']);
/** The counts rise while the kernel is debugged. */
const WIDEST_RUNS = '999,999';

function debugColumns(code: CodeView, runs: { readonly current: DebugView['runs'] }): readonly CodeGutter[] {
  const columns = columnsOf(code, runs).filter(({ name }) => COLUMNS.has(name));
  return columns.map((one) => (one.name === 'runs' ? { ...one, widest: WIDEST_RUNS } : one));
}

const kindOf = ({ isEnabled, condition }: DebugPoint): PointKind => (!isEnabled ? 'off' : condition === '' ? 'break' : 'condition');
const momentOf = ({ moment, thread }: DebugView): string => `${moment} ${thread}`;

function pointsIn(code: CodeView, view: DebugView): CodePoints {
  const lines = view.points.flatMap((point) =>
    point.places.flatMap(({ section, offset }) => {
      const line = section === code.section ? lineAt(code, offset) : undefined;
      return line === undefined ? [] : [[line, kindOf(point)] as const];
    }),
  );
  const { at } = view;
  return {
    lines: new Map(lines),
    current: at?.section === code.section ? lineAt(code, at.offset) : undefined,
    moment: momentOf(view),
  };
}

function sourcePoints(view: DebugView, toggle: SourcePoints['toggle']): SourcePoints {
  const { at } = view;
  return {
    all: view.points.flatMap((point) =>
      point.places.flatMap(({ file, line }) => (file === null || line === null ? [] : [{ file, line, kind: kindOf(point) }])),
    ),
    current: at === null || at.file === null || at.line === null ? undefined : { file: at.file, line: at.line },
    moment: momentOf(view),
    toggle,
  };
}
