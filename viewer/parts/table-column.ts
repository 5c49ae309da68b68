/** The columns of a table, and the text and order of rows that follow from them. */
import type { ComponentChildren } from 'preact';
import { number, shown } from './shown.ts';

export type Cell = string | number | null | undefined;

export interface TableColumn<R> {
  readonly key: string;
  readonly title: string;
  /** After the title, quiet. */
  readonly unit?: string;
  /** The value by which rows are sorted and filtered, and which is drawn unless {@link draw} is given. */
  value(row: R): Cell;
  draw?(row: R): ComponentChildren;
  /** Rows are sorted by this before the value: a kernel that may spill 4096 bytes comes after one that does spill 64. */
  rank?(row: R): number;
  readonly align?: 'left' | 'right';
  /** The name under which `explain` knows it. */
  readonly explain?: string;
  /** A length, or `minmax(length, 1fr)`: rows are laid out independently, so no width may depend on the content of a cell. */
  readonly width?: string;
}

export interface Sort {
  readonly key: string;
  readonly down: boolean;
}

/** The next order when the heading of a column is pressed: of amounts the largest first, of names A first; then the other way; then as given. */
export function nextSort<R>(sort: Sort | undefined, { key, align }: TableColumn<R>): Sort | undefined {
  const first = align === 'right';
  if (sort?.key !== key) return { key, down: first };
  return sort.down === first ? { key, down: !first } : undefined;
}

/** An order in the address of the page: `spill_size`, or `-spill_size` for the largest first. */
export function printSort(sort: Sort | undefined): string | undefined {
  return sort && `${sort.down ? '-' : ''}${sort.key}`;
}

export function parseSort(text: string | undefined): Sort | undefined {
  return text === undefined ? undefined : { key: text.replace(/^-/, ''), down: text.startsWith('-') };
}

export function cellText(value: Cell): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? number(value) : shown(value);
}

/** Widths of the columns in CSS: the widths themselves, and the sum of their minimums. */
export function columnWidths<R>(columns: readonly TableColumn<R>[]) {
  const tracks = columns.map(({ width, align }) => width ?? (align === 'right' ? '6.5rem' : 'minmax(7rem, 1fr)'));
  const least = tracks.map((track) => /^minmax\((.*),[^,]*\)$/.exec(track)?.[1] ?? track);
  return { '--tracks': tracks.join(' '), '--narrowest': `calc(${least.join(' + ')})` };
}

/** The rows with a text in one of their cells, whatever its case. */
export function filtered<R>(rows: readonly R[], columns: readonly TableColumn<R>[], text: string): readonly R[] {
  const query = text.trim().toLowerCase();
  if (query === '') return rows;
  return rows.filter((row) =>
    columns.some(({ value }) =>
      String(value(row) ?? '')
        .toLowerCase()
        .includes(query),
    ),
  );
}

export function sorted<R>(rows: readonly R[], columns: readonly TableColumn<R>[], sort: Sort | undefined): readonly R[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!column || !sort) return rows;
  const sign = sort.down ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row), rank: column.rank?.(row) ?? 0 }))
    .sort((a, b) => {
      // Rows without a value come last in both orders.
      if (a.value === null || a.value === undefined) return b.value === null || b.value === undefined ? 0 : 1;
      if (b.value === null || b.value === undefined) return -1;
      if (a.rank !== b.rank) return a.rank < b.rank ? -sign : sign;
      if (a.value === b.value) return 0;
      return a.value < b.value ? -sign : sign;
    })
    .map(({ row }) => row);
}
