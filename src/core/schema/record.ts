import type { Version, VersionRange } from './version.ts';

/**
 * Rows for attributes in text: a record is a map with known keys, and each key is one row with its type, its default, the
 * versions that have it, when it is present, who reads it, and a sentence for people. Types, reader, documentation and (built on
 * them) printer and checks derive from the rows.
 */

/** Which driver releases read something. */
export interface DriverRange {
  /** First compute-runtime release that reads it, or `NEXT_RELEASE`; absent if no public release does. */
  readonly since?: string;
  /** First release that no longer reads it. */
  readonly until?: string;
  /** What is special about it, as a sentence. */
  readonly note?: string;
}

/** What every row has. */
export interface Row extends VersionRange {
  /** One or more sentences that `explain` and tooltips show. */
  readonly doc: string;
  /** Version from which it is deprecated but still exists. */
  readonly deprecated?: string;
  /** Its new name from `until` on. */
  readonly becomes?: string;
  readonly driver: DriverRange;
  /** False for a name that only the driver knows, not the specification. */
  readonly specified?: false;
}

export interface EnumMember extends Row {
  readonly value: string;
  /** Type of the data that the value stands for, if any: `int32x3`. */
  readonly size?: string;
}

/** A closed list of words. */
export interface EnumRows {
  readonly name: string;
  readonly doc: string;
  readonly members: readonly EnumMember[];
}

/** A type of value. `scalar` kinds are one word of text; the others have structure. */
export type Kind =
  | { readonly kind: 'int32' | 'bool' | 'str' | 'float' }
  | { readonly kind: 'int32xN'; readonly length?: number }
  | { readonly kind: 'enum'; readonly rows: EnumRows }
  | { readonly kind: 'strs' }
  | { readonly kind: 'record'; readonly rows: RecordRows }
  | { readonly kind: 'list'; readonly rows: RecordRows };

/** Alternatives of conditions that must all hold: `[{ a: ['x'], b: ['y'] }, { a: ['z'] }]` is (a is x and b is y) or a is z. */
export type When = readonly Readonly<Record<string, readonly string[]>>[];

export interface Attribute extends Row {
  readonly type: Kind;
  readonly required?: true;
  /** Value that counts when the attribute is not written. */
  readonly default?: number | boolean | string | readonly number[];
  /** When the attribute is present (the specification's "Present when"). */
  readonly when?: When;
  /** When the attribute has to be present, although other kinds of records lack it; true means whenever `when` holds. */
  readonly needed?: true | When;
  /** The only numbers that the attribute can have. */
  readonly values?: readonly number[];
  /** Unit of the value, if the name leaves doubt. */
  readonly unit?: string;
  /** Until this version the block is written as a list with one map in it. */
  readonly listUntil?: Version;
  /** Versions in which an optional attribute is required. */
  readonly requiredIn?: VersionRange;
  /** What a required attribute gets in a file that is converted from a version without it. */
  readonly assumed?: number | string;
}

export interface RecordRows {
  readonly name: string;
  readonly doc: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export const int32 = { kind: 'int32' } as const;
export const bool = { kind: 'bool' } as const;
export const str = { kind: 'str' } as const;
export const float = { kind: 'float' } as const;
export const strs = { kind: 'strs' } as const;
export const int32x3 = { kind: 'int32xN', length: 3 } as const;
export const enumeration = <const E extends EnumRows>(rows: E) => ({ kind: 'enum', rows }) as const;
export const one = <const R extends RecordRows>(rows: R) => ({ kind: 'record', rows }) as const;
export const list = <const R extends RecordRows>(rows: R) => ({ kind: 'list', rows }) as const;

/** The type as the specification writes it: `int32x3`, `<argument_type>`. */
export function kindName(kind: Kind): string {
  switch (kind.kind) {
    case 'int32xN':
      return `int32x${kind.length ?? 'N'}`;
    case 'enum':
      return `<${kind.rows.name}>`;
    case 'strs':
      return 'list of str';
    case 'record':
      return kind.rows.name;
    case 'list':
      return `list of ${kind.rows.name}`;
    default:
      return kind.kind;
  }
}

/** When an attribute that not all records have must be present; undefined if no record needs it. */
export function neededWhen({ needed, when }: Attribute): When | undefined {
  return needed === true ? when : needed;
}

/** A presence condition as a sentence part: `arg_type is arg_bypointer and addrspace is sampler, or arg_type is inline_sampler`. */
export function whenText(when: When): string {
  return when
    .map((all) =>
      Object.entries(all)
        .map(([key, values]) => `${key} is ${values.join(' or ')}`)
        .join(' and '),
    )
    .join(', or ');
}
