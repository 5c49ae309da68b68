/**
 * Sources that are not registers: constants, labels, sets of tokens.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand } from '../model.ts';
import { type DataType, TYPES } from '../table/types.ts';
import { atConstant, narrowImmediate, parseConstant, parseSigned, setImmediate } from './number.ts';
import type { Statement } from './statement.ts';
import { parseType, sourceType } from './type.ts';

const { leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, comma: COMMA, colon: COLON, minus: MINUS, dollar: DOLLAR } = CHAR;

/** Parses an immediate, or a label of a branch or of a moved address. */
export function parseImmediate(p: Statement, source: Draft<Operand>, index: number): void {
  const { shape } = p;
  p.next();
  const start = p.at;
  if (
    shape.reading === 'sync' &&
    p.text.charCodeAt(start) === LEFT_PAREN &&
    p.instruction.subfunction.startsWith('all') &&
    parseTokens(p, source)
  ) {
    return;
  }
  if (shape.isBranch || shape.mnemonic === 'mov') {
    if (p.atWord() && !atConstant(p)) {
      source.kind = 'label';
      const name = p.word();
      p.refer(name, 0, index, start);
      source.low = 0;
      source.type = shape.isBranch ? sourceType(p, index, true) : p.next() === COLON ? parseType(p) : TYPES.ud;
      return;
    }
  }
  if (!atConstant(p)) p.expected(`source ${index}: a register or a constant`, p.names.registers.keys());
  source.kind = shape.isBranch ? 'label' : 'immediate';
  if (plainInteger(p, source)) {
    source.type = sourceType(p, index, true);
    if (source.type?.float === true) {
      p.at = start;
      setImmediate(p, source, parseConstant(p), source.type, start);
      parseType(p);
    } else if (source.type !== undefined) narrowImmediate(source, source.type.name);
    if (source.type?.name === 'bf') p.fail('eu-text/value', 'an immediate cannot have type bf', start);
  } else {
    // Two distances in sequence are not one expression: `16 -80`.
    const value = shape.isBranch ? parseSigned(p) : parseConstant(p);
    source.type = sourceType(p, index, true);
    if (source.type?.name === 'bf') p.fail('eu-text/value', 'an immediate cannot have type bf', start);
    setImmediate(p, source, value, source.type ?? (TYPES.d as DataType), start);
  }
  if (shape.isBranch) p.refer('', source.low, index, start);
}

/** Parses a number of up to 53 bits that is not part of a longer expression. */
function plainInteger(p: Statement, source: Draft<Operand>): boolean {
  const { text } = p;
  const start = p.at;
  const isNegative = text.charCodeAt(start) === MINUS;
  if (isNegative) p.at++;
  const end = p.wordEnd(p.at);
  if (end === p.at || end - p.at > 12 || text.charCodeAt(end) !== COLON) {
    p.at = start;
    return false;
  }
  const word = text.slice(p.at, end);
  const value = Number(word);
  // `1e5` is a float.
  if (Number.isNaN(value) || (/e/i.test(word) && !word.startsWith('0x'))) {
    p.at = start;
    return false;
  }
  p.at = end;
  source.low = value | 0;
  source.high = Math.floor(value / 2 ** 32) | 0;
  if (isNegative) {
    source.high = source.low === 0 ? -source.high | 0 : ~source.high;
    source.low = -source.low | 0;
  }
  return true;
}

/** Parses a set of tokens, `($0,$3)`; returns `false` if the parenthesis begins something else. */
function parseTokens(p: Statement, source: Draft<Operand>): boolean {
  const start = p.at++;
  const c = p.next();
  if (c !== DOLLAR && c !== RIGHT_PAREN) {
    p.at = start;
    return false;
  }
  let set = 0;
  while (p.accept(DOLLAR)) {
    set |= 1 << p.integer('the number of a token', 31);
    if (!p.accept(COMMA)) break;
  }
  p.expect(RIGHT_PAREN);
  source.kind = 'immediate';
  source.low = set;
  source.high = 0;
  source.type = sourceType(p, 0, true);
  return true;
}
