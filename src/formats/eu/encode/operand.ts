/** Encodes operands of basic and three-source operations, the inverse of `read/operand.ts` and `read/ternary.ts`. */

import type { Operand } from '../model.ts';
import { subregisterOf } from '../read/cursor.ts';
import { isImmediate } from '../read/operand.ts';
import { hasShort } from '../read/ternary.ts';
import type { OperandPlaces, Place } from '../table/layout.ts';
import { GEN11, XE, XE_HPC, XE3P } from '../table/platforms.ts';
import type { DataType } from '../table/types.ts';
import type { Encoder } from './encoder.ts';

export const isGeneral = (operand: Operand): boolean => operand.register?.file === -1;

/** The encoding of an architecture register, or the number of a general one. */
function registerBits(operand: Operand): number {
  const { register, number } = operand;
  if (register === undefined) throw new RangeError('an operand without a register');
  return register.file < 0 ? number : (register.file << 4) | (number + register.base);
}

/** A subregister in the unit of its field. */
function subregisterBits(e: Encoder, operand: Operand, type: DataType | undefined): number {
  const { register, sub } = operand;
  if (type === undefined || type.bits === 0 || register?.scaled(e.platform) === false) return e.platform >= XE_HPC ? sub << 1 : sub;
  return type.bits >= 8 ? sub * (type.bits / 8) : Math.trunc((sub * type.bits) / 8);
}

/** Writes the subregister, unless its field already means it: reading drops bits below an element. */
export function putSubregister(e: Encoder, place: Place, operand: Operand, type: DataType | undefined): void {
  if (subregisterOf(e.platform, e.get(place), operand.register, type) === operand.sub) return;
  e.put(place, subregisterBits(e, operand, type));
}

/** Writes the number of a register. */
export function putRegister(e: Encoder, places: OperandPlaces, operand: Operand, besideImmediate: boolean): void {
  const bits = registerBits(operand);
  e.put(places.reg, bits & 255);
  // The encoding of an architecture register has no upper bit.
  if (e.platform >= XE3P && isGeneral(operand))
    e.put(besideImmediate && places.regHighImm.mask !== 0 ? places.regHighImm : places.regHigh, bits >> 8);
}

function putIndirect(e: Encoder, places: OperandPlaces, operand: Operand, besideImmediate: boolean): void {
  e.put(places.addrSub, operand.sub & 15);
  if (e.platform >= XE3P) e.put(besideImmediate && places.regHighImm.mask !== 0 ? places.regHighImm : places.regHigh, operand.sub >> 4);
  e.put(places.addrImm, operand.offset & (e.platform >= XE_HPC ? 0x7ff : 0x3ff));
}

export function encodeDestination(e: Encoder, besideImmediate: boolean): void {
  const { instruction, places, shape } = e;
  const { dst } = instruction;
  if (dst === undefined) return;
  if (shape.operation.saturate) e.put(places.control.saturate, dst.modifier);
  putDestinationType(e, dst.type);
  e.choose(places.dst.stride, [0, 1, 2, 4], dst.region?.stride);
  e.put(places.dst.indirect, dst.kind === 'indirect' ? 1 : 0);
  if (dst.kind === 'indirect') {
    putIndirect(e, places.dst, dst, besideImmediate);
    return;
  }
  e.put(places.dst.file, isGeneral(dst) ? 1 : 0);
  putRegister(e, places.dst, dst, besideImmediate);
  if (dst.kind === 'macro') e.put(places.dst.macro, dst.macro);
  else putSubregister(e, places.dst.sub, dst, dst.type);
}

function putDestinationType(e: Encoder, type: DataType | undefined): void {
  const { shape, places } = e;
  const { types } = shape;
  if (shape.isWideMove) putWide(e, places.dst.type, places.dst.typeHigh, type);
  else if (!shape.hasExecutionType) e.chooseType(places.dst.type, types.destination, type);
  else if (shape.isMath) e.chooseType(places.dst.type, types.float, type);
  else {
    if (type !== undefined && !types.integer.includes(type)) e.put(places.control.executionType, 1);
    else e.put(places.control.executionType, 0);
    e.chooseType(places.dst.type, e.get(places.control.executionType) === 1 ? types.float : types.integer, type);
  }
}

/** Writes the type of a move of Xe3P, which has five bits. */
function putWide(e: Encoder, low: Place, high: Place, type: DataType | undefined): void {
  const number = e.shape.types.move.indexOf(type);
  e.put(low, number & 15);
  e.put(high, number >> 4);
}

export function encodeBasic(e: Encoder): void {
  const { sources } = e.instruction;
  // On Xe3P, `math` uses the second source's field even if it has one source.
  const asksSecond = e.shape.isMath && e.platform >= XE3P && sources.length === 1;
  const besideImmediate = sources.at(-1)?.kind === 'immediate' || (asksSecond && isImmediate(e.get(e.places.src[1].file), e.platform));
  encodeDestination(e, besideImmediate);
  sources.forEach((source, index) => {
    encodeSource(e, source, index as 0 | 1, besideImmediate);
  });
}

/** Writes a register file: 0 architecture, 1 general, 2 or 3 immediate. */
function putFile(e: Encoder, place: Place, file: number): void {
  const now = e.get(place);
  if (file >= 2 ? now < 2 || (e.platform < XE && now !== 3) : now !== file) e.put(place, file >= 2 && e.platform < XE ? 3 : file);
}

export function encodeSource(e: Encoder, source: Operand, index: 0 | 1, besideImmediate: boolean): void {
  const { places, shape } = e;
  const at = places.src[index];
  // The address of a label is moved as an immediate.
  if (source.kind === 'immediate' || source.kind === 'label') {
    putFile(e, at.file, 2);
    e.chooseType(at.type, shape.hasExecutionType && index === 0 ? shape.types.floatImmediate : shape.types.immediate, source.type);
    putImmediate(e, at, source);
    return;
  }
  putSourceType(e, at, index, source.type);
  if (shape.operation.modifiers) e.put(at.modifier, source.modifier);
  // An indirect source is a general register; its file only says that it is not an immediate.
  if (source.kind !== 'indirect' || e.get(at.indirect) === 0 || e.get(at.file) > 1) putFile(e, at.file, isGeneral(source) ? 1 : 0);
  putRegion(e, at, index, source);
  e.put(at.indirect, source.kind === 'indirect' ? 1 : 0);
  if (source.kind === 'indirect') {
    putIndirect(e, at, source, besideImmediate);
    return;
  }
  putRegister(e, at, source, besideImmediate);
  if (source.kind === 'macro') e.put(at.macro, source.macro);
  else putSubregister(e, shape.mnemonic === 'shfl' && index === 1 ? places.at('src1.subShuffle') : at.sub, source, source.type);
}

function putImmediate(e: Encoder, at: OperandPlaces, source: Operand): void {
  if (source.type?.bits === 64 && at.imm64Low.mask !== 0) {
    e.put(at.imm64Low, source.low);
    e.put(at.imm64High, source.high);
  } else if (source.type?.bits !== 16) e.put(at.imm, source.low);
  // A 16-bit value is in both halves, but only the lower half is read.
  else if (((e.get(at.imm) ^ source.low) & 0xffff) !== 0) e.put(at.imm, (source.low & 0xffff) * 0x10001);
}

function putSourceType(e: Encoder, at: OperandPlaces, index: number, type: DataType | undefined): void {
  const { shape, places } = e;
  const { types } = shape;
  if (shape.isWideMove) putWide(e, at.type, at.typeHigh, type);
  else if (!shape.hasExecutionType || index === 1) e.chooseType(at.type, types.register, type);
  else {
    const isFloat = shape.isMath || e.get(places.control.executionType) === 1;
    e.chooseType(at.type, isFloat ? types.float : types.integer, type);
  }
}

function putRegion(e: Encoder, at: OperandPlaces, index: number, { region }: Operand): void {
  if (region === undefined) return;
  if (index === 1 && e.platform >= XE3P) {
    e.put(at.scalar, region.vertical === 0 ? 1 : 0);
    return;
  }
  const now = e.shapes.regions[(e.get(at.vertical) << 5) | (e.get(at.width) << 2) | e.get(at.stride)];
  if (now === region) return;
  const number = e.shapes.regions.indexOf(region);
  if (number < 0) throw new RangeError(`the region ${region.text} cannot be encoded`);
  e.put(at.vertical, number >> 5);
  e.put(at.width, (number >> 2) & 7);
  e.put(at.stride, number & 3);
}

/** Destination and sources of an Align1 instruction with three sources. */
export function encodeTernary(e: Encoder): void {
  const { sources } = e.instruction;
  encodeTernaryDestination(e);
  sources.forEach((source, index) => {
    if (e.shape.isDpas) encodeMatrix(e, source, index);
    else encodeTernarySource(e, source, index);
  });
}

/** Writes whether the types are integers or floats, which the destination determines. */
function putTernaryType(e: Encoder, place: Place, type: DataType | undefined, isFirst: boolean): void {
  const { types } = e.shape;
  const { executionType } = e.places.control;
  if (isFirst) e.put(executionType, type !== undefined && types.ternaryFloat.includes(type) ? 1 : 0);
  e.chooseType(place, e.get(executionType) === 1 ? types.ternaryFloat : types.ternaryInteger, type);
}

function encodeTernaryDestination(e: Encoder): void {
  const { places, shape } = e;
  const { dst } = e.instruction;
  if (dst === undefined) return;
  if (shape.operation.saturate) e.put(places.control.saturate, dst.modifier);
  putTernaryType(e, places.dst.type, dst.type, true);
  e.put(places.dst.file, isGeneral(dst) === e.platform >= XE ? 1 : 0);
  putRegister(e, places.dst, dst, false);
  if (dst.kind === 'macro') e.put(places.dst.macro, dst.macro);
  else {
    putSubregister(e, places.dst.sub, dst, dst.type);
    if (!shape.isDpas) e.put(places.dst.stride, (dst.region?.stride ?? 1) - 1);
  }
}

/** Writes the register file of a three-source operand. Until Gen11 one bit says only whether it is a general register. */
function putTernaryFile(e: Encoder, place: Place, source: Operand): void {
  if (e.platform >= XE) putFile(e, place, source.kind === 'immediate' ? 2 : isGeneral(source) ? 1 : 0);
  else e.put(place, source.kind !== 'immediate' && isGeneral(source) ? 0 : 1);
}

function encodeTernarySource(e: Encoder, source: Operand, index: number): void {
  const { places, shape } = e;
  const at = places.src[index] as OperandPlaces;
  putTernaryType(e, at.type, source.type, false);
  putTernaryFile(e, at.file, source);
  if (source.kind === 'immediate') {
    e.put(at.imm, shortImmediate(source));
    return;
  }
  if (shape.operation.modifiers) e.put(at.modifier, source.modifier);
  if (hasShort(e, at)) e.put(at.regShort, registerBits(source));
  else putRegister(e, at, source, false);
  if (source.kind === 'macro') {
    e.put(at.macro, source.macro);
    return;
  }
  putTernaryRegion(e, at, index, source);
  putSubregister(e, at.sub, source, source.type);
}

/** A 16-bit immediate of a three-source operation. */
function shortImmediate({ low, high, type }: Operand): number {
  const bits = type?.bits ?? 16;
  if (bits <= 16) return low & 0xffff;
  const isSmall = type?.signed === true ? (low | 0) === (low << 16) >> 16 : low >>> 16 === 0;
  const isWhole = bits === 32 || high === (type?.signed === true ? low >> 31 : 0);
  if (!isSmall || !isWhole) throw new RangeError('an immediate of one of three sources has 16 bits');
  return low & 0xffff;
}

function putTernaryRegion(e: Encoder, at: OperandPlaces, index: number, { region }: Operand): void {
  if (region === undefined) return;
  if (index === 2) e.choose(at.stride, [0, 1, 2, 4], region.stride);
  else if (index === 1 && e.platform >= XE3P) e.put(at.scalar, region.vertical === 0 ? 1 : 0);
  else {
    if (e.shapes.ternaryRegions[(e.get(at.vertical) << 2) | e.get(at.stride)] === region) return;
    const number = e.shapes.ternaryRegions.indexOf(region);
    if (number < 0) throw new RangeError(`the region ${region.text} cannot be encoded`);
    e.put(at.vertical, number >> 2);
    e.put(at.stride, number & 3);
  }
}

function encodeMatrix(e: Encoder, source: Operand, index: number): void {
  const { types } = e.shape;
  const at = e.places.src[index] as OperandPlaces;
  if (index === 0) putTernaryType(e, at.type, source.type, false);
  else {
    const isFloat = e.get(e.places.control.executionType) === 1;
    const { floatPrecision, lastPrecision, integerPrecision } = types;
    e.chooseType(at.precision, isFloat ? (index === 2 ? lastPrecision : floatPrecision) : integerPrecision, source.type);
  }
  putTernaryFile(e, at.file, source);
  putRegister(e, at, source, false);
  if (at.sub.mask !== 0) putSubregister(e, at.sub, source, source.type);
}

/** Encodes a matrix product with scales. */
export function encodeScaled(e: Encoder): void {
  encodeTernaryDestination(e);
  e.instruction.sources.forEach((source, index) => {
    if (index < 3) {
      encodeMatrix(e, source, index);
      return;
    }
    const at = e.places.src[index] as OperandPlaces;
    e.put(at.file, isGeneral(source) ? 1 : 0);
    putRegister(e, at, source, false);
    e.put(at.sub, source.sub);
  });
  e.chooseType(e.places.src[3].type, e.shape.types.scale, e.instruction.sources[3]?.type);
}

/** Whether branches, sends and basic operations share their fields on the platform. */
export const isOld = (e: Encoder): boolean => e.platform <= GEN11;
