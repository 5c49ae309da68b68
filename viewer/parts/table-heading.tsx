/** What is above the rows of a table: the field that filters them, and the titles, which sort them. */
import { number } from './shown.ts';
import type { Sort, TableColumn } from './table-column.ts';
import { tip } from './tip.tsx';

export interface TableFilter {
  readonly label: string;
  readonly text: string;
  onText(text: string): void;
}

export function FilterField({ filter, kept, all }: { readonly filter: TableFilter; readonly kept: number; readonly all: number }) {
  return (
    <div class="toolbar">
      <input
        type="search"
        aria-label={filter.label}
        placeholder={filter.label}
        value={filter.text}
        onInput={(event) => filter.onText(event.currentTarget.value)}
      />
      <span class="quiet" role="status">
        {kept === all ? number(all) : `${number(kept)} of ${number(all)}`}
      </span>
    </div>
  );
}

interface HeadingProps<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly sort: Sort | undefined;
  /** The column of the title that has the focus, or would get it. */
  readonly active: number | undefined;
  onPress(column: number, key: string): void;
}

export function TableHeading<R>({ columns, sort, active, onPress }: HeadingProps<R>) {
  return (
    <div role="rowgroup" class="heading">
      <div role="row" aria-rowindex={1} class="row">
        {columns.map(({ key, title, unit, align, explain }, i) => {
          const order = sort?.key === key ? (sort.down ? 'descending' : 'ascending') : 'none';
          return (
            <div role="columnheader" key={key} aria-colindex={i + 1} aria-sort={order} class={align === 'right' ? 'right' : undefined}>
              <button type="button" tabIndex={i === active ? 0 : -1} onClick={() => onPress(i, key)} {...tip(explain)}>
                {title}

                <span class="arrow" aria-hidden="true">
                  {{ none: '', ascending: '▴', descending: '▾' }[order]}
                </span>
                {unit === undefined ? null : <span class="unit quiet"> {unit}</span>}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
