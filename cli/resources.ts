/**
 * The resource table: one row per kernel, numbers first and the name last, so that long names do not push numbers off the screen.
 */
import { type KernelInfo, RESOURCE_COLUMNS, spillMark } from '../src/internal.ts';
import type { Colors, Io } from './io.ts';
import { type Column, commas, fill, indentedTable, middle, table, tableWidth, visible, wrap } from './text.ts';

/** A column of numbers. Spills are marked in the column of the resource. */
interface ShownColumn {
  readonly key?: string;
  /** Lines of the heading. */
  readonly title: readonly string[];
  text(kernel: KernelInfo): string;
}

/** Fewest columns in which kernel names can still be distinguished. */
const NAME_WIDTH = 20;

/**
 * The table as text, fitted to the terminal. If it is too narrow, columns with the same value for all kernels become a line; then names are
 * above their numbers; in the narrowest terminals each kernel is a list.
 */
export function kernelColumns(kernels: readonly KernelInfo[], io: Io, shown: readonly ShownColumn[] = RESOURCE_COLUMNS): string {
  const { colors } = io;
  const marks: Column = { title: [' '], cells: kernels.map(spillMark) };
  const warn = (cell: string, row: number) => {
    if (marks.cells[row] === '!') return colors.red(colors.bold(cell));
    return marks.cells[row] === '?' ? colors.yellow(cell) : cell;
  };
  const columns = shown.map(
    ({ key, title, text }): Column => ({
      title,
      cells: kernels.map(text),
      align: 'right',
      ...(key === 'spill_size' ? { paint: warn } : {}),
    }),
  );
  const names: Column = { title: ['kernel'], cells: kernels.map((kernel) => visible(kernel.label)), paint: warn };
  const space = io.width - 2;
  if (space === Number.POSITIVE_INFINITY) return indentedTable([marks, ...columns, names], colors);
  const spaceForNames = (list: readonly Column[]) => space - tableWidth([marks, ...list]) - 2;
  const width = Math.min(NAME_WIDTH, tableWidth([names]));
  if (spaceForNames(columns) >= width) return indentedTable([marks, ...columns, fit(names, spaceForNames(columns))], colors);
  const same = columns.filter(({ cells }) => kernels.length > 1 && cells.every((cell) => cell === cells[0]));
  const kept = columns.filter((column) => !same.includes(column));
  const folded = same.map((column) => `${column.title.join(' ')} ${column.cells[0]}`).join(', ');
  const line = folded === '' ? '' : `${wrap(`every kernel: ${folded}`, space, '  ')}\n`;
  if (spaceForNames(kept) >= width) return line + indentedTable([marks, ...kept, fit(names, spaceForNames(kept))], colors);
  if (spaceForNames(kept) >= -2) return line + above(table(kept, colors), kept, names, marks, space, colors);
  return line + lists(kept, names, marks, space, colors);
}

/** The table without names, and each name on a line above its numbers. */
function above(drawn: string, columns: readonly Column[], names: Column, marks: Column, space: number, colors: Colors): string {
  const lines = drawn.split('\n');
  const heading = Math.max(...columns.map((column) => column.title.length));
  const text = lines.slice(0, heading).map((line) => `    ${line}`.trimEnd());
  names.cells.forEach((name, row) => {
    const label = `${marks.cells[row]} ${colors.bold(middle(name, space - 2))}`;
    text.push(`  ${names.paint?.(label, row) ?? label}`, `    ${lines[heading + row]}`);
  });
  return `${text.join('\n')}\n`;
}

/** Each kernel as a list of values that are not the default. */
function lists(columns: readonly Column[], names: Column, marks: Column, space: number, colors: Colors): string {
  const blocks = names.cells.map((name, row) => {
    const facts = columns.filter(({ cells }) => cells[row] !== '-').map(({ title, cells }) => `${title.join(' ')}: ${cells[row]}`);
    return `  ${marks.cells[row]} ${colors.bold(middle(name, space - 2))}\n${fill(commas(facts), space + 2, '      ')}\n`;
  });
  return blocks.join('');
}

function fit(names: Column, width: number): Column {
  return { ...names, cells: names.cells.map((name) => middle(name, width)) };
}
