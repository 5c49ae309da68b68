/**
 * Text for people: safe to print, aligned, and no wider than the terminal.
 */
import fullStringWidth from 'fast-string-width';
import type { Colors } from './io.ts';

export { visible } from './visible.ts';

/** Columns that a text takes in a terminal. Nearly all of it is ASCII, which needs no tables. */
export function stringWidth(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : fullStringWidth(text);
}

/** Shortens to `width` columns with an ellipsis in the middle, where names of kernels differ least. */
export function middle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const keep = Math.max(width - 1, 0);
  const backwards = [...text].reverse().join('');
  const end = [...beginning(backwards, Math.floor(keep / 2))].reverse().join('');
  return `${beginning(text, Math.ceil(keep / 2))}…${end}`;
}

/** As many characters as fit into `width` columns. */
function beginning(text: string, width: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += stringWidth(character);
    if (used > width) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Breaks text at spaces into lines of at most `width` columns. */
export function wrap(text: string, width: number, indent = ''): string {
  return fill(text.split(' '), width, indent);
}

/** Puts pieces side by side into lines of at most `width` columns; only a piece that is longer than a line is broken. */
export function fill(pieces: readonly string[], width: number, indent = ''): string {
  if (!Number.isFinite(width)) return indent + pieces.join(' ');
  const room = Math.max(width - indent.length, 1);
  const lines: string[] = [];
  let line = '';
  for (let piece of pieces) {
    if (line !== '' && stringWidth(`${line} ${piece}`) > room) {
      lines.push(line);
      line = '';
    }
    // Escapes of colours must not be cut; what has them is short.
    while (line === '' && stringWidth(piece) > room && !piece.includes('\x1b')) {
      const first = beginning(piece, room) || piece.slice(0, 1);
      const space = piece.lastIndexOf(' ', first.length);
      lines.push(space > 0 ? piece.slice(0, space) : first);
      piece = piece.slice(space > 0 ? space + 1 : first.length);
    }
    line = line === '' ? piece : `${line} ${piece}`;
  }
  lines.push(line);
  return lines.map((l) => indent + l).join('\n');
}

/** The pieces of an enumeration, for {@link fill}: each but the last with a comma behind it. */
export function commas(items: readonly string[]): string[] {
  return items.map((item, i) => (i < items.length - 1 ? `${item},` : item));
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
    const padded = columns.map((column, i) => {
      // Blanks at the end of a line are for nobody, and inside colours they cannot be taken off again.
      const width = i === columns.length - 1 && column.align !== 'right' ? 0 : (widths[i] ?? 0);
      return paint(column, pad(cell(column), width, column.align));
    });
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

/** Lines two columns in, each ended. */
export function indent(text: string): string {
  const lines = text.split('\n').map((line) => `  ${line}`.trimEnd());
  return `${lines.join('\n')}\n`;
}
