import { CHAR, hex, hexDigits } from '../../../core/bytes/index.ts';
import type { ImmediateOperand } from '../instruction.ts';
import { Fault } from '../scanner.ts';
import type { ParseContext, PrintContext } from './kind.ts';
import { noText } from './scalars.ts';
import { NARROW_TYPE_NAMES, TYPE_NAMES, TYPES } from './types.ts';

/** `0x10:d`: all 32 or 64 bits, and the type. */
export function printImmediate({ type, bits, high }: ImmediateOperand, context: PrintContext): string {
  const name = TYPE_NAMES[type];
  if (name === undefined) return noText(context);
  return high === 0 ? `${hex(bits)}:${name}` : `${hex(high)}${hexDigits(bits, 8)}:${name}`;
}

/** Characters of a number; a double takes far fewer. */
const LONGEST = 1_100;
const DIGITS = /^(0[xX][0-9a-fA-F]+|[0-9]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)$/;

/**
 * A constant in the notation of C with its type after a colon. A hexadecimal number is the bits themselves; a number with a point or
 * exponent, and any decimal one of a floating-point type, is converted to the type.
 */
export function parseImmediate(from: ParseContext): ImmediateOperand {
  const { text } = from;
  const start = from.at;
  let at = start;
  if (text.charCodeAt(at) === CHAR.zero && text.charCodeAt(at + 1) === CHAR.x) {
    // The form that compilers print: at most 8 digits are read without a bigint.
    let value = 0;
    at += 2;
    for (let d = digit(text.charCodeAt(at)); d < 16; d = digit(text.charCodeAt(++at))) value = value * 16 + d;
    if (at - start <= 10 && at > start + 2 && text.charCodeAt(at) === CHAR.colon) {
      from.at = at + 1;
      return { kind: 'immediate', modifier: 0, type: parseType(from), bits: value, high: 0 };
    }
  }
  at = start;
  for (let c = text.charCodeAt(at); at < text.length && c !== CHAR.colon && c !== CHAR.newline; c = text.charCodeAt(++at));
  if (text.charCodeAt(at) !== 0x3a) from.expected('a constant with its type after a colon');
  const negative = text[start] === '-';
  const word = text.slice(negative || text[start] === '+' ? start + 1 : start, at).trim();
  if (word.length > LONGEST || !DIGITS.test(word) || word === '' || word === '.')
    throw new Fault('visa-text/number', `'${word}' is not a number`, start, at);
  from.at = at + 1;
  const type = parseType(from);
  const name = TYPE_NAMES[type] ?? '';
  const bits =
    isInteger(word) && (!FLOAT_FORMATS.has(name) || word.startsWith('0x')) ? integerBits(word, negative) : floatBits(word, negative, name);
  const width = TYPES[type]?.[1] === 8 ? 64 : 32;
  if (bits === undefined || (BigInt.asIntN(width, bits) !== bits && BigInt.asUintN(width, bits) !== bits)) {
    throw new Fault('visa-text/number', `${text.slice(start, at)} does not fit type ${name}`, start, at);
  }
  const whole = BigInt.asUintN(width, bits);
  return { kind: 'immediate', modifier: 0, type, bits: Number(whole & 0xffff_ffffn), high: Number(whole >> 32n) };
}

const isInteger = (word: string) => /^(0[xX][0-9a-fA-F]+|[0-9]+)$/.test(word);

function integerBits(word: string, negative: boolean): bigint {
  // Octal, as in C: a leading zero with more digits.
  const value = BigInt(/^0[0-7]+$/.test(word) ? `0o${word.slice(1)}` : word);
  return negative ? -value : value;
}

/** Bits of exponent and of fraction of the floating-point types. */
const FLOAT_FORMATS: ReadonlyMap<string, readonly [exponent: number, fraction: number]> = new Map([
  ['df', [11, 52]],
  ['f', [8, 23]],
  ['hf', [5, 10]],
  ['bf', [8, 7]],
]);

/** The bits of a number of a floating-point type; undefined for other types. */
function floatBits(word: string, negative: boolean, type: string): bigint | undefined {
  const format = FLOAT_FORMATS.get(type);
  return format && composeFloat(Number(word) * (negative ? -1 : 1), ...format);
}

/** The bits of `value` in a format of IEEE 754 with so many bits of exponent and fraction; rounds to nearest, ties to even. */
function composeFloat(value: number, exponentBits: number, fractionBits: number): bigint {
  const sign = value < 0 || Object.is(value, -0) ? 1n : 0n;
  const bias = 2 ** (exponentBits - 1) - 1;
  const infinity = BigInt(2 * bias + 1) << BigInt(fractionBits);
  const magnitude = Math.abs(value);
  let bits: bigint;
  if (Number.isNaN(value)) bits = infinity | (1n << BigInt(fractionBits - 1));
  else if (magnitude === 0) bits = 0n;
  else if (magnitude === Infinity) bits = infinity;
  else {
    let exponent = Math.max(Math.floor(Math.log2(magnitude)), 1 - bias);
    // The logarithm may be off by one at powers of two.
    if (exponent > 1 - bias && 2 ** exponent > magnitude) exponent--;
    else if (exponent < 1023 && 2 ** (exponent + 1) <= magnitude) exponent++;
    const scaled = (magnitude / 2 ** exponent) * 2 ** fractionBits;
    let fraction = Math.floor(scaled);
    const rest = scaled - fraction;
    if (rest > 0.5 || (rest === 0.5 && fraction % 2 === 1)) fraction++;
    // A fraction without its leading one is a denormal number, whose exponent field is 0.
    const field = fraction < 2 ** fractionBits ? 0 : exponent + bias;
    bits = field === 0 ? BigInt(fraction) : (BigInt(field - 1) << BigInt(fractionBits)) + BigInt(fraction);
    if (bits > infinity) bits = infinity;
  }
  return (sign << BigInt(exponentBits + fractionBits)) | bits;
}

function parseType(from: ParseContext): number {
  const start = from.at;
  const name = from.word();
  const type = TYPE_NUMBERS.get(name);
  if (type === undefined) throw new Fault('visa-text/value', `'${name}' is not a type`, start, from.at);
  return type;
}

const TYPE_NUMBERS = new Map(NARROW_TYPE_NAMES.map((name, i) => [name, i] as const));

function digit(c: number): number {
  if (c >= CHAR.zero && c <= CHAR.nine) return c - CHAR.zero;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 99;
}
