/** Which device gets which kernel: its own code, that of a compatible device, or intermediate code. */
import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import type { Result } from '../../worker/handlers.ts';

type Row = Result<'coverage'>['rows'][number];

const TONES: { readonly [how: string]: string } = { native: 'good', fallback: 'warn', IR: 'quiet', '': 'bad' };

export function Coverage({ id }: { id: number }) {
  const { rows, refusal } = usePages('coverage', { file: id });
  const head = useAnswer('coverage', { file: id });
  const columns = useMemo(() => (head.state === 'here' ? columnsOf(head.value.devices) : []), [head]);
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (head.state !== 'here') return <p class="loading">…</p>;
  const { devices, left, others } = head.value;
  return (
    <>
      <p class="quiet">
        {count(devices.length, 'device')} with native code{left > 0 ? `, and ${count(left, 'more')} that are not shown` : ''}. Other devices
        {others ? ' get intermediate code of every kernel.' : ' do not get every kernel.'}
      </p>
      <Table label="Coverage" columns={columns} rows={rows} filter="Filter kernels" flows />
    </>
  );
}

function columnsOf(devices: Result<'coverage'>['devices']): readonly TableColumn<Row>[] {
  return [
    {
      key: 'kernel',
      title: 'kernel',
      width: 'minmax(14rem, 1fr)',
      value: ({ label }) => label,
      draw: ({ label }) => <Name of={label} most={160} />,
    },
    ...devices.map(
      ({ ip, name }, i): TableColumn<Row> => ({
        key: ip,
        title: name,
        unit: ip,
        width: '7rem',
        value: ({ how }) => how[i] || 'missing',
        draw: ({ how }) => <span class={TONES[how[i] ?? '']}>{how[i] || 'missing'}</span>,
      }),
    ),
  ];
}
