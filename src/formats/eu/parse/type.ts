/**
 * Parses types after operands, and determines implied types.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import { XE } from '../table/platforms.ts';
import { type DataType, TYPES } from '../table/types.ts';
import { TYPE_NAMES } from './names.ts';
import type { Statement } from './statement.ts';

const { colon: COLON, nine: NINE } = CHAR;

/** `:ud`. */
export function parseType(p: Statement): DataType {
  if (p.text.charCodeAt(p.at) !== COLON && p.next() !== COLON) p.expected('a type, as :ud');
  p.at++;
  const start = p.at;
  const type = TYPE_NAMES.get(p.word());
  if (type === undefined) p.unknown('eu-text/value', 'a type', start, TYPE_NAMES.keys());
  return type;
}

export function destinationType(p: Statement): DataType | undefined {
  if (!p.shape.isTypedBranch) return parseType(p);
  if (p.next() === COLON) parseType(p);
  return TYPES.d;
}

/** The type of a source; that of a branch is implied. */
export function sourceType(p: Statement, index: number, isImmediate: boolean): DataType | undefined {
  const { shape, platform } = p;
  if (shape.isBranch) {
    if (p.next() === COLON) parseType(p);
    if (platform >= XE || !shape.isTypedBranch) return undefined;
    return shape.mnemonic === 'brc' && index === 1 && !isImmediate ? TYPES.ud : TYPES.d;
  }
  if (shape.reading === 'sync' && platform >= XE) {
    if (isImmediate) {
      if (p.next() === COLON) parseType(p);
      return TYPES.ud;
    }
    return p.next() === COLON ? parseType(p) : TYPES.ub;
  }
  return parseType(p);
}

/** Parses the type of a payload, which exists only until Gen11. */
export function payloadType(p: Statement, index: number): DataType | undefined {
  const isType = p.next() === COLON && p.wordEnd(p.at + 1) > p.at + 1 && p.text.charCodeAt(p.at + 1) > NINE;
  const explicitType = isType ? parseType(p) : undefined;
  if (p.platform >= XE || index === 1) return undefined;
  if (p.shape.format === 'send2' && index === 0) return TYPES.ud;
  return explicitType ?? TYPES.ud;
}
