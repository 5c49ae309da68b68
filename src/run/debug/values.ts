/** Values as a debugger shows them: numbers with a type, and where they are, so that they can be changed. */
import { type ElementType, elementBits, elementText, elementValue, isFloat, putElement, sizeOf } from '../case/elements.ts';

/** Memory that a pointer is in: by address, of the work-group, or of the thread. */
export type Space = 'global' | 'local' | 'scratch';

/** A pointer to elements. */
export interface PointerType {
  readonly space: Space;
  readonly to: ElementType;
}

export type ValueType = ElementType | PointerType;

/** Bytes that hold a value. */
export interface ValuePlace {
  readonly bytes: Uint8Array;
  readonly at: number;
}

export interface Value {
  readonly type: ValueType;
  /** Integers and addresses are large integers. */
  readonly value: number | bigint;
  /** Absent for what was computed. */
  readonly place?: ValuePlace;
}

export const INT = (value: bigint | number | boolean): Value => ({ type: 'long', value: BigInt(value) });

export const isPointer = (type: ValueType): type is PointerType => typeof type !== 'string';
export const isNumberFloat = (type: ValueType): boolean => !isPointer(type) && isFloat(type);

const viewOf = ({ bytes, at }: ValuePlace, size: number): DataView => new DataView(bytes.buffer, bytes.byteOffset + at, size);

/** The value of some type in bytes. */
export function valueAt(place: ValuePlace, type: ValueType): Value {
  const element = isPointer(type) ? 'ulong' : type;
  const view = viewOf(place, sizeOf(element));
  if (isFloat(element)) return { type, value: elementValue(view, 0, element), place };
  const bits = elementBits(view, 0, element);
  const isSigned = element === 'char' || element === 'short' || element === 'int' || element === 'long';
  return { type, value: isSigned ? BigInt.asIntN(sizeOf(element) * 8, bits) : bits, place };
}

/** Stores a number where a value is, rounded or cut to its type. */
export function storeAt(place: ValuePlace, type: ValueType, value: number | bigint): void {
  const element = isPointer(type) ? 'ulong' : type;
  const number = isFloat(element) || typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
  putElement(viewOf(place, sizeOf(element)), 0, element, number);
}

const SPACES: Readonly<Record<Space, string>> = { global: '', local: 'local ', scratch: 'scratch ' };

/** A value as text: floats in the fewest digits that distinguish them, pointers as addresses. */
export function textOfValue({ type, value }: Value): string {
  if (isPointer(type)) return `${SPACES[type.space]}0x${value.toString(16)}`;
  if (!isFloat(type)) return value.toString();
  const view = new DataView(new ArrayBuffer(8));
  putElement(view, 0, type, value);
  return elementText(view, 0, type);
}

/** The name of a type: `float`, `int*`. */
export const typeText = (type: ValueType): string => (isPointer(type) ? `${SPACES[type.space]}${type.to}*` : type);

/** Lanes of a mask, the lowest first. */
export function lanesOf(mask: number, most: number): readonly number[] {
  return Array.from({ length: Math.min(most, 32) }, (_, lane) => lane).filter((lane) => ((mask >>> lane) & 1) === 1);
}
