/**
 * Text for people: safe to print, aligned, and no wider than the terminal.
 */
import fullStringWidth from 'string-width';
import type { Colors } from './io.ts';

/** Columns that a text takes in a terminal. Nearly all of it is ASCII, which needs no tables. */
function stringWidth(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : fullStringWidth(text);
}

/**
 * Text from the input made safe for a terminal: control characters, direction overrides and damaged bytes are shown as escapes,
 * so that a name in a file can neither move the cursor nor reorder what is read.
 */
export function visible(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu, escapeCharacter);
}

function escapeCharacter(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Shortens to `width` columns with an ellipsis in the middle, where names of kernels differ least. */
export function middle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const keep = Math.max(width - 1, 0);
  return `${text.slice(0, Math.ceil(keep / 2))}…${text.slice(text.length - Math.floor(keep / 2))}`;
}

/** Breaks text at spaces into lines of at most `width` columns. */
export function wrap(text: string, width: number, indent = ''): string {
  if (!Number.isFinite(width)) return indent + text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && stringWidth(`${indent}${line} ${word}`) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((l) => indent + l).join('\n');
}

/** `1 kernel`, `2 kernels`. */
export function count(n: number, one: string, many = `${one}s`): string {
  // Not toLocaleString, which loads the locales of the world first.
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${n === 1 ? one : many}`;
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

/** A table without borders: columns two spaces apart, headings at the bottom of their lines. */
export function table(columns: readonly Column[], colors: Colors): string {
  const rows = columns[0]?.cells.length ?? 0;
  const height = Math.max(0, ...columns.map((column) => column.title.length));
  const widths = columns.map(columnWidth);
  const lines: string[] = [];
  const line = (cell: (column: Column) => string, paint: (column: Column, padded: string) => string): void => {
    const padded = columns.map((column, i) => paint(column, pad(cell(column), widths[i] ?? 0, column.align)));
    lines.push(padded.join(GAP).trimEnd());
  };
  for (let i = 0; i < height; i++) {
    line(
      ({ title }) => title[i - (height - title.length)] ?? '',
      (_, padded) => (padded.trim() === '' ? padded : colors.bold(padded)),
    );
  }
  for (let row = 0; row < rows; row++) {
    line(
      ({ cells }) => cells[row] ?? '',
      ({ paint }, padded) => paint?.(padded, row) ?? padded,
    );
  }
  return lines.join('\n');
}

function pad(text: string, width: number, align: Column['align']): string {
  const blanks = ' '.repeat(Math.max(width - stringWidth(text), 0));
  return align === 'right' ? blanks + text : text + blanks;
}

function columnWidth({ title, cells }: Column): number {
  return [...title, ...cells].reduce((width, text) => Math.max(width, stringWidth(text)), 0);
}

/** Width of the table in columns. */
export function tableWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnWidth(column) + GAP.length, -GAP.length);
}
