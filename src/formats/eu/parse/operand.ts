/**
 * Parses destinations and sources, the inverse of `print/operand.ts`.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand, Region } from '../model.ts';
import { region, STRIDE_REGIONS } from '../table/regions.ts';
import { parseImmediate } from './immediate.ts';
import { basicRegion, destinationRegion, indirectRegion, lastRegion, ternaryRegion } from './region.ts';
import {
  checkedOffset,
  checkSub,
  isIndirect,
  parseDirectRegister,
  parseIndirect,
  parseMacro,
  parseRegister,
  parseSubregister,
} from './register.ts';
import type { Statement } from './statement.ts';
import { destinationType, parseType, payloadType, sourceType } from './type.ts';

const { leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, dot: DOT, bar: BAR, leftBracket: LEFT_BRACKET, minus: MINUS, tilde: TILDE } = CHAR;

const PACKED1 = STRIDE_REGIONS[1] as Region;
const PACKED2 = region(1, undefined, 0);

/** Parses a destination: `(sat)r1.0<1>:ud`. */
export function parseDestination(p: Statement): void {
  const { dst, shape } = p;
  p.instruction.dst = dst;
  dst.modifier = p.text.charCodeAt(p.at) === LEFT_PAREN || p.next() === LEFT_PAREN ? saturated(p) : 0;
  const start = p.at;
  if (isIndirect(p)) {
    parseIndirect(p, dst);
    dst.region = destinationRegion(p);
    dst.type = destinationType(p);
    return;
  }
  parseRegister(p, dst);
  if (p.text.charCodeAt(p.at) === LEFT_BRACKET) {
    // The offset in `r1[a0.0,4]` is relative to a register.
    const base = dst.number * 32;
    parseIndirect(p, dst);
    dst.offset = checkedOffset(p, dst.offset + base, start);
    dst.region = destinationRegion(p);
    dst.type = destinationType(p);
    return;
  }
  if (p.isMacro) parseMacro(p, dst);
  else {
    dst.kind = 'direct';
    dst.sub = parseSubregister(p);
  }
  dst.region = destinationRegion(p);
  dst.type = shape.isSend ? payloadType(p, -1) : destinationType(p);
  if (dst.type !== undefined) checkSub(p, dst, start);
}

function saturated(p: Statement): number {
  const start = p.at++;
  if (!p.acceptWord('sat')) p.expected('sat');
  p.expect(RIGHT_PAREN);
  if (!p.shape.operation.saturate) p.fail('eu-text/value', `${p.shape.mnemonic} has no saturation`, start);
  return 1;
}

/** Parses a source of a basic or three-source operation, or of a branch. */
export function parseSource(p: Statement, index: number): void {
  const source = p.sources[index] as Draft<Operand>;
  const c = p.next();
  const start = p.at;
  // The meaning of a sign depends on what follows it.
  const isSigned = c === MINUS || c === TILDE || c === LEFT_PAREN || c === BAR;
  let isBar = false;
  source.modifier = 0;
  if (isSigned) isBar = modifiers(p, source);
  if (isIndirect(p)) {
    parseIndirect(p, source);
    source.region = indirectRegion(p, index);
    source.type = sourceType(p, index, false);
  } else if (parseDirectRegister(p, source)) finishRegister(p, source, index, start);
  else {
    p.at = start;
    source.modifier = 0;
    if (isBar) p.fail('eu-text/expected', 'a register is expected between bars', start, start + 1);
    parseImmediate(p, source, index);
    return;
  }
  if (isBar) p.expect(BAR);
  if (source.modifier !== 0 && !p.shape.operation.modifiers) p.fail('eu-text/value', `${p.shape.mnemonic} has no source modifiers`, start);
}

/** Parses `-`, `~`, `(abs)`, `-(abs)`, or the first of two bars; returns whether there was a bar. */
function modifiers(p: Statement, source: Draft<Operand>): boolean {
  if (p.accept(MINUS) || p.accept(TILDE)) source.modifier = 2;
  const isBar = p.accept(BAR);
  if (isBar) source.modifier |= 1;
  else if (p.next() === LEFT_PAREN && p.text.startsWith('(abs)', p.at)) {
    p.at += 5;
    source.modifier |= 1;
  }
  return isBar;
}

function finishRegister(p: Statement, source: Draft<Operand>, index: number, start: number): void {
  const { shape } = p;
  let hasSub = false;
  if (p.isMacro) parseMacro(p, source);
  else {
    source.kind = 'direct';
    hasSub = p.text.charCodeAt(p.at) === DOT || p.next() === DOT;
    source.sub = hasSub ? parseSubregister(p) : 0;
  }
  if (shape.isTernary) source.region = index < 2 ? ternaryRegion(p, hasSub) : lastRegion(p, hasSub);
  else source.region = basicRegion(p, source, hasSub);
  source.type = shape.isSend ? payloadType(p, index) : sourceType(p, index, false);
  checkSub(p, source, start);
}

/** Parses an operand of a matrix product: a register without region. */
export function parseMatrixOperand(p: Statement, operand: Draft<Operand>, index: number): void {
  p.next();
  const start = p.at;
  operand.kind = 'direct';
  operand.modifier = 0;
  parseRegister(p, operand);
  const isNull = operand.register === p.shapes.nothing;
  const canBeNull = index === 0 || index > 2;
  if (operand.register?.file !== -1 && !(isNull && canBeNull)) {
    p.fail('eu-text/value', `${canBeNull ? 'a general register or null' : 'a general register'} is expected`, start);
  }
  operand.sub = parseSubregister(p);
  operand.region = index < 0 || index === 2 ? PACKED1 : PACKED2;
  operand.type = parseType(p);
}
