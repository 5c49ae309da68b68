/** The instructions of a kernel with their places in the source, what each costs, and what it is connected with. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { NARROW } from '../../parts/code-gutter.ts';
import type { CodeWords } from '../../parts/code-marks.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { size } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { samples } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { CodeBar } from './code-bar.tsx';
import { type Column, columnsOf, guttersOf } from './code-columns.ts';
import { STEP_KEYS, stepsOf } from './code-steps.ts';
import { InstructionDetail } from './instruction.tsx';
import { linkedLines, noteOf, WIDEST_WORD, wordsOfLinks } from './instruction-links.ts';
import { useLatest } from './latest.ts';
import { Samples } from './samples.tsx';
import { Sources, type SourceTexts } from './sources.tsx';

const CodePane = later('The text', async () => (await import('../../parts/code-pane.tsx')).CodePane);

export function Instructions({ view, place }: { view: KernelView; place: KernelParams }) {
  const { number } = samples.value ?? {};
  const answer = useLatest(useAnswer('code', { ...place, ...(number === undefined ? {} : { samples: number }) }));
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  if (!answer.value) return <p class="quiet">The kernel has no code.</p>;
  return <Listing code={answer.value} view={view} place={place} />;
}

function Listing({ code, view, place }: { code: CodeView; view: KernelView; place: KernelParams }) {
  const [line, setLine] = useState<number>();
  const [goto, setGoto] = useState<{ readonly line: number }>();
  const [source, setSource] = useState<number>();
  const [reveal, setReveal] = useState<number>();
  const [texts, setTexts] = useState<SourceTexts>(new Map());
  const [columns, setColumns] = useState<ReadonlySet<Column>>(() => firstColumns(code));
  const hasSamples = code.costs?.sampled !== null;
  useEffect(() => {
    if (hasSamples) setColumns((old) => new Set([...old, 'samples']));
  }, [hasSamples]);
  const visited = useRef<number[]>([]);
  const offset = line === undefined ? -1 : (code.offsets[line] ?? -1);
  const asked = useAnswer('codeLinks', { ...place, offset });
  const links = asked.state === 'here' ? asked.value : null;
  const gutters = useMemo(() => guttersOf(code, columns), [code, columns]);
  const note = useMemo(() => noteOf(code, view.payload.entries), [code, view]);
  const lines = useMemo(() => linkedLines(code, line, links), [code, line, links]);
  const words = useMemo(() => wordsOf(code, wordsOfLinks(lines)), [code, lines]);
  const marked = useMemo(() => new Set(linesOf(code, source)), [code, source]);
  const steps = useMemo(() => stepsOf(code), [code]);
  useEffect(() => setReveal(undefined), [code]);

  const choose = (at: number) => {
    setLine(at);
    const innermost = code.chains[code.chain[at] ?? -1]?.[0];
    if (innermost !== undefined) setSource(innermost);
  };
  const go = (to: number) => {
    if (line !== undefined) visited.current = [...visited.current.slice(-99), line];
    setGoto({ line: to });
    choose(to);
  };
  const back = (): boolean => {
    const to = visited.current.pop();
    if (to === undefined) return false;
    setGoto({ line: to });
    choose(to);
    return true;
  };
  const onKey = (key: string): boolean => {
    if (key === 'Backspace') return back();
    const step = STEP_KEYS.find((row) => row.key === key);
    const to = step?.to(steps, lines, line ?? 0);
    if (to !== undefined) go(to);
    return step !== undefined;
  };
  const chooseSource = (index: number) => {
    setSource(index);
    const [first] = linesOf(code, index);
    if (first !== undefined) setReveal(first);
  };

  const pane = (
    <CodePane
      label="Instructions"
      text={code.text}
      gutters={gutters}
      marked={marked}
      words={words}
      note={note}
      onLine={choose}
      onKey={onKey}
      {...(code.costs ? { widestWord: WIDEST_WORD } : {})}
      {...(reveal === undefined ? {} : { reveal })}
      {...(goto === undefined ? {} : { goto })}
    />
  );
  return (
    <>
      <CodeBar code={code} steps={steps} line={line ?? 0} onGo={go} columns={columns} onColumns={setColumns} />
      <Samples code={code} onGo={go} />
      {code.sources.length === 0 ? (
        pane
      ) : (
        <Split
          label="Width of the source"
          start={25}
          along={matchMedia(NARROW).matches ? 'column' : 'row'}
          first={<Sources code={code} chosen={source} onChoose={chooseSource} texts={texts} onTexts={setTexts} />}
          second={pane}
        />
      )}
      <InstructionDetail
        code={code}
        place={place}
        line={line}
        marked={marked.size}
        entries={view.payload.entries}
        links={links}
        onGo={go}
      />
      {code.left > 0 ? <p class="quiet">{size(code.left)} of code are not shown.</p> : null}
    </>
  );
}

/** On a narrow screen, the least important columns are hidden at first. */
function firstColumns(code: CodeView): ReadonlySet<Column> {
  const all = columnsOf(code);
  return new Set(matchMedia(NARROW).matches ? all.filter((key) => ['flow', 'live', 'samples'].includes(key)) : all);
}

/** The spills and fills, overlaid with the lines that the selected instruction is connected with. */
function wordsOf(code: CodeView, linked: CodeWords): CodeWords {
  const scratch = [...(code.costs?.scratch ?? [])].flatMap(([line, { use }]) => (use === 'private' ? [] : [[line, use] as const]));
  return new Map([...scratch, ...linked]);
}

function linesOf(code: CodeView, source: number | undefined): number[] {
  if (source === undefined) return [];
  const chains = new Set(code.chains.flatMap((chain, i) => (chain.includes(source) ? [i] : [])));
  return [...code.chain.keys()].filter((line) => chains.has(code.chain[line] as number));
}
