/** The lists of a kernel's entry and of its code, as the file has them. */
import { useMemo } from 'preact/hooks';
import { count, shown } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import type { KernelView, PartRows } from '../../worker/kernel.ts';

type Row = PartRows['rows'][number];

export function ListsTab({ view: { lists } }: { view: KernelView }) {
  if (lists.length === 0) return <p class="quiet">The kernel has no tables.</p>;
  return (
    <>
      {lists.map((list) => (
        <List key={list.title} list={list} />
      ))}
    </>
  );
}

function List({ list }: { list: PartRows }) {
  const { title, rows, left } = list;
  const columns = useMemo(() => columnsOf(list), [list]);
  const [, name = title, note = ''] = /^(.*?) \((.*)\)$/.exec(title) ?? [];
  return (
    <section>
      <h2>
        {name.charAt(0).toUpperCase() + name.slice(1)} {note === '' ? null : <span class="quiet">{note}</span>}
      </h2>
      <Table label={name} columns={columns} rows={rows} rowHeight={26} visibleRows={12} />
      {left === 0 ? null : <p class="quiet">{count(left, 'more entry', 'more entries')} are not listed.</p>}
    </section>
  );
}

function columnsOf({ keys, numeric, record, rows }: PartRows): TableColumn<Row>[] {
  return keys.map((key, i): TableColumn<Row> => {
    const right = numeric.includes(key);
    // In a list of relocations only the type has a table after it.
    const explain = record === undefined || record === 'r_type' ? undefined : `${record}/${key}`;
    return {
      key,
      title: key,
      align: right ? 'right' : 'left',
      value: (row) => cell(row[key]),
      draw: (row) => (right ? String(row[key] ?? '') : shown(String(cell(row[key]) ?? ''), 160)),
      width: i === keys.length - 1 && !right ? `minmax(${widest(key, rows)}, 1fr)` : widest(key, rows),
      ...(explain === undefined ? {} : { explain }),
    };
  });
}

/** As wide as the longest text, up to a line of it. */
function widest(key: string, rows: readonly Row[]): string {
  const longest = rows.reduce((most, row) => Math.max(most, String(cell(row[key]) ?? '').length), key.length + 2);
  return `${Math.min(longest, 60) + 4}ch`;
}

function cell(value: Row[string] | undefined): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
