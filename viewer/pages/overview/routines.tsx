import type { Asked } from '../../client.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import type { Result } from '../../worker/handlers.ts';

type Routine = NonNullable<Result<'routines'>>['rows'][number];

const COLUMNS: readonly TableColumn<Routine>[] = [
  {
    key: 'name',
    title: 'routine',
    value: ({ name }) => name,
    draw: ({ name }) => <Name of={name} most={160} />,
    width: 'minmax(12rem, 1fr)',
  },
  { key: 'kind', title: 'kind', value: ({ kind }) => kind, width: '6rem' },
  { key: 'simd', title: 'SIMD', unit: 'lanes', value: ({ simd_size }) => simd_size, align: 'right', width: '6rem' },
  { key: 'slm', title: 'SLM', unit: 'bytes', value: ({ slm_size }) => slm_size, align: 'right', width: '6rem' },
  { key: 'inputs', title: 'inputs', value: ({ inputs }) => inputs, align: 'right', width: '5.5rem' },
  { key: 'variables', title: 'variables', value: ({ variables }) => variables, align: 'right', width: '6.5rem' },
  { key: 'instructions', title: 'instructions', value: ({ instructions }) => instructions, align: 'right', width: '7.5rem' },
  {
    key: 'mix',
    title: 'most frequent',
    value: ({ mix }) => mix.map(({ mnemonic, count }) => `${mnemonic} ${count}`).join(', '),
    draw: ({ mix }) => <Name of={mix.map(({ mnemonic, count }) => `${mnemonic} ${count}`).join(', ')} most={120} />,
    width: 'minmax(14rem, 1fr)',
  },
];

/** The kernels and functions of a vISA object or text. */
export function Routines({ answer }: { answer: Asked<Result<'routines'>> }) {
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state !== 'here' || !answer.value) return <p class="loading">…</p>;
  const { rows, version, total } = answer.value;
  return (
    <>
      <p>vISA {version}</p>
      <Table label="Routines" columns={COLUMNS} rows={rows} filter="Filter routines" flows />
      {total > rows.length ? <p class="quiet">The first {rows.length} are listed.</p> : null}
    </>
  );
}
