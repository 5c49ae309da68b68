/** Values as a debugger shows them: numbers with a type, and where they are, so that they can be changed. */
import { type ElementType, elementBits, elementText, elementValue, isFloat, putElement, sizeOf } from '../case/elements.ts';
import { DebugError } from './registers.ts';

/** Memory that a pointer is in: by address, of the work-group, or of the thread. */
export type Space = 'global' | 'local' | 'scratch';

export interface PointerType {
  readonly space: Space;
  readonly to: ValueType;
}

/** A structure: its members may be at the same place, as those of a union are. */
export interface StructureType {
  readonly kind: 'structure';
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly members: readonly { readonly name: string; readonly offset: number; readonly type: ValueType }[];
  /** Whether it has more members, which were not read. */
  readonly isCut: boolean;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly count: number;
  readonly of: ValueType;
}

export type AggregateType = StructureType | ArrayType;

export type ValueType = ElementType | PointerType | AggregateType;

/** Bytes that hold a value. */
export interface ValuePlace {
  readonly bytes: Uint8Array;
  readonly at: number;
}

export interface Value {
  readonly type: ValueType;
  /** Integers and addresses are large integers; 0 for what has parts. */
  readonly value: number | bigint;
  /** Absent for what was computed. */
  readonly place?: ValuePlace;
}

export const INT = (value: bigint | number | boolean): Value => ({ type: 'long', value: BigInt(value) });

export const isPointer = (type: ValueType): type is PointerType => typeof type !== 'string' && 'space' in type;
export const isAggregate = (type: ValueType): type is AggregateType => typeof type !== 'string' && 'kind' in type;
export const isNumberFloat = (type: ValueType): boolean => typeof type === 'string' && isFloat(type);

/** Bytes of a value. */
export const sizeOfType = (type: ValueType): number => (typeof type === 'string' ? sizeOf(type) : isPointer(type) ? POINTER : type.size);
const POINTER = 8;

/** Throws {@link DebugError} for bytes that are not there: debug information may be wrong. */
function viewOf({ bytes, at }: ValuePlace, size: number): DataView {
  if (!(at >= 0 && at + size <= bytes.length)) throw new DebugError('it is outside of the registers or the memory that it is in');
  return new DataView(bytes.buffer, bytes.byteOffset + at, size);
}

/** The value of some type in bytes. */
export function valueAt(place: ValuePlace, type: ValueType): Value {
  if (isAggregate(type)) return { type, value: 0n, place };
  const element = isPointer(type) ? 'ulong' : type;
  const view = viewOf(place, sizeOf(element));
  if (isFloat(element)) return { type, value: elementValue(view, 0, element), place };
  const bits = elementBits(view, 0, element);
  const isSigned = element === 'char' || element === 'short' || element === 'int' || element === 'long';
  return { type, value: isSigned ? BigInt.asIntN(sizeOf(element) * 8, bits) : bits, place };
}

/** Stores a number where a value is, rounded or cut to its type. */
export function storeAt(place: ValuePlace, type: Exclude<ValueType, AggregateType>, value: number | bigint): void {
  const element = isPointer(type) ? 'ulong' : type;
  const number = isFloat(element) || typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
  putElement(viewOf(place, sizeOf(element)), 0, element, number);
}

const SPACES: Readonly<Record<Space, string>> = { global: '', local: 'local ', scratch: 'scratch ' };

/** Parts of a value that its text has, and how deep they are. */
const SHOWN = 8;
const DEEPEST = 3;

/** A value as text: floats in the fewest digits that distinguish them, pointers as addresses, parts in braces. */
export function textOfValue({ type, value, place }: Value, depth = 0): string {
  if (isPointer(type)) return `${SPACES[type.space]}0x${value.toString(16)}`;
  if (isAggregate(type)) return place === undefined || depth >= DEEPEST ? '{…}' : partsText(type, place, depth);
  if (!isFloat(type)) return value.toString();
  const view = new DataView(new ArrayBuffer(8));
  putElement(view, 0, type, value);
  return elementText(view, 0, type);
}

function partsText(type: AggregateType, place: ValuePlace, depth: number): string {
  const count = type.kind === 'array' ? type.count : type.members.length;
  const parts = Array.from({ length: Math.min(count, SHOWN) }, (_, i) => {
    const { offset, type: own, name } = partOf(type, i);
    const text = textOfValue(valueAt({ ...place, at: place.at + offset }, own), depth + 1);
    return name === '' ? text : `${name} = ${text}`;
  });
  const isCut = count > SHOWN || (type.kind === 'structure' && type.isCut);
  return `{${[...parts, ...(isCut ? ['…'] : [])].join(', ')}}`;
}

/** A part of a value, by its number; those of arrays have no name. */
export function partOf(type: AggregateType, index: number): StructureType['members'][number] {
  if (type.kind === 'array') return { name: '', offset: index * sizeOfType(type.of), type: type.of };
  return type.members[index] as StructureType['members'][number];
}

/** The name of a type: `float`, `int*`. */
export const typeText = (type: ValueType): string =>
  isPointer(type) ? `${SPACES[type.space]}${typeText(type.to)}*` : isAggregate(type) ? type.name : type;

/** Lanes of a mask, the lowest first. */
export function lanesOf(mask: number, most: number): readonly number[] {
  return Array.from({ length: Math.min(most, 32) }, (_, lane) => lane).filter((lane) => ((mask >>> lane) & 1) === 1);
}
