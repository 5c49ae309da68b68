/**
 * Reads operands of operations with one or two sources.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */

import { type Draft, newOperand, type Operand, type Region } from '../model.ts';
import type { OperandPlaces } from '../table/layout.ts';
import { GEN10, XE, XE_HPC, XE3P } from '../table/platforms.ts';
import { NO_REGION, region, STRIDE_REGIONS } from '../table/regions.ts';
import { type DataType, TYPES } from '../table/types.ts';
import { type Cursor, signed } from './cursor.ts';

/** Whether a register file means immediate. Until Gen11 the field has two bits, and 3 is an immediate; since Xe the upper bit decides. */
export const isImmediate = (file: number, platform: number): boolean => (platform >= XE ? file >= 2 : file === 3);

const NO_FILE = 'a register file that does not exist';
const PACKED_STRIDE = STRIDE_REGIONS[1] as Region;
const SCALAR = region(0, 1, 0);
const PACKED = region(1, 1, 0);
const MACRO16 = region(4, 4, 1);
/** The regions of a second source on Xe3P, by the stride of the destination. */
const FOLLOWING: Readonly<Record<number, Region>> = Object.fromEntries([1, 2, 4, 8, 16].map((stride) => [stride, region(stride, 1, 0)]));

/** The number of a register with its ninth bit, which is elsewhere if the other source is an immediate (Xe3P). */
export function registerNumber(c: Cursor, places: OperandPlaces, besideImmediate: boolean): number {
  const low = c.get(places.reg);
  if (c.platform < XE3P) return low;
  return low | (c.get(besideImmediate && places.regHighImm.mask !== 0 ? places.regHighImm : places.regHigh) << 8);
}

function destinationType(c: Cursor, number: number): DataType | undefined {
  if (c.shape.isWideMove) return c.type(c.shape.types.move, number | (c.get(c.places.dst.typeHigh) << 4));
  if (!c.shape.hasExecutionType) return c.type(c.shape.types.destination, number);
  const isFloat = c.shape.isMath || c.get(c.places.control.executionType) === 1;
  return c.type(isFloat ? c.shape.types.float : c.shape.types.integer, number);
}

/** Reads the destination. `align16`: in Align16; `besideImmediate`: the instruction has an immediate source. */
export function readDestination(c: Cursor, align16: boolean, besideImmediate: boolean): Draft<Operand> {
  const places = c.places.dst;
  const dst = newOperand();
  if (c.shape.operation.saturate) dst.modifier = c.get(c.places.control.saturate);
  dst.type = destinationType(c, c.get(places.type));
  dst.region = align16 ? PACKED_STRIDE : STRIDE_REGIONS[c.get(places.stride)];
  if (c.get(places.indirect) === 1) {
    if (c.shape.isDirect) c.fail('the operation has no indirect destination');
    readIndirect(c, dst, places, align16, besideImmediate);
    if (align16 && places.channels.mask !== 0 && c.get(places.channels) !== 15)
      c.fail('a destination of Align16 that Align1 cannot express');
    return dst;
  }
  const file = c.get(places.file);
  if (c.shape.isMath && c.platform < XE && file !== 1) c.fail(NO_FILE);
  readRegister(c, dst, places, file, besideImmediate);
  if (c.isMacro) {
    dst.kind = 'macro';
    dst.macro = align16 ? macroOfChannels(c, c.get(places.channels)) : c.get(places.macro);
    checkMacro(c, dst);
  } else {
    dst.sub = c.subregister(c.get(align16 ? places.sub16 : places.sub), dst.register, dst.type);
    if (align16) channelDestination(c, dst, c.get(places.channels));
  }
  return dst;
}

/** Checks the channels of a destination: all, except for accumulators while a context is saved or restored (Gen8 and Gen9). */
function channelDestination(c: Cursor, dst: Draft<Operand>, channels: number): void {
  if (dst.register === c.shapes.macros && c.platform < GEN10) {
    dst.number = channels === 15 ? 7 : channels === 8 ? 0 : channels;
    if (channels > 8 && channels !== 15) c.fail('channels that name no accumulator');
  } else if (channels !== 15) c.fail('a destination of Align16 that Align1 cannot express');
}

function macroOfChannels(c: Cursor, channels: number): number {
  if (channels > 8) c.fail('channels that name no math macro register');
  return channels;
}

/** The macro registers are 0 to 7, and 8 for none. */
export function checkMacro(c: Cursor, operand: Draft<Operand>): void {
  if (operand.macro > 8) c.fail(`math macro register ${operand.macro} does not exist`);
}

function readRegister(c: Cursor, operand: Draft<Operand>, places: OperandPlaces, file: number, besideImmediate: boolean): void {
  if (file > 1) c.fail(NO_FILE);
  c.setRegister(operand, file === 1, registerNumber(c, places, besideImmediate));
}

function readIndirect(c: Cursor, operand: Draft<Operand>, places: OperandPlaces, align16: boolean, besideImmediate: boolean): void {
  operand.kind = 'indirect';
  operand.register = c.shapes.general;
  operand.sub = c.get(places.addrSub);
  if (c.platform >= XE3P) {
    operand.sub |= c.get(besideImmediate && places.regHighImm.mask !== 0 ? places.regHighImm : places.regHigh) << 4;
  }
  operand.offset = signed(c.get(align16 ? places.addrImm16 : places.addrImm), c.platform >= XE_HPC ? 11 : 10);
}

/** Reads an immediate of a basic operation. */
export function readImmediate(c: Cursor, places: OperandPlaces, type: DataType | undefined): Draft<Operand> {
  const source = newOperand();
  source.kind = 'immediate';
  source.type = type;
  if (type?.bits === 64 && places.imm64Low.mask !== 0) {
    source.low = c.get(places.imm64Low);
    source.high = c.get(places.imm64High);
  } else {
    source.low = c.get(places.imm);
    if (type?.bits === 64) c.fail('an immediate of 64 bits does not fit');
  }
  return source;
}

function sourceType(c: Cursor, index: number, number: number): DataType | undefined {
  if (c.shape.isWideMove) return c.type(c.shape.types.move, number | (c.get(c.places.src[0].typeHigh) << 4));
  if (!c.shape.hasExecutionType || index === 1) return c.type(c.shape.types.register, number);
  const isFloat = c.shape.isMath || c.get(c.places.control.executionType) === 1;
  return c.type(isFloat ? c.shape.types.float : c.shape.types.integer, number);
}

/** Reads a source of a basic operation; `index` is 0 or 1. */
export function readSource(c: Cursor, index: 0 | 1, align16: boolean, besideImmediate: boolean): Draft<Operand> {
  const places = c.places.src[index];
  const file = c.get(places.file);
  if (isImmediate(file, c.platform)) {
    if (index === 0 && c.sourceCount === 2) c.fail('the first of two sources is an immediate');
    if (c.isMacro && ((c.platform <= GEN10 && !align16) || c.platform >= XE3P)) c.fail('a math macro has no immediate');
    const types = c.shape.hasExecutionType && index === 0 ? c.shape.types.floatImmediate : c.shape.types.immediate;
    return readImmediate(c, places, c.type(types, c.get(places.type)));
  }
  // Only `movi` may have an architecture register there.
  if (index === 1 && c.platform < XE && file === (c.shape.mnemonic === 'movi' ? 1 : 0))
    c.fail('the second source has no such register file');
  if (file > 1 || (file === 0 && index === 0 && c.shape.isMath && c.platform < XE)) c.fail(NO_FILE);
  const source = newOperand();
  source.type = sourceType(c, index, c.get(places.type));
  if (c.shape.operation.modifiers) source.modifier = c.get(places.modifier);
  if (align16) return readSource16(c, source, places, file);
  if (!c.shape.isSend) source.region = readRegion(c, places, index, source.type);
  if (c.get(places.indirect) === 1) {
    if (c.shape.isDirect && index === 0) c.fail('the operation has no indirect first source');
    if (c.shape.mnemonic === 'movi' && index === 1 && c.platform < XE) c.fail('the operation has no indirect second source');
    readIndirect(c, source, places, false, besideImmediate);
    return source;
  }
  readRegister(c, source, places, file, besideImmediate);
  if (c.isMacro) {
    if (c.platform <= GEN10) c.fail('a math macro that is not Align16');
    source.kind = 'macro';
    source.macro = c.get(places.macro);
    checkMacro(c, source);
  } else {
    const shuffle = c.shape.mnemonic === 'shfl' && index === 1;
    const bits = shuffle ? c.get(c.places.named['src1.subShuffle']) : c.get(places.sub);
    source.sub = c.subregister(bits, source.register, source.type);
  }
  return source;
}

/** Reads the region of a source. The second source on Xe3P has no region of its own: it is a scalar, or follows the destination. */
function readRegion(c: Cursor, places: OperandPlaces, index: number, type: DataType | undefined): Region | undefined {
  if (index === 1 && c.platform >= XE3P) {
    if (c.get(places.scalar) === 1) return SCALAR;
    const dst = c.instruction.dst;
    const stride = ((dst?.region?.stride ?? 0) * (dst?.type?.bits ?? 0)) / (type?.bits ?? 1);
    return FOLLOWING[stride] ?? NO_REGION;
  }
  const region = c.shapes.regions[(c.get(places.vertical) << 5) | (c.get(places.width) << 2) | c.get(places.stride)];
  if (region === undefined) c.fail('a region that does not exist');
  return region;
}

/** Reads an Align16 source as the equivalent Align1 source. */
function readSource16(c: Cursor, source: Draft<Operand>, places: OperandPlaces, file: number): Draft<Operand> {
  const vertical = c.get(places.vertical);
  const channels = c.get(places.channels);
  // Packed: each of the four channels selects itself.
  const displaced = (channels & 3) !== 0 && ((channels >> 2) & 3) !== 1 && ((channels >> 4) & 3) !== 2 && ((channels >> 6) & 3) !== 3;
  source.region = PACKED;
  if (vertical > 6 && vertical < 15) c.fail('a region that does not exist');
  if (c.get(places.indirect) === 1) {
    if (c.shape.isDirect && places === c.places.src[0]) c.fail('the operation has no indirect first source');
    readIndirect(c, source, places, true, false);
    if (!displaced && vertical === 3) c.fail('a source of Align16 that Align1 cannot express');
    return source;
  }
  readRegister(c, source, places, file, false);
  if (c.isMacro) {
    source.kind = 'macro';
    source.macro = c.get(places.macro);
    source.region = MACRO16;
    if (vertical !== (source.type === TYPES.df ? 2 : 3)) c.fail('a source of Align16 that Align1 cannot express');
    checkMacro(c, source);
    return source;
  }
  source.sub = c.subregister(c.get(places.sub16), source.register, source.type);
  if (source.register === c.shapes.macros && c.platform < GEN10) {
    source.number = channels & 15;
    source.sub = 0;
  } else if (displaced) c.fail('a source of Align16 that Align1 cannot express');
  if (vertical !== 3) c.fail('a source of Align16 that Align1 cannot express');
  return source;
}
