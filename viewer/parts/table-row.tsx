/** One row of a table. */
import { Component } from 'preact';
import { cellText, type TableColumn } from './table-column.ts';

/** What a table does with its rows, in addition to drawing their cells. */
export interface RowActions<R> {
  /** Enter or a click on a row. */
  onOpen?(row: R): void;
  rowClass?(row: R): string | undefined;
  /** Whether this is the current row of the page. */
  isCurrent?(row: R): boolean;
  /** The pointer or the focus came to a row, or left it. */
  onPoint?(row: R | undefined): void;
}

interface TableRowProps<R> extends CellsProps<R> {
  readonly index: number;
  /** Distance from the top, in pixels. */
  readonly start: number;
  readonly actions: RowActions<R>;
}

export function TableRow<R>({ index, start, actions, ...cells }: TableRowProps<R>) {
  const { row } = cells;
  const { onOpen, onPoint, rowClass, isCurrent } = actions;
  return (
    <div
      role="row"
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
      <Cells {...cells} />
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
