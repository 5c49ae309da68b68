/** The scalars that buffers, vectors and channels of images are made of, and the numbers of JSON as their bytes. */
import { decodeFloat, encodeFloat, FORMATS, NEAREST } from '../numbers.ts';

interface ElementRow {
  readonly kind: 'signed' | 'unsigned' | 'float';
  /** In bytes. */
  readonly size: 1 | 2 | 4 | 8;
}

export const ELEMENTS = {
  char: { kind: 'signed', size: 1 },
  uchar: { kind: 'unsigned', size: 1 },
  short: { kind: 'signed', size: 2 },
  ushort: { kind: 'unsigned', size: 2 },
  int: { kind: 'signed', size: 4 },
  uint: { kind: 'unsigned', size: 4 },
  long: { kind: 'signed', size: 8 },
  ulong: { kind: 'unsigned', size: 8 },
  half: { kind: 'float', size: 2 },
  float: { kind: 'float', size: 4 },
  double: { kind: 'float', size: 8 },
} as const satisfies Readonly<Record<string, ElementRow>>;

/** The type of an element, by its name in OpenCL. */
export type ElementType = keyof typeof ELEMENTS;
export const ELEMENT_TYPES = Object.keys(ELEMENTS) as ElementType[];

export const isFloat = (type: ElementType): boolean => ELEMENTS[type].kind === 'float';
export const sizeOf = (type: ElementType): number => ELEMENTS[type].size;

/** `int`, or one of the other names; undefined for any other text. */
export const elementType = (name: string): ElementType | undefined => ELEMENT_TYPES.find((type) => type === name);

const INTEGER = /^([+-]?)(\d{1,400}|0x[0-9a-f]{1,400})$/i;
const HEX_FLOAT = /^([+-]?)0x([0-9a-f]{0,100})(?:\.([0-9a-f]{0,100}))?p([+-]?\d{1,6})$/i;
const DECIMAL = /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})(e[+-]?\d{1,6})?$/i;
const WORDS: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY };

/** An integer as a document or a person writes it; undefined for anything else. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  const [, sign, digits] = (typeof value === 'string' && INTEGER.exec(value)) || [];
  if (digits === undefined) return undefined;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** A float as a document or a person writes it: a number, or text where JSON has no number; undefined for anything else. */
export function floatOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [, sign, word = ''] = /^([+-]?)(nan|inf)$/i.exec(value) ?? [];
  const special = WORDS[word.toLowerCase()];
  if (special !== undefined) return sign === '-' ? -special : special;
  const integer = integerOf(value);
  // Not by way of the integer, which has no negative zero.
  if (integer !== undefined && integer !== 0n) return Number(integer);
  return hexFloat(value) ?? (DECIMAL.test(value) || integer !== undefined ? Number(value.replace(/^\+/, '')) : undefined);
}

/** `0x1.8p1` is 3. */
function hexFloat(text: string): number | undefined {
  const [, sign, whole = '', part = '', power] = HEX_FLOAT.exec(text) ?? [];
  if (power === undefined || whole + part === '') return undefined;
  const mantissa = Number(BigInt(`0x${whole}${part}`));
  const exponent = Number(power) - 4 * part.length;
  // In two steps: a power of two alone may be too small or too large to be a number. Only the second can round.
  const near = Math.max(Math.min(exponent, 900), -900);
  const value = mantissa === 0 ? 0 : mantissa * 2 ** near * 2 ** (exponent - near);
  return sign === '-' ? -value : value;
}

/** Stores a value at an offset: integers modulo their width, floats rounded to nearest even, NaN as the quiet, positive one. */
export function putElement(view: DataView, at: number, type: ElementType, value: number | bigint): void {
  switch (type) {
    case 'half':
      view.setUint16(at, encodeFloat(Number(value), FORMATS.hf, NEAREST), true);
      return;
    case 'float':
      putFloat(view, at, Number(value));
      return;
    case 'double':
      putDouble(view, at, Number(value));
      return;
    default:
      putBits(view, at, sizeOf(type), BigInt(value));
  }
}

function putFloat(view: DataView, at: number, value: number): void {
  if (Number.isNaN(value)) view.setUint32(at, 0x7fc0_0000, true);
  else view.setFloat32(at, value, true);
}

function putDouble(view: DataView, at: number, value: number): void {
  if (Number.isNaN(value)) view.setBigUint64(at, 0x7ff8_0000_0000_0000n, true);
  else view.setFloat64(at, value, true);
}

/** Stores the lowest bits of a number, as many as `size` bytes have. */
export function putBits(view: DataView, at: number, size: number, bits: bigint): void {
  if (size === 8) view.setBigUint64(at, BigInt.asUintN(64, bits), true);
  else if (size === 4) view.setUint32(at, Number(BigInt.asUintN(32, bits)), true);
  else if (size === 2) view.setUint16(at, Number(BigInt.asUintN(16, bits)), true);
  else view.setUint8(at, Number(BigInt.asUintN(8, bits)));
}

/** The bits of an element. */
export function elementBits(view: DataView, at: number, type: ElementType): bigint {
  const size = sizeOf(type);
  if (size === 8) return view.getBigUint64(at, true);
  return BigInt(size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at));
}

/** The value of an element; of 64-bit integers the nearest double. */
export function elementValue(view: DataView, at: number, type: ElementType): number {
  switch (type) {
    case 'char':
      return view.getInt8(at);
    case 'uchar':
      return view.getUint8(at);
    case 'short':
      return view.getInt16(at, true);
    case 'ushort':
      return view.getUint16(at, true);
    case 'int':
      return view.getInt32(at, true);
    case 'uint':
      return view.getUint32(at, true);
    case 'long':
      return Number(view.getBigInt64(at, true));
    case 'ulong':
      return Number(view.getBigUint64(at, true));
    case 'half':
      return decodeFloat(view.getUint16(at, true), FORMATS.hf);
    case 'float':
      return view.getFloat32(at, true);
    case 'double':
      return view.getFloat64(at, true);
  }
}

/** An element as text: integers in decimal, floats in the fewest digits that distinguish them. */
export function elementText(view: DataView, at: number, type: ElementType): string {
  if (type === 'long') return view.getBigInt64(at, true).toString();
  if (type === 'ulong') return view.getBigUint64(at, true).toString();
  const value = elementValue(view, at, type);
  if (!isFloat(type)) return String(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  return type === 'double'
    ? String(value)
    : shortest(value, type === 'half' ? (n) => decodeFloat(encodeFloat(n, FORMATS.hf, NEAREST), FORMATS.hf) : Math.fround);
}

/** The shortest decimal number that a narrower type rounds to `value`. */
function shortest(value: number, round: (value: number) => number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (round(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
}
