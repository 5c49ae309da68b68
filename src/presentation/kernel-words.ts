/** Texts for a kernel's document. The command and the viewer draw them, and escape text from the file. */
import { hex } from '../core/bytes/index.ts';
import type { CodeAnalysis, CodeLine, SourceJson, WaitJson } from '../documents/disasm/model.ts';
import type { Json } from '../documents/json.ts';
import type { CodeMeasures } from '../documents/kernel/code-measures.ts';
import type { KernelDetail, MemoryDetail } from '../documents/kernel/kernel.ts';
import type { RelocationDetail } from '../documents/kernel/relocation.ts';

/** Memory of a hardware thread, by member of the document. */
export const MEMORY_WORDS: readonly (readonly [keyof Omit<MemoryDetail, 'source'>, string])[] = [
  ['spill', 'spilled registers'],
  ['private', 'private'],
  ['scratch', 'scratch'],
];

/** The resources that limit the number of threads. */
export const OCCUPANCY_LIMITS: Readonly<Record<NonNullable<KernelDetail['occupancy']>['limit'], string>> = {
  none: 'nothing else limits it',
  registers: 'registers keep more from running',
  slm: 'shared local memory keeps more from running',
  barriers: 'barriers keep more from running',
  'group-size': 'more work-groups of this size do not fit',
};

/** Number of work-items in a group, from `256` or `16x16`; undefined for other text. */
export function parseGroupSize(text: string): number | undefined {
  const size = /^[1-9]\d{0,6}(x[1-9]\d{0,6}){0,2}$/.test(text) ? text.split('x').reduce((product, one) => product * Number(one), 1) : 0;
  return size > 0 && size <= 0x7fffffff ? size : undefined;
}

export type Fields = { readonly [key: string]: Json };

/** A part of a kernel's document that is drawn unchanged: pairs of name and value, or a list of entries of one form. */
export interface KernelPart {
  readonly title: string;
  /** The record that has the attributes, for `explain`; absent if the part is not a record of the file. */
  readonly record?: string;
  readonly pairs?: readonly (readonly [string, string])[];
  readonly rows?: readonly Fields[];
}

/** All of a kernel's document except for resources, payload and execution environment. Parts may be empty. */
export function kernelParts({ ze_info: info, ...kernel }: KernelDetail): KernelPart[] {
  return [
    { title: 'user attributes', record: 'user_attributes', pairs: pairsOf(info.user_attributes) },
    {
      title: 'property sets of the image',
      pairs: (kernel.properties ?? []).map(({ set, tag, value }) => [`${set}${tag}`, value]),
    },
    { title: 'debug environment', record: 'debug_env', pairs: pairsOf(info.debug_env) },
    { title: 'experimental properties', record: 'experimental_properties', pairs: pairsOf(info.experimental_properties) },
    {
      title: 'arguments (offset and size in bytes; arg_index is the argument of the source)',
      record: 'payload_arguments',
      rows: kernel.arguments,
    },
    {
      title: 'arguments of each hardware thread (bytes)',
      record: 'per_thread_payload_arguments',
      rows: fieldsOf(info.per_thread_payload_arguments),
    },
    {
      title: 'memory of each hardware thread (bytes; with is_simt_thread of each lane)',
      record: 'per_thread_memory_buffers',
      rows: fieldsOf(info.per_thread_memory_buffers),
    },
    { title: 'binding table', record: 'binding_table_indices', rows: fieldsOf(info.binding_table_indices) },
    { title: 'inline samplers', record: 'inline_samplers', rows: fieldsOf(info.inline_samplers) },
    ...codeParts(kernel.code),
    { title: 'symbols in the code', rows: kernel.symbols as unknown as readonly Fields[] },
    { title: 'relocations of the code', record: 'r_type', rows: kernel.relocations.map(relocationFields) },
    { title: 'not known to the tables', pairs: fieldsOf(info.extra).map((entry) => [String(entry.key), String(entry.text)]) },
  ];
}

/** What the code costs. The zebin has it only as instructions, so these parts are not records. */
function codeParts(code: KernelDetail['code']): KernelPart[] {
  if (code === null) return [];
  const { measures, unmeasured } = code;
  if (measures === null) return [{ title: 'what the code costs', pairs: [['not measured', unmeasured ?? '']] }];
  const unknown: [string, string][] = unmeasured === null ? [] : [['not measured whole', unmeasured]];
  return [
    { title: 'what the code costs', pairs: [...unknown, ...costPairs(measures, unmeasured !== null)] },
    {
      title: 'instructions by the number of loops around them, and by pipe',
      rows: measures.by_depth.map((pipes, loops) => ({ loops, all: Object.values(pipes).reduce((all, one) => all + one, 0), ...pipes })),
    },
    {
      title: 'messages (bytes with all lanes, each executed once)',
      rows: Object.entries(measures.sends).flatMap(([kind, { count, bytes }]) => (count === 0 ? [] : [{ kind, count, bytes }])),
    },
    {
      title: 'loops (the cycles to issue their own instructions once are an estimate)',
      rows: measures.loops.map(({ offset, issue_cycles, ...loop }) => ({ offset: hex(offset), ...loop, issue_cycles })),
    },
  ];
}

function costPairs({ peak, indirect, spills, fills, private_memory, longest_waits }: CodeMeasures, isPart: boolean): [string, string][] {
  const scratch = { spills, fills, 'private memory': private_memory };
  return [
    ['live registers', peak === null ? (isPart ? 'not known' : 'none') : `at most ${peak.registers}, before ${hex(peak.offset)}`],
    ...(indirect === 0 ? [] : [['indirect, not followed', `${indirect}`] as [string, string]]),
    ...Object.entries(scratch).flatMap(([name, { count, bytes }]): [string, string][] =>
      count === 0 ? [] : [[`${name} (bytes)`, `${count} (${bytes})`]],
    ),
    ...(longest_waits === null
      ? []
      : [['longest chain of waits', `${longest_waits.messages}, up to ${hex(longest_waits.offset)}`] as [string, string]]),
  ];
}

function relocationFields({ offset, type, type_name, symbol, addend }: RelocationDetail): Fields {
  return { offset, type: type_name ?? `type ${type}`, symbol, ...(addend === null ? {} : { addend }) };
}

/** The attributes of a record as text. Those that the tables do not know come separately. */
export function pairsOf(record: Json | undefined): [string, string][] {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return [];
  return Object.entries(record)
    .filter(([key]) => key !== 'extra')
    .map(([key, value]) => [key, valueText(value)]);
}

function fieldsOf(list: Json | undefined): readonly Fields[] {
  return Array.isArray(list) ? (list as readonly Fields[]) : [];
}

export function valueText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[ ${value.map(valueText).join(', ')} ]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}

/** The keys of all entries. A key that not all entries have comes after the key before it in its entry. */
export function keysOf(entries: readonly Fields[]): string[] {
  const keys: string[] = [];
  for (const entry of entries) {
    let at = 0;
    for (const key of Object.keys(entry)) {
      const index = keys.indexOf(key);
      if (index < 0) keys.splice(at++, 0, key);
      else at = index + 1;
    }
  }
  return keys;
}

/** What is said in a listing before the first instruction after `code_end`. */
export const AFTER_CODE = 'the code ends here; what follows is not reached';

/** `saxpy.cl:3:11 in weight`. */
export function placeText({ file, line, column, function: name }: SourceJson): string {
  const where = line === 0 ? `${file}, no line` : `${file}:${line}${column === 0 ? '' : `:${column}`}`;
  return name === undefined ? where : `${where} in ${name}`;
}

/** The change that a relocation makes in its line of code: `byte 12: R_SYM_ADDR_32 name + 0x4`. */
export function relocationText({ offset, type, type_name, symbol, addend }: RelocationDetail, line: CodeLine): string {
  const at = Number(offset) - line.offset;
  const plus = addend === null || addend === '0x0' ? '' : ` + ${addend}`;
  return `byte ${at}: ${type_name ?? `type ${type}`} ${symbol}${plus}`;
}

/** What fewer registers would bring, as the end of a sentence about the peak; empty when that is not known. */
export function nextText({ next }: Pick<CodeAnalysis, 'next'>): string {
  if (!next) return '';
  const { mode, threads_per_eu } = next;
  if (!mode) return '; no smaller GRF mode of the device runs more threads';
  const gain = `${mode.threads_per_eu} threads per EU instead of ${threads_per_eu}`;
  if (mode.free === 0) return `; they fit GRF mode ${mode.grf_count}: ${gain}`;
  return `; free ${mode.free} for GRF mode ${mode.grf_count}: ${gain}`;
}

/** Instructions that a wait names in one line. */
const MOST_NAMED = 4;

/** What is said between the token or pipe and the instructions. */
const WAITS: Readonly<Record<WaitJson['kind'], string>> = {
  dst: ', the result of',
  src: ', until sources are read by',
  reuse: ' to be free of',
  distance: ', up to',
};

/** `waits for $3, the result of 0120 send, 4 back`; without what is waited for where nothing can be in flight. */
export function waitText({ kind, token, pipe, on, producers }: WaitJson, addressOf: (offset: number) => string): string {
  const what = token === undefined ? `the ${pipe} pipe` : `$${token}`;
  if (producers === 0) return `waits for ${what}, but nothing can be in flight`;
  return `waits for ${what}${WAITS[kind]} ${waitedText(on, producers, addressOf)}`;
}

/** The first of the instructions that are waited for: `0120 send, 4 back; and 3 more`. */
export function waitedText(on: WaitJson['on'], all: number, addressOf: (offset: number) => string): string {
  const named = on.slice(0, MOST_NAMED).map(({ offset, distance, op }) => `${addressOf(offset)} ${op}, ${backText(distance)}`);
  return named.join('; ') + (all > named.length ? `; and ${all - named.length} more` : '');
}

function backText(distance: number): string {
  if (distance > 0) return `${distance} back`;
  return distance === 0 ? 'in the previous iteration' : `${-distance} ahead, in the previous iteration`;
}
