import type { Attribute, EnumMember, Kind, RecordRows } from './record.ts';
import { type VersionRange, versionOrder } from './version.ts';

/**
 * Rows of records as loops over many records want them: found by key in one step, words of enumerations too, and versions as numbers.
 */

/** A range of versions as numbers of {@link versionOrder}: `[from, to)`. */
export interface OrderRange {
  readonly from: number;
  readonly to: number;
}

export interface CompiledMember extends OrderRange {
  readonly member: EnumMember;
}

/** An attribute of a record, with the versions that have it. */
export interface CompiledAttribute extends OrderRange {
  readonly key: string;
  /** Place among the rows of its record. */
  readonly index: number;
  readonly attribute: Attribute;
  readonly type: Kind;
  readonly kind: Kind['kind'];
  /** Rows of the records inside; undefined where there are none. */
  readonly inner: CompiledRecord | undefined;
  /** Of an enumeration, by the word. */
  readonly members: ReadonlyMap<unknown, CompiledMember> | undefined;
  /** Alternatives of conditions that must all hold; undefined where there is no condition. */
  readonly when: readonly (readonly (readonly [key: string, words: readonly string[]])[])[] | undefined;
  /** Versions that require it. */
  readonly requiredIn: readonly OrderRange[];
}

export interface CompiledRecord {
  readonly rows: RecordRows;
  readonly attributes: readonly CompiledAttribute[];
  readonly byKey: ReadonlyMap<string, CompiledAttribute>;
  /** Attributes that are records or lists of them. */
  readonly nested: readonly CompiledAttribute[];
  /** Attributes that some version requires. */
  readonly required: readonly CompiledAttribute[];
}

const compiled = new WeakMap<RecordRows, CompiledRecord>();

/** The rows of a record, prepared once. */
export function compile(rows: RecordRows): CompiledRecord {
  let found = compiled.get(rows);
  if (!found) {
    const attributes = Object.entries(rows.attributes).map(([key, attribute], index) => compileAttribute(key, index, attribute));
    found = {
      rows,
      attributes,
      byKey: new Map(attributes.map((one) => [one.key, one])),
      nested: attributes.filter(({ inner }) => inner !== undefined),
      required: attributes.filter(({ requiredIn }) => requiredIn.length > 0),
    };
    compiled.set(rows, found);
  }
  return found;
}

function compileAttribute(key: string, index: number, attribute: Attribute): CompiledAttribute {
  const { type, when, required, requiredIn } = attribute;
  return {
    key,
    index,
    attribute,
    type,
    kind: type.kind,
    ...orderRange(attribute),
    inner: type.kind === 'record' || type.kind === 'list' ? compile(type.rows) : undefined,
    members:
      type.kind === 'enum' ? new Map(type.rows.members.map((member) => [member.value, { member, ...orderRange(member) }])) : undefined,
    when: when?.map((all) => Object.entries(all)),
    requiredIn: [...(required ? [orderRange(attribute)] : []), ...(requiredIn ? [orderRange(requiredIn)] : [])],
  };
}

function orderRange({ since, until }: VersionRange): OrderRange {
  return {
    from: since === undefined ? Number.NEGATIVE_INFINITY : versionOrder(since),
    to: until === undefined ? Number.POSITIVE_INFINITY : versionOrder(until),
  };
}
