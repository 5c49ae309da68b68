/** A table of any length: sorted, filtered, walked with the keyboard; only the rows in view are in the document. */
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { roving } from './roving.ts';
import { number, shown } from './shown.ts';
import { tip } from './tip.tsx';
import { useVirtual } from './virtual.ts';

export type Cell = string | number | null | undefined;

export interface TableColumn<R> {
  readonly key: string;
  readonly title: string;
  /** In brackets after the title, quiet. */
  readonly unit?: string;
  /** By which rows are sorted and filtered, and what is drawn unless {@link draw} says otherwise. */
  value(row: R): Cell;
  draw?(row: R): ComponentChildren;
  readonly align?: 'left' | 'right';
  /** The name under which `explain` knows it. */
  readonly explain?: string;
  /** A length, or `minmax(length, 1fr)`: rows do not know of each other, so no width may depend on what is in a cell. */
  readonly width?: string;
}

export interface Sort {
  readonly key: string;
  readonly down: boolean;
}

export interface TableProps<R> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  /** Text that rows must contain in one of their cells; without it there is no field for it. */
  readonly filter?: { readonly label: string; readonly text: string; onText(text: string): void };
  /** How the rows are sorted at first; without it in the order given. */
  readonly sort?: Sort;
  /** Enter or a click on a row. */
  onOpen?(row: R): void;
  /** The address of a row, for its first link. */
  rowClass?(row: R): string | undefined;
  /** Whether this is the row that the page is about. */
  isCurrent?(row: R): boolean;
  /** The pointer or the focus came to a row, or left it. */
  onPoint?(row: R | undefined): void;
  /** A row that comes into view when it changes. */
  readonly reveal?: R;
  /** Of the view, in rows; shorter tables take what they need. */
  readonly visibleRows?: number;
  readonly rowHeight?: number;
}

export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, filter, onOpen, onPoint, reveal, rowClass, isCurrent, visibleRows = 16, rowHeight = 28 } = props;
  const [sort, setSort] = useState(props.sort);
  const kept = useMemo(() => sorted(filtered(rows, columns, filter?.text ?? ''), columns, sort), [rows, columns, filter?.text, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const head = columns.some(({ unit }) => unit !== undefined) ? rowHeight + 22 : rowHeight + 4;
  const virtual = useVirtual(scroller, kept.length, rowHeight, head);
  // Row 0 is the heading.
  const [active, setActive] = useState({ row: 0, column: 0 });
  const focus = useRef(false);
  const at = { row: Math.min(active.row, kept.length), column: Math.min(active.column, columns.length - 1) };
  const move = (row: number, column: number) => {
    focus.current = true;
    if (row > 0) virtual.scrollTo(row - 1);
    setActive({ row, column });
  };
  useLayoutEffect(() => {
    if (!focus.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!cell) return;
    focus.current = false;
    cell.focus({ preventScroll: at.row === 0 });
  });
  useEffect(() => {
    const index = reveal === undefined ? -1 : kept.indexOf(reveal);
    if (index >= 0) virtual.scrollTo(index);
  }, [reveal]);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = roving(event, at.row, kept.length + 1, 'column', virtual.page);
    if (row !== undefined) return move(row, at.column);
    const column = roving(event, at.column, columns.length, 'row');
    if (column !== undefined) return move(at.row, column);
    const entry = kept[at.row - 1];
    if (event.key === 'Enter' && entry !== undefined && onOpen) {
      event.preventDefault();
      onOpen(entry);
    }
  };
  const tab = (row: number, column: number) => (row === at.row && column === at.column ? 0 : -1);
  const turn = (key: string) => setSort((old) => (old?.key !== key ? { key, down: false } : old.down ? undefined : { key, down: true }));
  // The active row stays in the document when it is scrolled out of view: the focus would be lost with it.
  const drawn = virtual.rows.some(({ index }) => index === at.row - 1)
    ? virtual.rows
    : [...virtual.rows, ...(at.row > 0 ? [{ index: at.row - 1, start: (at.row - 1) * rowHeight }] : [])];
  const tracks = columns.map(({ width, align }) => width ?? (align === 'right' ? '6.5rem' : 'minmax(7rem, 1fr)'));
  const narrowest = `calc(${tracks.map((track) => /^minmax\((.*),[^,]*\)$/.exec(track)?.[1] ?? track).join(' + ')})`;
  const height = Math.min(kept.length, visibleRows) * rowHeight + head + 2;
  return (
    <div class="table">
      {filter ? (
        <div class="toolbar">
          <input
            type="search"
            aria-label={filter.label}
            placeholder={filter.label}
            value={filter.text}
            onInput={(event) => filter.onText(event.currentTarget.value)}
          />
          <span class="quiet" role="status">
            {kept.length === rows.length ? number(rows.length) : `${number(kept.length)} of ${number(rows.length)}`}
          </span>
        </div>
      ) : null}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={kept.length + 1}
        aria-colcount={columns.length}
        ref={scroller}
        class="grid"
        style={{
          '--tracks': tracks.join(' '),
          '--narrowest': narrowest,
          '--row': `${rowHeight}px`,
          '--head': `${head}px`,
          height: `${height}px`,
        }}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" class="heading">
          <div role="row" aria-rowindex={1} class="row">
            {columns.map(({ key, title, unit, align, explain }, i) => (
              <div
                role="columnheader"
                key={key}
                aria-colindex={i + 1}
                aria-sort={sort?.key === key ? (sort.down ? 'descending' : 'ascending') : 'none'}
                class={align === 'right' ? 'right' : undefined}
              >
                <button
                  type="button"
                  tabIndex={tab(0, i)}
                  onClick={() => {
                    setActive({ row: 0, column: i });
                    turn(key);
                  }}
                  {...tip(explain)}
                >
                  {title}

                  <span class="arrow" aria-hidden="true">
                    {sort?.key === key ? (sort.down ? '▾' : '▴') : ''}
                  </span>
                  {unit === undefined ? null : <span class="unit quiet"> {unit}</span>}
                </button>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="body" style={{ height: `${virtual.height}px` }}>
          {drawn.map(({ index, start }) => {
            const row = kept[index];
            if (row === undefined) return null;
            return (
              <div
                role="row"
                key={index}
                aria-rowindex={index + 2}
                aria-selected={isCurrent?.(row) || undefined}
                class={`row ${onOpen ? 'opens' : ''} ${rowClass?.(row) ?? ''}`}
                style={{ transform: `translateY(${start}px)` }}
                onMouseEnter={onPoint && (() => onPoint(row))}
                onMouseLeave={onPoint && (() => onPoint(undefined))}
                onFocusIn={onPoint && (() => onPoint(row))}
                onFocusOut={onPoint && (() => onPoint(undefined))}
                onClick={() => {
                  if (getSelection()?.isCollapsed !== false) onOpen?.(row);
                }}
              >
                <Cells
                  row={row}
                  columns={columns}
                  active={index + 1 === at.row ? at.column : undefined}
                  choose={(column) => setActive({ row: index + 1, column })}
                />
              </div>
            );
          })}
        </div>
      </div>
      {kept.length === 0 ? <p class="quiet">{rows.length === 0 ? 'There are none.' : 'No row matches.'}</p> : null}
    </div>
  );
}

interface CellsProps<R> {
  readonly row: R;
  readonly columns: readonly TableColumn<R>[];
  /** The column of the cell that has the focus, or would get it. */
  readonly active: number | undefined;
  readonly choose: (column: number) => void;
}

/** The cells of one row, drawn again only when they change: while a list is scrolled, most rows stay. */
class Cells<R> extends Component<CellsProps<R>> {
  override shouldComponentUpdate({ row, columns, active }: CellsProps<R>): boolean {
    return row !== this.props.row || columns !== this.props.columns || active !== this.props.active;
  }

  override render({ row, columns, active }: CellsProps<R>) {
    return columns.map(({ key, value, draw, align }, i) => (
      <div
        role="gridcell"
        key={key}
        aria-colindex={i + 1}
        tabIndex={i === active ? 0 : -1}
        class={align === 'right' ? 'right' : undefined}
        onClick={() => this.props.choose(i)}
      >
        {draw ? draw(row) : cellText(value(row))}
      </div>
    ));
  }
}

function cellText(value: Cell): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? number(value) : shown(value);
}

function filtered<R>(rows: readonly R[], columns: readonly TableColumn<R>[], text: string): readonly R[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    columns.some(({ value }) =>
      String(value(row) ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  );
}

function sorted<R>(rows: readonly R[], columns: readonly TableColumn<R>[], sort: Sort | undefined): readonly R[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!column || !sort) return rows;
  const sign = sort.down ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      // What has no value comes last both ways.
      if (a.value === null || a.value === undefined) return b.value === null || b.value === undefined ? 0 : 1;
      if (b.value === null || b.value === undefined) return -1;
      if (a.value === b.value) return 0;
      return a.value < b.value ? -sign : sign;
    })
    .map(({ row }) => row);
}
