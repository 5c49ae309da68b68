/** Two builds of the same kernels: what changed, largest changes first. */
import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count, number, shown, size } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { files, go, type OpenFile, route } from '../../state.ts';
import type { SideRef } from '../../worker/compare.ts';
import type { Result } from '../../worker/handlers.ts';
import type { Sides } from './changed.ts';
import { ComparedCode } from './code.tsx';
import { Differences } from './differences.tsx';
import { ChangedKernels } from './kernels.tsx';
import { Measures } from './measures.tsx';
import { sidesOf } from './sides.ts';
import { signed } from './signed.ts';

export function ComparePage({ file }: { file: OpenFile }) {
  const all = useMemo(sidesOf, [files.value]);
  const name = file.folder ?? file.name;
  const base = all.find(({ path }) => path === name) ?? all[0];
  const next = all.find(({ path }) => path === route.value.other) ?? all.find((side) => side !== base);
  if (!base || !next) {
    return (
      <section class="page">
        <h1>Compare</h1>
        <p>Drop a second file to compare it with {shown(name, 80)}: another build of the same kernels, or a folder of them.</p>
      </section>
    );
  }
  const choose = (from: SideRef, to: SideRef) => {
    const first = files.value.find(({ id }) => id === from.files[0]?.file);
    go({ file: first?.name ?? name, other: to.path, at: '', kernel: undefined });
  };
  return (
    <section class="page compare-page" aria-label="compare">
      <div class="choosers">
        <h1>Compare</h1>
        <Chooser label="base" sides={all} chosen={base} onChoose={(side) => choose(side, side === next ? base : next)} />
        <button type="button" aria-label="swap base and new" title="swap" onClick={() => choose(next, base)}>
          ⇄
        </button>
        <Chooser label="new" sides={all} chosen={next} onChoose={(side) => choose(side === base ? next : base, side)} />
      </div>
      <Compared key={JSON.stringify([base, next])} sides={{ file: base.files[0]?.file ?? file.id, base, next }} />
    </section>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly sides: readonly SideRef[];
  readonly chosen: SideRef;
  onChoose(side: SideRef): void;
}

function Chooser({ label, sides, chosen, onChoose }: ChooserProps) {
  return (
    <label>
      {label}{' '}
      <select
        value={chosen.path}
        onChange={(event) => {
          const side = sides.find(({ path }) => path === event.currentTarget.value);
          if (side) onChoose(side);
        }}
      >
        {sides.map(({ path, files: sideFiles }) => (
          <option key={path} value={path}>
            {shown(path, 80)}
            {sideFiles.length > 1 ? ` (${count(sideFiles.length, 'file')})` : ''}
          </option>
        ))}
      </select>
    </label>
  );
}

type TabKey = 'kernels' | 'code' | 'images' | 'base' | 'new' | 'sizes';

function Compared({ sides }: { sides: Sides }) {
  const answer = useAnswer('compare', sides);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} what="the comparison" />;
  if (answer.state === 'waiting') return <p class="loading">Comparing…</p>;
  const { base, new: next, other_devices, same, changed, unchanged, imagesChanged, onlyBase, onlyNew, matched, metrics } = answer.value;
  const tabs: readonly { readonly key: TabKey; readonly title: string; readonly count?: number }[] = [
    { key: 'kernels', title: 'Changed kernels', count: changed },
    { key: 'code', title: 'Code' },
    { key: 'images', title: 'Changed images', count: imagesChanged },
    { key: 'base', title: 'Only in the base', count: onlyBase },
    { key: 'new', title: 'Only in the new', count: onlyNew },
    { key: 'sizes', title: 'Sizes' },
  ];
  const chosen = tabs.find(({ key }) => key === route.value.tab)?.key ?? (changed === 1 ? 'code' : 'kernels');
  return (
    <>
      <p class="summary">
        {base.images === 0 || next.images === 0 ? (
          <strong class="bad">There is no zebin in the {base.images === 0 ? 'base' : 'new'}, and only zebins can be compared. </strong>
        ) : (
          <strong>
            {same
              ? `No difference in ${count(unchanged, 'kernel')}. `
              : `${count(changed, 'kernel')} changed, ${number(unchanged)} unchanged. `}
          </strong>
        )}
        <span class="quiet">
          {other_devices ? 'For different devices. ' : ''}Base: {sideText(base)}. New: {sideText(next)}.
        </span>
      </p>
      {matched === 0 && base.kernels > 0 && next.kernels > 0 ? <NothingInCommon sides={sides} /> : null}
      {chosen === 'code' ? null : <Measures metrics={metrics} />}
      <Tabs label="differences" tabs={tabs} chosen={chosen} onChoose={(key) => go({ tab: key })}>
        {chosen === 'kernels' ? <ChangedKernels sides={sides} metrics={metrics} /> : null}
        {chosen === 'code' ? <ComparedCode sides={sides} /> : null}
        {chosen === 'images' ? <ChangedImages sides={sides} /> : null}
        {chosen === 'base' ? <Only sides={sides} side="base" /> : null}
        {chosen === 'new' ? <Only sides={sides} side="next" /> : null}
        {chosen === 'sizes' ? <Sizes sides={sides} /> : null}
      </Tabs>
    </>
  );
}

/** Other pairs of what is open, as many as are offered. */
const PAIRS = 6;

function NothingInCommon({ sides }: { sides: Sides }) {
  const all = sidesOf();
  const pairs = all.flatMap((base, i) => all.slice(i + 1).map((next) => ({ base, next })));
  const others = pairs.filter(({ base, next }) => base.path !== sides.base.path || next.path !== sides.next.path);
  return (
    <section aria-label="nothing in common">
      <p>
        <strong>The two have no kernel in common:</strong> no kernel of the base has the name of one of the new, for the same device.
      </p>
      {others.length === 0 ? null : (
        <p>
          Other pairs:{' '}
          {others.slice(0, PAIRS).map(({ base, next }) => (
            <button
              type="button"
              key={`${base.path} ${next.path}`}
              onClick={() => {
                const first = files.value.find(({ id }) => id === base.files[0]?.file);
                if (first) go({ file: first.name, other: next.path, at: '', kernel: undefined });
              }}
            >
              {shown(base.path, 60)} → {shown(next.path, 60)}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

function sideText({ images, others, kernels }: Result<'compare'>['base']): string {
  const rest = others === 0 ? '' : `; ${count(others, 'image of another kind', 'images of other kinds')} not compared`;
  return `${count(images, 'image')}, ${count(kernels, 'kernel')}${rest}`;
}

function ChangedImages({ sides }: { sides: Sides }) {
  const answer = useAnswer('compareImages', sides);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  const { rows, total } = answer.value;
  const shownRows = rows.slice(0, IMAGES);
  return (
    <div class="compare-images">
      {shownRows.map(({ base, next, device, ...comparison }) => (
        <section key={base} class="compare-detail">
          <h2>
            {shown(device === '' ? 'no device named' : device)}{' '}
            <span class="quiet mono">{shown(base === next ? base : `${base} → ${next}`)}</span>
          </h2>
          <Differences {...comparison} />
        </section>
      ))}
      {total === 0 ? <p class="quiet">Apart from kernels, no image differs.</p> : null}
      {total > shownRows.length ? <p class="quiet">and {number(total - shownRows.length)} more: see `zebin diff`</p> : null}
    </div>
  );
}

/** Images whose differences are drawn: they are read one after another. */
const IMAGES = 50;

type OnlyRow = Result<'compareOnly'>['rows'][number];

const ONLY: readonly TableColumn<OnlyRow>[] = [
  { key: 'kind', title: 'what', width: '5rem', value: ({ kind }) => kind },
  { key: 'label', title: 'name', width: 'minmax(14rem, 2fr)', value: ({ label }) => label },
  { key: 'device', title: 'device', width: '8rem', value: ({ device }) => device },
  { key: 'place', title: 'in', width: 'minmax(8rem, 1fr)', value: ({ place }) => place },
];

function Only({ sides, side }: { sides: Sides; side: 'base' | 'next' }) {
  const { rows, total, refusal } = usePages('compareOnly', { ...sides, side });
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (total === 0) return <p class="quiet">Nothing.</p>;
  return (
    <Table label={side === 'base' ? 'only in the base' : 'only in the new'} columns={ONLY} rows={rows} rowHeight={24} visibleRows={18} />
  );
}

type SizeRow = Result<'compareSizes'>[number];

const SIZES: readonly TableColumn<SizeRow>[] = [
  { key: 'name', title: 'sections', width: 'minmax(12rem, 20rem)', value: ({ name }) => name },
  { key: 'base', title: 'base', unit: 'bytes', align: 'right', width: '9rem', value: ({ base }) => base },
  { key: 'new', title: 'new', unit: 'bytes', align: 'right', width: '9rem', value: (row) => row.new },
  {
    key: 'change',
    title: 'change',
    unit: 'bytes',
    align: 'right',
    width: '9rem',
    value: ({ base, new: next }) => next - base,
    draw: ({ base, new: next }) => <span class={next > base ? 'bad' : next < base ? 'good' : 'quiet'}>{signed(next - base)}</span>,
  },
];

function Sizes({ sides }: { sides: Sides }) {
  const answer = useAnswer('compareSizes', sides);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  const total = (key: 'base' | 'new') => answer.value.reduce((sum, row) => sum + row[key], 0);
  return (
    <>
      <p>
        {size(total('base'))} → {size(total('new'))} <span class="quiet">({signed(total('new') - total('base'))} bytes)</span>
      </p>
      <Table label="sizes by section" columns={SIZES} rows={answer.value} rowHeight={24} visibleRows={18} />
    </>
  );
}
