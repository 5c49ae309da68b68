import { type Json, type KernelDetail, kernelDocument, zebinsOf } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT } from '../exit.ts';
import { type Io, open } from '../io.ts';
import { printJson } from '../json.ts';
import { kernelColumns } from '../resources.ts';
import { type Column, middle, table, tableWidth, visible, wrap } from '../text.ts';
import { listNames } from './info.ts';

export function run({ arguments: [file = '', pattern], options, io }: Context): number {
  const { path, item } = open(file);
  const document = kernelDocument(item, pattern);
  if (options.json) printJson(io, document);
  else io.print(document.kernels.map((kernel) => kernelText(kernel, visible(path), io)).join('\n'));
  if (document.kernels.length > 0) return EXIT.yes;
  const names = [...new Set(zebinsOf(item).flatMap(({ zebin }) => zebin.kernels.map((kernel) => kernel.name)))];
  io.warn(
    pattern === undefined ? `${visible(path)} has no kernels` : `no kernel is named ${visible(pattern)}; there are: ${listNames(names)}`,
  );
  return EXIT.no;
}

type Fields = { readonly [key: string]: Json };

function kernelText(kernel: KernelDetail, path: string, io: Io): string {
  const { colors } = io;
  const { ze_info: info } = kernel;
  const target = kernel.target.map(visible).join(', ') || 'no device named';
  const code = kernel.code ? `${visible(kernel.code.section)}, ${kernel.code.size} bytes at 0x${kernel.code.offset.toString(16)}` : 'none';
  const parts = [
    `${colors.bold(visible(kernel.name))}\n  in ${path}${visible(kernel.address)}: ${target}; zebin ${visible(kernel.version ?? 'without version')}\n  code: ${code}\n\n`,
    kernelColumns([kernel.resources], io),
    environment(kernel, io),
    section('user attributes', pairs(info.user_attributes), io),
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

/** Written attributes, then the defaults that stand in for the others, dimmed. */
function environment(kernel: KernelDetail, io: Io): string {
  const written = pairs(kernel.ze_info.execution_env);
  const defaults = Object.entries(kernel.defaults).map(([key, value]) => `${key} ${valueText(value)}`);
  const width = Math.min(io.width, 120);
  const list =
    defaults.length === 0 ? '' : `\n${io.colors.dim(wrap(`not written, default counts: ${defaults.join(', ')}`, width, '  '))}\n`;
  return section('execution environment', written, io) + list;
}

function section(title: string, entries: readonly (readonly [string, string])[], io: Io): string {
  if (entries.length === 0) return '';
  const width = Math.max(...entries.map(([key]) => key.length)) + 2;
  const lines = entries.map(([key, value]) => `  ${visible(key).padEnd(width)}${visible(value)}\n`);
  return `\n${io.colors.bold(title)}\n${lines.join('')}`;
}

function listTable(title: string, entries: readonly Fields[] | undefined, io: Io): string {
  if (!entries || entries.length === 0) return '';
  const keys = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const columns = keys.map((key): Column => {
    const cells = entries.map((entry) => (entry[key] === undefined || entry[key] === null ? '' : visible(valueText(entry[key]))));
    const numeric = entries.every((entry) => entry[key] === undefined || typeof entry[key] === 'number');
    return { title: [key], cells, align: numeric ? 'right' : 'left' };
  });
  const heading = `\n${io.colors.bold(title)}\n`;
  if (tableWidth(columns) + 2 <= io.width) return `${heading}${indent(table(columns, io.colors))}\n`;
  // Too wide: one entry a line, only what it has, under its position.
  const lines = entries.map((entry, i) => {
    const text = Object.entries(entry).map(([key, value]) => `${key} ${visible(valueText(value))}`);
    return `${wrap(`${i}: ${text.join(', ')}`, io.width - 4, '  ').replaceAll('\n', '\n  ')}\n`;
  });
  return heading + lines.join('');
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

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
