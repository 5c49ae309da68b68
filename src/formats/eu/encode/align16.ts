/**
 * Encodes Align16 (Gen8 to Gen10). In text these instructions look like the equivalent Align1 instructions: three sources until Gen9, math
 * macros, and moves of the accumulators that macros use. The inverse of `readSource16` in `read/operand.ts` and `read/ternary.ts`.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Encoder.cpp of intel/intel-graphics-compiler.
 */

import type { Operand } from '../model.ts';
import { MACRO_MATH } from '../table/functions.ts';
import type { OperandPlaces } from '../table/layout.ts';
import { GEN9, GEN10 } from '../table/platforms.ts';
import { TYPES } from '../table/types.ts';
import type { Encoder } from './encoder.ts';
import { encodeSource, isGeneral, putRegister, putSubregister } from './operand.ts';

const XYZW = 0xe4;
const XYXY = 0x44;
const ZWZW = 0xee;
/** Mask of all four channels of a destination. */
const ALL = 15;
/** The encoding of a vertical stride of 4; that of 2 is one less. */
const STRIDE4 = 3;
/** How the accumulators of math macros are encoded: by the channels that a source selects. */
const SAVED = [0, 0x01, 0x02, 0x03, 0x54, 0x55, 0x56, 0x57];

/** Whether an instruction has no Align1 form. */
export function needsAlign16({ shape, platform, instruction }: Encoder): boolean {
  if (platform > GEN10) return false;
  if (shape.isMadm || (shape.isMath && MACRO_MATH.includes(instruction.subfunction))) return true;
  if (platform === GEN10) return false;
  return shape.isTernary || isSaved(instruction.dst) || isSaved(instruction.sources[0]);
}

/** Whether an operand is `mme1` to `mme7`, until Gen9; `mme0` has an Align1 form. */
const isSaved = (operand: Operand | undefined): boolean =>
  operand?.kind === 'direct' && operand.register?.name === 'mme' && operand.number > 0;

/** The execution size: a three-source operation on one channel selects the channel. */
export function executionSize16({ shape, platform, instruction }: Encoder): number {
  if (!shape.isTernary || platform > GEN9 || instruction.execSize !== 1) return instruction.execSize;
  return instruction.dst?.type === TYPES.df ? 2 : 4;
}

export function encodeAlign16(e: Encoder): void {
  if (e.shape.isTernary) encodeTernary16(e);
  else encodeBasic16(e);
}

function encodeTernary16(e: Encoder): void {
  const { places, instruction, shape } = e;
  const { dst, sources } = instruction;
  if (dst === undefined) return;
  if (!isGeneral(dst)) throw new RangeError('the destination of three sources is a general register');
  if (shape.operation.saturate) e.put(places.control.saturate, dst.modifier);
  e.chooseType(places.dst.type, shape.types.ternary16, dst.type);
  e.put(places.dst.reg, dst.number);
  if (dst.kind === 'macro') e.put(places.dst.channels, dst.macro);
  else {
    // One channel of four, or two for 64 bits; the subregister is the first of the four.
    const isWide = dst.type === TYPES.df;
    const channel = instruction.execSize === 1 ? dst.sub % (isWide ? 2 : 4) : 0;
    e.put(places.dst.channels, instruction.execSize !== 1 ? ALL : isWide ? 3 << (2 * channel) : 1 << channel);
    e.put(places.dst.sub, ((dst.sub - channel) * (dst.type?.bits ?? 8)) / 8);
  }
  e.chooseType(places.named['src.type'], shape.types.ternary16, sources[0]?.type);
  sources.forEach((source, index) => {
    encodeTernarySource16(e, source, index);
  });
}

function encodeTernarySource16(e: Encoder, source: Operand, index: number): void {
  const { shape } = e;
  const at = e.places.src[index] as OperandPlaces;
  if (source.kind === 'immediate' || !isGeneral(source) || source.kind === 'indirect') {
    throw new RangeError(`source ${index} is a general register on this platform`);
  }
  if (shape.operation.modifiers) e.put(at.modifier, source.modifier);
  checkType(e, at, source, index);
  e.put(at.reg, source.number);
  if (source.kind === 'macro') {
    e.put(at.macro, source.macro);
    return;
  }
  const bytes = (source.type?.bits ?? 8) / 8;
  const { region } = source;
  const isScalar = region?.stride === 0 && (region.vertical ?? 0) === 0;
  const isPacked = region?.stride === 1 && (index === 2 ? region.vertical === undefined : [2, 4, 8].includes(Number(region.vertical)));
  if (!isScalar && !isPacked) throw new RangeError(`source ${index} cannot have the region ${region?.text} on this platform`);
  const isSecond = isScalar && source.type === TYPES.df && source.sub % 2 === 1;
  const isPair = isScalar && source.type === TYPES.df;
  e.put(at.channels, !isPair ? XYZW : isSecond ? ZWZW : XYXY);
  if (isScalar && !isPair) e.put(at.replicate, 1);
  e.put(at.sub, (source.sub - (isSecond ? 1 : 0)) * bytes);
}

/** All types must be the same, except that since Gen9 16-bit and 32-bit floats can be mixed. */
function checkType(e: Encoder, at: OperandPlaces, source: Operand, index: number): void {
  const first = e.instruction.sources[0]?.type;
  const isFloat = first === TYPES.f || first === TYPES.hf;
  if (index > 0 && isFloat && e.platform >= GEN9) e.chooseType(at.type, e.shape.types.mixed, source.type);
}

function encodeBasic16(e: Encoder): void {
  const { places, instruction, shape } = e;
  const { dst, sources } = instruction;
  if (dst === undefined) return;
  if (shape.operation.saturate) e.put(places.control.saturate, dst.modifier);
  e.chooseType(places.dst.type, shape.types.destination, dst.type);
  e.put(places.dst.file, isGeneral(dst) ? 1 : 0);
  if (dst.region?.stride !== 1) throw new RangeError('the destination is packed in this form');
  if (isSaved(dst)) {
    putSaved(e, places.dst);
    e.put(places.dst.channels, dst.number === 7 ? ALL : dst.number);
  } else {
    putRegister(e, places.dst, dst, false);
    e.put(places.dst.channels, dst.kind === 'macro' ? dst.macro : ALL);
    if (dst.kind !== 'macro') putSubregister(e, places.dst.sub16, dst, dst.type);
  }
  sources.forEach((source, index) => {
    encodeSource16(e, source, places.src[index] as OperandPlaces);
  });
}

/** Writes the number that all of these accumulators have. */
function putSaved(e: Encoder, at: OperandPlaces): void {
  const { macros } = e.shapes;
  e.put(at.reg, (macros.file << 4) | macros.base);
}

function encodeSource16(e: Encoder, source: Operand, at: OperandPlaces): void {
  if (source.kind === 'immediate') {
    encodeSource(e, source, 0, true);
    return;
  }
  if (source.kind === 'indirect') throw new RangeError('the sources are registers in this form');
  e.put(at.file, isGeneral(source) ? 1 : 0);
  e.chooseType(at.type, e.shape.types.register, source.type);
  if (e.shape.operation.modifiers) e.put(at.modifier, source.modifier);
  e.put(at.vertical, source.kind === 'macro' && source.type === TYPES.df ? STRIDE4 - 1 : STRIDE4);
  if (isSaved(source)) {
    putSaved(e, at);
    e.put(at.channels, SAVED[source.number] ?? 0);
    return;
  }
  putRegister(e, at, source, false);
  if (source.kind === 'macro') {
    e.put(at.macro, source.macro);
    return;
  }
  const { region } = source;
  const isPacked = region?.width === region?.vertical && (region?.stride === 1 || region?.width === 1);
  if (!isPacked) throw new RangeError(`a source cannot have the region ${region?.text} in this form`);
  putSubregister(e, at.sub16, source, source.type);
  e.put(at.channels, XYZW);
}
