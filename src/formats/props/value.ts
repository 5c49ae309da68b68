import { decodeBase64, decodeOrdinaryBase64, encodeBase64, foreignCharacter } from '../../core/bytes/index.ts';
import type { PROPS_CODES } from '../../core/diag/index.ts';
import type { PropertyValue } from './model.ts';

/** Bytes of the bit count before a byte array. */
const COUNT = 8;

export interface ValueFinding {
  readonly code: keyof typeof PROPS_CODES;
  readonly message: string;
  /** Where in the text. */
  readonly from: number;
  readonly to: number;
}

/** What comes after the `=`. */
export interface ParsedValue {
  /** Absent when there is none. */
  readonly value?: PropertyValue;
  readonly finding?: ValueFinding;
}

/** Reads what comes after the `=` of a property: `2|IAAAAAAAAAQA`. */
export function parseValue(text: string): ParsedValue {
  const bar = text.indexOf('|');
  if (bar < 0) return failed('props/type', 0, text.length, 'there is no bar between type and value');
  const digits = text.slice(0, bar);
  if (!/^[0-9]+$/.test(digits)) return failed('props/type', 0, bar, 'the type is not a decimal number');
  const type = Number(digits);
  if (type === 1) return parseNumber(text, bar + 1);
  if (type === 2) return parseArray(text, bar + 1);
  return failed('props/type', 0, bar, type === 0 ? 'type 0 (no known type) has no values' : `there is no type ${clipped(digits)} in text`);
}

function parseNumber(text: string, from: number): ParsedValue {
  const digits = text.slice(from);
  if (!/^[0-9]+$/.test(digits))
    return failed('props/number', from, text.length, digits === '' ? 'the value is empty' : 'the value is not a decimal number');
  const significant = digits.replace(/^0+(?=.)/, '');
  if (significant.length > 10 || Number(significant) > 0xffff_ffff) {
    return failed('props/number', from, text.length, 'the value does not fit 32 bits; toolchain readers keep the low ones');
  }
  return { value: { type: 1, value: Number(significant) } };
}

function parseArray(text: string, from: number): ParsedValue {
  const encoded = text.slice(from);
  if (encoded === '') return failed('props/base64', from, from, 'the value is empty; an empty byte array is 2|AAAAAAAAAAA');
  const padded = /={1,2}$/.exec(encoded);
  if (padded && encoded.length % 4 === 0 && foreignCharacter(encoded.slice(0, padded.index)) < 0) {
    // With padding it cannot be the toolchain's own encoding. As the specification can be understood, the count may be missing too.
    const content = encoded.slice(0, padded.index);
    const value = ordinary(content) ?? whole(decodeOrdinaryBase64(content));
    return { value, finding: ordinaryFinding(from, text.length) };
  }
  const foreign = foreignCharacter(encoded);
  if (foreign >= 0) {
    const at = from + foreign;
    return failed('props/base64', at, at + 1, `${JSON.stringify(encoded.charAt(foreign))} is not in the alphabet of the encoding`);
  }
  if (encoded.length % 4 === 1) {
    return failed('props/base64', from, text.length, `no bytes are encoded in ${encoded.length} characters`);
  }
  const bytes = decodeBase64(encoded);
  const value = counted(bytes);
  if (value) {
    const spare = bytes.length - COUNT - value.data.length;
    if (spare === 0) return { value };
    const message = `${spare} bytes more than the bit count needs`;
    return { value, finding: { code: 'props/spare-bytes', message, from, to: text.length } };
  }
  const plain = ordinary(encoded);
  if (plain) return { value: plain, finding: ordinaryFinding(from, text.length) };
  if (bytes.length < COUNT)
    return failed('props/bit-count', from, text.length, `the bit count needs ${COUNT} bytes, but there are only ${bytes.length}`);
  return failed('props/bit-count', from, text.length, `${bitCount(bytes)} bits are counted, but there are ${bytes.length - COUNT} bytes`);
}

/** The bytes as a value, if the count before them does not exceed them. */
export function counted(bytes: Uint8Array): (PropertyValue & { type: 2 }) | undefined {
  if (bytes.length < COUNT) return undefined;
  const bits = bitCount(bytes);
  if (bits > BigInt(bytes.length - COUNT) * 8n) return undefined;
  const count = Number(bits);
  return { type: 2, bits: count, data: bytes.subarray(COUNT, COUNT + Math.ceil(count / 8)) };
}

/** The count before a byte array of at least 8 bytes. */
export function bitCount(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
}

/** A value in ordinary Base64, if its count is exactly that of its bytes. */
function ordinary(encoded: string): PropertyValue | undefined {
  const length = Math.floor((encoded.length * 6) / 8) - COUNT;
  // The count is in the first 11 characters: most texts need not be decoded to the end.
  if (length < 0 || (bitCount(decodeOrdinaryBase64(encoded.slice(0, 11))) + 7n) / 8n !== BigInt(length)) return undefined;
  const bytes = decodeOrdinaryBase64(encoded);
  const value = counted(bytes);
  return value && COUNT + value.data.length === bytes.length ? value : undefined;
}

/** All of the bytes, without a count before them. */
function whole(data: Uint8Array): PropertyValue {
  return { type: 2, bits: data.length * 8, data };
}

function ordinaryFinding(from: number, to: number): ValueFinding {
  const message = 'the value is in ordinary Base64, most significant bits first, which toolchain readers do not read';
  return { code: 'props/ordinary-base64', message, from, to };
}

function failed(code: ValueFinding['code'], from: number, to: number, message: string): ParsedValue {
  return { finding: { code, message, from, to } };
}

const clipped = (digits: string) => (digits.length > 12 ? `${digits.slice(0, 12)}...` : digits);

/** The common spelling of a value: `1|32`, `2|IAAAAAAAAAQA`. The inverse of {@link parseValue}. */
export function printValue(value: PropertyValue): string {
  if (value.type === 1) return `1|${value.value}`;
  return `2|${encodeBase64(valueBytes(value))}`;
}

/** A byte array with the bit count before it, as it is in host files and, encoded, in text. */
export function valueBytes(value: PropertyValue & { type: 2 }): Uint8Array {
  const bytes = new Uint8Array(COUNT + value.data.length);
  for (let i = 0, rest = value.bits; i < COUNT; i++, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  bytes.set(value.data, COUNT);
  return bytes;
}

/** Whether two values are the same. */
export function sameValue(a: PropertyValue, b: PropertyValue): boolean {
  if (a.type === 1) return b.type === 1 && a.value === b.value;
  if (b.type === 1) return false;
  return a.bits === b.bits && a.data.length === b.data.length && a.data.every((byte, i) => byte === b.data[i]);
}
