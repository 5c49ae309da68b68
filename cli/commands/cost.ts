import {
  type CostRequest,
  chooseKernels,
  costDocument,
  eachCost,
  type KernelCost,
  type LoopCostInfo,
  type TotalCost,
} from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openWhole } from '../input/input.ts';
import type { Io } from '../io.ts';
import { Listed, printJson } from '../json.ts';
import { type Column, commas, count, fill, indentedTable, listNames, middle, tableFits, tableWidth, visible, wrap } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = '', pattern], options, io }: Context<'cost'>): Promise<number> {
  const request = requestOf(options);
  const { path, item } = await openWhole(file, options, io);
  const { symbols, loops, sweep, ...rest } = request;
  // What no kernel has, and a sweep over too many of them, is refused before anything is printed.
  if (sweep !== undefined || symbols.size + loops.size > 0) checkNames(eachCost(item, { ...rest, pattern }), request);
  let total = 0;
  function* kernels(): Generator<KernelCost> {
    for (const kernel of eachCost(item, { ...request, pattern })) {
      total++;
      yield kernel;
    }
  }
  if (options.json) printJson(io, { schema: 'zebin/cost/1', kernels: new Listed(kernels()) });
  else for (const kernel of kernels()) io.print(`${total === 1 ? '' : '\n'}${kernelText(kernel, visible(path), io)}`);
  if (total > 0) return EXIT.yes;
  const names = [...new Set(costDocument(item).kernels.map((kernel) => kernel.name))];
  const { why } = chooseKernels(pattern ?? '', names);
  io.warn(
    names.length > 0
      ? `of the kernels with an estimate: ${why ?? ''}`
      : `${path}${item.address} has no cost estimates; the compiler writes them if IGC_EnableKernelCostInfo=1 is set in its environment`,
  );
  return EXIT.no;
}

type Sweep = NonNullable<CostRequest['sweep']>;
type Request = Pick<CostRequest, 'assume'> & Required<Pick<CostRequest, 'symbols' | 'loops'>> & { readonly sweep?: Sweep };

function requestOf({ arg, loop, assume, sweep }: OptionsOf<'cost'>): Request {
  const loops = pairsOf(loop, '--loop').map(([name, text]) => {
    if (!/^[1-9]\d{0,8}$/.test(name)) throw new UsageError(`--loop expects the number of a loop, as in --loop 2=100, not ${name}`);
    return [Number(name), countOf(text, '--loop')] as const;
  });
  return {
    symbols: new Map(pairsOf(arg, '--arg').map(([name, text]) => [name, numberOf(text, '--arg')])),
    loops: new Map(loops),
    ...(assume === undefined ? {} : { assume: countOf(assume, '--assume') }),
    ...(sweep !== undefined ? { sweep: sweepOf(sweep) } : {}),
  };
}

function pairsOf(pairs: readonly string[], option: string): [string, string][] {
  return pairs.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new UsageError(`${option} expects a name and a value, as in ${option} n=100, not ${text}`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

function numberOf(text: string, option: string): number {
  if (/^-?(0x[0-9a-f]{1,13}|\d{1,15}(\.\d{1,9})?)$/i.test(text)) return text.startsWith('-') ? -Number(text.slice(1)) : Number(text);
  throw new UsageError(`${option} expects a number, not ${text === '' ? 'nothing' : text}`);
}

function countOf(text: string, option: string): number {
  const value = numberOf(text, option);
  if (value < 0) throw new UsageError(`${option} expects a non-negative count, not ${text}`);
  return value;
}

/** Rows of a sweep that is given by its ends. */
const STEPS = 10;
const MAX_POINTS = 1_000;
/** Rows of all kernels together. */
const MAX_ROWS = 100_000;

/** `n=1,10,100`, `n=0..100` in ten steps, or `n=0..100:25`. */
function sweepOf(text: string): Sweep {
  const [symbol, values] = pairsOf([text], '--sweep')[0] ?? ['', ''];
  const range = /^([^.,:]+)\.\.([^.,:]+)(?::([^.,:]+))?$/.exec(values);
  if (!range) {
    const list = values.split(',').map((value) => numberOf(value, '--sweep'));
    if (list.length > MAX_POINTS) throw new UsageError(`--sweep accepts at most ${MAX_POINTS} values`);
    return { symbol, values: list };
  }
  const [from, to] = [numberOf(range[1] ?? '', '--sweep'), numberOf(range[2] ?? '', '--sweep')];
  const step = range[3] === undefined ? Math.max(Math.ceil((to - from) / STEPS), 1) : numberOf(range[3], '--sweep');
  if (to < from || step <= 0) throw new UsageError(`--sweep ${visible(text)} is an empty range; use FROM..TO or FROM..TO:STEP`);
  const points = Math.floor((to - from) / step) + 1;
  if (points > MAX_POINTS) throw new UsageError(`--sweep accepts at most ${MAX_POINTS} values, but ${visible(text)} has ${points}`);
  return { symbol, values: Array.from({ length: points }, (_, i) => from + i * step) };
}

/** A name that no kernel has is a typing error. */
function checkNames(kernels: Iterable<KernelCost>, { symbols, loops, sweep }: Request): void {
  const there = new Set<string>();
  let [total, swept, most] = [0, 0, 0];
  for (const kernel of kernels) {
    total++;
    for (const { name } of kernel.symbols) there.add(name);
    if (kernel.symbols.some(({ name }) => name === sweep?.symbol)) swept++;
    most = Math.max(most, kernel.loops.length);
  }
  if (total === 0) return;
  const wrong = [...symbols.keys(), ...(sweep ? [sweep.symbol] : [])].find((name) => !there.has(name));
  if (wrong !== undefined) {
    throw new UsageError(
      there.size === 0
        ? `nothing depends on ${wrong}: no trip count here depends on an argument`
        : `nothing depends on ${wrong}; available: ${listNames([...there])}`,
    );
  }
  if (swept * (sweep?.values.length ?? 0) > MAX_ROWS)
    throw new UsageError(`--sweep over ${count(swept, 'kernel')} is not possible; name one of them`);
  const loop = [...loops.keys()].find((index) => index > most);
  if (loop !== undefined) throw new UsageError(`there is no loop ${loop}; the kernels here have at most ${most}`);
}

function kernelText(kernel: KernelCost, path: string, io: Io): string {
  const { colors, width } = io;
  const target = kernel.target.map(visible).join(', ') || 'no device named';
  const lanes = kernel.simd_size === null ? '' : `, ${count(kernel.simd_size, 'lane')} together`;
  const head = [
    `in ${path}${visible(kernel.address)}: ${target}`,
    ...(kernel.label === kernel.name ? [] : [`named ${visible(kernel.name)}`]),
    `the compiler's estimate for one hardware thread${lanes}, with the latencies that its scheduler assumes`,
  ];
  const parts = [`${colors.bold(wrap(visible(kernel.label), width))}\n${head.map((line) => `${wrap(line, width, '  ')}\n`).join('')}`];
  // Without loops, the total says all that a table would.
  if (kernel.loops.length > 0) {
    if (kernel.counts === 'none')
      parts.push(`${wrap('the file does not say how often its loops run, or for which loop: give counts with --loop', width, '  ')}\n`);
    parts.push(`\n${loopTable(kernel, io)}`);
    for (const [what, formula] of Object.entries(kernel.formulas))
      if (formula !== null) parts.push(hanging(`${what.replace('_', ' ')} =`, visible(formula), width));
  }
  const swept = kernel.sweep?.points.every(({ total }) => total !== null) === true;
  if (kernel.total) parts.push(totalLines(kernel.total, width));
  else if (!swept) parts.push(needLine(kernel, width));
  if (kernel.sweep) parts.push(sweepText(kernel.sweep, io));
  return parts.join('');
}

function hanging(title: string, text: string, width: number): string {
  return `${fill([title, ...text.split(' ')], width - 2, '  ').replaceAll('\n', '\n  ')}\n`;
}

/** Loops below the loop that contains them, with the cost of one pass. */
function loopTable(kernel: KernelCost, io: Io): string {
  const rows: (LoopCostInfo | undefined)[] = [undefined, ...kernel.loops];
  const right = (title: string[], cell: (loop: LoopCostInfo | undefined) => string): Column => ({
    title,
    cells: rows.map(cell),
    align: 'right',
  });
  const body = (loop: LoopCostInfo | undefined) => loop?.body ?? kernel.body;
  const columns: Column[] = [
    { title: ['one pass of'], cells: rows.map((loop) => (loop ? `${'  '.repeat(Math.min(loop.depth, 8))}loop ${loop.index}` : 'kernel')) },
    right(['cycles'], (loop) => short(body(loop).cycles)),
    right(['bytes', 'loaded'], (loop) => short(body(loop).bytes_loaded)),
    right(['bytes', 'stored'], (loop) => short(body(loop).bytes_stored)),
    right(['count'], (loop) => (loop ? visible(middle(countCell(loop), 24)) : '')),
    right(['runs'], (loop) => (loop ? (loop.runs === null ? '?' : short(loop.runs)) : '1')),
  ];
  if (tableFits(columns, io.width - 2)) return indentedTable(columns, io.colors);
  const titles = ['', 'cycles', 'bytes loaded', 'bytes stored', 'count', 'runs'];
  return rows
    .map((_, row) => {
      const [name = '', ...cells] = columns.map(({ cells }) => cells[row] ?? '');
      const facts = cells.flatMap((cell, i) => (cell === '' ? [] : [`${titles[i + 1]} ${cell}`]));
      return hanging(`${name.trim()}:`, commas(facts).join(' '), io.width);
    })
    .join('');
}

function countCell(loop: LoopCostInfo): string {
  if (loop.count_kind === 'unknown') return loop.count === null ? '?' : short(loop.count);
  if (loop.symbol === null) return short(loop.constant ?? 0);
  const product = loop.factor === 1 ? loop.symbol : `${short(loop.factor ?? 0)} × ${loop.symbol}`;
  const { constant } = loop;
  return constant === null || constant === 0 ? product : `${product} ${constant < 0 ? '-' : '+'} ${short(Math.abs(constant))}`;
}

function totalLines(total: TotalCost, width: number): string {
  const facts = [
    `${short(total.cycles)} cycles`,
    `${short(total.bytes_loaded)} bytes loaded`,
    `${short(total.bytes_stored)} bytes stored`,
    ...(total.cycles_per_byte === null ? [] : [`${short(total.cycles_per_byte)} cycles per byte`]),
  ];
  return `\n${fill(['total:', ...commas(facts)], width, '  ')}\n`;
}

function needLine({ needs }: KernelCost, width: number): string {
  const parts = needs.map((need) => {
    const loop = /^loop (\d+)$/.exec(need);
    return loop ? `--loop ${loop[1]}=COUNT` : `--arg ${visible(need)}=VALUE`;
  });
  const last = needs.some((need) => need.startsWith('loop ')) ? ['or --assume COUNT for every loop without a trip count'] : [];
  return `\n${fill(['for the total, give', ...commas([...parts, ...last])], width, '  ')}\n`;
}

/** Columns of the plot. */
const PLOT = 30;

function sweepText(sweep: NonNullable<KernelCost['sweep']>, io: Io): string {
  const { points, symbol } = sweep;
  if (points.every(({ total }) => total === null)) return '';
  const most = Math.max(1, ...points.map(({ total }) => total?.cycles ?? 0));
  const right = (title: string[], cell: (point: (typeof points)[number]) => string): Column => ({
    title,
    cells: points.map(cell),
    align: 'right',
  });
  const columns: Column[] = [
    right([visible(middle(symbol, 16))], ({ value }) => short(value)),
    right(['cycles'], ({ total }) => (total ? short(total.cycles) : '?')),
    right(['bytes', 'loaded'], ({ total }) => (total ? short(total.bytes_loaded) : '?')),
    right(['bytes', 'stored'], ({ total }) => (total ? short(total.bytes_stored) : '?')),
    right(['cycles', '/byte'], ({ total }) => (total?.cycles_per_byte == null ? '-' : short(total.cycles_per_byte))),
  ];
  const space = Math.min(PLOT, io.width - 4 - tableWidth(columns));
  if (space >= 8) {
    const bar = (cycles: number) => '#'.repeat(cycles > 0 ? Math.max(Math.round((cycles / most) * space), 1) : 0);
    columns.push({ title: ['cycles'], cells: points.map(({ total }) => bar(total?.cycles ?? 0)) });
  }
  return `\n${indentedTable(columns, io.colors)}`;
}

/** Up to two decimal places: an estimate is not more precise. */
function short(value: number): string {
  return String(Math.abs(value) >= 1e15 ? Number(value.toPrecision(4)) : Math.round(value * 100) / 100);
}
