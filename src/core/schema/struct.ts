import type { Bytes, ByteWriter } from '../bytes/index.ts';

/**
 * Rows for fixed binary structures: one row per field, with its place and width in the 32-bit and in the 64-bit form of the structure, so
 * one reader serves both forms, and reader, dump, documentation and writer have one source.
 */

type Width = 1 | 2 | 4 | 8;

export interface FieldRow {
  /** The specification's own spelling. */
  readonly name: string;
  /** Offset and width in the 32-bit form, in bytes. */
  readonly at32: readonly [at: number, width: Width];
  /** Offset and width in the 64-bit form, in bytes. */
  readonly at64: readonly [at: number, width: Width];
  /**
   * `number` for counts and indices within the file, `bigint` for 64-bit values that are only passed on (addresses, values, flags),
   * `signed` for a bigint in two's complement.
   */
  readonly as: 'number' | 'bigint' | 'signed';
  readonly doc: string;
}

export interface StructRows {
  readonly name: string;
  readonly size32: number;
  readonly size64: number;
  readonly fields: readonly FieldRow[];
}

/** The object that a structure reads into: its fields under their own names. */
export type StructOf<S extends StructRows> = {
  readonly [F in S['fields'][number] as F['name']]: F['as'] extends 'number' ? number : bigint;
};

const SMALL = Array.from({ length: 16 }, (_, i) => BigInt(i));

/** Reads the structure at `at`, which must be wholly inside `bytes`. */
export function readStruct<S extends StructRows>(rows: S, bytes: Bytes, at: number, is64: boolean): StructOf<S> {
  const value: Record<string, number | bigint> = {};
  const { fields } = rows;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as FieldRow;
    value[field.name] = readField(field, bytes, at, is64);
  }
  return value as StructOf<S>;
}

/** One field of the structure at `at`: of most files a reader of another kind needs no more. */
export function readOne<S extends StructRows, F extends keyof StructOf<S>>(
  rows: S,
  name: F,
  bytes: Bytes,
  at: number,
  is64: boolean,
): StructOf<S>[F] {
  const field = rows.fields.find((one) => one.name === name) as FieldRow;
  return readField(field, bytes, at, is64) as StructOf<S>[F];
}

function readField({ as, at32, at64 }: FieldRow, bytes: Bytes, base: number, is64: boolean): number | bigint {
  const place = is64 ? at64 : at32;
  return as === 'number' ? numberAt(bytes, base, place) : as === 'bigint' ? bigintAt(bytes, base, place) : signedAt(bytes, base, place);
}

/** Where a field is, according to its row. */
export type Place = FieldRow['at64'];

/** The places of all fields by name, for readers of long tables: an object literal with these places is created in a third of the time. */
export function placesOf<S extends StructRows>(rows: S, is64: boolean): { readonly [F in S['fields'][number]['name']]: Place } {
  const places: Record<string, Place> = {};
  for (const field of rows.fields) places[field.name] = is64 ? field.at64 : field.at32;
  return places as { readonly [F in S['fields'][number]['name']]: Place };
}

export function numberAt(bytes: Bytes, base: number, place: Place): number {
  const at = base + place[0];
  const width = place[1];
  return width === 4 ? bytes.u32(at) : width === 8 ? bytes.u64AsNumber(at) : width === 2 ? bytes.u16(at) : bytes.u8(at);
}

export function bigintAt(bytes: Bytes, base: number, place: Place): bigint {
  const value = numberAt(bytes, base, place);
  // Bigints are expensive to create, and nearly all of these are small.
  if (value < SMALL.length) return SMALL[value] as bigint;
  return Number.isSafeInteger(value) ? BigInt(value) : bytes.u64(base + place[0]);
}

export function signedAt(bytes: Bytes, base: number, [offset, width]: Place): bigint {
  return width === 8 ? bytes.i64(base + offset) : BigInt(bytes.u32(base + offset) | 0);
}

/**
 * Writes a structure: the inverse of {@link readStruct}. Bytes between fields are zero. Throws `RangeError` for a value that does
 * not fit its field.
 */
export function writeStruct<S extends StructRows>(rows: S, value: StructOf<S>, out: ByteWriter, is64: boolean): void {
  structWriter(rows, is64)(value, out);
}

/** A {@link writeStruct} for many structures. */
export function structWriter<S extends StructRows>(rows: S, is64: boolean): (value: StructOf<S>, out: ByteWriter) => void {
  const fields = fieldsInOrder(rows, is64);
  const size = structSize(rows, is64);
  return (value, out) => {
    const values = value as Readonly<Record<string, number | bigint>>;
    const base = out.length;
    for (const field of fields) {
      const [at, width] = is64 ? field.at64 : field.at32;
      out.fill(base + at - out.length);
      writeField(values[field.name] ?? 0, width, out);
    }
    out.fill(base + size - out.length);
  };
}

/** Fields in the order of their places, which differs between the forms. */
export function fieldsInOrder({ fields }: StructRows, is64: boolean): readonly FieldRow[] {
  const placeOf = ({ at64, at32 }: FieldRow) => (is64 ? at64 : at32)[0];
  // Most are in order: a file may have very many structures.
  if (fields.every((field, i) => i === 0 || placeOf(fields[i - 1] as FieldRow) <= placeOf(field))) return fields;
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

function writeField(value: number | bigint, width: Width, out: ByteWriter): void {
  if (width === 8) {
    out.u64(value);
    return;
  }
  // A negative number stands for its two's complement.
  const number = Number(value) < 0 ? Number(BigInt.asUintN(width * 8, BigInt(value))) : Number(value);
  if (width === 4) out.u32(number);
  else if (width === 2) out.u16(number);
  else out.u8(number);
}

/** Where a field is, relative to its structure: `[start, end)`. */
export function fieldRange(field: FieldRow, is64: boolean): readonly [start: number, end: number] {
  const [at, width] = is64 ? field.at64 : field.at32;
  return [at, at + width];
}

/** Size of the structure in bytes. */
export function structSize(rows: StructRows, is64: boolean): number {
  return is64 ? rows.size64 : rows.size32;
}
