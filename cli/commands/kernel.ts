import { type Json, type KernelDetail, kernelDocument, zebinsOf } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openWhole } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { payloadText } from '../payload.ts';
import { kernelColumns } from '../resources.ts';
import { type Column, commas, count, fill, indent, middle, table, tableWidth, visible, wrap } from '../text.ts';
import { listNames } from './info.ts';

export function run({ arguments: [file = '', pattern], options, io }: Context): number {
  const { path, item } = openWhole(file, options);
  const document = kernelDocument(item, pattern, groupSizeOf(options.group));
  if (options.json) printJson(io, document);
  else io.print(document.kernels.map((kernel) => kernelText(kernel, visible(path), io)).join('\n'));
  if (document.kernels.length > 0) return EXIT.yes;
  const names = [...new Set(zebinsOf(item).flatMap(({ zebin }) => zebin.kernels.map((kernel) => kernel.name)))];
  io.warn(names.length === 0 ? `${path}${item.address} has no kernels` : `no kernel is named ${pattern}; there are: ${listNames(names)}`);
  return EXIT.no;
}

/** Work-items of a group: `256`, or `16x16` of two dimensions. */
function groupSizeOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const text = String(given);
  const size = /^[1-9]\d{0,6}(x[1-9]\d{0,6}){0,2}$/.test(text) ? text.split('x').reduce((product, one) => product * Number(one), 1) : 0;
  if (size > 0 && size <= 0x7fffffff) return size;
  throw new UsageError(`--group takes the work-items of a work-group, as in 256 or 16x16, not ${text}`);
}

type Fields = { readonly [key: string]: Json };

function kernelText(kernel: KernelDetail, path: string, io: Io): string {
  const { colors } = io;
  const { ze_info: info } = kernel;
  const target = kernel.target.map(visible).join(', ') || 'no device named';
  const { code } = kernel;
  const head = [
    ...(kernel.label === kernel.name ? [] : [`named ${visible(kernel.name)}`]),
    `in ${path}${visible(kernel.address)}: ${target}; zebin ${visible(kernel.version ?? 'without version')}`,
    `code: ${code ? `${visible(code.section)}, ${count(code.size, 'byte')} at 0x${code.offset.toString(16)}` : 'none'}`,
  ];
  const parts = [
    `${colors.bold(wrap(visible(kernel.label), io.width))}\n${head.map((line) => `${wrap(line, io.width, '  ')}\n`).join('')}\n`,
    kernelColumns([kernel.resources], io),
    section('memory of a hardware thread', memoryRows(kernel), io),
    section('threads that run at once (an estimate)', occupancyRows(kernel), io),
    payloadText(kernel, io),
    environment(kernel, io),
    section('user attributes', pairs(info.user_attributes), io),
    section(
      'property sets beside the image',
      (kernel.properties ?? []).map(({ set, tag, value }) => [`${set}${tag}`, value]),
      io,
    ),
    section('debug environment', pairs(info.debug_env), io),
    section('experimental properties', pairs(info.experimental_properties), io),
    listTable('arguments (offset and size in bytes; arg_index is the argument of the source)', kernel.arguments, io),
    listTable('arguments of each hardware thread (bytes)', rows(info.per_thread_payload_arguments), io),
    listTable('memory of each hardware thread (bytes; with is_simt_thread of each lane)', rows(info.per_thread_memory_buffers), io),
    listTable('binding table', rows(info.binding_table_indices), io),
    listTable('inline samplers', rows(info.inline_samplers), io),
    listTable('symbols in the code', kernel.symbols as unknown as readonly Fields[], io),
    listTable('relocations of the code', relocationRows(kernel), io),
    section(
      'not known to the tables',
      (rows(info.extra) ?? []).map((entry) => [String(entry.key), String(entry.text)]),
      io,
    ),
  ];
  return parts.join('');
}

/** Bytes for a thread and for each lane of it; nothing for a kernel that has none. */
function memoryRows({ memory }: KernelDetail): [string, string][] {
  const { spill, private: own, scratch, source } = memory;
  const bound = source === 'single-space' ? 'at most ' : '';
  const rows: [string, KernelDetail['memory']['spill'], string][] = [
    ['spilled registers', spill, bound],
    ['private', own, ''],
    ['scratch', scratch, ''],
  ];
  return rows
    .filter(([, size]) => size.per_thread > 0)
    .map(([what, { per_thread, per_lane }, prefix]) => {
      const lane = per_lane === null ? '' : `, ${Math.round(per_lane * 10) / 10} for each lane`;
      return [what, `${prefix}${count(per_thread, 'byte')}${lane}`];
    });
}

const LIMITED: Record<NonNullable<KernelDetail['occupancy']>['limit'], string> = {
  none: 'nothing keeps more from running',
  registers: 'registers keep more from running',
  slm: 'shared local memory keeps more from running',
  barriers: 'barriers keep more from running',
  'group-size': 'more work-groups of this size do not fit',
};

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
      ? 'not known; --group gives it'
      : `${count(group_size, 'work-item')}, ${count(group_threads, 'thread')}`;
  return [
    ['registers', `${resources.grf_count ?? '?'} a thread: ${threads_per_eu} of ${max_threads_per_eu} threads an EU`],
    ['work-group', group],
    ...(limits.length === 0 ? [] : [['groups of a core', limits.join(', ')] as [string, string]]),
    ['occupancy', `${resident_threads} of ${max_threads} threads of ${of}, ${occupancy.percent} %: ${LIMITED[occupancy.limit]}`],
  ];
}

/** Written attributes, then the defaults that stand in for the others, dimmed. */
function environment(kernel: KernelDetail, io: Io): string {
  const written = pairs(kernel.ze_info.execution_env);
  const defaults = Object.entries(kernel.defaults).map(([key, value]) => `${key} ${valueText(value)}`);
  const width = Math.min(io.width, 120);
  const list =
    defaults.length === 0 ? '' : `\n${io.colors.dim(fill(['not written, default counts:', ...commas(defaults)], width, '  '))}\n`;
  return section('execution environment', written, io) + list;
}

function section(title: string, entries: readonly (readonly [string, string])[], io: Io): string {
  if (entries.length === 0) return '';
  const columns = [
    { title: [], cells: entries.map(([key]) => visible(key)) },
    { title: [], cells: entries.map(([, value]) => visible(value)) },
  ];
  const heading = `\n${io.colors.bold(title)}\n`;
  if (tableWidth(columns) + 2 <= io.width) return `${heading}${indent(table(columns, io.colors))}`;
  return heading + entries.map(([key, value]) => hanging([`${visible(key)}:`, visible(value)], io)).join('');
}

function listTable(title: string, entries: readonly Fields[] | undefined, io: Io): string {
  if (!entries || entries.length === 0) return '';
  const keys = keysOf(entries);
  const columns = keys.map((key): Column => {
    const cells = entries.map((entry) => (entry[key] === undefined || entry[key] === null ? '' : visible(valueText(entry[key]))));
    const numeric = entries.every((entry) => entry[key] === undefined || typeof entry[key] === 'number');
    return { title: [key], cells, align: numeric ? 'right' : 'left' };
  });
  const heading = `\n${io.colors.bold(wrap(title, io.width))}\n`;
  if (tableWidth(columns) + 2 <= io.width) return `${heading}${indent(table(columns, io.colors))}`;
  // Too wide: one entry a line, only what it has, under its position.
  const lines = entries.map((entry, i) => {
    const text = Object.entries(entry).map(([key, value]) => `${key} ${visible(valueText(value))}`);
    return hanging([`${i}:`, ...commas(text)], io);
  });
  return heading + lines.join('');
}

/** The keys of all entries; one that not all have stands behind the key that it follows in its entry. */
function keysOf(entries: readonly Fields[]): string[] {
  const keys: string[] = [];
  for (const entry of entries) {
    let at = 0;
    for (const key of Object.keys(entry)) {
      const found = keys.indexOf(key);
      if (found < 0) keys.splice(at++, 0, key);
      else at = found + 1;
    }
  }
  return keys;
}

/** One entry in lines of its own, all but the first set in. */
function hanging(pieces: readonly string[], io: Io): string {
  return `${fill(pieces, io.width - 2, '  ').replaceAll('\n', '\n  ')}\n`;
}

function relocationRows(kernel: KernelDetail): Fields[] {
  return kernel.relocations.map((r) => ({
    offset: r.offset,
    type: r.type_name ?? `type ${r.type}`,
    symbol: middle(r.symbol, 60),
    ...(r.addend === null ? {} : { addend: r.addend }),
  }));
}

function pairs(record: Json | undefined): [string, string][] {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return [];
  return Object.entries(record)
    .filter(([key]) => key !== 'extra')
    .map(([key, value]) => [key, valueText(value)]);
}

function rows(list: Json | undefined): readonly Fields[] | undefined {
  return Array.isArray(list) ? (list as readonly Fields[]) : undefined;
}

function valueText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[ ${value.map(valueText).join(', ')} ]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}
