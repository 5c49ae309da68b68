/** What runs gave, as text. */
import {
  grouped,
  outcomeText,
  type RunCase,
  type RunDocument,
  type RunPrinted,
  type RunResult,
  type RunSignature,
  type RunTotals,
} from '../../src/internal.ts';
import type { Colors, Io } from '../io.ts';
import { shellWord } from '../shell-word.ts';
import { type Column, count, indentedTable, visible, widthOf, wrap } from '../text.ts';

const PAINT: { readonly [R in RunResult]: keyof Colors } = {
  equal: 'green',
  completed: 'green',
  different: 'red',
  unsupported: 'yellow',
  limit: 'yellow',
  fault: 'red',
  invalid: 'yellow',
};

/** `div32 11: equal (2 threads, 120 instructions)`. */
export function resultLine(one: RunCase, { colors }: Io): string {
  const where = one.file === undefined ? '' : `${visible(one.file)} ${visible(one.label)}: `;
  return `${where}${visible(one.name ?? one.label)}: ${colors[PAINT[one.result]](one.result)}${outcomeText(one, visible)}`;
}

/** `916 cases: 910 equal, 6 different`. */
export function totalsLine(totals: RunTotals): string {
  const parts = Object.entries(totals).filter(([, number]) => number > 0);
  const all = parts.reduce((sum, [, number]) => sum + number, 0);
  return `${count(all, 'case')}: ${parts.map(([result, number]) => `${grouped(number)} ${result}`).join(', ')}`;
}

/** Values in a row, and how many equal ones are shown as one. */
const ROW = 8;
const FOLDED = 4;

/** The values of an argument: up to eight in a line after the index of the first, equal ones as one line. */
export function printedText({ argument, type, count: total, values }: RunPrinted, name: string | undefined): string {
  const head = `argument ${argument}${name === undefined ? '' : ` (${visible(name)})`}: ${count(total, 'element')} of ${type}\n`;
  const lines: { readonly at: string; readonly text: string }[] = [];
  let row: string[] = [];
  let first = 0;
  const flush = (): void => {
    if (row.length > 0) lines.push({ at: `${first}`, text: row.join(' ') });
    row = [];
  };
  for (const { index, times, value } of values) {
    if (times >= FOLDED) {
      flush();
      lines.push({ at: `${index}..${index + times - 1}`, text: `${value}  (${count(times, 'time')})` });
      continue;
    }
    for (let i = 0; i < times; i++) {
      if (row.length === ROW) flush();
      if (row.length === 0) first = index + i;
      row.push(value);
    }
  }
  flush();
  const last = values.at(-1);
  const rest = total - (last ? last.index + last.times : 0);
  const width = widthOf(lines.map(({ at }) => at));
  const more = rest > 0 ? `  ${count(rest, 'more element')}\n` : '';
  return `${head}${lines.map(({ at, text }) => `  ${at.padEnd(width)}  ${text}\n`).join('')}${more}`;
}

const KINDS = {
  buffer: 'pointer',
  value: 'value',
  local: 'local memory',
  image: 'image',
  sampler: 'sampler',
} as const;
const ACCESS = { readonly: 'read', writeonly: 'written', readwrite: 'read and written' } as const;

/** The arguments of a kernel, and a command line that runs it. */
export function signatureText(document: RunDocument & { readonly signature: RunSignature }, file: string, io: Io): string {
  const { label, kernel, target, simd_size, arguments: all, address } = document.signature;
  const device = target.map(visible).join(', ') || 'no device named';
  const lanes = simd_size === null ? '' : `, ${count(simd_size, 'lane')} together`;
  const head = `${io.colors.bold(wrap(visible(label), io.width))}\n${wrap(`in ${visible(file)}${visible(address)}: ${device}${lanes}`, io.width, '  ')}\n`;
  const cells = (title: string, cell: (one: (typeof all)[number]) => string): Column => ({ title: [title], cells: all.map(cell) });
  const columns = [
    { ...cells('argument', ({ index }) => `${index}`), align: 'right' as const },
    cells('name', ({ name }) => visible(name ?? '')),
    cells('type', ({ type }) => visible(type ?? '')),
    cells('what', ({ kind, size }) => (kind === null ? '' : `${KINDS[kind]}${size === null ? '' : `, ${count(size, 'byte')}`}`)),
    // The compiler says of samplers that they are read and written.
    cells('the code', ({ access, used, kind }) => {
      if (!used) return 'does not use it';
      return access === null ? '' : ACCESS[kind === 'sampler' ? 'readonly' : access];
    }),
  ];
  const table = all.length === 0 ? '  no arguments\n' : indentedTable(columns, io.colors);
  return `${head}\n${table}\n  ${commandLine(all, file, kernel)}\n`;
}

/** A command line to be changed. */
function commandLine(all: RunSignature['arguments'], file: string, kernel: string): string {
  const words = all
    .filter(({ used }) => used)
    .map(({ index, name, kind, type }) => `--arg ${shellWord(`${name ?? index}=${example(kind, type)}`)}`);
  const print = all.find(({ kind, access, used }) => used && kind === 'buffer' && access !== 'readonly');
  const printed = print ? [`--print ${shellWord(`${print.name ?? print.index}`)}`] : [];
  return ['zebin run', shellWord(file), shellWord(kernel), '--global 1024', ...words, ...printed].join(' ');
}

/** Sizes for a command line, by type. */
const IMAGE_SIZES: Readonly<Record<string, string>> = {
  ...{ image1d: '64', image1d_buffer: '64', image1d_array: '64x4' },
  ...{ image2d_array: '64x64x4', image3d: '64x64x4' },
};

function example(kind: RunSignature['arguments'][number]['kind'], type: string | null): string {
  switch (kind) {
    case 'buffer':
      return `${type === null ? 'f32' : (/^\w+?(?=(?:2|3|4|8|16)?\*)/.exec(type)?.[0] ?? 'u8')}[1024]:iota`;
    case 'local':
      return '4096';
    case 'image': {
      const name = /^image\w+(?=_t$)/.exec(type ?? '')?.[0] ?? '';
      const size = IMAGE_SIZES[name];
      return `${size === undefined ? 'image2d:64x64' : `${name}:${size}`}:UNORM_INT8:RGBA`;
    }
    case 'sampler':
      return 'sampler';
    default:
      return '1';
  }
}
