/**
 * Parses constants, the inverse of `numbers.ts`: integers, floats, and expressions of them.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler (parseBitwiseExpr, FinishSrcOpImmValue).
 */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand } from '../model.ts';
import type { DataType } from '../table/types.ts';
import { floatBits16, floatBits32 } from './number-bits.ts';
import type { Scanner } from './scanner.ts';

const {
  space: SPACE,
  newline: NEWLINE,
  colon: COLON,
  x: X,
  minus: MINUS,
  tilde: TILDE,
  leftParen: LEFT_PAREN,
  rightParen: RIGHT_PAREN,
} = CHAR;

/** The bits of a constant: a 64-bit integer, or a 64-bit float. */
export interface Constant {
  readonly isFloat: boolean;
  readonly bits: bigint;
  /** Whether the constant begins with a decimal integer. */
  readonly isDecimal: boolean;
}

/** Maximum nesting of parentheses; real texts have two levels. */
const MOST_NESTED = 64;
/** Maximum length of an expression, in characters. */
const LONGEST = 4096;
const NUMBER = /0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)[pP][-+]?\d+|\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+/y;
const INTEGER = /0[xX][0-9a-fA-F]+|0[bB][01]+|\d+/y;
const OPERATOR = /<<|>>|[-+*/%&^|](?![/*])/y;
/** Operators, from lowest to highest precedence. */
const LEVELS: readonly (readonly string[])[] = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];
const SPECIAL = ['inf', 'nan', 'qnan', 'snan'];
const EXPONENT = 0x7ff0_0000_0000_0000n;
const QUIET = 0x0008_0000_0000_0000n;
const SIGN = 0x8000_0000_0000_0000n;

const scratch = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigUint64(0);
}

function floatOf(bits: bigint): number {
  scratch.setBigUint64(0, bits);
  return scratch.getFloat64(0);
}

const float = (bits: bigint): Constant => ({ isFloat: true, bits, isDecimal: false });

/** Whether a constant begins here. */
export const atConstant = (s: Scanner): boolean => {
  const c = s.next();
  return s.atNumber() || c === MINUS || c === TILDE || c === LEFT_PAREN || (s.atWord() && isSpecial(s));
};

const isSpecial = (s: Scanner): boolean => SPECIAL.includes(s.text.slice(s.at, s.wordEnd(s.at)));

/** A constant, or an expression of constants. */
export const parseConstant = (s: Scanner): Constant => binary(s, 0, 0);

/** A constant with a sign; other operators only in parentheses. */
export const parseSigned = (s: Scanner): Constant => unary(s, 0);

/** A constant; operators only in parentheses. */
export const parsePrimary = (s: Scanner): Constant => primary(s, 0);

/** A single number of at most 32 bits; -1 for anything else, which is then not consumed. */
export function plainNumber(s: Scanner): number {
  s.next();
  const start = s.at;
  const end = s.wordEnd(start);
  const after = s.text.charCodeAt(end);
  if (end - start > 10 || end === start || (after !== SPACE && after !== COLON && after !== NEWLINE)) return -1;
  const word = s.text.slice(start, end);
  const value = Number(word);
  // `1e5` is a float.
  if (!(value <= 0xffff_ffff) || (word.charCodeAt(1) !== X && word.includes('e'))) return -1;
  s.at = end;
  return value;
}

/** A 32-bit integer; higher bits are dropped. */
export function parseWord(s: Scanner, what: string, parse = parseConstant): number {
  s.next();
  const start = s.at;
  const plain = plainNumber(s);
  if (plain >= 0 && (parse === parsePrimary || !atOperator(s))) return plain;
  s.at = start;
  return Number(parseInteger(s, what, parse) & 0xffff_ffffn);
}

function atOperator(s: Scanner): boolean {
  s.next();
  OPERATOR.lastIndex = s.at;
  return OPERATOR.test(s.text);
}

/** An integer of at most 64 bits. */
export function parseInteger(s: Scanner, what: string, parse = parseConstant): bigint {
  const start = s.at;
  if (!atConstant(s)) s.expected(what);
  const { isFloat, bits } = parse(s);
  if (isFloat) s.fail('eu-text/number', `${what} must be an integer`, start);
  return bits;
}

function binary(s: Scanner, level: number, depth: number): Constant {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(s, depth);
  const from = s.at;
  let left = binary(s, level + 1, depth);
  for (;;) {
    s.next();
    OPERATOR.lastIndex = s.at;
    const operator = OPERATOR.exec(s.text)?.[0];
    if (operator === undefined || !operators.includes(operator)) return left;
    const start = s.at;
    if (start - from > LONGEST) s.fail('eu-text/number', `an expression has at most ${LONGEST} characters`, start, start + 1);
    s.at += operator.length;
    left = applied(s, operator, left, binary(s, level + 1, depth), start);
  }
}

function unary(s: Scanner, depth: number): Constant {
  const start = s.at;
  if (s.accept(MINUS)) {
    const value = primary(s, depth);
    return { ...value, bits: value.isFloat ? value.bits ^ SIGN : BigInt.asUintN(64, -value.bits) };
  }
  if (!s.accept(TILDE)) return primary(s, depth);
  const value = primary(s, depth);
  if (value.isFloat) s.fail('eu-text/number', '~ requires an integer', start);
  return { ...value, bits: BigInt.asUintN(64, ~value.bits) };
}

function primary(s: Scanner, depth: number): Constant {
  if (depth > MOST_NESTED) s.fail('eu-text/number', `a constant has at most ${MOST_NESTED} nested parentheses`, s.at, s.at + 1);
  if (s.accept(LEFT_PAREN)) {
    const value = binary(s, 0, depth + 1);
    s.expect(RIGHT_PAREN);
    return { ...value, isDecimal: false };
  }
  if (s.atWord() && isSpecial(s)) return special(s, depth);
  NUMBER.lastIndex = s.at;
  const decimal = NUMBER.exec(s.text)?.[0];
  if (decimal !== undefined) {
    s.at += decimal.length;
    return float(bitsOf(/^0[xX]/.test(decimal) ? hexFloat(decimal) : Number(decimal)));
  }
  INTEGER.lastIndex = s.at;
  const integer = INTEGER.exec(s.text)?.[0];
  if (integer === undefined) s.expected('a constant');
  const start = s.at;
  s.at += integer.length;
  if (integer.length > 66) s.fail('eu-text/number', 'a number has at most 64 bits', start);
  const bits = BigInt(integer);
  if (bits >> 64n !== 0n) s.fail('eu-text/number', 'a number has at most 64 bits', start);
  return { isFloat: false, bits, isDecimal: /^\d+$/.test(integer) };
}

/** `inf`, and NaN with its lower bits: `qnan(0x1)`. */
function special(s: Scanner, depth: number): Constant {
  const start = s.at;
  const word = s.word();
  if (word === 'inf') return float(EXPONENT);
  const quiet = word === 'qnan' ? QUIET : 0n;
  if (!s.accept(LEFT_PAREN)) return float(EXPONENT | (quiet === 0n ? 1n : quiet));
  const payload = binary(s, 0, depth + 1);
  s.expect(RIGHT_PAREN);
  if (payload.bits >= QUIET) s.fail('eu-text/number', 'the payload has at most 51 bits', start);
  if (payload.bits === 0n && quiet === 0n) s.fail('eu-text/number', 'the payload of snan is not 0', start);
  return float(EXPONENT | quiet | payload.bits);
}

/** `0x1.8p3`. */
function hexFloat(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([-+]?\d+)$/.exec(text) ?? [];
  return Number.parseInt(`${whole}${fraction}`, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}

function applied(s: Scanner, operator: string, a: Constant, b: Constant, start: number): Constant {
  if (a.isFloat !== b.isFloat) s.fail('eu-text/number', `${operator} requires two integers or two floats`, start);
  if (a.isFloat) return float(bitsOf(ofFloats(s, operator, floatOf(a.bits), floatOf(b.bits), start)));
  return { isFloat: false, bits: BigInt.asUintN(64, ofIntegers(s, operator, a.bits, b.bits, start)), isDecimal: a.isDecimal };
}

function ofFloats(s: Scanner, operator: string, a: number, b: number, start: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '/') return a / b;
  return s.fail('eu-text/number', `${operator} requires integers`, start);
}

function ofIntegers(s: Scanner, operator: string, a: bigint, b: bigint, start: number): bigint {
  const [left, right] = [BigInt.asIntN(64, a), BigInt.asIntN(64, b)];
  switch (operator) {
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '<<':
      return a << (b & 63n);
    case '>>':
      return left >> (b & 63n);
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      if (right === 0n) s.fail('eu-text/number', 'a division by 0', start);
      return operator === '/' ? left / right : left % right;
  }
}

/** Sets the bits of an immediate, for its type. */
export function setImmediate(s: Scanner, operand: Draft<Operand>, value: Constant, type: DataType, start: number): void {
  const { name } = type;
  let { bits } = value;
  if (value.isFloat && (!type.float || name === 'vf')) s.fail('eu-text/number', `an immediate of type ${name} is an integer`, start);
  if (type.float && name !== 'vf') {
    if (!value.isFloat) {
      if (value.isDecimal && bits !== 0n)
        s.fail('eu-text/number', 'an integer for a float is hexadecimal or binary: it is its bits', start);
      if (name === 'hf' && bits >> 16n !== 0n) s.fail('eu-text/number', 'the bits of hf are at most 0xFFFF', start);
    } else if (name !== 'df') {
      const narrow = name === 'hf' ? floatBits16(bits) : floatBits32(bits);
      if (narrow === undefined) s.fail('eu-text/number', `the payload has too many bits for ${name}`, start);
      bits = BigInt(narrow);
    }
  }
  operand.low = Number(BigInt.asIntN(32, bits));
  operand.high = Number(BigInt.asIntN(32, bits >> 32n));
  narrowImmediate(operand, name);
}

/** Reduces the bits to those of the type. A 16-bit number is in both halves of the field. */
export function narrowImmediate(operand: Draft<Operand>, type: string): void {
  switch (type) {
    case 'ub':
    case 'bf8':
    case 'hf8':
      operand.low &= 0xff;
      break;
    case 'b':
      operand.low = (operand.low << 24) >> 24;
      break;
    case 'uw':
    case 'w':
    case 'hf':
    case 'bf':
      operand.low = (operand.low & 0xffff) | (operand.low << 16);
      break;
    default:
  }
}
