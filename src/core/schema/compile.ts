import { byteTextToBytes } from '../bytes/index.ts';
import {
  type Attribute,
  type DriverRange,
  type EnumMember,
  type Kind,
  neededWhen,
  type RecordRows,
  type Row,
  type When,
} from './record.ts';
import { LAST_ORDER, type VersionRange, versionOrder } from './version.ts';

/**
 * Rows of records in the form that loops over many records need: keys and words of enumerations are found in one step, and versions are
 * numbers.
 */

/** A range of versions as numbers of {@link versionOrder}: `[from, to)`. */
export interface OrderRange {
  readonly from: number;
  readonly to: number;
}

interface Stable {
  /** Whether drivers read it from some release on, up to the newest. */
  readonly stable: boolean;
}

/** A name that a driver has to know. */
export interface NamedRow {
  /** Its place among all such rows of the format. */
  readonly number: number;
  /** An attribute with its record, `execution_env/grf_count`; a word with its attribute, `access_type readonly`. */
  readonly name: string;
  readonly driver: DriverRange;
}

export interface CompiledMember extends OrderRange, Stable, NamedRow {
  readonly member: EnumMember;
  /** The word as it is in a file. */
  readonly bytes: Uint8Array;
}

/** Alternatives of conditions that must all hold. */
export type CompiledWhen = readonly (readonly { readonly key: string; readonly words: readonly string[] }[])[];

/** An attribute of a record, with the versions that have it. */
export interface CompiledAttribute extends OrderRange, Stable, NamedRow {
  readonly key: string;
  /** The key as it is in a file. */
  readonly bytes: Uint8Array;
  /** Place among the rows of its record. */
  readonly index: number;
  readonly attribute: Attribute;
  readonly type: Kind;
  readonly kind: Kind['kind'];
  /** Rows of the records inside; undefined where there are none. */
  readonly inner: CompiledRecord | undefined;
  /** Words of an enumeration, by the word. */
  readonly members: ReadonlyMap<unknown, CompiledMember> | undefined;
  /** Words of an enumeration, by their length. */
  readonly membersByLength: readonly (readonly CompiledMember[] | undefined)[] | undefined;
  /** When it is present; undefined if there is no condition. */
  readonly when: CompiledWhen | undefined;
  /** When it has to be present; undefined if that does not depend on the record. */
  readonly neededWhen: CompiledWhen | undefined;
  /** A bit of its own if some kind of record needs it, else 0. */
  readonly need: number;
  /** By the index of a word: bits of the attributes that a record with this word may need; undefined if no word has any. */
  readonly needs: ReadonlyMap<unknown, number> | undefined;
  /** Whether all versions have it, with all of its words, and without a condition. */
  readonly always: boolean;
  /** Whether some version requires it, and those that do. */
  readonly required: boolean;
  readonly requiredIn: readonly OrderRange[];
}

export interface CompiledRecord {
  readonly rows: RecordRows;
  readonly attributes: readonly CompiledAttribute[];
  readonly byKey: ReadonlyMap<string, CompiledAttribute>;
  /** Lengths of the keys of `attributes`: most rows are ruled out by these. */
  readonly keyLengths: Uint8Array;
  /** Attributes that are records or lists of them. */
  readonly nested: readonly CompiledAttribute[];
  /** Attributes that some version requires. */
  readonly required: readonly CompiledAttribute[];
  /** Attributes that some records need. */
  readonly needed: readonly CompiledAttribute[];
}

/** The rows of a format: its records, and everything in them that has a name, in the order of the rows. */
export interface CompiledRows {
  readonly records: ReadonlyMap<RecordRows, CompiledRecord>;
  readonly named: readonly NamedRow[];
}

/** Prepares the rows of a record, and of all records in it. */
export function compileRows(root: RecordRows): CompiledRows {
  const rows = new Compiler();
  rows.record(root);
  return rows;
}

class Compiler implements CompiledRows {
  readonly records = new Map<RecordRows, CompiledRecord>();
  readonly named: NamedRow[] = [];
  private numbers = 0;

  record(rows: RecordRows): CompiledRecord {
    const known = this.records.get(rows);
    if (known) return known;
    const attributes = Object.entries(rows.attributes).map(([key, attribute], index) => this.attribute(rows.name, key, index, attribute));
    const byKey = new Map(attributes.map((one) => [one.key, one]));
    const needed = attributes.filter(({ neededWhen }) => neededWhen !== undefined);
    giveBits(needed, byKey);
    const record = {
      rows,
      attributes,
      byKey,
      keyLengths: Uint8Array.from(attributes, ({ bytes }) => bytes.length),
      nested: attributes.filter(({ inner }) => inner !== undefined),
      required: attributes.filter(({ required }) => required),
      needed,
    };
    this.records.set(rows, record);
    return record;
  }

  private attribute(record: string, key: string, index: number, attribute: Attribute): CompiledRow {
    const number = this.numbers++;
    const { type, when, required, requiredIn, driver } = attribute;
    const members = type.kind === 'enum' ? type.rows.members.map((member) => this.member(key, member)) : undefined;
    const row = {
      number,
      name: `${record}/${key}`,
      driver,
      key,
      bytes: byteTextToBytes(key),
      index,
      attribute,
      type,
      kind: type.kind,
      ...orderRange(attribute),
      stable: isStable(attribute),
      inner: type.kind === 'record' || type.kind === 'list' ? this.record(type.rows) : undefined,
      members: members && new Map(members.map((one) => [one.member.value, one])),
      membersByLength: members && byLength(members),
      when: compileWhen(when),
      neededWhen: compileWhen(neededWhen(attribute)),
      need: 0,
      needs: undefined,
      always: !when && [attribute, ...(type.kind === 'enum' ? type.rows.members : [])].every(({ since, until }) => !since && !until),
      required: required !== undefined || requiredIn !== undefined,
      requiredIn: [...(required ? [orderRange(attribute)] : []), ...(requiredIn ? [orderRange(requiredIn)] : [])],
    };
    this.named[number] = row;
    return row;
  }

  private member(key: string, member: EnumMember): CompiledMember {
    const { value, driver } = member;
    const row = {
      number: this.numbers++,
      name: `${key} ${value}`,
      driver,
      member,
      bytes: byteTextToBytes(value),
      ...orderRange(member),
      stable: isStable(member),
    };
    this.named[row.number] = row;
    return row;
  }
}

/**
 * Assigns bits to attributes that records need, and to the words that imply this. All alternatives are conditions on words. The condition
 * on the last attribute of an alternative represents all of it: the bits say what may be needed, and the condition itself decides.
 */
function giveBits(needed: readonly CompiledRow[], byKey: ReadonlyMap<string, CompiledRow>): void {
  let bit = 1;
  for (const one of needed) {
    one.need = bit;
    for (const all of one.neededWhen ?? []) {
      const { key = '', words = [] } = all.at(-1) ?? {};
      const row = byKey.get(key);
      if (!row) continue;
      row.needs ??= new Map();
      for (const word of words) row.needs.set(word, (row.needs.get(word) ?? 0) | bit);
    }
    bit *= 2;
  }
}

/** While it is made. */
type CompiledRow = Omit<CompiledAttribute, 'need' | 'needs'> & { need: number; needs: Map<unknown, number> | undefined };

/** A condition in the form that loops need. */
export function compileWhen(when: When | undefined): CompiledWhen | undefined {
  return when?.map((all) => Object.entries(all).map(([key, words]) => ({ key, words })));
}

function isStable({ driver }: Row): boolean {
  return driver.since !== undefined && driver.until === undefined;
}

function byLength(members: readonly CompiledMember[]): (CompiledMember[] | undefined)[] {
  const lists: (CompiledMember[] | undefined)[] = Array.from({ length: Math.max(0, ...members.map(({ bytes }) => bytes.length)) + 1 });
  for (const member of members) lists[member.bytes.length] = [...(lists[member.bytes.length] ?? []), member];
  return lists;
}

function orderRange({ since, until }: VersionRange): OrderRange {
  return {
    from: since === undefined ? 0 : versionOrder(since),
    to: until === undefined ? LAST_ORDER : versionOrder(until),
  };
}

/** Whether the version of the number is in the range. */
export function isIn({ from, to }: OrderRange, order: number): boolean {
  return order >= from && order < to;
}

/** Whether a record meets the condition of an attribute. */
export function holds(when: CompiledWhen, values: Readonly<Record<string, unknown>>): boolean {
  for (const all of when) if (meets(all, values)) return true;
  return false;
}

function meets(all: CompiledWhen[number], values: Readonly<Record<string, unknown>>): boolean {
  for (const { key, words } of all) if (!words.includes(String(values[key]))) return false;
  return true;
}
