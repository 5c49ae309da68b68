/** Comma-separated values that a spreadsheet shows and does not run. */
import type { Cell } from '../src/internal.ts';
import { visible } from './visible.ts';

/** With these a spreadsheet takes text for a formula; the wide forms count where such are typed. */
const FORMULA = /^['=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Makes text of cells: see {@link csvText} and {@link rawCsvText}. */
export type CsvText = (text: string) => string;

/**
 * Text that stays text in a spreadsheet: before what begins as a formula does stands an apostrophe, and before an apostrophe another one,
 * so that it can be taken off again.
 */
export const csvText: CsvText = (text) => (FORMULA.test(text) ? `'${text}` : text);

/** Text as it is, for programs that know no formulas. */
export const rawCsvText: CsvText = (text) => text;

/** How text is to be written, by the options of a verb. */
export function csvTextOf({ rawCsv }: { readonly rawCsv?: unknown }): CsvText {
  return rawCsv === true ? rawCsvText : csvText;
}

/** As RFC 4180 has it except for the line end, with nothing between commas for null, and quotes around empty text. */
export function csvLine(cells: readonly Cell[], text: CsvText): string {
  return cells.map((cell) => csvCell(cell, text)).join(',');
}

function csvCell(cell: Cell, text: CsvText): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const shown = text(visible(cell));
  return shown === '' || /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
