/** What leaves the page: copies for other programs, and files that the browser saves. */
import type { Cell, TableColumn } from './table-column.ts';

/** Rows with their headings, tab-separated, as spreadsheets take them from the clipboard. Numbers have no commas. */
export function rowsAsText<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  return linesOf(columns, rows)
    .map((cells) => cells.map((cell) => textOf(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** The same as CSV (RFC 4180). */
export function rowsAsCsv<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  return linesOf(columns, rows)
    .map((cells) => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`)
    .join('');
}

function linesOf<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): readonly (readonly Cell[])[] {
  const head = columns.map(({ title, unit }) => (unit === undefined ? title : `${title} (${unit})`));
  return [head, ...rows.map((row) => columns.map(({ value }) => value(row)))];
}

const textOf = (cell: Cell): string => String(cell ?? '');

/** A text that a spreadsheet would run as a formula is kept from that by an apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lets the browser save a file. */
export function saveAs(name: string, content: Blob | string, type = 'text/plain'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text, and says whether that was possible. */
export function copyText(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
