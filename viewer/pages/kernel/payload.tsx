/** The payload as a picture of registers, and its entries as a table: an entry under the pointer in one is marked in the other. */
import { useMemo, useState } from 'preact/hooks';
import { Savable } from '../../parts/savable.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { Tip } from '../../parts/tip.tsx';
import type { KernelView, PayloadRow } from '../../worker/kernel.ts';
import { PayloadPicture } from './picture.tsx';

export function PayloadTab({ view: { payload } }: { view: KernelView }) {
  const [pinned, setPinned] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const { entries, left, overlaps, implicit, roleTitles, noRegisters } = payload;
  const columns = useMemo(() => columnsOf(noRegisters === null), [noRegisters]);
  const rows = useMemo(() => inOrderOfSource(entries), [entries]);
  const marked = pointed ?? pinned;
  const pin = (entry: number) => setPinned((old) => (old === entry ? undefined : entry));
  if (entries.length === 0) return <p class="quiet">The kernel has no payload.</p>;
  const roles = (Object.keys(roleTitles) as (keyof typeof roleTitles)[]).filter((role) => entries.some((entry) => entry.role === role));
  return (
    <>
      {noRegisters === null ? null : <p class="note">{capital(noRegisters)}.</p>}
      <Savable name="payload">
        <PayloadPicture payload={payload} marked={marked} pinned={pinned} onPoint={setPointed} onPin={pin} />
        <ul class="legend" aria-label="Colours of the picture">
          {roles.map((role) => (
            <li key={role}>
              <span class={`swatch role-${role}`} aria-hidden="true" />
              {roleTitles[role]}
            </li>
          ))}
        </ul>
      </Savable>
      {overlaps.length === 0 ? null : (
        <p class="note warn">
          {count(overlaps.length, 'pair')} of entries overlap; the picture stacks them:{' '}
          {overlaps
            .slice(0, 8)
            .map(([a, b]) => `${a} and ${b}`)
            .join(', ')}
          {overlaps.length > 8 ? ', …' : ''}
        </p>
      )}
      <h2>Arguments</h2>
      <Table
        label="Entries of the payload"
        columns={columns}
        rows={rows}
        rowHeight={26}
        visibleRows={entries.length > 40 ? 20 : 40}
        isCurrent={(row) => row.entry === marked}
        onOpen={(row) => pin(row.entry)}
        onPoint={(row) => setPointed(row?.entry)}
        {...(pinned === undefined || entries[pinned] === undefined ? {} : { reveal: entries[pinned] })}
      />
      {left === 0 ? null : <p class="quiet">{count(left, 'more entry', 'more entries')} are not listed.</p>}
      {implicit.length === 0 ? null : (
        <>
          <h2>What the driver fills in</h2>
          <dl class="facts">
            {implicit.map(({ arg_type, doc }) => (
              <div key={arg_type}>
                <dt>
                  <Tip of={`argument_type/${arg_type}`}>{shown(arg_type)}</Tip>
                </dt>
                <dd>{doc}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

/** The index of the argument that an entry is or belongs to, which counts in the order of the source. */
const indexOf = ({ arg_index }: PayloadRow): number | null => (arg_index === null || arg_index < 0 ? null : arg_index);

/** What belongs to arguments first, by their index; then the others in the order of the payload. */
function inOrderOfSource(entries: readonly PayloadRow[]): readonly PayloadRow[] {
  const place = (row: PayloadRow) => indexOf(row) ?? Number.POSITIVE_INFINITY;
  return [...entries].sort((a, b) => (place(a) === place(b) ? a.entry - b.entry : place(a) - place(b)));
}

function columnsOf(registers: boolean): TableColumn<PayloadRow>[] {
  return [
    { key: 'arg_index', title: 'index', align: 'right', width: '4.5rem', value: indexOf, explain: 'payload_arguments/arg_index' },
    {
      key: 'name',
      title: 'what',
      value: (row) => row.name,
      width: 'minmax(13rem, 1.4fr)',
      draw: (row) => (
        <>
          <span class={`swatch role-${row.role}`} aria-hidden="true" />
          {shown(row.name, 80)}
        </>
      ),
    },
    {
      key: 'arg_type',
      title: 'arg_type',
      value: (row) => row.arg_type,
      explain: 'payload_arguments/arg_type',
      width: 'minmax(11rem, 1fr)',
    },
    ...(registers
      ? [
          {
            key: 'operand',
            title: 'register',
            value: (row: PayloadRow) => (row.register === null ? null : row.register * 4096 + (row.byte ?? 0)),
            draw: (row: PayloadRow) => <code>{row.operand ?? ''}</code>,
            width: '7rem',
          },
        ]
      : []),
    {
      key: 'offset',
      title: 'offset',
      unit: 'bytes',
      align: 'right',
      width: '7rem',
      value: (row) => row.offset,
      draw: (row) => (row.size === 0 ? '' : number(row.offset)),
      explain: 'payload_arguments/offset',
    },
    {
      key: 'size',
      title: 'size',
      unit: 'bytes',
      align: 'right',
      width: '6.5rem',
      value: (row) => row.size,
      explain: 'payload_arguments/size',
    },
    { key: 'delivery', title: 'delivery', value: (row) => row.delivery, width: '8rem' },
    { key: 'type', title: 'type', value: (row) => row.type, width: 'minmax(9rem, 0.8fr)' },
    { key: 'access', title: 'how', value: (row) => row.access, explain: 'payload_arguments/addrmode', width: 'minmax(12rem, 1fr)' },
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
