/** A table of any length with sorting, filtering and keyboard navigation; only the rows in view are in the document. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { notice } from '../state.ts';
import { count } from './shown.ts';
import { columnWidths, filtered, nextSort, type Sort, sorted, type TableColumn } from './table-column.ts';
import { useActiveCell } from './table-focus.ts';
import { FilterField, TableHeading } from './table-heading.tsx';
import { useOrder } from './table-order.ts';
import { type RowActions, TableRow } from './table-row.tsx';
import { copyText, rowsAsCsv, rowsAsText, saveAs } from './take-out.ts';
import { Unprinted } from './unprinted.tsx';
import { useVirtual, withActive } from './virtual.ts';

export type { TableColumn } from './table-column.ts';

export interface TableProps<R> extends RowActions<R> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  /**
   * Label of a field for a text that rows must contain in one of their cells. A table that has it is the main one of its page: its text and
   * its order are in the address.
   */
  readonly filter?: string;
  /** Scrolls with the page, below its heading, instead of by itself. */
  readonly flows?: boolean;
  /** How the rows are sorted at first; without it in the order given. */
  readonly sort?: Sort;
  /** A row that comes into view when it changes. */
  readonly reveal?: R;
  /** Height of the view, in rows; shorter tables take what they need. */
  readonly visibleRows?: number;
  readonly rowHeight?: number;
}

export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, filter, flows = false, onOpen, reveal, visibleRows = 16, rowHeight = 28 } = props;
  const { text, sort, setText, setSort } = useOrder(filter !== undefined, props.sort);
  const kept = useMemo(() => sorted(filtered(rows, columns, text), columns, sort), [rows, columns, text, sort?.key, sort?.down]);
  const scroller = useRef<HTMLDivElement>(null);
  // Titles of two lines have space.
  const head = columns.some(({ unit }) => unit !== undefined) ? rowHeight + 22 : Math.max(rowHeight + 4, 32);
  const virtual = useVirtual(scroller, kept.length, rowHeight, { stickyTop: head, flows });
  const { active, choose, onKeyDown } = useActiveCell(scroller, { row: kept.length, column: columns.length }, virtual);
  useEffect(() => {
    const index = reveal === undefined ? -1 : kept.indexOf(reveal);
    if (index >= 0) virtual.scrollTo(index);
  }, [reveal]);
  const copy = () =>
    void copyText(rowsAsText(columns, kept)).then((isCopied) => {
      notice.value = isCopied ? `${count(kept.length, 'row')} copied` : 'The browser does not allow copying';
    });
  const onKey = (event: KeyboardEvent) => {
    // A selected text is copied as it is.
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && getSelection()?.isCollapsed !== false) return copy();
    if (onKeyDown(event)) return;
    const entry = kept[active.row - 1];
    if (event.key !== 'Enter' || entry === undefined || !onOpen) return;
    event.preventDefault();
    onOpen(entry);
  };
  const onPress = (index: number, column: TableColumn<R>) => {
    choose({ row: 0, column: index });
    setSort(nextSort(sort, column));
  };
  const height = flows ? 'auto' : `${Math.min(kept.length, visibleRows) * rowHeight + head + 2}px`;
  return (
    <div class="table">
      {filter === undefined ? null : (
        <FilterField
          label={filter}
          text={text}
          onText={setText}
          kept={kept.length}
          all={rows.length}
          onCopy={copy}
          onSave={() => saveAs(`${label.toLowerCase()}.csv`, rowsAsCsv(columns, kept), 'text/csv')}
        />
      )}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={kept.length + 1}
        aria-colcount={columns.length}
        ref={scroller}
        class={flows ? 'grid flows' : 'grid'}
        style={{ ...columnWidths(columns), '--row': `${rowHeight}px`, '--head': `${head}px`, '--view': height }}
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
      <Unprinted of={virtual} all={kept.length} unit="row" />
      {kept.length === 0 ? <p class="quiet">{rows.length === 0 ? 'There are none.' : 'No row matches.'}</p> : null}
    </div>
  );
}
