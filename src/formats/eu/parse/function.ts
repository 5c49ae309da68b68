/** Parses the part of a mnemonic after the dot: the inverse of what `read/instruction.ts` reads as the subfunction. */
import { CHAR } from '../../../core/bytes/index.ts';
import { BFN_EXPRESSIONS } from '../table/bfn.ts';
import { DOWNSCALE_FROM, DOWNSCALE_ROUNDINGS, DOWNSCALE_TO } from '../table/functions.ts';
import { XE } from '../table/platforms.ts';
import type { Statement } from './statement.ts';

const { dot: DOT, leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, ampersand: AMPERSAND, bar: BAR, caret: CARET, tilde: TILDE } = CHAR;

/** Maximum nesting of parentheses in an expression. */
const MOST_NESTED = 64;

export function parseFunction(p: Statement): void {
  const { shape, instruction } = p;
  const { functions } = p.shapes;
  if (shape.operation.branch) {
    if (!p.accept(DOT)) return;
    if (!p.acceptWord('b')) p.expected('b');
    instruction.subfunction = 'b';
  } else if (shape.isMath) named(p, functions.math);
  else if (shape.reading === 'sync' && p.platform >= XE) named(p, functions.sync);
  else if (shape.isSend && p.platform >= XE) named(p, functions.units);
  else if (shape.mnemonic === 'shfl') named(p, functions.shfl);
  else if (shape.mnemonic === 'lfsr') named(p, functions.lfsr);
  else if (shape.isBfn) {
    p.expect(DOT);
    const number = p.next() === LEFT_PAREN ? expression(p, 0) : p.integer('the number of a function', 255);
    instruction.subfunction = BFN_EXPRESSIONS[number] as string;
  } else if (shape.isDpas) dimensions(p);
  else if (shape.mnemonic === 'dnscl') downscale(p);
  if (p.next() === DOT) p.expected('an execution size, as (16|M0)');
}

/** A name of a list, or its number. */
function named(p: Statement, names: readonly (string | undefined)[]): void {
  p.expect(DOT);
  const isNumber = p.atNumber();
  const start = p.at;
  const name = isNumber ? names[p.integer('the number of a function', 255)] : p.word();
  const known = names.filter((one) => one !== undefined);
  if (name === '') p.expected('a function', known);
  if (name === undefined || (!isNumber && !names.includes(name)))
    p.unknown('eu-text/function', `a function of ${p.shape.mnemonic}`, start, known);
  p.instruction.subfunction = name;
}

/** Parses `8x4` */
function dimensions(p: Statement): void {
  p.expect(DOT);
  p.next();
  const start = p.at;
  p.at = p.wordEnd(start);
  const text = p.text.slice(start, p.at);
  const [, depth = '', repeat = ''] = /^([1248]|16)x([1-8])$/.exec(text) ?? [];
  if (depth === '') p.fail('eu-text/function', `${text || 'this'} is not a depth and a repeat count, as 8x8`, start);
  p.instruction.subfunction = `${depth}x${repeat}`;
}

/** Parses `hftoe2m1.mode0.srnd` */
function downscale(p: Statement): void {
  p.expect(DOT);
  p.next();
  const start = p.at;
  const types = p.word();
  p.expect(DOT);
  const mode = p.word();
  p.expect(DOT);
  const rounding = p.word();
  const [from = '', to = ''] = types.split('to', 2);
  const isKnown = DOWNSCALE_FROM.includes(from) && DOWNSCALE_TO.includes(to) && /^mode[0-3]$/.test(mode);
  if (!isKnown || !(DOWNSCALE_ROUNDINGS as readonly string[]).includes(rounding)) {
    p.fail('eu-text/function', 'this is not a conversion, as hftoe2m1.mode0.srnd', start);
  }
  p.instruction.subfunction = `${types}.${mode}.${rounding}`;
}

/** The number of a function of three bits, from its expression: `(s0&~s1|s2)`. */
function expression(p: Statement, depth: number): number {
  if (depth > MOST_NESTED) p.fail('eu-text/function', `an expression has at most ${MOST_NESTED} nested parentheses`, p.at, p.at + 1);
  p.expect(LEFT_PAREN);
  const value = operators(p, 0, depth);
  p.expect(RIGHT_PAREN);
  return value;
}

const LEVELS = [BAR, CARET, AMPERSAND];

function operators(p: Statement, level: number, depth: number): number {
  const operator = LEVELS[level];
  if (operator === undefined) return atom(p, depth);
  let value = operators(p, level + 1, depth);
  while (p.accept(operator)) {
    const right = operators(p, level + 1, depth);
    value = operator === BAR ? value | right : operator === CARET ? value ^ right : value & right;
  }
  return value;
}

/** The values of the sources for each of the eight combinations of their bits. */
const ATOMS: ReadonlyMap<string, number> = new Map([
  ['s0', 0xaa],
  ['s1', 0xcc],
  ['s2', 0xf0],
  ['zeros', 0],
  ['ones', 0xff],
]);

function atom(p: Statement, depth: number): number {
  if (p.accept(TILDE)) return ~positive(p, depth) & 0xff;
  return positive(p, depth);
}

function positive(p: Statement, depth: number): number {
  if (p.next() === LEFT_PAREN) return expression(p, depth + 1);
  const start = p.at;
  if (p.atNumber()) return p.integer('0 or 1', 1) === 1 ? 0xff : 0;
  const value = ATOMS.get(p.word());
  if (value === undefined) {
    p.at = start;
    p.expected('s0, s1 or s2', ATOMS.keys());
  }
  return value;
}
