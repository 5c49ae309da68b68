/** What differs between the instructions of two builds of a kernel: by operation, and where. */
import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import type { CodeGutter } from '../../parts/code/gutter.ts';
import { useKept } from '../../parts/kept.ts';
import { usePress } from '../../parts/press.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { count, hexDigits, number, shown } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { StepButtons, stepFrom } from '../../parts/steps.tsx';
import { go, route } from '../../state.ts';
import type { CompareCodeView } from '../../worker/compare-code.ts';
import type { Result } from '../../worker/handlers.ts';
import { useLatest } from '../kernel/latest.ts';
import { Cards } from './cards.tsx';
import { changesText, chosenKernel, type ChangedKernel as Kernel, type Sides } from './changed.ts';

const CodePane = later('The text', async () => (await import('../../parts/code/pane.tsx')).CodePane);

/** The selected kernel, else the first whose code can be compared. */
export function ComparedCode({ sides }: { sides: Sides }) {
  const { rows, total, refusal } = usePages('compareKernels', { ...sides, threshold: '' });
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (total === undefined) return <p class="loading">…</p>;
  const all = rows.filter(({ code }) => code !== null);
  const kernel = chosenKernel(all, route.value.kernel, route.value.at) ?? all[0];
  if (!kernel) return <p class="quiet">No kernel has code that differs and can be compared.</p>;
  return (
    <div class="compare-code">
      <label>
        Kernel{' '}
        <select
          value={String(kernel.index)}
          onChange={(event) => {
            const to = all.find(({ index }) => String(index) === event.currentTarget.value);
            if (to) go({ kernel: to.name, at: to.base }, { replace: true });
          }}
        >
          {all.slice(0, LISTED).map((one) => (
            <option key={one.index} value={String(one.index)}>
              {shown(one.label, 80)} {one.device === '' ? '' : `(${shown(one.device, 40)})`}
              {one.base === '' ? '' : ` in ${shown(one.base, 60)}`}: {one.code ? changesText(one.code) : ''}
            </option>
          ))}
        </select>
      </label>
      <Cards sides={sides} index={kernel.index} />
      <Aligned key={kernel.index} sides={sides} kernel={kernel} />
    </div>
  );
}

const none = () => '';

/** Kernels that can be selected here; the others are selected in the table. */
const LISTED = 1_000;

function Aligned({ sides, kernel }: { sides: Sides; kernel: Kernel }) {
  const counts = useAnswer('compareOperations', { ...sides, index: kernel.index });
  const [kept, setBeside] = useKept<boolean>('builds side by side');
  const beside = kept ?? matchMedia(WIDE).matches;
  const answer = useLatest(useAnswer('compareCode', { ...sides, index: kernel.index, beside }));
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting' || counts.state !== 'here') return <p class="loading">Aligning…</p>;
  if (!answer.value || !counts.value) return <p class="quiet">The code of this kernel cannot be compared.</p>;
  return <Listing key={kernel.index} code={answer.value} counts={counts.value} beside={beside} onBeside={setBeside} />;
}

/** A screen on which two columns of code are read. */
const WIDE = '(min-width: 1200px)';

type Counts = NonNullable<Result<'compareOperations'>>;

interface ListingProps {
  readonly code: CompareCodeView;
  readonly counts: Counts;
  readonly beside: boolean;
  onBeside(beside: boolean): void;
}

function Listing({ code, counts, beside, onBeside }: ListingProps) {
  const scrolled = useMemo(() => signal(0), []);
  const [line, setLine] = useState<number>();
  const [goto, setGoto] = useState<{ readonly line: number }>();
  const gutters = useMemo(() => ({ base: [offsets('base', code.base)], next: [offsets('new', code.next)] }), [code]);
  const both = useMemo(() => [...gutters.base, ...gutters.next], [gutters]);
  const note = useMemo(() => (at: number) => code.notes.get(at) ?? '', [code]);
  const step = (to: number | undefined) => {
    if (to === undefined) return;
    setGoto({ line: to });
    setLine(to);
  };
  usePress((key) => {
    if (key !== 'c' && key !== 'C') return false;
    step(stepFrom(code.changes, line ?? -1, key === 'c' ? 1 : -1));
    return true;
  });
  const strip = useMemo(() => [{ kind: 'spill' as const, runs: code.changes.map((at) => [at, at + 1] as const) }], [code]);
  const run = line === undefined ? -1 : code.changes.indexOf(line);
  return (
    <>
      <div class="compare-counts">
        <p>{countsText(code, counts)}</p>
        <Operations counts={counts} />
      </div>
      <div class="code-bar">
        <StepButtons title="Changes" unit="change" keys="c" lines={code.changes} line={line ?? -1} onGo={step} />
        <label>
          <input type="checkbox" checked={beside} onChange={() => onBeside(!beside)} /> side by side
        </label>
        <span role="status" class="quiet">
          {run < 0 ? '' : `change ${number(run + 1)} of ${number(code.changes.length)}`}
        </span>
      </div>
      {code.beside ? (
        <Split
          label="width of the base"
          first={
            <CodePane
              label="Base"
              text={code.text}
              gutters={gutters.base}
              words={code.words}
              widestWord="gone"
              note={none}
              scrolled={scrolled}
              onLine={setLine}
              {...(goto ? { goto } : {})}
            />
          }
          second={
            <CodePane
              label="New"
              text={code.beside.text}
              gutters={gutters.next}
              words={code.beside.words}
              widestWord="now"
              note={note}
              scrolled={scrolled}
              onLine={setLine}
              strip={strip}
              {...(goto ? { goto } : {})}
            />
          }
        />
      ) : (
        <CodePane
          label="Code of both builds"
          text={code.text}
          gutters={both}
          words={code.words}
          widestWord="gone"
          note={note}
          onLine={setLine}
          strip={strip}
          {...(goto ? { goto } : {})}
        />
      )}
      {code.left > 0 ? <p class="quiet">{count(code.left, 'more instruction')} are not shown.</p> : null}
    </>
  );
}

function countsText({ blocks }: CompareCodeView, counts: Counts): string {
  const instructions = `${number(counts.base_count)} → ${count(counts.new_count, 'instruction')}: ${number(counts.same)} the same`;
  const parts = `blocks: ${number(blocks.paired)} in both, ${number(blocks.new)} new, ${number(blocks.gone)} gone`;
  return `${instructions}, ${changesText(counts)}; ${parts}.`;
}

/** Operations that are listed; those that differ most come first. */
const OPERATIONS = 12;

function Operations({ counts: { operations } }: { counts: Counts }) {
  if (operations.length === 0) return null;
  return (
    <table class="operations">
      <caption class="unseen">Differences by operation</caption>
      <thead>
        <tr>
          <td />
          {operations.slice(0, OPERATIONS).map(({ operation }) => (
            <th key={operation} scope="col">
              <code>{shown(operation, 20)}</code>
            </th>
          ))}
          {operations.length > OPERATIONS ? <td class="quiet">and {number(operations.length - OPERATIONS)} more</td> : null}
        </tr>
      </thead>
      <tbody>
        {(['changed', 'new', 'gone'] as const).map((kind) => (
          <tr key={kind}>
            <th scope="row">{kind}</th>
            {operations.slice(0, OPERATIONS).map((row) => (
              <td key={row.operation} class={row[kind] === 0 ? 'quiet' : ''}>
                {row[kind] === 0 ? '·' : number(row[kind])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function offsets(name: string, all: Int32Array): CodeGutter {
  const digits = Math.max(4, all.reduce((most, offset) => Math.max(most, offset), 0).toString(16).length);
  const text = (line: number): string => {
    const offset = all[line] ?? -1;
    return offset < 0 ? '' : hexDigits(offset, digits);
  };
  return {
    name: `offset-${name}`,
    heading: name,
    about: `Offset in the ${name}, in hexadecimal`,
    text,
    widest: '0'.repeat(digits),
    title: () => `in the ${name}`,
  };
}
