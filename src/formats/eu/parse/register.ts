/**
 * Parses registers in operands: number, subregister, address register and math macro register.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand } from '../model.ts';
import { XE, XE_HPC } from '../table/platforms.ts';
import type { Statement } from './statement.ts';

const {
  comma: COMMA,
  dot: DOT,
  leftBracket: LEFT_BRACKET,
  rightBracket: RIGHT_BRACKET,
  minus: MINUS,
  plus: PLUS,
  zero: ZERO,
  nine: NINE,
} = CHAR;
const R = 0x72;

/** Whether `r[` follows. */
export function isIndirect(p: Statement): boolean {
  if (p.next() !== R || p.text.charCodeAt(p.at + 1) !== LEFT_BRACKET) return false;
  p.at++;
  return true;
}

/** `[a0.3,-16]`. */
export function parseIndirect(p: Statement, operand: Draft<Operand>): void {
  operand.kind = 'indirect';
  operand.register = p.shapes.general;
  operand.number = 0;
  p.expect(LEFT_BRACKET);
  if (!p.acceptWord('a0')) p.expected('a0');
  p.expect(DOT);
  operand.sub = p.integer('the number of a subregister of a0', 31);
  const start = p.at;
  let sign = 0;
  if (p.accept(COMMA)) sign = p.accept(MINUS) ? -1 : 1;
  else if (p.accept(PLUS)) sign = 1;
  else if (p.accept(MINUS)) sign = -1;
  operand.offset = sign === 0 ? 0 : checkedOffset(p, sign * p.integer('an offset'), start);
  p.expect(RIGHT_BRACKET);
}

export function checkedOffset(p: Statement, offset: number, start: number): number {
  const most = p.platform >= XE_HPC ? 1024 : 512;
  if (offset < -most || offset >= most) p.fail('eu-text/number', `an offset is from ${-most} to ${most - 1}`, start);
  return offset;
}

/** The name and number of a register. */
export function parseRegister(p: Statement, operand: Draft<Operand>): void {
  if (!parseDirectRegister(p, operand)) p.expected('a register', p.names.registers.keys());
}

/** Parses a register if one is next. */
export function parseDirectRegister(p: Statement, operand: Draft<Operand>): boolean {
  const { text } = p;
  const start = p.next() === R ? p.at : -1;
  if (start >= 0) {
    let at = start + 1;
    let number = 0;
    let c = text.charCodeAt(at);
    for (; c >= ZERO && c <= NINE; c = text.charCodeAt(++at)) number = number * 10 + (c - ZERO);
    if (at > start + 1 && p.wordEnd(at) === at) {
      p.at = at;
      const { general } = p.shapes;
      if (number >= general.count) p.fail('eu-text/number', `there are registers r0 to r${general.count - 1}`, start);
      operand.register = general;
      operand.number = number;
      return true;
    }
  }
  const { at } = p;
  const word = p.word();
  const entry = p.names.registers.get(word) ?? numbered(p, word);
  if (entry === undefined) {
    p.at = at;
    return false;
  }
  operand.register = entry.register;
  operand.number = entry.number;
  return true;
}

/** A word for a register without a number, split into register and number. */
function numbered(p: Statement, word: string): { register: Operand['register']; number: number } | undefined {
  const register = p.names.registers.get(word.replace(/(?<!\d)\d+$/, ''));
  return register?.register.count === 0 ? register : undefined;
}

/** Parses `.4`; 0 if there is none. */
export function parseSubregister(p: Statement): number {
  if (p.text.charCodeAt(p.at) !== DOT && p.next() !== DOT) return 0;
  p.at++;
  return p.integer('the number of a subregister', 255);
}

/** `.mme3`. */
export function parseMacro(p: Statement, operand: Draft<Operand>): void {
  operand.kind = 'macro';
  operand.sub = 0;
  p.expect(DOT);
  p.next();
  const start = p.at;
  const word = p.word();
  const macro = MACROS.indexOf(
    p.platform < XE ? word.replace(/^acc([2-9])$/, (_, n: string) => `mme${Number(n) - 2}`).replace('noacc', 'nomme') : word,
  );
  if (macro < 0) p.unknown('eu-text/value', 'a math macro register', start, MACROS);
  operand.macro = macro;
}

const MACROS = ['mme0', 'mme1', 'mme2', 'mme3', 'mme4', 'mme5', 'mme6', 'mme7', 'nomme'];

/** Checks that the subregister is inside the register. */
export function checkSub(p: Statement, { register, sub, type }: Operand, start: number): void {
  if (register?.file !== -1 || type === undefined) return;
  const bytes = p.platform >= XE_HPC ? 64 : 32;
  if (sub * type.bits >= bytes * 8) p.fail('eu-text/number', `a register has ${(bytes * 8) / type.bits} elements of ${type.name}`, start);
}
