/**
 * Reads operands of operations with three sources, and of matrix products.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */

import { type Draft, newOperand, type Operand, type Region } from '../model.ts';
import type { OperandPlaces } from '../table/layout.ts';
import { GEN9, GEN10, GEN11, XE, XE3P } from '../table/platforms.ts';
import { NO_REGION, region, STRIDE_REGIONS } from '../table/regions.ts';
import { type DataType, TYPES } from '../table/types.ts';
import { type Cursor, signed } from './cursor.ts';
import { checkMacro, registerNumber } from './operand.ts';

/** Register files of operands, with the same numbers for all platforms. */
const ARCHITECTURE = 0;
const GENERAL = 1;
const IMMEDIATE = 2;

const STRIDE1 = STRIDE_REGIONS[1] as Region;
const SCALAR = region(0, undefined, 0);
const PACKED = region(1, undefined, 0);
const PACKED16 = region(2, undefined, 1);
/** The regions of a second source on Xe3P, by the stride of the destination. */
const FOLLOWING: Readonly<Record<number, Region>> = {
  1: region(1, undefined, 0),
  2: region(4, undefined, 2),
  4: region(8, undefined, 4),
};

/** Reads destination and sources of a three-source Align1 instruction. */
export function readTernary(c: Cursor): void {
  if (c.isMacro && c.platform <= GEN10) c.fail('a math macro that is not Align16');
  c.instruction.dst = readDestination(c);
  const source = c.shape.isDpas ? readMatrix : readSource;
  c.instruction.sources = [source(c, 0), source(c, 1), source(c, 2)];
}

/** The type for a number, which depends on whether the instruction works on integers or floats. */
function typeOf(c: Cursor, number: number): DataType | undefined {
  return c.type(c.get(c.places.control.executionType) === 1 ? c.shape.types.ternaryFloat : c.shape.types.ternaryInteger, number);
}

function readDestination(c: Cursor): Draft<Operand> {
  const places = c.places.dst;
  const dst = newOperand();
  if (c.shape.operation.saturate) dst.modifier = c.get(c.places.control.saturate);
  dst.type = typeOf(c, c.get(places.type));
  const isGeneral = c.get(places.file) === (c.platform >= XE ? 1 : 0);
  c.setRegister(dst, isGeneral, registerNumber(c, places, false));
  if (c.isMacro) {
    dst.kind = 'macro';
    dst.macro = c.get(places.macro);
    dst.region = STRIDE1;
    checkMacro(c, dst);
  } else {
    dst.sub = c.subregister(c.get(places.sub), dst.register, dst.type);
    dst.region = c.shape.isDpas ? STRIDE1 : STRIDE_REGIONS[c.get(places.stride) + 1];
  }
  return dst;
}

function fileOf(c: Cursor, index: number, places: OperandPlaces, type: DataType | undefined): number {
  const file = c.get(places.file);
  if (c.platform >= XE) return file >= 2 ? IMMEDIATE : file;
  if (file === 0) return GENERAL;
  if (index === 1 || (index === 0 && type === TYPES.nf && c.platform === GEN11)) return ARCHITECTURE;
  return IMMEDIATE;
}

/** Whether the number of the register has seven bits (Gen10). */
export const hasShort = (c: Pick<Cursor, 'get' | 'places'>, places: OperandPlaces): boolean =>
  places.regShort.mask !== 0 && c.get(c.places.src[0].type) === 1;

function readSource(c: Cursor, index: number): Draft<Operand> {
  const places = c.places.src[index] as OperandPlaces;
  const source = newOperand();
  source.type = typeOf(c, c.get(places.type));
  const file = fileOf(c, index, places, source.type);
  if (file === IMMEDIATE) {
    if (c.isMacro && c.platform >= XE) c.fail('a math macro has no immediate');
    source.kind = 'immediate';
    setImmediate(source, c.get(places.imm));
    return source;
  }
  if (c.shape.operation.modifiers) source.modifier = c.get(places.modifier);
  c.setRegister(source, file === GENERAL, hasShort(c, places) ? c.get(places.regShort) : registerNumber(c, places, false));
  if (c.isMacro) {
    source.kind = 'macro';
    source.macro = c.get(places.macro);
    source.region = index === 2 ? STRIDE1 : PACKED;
    checkMacro(c, source);
    return source;
  }
  source.region = readRegion(c, index, places, source.type);
  source.sub = c.subregister(c.get(places.sub), source.register, source.type);
  return source;
}

/** Sets a 16-bit immediate, extended by the signedness of its type. */
function setImmediate(source: Draft<Operand>, bits: number): void {
  const isSigned = source.type?.signed === true;
  source.low = isSigned ? signed(bits, 16) : bits;
  source.high = isSigned && bits >= 0x8000 ? -1 : 0;
}

function readRegion(c: Cursor, index: number, places: OperandPlaces, type: DataType | undefined): Region | undefined {
  const stride = c.get(places.stride);
  if (index === 2) return STRIDE_REGIONS[stride];
  if (index === 1 && c.platform >= XE3P) {
    if (c.get(places.scalar) === 1) return SCALAR;
    const dst = c.instruction.dst;
    return FOLLOWING[((dst?.region?.stride ?? 0) * (dst?.type?.bits ?? 0)) / (type?.bits ?? 1)] ?? NO_REGION;
  }
  return c.shapes.ternaryRegions[(c.get(places.vertical) << 2) | stride];
}

/** Reads a source of a matrix product: the second and third have a precision of their own. */
function readMatrix(c: Cursor, index: number): Draft<Operand> {
  const places = c.places.src[index] as OperandPlaces;
  const source = newOperand();
  if (index === 0) source.type = typeOf(c, c.get(places.type));
  else {
    const isFloat = c.get(c.places.control.executionType) === 1;
    const { floatPrecision, lastPrecision, integerPrecision } = c.shape.types;
    source.type = c.type(isFloat ? (index === 2 ? lastPrecision : floatPrecision) : integerPrecision, c.get(places.precision));
  }
  const file = fileOf(c, index, places, source.type);
  c.setRegister(source, file === GENERAL, registerNumber(c, places, false));
  const isNothing = index === 0 && file !== IMMEDIATE && source.register === c.shapes.nothing;
  if (file !== GENERAL && !isNothing && c.shape.reading !== 'bdpas') c.fail('a source that is not a general register');
  source.region = index === 2 ? STRIDE1 : PACKED;
  source.sub = c.subregister(c.get(places.sub), source.register, source.type);
  return source;
}

/** Reads a matrix product with scales: five sources. */
export function readScaled(c: Cursor): void {
  c.instruction.dst = readDestination(c);
  const [first, second, third] = [readMatrix(c, 0), readMatrix(c, 1), readMatrix(c, 2)];
  second.sub = 0;
  third.sub = 0;
  const type = c.type(c.shape.types.scale, c.get(c.places.src[3].type));
  c.instruction.sources = [first, second, third, readScale(c, 3, type), readScale(c, 4, type)];
}

function readScale(c: Cursor, index: 3 | 4, type: DataType | undefined): Draft<Operand> {
  const places = c.places.src[index];
  const source = newOperand();
  source.type = type;
  c.setRegister(source, c.get(places.file) === 1, registerNumber(c, places, false));
  source.sub = c.get(places.sub);
  source.region = PACKED;
  return source;
}

/** Reads three sources in Align16 (Gen8 to Gen10) as the equivalent Align1 instruction. */
export function readTernary16(c: Cursor): void {
  const { instruction, shape, places } = c;
  const dst = newOperand();
  if (shape.operation.saturate) dst.modifier = c.get(places.control.saturate);
  dst.type = c.type(c.shape.types.ternary16, c.get(places.dst.type));
  dst.register = c.shapes.general;
  dst.number = c.get(places.dst.reg);
  dst.region = STRIDE1;
  const channels = c.get(places.dst.channels);
  if (c.isMacro) {
    dst.kind = 'macro';
    dst.macro = channels;
    checkMacro(c, dst);
  } else dst.sub = c.subregister(c.get(places.dst.sub), dst.register, dst.type) + channelElement(c, dst, channels);
  instruction.dst = dst;
  instruction.sources = [readSource16(c, 0), readSource16(c, 1), readSource16(c, 2)];
}

/** The element that a single enabled channel selects; the instruction is then on one channel. */
function channelElement(c: Cursor, dst: Draft<Operand>, channels: number): number {
  const { instruction } = c;
  const { execSize } = instruction;
  if (channels === 15 && execSize > 1) return 0;
  if (execSize === 4 && [1, 2, 4, 8].includes(channels)) {
    instruction.execSize = 1;
    return Math.log2(channels);
  }
  if (execSize === 2 && dst.type === TYPES.df && (channels === 3 || channels === 12)) {
    instruction.execSize = 1;
    return channels === 3 ? 0 : 1;
  }
  c.fail('a destination of Align16 that Align1 cannot express');
  return 0;
}

const XYZW = 0xe4;
const XYXY = 0x44;
const ZWZW = 0xee;

function readSource16(c: Cursor, index: number): Draft<Operand> {
  const places = c.places.src[index] as OperandPlaces;
  const source = newOperand();
  if (c.shape.operation.modifiers) source.modifier = c.get(places.modifier);
  source.type = c.type(c.shape.types.ternary16, c.get(c.places.named['src.type']));
  if (c.platform >= GEN9 && index > 0 && (source.type === TYPES.f || source.type === TYPES.hf)) {
    source.type = c.shape.types.mixed[c.get(places.type)];
  }
  source.register = c.shapes.general;
  source.number = c.get(places.reg);
  const packed = index === 2 ? STRIDE1 : PACKED16;
  const scalar = index === 2 ? (STRIDE_REGIONS[0] as Region) : SCALAR;
  if (c.isMacro) {
    source.kind = 'macro';
    // A replicated source has no channels; they count as xyzw.
    source.macro = c.get(places.replicate) === 1 ? XYZW & 15 : c.get(places.macro);
    source.region = packed;
    checkMacro(c, source);
    return source;
  }
  source.sub = c.subregister(c.get(places.sub), source.register, source.type);
  source.region = scalar;
  if (c.get(places.replicate) === 1) return source;
  const channels = c.get(places.channels);
  if (channels === XYZW) source.region = packed;
  else if (source.type === TYPES.df && (channels === XYXY || channels === ZWZW)) source.sub += channels === ZWZW ? 1 : 0;
  else c.fail('a source of Align16 that Align1 cannot express');
  return source;
}
