import type { Pages } from '../../pages.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import type { PropertyRow } from '../../worker/rows.ts';

const COLUMNS: readonly TableColumn<PropertyRow>[] = [
  {
    key: 'set',
    title: 'set',
    value: ({ set }) => set,
    draw: ({ set }) => <Name of={set} most={80} />,
    width: '15rem',
  },
  { key: 'key', title: 'key', value: ({ key }) => key, draw: ({ key }) => <Name of={key} most={160} />, width: 'minmax(14rem, 1fr)' },
  { key: 'type', title: 'type', value: ({ type }) => type, width: '7rem' },
  {
    key: 'meaning',
    title: 'what it says',
    value: ({ meaning }) => meaning,
    draw: ({ meaning }) => <Name of={meaning} />,
    width: 'minmax(16rem, 2fr)',
  },
];

const PLACE: TableColumn<PropertyRow> = {
  key: 'at',
  title: 'of',
  value: ({ at }) => at,
  draw: ({ at }) => <Name of={at} most={60} />,
  width: '10rem',
};

/** Property sets: of a property file, or what a container keeps for its images. */
export function Properties({ pages: { rows, refusal } }: { pages: Pages<PropertyRow> }) {
  if (refusal) return <RefusalNote refusal={refusal} />;
  const columns = rows.some(({ at }) => at !== '') ? [PLACE, ...COLUMNS] : COLUMNS;
  return <Table label="Properties" columns={columns} rows={rows} filter="Filter properties" flows />;
}
