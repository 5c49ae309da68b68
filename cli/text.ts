/**
 * Text for people: safe to print, aligned, and no wider than the terminal.
 */
import fullStringWidth from 'fast-string-width';
import type { Colors } from './io.ts';

import { visible } from './visible.ts';

export { counted as count } from '../src/internal.ts';
export { visible, visibleLines } from './visible.ts';

/** Columns that a text takes in a terminal. Nearly all text is ASCII, which needs no tables. */
export function stringWidth(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (!isPlain(text.charCodeAt(i))) return fullStringWidth(text);
  }
  return text.length;
}

/** A character of ASCII that is printed in one column. */
const isPlain = (code: number): boolean => code >= 0x20 && code <= 0x7e;

/** Whether a text takes at most `width` columns. Only the beginning of a long one is read. */
export function fits(text: string, width: number): boolean {
  return beginning(text, width) === text.length;
}

/** Shortens to `width` columns with an ellipsis in the middle, where kernel names differ least. */
export function middle(text: string, width: number): string {
  if (fits(text, width)) return text;
  const keep = Math.max(width - 1, 0);
  return `${text.slice(0, beginning(text, Math.ceil(keep / 2)))}…${text.slice(ending(text, Math.floor(keep / 2)))}`;
}

/** End of the longest beginning that fits into `width` columns. */
function beginning(text: string, width: number): number {
  if (width === Number.POSITIVE_INFINITY) return text.length;
  let [used, at] = [0, 0];
  while (at < text.length) {
    const size = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    used += isPlain(text.charCodeAt(at)) ? 1 : stringWidth(text.slice(at, at + size));
    if (used > width) break;
    at += size;
  }
  return at;
}

/** Start of the longest end that fits into `width` columns. */
function ending(text: string, width: number): number {
  let [used, at] = [0, text.length];
  while (at > 0) {
    const size = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
    used += stringWidth(text.slice(at - size, at));
    if (used > width) break;
    at -= size;
  }
  return at;
}

/** Breaks text at spaces into lines of at most `width` columns. */
export function wrap(text: string, width: number, indent = ''): string {
  if (width === Number.POSITIVE_INFINITY) return indent + text;
  return fill(text.split(' '), width, indent);
}

/** Puts pieces side by side into lines of at most `width` columns; only a piece that is longer than a line is broken. */
export function fill(pieces: readonly string[], width: number, indent = ''): string {
  if (!Number.isFinite(width)) return indent + pieces.join(' ');
  const space = Math.max(width - indent.length, 1);
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (let piece of pieces) {
    let width = stringWidth(piece);
    if (line !== '' && used + 1 + width > space) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    // Escapes of colours must not be cut; texts with them are short.
    if (line === '' && width > space && !piece.includes('\x1b')) {
      while (!fits(piece, space)) {
        const end = beginning(piece, space) || 1;
        const blank = piece.lastIndexOf(' ', end);
        lines.push(piece.slice(0, blank > 0 ? blank : end));
        piece = piece.slice(blank > 0 ? blank + 1 : end);
      }
      width = stringWidth(piece);
    }
    used = line === '' ? width : used + 1 + width;
    line = line === '' ? piece : `${line} ${piece}`;
  }
  lines.push(line);
  return lines.map((l) => indent + l).join('\n');
}

/** The pieces of an enumeration, for {@link fill}: each but the last with a comma after it. */
export function commas(items: readonly string[]): string[] {
  return items.map((item, i) => (i < items.length - 1 ? `${item},` : item));
}

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes in the unit that a person reads: `812 B`, `1.3 KiB`, `52.8 MiB`. */
export function inUnits(bytes: number): string {
  let [size, unit] = [bytes, -1];
  // What would be printed as 1024.0 is 1.0 of the next unit.
  for (; size >= 1023.95 && unit < UNITS.length - 1 && (unit >= 0 || bytes >= 1024); unit++) size /= 1024;
  return unit < 0 ? `${bytes} B` : `${size.toFixed(1)} ${UNITS[unit]}`;
}

/** Names for a sentence; the first twenty. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length > 20 ? `, … (${names.length} in all)` : '';
  return names.slice(0, 20).map(visible).join(', ') + more;
}

export interface Column {
  /** Lines of the heading; units belong here. */
  readonly title: readonly string[];
  readonly cells: readonly string[];
  readonly align?: 'left' | 'right';
  /** Colours a cell after it is padded. */
  paint?(cell: string, row: number): string;
}

const GAP = '  ';

/**
 * Columns of the widest column. A cell that takes more is printed as it is and moves the rest of its line: otherwise one long name would
 * widen every line.
 */
const WIDEST = 120;

/** A table without borders: columns two spaces apart, headings at the bottom of their lines. */
export function table(columns: readonly Column[], colors: Colors): string {
  return [...tableLines(columns, colors)].join('\n');
}

/** A {@link table}, indented by two columns and with a line end after each line. */
export function indentedTable(columns: readonly Column[], colors: Colors): string {
  let text = '';
  for (const line of indentedLines(columns, colors)) text += line;
  return text;
}

/** The lines of an {@link indentedTable}, one at a time: there may be very many. */
export function* indentedLines(columns: readonly Column[], colors: Colors): Generator<string> {
  for (const line of tableLines(columns, colors)) yield line === '' ? '\n' : `  ${line}\n`;
}

/** The lines of a {@link table}, one at a time. */
export function* tableLines(columns: readonly Column[], colors: Colors): Generator<string> {
  const rows = columns[0]?.cells.length ?? 0;
  const height = Math.max(0, ...columns.map((column) => column.title.length));
  // Blanks at the end of a line are useless, and inside colours they cannot be removed again.
  const widths = columns.map(({ title, cells, align }, i) =>
    i === columns.length - 1 && align !== 'right' ? 0 : Math.max(widthOf(title), widthOf(cells)),
  );
  for (let i = 0; i < height; i++) {
    const titles = columns.map(({ title, align }, at) => {
      const padded = pad(title[i - (height - title.length)] ?? '', widths[at] ?? 0, align);
      return padded.trim() === '' ? padded : colors.bold(padded);
    });
    yield titles.join(GAP).trimEnd();
  }
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let at = 0; at < columns.length; at++) {
      const { cells, align, paint } = columns[at] as Column;
      const padded = pad(cells[row] ?? '', widths[at] ?? 0, align);
      line += (at === 0 ? '' : GAP) + (paint === undefined ? padded : paint(padded, row));
    }
    yield line.trimEnd();
  }
}

/** A cell with the blanks that its column needs; none where it is wider. */
export function pad(text: string, width: number, align: Column['align'] = 'left'): string {
  // What is counted in columns has more of them than characters, or fewer.
  const length = text.length + width - stringWidth(text);
  return align === 'right' ? text.padStart(length) : text.padEnd(length);
}

/** Columns that the widest of the texts takes, but no more than {@link WIDEST}. */
export function widthOf(texts: readonly string[]): number {
  let width = 0;
  for (const text of texts) if (width < WIDEST) width = Math.max(width, Math.min(stringWidth(text), WIDEST));
  return width;
}

/** Width of the table in columns: of its widest line. */
export function tableWidth(columns: readonly Column[]): number {
  const widest = (texts: readonly string[]) => texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);
  return columns.reduce((sum, { title, cells }) => sum + Math.max(widest(title), widest(cells)) + GAP.length, -GAP.length);
}

/** Whether a table takes at most `width` columns. */
export function tableFits(columns: readonly Column[], width: number): boolean {
  return width === Number.POSITIVE_INFINITY || tableWidth(columns) <= width;
}

/** Lines indented by two columns, each with a line end. */
export function indent(text: string): string {
  const lines = text.split('\n').map((line) => `  ${line}`.trimEnd());
  return `${lines.join('\n')}\n`;
}
