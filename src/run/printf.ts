/**
 * What a kernel printed: records in a buffer, each a format and its arguments.
 *
 * Source: intel/compute-runtime shared/source/program/print_formatter.h and .cpp.
 */
import { halt } from './halt.ts';
import { type Allocation, addressOf, type Memory } from './memory.ts';
import { nearestEven } from './numbers.ts';

/** Kinds of arguments. Each takes at least 4 bytes; elements of vectors are next to each other, at the start of 4 bytes for each. */
const KINDS = [
  'invalid',
  'byte',
  'short',
  'int',
  'float',
  'string',
  'long',
  'pointer',
  'double',
  'byte',
  'short',
  'int',
  'long',
  'float',
  'double',
] as const;
const FIRST_VECTOR = 9;
const SIZES: Readonly<Record<string, number>> = { byte: 1, short: 2, int: 4, float: 4, string: 8, long: 8, pointer: 8, double: 8 };
/** The mark of a text that is in the buffer itself. */
const INLINE = 0x80000000;
const END = 0xffffffff;

type Value = number | bigint | string;

/** Characters that are printed, and those of texts that they are made of: a few bytes of records can ask for any number. */
export const MOST_TEXT = 1 << 26;

/** How many characters are left. */
interface Room {
  left: number;
}

/** What a kernel printed, and whether that is not all of it. */
export interface Printed {
  readonly text: string;
  readonly isCut: boolean;
}

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** Throws `Halt` if a kernel printed more than its buffer has room for: the kernel drops the rest, as on a device. */
export function checkPrinted(buffer: Allocation | undefined): void {
  if (buffer === undefined) return;
  const [printed, room] = [(buffer.i32[0] ?? 0) >>> 0, buffer.end - buffer.start];
  if (printed > room) throw halt('printed', printed, room);
}

/** The text of the records of a buffer. */
export function printedText(buffer: Allocation, memory: Memory): Printed {
  const room: Room = { left: MOST_TEXT };
  const view = new DataView(buffer.bytes.buffer);
  const end = Math.min(view.getUint32(0, true), buffer.end - buffer.start);
  let at = 4;
  let text = '';
  const stringAt = (low: number, high: number): string => {
    const address = addressOf(low, high);
    const found = memory.at(address);
    if (found === undefined) return '';
    const from = address - found.start;
    const to = found.bytes.indexOf(0, from);
    const bytes = found.bytes.subarray(from, to < 0 ? undefined : to);
    room.left -= bytes.length;
    return decoder.decode(bytes);
  };
  while (at + 8 <= end && room.left > 0) {
    const [low, high] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (low === END) break;
    at += 8;
    let format: string;
    if ((high & INLINE) !== 0) {
      format = decoder.decode(buffer.bytes.subarray(at, at + low)).replace(/\0.*$/s, '');
      at += Math.ceil(low / 4) * 4;
    } else format = stringAt(low, high);
    const next = (): readonly Value[] => {
      if (at + 4 > end) return [];
      const code = view.getUint32(at, true);
      const kind = KINDS[code] ?? 'invalid';
      at += 4;
      if (kind === 'invalid') return [];
      let count = 1;
      if (code >= FIRST_VECTOR) {
        count = Math.min(view.getUint32(at, true), 16);
        at += 4;
      }
      const size = SIZES[kind] ?? 4;
      const length = count * Math.max(size, 4);
      if (at + length > buffer.bytes.length) return [];
      const values = Array.from({ length: count }, (_, i) => valueAt(view, at + i * size, kind, stringAt));
      at += length;
      return values;
    };
    text += formatted(format, next, (address) => stringAt(Number(address & 0xffffffffn), Number((address >> 32n) & 0xffffffffn)), room);
  }
  return { text, isCut: room.left <= 0 };
}

function valueAt(view: DataView, at: number, kind: string, stringAt: (low: number, high: number) => string): Value {
  switch (kind) {
    case 'float':
      return view.getFloat32(at, true);
    case 'double':
      return view.getFloat64(at, true);
    case 'long':
    case 'pointer':
      return view.getBigInt64(at, true);
    case 'string':
      return stringAt(view.getUint32(at, true), view.getUint32(at + 4, true));
    case 'byte':
      return view.getInt8(at);
    case 'short':
      return view.getInt16(at, true);
    default:
      return view.getInt32(at, true);
  }
}

const DIRECTIVE = /%([-+ #0]*)(\d*)(?:\.(\d*))?(v\d+)?(hh|hl|h|ll|l)?([diouxXfFeEgGaAcsp%])/g;

/** A format of OpenCL C with the values of its directives. */
function formatted(format: string, next: () => readonly Value[], stringOf: (address: bigint) => string, room: Room): string {
  return format.replace(
    DIRECTIVE,
    (
      all,
      flags: string,
      width: string,
      precision: string | undefined,
      vector: string | undefined,
      length: string | undefined,
      letter: string,
    ) => {
      if (letter === '%') return '%';
      const values = next();
      if (values.length === 0) return all;
      const atMost = (number: string): number => Math.min(Number(number), Math.max(room.left, 0));
      const digits = precision === undefined ? undefined : atMost(precision === '' ? '0' : precision);
      // A string may be passed as a pointer.
      const known = (value: Value): Value => (letter === 's' && typeof value === 'bigint' ? stringOf(value) : value);
      const one = (value: Value): string => {
        const plain = printed(known(value), letter, flags, digits, length ?? '', vector !== undefined);
        const text = padded(plain, flags, atMost(width || '0'), letter, digits);
        room.left -= text.length;
        return text;
      };
      return values.map(one).join(',');
    },
  );
}

function padded(text: string, flags: string, width: number, letter: string, digits: number | undefined): string {
  if (flags.includes('-')) return text.padEnd(width);
  const isNumber = letter !== 'c' && letter !== 's' && /\d$/.test(text);
  const isInteger = 'diouxX'.includes(letter);
  if (!flags.includes('0') || !isNumber || (isInteger && digits !== undefined)) return text.padStart(width);
  const [, sign = '', rest = ''] = /^([-+ ]?(?:0[xX])?)(.*)$/s.exec(text) ?? [];
  return sign + rest.padStart(width - sign.length, '0');
}

/** Bits of an integer by the length of its directive. */
const BITS: Readonly<Record<string, number>> = { hh: 8, h: 16, hl: 32, '': 32, l: 64, ll: 64 };

function printed(value: Value, letter: string, flags: string, digits: number | undefined, length: string, isVector: boolean): string {
  if (letter === 's') return (typeof value === 'string' ? value : '').slice(0, digits);
  if (typeof value === 'string') return value;
  if (letter === 'c') return String.fromCharCode(Number(value) & 255);
  if (letter === 'p') return BigInt(value) === 0n ? '(nil)' : `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`;
  const plus = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  if ('diouxX'.includes(letter)) {
    const bits = typeof value === 'bigint' && length === '' && !isVector ? 64 : (BITS[length] ?? 32);
    const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
    const isSigned = letter === 'd' || letter === 'i';
    const number = isSigned ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
    const size = number < 0n ? -number : number;
    const base = letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10;
    let text = size === 0n && digits === 0 ? '' : size.toString(base).padStart(digits ?? 1, '0');
    if (flags.includes('#') && size !== 0n) text = (base === 16 ? '0x' : base === 8 && !text.startsWith('0') ? '0' : '') + text;
    if (letter === 'X') text = text.toUpperCase();
    return (number < 0n ? '-' : isSigned ? plus : '') + text;
  }
  const number = Number(value);
  const sign = number < 0 || Object.is(number, -0) ? '-' : plus;
  const text = floatText(Math.abs(number), letter.toLowerCase(), digits, flags.includes('#'));
  return sign + (letter === letter.toUpperCase() ? text.toUpperCase() : text);
}

function floatText(size: number, letter: string, digits: number | undefined, keepsPoint: boolean): string {
  if (Number.isNaN(size)) return 'nan';
  if (size === Number.POSITIVE_INFINITY) return 'inf';
  const text = finiteText(size, letter, digits, keepsPoint);
  return keepsPoint && !text.includes('.') ? text.replace(/(?=[ep]|$)/, '.') : text;
}

function finiteText(size: number, letter: string, digits: number | undefined, keepsZeros: boolean): string {
  if (letter === 'a') return hexFloat(size, digits);
  const places = digits ?? 6;
  if (letter === 'f') return fixed(size, places);
  if (letter === 'e') return exponential(size, places);
  const significant = Math.max(places, 1);
  const exponent = size === 0 ? 0 : Number(exponential(size, significant - 1).split('e')[1]);
  const text = exponent < -4 || exponent >= significant ? exponential(size, significant - 1) : fixed(size, significant - 1 - exponent);
  return keepsZeros ? text : text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
}

/** The most places that JavaScript prints, all of which are exact. */
const MOST_PLACES = 100;

/** Of two texts that are as near to a number, that with the even digit, as in C: JavaScript takes the larger one. */
function evenAtTies(size: number, places: number, print: 'toFixed' | 'toExponential'): string {
  const text = size[print](Math.min(places, MOST_PLACES));
  const [digits = '', exponent] = text.split('e');
  const [exact = '', power] = size[print](MOST_PLACES).split('e');
  // What was carried to the next power of ten is even.
  const isTie = exponent === power && /^50*$/.test(exact.slice(digits.length + (places === 0 ? 1 : 0)));
  return isTie && /[13579]$/.test(digits) ? (size * (1 - 2 ** -53))[print](places) : text;
}

/** `toFixed` is for numbers below 10^21; larger ones are integers. */
const fixed = (size: number, places: number): string => {
  if (size < 1e21) return evenAtTies(size, places, 'toFixed');
  return BigInt(size).toString() + (places > 0 ? `.${'0'.repeat(places)}` : '');
};

const exponential = (size: number, places: number): string => evenAtTies(size, places, 'toExponential').replace(/e([-+])(\d)$/, 'e$10$2');

function hexFloat(size: number, digits: number | undefined): string {
  if (size === 0) return `0x0${digits ? `.${'0'.repeat(digits)}` : ''}p+0`;
  let exponent = Math.floor(Math.log2(size));
  if (2 ** exponent > size) exponent--;
  if (size / 2 ** exponent >= 2) exponent++;
  const scaled = size / 2 ** exponent;
  const rounded = digits === undefined || digits > HEX_DIGITS ? scaled : nearestEven(scaled * 16 ** digits) / 16 ** digits;
  const [whole = '', part = ''] = rounded.toString(16).split('.');
  const fraction = part.padEnd(digits ?? 0, '0');
  return `0x${whole}${fraction === '' ? '' : `.${fraction}`}p${exponent < 0 ? '' : '+'}${exponent}`;
}

/** Hexadecimal digits of the fraction of a double. */
const HEX_DIGITS = 13;
