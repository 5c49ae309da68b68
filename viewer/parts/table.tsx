/** A table of any length with sorting, filtering and keyboard navigation; only the rows in view are in the document. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { columnWidths, filtered, nextSort, type Sort, sorted, type TableColumn } from './table-column.ts';
import { useActiveCell } from './table-focus.ts';
import { FilterField, type TableFilter, TableHeading } from './table-heading.tsx';
import { type RowActions, TableRow } from './table-row.tsx';
import { useVirtual, withActive } from './virtual.ts';

export type { TableColumn } from './table-column.ts';

export interface TableProps<R> extends RowActions<R> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  /** Text that rows must contain in one of their cells; without it there is no field for it. */
  readonly filter?: TableFilter;
  /** How the rows are sorted at first; without it in the order given. */
  readonly sort?: Sort;
  /** A row that comes into view when it changes. */
  readonly reveal?: R;
  /** Height of the view, in rows; shorter tables take what they need. */
  readonly visibleRows?: number;
  readonly rowHeight?: number;
}

export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, filter, onOpen, reveal, visibleRows = 16, rowHeight = 28 } = props;
  const [sort, setSort] = useState(props.sort);
  const kept = useMemo(() => sorted(filtered(rows, columns, filter?.text ?? ''), columns, sort), [rows, columns, filter?.text, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const head = columns.some(({ unit }) => unit !== undefined) ? rowHeight + 22 : rowHeight + 4;
  const virtual = useVirtual(scroller, kept.length, rowHeight, head);
  const { active, choose, onKeyDown } = useActiveCell(scroller, { row: kept.length, column: columns.length }, virtual);
  useEffect(() => {
    const index = reveal === undefined ? -1 : kept.indexOf(reveal);
    if (index >= 0) virtual.scrollTo(index);
  }, [reveal]);
  const onKey = (event: KeyboardEvent) => {
    if (onKeyDown(event)) return;
    const entry = kept[active.row - 1];
    if (event.key !== 'Enter' || entry === undefined || !onOpen) return;
    event.preventDefault();
    onOpen(entry);
  };
  const onPress = (column: number, key: string) => {
    choose({ row: 0, column });
    setSort((old) => nextSort(old, key));
  };
  const height = `${Math.min(kept.length, visibleRows) * rowHeight + head + 2}px`;
  return (
    <div class="table">
      {filter ? <FilterField filter={filter} kept={kept.length} all={rows.length} /> : null}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={kept.length + 1}
        aria-colcount={columns.length}
        ref={scroller}
        class="grid"
        style={{ ...columnWidths(columns), '--row': `${rowHeight}px`, '--head': `${head}px`, height }}
        onKeyDown={onKey}
      >
        <TableHeading columns={columns} sort={sort} active={active.row === 0 ? active.column : undefined} onPress={onPress} />
        <div role="rowgroup" class="body" style={{ height: `${virtual.height}px` }}>
          {withActive(virtual.rows, active.row - 1, rowHeight).map(({ index, start }) => {
            const row = kept[index];
            return row === undefined ? null : (
              <TableRow
                key={index}
                index={index}
                start={start}
                row={row}
                columns={columns}
                actions={props}
                active={index + 1 === active.row ? active.column : undefined}
                choose={(column) => choose({ row: index + 1, column })}
              />
            );
          })}
        </div>
      </div>
      {kept.length === 0 ? <p class="quiet">{rows.length === 0 ? 'There are none.' : 'No row matches.'}</p> : null}
    </div>
  );
}
