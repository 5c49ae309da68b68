/**
 * The resource table: one row per kernel, numbers first and the name last, so that long names do not push numbers off the screen.
 */
import type { KernelInfo } from '../src/index.ts';
import type { Io } from './io.ts';
import { type Column, middle, table, tableWidth, visible } from './text.ts';

/** A number, or a dash for a default that the file does not write. */
function number(kernel: KernelInfo, key: keyof KernelInfo): string {
  const value = kernel[key];
  if (value === null) return '?';
  return kernel.defaults.includes(key) ? '-' : String(value);
}

/** Bytes per hardware thread, and in brackets per lane. */
function perLane(kernel: KernelInfo, key: 'spill_size' | 'private_size'): string {
  const size = kernel[key];
  if (kernel.defaults.includes(key) || size === 0) return number(kernel, key);
  const bound = key === 'spill_size' && kernel.memory_source === 'single-space' ? '≤' : '';
  const lanes = kernel.simd_size;
  return lanes === null || lanes < 2 ? `${bound}${size}` : `${bound}${size} (${Math.round((size / lanes) * 10) / 10})`;
}

const NAME_WIDTH = 24;

/** The table as text, fitted to the terminal: where it is too narrow, columns that say the same for all kernels become a line. */
export function kernelColumns(kernels: readonly KernelInfo[], io: Io): string {
  const { colors } = io;
  const right = (title: string[], cell: (kernel: KernelInfo) => string): Column => ({ title, cells: kernels.map(cell), align: 'right' });
  const warn = (cell: string, row: number) => ((kernels[row]?.spill_size ?? 0) > 0 ? colors.red(colors.bold(cell)) : cell);
  const columns: Column[] = [
    { title: ['', '', ' '], cells: kernels.map((kernel) => (kernel.spill_size > 0 ? '!' : ' ')), paint: warn },
    right(['', 'SIMD', 'lanes'], (k) => number(k, 'simd_size')),
    right(['', 'GRF', 'per thread'], (k) => number(k, 'grf_count')),
    right(['', 'threads', 'per EU'], (k) => number(k, 'eu_thread_count')),
    right(['SLM', 'bytes per', 'work group'], (k) => number(k, 'slm_size')),
    { ...right(['spill', 'bytes per', 'thread (lane)'], (k) => perLane(k, 'spill_size')), paint: warn },
    right(['private', 'bytes per', 'thread (lane)'], (k) => perLane(k, 'private_size')),
    right(['scratch', 'bytes per', 'thread'], (k) => (k.scratch_size === 0 ? '-' : String(k.scratch_size))),
    right(['', '', 'barriers'], (k) => number(k, 'barrier_count')),
    right(['', 'stack', 'calls'], (k) => (k.has_stack_calls ? 'yes' : '-')),
    right(['', 'code', 'bytes'], (k) => String(k.code_size)),
    right(['payload', 'bytes +', 'per thread'], (k) => `${k.cross_thread_size} + ${k.per_thread_size}`),
  ];
  const names: Column = { title: ['', '', 'kernel'], cells: kernels.map((kernel) => visible(kernel.name)), paint: warn };
  const room = io.width - 2;
  if (tableWidth(columns) + 2 + Math.min(NAME_WIDTH, tableWidth([names])) <= room) {
    return indent(table([...columns, fit(names, room - tableWidth(columns) - 2)], colors));
  }
  // The marks stay a column of their own.
  const same = columns.slice(1).filter(({ cells }) => kernels.length > 1 && cells.every((cell) => cell === cells[0]));
  const kept = columns.filter((column) => !same.includes(column));
  const folded = same.map((column) => `${column.title.filter((part) => part !== '').join(' ')} ${column.cells[0]}`);
  const line = folded.length === 0 ? '' : `  ${colors.dim('every kernel:')} ${folded.join(', ')}\n`;
  const left = room - tableWidth(kept) - 2;
  if (left >= NAME_WIDTH / 2) return line + indent(table([...kept, fit(names, left)], colors));
  return line + stacked(kept, names, io, room);
}

function fit(names: Column, width: number): Column {
  return Number.isFinite(width) ? { ...names, cells: names.cells.map((name) => middle(name, width)) } : names;
}

/** For the narrowest terminals: each kernel a block of `name: value` lines. */
function stacked(columns: readonly Column[], names: Column, io: Io, room: number): string {
  const blocks = names.cells.map((name, row) => {
    const lines = columns.slice(1).flatMap(({ title, cells }) => {
      const cell = cells[row] ?? '';
      return cell === '-' ? [] : [`    ${title.filter((part) => part !== '').join(' ')}: ${cell}\n`];
    });
    const mark = columns[0]?.cells[row] ?? ' ';
    return `${mark} ${io.colors.bold(middle(name, room))}\n${lines.join('')}`;
  });
  return blocks.join('');
}

function indent(text: string): string {
  return `${text
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')}\n`;
}
