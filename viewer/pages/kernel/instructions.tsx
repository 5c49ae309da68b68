/** The instructions of a kernel with their places in the source, what each costs, and what it is connected with. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RegisterUse } from '../../../src/internal.ts';
import { useAnswer } from '../../client.ts';
import type { Fold } from '../../parts/code/fold.ts';
import { NARROW } from '../../parts/code/gutter.ts';
import type { CodeWords } from '../../parts/code/marks.ts';
import { meaningAt, type RegisterName, registerOf, registersIn } from '../../parts/code/words.ts';
import { usePlaces } from '../../parts/go-to.tsx';
import { usePress } from '../../parts/press.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { number, size } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { saveAs } from '../../parts/take-out.ts';
import { sourceText } from '../../source-texts.ts';
import { samples } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { profileOf } from '../run/session.ts';
import { CodeBar } from './code-bar.tsx';
import { columnsOf } from './code-columns.ts';
import { placesIn } from './code-find.ts';
import { foldAround, foldsOf } from './code-folds.ts';
import { textAt, useCodePlace } from './code-place.ts';
import { STEP_KEYS, stepsOf, stripOf } from './code-steps.ts';
import { InstructionDetail } from './instruction.tsx';
import { linkedLines, noteOf, WIDEST_WORD, wordsOfLinks, wordsOfUses } from './instruction-links.ts';
import { useLatest } from './latest.ts';
import { Samples } from './samples.tsx';
import { huesOf, totalsOf } from './source-totals.ts';
import { Sources } from './sources.tsx';

const CodePane = later('The text', async () => (await import('../../parts/code/pane.tsx')).CodePane);

export function Instructions({ view, place }: { view: KernelView; place: KernelParams }) {
  const { number } = samples.value ?? {};
  const answer = useLatest(useAnswer('code', { ...place, ...(number === undefined ? {} : { samples: number }) }));
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  if (!answer.value) return <p class="quiet">The kernel has no code.</p>;
  return <Listing code={answer.value} view={view} place={place} />;
}

function Listing({ code, view, place }: { code: CodeView; view: KernelView; place: KernelParams }) {
  const { line, still, goto, choose, go, back } = useCodePlace(code);
  const [source, setSource] = useState<number>();
  const [reveal, setReveal] = useState<number>();
  const totals = useMemo(() => totalsOf(code), [code]);
  const hue = useMemo(() => huesOf(code), [code]);
  const isRead = code.sources.some(({ file }) => sourceText(file) !== undefined);
  const offset = code.offsets[still ?? -1] ?? -1;
  const asked = useAnswer('codeLinks', { ...place, offset });
  const links = asked.state === 'here' ? asked.value : null;
  const runs = profileOf(place);
  const gutters = useMemo(() => columnsOf(code, runs && { current: runs }), [code, runs]);
  const note = useMemo(() => noteOf(code, view.payload.entries), [code, view]);
  const lines = useMemo(() => linkedLines(code, still, links), [code, still, links]);
  const [register, setRegister] = useState<RegisterName>();
  const used = useAnswer('registerUses', { ...place, register: '', index: 0, ...register });
  const uses = register && used.state === 'here' ? used.value : NO_USES;
  const words = useMemo(() => wordsOf(code, uses.length > 0 ? wordsOfUses(code, uses) : wordsOfLinks(lines)), [code, lines, uses]);
  const folds = useMemo(() => foldsOf(code), [code]);
  const allFolds = useMemo(() => [...folds.blocks, ...folds.loops], [folds]);
  const [fold, setFold] = useState<Fold>();
  const marked = useMemo(() => new Set(linesOf(code, source)), [code, source]);
  const steps = useMemo(() => stepsOf(code), [code]);
  const strip = useMemo(() => stripOf(code, steps, uses), [code, steps, uses]);
  useEffect(() => setReveal(undefined), [code]);
  useEffect(() => {
    const innermost = code.chains[code.chain[still ?? -1] ?? -1]?.[0];
    if (innermost !== undefined) setSource(innermost);
  }, [code, still]);
  usePlaces(useMemo(() => placesIn(code, view.payload.entries, go), [code, view, still]));
  usePress((key) => {
    if (key === 'Backspace') return back();
    if (key === 'Escape') setRegister(undefined);
    if (key === 'r') setRegister(nextRegister(line.value === undefined ? '' : textAt(code, line.value), register));
    // A copy: the same stretch can be folded again.
    const kind = { z: folds.blocks, Z: folds.loops }[key];
    if (kind) setFold({ ...(foldAround(kind, line.value ?? 0) ?? NO_FOLD) });
    if (key === 'r' || kind) return true;
    const step = STEP_KEYS.find((row) => row.key === key);
    const to = step?.to(steps, line.value === still ? lines : linkedLines(code, line.value, null), line.value ?? 0);
    if (to !== undefined) go(to);
    return step !== undefined;
  });
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
      strip={strip}
      {...(isRead ? { hue } : {})}
      folds={allFolds}
      onLine={choose}
      onWord={(word) => setRegister(registerOf(word))}
      meaningAt={meaningAt}
      {...(fold ? { fold } : {})}
      {...(code.costs ? { widestWord: WIDEST_WORD } : {})}
      {...(reveal === undefined ? {} : { reveal })}
      {...(goto === undefined ? {} : { goto })}
    />
  );
  const codeAndSource =
    code.sources.length === 0 ? (
      pane
    ) : (
      <Split
        label={isRead ? 'Width of the text of the source' : 'Width of the source'}
        start={isRead ? 42 : 25}
        along={matchMedia(NARROW).matches ? 'column' : 'row'}
        first={<Sources code={code} totals={totals} chosen={source} onChoose={chooseSource} />}
        second={pane}
      />
    );
  const detail = (
    <div class="code-detail">
      <InstructionDetail
        code={code}
        place={place}
        line={still}
        marked={marked.size}
        entries={view.payload.entries}
        links={links}
        onGo={go}
      />
      <Samples code={code} onGo={go} />
    </div>
  );
  return (
    <>
      <CodeBar code={code} steps={steps} line={still ?? 0} onGo={go}>
        <button type="button" onClick={() => saveAs(`${fileName(view.name)}.asm`, code.text)} title="save the text of the instructions">
          Save
        </button>
        {register ? <RegisterNote of={register} uses={uses} onClose={() => setRegister(undefined)} /> : null}
      </CodeBar>
      <Split label="Height of the code" along="column" start={84} panel="Details" first={codeAndSource} second={detail} />
      {code.left > 0 ? <p class="quiet">{size(code.left)} of code are not shown.</p> : null}
    </>
  );
}

const NO_USES: readonly RegisterUse[] = [];
const NO_FOLD: Fold = { line: 0, end: 0 };

function RegisterNote({ of, uses, onClose }: { of: RegisterName; uses: readonly RegisterUse[]; onClose(): void }) {
  const name = `${of.register}${of.index}`;
  const counted = (key: 'reads' | 'writes') => number(uses.filter((use) => use[key]).length);
  return (
    <span class="register-note">
      <span role="status">
        <code>{name}</code>: {counted('writes')} write, {counted('reads')} read
      </span>{' '}
      <button type="button" aria-label={`Do not mark ${name}`} onClick={onClose}>
        ×
      </button>
    </span>
  );
}

/** A name of a file, made from that of a kernel. */
const fileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, '_').slice(0, 80);

/** The register after another in an instruction, in the order of its text; after the last, none. */
function nextRegister(text: string, register: RegisterName | undefined): RegisterName | undefined {
  const all = registersIn(text);
  const at = all.findIndex((one) => one.register === register?.register && one.index === register.index);
  return all[at + 1];
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
