import type { FieldRow, StructRows } from '../../../core/schema/index.ts';

/** A number with a meaning. */
export interface NumberName {
  readonly value: number;
  readonly name: string;
  readonly doc?: string;
}

/** The form of a value. Compilers write the first form of a row. */
export type Shape =
  /** Type 1. `names` are its possible values, `bits` the meanings of its bits, `flag` says that only 1 has a meaning. */
  | { readonly kind: 'uint32'; readonly names?: readonly NumberName[]; readonly bits?: readonly NumberName[]; readonly flag?: true }
  /** A sequence of numbers, from none to `most`. */
  | { readonly kind: 'uint32s' | 'uint64s'; readonly most?: number; readonly names?: readonly NumberName[] }
  /** A sequence of one or more structures. The fields in `booleans` are 0 or 1. */
  | { readonly kind: 'structs'; readonly rows: StructRows; readonly most?: number; readonly booleans?: readonly string[] }
  /** One bit for each argument, the lowest first. */
  | { readonly kind: 'mask' }
  /** UTF-8 text. With `words`: one of these. With `list`: names separated by commas. With `columns`: tuples separated by semicolons. */
  | { readonly kind: 'text'; readonly words?: readonly string[]; readonly list?: true; readonly columns?: readonly string[] }
  | { readonly kind: 'bytes' };

export interface PropertyRow {
  /** The key. A name in braces stands for any text: `{kernel}@reqd_work_group_size`. */
  readonly key: string;
  readonly shapes: readonly Shape[];
  readonly doc: string;
  /** False for a key that the specification's page does not have: only the code of the compiler has it. */
  readonly specified?: false;
  /** Whether a set must have the key. */
  readonly required?: true;
  /** Public source beyond the page, or how the code differs from it. */
  readonly note?: string;
}

/** Which property text of a SYCLBIN file a set belongs to: that of the file, of an IR module, or of a native image. */
export type SyclbinPlace = 'global_metadata' | 'ir' | 'native';

export interface PropertySetRow {
  readonly name: string;
  readonly doc: string;
  readonly specified?: false;
  /** For sets of SYCLBIN files. All other sets belong to the metadata of an abstract module. */
  readonly place?: SyclbinPlace;
  /** In the order in which a key is looked up: exact keys, then patterns. */
  readonly properties: readonly PropertyRow[];
}

/** A 32-bit field. */
export const u32 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 4], at64: [at, 4], as: 'number', doc }) as const satisfies FieldRow;
