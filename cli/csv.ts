/** Comma-separated values that a spreadsheet displays but does not execute. */
import type { Cell } from '../src/internal.ts';
import { visible } from './visible.ts';

/** A spreadsheet treats text that begins with these as a formula; the full-width forms count in locales that use them. */
const FORMULA = /^['=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Formats the text of cells: see {@link csvText} and {@link rawCsvText}. */
export type CsvText = (text: string) => string;

/**
 * Text that stays text in a spreadsheet: an apostrophe is put before text that begins like a formula, and before an apostrophe another one,
 * so that it can be removed again.
 */
export const csvText: CsvText = (text) => (FORMULA.test(text) ? `'${text}` : text);

/** Text as it is, for programs without formulas. */
export const rawCsvText: CsvText = (text) => text;

/** How text is written, by the options of a verb. */
export function csvTextOf({ rawCsv }: { readonly rawCsv: boolean }): CsvText {
  return rawCsv ? rawCsvText : csvText;
}

/** As in RFC 4180 except for the line end, with nothing between commas for null, and quotes around empty text. */
export function csvLine(cells: readonly Cell[], text: CsvText): string {
  return cells.map((cell) => csvCell(cell, text)).join(',');
}

function csvCell(cell: Cell, text: CsvText): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const shown = text(visible(cell));
  return shown === '' || /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
