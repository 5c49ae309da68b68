import { usePages } from '../../pages.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { number, shown } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go } from '../../state.ts';
import type { DecidedImage } from '../../worker/rows.ts';

const amount = (
  key: string,
  title: string,
  unit: string,
  value: (row: DecidedImage) => number,
  width = '5.6rem',
): TableColumn<DecidedImage> => ({
  key,
  title,
  unit,
  align: 'right',
  width,
  value,
  draw: (row) => (value(row) === 0 ? <span class="quiet">-</span> : number(value(row))),
});

const COLUMNS: readonly TableColumn<DecidedImage>[] = [
  { key: 'at', title: 'address', value: ({ at }) => at, draw: ({ at }) => <Name of={at} most={120} />, width: 'minmax(6rem, 1fr)' },
  {
    key: 'verdict',
    title: 'verdict',
    value: ({ verdict }) => verdict,
    draw: ({ verdict, tone, unread }) => (
      <span class={tone} title={unread === undefined ? undefined : shown(unread, 1_000)}>
        {verdict}
      </span>
    ),
    width: '8rem',
  },
  {
    key: 'accepted_from',
    title: 'accepted from',
    value: ({ accepted_from }) => accepted_from,
    draw: ({ accepted_from }) => accepted_from ?? <span class="quiet">-</span>,
    width: '7.5rem',
  },
  { key: 'format', title: 'format', value: ({ format }) => format, width: '5.5rem' },
  {
    key: 'target',
    title: 'device',
    value: ({ target }) => target?.join(', '),
    draw: ({ target }) =>
      target ? (
        target.length === 0 ? (
          <span class="quiet">not named</span>
        ) : (
          <span title={shown(target.join(', '), 400)}>
            <Name of={target[0] ?? ''} most={60} />
          </span>
        )
      ) : null,
    width: 'minmax(6rem, 1fr)',
  },
  { key: 'kernels', title: 'kernels', value: ({ kernels }) => kernels, align: 'right', width: '5rem' },
  amount('spill', 'worst spill', 'bytes/thread', ({ spill }) => spill, '7rem'),
  amount('code', 'code', 'bytes', ({ code }) => code),
  amount('ir', 'IR', 'bytes', ({ ir }) => ir),
  amount('debug', 'debug', 'bytes', ({ debug }) => debug),
  { key: 'size', title: 'size', unit: 'bytes', value: ({ size }) => size, align: 'right', width: '6rem' },
  {
    key: 'errors',
    title: 'errors',
    value: ({ errors }) => errors,
    draw: ({ errors = 0 }) => (errors > 0 ? <span class="bad">{errors}</span> : <span class="quiet">-</span>),
    align: 'right',
    width: '4.5rem',
  },
  {
    key: 'warnings',
    title: 'warnings',
    value: ({ warnings }) => warnings,
    draw: ({ warnings = 0 }) => (warnings > 0 ? <span class="warn">{warnings}</span> : <span class="quiet">-</span>),
    align: 'right',
    width: '5.5rem',
  },
];

/** The images of a container, each with what the newest driver decides and what it costs; a row leads to the image. */
export function Images({ id }: { id: number }) {
  const { rows, refusal } = usePages('images', { file: id });
  if (refusal) return <RefusalNote refusal={refusal} />;
  return (
    <Table label="Images" columns={COLUMNS} rows={rows} filter="Filter images" flows onOpen={({ at }) => go({ at, tab: undefined })} />
  );
}
