/**
 * Parses regions, the inverse of `table/regions.ts`; omitted ones have the defaults of iga64.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand, Region } from '../model.ts';
import { XE } from '../table/platforms.ts';
import { region, STRIDE_REGIONS } from '../table/regions.ts';
import type { Statement } from './statement.ts';

const { comma: COMMA, semicolon: SEMICOLON, less: LESS, greater: GREATER } = CHAR;

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

export function destinationRegion(p: Statement): Region {
  if (p.text.charCodeAt(p.at) !== LESS && p.next() !== LESS) return PACKED1;
  p.at++;
  const start = p.at;
  const stride = p.integer('a stride');
  if (stride !== 1 && stride !== 2 && stride !== 4) p.fail('eu-text/value', 'the stride of a destination is 1, 2 or 4', start);
  p.expect(GREATER);
  return region(undefined, undefined, stride);
}

/** `<8;8,1>`. */
export function basicRegion(p: Statement, source: Draft<Operand>, hasSub: boolean): Region {
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
  return region(vertical, width, horizontal);
}

/** `<1;0>`. */
export function ternaryRegion(p: Statement, hasSub: boolean): Region {
  if (p.text.charCodeAt(p.at) === LESS || p.next() === LESS) {
    p.at++;
    const vertical = oneOf(p, VERTICALS, 'a vertical stride');
    p.expect(SEMICOLON);
    const horizontal = stride(p);
    p.expect(GREATER);
    return region(vertical, undefined, horizontal);
  }
  if (isScalar(p, hasSub)) return SCALAR2;
  return p.platform >= XE ? PACKED2 : PACKED2X1;
}

/** `<1>`. */
export function lastRegion(p: Statement, hasSub: boolean): Region {
  if (p.text.charCodeAt(p.at) === LESS || p.next() === LESS) {
    p.at++;
    const horizontal = stride(p);
    p.expect(GREATER);
    return region(undefined, undefined, horizontal);
  }
  return (p.isMacro ? PACKED1 : STRIDE_REGIONS[isScalar(p, hasSub) ? 0 : 1]) as Region;
}

/** `<8;8,1>`, or `<1,0>` if each row has an address. */
export function indirectRegion(p: Statement, index: number): Region {
  const { shape } = p;
  if (p.next() !== LESS) {
    if (shape.isSend || shape.isBranch) return basicRegion(p, p.sources[index] as Operand, false);
    return PACKED;
  }
  p.at++;
  const start = p.at;
  const first = p.integer('a vertical stride or a width');
  if (!p.accept(COMMA)) {
    if (!VERTICALS.includes(first)) p.fail('eu-text/value', `a vertical stride is ${VERTICALS.join(', ')}`, start);
    p.expect(SEMICOLON);
    return afterVertical(p, first);
  }
  if (!WIDTHS.includes(first)) p.fail('eu-text/value', `a width is ${WIDTHS.join(', ')}`, start);
  const horizontal = stride(p);
  p.expect(GREATER);
  return region('VxH', first, horizontal);
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
