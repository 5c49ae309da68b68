import type { Attribute, RecordRows } from '../../core/schema/index.ts';
import type { ExtraEntry } from '../../formats/zeinfo/index.ts';

/** Facts about one thing: attributes and their values as text. A list, because a file may have very many records of few attributes. */
export type Facts = readonly Fact[];
type Fact = readonly [name: string, value: string];

/** The facts of a thing and of the records in it, each with its place. */
export type Places = readonly Place[];
type Place = readonly [within: string, own: Facts];

/** A difference between two builds. */
export interface Difference {
  /** What it is in: `execution_env`, `payload_arguments[arg_bypointer 1]`, or empty for the thing itself. */
  readonly within: string;
  readonly what: string;
  /** Null if it is absent. */
  readonly base: string | null;
  readonly new: string | null;
}

/** Attributes that identify the entries of a list, in any order. Entries of a list without a row are identified by position. */
const IDENTITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['payload_arguments', ['arg_type', 'arg_index', 'addrmode', 'source_offset']],
  ['per_thread_payload_arguments', ['arg_type']],
  ['binding_table_indices', ['arg_index']],
  ['per_thread_memory_buffers', ['type', 'usage', 'slot']],
  ['inline_samplers', ['sampler_index']],
  ['args_info', ['index']],
  ['global_host_access_table', ['device_name']],
  ['functions', ['name']],
]);

/** Attributes that are left out, by the name of their record. */
export type LeftOut = Readonly<Record<string, readonly string[]>>;

/**
 * The facts of a record and of the records in it, by place. An attribute with its default value is the same as one that is not written, and
 * entries of lists are named by what they are, so that neither spelling nor order makes a difference.
 */
export function factsOf(rows: RecordRows, record: object, leftOut: LeftOut, within = '', all: Place[] = []): Place[] {
  const values = record as Readonly<Record<string, unknown>> & { readonly extra?: readonly ExtraEntry[] };
  const facts: Fact[] = [];
  all.push([within, facts]);
  const others = leftOut[rows.name];
  for (const key in rows.attributes) {
    const value = values[key];
    if (value === undefined || others?.includes(key)) continue;
    const { type, default: implied } = rows.attributes[key] as Attribute;
    const place = within === '' ? key : `${within}.${key}`;
    if (type.kind === 'record') factsOf(type.rows, value as object, leftOut, place, all);
    else if (type.kind === 'list') entries(type.rows, value as readonly object[], leftOut, place, key, all);
    else if (implied === undefined || String(value) !== String(implied)) facts.push([key, textOf(value)]);
  }
  if (values.extra !== undefined) for (const fact of extraFacts(facts, values.extra)) facts.push(fact);
  return all;
}

/** The facts of attributes that are not known, or that a record has again. */
function extraFacts(known: Facts, extra: readonly ExtraEntry[]): Map<string, string> {
  const names = new Set(known.map(([name]) => name));
  const facts = new Map<string, string>();
  for (const { key, text } of extra) facts.set(names.has(key) || facts.has(key) ? `${key} (again)` : key, text);
  return facts;
}

function entries(rows: RecordRows, list: readonly object[], leftOut: LeftOut, place: string, key: string, all: Place[]): void {
  const identity = IDENTITIES.get(key);
  const counts = new Map<string, number>();
  for (let i = 0; i < list.length; i++) {
    const entry = list[i] as object;
    const name = identity ? nameOf(entry as Readonly<Record<string, unknown>>, identity) : String(i);
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    factsOf(rows, entry, leftOut, `${place}[${name}${before === 0 ? '' : ` #${before + 1}`}]`, all);
  }
}

/** The values of the attributes that an entry has. */
function nameOf(entry: Readonly<Record<string, unknown>>, identity: readonly string[]): string {
  let name = '';
  for (const part of identity) if (entry[part] !== undefined) name += name === '' ? entry[part] : ` ${entry[part]}`;
  return name;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}

/** Facts as one text, which takes less memory than the facts, and none of the texts that they are parts of. */
export function printFacts(places: Places): string {
  return JSON.stringify(places);
}

/** The inverse of {@link printFacts}. */
export function parseFacts(text: string): Places {
  return JSON.parse(text) as Places;
}

/** Differences of two sets of facts. A record that only one side has is one difference with all its facts. */
export function compareFacts(base: Places, next: Places): Difference[] {
  // Most builds begin with the same places, of which there may be very many.
  let same = 0;
  while (isSamePlace(base[same], next[same])) same++;
  const [before, after] = [new Map(base.slice(same)), new Map(next.slice(same))];
  const differences: Difference[] = [];
  const compareIn = (within: string) => {
    for (const one of compareAt(within, before.get(within), after.get(within))) differences.push(one);
  };
  for (const within of before.keys()) compareIn(within);
  for (const within of after.keys()) if (!before.has(within)) compareIn(within);
  return differences;
}

const isSamePlace = (base: Place | undefined, next: Place | undefined): boolean =>
  base !== undefined && next !== undefined && base[0] === next[0] && areSame(base[1], next[1]);

function compareAt(within: string, base: Facts | undefined, next: Facts | undefined): Difference[] {
  if (!base || !next) {
    const text = (base ?? next ?? []).map(([name, value]) => `${name} ${value}`).join(', ');
    // A record with only defaults has no facts.
    return text === '' ? [] : [{ within: '', what: within, base: base ? text : null, new: next ? text : null }];
  }
  if (areSame(base, next)) return [];
  const [before, after] = [new Map(base), new Map(next)];
  const differences: Difference[] = [];
  for (const [what, value] of before) {
    const now = after.get(what) ?? null;
    if (value !== now) differences.push({ within, what, base: value, new: now });
  }
  for (const [what, value] of after) if (!before.has(what)) differences.push({ within, what, base: null, new: value });
  return differences;
}

function areSame(base: Facts, next: Facts): boolean {
  return base.length === next.length && base.every(([name, value], i) => next[i]?.[0] === name && next[i][1] === value);
}

/** How often each text occurs. */
export function countTexts(texts: readonly string[]): Facts {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => [text, `×${count}`]);
}
