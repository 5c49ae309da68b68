/** The change of the metrics over all kernels: better and worse separately, and the statistics of the change. */
import { useState } from 'preact/hooks';
import { number } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import type { Result } from '../../worker/handlers.ts';
import { signed } from './signed.ts';
import { Statistics } from './statistics.tsx';

type Metric = Result<'compare'>['metrics'][number];
type Pair = Metric['total'];

const right = (key: string, title: string, value: (row: Metric) => number | null, draw?: (row: Metric) => string): TableColumn<Metric> => ({
  key,
  title,
  align: 'right',
  width: '5.6rem',
  value,
  ...(draw ? { draw } : {}),
});

const COLUMNS: readonly TableColumn<Metric>[] = [
  {
    key: 'title',
    title: 'measure',
    width: 'minmax(9rem, 1fr)',
    value: ({ title }) => title,
    draw: ({ title, unit, doc }) => (
      <span title={doc}>
        {title} <span class="quiet">{unit}</span>
      </span>
    ),
  },
  {
    key: 'verdict',
    title: 'verdict',
    width: '6rem',
    value: ({ verdict }) => verdict,
    draw: ({ verdict }) => (
      <span class={verdict === 'worse' ? 'bad' : verdict === 'better' ? 'good' : 'quiet'}>{verdictText(verdict)}</span>
    ),
  },
  right('worse', 'worse', ({ counts }) => counts.worse),
  right('better', 'better', ({ counts }) => counts.better),
  right('same', 'same', ({ counts }) => counts.same),
  right('base', 'total base', ({ total }) => total.base),
  right('new', 'total new', ({ total }) => total.new),
  right(
    'percent',
    '%',
    ({ total }) => part(total),
    ({ total }) => percent(total),
  ),
  right(
    'affected',
    'affected %',
    ({ affected }) => part(affected),
    ({ affected }) => percent(affected),
  ),
  {
    key: 'interval',
    title: 'mean change, 95 %',
    width: '18rem',
    align: 'right',
    value: ({ interval }) => interval?.absolute.mean ?? null,
    draw: ({ interval }) => (interval ? intervalText(interval) : 'fewer than ten kernels'),
  },
];

export function Measures({ metrics }: { metrics: readonly Metric[] }) {
  const changed = metrics.filter(({ verdict }) => verdict !== 'same');
  const same = metrics.filter(({ verdict, compared }) => verdict === 'same' && compared > 0);
  const unknown = metrics.filter((row) => row.unknown > 0);
  const [open, setOpen] = useState<string>();
  const opened = changed.find(({ metric }) => metric === open);
  return (
    <section aria-label="measures">
      {changed.length > 0 ? (
        <Table
          label="measures that changed"
          columns={changed.some(({ interval }) => interval) ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'interval')}
          rows={changed}
          rowHeight={24}
          visibleRows={12}
          onOpen={({ metric }) => setOpen(metric === open ? undefined : metric)}
          isCurrent={(row) => row === opened}
        />
      ) : null}
      {opened ? <Statistics metric={opened} /> : null}
      <p class="quiet compare-note">
        {same.length > 0 ? `Same: ${same.map(({ title }) => title).join(', ')}. ` : ''}
        {unknown.length > 0
          ? `Not compared where a file has no value: ${unknown.map((row) => `${row.title} (${number(row.unknown)})`).join(', ')}.`
          : ''}
      </p>
    </section>
  );
}

function verdictText(verdict: Metric['verdict']): string {
  return verdict === 'worse' ? '✗ worse' : verdict === 'better' ? '✓ better' : verdict;
}

function intervalText({ absolute, relative }: NonNullable<Metric['interval']>): string {
  const parts = relative ? ` (${signed(relative.low * 100, 1)} to ${signed(relative.high * 100, 1)} %)` : '';
  return `${signed(absolute.low, 2)} to ${signed(absolute.high, 2)}${parts}`;
}

const part = ({ base, new: next }: Pair): number | null => (base === 0 ? null : ((next - base) / base) * 100);
const percent = (pair: Pair): string => {
  const value = part(pair);
  return value === null ? '–' : signed(value, 1);
};
