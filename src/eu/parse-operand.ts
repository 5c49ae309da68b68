/**
 * Destinations and sources, the inverse of `print-operand.ts`.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../bytes/index.ts';
import type { Operand, Region } from './model.ts';
import { TYPE_NAMES } from './names.ts';
import { atConstant, narrowImmediate, parseConstant, parseSigned, setImmediate } from './parse-number.ts';
import { region, STRIDE_REGIONS } from './regions.ts';
import type { Statement } from './statement.ts';
import { XE, XE_HPC } from './table/platforms.ts';
import { type DataType, TYPES } from './table/types.ts';

const { leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, comma: COMMA, dot: DOT, colon: COLON, semicolon: SEMICOLON, bar: BAR } = CHAR;
const { less: LESS, greater: GREATER, leftBracket: LEFT_BRACKET, rightBracket: RIGHT_BRACKET, minus: MINUS, plus: PLUS } = CHAR;
const { tilde: TILDE, zero: ZERO, nine: NINE, dollar: DOLLAR } = CHAR;
const R = 0x72;

const PACKED1 = STRIDE_REGIONS[1] as Region;
const [SCALAR, PACKED, SCALAR2, PACKED2, PACKED2X1] = [
  region(0, 1, 0),
  region(1, 1, 0),
  region(0, undefined, 0),
  region(1, undefined, 0),
  region(2, undefined, 1),
];
const MACRO = region(2, 2, 1);
const WIDTHS = [1, 2, 4, 8, 16];
const VERTICALS = [0, 1, 2, 4, 8, 16, 32];
const STRIDES = [0, 1, 2, 4];

/** Regions by their numbers: to find one by its text takes a text. */
const regions = new Map<number, Region>();
const NONE = 63;

function regionOf(vertical: Region['vertical'], width: number | undefined, stride: number): Region {
  const key = ((vertical === 'VxH' ? 62 : (vertical ?? NONE)) * 64 + (width ?? NONE)) * 8 + stride;
  let found = regions.get(key);
  if (found === undefined) {
    found = region(vertical, width, stride);
    regions.set(key, found);
  }
  return found;
}

/** A destination: `(sat)r1.0<1>:ud`. */
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
    // `r1[a0.0,4]` counts from a register.
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
  if (!p.takeWord('sat')) p.expected('sat');
  p.expect(RIGHT_PAREN);
  if (!p.shape.operation.saturate) p.fail('eu-text/value', `${p.shape.mnemonic} has no saturation`, start);
  return 1;
}

/** The subregister must be in the register. */
export function checkSub(p: Statement, { register, sub, type }: Operand, start: number): void {
  if (register?.file !== -1 || type === undefined) return;
  const bytes = p.platform >= XE_HPC ? 64 : 32;
  if (sub * type.bits >= bytes * 8) p.fail('eu-text/number', `a register has ${(bytes * 8) / type.bits} elements of ${type.name}`, start);
}

function destinationRegion(p: Statement): Region {
  if (p.text.charCodeAt(p.at) !== LESS && p.next() !== LESS) return PACKED1;
  p.at++;
  const start = p.at;
  const stride = p.integer('a stride');
  if (stride !== 1 && stride !== 2 && stride !== 4) p.fail('eu-text/value', 'the stride of a destination is 1, 2 or 4', start);
  p.expect(GREATER);
  return regionOf(undefined, undefined, stride);
}

function destinationType(p: Statement): DataType | undefined {
  if (!p.shape.isTypedBranch) return parseType(p);
  if (p.next() === COLON) parseType(p);
  return TYPES.d;
}

/** Whether what follows is `r[`. */
export function isIndirect(p: Statement): boolean {
  if (p.next() !== R || p.text.charCodeAt(p.at + 1) !== LEFT_BRACKET) return false;
  p.at++;
  return true;
}

/** `[a0.3,-16]`. */
function parseIndirect(p: Statement, operand: Operand): void {
  operand.kind = 'indirect';
  operand.register = p.shapes.general;
  operand.number = 0;
  p.expect(LEFT_BRACKET);
  if (!p.takeWord('a0')) p.expected('a0');
  p.expect(DOT);
  operand.sub = p.integer('the number of a subregister of a0', 31);
  const start = p.at;
  let sign = 0;
  if (p.take(COMMA)) sign = p.take(MINUS) ? -1 : 1;
  else if (p.take(PLUS)) sign = 1;
  else if (p.take(MINUS)) sign = -1;
  operand.offset = sign === 0 ? 0 : checkedOffset(p, sign * p.integer('an offset'), start);
  p.expect(RIGHT_BRACKET);
}

function checkedOffset(p: Statement, offset: number, start: number): number {
  const most = p.platform >= XE_HPC ? 1024 : 512;
  if (offset < -most || offset >= most) p.fail('eu-text/number', `an offset is from ${-most} to ${most - 1}`, start);
  return offset;
}

/** The name and number of a register. */
export function parseRegister(p: Statement, operand: Operand): void {
  if (!takeRegister(p, operand)) p.expected('a register', p.names.registers.keys());
}

/** Takes a register if one is next. */
export function takeRegister(p: Statement, operand: Operand): boolean {
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
  const found = p.names.registers.get(word) ?? numbered(p, word);
  if (found === undefined) {
    p.at = at;
    return false;
  }
  operand.register = found.register;
  operand.number = found.number;
  return true;
}

/** A register that has no number, with one. */
function numbered(p: Statement, word: string): { register: Operand['register']; number: number } | undefined {
  const found = p.names.registers.get(word.replace(/\d+$/, ''));
  return found?.register.count === 0 ? found : undefined;
}

/** `.4`; 0 where there is none. */
export function parseSubregister(p: Statement): number {
  if (p.text.charCodeAt(p.at) !== DOT && p.next() !== DOT) return 0;
  p.at++;
  return p.integer('the number of a subregister', 255);
}

/** `.mme3`. */
function parseMacro(p: Statement, operand: Operand): void {
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

/** A source of a basic operation, of one with three, or of a branch. */
export function parseSource(p: Statement, index: number): void {
  const source = p.sources[index] as Operand;
  const c = p.next();
  const start = p.at;
  // What a sign means depends on what follows it.
  const isSigned = c === MINUS || c === TILDE || c === LEFT_PAREN || c === BAR;
  let isBar = false;
  source.modifier = 0;
  if (isSigned) isBar = modifiers(p, source);
  if (isIndirect(p)) {
    parseIndirect(p, source);
    source.region = indirectRegion(p, index);
    source.type = sourceType(p, index, false);
  } else if (takeRegister(p, source)) finishRegister(p, source, index, start);
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

/** `-`, `~`, `(abs)`, `-(abs)`, or the first of two bars, of which it says whether it is there. */
function modifiers(p: Statement, source: Operand): boolean {
  if (p.take(MINUS) || p.take(TILDE)) source.modifier = 2;
  const isBar = p.take(BAR);
  if (isBar) source.modifier |= 1;
  else if (p.next() === LEFT_PAREN && p.text.startsWith('(abs)', p.at)) {
    p.at += 5;
    source.modifier |= 1;
  }
  return isBar;
}

function finishRegister(p: Statement, source: Operand, index: number, start: number): void {
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

const isScalar = (p: Statement, hasSub: boolean): boolean => hasSub || p.instruction.execSize === 1;

function stride(p: Statement): number {
  return oneOf(p, STRIDES, 'a horizontal stride');
}

function oneOf(p: Statement, values: readonly number[], what: string): number {
  p.next();
  const start = p.at;
  const value = p.integer(what);
  if (!values.includes(value)) p.fail('eu-text/value', `${what} is ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`, start);
  return value;
}

/** `<8;8,1>`. */
function basicRegion(p: Statement, source: Operand, hasSub: boolean): Region {
  if (p.text.charCodeAt(p.at) === LESS || p.next() === LESS) {
    p.at++;
    const vertical = oneOf(p, VERTICALS, 'a vertical stride');
    p.expect(SEMICOLON);
    return afterVertical(p, vertical);
  }
  const { shape } = p;
  if (shape.isBranch) return p.platform >= XE ? PACKED : shape.mnemonic === 'brc' || shape.mnemonic === 'ret' ? MACRO : SCALAR;
  if (shape.reading === 'sync' && p.platform >= XE) return SCALAR;
  if (shape.isSend) return SCALAR;
  if (p.isMacro && p.platform < XE) return p.instruction.execSize === 1 ? SCALAR : MACRO;
  if (source.register?.name === 'ip' || source.register?.name === 'ce') return SCALAR;
  return isScalar(p, hasSub) ? SCALAR : PACKED;
}

function afterVertical(p: Statement, vertical: number): Region {
  const width = oneOf(p, WIDTHS, 'a width');
  p.expect(COMMA);
  const horizontal = stride(p);
  p.expect(GREATER);
  return regionOf(vertical, width, horizontal);
}

/** `<1;0>`. */
function ternaryRegion(p: Statement, hasSub: boolean): Region {
  if (p.text.charCodeAt(p.at) === LESS || p.next() === LESS) {
    p.at++;
    const vertical = oneOf(p, VERTICALS, 'a vertical stride');
    p.expect(SEMICOLON);
    const horizontal = stride(p);
    p.expect(GREATER);
    return regionOf(vertical, undefined, horizontal);
  }
  if (isScalar(p, hasSub)) return SCALAR2;
  return p.platform >= XE ? PACKED2 : PACKED2X1;
}

/** `<1>`. */
function lastRegion(p: Statement, hasSub: boolean): Region {
  if (p.text.charCodeAt(p.at) === LESS || p.next() === LESS) {
    p.at++;
    const horizontal = stride(p);
    p.expect(GREATER);
    return regionOf(undefined, undefined, horizontal);
  }
  return (p.isMacro ? PACKED1 : STRIDE_REGIONS[isScalar(p, hasSub) ? 0 : 1]) as Region;
}

/** `<8;8,1>`, or `<1,0>` where each row has an address. */
function indirectRegion(p: Statement, index: number): Region {
  const { shape } = p;
  if (p.next() !== LESS) {
    if (shape.isSend || shape.isBranch) return basicRegion(p, p.sources[index] as Operand, false);
    return PACKED;
  }
  p.at++;
  const start = p.at;
  const first = p.integer('a vertical stride or a width');
  if (!p.take(COMMA)) {
    if (!VERTICALS.includes(first)) p.fail('eu-text/value', `a vertical stride is ${VERTICALS.join(', ')}`, start);
    p.expect(SEMICOLON);
    return afterVertical(p, first);
  }
  if (!WIDTHS.includes(first)) p.fail('eu-text/value', `a width is ${WIDTHS.join(', ')}`, start);
  const horizontal = stride(p);
  p.expect(GREATER);
  return regionOf('VxH', first, horizontal);
}

/** The type of a source; that of a branch goes without saying. */
function sourceType(p: Statement, index: number, isImmediate: boolean): DataType | undefined {
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

/** `:ud`. */
export function parseType(p: Statement): DataType {
  if (p.text.charCodeAt(p.at) !== COLON && p.next() !== COLON) p.expected('a type, as :ud');
  p.at++;
  const start = p.at;
  const type = TYPE_NAMES.get(p.word());
  if (type === undefined) p.unknown('eu-text/value', 'a type', start, TYPE_NAMES.keys());
  return type;
}

/** The type of a payload, which it has only until Gen11. */
function payloadType(p: Statement, index: number): DataType | undefined {
  const isType = p.next() === COLON && p.wordEnd(p.at + 1) > p.at + 1 && p.text.charCodeAt(p.at + 1) > NINE;
  const given = isType ? parseType(p) : undefined;
  if (p.platform >= XE || index === 1) return undefined;
  if (p.shape.format === 'send2' && index === 0) return TYPES.ud;
  return given ?? TYPES.ud;
}

/** An immediate, or the label of a branch or of an address that is moved. */
function parseImmediate(p: Statement, source: Operand, index: number): void {
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
    // Two distances are not one expression: `16 -80`.
    const value = shape.isBranch ? parseSigned(p) : parseConstant(p);
    source.type = sourceType(p, index, true);
    if (source.type?.name === 'bf') p.fail('eu-text/value', 'an immediate cannot have type bf', start);
    setImmediate(p, source, value, source.type ?? (TYPES.d as DataType), start);
  }
  if (shape.isBranch) p.refer('', source.low | 0, index, start);
}

/** A number of up to 53 bits that is not part of anything longer. */
function plainInteger(p: Statement, source: Operand): boolean {
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
  source.low = value >>> 0;
  source.high = Math.floor(value / 2 ** 32) >>> 0;
  if (isNegative) {
    source.high = (source.low === 0 ? -source.high : ~source.high) >>> 0;
    source.low = -source.low >>> 0;
  }
  return true;
}

/** `($0,$3)`: a set of tokens; `false` where the parenthesis begins something else. */
function parseTokens(p: Statement, source: Operand): boolean {
  const start = p.at++;
  const c = p.next();
  if (c !== DOLLAR && c !== RIGHT_PAREN) {
    p.at = start;
    return false;
  }
  let set = 0;
  while (p.take(DOLLAR)) {
    set |= 1 << p.integer('the number of a token', 31);
    if (!p.take(COMMA)) break;
  }
  p.expect(RIGHT_PAREN);
  source.kind = 'immediate';
  source.low = set >>> 0;
  source.high = 0;
  source.type = sourceType(p, 0, true);
  return true;
}

/** An operand of a matrix product: a register without region. */
export function parseMatrixOperand(p: Statement, operand: Operand, index: number): void {
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
