/**
 * Reads sends: messages to units outside of the core, with their descriptors.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */

import { type Descriptor, type Draft, newOperand, newSend, type Operand, optionBit, type Send } from '../model.ts';
import { GEN8, GEN9, GEN11, XE, XE_HP, XE_HPC, XE_HPG, XE2, XE3 } from '../table/platforms.ts';
import { unitOf } from '../table/units.ts';
import type { Cursor } from './cursor.ts';
import { readDestination, readSource } from './operand.ts';

/** The last general register, which means null in sends with nine-bit register numbers. */
const NO_REGISTER = 511;

const SERIALIZE = optionBit('Serialize');
const NO_SRC_DEP_SET = optionBit('NoSrcDepSet');
const EOT = optionBit('EOT');
const EXBSO = optionBit('ExBSO');
const CPS = optionBit('CPS');

/** Reads all of a send that other instructions do not have. */
export function readSend(c: Cursor): void {
  const send = newSend();
  c.instruction.send = send;
  const { named } = c.places;
  send.desc = readDescriptor(c);
  send.exDesc = readExtended(c);
  if (c.platform >= XE) {
    send.unit = c.shapes.functions.units[c.get(named.sfid)];
    c.instruction.subfunction = send.unit ?? '';
    if (send.unit === undefined) c.fail(`unit ${c.get(named.sfid)} does not exist`);
  } else if (!send.exDesc.isRegister) {
    send.unit = unitOf(c.platform, send.exDesc.imm & 15)?.name;
  }
  readLengths(c, send);
  readOperands(c, send);
  if (c.platform >= XE && c.platform < XE_HPC && c.get(named.fusion) === 1) c.instruction.options |= SERIALIZE;
  if (c.platform >= GEN9 && c.platform < XE && c.get(named.noSrcDepSet) === 1) c.instruction.options |= NO_SRC_DEP_SET;
  if (c.get(named.eot) === 1) c.instruction.options |= EOT;
}

function readDescriptor(c: Cursor): Descriptor {
  const { named } = c.places;
  const file = c.get(named['desc.file']);
  // Until Gen11 the field of `send` has two bits: 3 is an immediate, 0 a register.
  const isOld = c.platform < XE && c.shape.format === 'send';
  if (isOld && file !== 3 && file !== 0) c.fail('a descriptor in a register file that does not exist');
  const isRegister = isOld ? file !== 3 : file === 1;
  return { isRegister, imm: isRegister ? 0 : c.get(named.desc) >>> 0, sub: 0 };
}

function readExtended(c: Cursor): Descriptor {
  const { named } = c.places;
  if (c.shape.format === 'send2' && c.get(named['exDesc.file']) === 1)
    return { isRegister: true, imm: 0, sub: c.get(named['exDesc.sub']) >> 1 };
  return { isRegister: false, imm: c.get(named.exDesc) >>> 0, sub: 0 };
}

/** Reads the number of registers of each payload, from the descriptors or from fields of the instruction. */
function readLengths(c: Cursor, send: Draft<Send>): void {
  const { named } = c.places;
  const { desc, exDesc } = send;
  if (!desc.isRegister) {
    send.src0Length = (desc.imm >>> 25) & 15;
    send.dstLength = (desc.imm >>> 20) & 31;
  }
  if (c.platform >= XE2) {
    readLengthsXe2(c, send);
    return;
  }
  if (!exDesc.isRegister) send.src1Length = c.platform >= XE_HPG ? c.get(named.src1Length) : (exDesc.imm >>> 6) & 31;
  else if (c.platform >= XE_HP && c.get(named.exBSO) === 1) {
    c.instruction.options |= EXBSO;
    if (c.get(named.cps) === 1) c.instruction.options |= CPS;
    send.src1Length = c.get(named.src1Length);
  }
}

function readLengthsXe2(c: Cursor, send: Draft<Send>): void {
  const { named } = c.places;
  // If the second payload is null, its length field is the subregister that gathers (Xe3).
  const length = () => (c.platform >= XE3 && c.get(c.places.src[1].file) === 0 ? 0 : c.get(named.src1Length));
  if (!send.exDesc.isRegister) {
    send.src1Length = length();
    return;
  }
  send.exDescOffset = c.get(named.exDesc) & ~(7 << 16);
  if (send.unit === 'ugm') {
    send.src1Length = length();
    return;
  }
  send.exDescOffset &= ~(1 << 15);
  if (c.get(named.exBSO) === 1) {
    c.instruction.options |= EXBSO;
    send.src1Length = length();
  }
}

function readOperands(c: Cursor, send: Draft<Send>): void {
  const { instruction, platform, shapes } = c;
  const align16 = c.get(c.places.control.align16) === 1;
  const isPre = platform <= GEN11;
  const isSplit = c.shape.format === 'send2';
  if (isPre && align16 && ((isSplit && c.get(c.places.dst.indirect) === 1) || (platform >= GEN9 && c.get(c.places.src[0].indirect) === 1)))
    c.fail('an indirect operand of a send in Align16');
  const file = c.get(c.places.dst.file);
  if (isPre && c.get(c.places.dst.indirect) === 1) {
    if (file !== 1) c.fail('an indirect destination that is not a general register');
    instruction.dst = readDestination(c, align16 || isSplit, false);
  } else {
    if (file > 1) c.fail('a register file that does not exist');
    const dst = newOperand();
    if (isPre) dst.type = c.type(c.shape.types.register, c.get(c.places.dst.type));
    c.setRegister(dst, file === 1, c.get(c.places.dst.reg));
    instruction.dst = dst;
    if (dst.register === shapes.nothing && send.dstLength < 0) send.dstLength = 0;
  }
  const src0 = isPre ? readOldSource(c) : readNewSource(c);
  if (src0.register === shapes.nothing && src0.kind === 'direct' && send.src0Length < 0) send.src0Length = 0;
  if (!isSplit) {
    instruction.sources = [src0];
    return;
  }
  const src1 = newOperand();
  c.setRegister(src1, c.get(c.places.src[1].file) === 1, c.get(c.places.src[1].reg));
  instruction.sources = [src0, src1];
  // For a null payload, a length in a descriptor is kept and a length in the instruction is not.
  const isField = platform >= XE_HPG || (instruction.options & EXBSO) !== 0;
  if (src1.register === shapes.nothing && (isField || send.src1Length < 0)) send.src1Length = 0;
}

function readOldSource(c: Cursor): Draft<Operand> {
  const places = c.places.src[0];
  const isSplit = c.shape.format === 'send2';
  const isGeneral = isSplit || c.get(places.file) === 1;
  if (!isGeneral && c.get(places.indirect) === 1) c.fail('an indirect payload that is not a general register');
  else if (c.get(places.indirect) === 1) {
    return readSource(c, 0, c.get(c.places.control.align16) === 1 || isSplit, false);
  }
  const source = newOperand();
  source.type = isSplit ? c.shape.types.register[0] : c.type(c.shape.types.register, c.get(places.type));
  if (!isSplit && (c.get(places.file) > 1 || (!isGeneral && c.platform >= GEN9))) c.fail('the payload is in no such register file');
  c.setRegister(source, isGeneral, c.get(places.reg));
  if (c.platform === GEN8) checkRegion(c);
  return source;
}

/** Checks the region of the payload on Gen8, which has no effect. */
function checkRegion(c: Cursor): void {
  const { vertical, width, stride } = c.places.src[0];
  if (c.get(c.places.control.align16) === 1 || c.shapes.regions[(c.get(vertical) << 5) | (c.get(width) << 2) | c.get(stride)] === undefined)
    c.fail('a region that does not exist');
}

function readNewSource(c: Cursor): Draft<Operand> {
  const places = c.places.src[0];
  const source = newOperand();
  c.setRegister(source, c.get(places.file) === 1, c.get(places.reg));
  if (source.register?.name === 's') {
    source.kind = 'indirect';
    // If there is a second payload, these bits are its length.
    if (c.get(c.places.src[1].file) === 0) source.sub = c.get(places.sub);
  }
  return source;
}

/** Reads the sends of Xe3P, which have a descriptor of 47 bits in the instruction. */
export function readSendg(c: Cursor): void {
  const { instruction, places } = c;
  const { named } = places;
  const isWide = c.shape.mnemonic.startsWith('sendgx');
  const send = newSend();
  instruction.send = send;
  send.unit = c.shapes.functions.units[c.get(named.sfid)];
  instruction.subfunction = send.unit ?? '';
  if (send.unit === undefined) c.fail(`unit ${c.get(named.sfid)} does not exist`);
  if (c.get(named.indirect0) === 1) send.indirect0 = 8 * c.get(named['indirect0.sub']);
  if (c.get(named.indirect1) === 1) send.indirect1 = 8 * c.get(named['indirect1.sub']);
  send.low = c.get(named.descLow) >>> 0;
  send.high = descriptorHigh(c, send.indirect1 >= 0);
  send.src0Length = c.get(named.src0Length);
  instruction.dst = sendgOperand(c, c.places.dst, isWide);
  const src0 = sendgOperand(c, places.src[0], isWide);
  const src1 = sendgOperand(c, places.src[1], isWide);
  if (src0.register?.name === 's') {
    src0.kind = 'indirect';
    src0.sub = c.get(places.src[0].sub);
  }
  if (src0.kind === 'indirect' && src1.register !== c.shapes.nothing) c.fail('a second payload next to one that is gathered');
  const hasLength = src0.kind !== 'indirect' && (isWide || c.get(places.src[1].file) === 1);
  send.src1Length = hasLength ? c.get(named.src1Length) : 0;
  instruction.sources = [src0, src1];
  if (c.get(named.eot) === 1) instruction.options |= EOT;
}

/** Bits 46:32; without the highest five if a second indirect descriptor uses their bits. */
function descriptorHigh(c: Cursor, hasSecond: boolean): number {
  const high = c.get(c.places.named.descHigh);
  return hasSecond ? high : high | (c.get(c.places.named.descTop) << 10);
}

/**
 * A payload, or the destination. With nine-bit numbers r510 is a register as any other (IGC f1037b8fad; `encodeSendgxRegNum` of oneDNN's
 * `third_party/ngen/ngen.hpp`); only r511 means null.
 */
function sendgOperand(c: Cursor, places: Cursor['places']['dst'], isWide: boolean): Draft<Operand> {
  const operand = newOperand();
  const number = c.get(places.reg);
  if (!isWide) {
    if (c.get(places.file) === 1) c.setRegister(operand, true, number);
    else if (places === c.places.src[0]) c.setRegister(operand, false, number);
    else operand.register = c.shapes.nothing;
    return operand;
  }
  const whole = number | (c.get(places.regHigh) << 8);
  if (whole === NO_REGISTER) operand.register = c.shapes.nothing;
  else c.setRegister(operand, true, whole);
  return operand;
}
