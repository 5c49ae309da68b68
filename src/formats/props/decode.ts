import { Bytes, decodeText } from '../../core/bytes/index.ts';
import { LIMITS } from '../../core/diag/index.ts';
import { readStruct, structSize } from '../../core/schema/index.ts';
import type { PropertySet, PropertyValue } from './model.ts';
import { type NumberName, PADDING_ID, type PropertyRow, propertyRow, type Shape } from './table/index.ts';

/** The meaning of a value, by the row of its key. `kind` is that of the shape. */
export type Decoded =
  | { readonly kind: 'uint32'; readonly value: number; readonly name?: string; readonly bits?: readonly string[] }
  | { readonly kind: 'uint32s'; readonly values: readonly number[]; readonly names?: readonly string[] }
  | { readonly kind: 'uint64s'; readonly values: readonly bigint[] }
  | { readonly kind: 'structs'; readonly values: readonly Readonly<Record<string, number>>[] }
  | { readonly kind: 'mask'; readonly count: number; readonly removed: readonly number[] }
  | { readonly kind: 'text'; readonly value: string; readonly list?: readonly string[]; readonly tuples?: readonly (readonly string[])[] }
  | { readonly kind: 'bytes' };

/** The shape of a row that fits the type of a value; undefined if none does. */
export function shapeOf(row: PropertyRow, value: PropertyValue): Shape | undefined {
  return row.shapes.find((shape) => (shape.kind === 'uint32') === (value.type === 1));
}

/**
 * The meaning of the value of a key. A value that does not fit its row, or whose key has none, is decoded as a number or bytes;
 * `validateProps` reports what is wrong with it.
 *
 * @example
 * decodeProperty('SYCL/kernel names', 'k', { type: 1, value: 1 }).kind; // 'uint32'
 */
export function decodeProperty(set: string, key: string, value: PropertyValue): Decoded {
  const row = propertyRow(set, key);
  const shape = row && shapeOf(row, value);
  if (value.type === 1) return decodeNumber(value.value, shape);
  const decoded = shape && decodeArray(value, shape);
  return decoded ?? { kind: 'bytes' };
}

function decodeNumber(value: number, shape: Shape | undefined): Decoded {
  if (shape?.kind !== 'uint32') return { kind: 'uint32', value };
  const name = shape.names?.find((row) => row.value === value)?.name;
  const { bits } = shape;
  return {
    kind: 'uint32',
    value,
    ...(name === undefined ? {} : { name }),
    ...(bits ? { bits: setBits(value).map((bit) => nameOf(bits, bit)) } : {}),
  };
}

function setBits(value: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((value >>> bit) & 1) === 1);
}

const nameOf = (names: readonly NumberName[], value: number) => names.find((row) => row.value === value)?.name ?? String(value);

/** Undefined if the value does not have the size of the shape. */
export function decodeArray({ bits, data }: PropertyValue & { type: 2 }, shape: Shape): Decoded | undefined {
  if (shape.kind === 'mask' && bits > LIMITS.argumentMask) return undefined;
  if (shape.kind === 'mask') return { kind: 'mask', count: bits, removed: maskBits(data, bits) };
  if (bits % 8 !== 0) return undefined;
  switch (shape.kind) {
    case 'uint32s':
    case 'uint64s': {
      const width = shape.kind === 'uint32s' ? 4 : 8;
      const count = data.length / width;
      if (!Number.isInteger(count) || count > (shape.most ?? count)) return undefined;
      const bytes = new Bytes(data);
      const indices = Array.from({ length: count }, (_, i) => i * width);
      if (shape.kind === 'uint64s') return { kind: 'uint64s', values: indices.map((at) => bytes.u64(at)) };
      const values = indices.map((at) => bytes.u32(at));
      const { names } = shape;
      return { kind: 'uint32s', values, ...(names ? { names: values.map((value) => nameOf(names, value)) } : {}) };
    }
    case 'structs': {
      const size = structSize(shape.rows, true);
      const count = data.length / size;
      if (!Number.isInteger(count) || count === 0 || count > (shape.most ?? count)) return undefined;
      const bytes = new Bytes(data);
      const values = Array.from(
        { length: count },
        (_, i) => readStruct(shape.rows, bytes, i * size, true) as unknown as Record<string, number>,
      );
      return { kind: 'structs', values };
    }
    case 'text': {
      const value = decodeText(data);
      return {
        kind: 'text',
        value,
        ...(shape.list ? { list: value.split(',').filter((part) => part !== '') } : {}),
        ...(shape.columns ? { tuples: tuples(value) } : {}),
      };
    }
    default:
      return undefined;
  }
}

const tuples = (text: string) =>
  text
    .split(';')
    .filter((part) => part !== '')
    .map((part) => part.split(','));

/** Numbers of the set bits, the lowest first. */
function maskBits(data: Uint8Array, count: number): number[] {
  const indices: number[] = [];
  data.forEach((byte, at) => {
    if (byte !== 0) for (let bit = 0; bit < 8; bit++) if ((byte >>> bit) & 1 && at * 8 + bit < count) indices.push(at * 8 + bit);
  });
  return indices;
}

/** A specialization constant with its default. */
export interface SpecConstant {
  readonly name: string;
  /** Where its default begins among the defaults of all constants, and how long it is, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** The default, of the whole constant; absent when there is none, or it is truncated. */
  readonly default?: Uint8Array;
  /** Its scalars in the order of the descriptors; those with `padding` are not constants. */
  readonly scalars: readonly SpecScalar[];
}

export interface SpecScalar {
  readonly id: number;
  /** Within the constant, in bytes. */
  readonly offset: number;
  readonly size: number;
  readonly padding: boolean;
  readonly default?: Uint8Array;
}

/**
 * The specialization constants among these sets, each with its default: cut from the one entry for all constants, in their order, or
 * from the entry of its own name.
 *
 * Source: intel/llvm sycl/source/detail/device_image_impl.hpp (updateSpecConstSymMap).
 *
 * @example
 * specConstants(propertySets(parseProps(properties).value))[0].name; // '_ZTSN4demo9threshold'
 */
export function specConstants(sets: readonly PropertySet[]): SpecConstant[] {
  const named = (name: string) => sets.find((set) => set.name === name)?.properties ?? [];
  const defaults = new Map<string, PropertyValue>();
  for (const { key, value } of named('SYCL/specialization constants default values')) if (!defaults.has(key)) defaults.set(key, value);
  const all = defaults.get('all');
  let at = 0;
  return named('SYCL/specialization constants').map(({ key, value }) => {
    const decoded = decodeProperty('SYCL/specialization constants', key, value);
    const structs = decoded.kind === 'structs' ? decoded.values : [];
    const scalars = structs.map(({ id = 0, offset = 0, size = 0 }) => ({ id, offset, size, padding: id === PADDING_ID }));
    const size = scalars.reduce((end, scalar) => Math.max(end, scalar.offset + scalar.size), 0);
    const offset = at;
    at += size;
    const defaultValue = key === 'all' ? undefined : defaults.get(key);
    const whole =
      defaultValue?.type === 2 ? defaultValue.data : all?.type === 2 && at <= all.data.length ? all.data.subarray(offset, at) : undefined;
    if (!whole || whole.length < size) return { name: key, offset, size, scalars };
    const cut = scalars.map((scalar) => ({ ...scalar, default: whole.subarray(scalar.offset, scalar.offset + scalar.size) }));
    return { name: key, offset, size, default: whole, scalars: cut };
  });
}
