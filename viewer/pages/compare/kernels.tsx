/** The kernels that changed, the largest changes first, and the differences of the selected one. */
import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { longer, number, shown } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go, link, route } from '../../state.ts';
import type { SideRef } from '../../worker/compare.ts';
import type { Result } from '../../worker/handlers.ts';
import { changesText, chosenKernel, type ChangedKernel as Kernel, type Sides } from './changed.ts';
import { Differences } from './differences.tsx';
import { placeOf } from './sides.ts';
import { signed } from './signed.ts';

type Metric = Result<'compare'>['metrics'][number];

export function ChangedKernels({ sides, metrics }: { sides: Sides; metrics: readonly Metric[] }) {
  const [threshold, setThreshold] = useState('');
  const { rows, total, refusal } = usePages('compareKernels', { ...sides, threshold });
  const [last, setLast] = useState(rows);
  // The list stays while the typed threshold is not yet valid.
  if (!refusal && total !== undefined && rows !== last) setLast(rows);
  const placed = last.some(({ base, next }) => base !== '' || next !== '');
  const columns = useMemo(() => columnsOf(metrics, placed), [metrics, placed]);
  const { kernel, at } = route.value;
  const current = chosenKernel(last, kernel, at);
  return (
    <Split
      label="width of the kernels"
      start={62}
      first={
        <div class="compare-kernels">
          <label class="threshold">
            by more than{' '}
            <input
              class="mono"
              size={12}
              placeholder="64 or 2%"
              value={threshold}
              aria-invalid={refusal !== undefined}
              onInput={(event) => setThreshold(event.currentTarget.value)}
            />{' '}
            <span class={refusal ? 'bad' : 'quiet'} role="status">
              {refusal ? refusal.message : total === undefined ? '' : `${number(total)} changed`}
            </span>
          </label>
          <Table
            label="changed kernels"
            columns={columns}
            rows={last}
            rowHeight={24}
            visibleRows={18}
            filter="Filter by name, device or place"
            onOpen={({ name, base }) => go({ kernel: name, at: base }, { replace: true })}
            isCurrent={(row) => row === current}
          />
        </div>
      }
      second={
        current ? (
          <Detail key={current.index} sides={sides} kernel={current} />
        ) : (
          <p class="quiet compare-note">Select a kernel to see its differences.</p>
        )
      }
    />
  );
}

const PLACE: TableColumn<Kernel> = {
  key: 'place',
  title: 'in',
  width: 'minmax(7rem, 1fr)',
  value: ({ base, next }) => (base === next ? base : `${base} → ${next}`),
};

/** @param placed whether a side has more than one image, so that the place of a kernel says something */
function columnsOf(metrics: readonly Metric[], placed: boolean): readonly TableColumn<Kernel>[] {
  const changed = metrics.filter(({ verdict }) => verdict !== 'same');
  return [
    {
      key: 'label',
      title: 'kernel',
      width: 'minmax(11rem, 2fr)',
      value: ({ label }) => label,
      draw: ({ label, name }) => (
        <span class="name" title={longer(name, 0) ?? name}>
          {shown(label, 120)}
        </span>
      ),
    },
    { key: 'device', title: 'device', width: '6.5rem', value: ({ device }) => device },
    ...changed.map(
      ({ metric, title }): TableColumn<Kernel> => ({
        key: metric,
        title,
        align: 'right',
        width: '10.5rem',
        value: (row) => changeOf(row, metric),
        draw: (row) => <Change change={row.metrics.find((one) => one.metric === metric)} />,
      }),
    ),
    { key: 'differences', title: 'differences', align: 'right', width: '6rem', value: ({ differences }) => differences },
    ...(placed ? [PLACE] : []),
  ];
}

function changeOf({ metrics }: Kernel, metric: string): number | null {
  const change = metrics.find((one) => one.metric === metric);
  return change ? change.new - change.base : null;
}

/** Before and after, with the verdict as sign, word and colour. */
function Change({ change }: { change: Kernel['metrics'][number] | undefined }) {
  if (!change) return <span class="quiet">·</span>;
  const { base, new: next, change: direction } = change;
  return (
    <>
      <span class="quiet">{`${number(base)} → `}</span>
      {number(next)}{' '}
      <span class={direction === 'worse' ? 'bad' : 'good'} title={direction}>
        {signed(next - base)}{' '}
        <span role="img" aria-label={direction}>
          {direction === 'worse' ? '✗' : '✓'}
        </span>
      </span>
    </>
  );
}

function Detail({ sides, kernel }: { sides: Sides; kernel: Kernel }) {
  const { index, name, newName, label, base, next } = kernel;
  const answer = useAnswer('compareDifferences', { ...sides, index });
  return (
    <section class="compare-detail" aria-label="differences">
      <h2 class="name">{shown(label)}</h2>
      <p class="quiet">
        the kernel in the <SideLink title="base" side={sides.base} place={base} kernel={name} />, in the{' '}
        <SideLink title="new" side={sides.next} place={next} kernel={newName} />
      </p>
      {kernel.code ? (
        <p>
          <button type="button" onClick={() => go({ kernel: name, at: base, tab: 'code' })}>
            Code: {changesText(kernel.code)}
          </button>
        </p>
      ) : null}
      {answer.state === 'refused' ? <RefusalNote refusal={answer.refusal} /> : null}
      {answer.state === 'here' ? <Differences {...answer.value} /> : null}
    </section>
  );
}

function SideLink({ title, side, place, kernel }: { title: string; side: SideRef; place: string; kernel: string }) {
  const target = placeOf(side, place);
  if (!target) return <>{title}</>;
  return (
    <a href={link({ view: 'kernel', ...target, kernel })} title={shown(place === '' ? target.file : place)}>
      {title}
    </a>
  );
}
