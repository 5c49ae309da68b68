import {
  chooseKernels,
  completenessOf,
  type Fields,
  type KernelDetail,
  type KernelPart,
  kernelDetails,
  kernelHead,
  kernelNames,
  kernelParts,
  keysOf,
  MEMORY_WORDS,
  OCCUPANCY_LIMITS,
  pairsOf,
  parseGroupSize,
  passOver,
  valueText,
} from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openPass, refuseNothing } from '../input/input.ts';
import { payloadText } from '../input/payload.ts';
import type { Io } from '../io.ts';
import { Listed, printJson } from '../json.ts';
import { kernelColumns } from '../resources.ts';
import { type Column, commas, count, fill, indentedLines, indentedTable, middle, tableFits, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = '', pattern], options, io }: Context<'kernel'>): Promise<number> {
  const opened = await openPass(file, options, io);
  const { path, budget } = opened;
  // What was not read comes first. Of a container as text it comes last: nobody waits for all images before the first.
  const isFirst = options.json === true || opened.pass.root.content.kind === 'zebin';
  const pass = isFirst ? passOver(opened.pass.whole()) : opened.pass;
  await refuseNothing({ path, item: pass.root });
  const groupSize = groupSizeOf(options.group);
  let total = 0;
  function* kernels(): Generator<KernelDetail> {
    for (const kernel of kernelDetails(pass, { pattern, groupSize, budget })) {
      yield kernel;
      total++;
    }
  }
  const unread = (): string => unreadText(completenessOf(pass.whole()), path, io, '');
  if (options.json) printJson(io, { ...kernelHead(pass.root), kernels: new Listed(kernels()) });
  else {
    if (isFirst) io.print(unread());
    let texts: Texts = new Map();
    let image = '';
    for (const kernel of kernels()) {
      if (kernel.address !== image) texts = new Map();
      image = kernel.address;
      if (total > 0) io.print('\n');
      for (const piece of kernelPieces(kernel, visible(path), texts, io)) io.print(piece);
    }
    if (!isFirst) io.print(unread());
  }
  const item = pass.whole();
  await refuseNothing({ path, item });
  if (total > 0) return EXIT.yes;
  const names = kernelNames(item);
  const { why = '' } = names.length === 0 ? {} : chooseKernels(pattern ?? '', names);
  io.warn(why === '' ? `${path}${item.address} has no kernels` : why);
  return EXIT.no;
}

/** Work-items of a group: `256`, or `16x16` of two dimensions. */
function groupSizeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = parseGroupSize(text);
  if (size !== undefined) return size;
  throw new UsageError(`--group expects the size of a work-group, as in 256 or 16x16, not ${text}`);
}

/** The text of a kernel in pieces: a list in it may be very long. */
function* kernelPieces(kernel: KernelDetail, path: string, texts: Texts, io: Io): Generator<string> {
  const { colors } = io;
  const target = kernel.target.map(visible).join(', ') || 'no device named';
  const { code } = kernel;
  const head = [
    ...(kernel.label === kernel.name ? [] : [`named ${visible(kernel.name)}`]),
    `in ${path}${visible(kernel.address)}: ${target}; zebin ${visible(kernel.version ?? 'without version')}`,
    `code: ${code ? `${visible(code.section)}, ${count(code.size, 'byte')} at 0x${code.offset.toString(16)}` : 'none'}`,
  ];
  const limits = kernel.limits.map((line) => `${colors.red(wrap(visible(line), io.width, '  '))}\n`).join('');
  yield `${colors.bold(wrap(visible(kernel.label), io.width))}\n${head.map((line) => `${wrap(line, io.width, '  ')}\n`).join('')}${limits}\n`;
  yield kernelColumns([kernel.resources], io);
  yield section('memory of a hardware thread', memoryRows(kernel), io);
  yield section('threads that run at once (an estimate)', occupancyRows(kernel), io);
  yield payloadText(kernel, io);
  yield environment(kernel, texts, io);
  for (const part of kernelParts(kernel)) yield* partPieces(part, io);
}

/** Bytes per thread and per lane; empty for a kernel without such memory. */
function memoryRows({ memory }: KernelDetail): [string, string][] {
  const { source } = memory;
  return MEMORY_WORDS.filter(([key]) => memory[key].per_thread > 0).map(([key, what]) => {
    const { per_thread, per_lane } = memory[key];
    const bound = key === 'spill' && source === 'single-space' ? 'at most ' : '';
    const lane = per_lane === null ? '' : `, ${Math.round(per_lane * 10) / 10} for each lane`;
    return [what, `${bound}${count(per_thread, 'byte')}${lane}`];
  });
}

function occupancyRows({ occupancy, resources }: KernelDetail): [string, string][] {
  if (!occupancy) return [];
  const { threads_per_eu, max_threads_per_eu, eus_per_core, group_size, group_threads, groups, resident_threads, max_threads } = occupancy;
  const of = groups.threads === null ? 'an EU' : `a core of ${count(eus_per_core ?? 0, 'EU')}`;
  const limits = [
    groups.threads === null ? '' : `${groups.threads} by threads`,
    groups.slm === null ? '' : `${groups.slm} by shared local memory`,
    groups.barriers === null ? '' : `${groups.barriers} by barriers`,
  ].filter((limit) => limit !== '');
  const group =
    group_size === null || group_threads === null
      ? 'unknown; set it with --group'
      : `${count(group_size, 'work-item')}, ${count(group_threads, 'thread')}`;
  return [
    ['registers', `${resources.grf_count ?? '?'} per thread: ${threads_per_eu} of ${max_threads_per_eu} threads per EU`],
    ['work-group', group],
    ...(limits.length === 0 ? [] : [['groups per core', limits.join(', ')] as [string, string]]),
    ['occupancy', `${resident_threads} of ${max_threads} threads of ${of}, ${occupancy.percent} %: ${OCCUPANCY_LIMITS[occupancy.limit]}`],
  ];
}

/** Written attributes, then the defaults of the others, dimmed. */
function environment(kernel: KernelDetail, texts: Texts, io: Io): string {
  const written = pairsOf(kernel.ze_info.execution_env);
  return section('execution environment', written, io) + defaultsText(kernel.defaults, texts, io);
}

/** The texts of the defaults that kernels of an image share: for many small kernels, it is a sixth of the work. */
type Texts = Map<KernelDetail['defaults'], string>;

function defaultsText(defaults: KernelDetail['defaults'], texts: Texts, io: Io): string {
  let text = texts.get(defaults);
  if (text === undefined) {
    const list = Object.entries(defaults).map(([key, value]) => `${key} ${valueText(value)}`);
    const width = Math.min(io.width, 120);
    text = list.length === 0 ? '' : `\n${io.colors.dim(fill(['not written, default counts:', ...commas(list)], width, '  '))}\n`;
    texts.set(defaults, text);
  }
  return text;
}

/** More attributes than any list of the format has: the file defines them, and entries may have different ones. */
const MAX_COLUMNS = 32;
/** Long symbol names are cut where there are thousands of relocations. */
const MAX_CELL = 60;

function* partPieces({ title, record, pairs = [], rows = [] }: KernelPart, io: Io): Generator<string> {
  if (pairs.length > 0) yield section(title, pairs, io);
  else if (record !== 'r_type') yield* listPieces(title, rows, io);
  else {
    const entries = rows.map((row) => ({ ...row, symbol: middle(String(row.symbol), MAX_CELL) }));
    yield* listPieces(title, entries, io);
  }
}

function section(title: string, entries: readonly (readonly [string, string])[], io: Io): string {
  if (entries.length === 0) return '';
  const columns = [
    { title: [], cells: entries.map(([key]) => visible(key)) },
    { title: [], cells: entries.map(([, value]) => visible(value)) },
  ];
  const heading = `\n${io.colors.bold(title)}\n`;
  if (tableFits(columns, io.width - 2)) return `${heading}${indentedTable(columns, io.colors)}`;
  return heading + entries.map(([key, value]) => hanging([`${visible(key)}:`, visible(value)], io)).join('');
}

function* listPieces(title: string, entries: readonly Fields[], io: Io): Generator<string> {
  if (entries.length === 0) return;
  const keys = keysOf(entries);
  yield `\n${io.colors.bold(wrap(title, io.width))}\n`;
  if (keys.length > MAX_COLUMNS) return yield* oneByOne(entries, io);
  const columns = keys.map((key): Column => {
    const cells = entries.map((entry) => (entry[key] === undefined || entry[key] === null ? '' : visible(valueText(entry[key]))));
    const numeric = entries.every((entry) => entry[key] === undefined || typeof entry[key] === 'number');
    return { title: [visible(key)], cells, align: numeric ? 'right' : 'left' };
  });
  yield* tableFits(columns, io.width - 2) ? indentedLines(columns, io.colors) : oneByOne(entries, io);
}

/** For entries too wide for a table: one per line with the attributes that it has, after its position if it has no number of its own. */
function* oneByOne(entries: readonly Fields[], io: Io): Generator<string> {
  const firsts = new Set(entries.map((entry) => Object.values(entry)[0]));
  const isNumbered = firsts.size === entries.length && [...firsts].every((first) => typeof first === 'number');
  for (const [i, entry] of entries.entries()) {
    const text = Object.entries(entry).map(([key, value]) => `${visible(key)} ${visible(valueText(value))}`);
    yield hanging([...(isNumbered ? [] : [`${i}:`]), ...commas(text)], io);
  }
}

/** One entry on lines of its own, all except the first indented. */
function hanging(pieces: readonly string[], io: Io): string {
  return `${fill(pieces, io.width - 2, '  ').replaceAll('\n', '\n  ')}\n`;
}
