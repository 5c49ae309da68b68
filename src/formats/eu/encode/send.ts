/** Encodes sends, the inverse of `read/send.ts`. */

import { type Operand, type Option, optionBit, type Send } from '../model.ts';
import type { OperandPlaces } from '../table/layout.ts';
import { GEN9, XE, XE_HP, XE_HPC, XE_HPG, XE2, XE3 } from '../table/platforms.ts';
import type { Encoder } from './encoder.ts';
import { isOld } from './operand.ts';

const has = (e: Encoder, option: Option): number => ((e.instruction.options & optionBit(option)) !== 0 ? 1 : 0);

export function encodeSend(e: Encoder): void {
  const { platform, shape, instruction } = e;
  const send = instruction.send as Send;
  const { desc, exDesc } = send;
  encodeOperands(e);
  const isOldUnary = platform < XE && shape.format === 'send';
  e.putNamed('desc.file', isOldUnary ? (desc.isRegister ? 0 : 3) : desc.isRegister ? 1 : 0);
  if (!desc.isRegister) e.putNamed('desc', desc.imm);
  if (shape.format === 'send2') e.putNamed('exDesc.file', exDesc.isRegister ? 1 : 0);
  if (exDesc.isRegister) putExtendedRegister(e, send);
  else e.putNamed('exDesc', exDesc.imm);
  if (platform >= XE) e.choose(e.places.named.sfid, e.shapes.functions.units, send.unit);
  putLength(e, send);
  if (platform >= XE && platform < XE_HPC) e.putNamed('fusion', has(e, 'Serialize'));
  if (platform >= GEN9 && platform < XE) e.putNamed('noSrcDepSet', has(e, 'NoSrcDepSet'));
  // Until Gen11 it is also bit 5 of the extended descriptor.
  e.putNamed('eot', has(e, 'EOT'));
}

/** Writes the subregister of `a0` and, since Xe2, the offset that is added to it; the bits of the offset overlap other fields. */
function putExtendedRegister(e: Encoder, send: Send): void {
  const { platform } = e;
  if (platform >= XE2) {
    const place = e.places.named.exDesc;
    const kept = send.unit === 'ugm' ? 7 << 16 : (7 << 16) | (1 << 15);
    e.put(place, (e.get(place) & kept) | send.exDescOffset);
  }
  const sub = e.places.named['exDesc.sub'];
  if (e.get(sub) >> 1 !== send.exDesc.sub) e.put(sub, send.exDesc.sub << 1);
  if (platform >= XE_HP && send.unit !== 'ugm') e.putNamed('exBSO', has(e, 'ExBSO'));
  else if (platform >= XE_HP && platform < XE2) e.putNamed('exBSO', has(e, 'ExBSO'));
  if (platform >= XE_HP && platform < XE2 && has(e, 'ExBSO')) e.putNamed('cps', has(e, 'CPS'));
}

/** Writes the length of the second payload, if it has a field. For a null payload the field is unused. */
function putLength(e: Encoder, send: Send): void {
  const [, src1] = e.instruction.sources;
  if (src1?.register === e.shapes.nothing || send.src1Length < 0) return;
  if (e.platform >= XE3 && src1?.register?.file !== -1) return;
  const isField = send.exDesc.isRegister
    ? e.platform >= XE_HP && (has(e, 'ExBSO') === 1 || (e.platform >= XE2 && send.unit === 'ugm'))
    : e.platform >= XE_HPG;
  if (isField) e.putNamed('src1Length', send.src1Length);
}

function encodeOperands(e: Encoder): void {
  const { instruction, places, shape } = e;
  const { dst, sources } = instruction;
  const [src0, src1] = sources;
  if (dst !== undefined) encodeOperand(e, places.dst, dst, true);
  if (src0 !== undefined) {
    encodeOperand(e, places.src[0], src0, shape.format === 'send');
    if (src0.kind === 'indirect' && e.platform >= XE3 && src1?.register?.file !== -1) e.put(places.src[0].sub, src0.sub);
  }
  if (src1 !== undefined && shape.format === 'send2') putPlain(e, places.src[1], src1);
}

/** Encodes a destination or a first payload. Until Gen11 it may be indirect, and has a type and an indirect bit. */
function encodeOperand(e: Encoder, at: OperandPlaces, operand: Operand, hasType: boolean): void {
  const isIndirect = operand.kind === 'indirect';
  if (isOld(e)) {
    if (hasType) e.chooseType(at.type, e.shape.types.register, operand.type);
    if (isIndirect && at.file.mask !== 0) e.put(at.file, 1);
    if (isIndirect || operand.register?.file === -1 || at === e.places.dst) e.put(at.indirect, isIndirect ? 1 : 0);
    if (isIndirect) {
      putIndirect(e, at, operand);
      return;
    }
  }
  putPlain(e, at, operand);
}

/** Writes an indirect operand. Split sends and Align16 count in units of 16 bytes. */
function putIndirect(e: Encoder, at: OperandPlaces, operand: Operand): void {
  const isCoarse = at.addrImm.mask === 0 || e.get(e.places.control.align16) === 1;
  e.put(at.addrSub, operand.sub);
  e.put(isCoarse ? at.addrImm16 : at.addrImm, operand.offset & 0x3ff);
}

/** Writes a payload: file and number of a register. */
function putPlain(e: Encoder, at: OperandPlaces, operand: Operand): void {
  // The first payload of a split send is always a general register.
  if (at.file.mask !== 0) e.put(at.file, operand.register?.file === -1 ? 1 : 0);
  const { register, number } = operand;
  if (register === undefined) return;
  e.put(at.reg, register.file < 0 ? number : (register.file << 4) | (number + register.base));
}

/** Encodes the sends of Xe3P. */
export function encodeSendg(e: Encoder): void {
  const { instruction, places, shape } = e;
  const send = instruction.send as Send;
  const { dst, sources } = instruction;
  const [src0, src1] = sources;
  if (dst === undefined || src0 === undefined || src1 === undefined) return;
  e.choose(places.named.sfid, e.shapes.functions.units, send.unit);
  e.putNamed('indirect0', send.indirect0 >= 0 ? 1 : 0);
  if (send.indirect0 >= 0) e.putNamed('indirect0.sub', send.indirect0 / 8);
  e.putNamed('indirect1', send.indirect1 >= 0 ? 1 : 0);
  if (send.indirect1 >= 0) e.putNamed('indirect1.sub', send.indirect1 / 8);
  e.putNamed('descLow', send.low);
  e.putNamed('descHigh', send.high & 0x3ff);
  if (send.indirect1 < 0) e.putNamed('descTop', send.high >> 10);
  e.putNamed('src0Length', send.src0Length);
  if (shape.mnemonic.startsWith('sendgx')) {
    putWide(e, places.dst, dst);
    putWide(e, places.src[0], src0);
    putWide(e, places.src[1], src1);
    e.putNamed('src1Length', send.src1Length);
  } else {
    putShort(e, places.dst, dst);
    putPlain(e, places.src[0], src0);
    putShort(e, places.src[1], src1);
    if (src1.register?.file === -1) e.putNamed('src1Length', send.src1Length);
    else if (src0.kind === 'indirect') e.put(places.src[0].sub, src0.sub);
  }
  e.putNamed('eot', has(e, 'EOT'));
}

/** Writes a register number of nine bits; the largest one means null. */
function putWide(e: Encoder, at: OperandPlaces, operand: Operand): void {
  const number = operand.register?.file === -1 ? operand.number : 511;
  e.put(at.reg, number & 255);
  e.put(at.regHigh, number >> 8);
}

/** Writes a register, or null, for which the bits of the number are unused. */
function putShort(e: Encoder, at: OperandPlaces, operand: Operand): void {
  const isRegister = operand.register?.file === -1;
  e.put(at.file, isRegister ? 1 : 0);
  if (isRegister) e.put(at.reg, operand.number);
}
