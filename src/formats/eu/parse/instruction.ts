/**
 * Assembly → instructions, the inverse of `print/instruction.ts`: one statement at a time.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import { parseLoadStore } from '../message/parse.ts';
import { optionBit } from '../model.ts';
import { BINARY_MATH, MACRO_MATH } from '../table/functions.ts';
import { XE } from '../table/platforms.ts';
import { parseFunction } from './function.ts';
import { CONDITION_NAMES } from './names.ts';
import { parseDestination, parseMatrixOperand, parseSource } from './operand.ts';
import { parseOptions } from './options.ts';
import { parseSend } from './send.ts';
import { parseSize } from './size.ts';
import type { Statement } from './statement.ts';
import { parseType } from './type.ts';

const { leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, leftBracket: LEFT_BRACKET, rightBracket: RIGHT_BRACKET } = CHAR;
const { ampersand: AMPERSAND, colon: COLON, dot: DOT, tilde: TILDE } = CHAR;

const COMPACTED = optionBit('Compacted');

/** The name of a label that is defined here; `undefined` if there is none. */
export function parseLabel(p: Statement): string | undefined {
  const start = p.at;
  const name = p.word();
  // `mov:ud` is not a label.
  if (name !== '' && p.accept(COLON) && !p.atWord()) return name;
  p.at = start;
  return undefined;
}

/** `.inline_inst 0x0 0x0 0x0 0x61`: the words of an instruction, highest first. The result has the lowest first. */
export function parseInline(p: Statement): number[] {
  const start = p.at++;
  if (!p.acceptWord('inline_inst')) {
    p.word();
    p.unknown('eu-text/mnemonic', 'a directive', start, ['.inline_inst']);
  }
  const words = [0, 0, 0, 0].map(() => p.integer('a word of 32 bits', 0xffff_ffff));
  if (!p.atEnd()) p.expected('the end of the line');
  return words.reverse();
}

/** Parses an instruction and its options, up to the end of its statement, into the record of the statement. */
export function parseInstruction(p: Statement): void {
  const { instruction } = p;
  p.clear();
  if (p.next() === LEFT_PAREN) parseMask(p);
  p.next();
  const start = p.at;
  const mnemonic = p.word();
  const shape = p.names.mnemonics.get(mnemonic);
  if (shape !== undefined) {
    p.setShape(shape);
    if (mnemonic === 'jmpi') instruction.noMask = true;
    parseBody(p);
  } else if (!parseLoadStore(p, mnemonic, start)) {
    if (mnemonic === '') p.expected('an instruction');
    p.unknown('eu-text/mnemonic', 'an operation of this platform', start, p.names.mnemonics.keys());
  }
  p.setSources(sourceCount(p));
  parseOptions(p);
  if (!p.atEnd()) p.expected('the end of the line');
  if ((instruction.options & COMPACTED) !== 0 && p.isNative) p.fail('eu-text/option', 'Compacted and NoCompact exclude each other', start);
}

function sourceCount({ shape, instruction, platform, sources }: Statement): number {
  if (shape.isMath) return BINARY_MATH.includes(instruction.subfunction) ? 2 : 1;
  // One register can hold both targets of `brc`.
  if (shape.format === 'brc' && platform >= XE && sources[0].kind !== 'label') return 1;
  return shape.sourceCount;
}

function parseBody(p: Statement): void {
  const { shape, instruction } = p;
  parseFunction(p);
  p.isMacro = shape.isMadm || (shape.isMath && MACRO_MATH.includes(instruction.subfunction));
  parseSize(p);
  parseCondition(p);
  if (shape.format === 'none') return;
  if (shape.isSend) parseSend(p);
  else if (shape.isDpas) {
    instruction.dst = p.dst;
    parseMatrixOperand(p, p.dst, -1);
    for (const [index, source] of p.sources.slice(0, shape.sourceCount).entries()) parseMatrixOperand(p, source, index);
  } else if (shape.isBranch) parseBranch(p);
  else {
    if (shape.hasDestination) parseDestination(p);
    const count = sourceCount(p);
    for (let index = 0; index < count; index++) parseSource(p, index);
  }
}

function parseBranch(p: Statement): void {
  const { shape } = p;
  const { format } = shape;
  if (shape.hasDestination) parseDestination(p);
  p.next();
  const start = p.at;
  parseSource(p, 0);
  const isLabel = p.sources[0].kind === 'label';
  if ((format === 'jump' || format === 'jump2') && !isLabel) p.fail('eu-text/value', 'a label is expected', start);
  if (format === 'jumpReg' && isLabel) p.fail('eu-text/value', 'a register is expected', start);
  if (format === 'jump2' || (format === 'brc' && isLabel)) {
    p.next();
    const at = p.at;
    parseSource(p, 1);
    if (p.sources[1].kind !== 'label') p.fail('eu-text/value', 'a label is expected', at);
  } else if (format === 'brc' && p.acceptWord('null') && p.next() === COLON) parseType(p);
}

/** `(W)`, `(f0.0)`, `(W&~f0.1.any8h)` */
function parseMask(p: Statement): void {
  p.at++;
  if (p.acceptWord('W')) {
    p.instruction.noMask = true;
    if (p.accept(AMPERSAND)) parsePredicate(p);
  } else parsePredicate(p);
  p.expect(RIGHT_PAREN);
}

function parsePredicate(p: Statement): void {
  const { instruction } = p;
  instruction.predicateInverse = p.accept(TILDE);
  parseFlag(p);
  instruction.predicate = 'seq';
  if (!p.accept(DOT)) return;
  p.next();
  const start = p.at;
  const word = p.word();
  if (word === 'xyzw') return;
  const known = p.shapes.functions.predicates.filter((name) => name !== undefined && name !== 'seq' && name !== '');
  if (word === '') p.expected('a predicate', known as string[]);
  if (!known.includes(word)) p.unknown('eu-text/value', 'a predicate of this platform', start, known as string[]);
  instruction.predicate = word;
}

/** `f0.1` */
function parseFlag(p: Statement): void {
  const { instruction } = p;
  p.next();
  const start = p.at;
  const register = p.names.registers.get(p.word());
  if (register?.register.name !== 'f') {
    p.at = start;
    p.expected('a flag register', ['f0', 'f1', 'f2', 'f3']);
  }
  let sub = 0;
  if (p.next() === DOT) {
    p.at++;
    if (p.atNumber()) sub = p.integer('the number of a flag subregister', 1);
    else p.at--;
  }
  if (instruction.predicate !== '' && (instruction.flag !== register.number || instruction.flagSub !== sub)) {
    p.fail('eu-text/value', 'the flag register of the condition is not that of the predicate', start);
  }
  instruction.flag = register.number;
  instruction.flagSub = sub;
}

/** `(le)f0.0`, or in brackets. */
function parseCondition(p: Statement): void {
  const { shape } = p;
  const isOld = p.next() === LEFT_BRACKET;
  const start = p.at;
  if (isOld) p.at++;
  if (p.next() !== LEFT_PAREN) {
    p.at = start;
    return;
  }
  p.at++;
  const name = CONDITION_NAMES.get(p.word());
  if (name === undefined || p.next() !== RIGHT_PAREN) {
    // The parenthesis may be `(sat)`.
    p.at = start;
    return;
  }
  p.at++;
  parseFlag(p);
  if (isOld) p.expect(RIGHT_BRACKET);
  p.instruction.condition = name;
  if (!shape.operation.flags && !p.isMacro) p.fail('eu-text/value', `${shape.mnemonic} has no condition`, start);
}
