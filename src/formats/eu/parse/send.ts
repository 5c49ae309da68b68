/**
 * Parses sends with descriptors, the inverse of what `print/instruction.ts` prints for them.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler.
 */
import { CHAR } from '../../../core/bytes/index.ts';
import { type Descriptor, type Draft, type Operand, optionBit, type Send } from '../model.ts';
import { XE, XE_HP, XE_HPG, XE2, XE3 } from '../table/platforms.ts';
import { STRIDE_REGIONS } from '../table/regions.ts';
import { unitOf } from '../table/units.ts';
import { atConstant, parseConstant, parseInteger, parsePrimary, parseWord } from './number.ts';
import { parseDestination, parseSource } from './operand.ts';
import { isIndirect, parseRegister } from './register.ts';
import type { Statement } from './statement.ts';
import { parseType } from './type.ts';

const { leftBracket: LEFT_BRACKET, rightBracket: RIGHT_BRACKET, dot: DOT, colon: COLON, hash: HASH, minus: MINUS } = CHAR;

const EXBSO = optionBit('ExBSO');
const NO_DESCRIPTOR: Descriptor = { imm: 0, sub: 0, isRegister: false };
/** The last general register, which sends with nine-bit register numbers cannot name. */
const NO_REGISTER = 511;

/** The operands and descriptors of a send. */
export function parseSend(p: Statement): void {
  const { send, platform, shape } = p;
  send.unit = p.instruction.subfunction === '' ? undefined : p.instruction.subfunction;
  send.desc = NO_DESCRIPTOR;
  send.exDesc = NO_DESCRIPTOR;
  send.exDescOffset = 0;
  send.src0Length = -1;
  send.src1Length = -1;
  p.instruction.send = send;
  if (shape.reading === 'sendg') parseSendg(p, send);
  else {
    if (platform >= XE3) parseBare(p);
    else parseDestination(p);
    const isGathered = parsePayload(p);
    if (shape.format === 'send2' && !isGathered) parseSecond(p, send);
    if (isGathered) gather(p, send);
    if (platform >= XE2) parseDescriptorsXe2(p, send);
    else parseDescriptors(p, send);
  }
}

/** Parses a destination that is just a register. */
function parseBare(p: Statement): void {
  const { dst } = p;
  p.instruction.dst = dst;
  dst.kind = 'direct';
  dst.modifier = 0;
  dst.sub = 0;
  dst.region = STRIDE_REGIONS[1];
  dst.type = undefined;
  payloadRegister(p, dst);
}

function payloadRegister(p: Statement, operand: Draft<Operand>): void {
  p.next();
  const start = p.at;
  operand.sub = 0;
  operand.modifier = 0;
  operand.kind = 'direct';
  operand.region = undefined;
  operand.type = undefined;
  parseRegister(p, operand);
  if (p.shape.mnemonic.startsWith('sendgx') && operand.number === NO_REGISTER) p.fail('eu-text/value', 'r511 means null', start);
}

/** Parses the first payload; returns whether `s0` gathers it. */
function parsePayload(p: Statement): boolean {
  const source = p.sources[0] as Draft<Operand>;
  if (p.platform < XE3) {
    parseSource(p, 0);
    return false;
  }
  if (!isIndirect(p)) {
    payloadRegister(p, source);
    noType(p);
    return false;
  }
  parseGathered(p, source);
  return true;
}

/** `[s0.16]` */
function parseGathered(p: Statement, source: Draft<Operand>): void {
  p.expect(LEFT_BRACKET);
  payloadRegister(p, source);
  if (source.register?.name !== 's') p.fail('eu-text/value', 's0 is expected: it holds the registers of the payload', p.at - 1);
  source.kind = 'indirect';
  source.sub = subOf(p);
  p.expect(RIGHT_BRACKET);
}

function subOf(p: Statement): number {
  p.expect(DOT);
  return p.integer('the number of a subregister', 255);
}

function noType(p: Statement): void {
  if (p.next() !== COLON) return;
  const start = p.at++;
  if (p.atWord()) {
    p.word();
    p.fail('eu-text/value', 'payloads have no type on this platform', start);
  }
  p.at = start;
}

/** A gathered payload includes the second payload. */
function gather(p: Statement, send: Draft<Send>): void {
  const source = p.sources[1] as Draft<Operand>;
  source.register = p.shapes.nothing;
  source.number = 0;
  source.kind = 'direct';
  source.sub = 0;
  source.type = undefined;
  send.src1Length = 0;
  p.isGathered = true;
}

/** The second payload, with its length since Xe-HP: `r10:2`. */
function parseSecond(p: Statement, send: Draft<Send>): void {
  const { platform } = p;
  const source = p.sources[1] as Draft<Operand>;
  if (platform <= XE) {
    parseSource(p, 1);
    return;
  }
  payloadRegister(p, source);
  const start = p.at;
  if (source.register?.file !== -1 && source.register !== p.shapes.nothing)
    p.fail('eu-text/value', 'the second payload is a general register or null', start);
  if (platform < XE3) typeOf(p);
  const most = 31;
  if (p.accept(COLON) || p.accept(HASH)) {
    const length = parseWord(p, 'a number of registers');
    if (length > most) p.fail('eu-text/number', `a payload has at most ${most} registers`, start);
    if (source.number + length > 256) p.fail('eu-text/number', 'the payload reaches past the last register', start);
    send.src1Length = length;
  } else if (p.next() === MINUS && source.register?.file === -1) {
    // `r12-14`
    p.at++;
    const last = p.integer('the last register', 255);
    if (last < source.number) p.fail('eu-text/number', 'the last register comes before the first', start);
    send.src1Length = last - source.number + 1;
  }
  if (platform < XE3) typeOf(p);
}

/** Skips a type; it has no meaning for payloads. */
function typeOf(p: Statement): void {
  if (p.next() !== COLON) return;
  const start = p.at++;
  const isType = p.atWord();
  p.at = start;
  if (isType) parseType(p);
}

/** Parses a register `a0.2`, or nothing. */
function register(p: Statement): Descriptor | undefined {
  if (!p.acceptWord('a0')) return undefined;
  return { imm: 0, sub: subOf(p), isRegister: true };
}

function descriptor(p: Statement, what: string, parse = parseConstant): Descriptor {
  return register(p) ?? { imm: parseWord(p, what, parse), sub: 0, isRegister: false };
}

const word = (bits: bigint): number => Number(bits & 0xffff_ffffn);

function parseDescriptors(p: Statement, send: Draft<Send>): void {
  const { platform, shape } = p;
  p.next();
  const start = p.at;
  send.exDesc = descriptor(p, 'an extended descriptor');
  const { isRegister, imm } = send.exDesc;
  if (platform < XE) {
    if (isRegister && shape.format === 'send') p.fail('eu-text/value', 'this send has no extended descriptor in a register', start);
    send.unit = isRegister ? undefined : unitOf(platform, imm & 15)?.name;
  } else if (isRegister) {
    if (platform >= XE_HP && send.src1Length >= 0) p.instruction.options |= EXBSO;
  } else extendedNumber(p, send, imm, start);
  const at = p.at;
  send.desc = descriptor(p, 'a descriptor');
  if (send.desc.isRegister && send.desc.sub !== 0) p.fail('eu-text/value', 'a descriptor in a register is in a0.0', at);
}

/** Sets an extended descriptor whose bits 3:0 and, since DG2, 10:6 are in fields of their own. */
function extendedNumber(p: Statement, send: Draft<Send>, imm: number, start: number): void {
  if ((imm & 15) !== 0) p.fail('eu-text/number', 'bits 3:0 of the extended descriptor are 0: the mnemonic names the unit', start);
  let bits = imm;
  if (p.platform === XE_HP && send.src1Length >= 0) bits |= send.src1Length << 6;
  if (p.platform >= XE_HPG) {
    const length = (imm >>> 6) & 31;
    if (send.src1Length < 0) send.src1Length = length;
    else if (length !== 0 && length !== send.src1Length)
      p.fail('eu-text/number', 'bits 10:6 are not the length of the second payload', start);
    bits &= ~0x7ff;
  }
  if ((bits & 0x20) !== 0) p.fail('eu-text/number', 'bit 5 of the extended descriptor is 0: the option EOT says it', start);
  send.exDesc = { imm: bits >>> 0, sub: 0, isRegister: false };
}

/** Parses `0x100:a0.2  0x5678`: the offset of a descriptor in a register comes before it. */
function parseDescriptorsXe2(p: Statement, send: Draft<Send>): void {
  p.next();
  const start = p.at;
  if (atConstant(p)) {
    const imm = parseWord(p, 'an extended descriptor', parsePrimary);
    if (p.accept(COLON)) {
      send.exDescOffset = imm;
      send.exDesc = descriptor(p, 'an extended descriptor', parsePrimary);
      checkOffset(p, send, start);
    } else {
      send.exDesc = { imm, sub: 0, isRegister: false };
      // Bits without a field must be 0.
      if ((imm & 0x7ff) !== 0) p.fail('eu-text/number', 'bits 10:0 of the extended descriptor are 0', start);
    }
  } else send.exDesc = register(p) ?? p.expected('an extended descriptor: a number or a0');
  if (send.src1Length >= 0 && send.exDesc.isRegister && send.unit !== 'ugm') p.instruction.options |= EXBSO;
  const at = p.at;
  send.desc = descriptor(p, 'a descriptor', parsePrimary);
  if (send.desc.isRegister && send.desc.sub !== 0) p.fail('eu-text/value', 'a descriptor in a register is in a0.0', at);
}

function checkOffset(p: Statement, send: Draft<Send>, start: number): void {
  const bad = send.unit === 'ugm' ? (7 << 16) | 0x7ff : (7 << 16) | (1 << 15) | 0x7ff;
  if (send.exDesc.isRegister && (send.exDescOffset & bad) !== 0)
    p.fail('eu-text/number', 'the offset has bits that the instruction does not have', start);
}

/** Parses the sends of Xe3P: both payloads with their lengths, up to two subregisters of `s0`, and one descriptor of 47 bits. */
function parseSendg(p: Statement, send: Draft<Send>): void {
  const [src0, src1] = p.sources;
  const isWide = p.shape.mnemonic.startsWith('sendgx');
  parseBare(p);
  noType(p);
  p.next();
  const start = p.at;
  const isGathered = isIndirect(p);
  if (isGathered) parseGathered(p, src0);
  else payloadRegister(p, src0);
  if (isGathered && isWide) p.fail('eu-text/value', `${p.shape.mnemonic} does not gather`, start);
  send.src0Length = payloadLength(p, isGathered || src0.register?.file === -1);
  if (isGathered) gather(p, send);
  else {
    payloadRegister(p, src1);
    send.src1Length = payloadLength(p, src1.register !== p.shapes.nothing);
  }
  send.indirect0 = indirect(p);
  send.indirect1 = send.indirect0 < 0 ? -1 : indirect(p);
  p.next();
  const at = p.at;
  const bits = parseInteger(p, 'a descriptor', parsePrimary);
  if (bits >> 47n !== 0n) p.fail('eu-text/number', 'a descriptor has 47 bits', at);
  if (send.indirect1 >= 0 && bits >> 42n !== 0n) p.fail('eu-text/number', 'bits 46:42 are those of the second subregister of s0', at);
  send.low = word(bits);
  send.high = Number(bits >> 32n);
}

function payloadLength(p: Statement, isNeeded: boolean): number {
  if (p.next() !== COLON && !isNeeded) return 0;
  p.expect(COLON);
  const start = p.at;
  const length = parseWord(p, 'a number of registers');
  if (length > 31) p.fail('eu-text/number', 'a payload has at most 31 registers', start);
  return length;
}

/** Parses `s0.8`, or nothing. */
function indirect(p: Statement): number {
  if (!p.acceptWord('s0')) return -1;
  const start = p.at;
  const sub = subOf(p);
  if (sub % 8 !== 0) p.fail('eu-text/value', 'the subregister of s0 is a multiple of 8', start);
  return sub;
}
