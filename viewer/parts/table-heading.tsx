/** What is above the rows of a table: the field that filters them, and the titles, which sort them. */
import { number } from './shown.ts';
import type { Sort, TableColumn } from './table-column.ts';
import { tip } from './tip.tsx';

interface FilterProps {
  readonly label: string;
  readonly text: string;
  /** @param isFinal whether the field is left with it */
  onText(text: string, isFinal: boolean): void;
  readonly kept: number;
  readonly all: number;
  /** Takes the rows out of the page. */
  onCopy(): void;
  onSave(): void;
}

export function FilterField({ label, text, onText, kept, all, onCopy, onSave }: FilterProps) {
  return (
    <div class="toolbar">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => onText(event.currentTarget.value, false)}
        onChange={(event) => onText(event.currentTarget.value, true)}
      />
      <span class="quiet" role="status">
        {kept === all ? number(all) : `${number(kept)} of ${number(all)}`}
      </span>
      <span class="take-out">
        <button type="button" onClick={onCopy} title="copy these rows, tab-separated">
          Copy
        </button>
        <button type="button" onClick={onSave} title="save these rows as a CSV file">
          Save as CSV
        </button>
      </span>
    </div>
  );
}

interface HeadingProps<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly sort: Sort | undefined;
  /** The column of the title that has the focus, or would get it. */
  readonly active: number | undefined;
  onPress(index: number, column: TableColumn<R>): void;
}

export function TableHeading<R>({ columns, sort, active, onPress }: HeadingProps<R>) {
  return (
    <div role="rowgroup" class="heading">
      <div role="row" aria-rowindex={1} class="row">
        {columns.map((column, i) => {
          const { key, title, unit, align, explain } = column;
          const order = sort?.key === key ? (sort.down ? 'descending' : 'ascending') : 'none';
          return (
            <div role="columnheader" key={key} aria-colindex={i + 1} aria-sort={order} class={align === 'right' ? 'right' : undefined}>
              <button type="button" tabIndex={i === active ? 0 : -1} onClick={() => onPress(i, column)} {...tip(explain)}>
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
