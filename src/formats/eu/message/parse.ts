import { CHAR } from '../../../core/bytes/index.ts';
import type { Draft, Operand } from '../model.ts';
import { parseInteger, parsePrimary } from '../parse/number.ts';
import { parseRegister, parseSubregister } from '../parse/register.ts';
import { parseSize } from '../parse/size.ts';
import type { Statement } from '../parse/statement.ts';
import { registerBytes, XE_HPG, XE3 } from '../table/platforms.ts';
import { STRIDE_REGIONS } from '../table/regions.ts';
import { isLoadStoreUnit, isUnit, type UnitName } from '../table/units.ts';
import { encodeMessage } from './encode.ts';
import { isLoadStore } from './ldst.ts';
import { LSC_ROWS } from './lsc-table.ts';
import { type AddressModel, type Caching, Message } from './model.ts';
import { OPERATIONS, operationRow } from './operations.ts';

/**
 * Parses the load/store syntax, the inverse of `ldst.ts`.
 *
 * Source: visa/iga/IGALibrary/Frontend/KernelParser.cpp of intel/intel-graphics-compiler (ParseLdStInst).
 */

const { dot: DOT, colon: COLON, comma: COMMA, asterisk: ASTERISK, plus: PLUS, minus: MINUS } = CHAR;
const { leftBracket: LEFT_BRACKET, rightBracket: RIGHT_BRACKET, leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN } = CHAR;

const CACHING: readonly string[] = ['df', 'uc', 'ca', 'st', 'ri', 'cc', 'wt', 'wb'];
const MODELS: readonly string[] = ['flat', 'bss', 'ss', 'bti'];
const DATA = /^d(\d+)(?:u(\d+)(h?))?(?:x(\d+))?(t?)(v?)$/;

/** A payload: its register, and the number of registers; -1 if the text has no number. */
interface Payload {
  readonly operand: Draft<Operand>;
  length: number;
}

/** Parses an instruction that is written as its message; returns `false` if the mnemonic is not that of a message. */
export function parseLoadStore(p: Statement, mnemonic: string, start: number): boolean {
  const row = LSC_ROWS.find(({ operation, only }) => operation === mnemonic && only !== 'wide');
  if (row === undefined || p.next() !== DOT) return false;
  p.at++;
  p.next();
  const at = p.at;
  const unit = p.word();
  if (!isUnit(unit) || !isLoadStoreUnit(p.platform, unit))
    p.unknown('eu-text/function', 'a unit of loads and stores', at, ['ugm', 'ugml', 'slm', 'tgm', 'urb']);
  if (p.platform < XE_HPG || p.platform >= XE3) p.fail('eu-text/mnemonic', 'this platform has no load/store syntax', start);
  const message = new Message(unit, 1);
  message.operation = row.operation;
  message.group = operationRow(row.operation).group;
  message.isSyntax = true;
  if (!isLoadStore(p.platform, message)) p.fail('eu-text/mnemonic', `${mnemonic} has no load/store syntax`, start, at);
  message.block = row.shape === 'block2d';
  const shape = p.names.mnemonics.get('send');
  if (shape === undefined) return false;
  p.setShape(shape);
  p.instruction.subfunction = unit;
  parseControls(p, message, start);
  parseSize(p);
  message.lanes = p.instruction.execSize;
  parseOperands(p, message, unit, row.opcode, start);
  return true;
}

/** Parses `.d32x4t.a64.ca.ca` */
function parseControls(p: Statement, message: Message, start: number): void {
  const masked = OPERATIONS.find(({ name }) => name === message.operation)?.masked === true;
  message.elements = 1;
  while (p.next() === DOT) {
    p.at++;
    p.next();
    const at = p.at;
    const word = p.word();
    const data = DATA.exec(word);
    if (/^a(16|32|64)$/.test(word)) message.address = Number(word.slice(1));
    else if (CACHING.includes(word)) {
      message.l1 = word as Caching;
      p.expect(DOT);
      p.next();
      const second = p.at;
      const l3 = p.word();
      if (!CACHING.includes(l3)) p.unknown('eu-text/value', 'caching', second, CACHING);
      message.l3 = l3 as Caching;
    } else if (data !== null && !(masked && (data[4] ?? data[5] ?? '') !== '')) setData(message, data);
    else if (masked && message.memory !== undefined && /^[xyzw]{1,4}$/.test(word)) {
      message.channels = [...'xyzw'].reduce((set, name, bit) => set | (word.includes(name) ? 1 << bit : 0), 0);
      message.elements = new Set(word).size;
    } else p.unknown('eu-text/value', 'a size or caching, as d32, a64 or ca.ca', at, ['d32', 'a64', ...CACHING]);
  }
  message.l1 ??= 'df';
  message.l3 ??= 'df';
  if (message.address === undefined) p.fail('eu-text/expected', 'the size of addresses is missing, as .a64', start);
  if (message.memory === undefined) p.fail('eu-text/expected', 'the size of data is missing, as .d32', start);
  if (masked && message.channels === undefined) p.fail('eu-text/expected', 'the channels are missing, as .xyzw', start);
}

function setData(message: Message, [, memory, register = memory, high, elements = '1', transposed, vnni]: RegExpExecArray): void {
  message.memory = Number(memory);
  message.register = Number(register);
  if (high === 'h') message.high = true;
  message.elements = Number(elements);
  if (transposed === 't') message.transposed = true;
  if (vnni === 'v') message.vnni = true;
}

function parseOperands(p: Statement, message: Message, unit: UnitName, opcode: number, start: number): void {
  const { send, dst, sources, instruction } = p;
  const [address, data] = [
    { operand: sources[0], length: 0 },
    { operand: sources[1], length: 0 },
  ];
  const result = { operand: dst, length: 0 };
  for (const operand of [dst, sources[0], sources[1]]) {
    operand.kind = 'direct';
    operand.register = p.shapes.nothing;
    operand.number = 0;
    operand.sub = 0;
    operand.modifier = 0;
    operand.type = undefined;
    operand.region = STRIDE_REGIONS[1];
  }
  send.exDesc = { imm: 0, sub: 0, isRegister: false };
  send.exDescOffset = 0;
  if (message.group !== 'store') parsePayload(p, result);
  parseAddress(p, message, address);
  if (message.group !== 'load') parsePayload(p, data);
  inferLengths(p, message, result, address, data);
  instruction.dst = dst;
  instruction.send = send;
  send.unit = unit;
  send.desc = { imm: opcode, sub: 0, isRegister: false };
  send.src1Length = data.length;
  try {
    const { low, high } = encodeMessage(p.platform, unit, message, send);
    send.desc = { imm: (low | ((address.length & 15) << 25) | ((result.length & 31) << 20)) >>> 0, sub: 0, isRegister: false };
    if (send.exDesc.isRegister) send.exDescOffset = high;
    else send.exDesc = { imm: high, sub: 0, isRegister: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    p.fail('eu-text/encoding', error.message, start);
  }
}

/** Parses `r10:2` */
function parsePayload(p: Statement, payload: Payload): void {
  const { operand } = payload;
  p.next();
  const start = p.at;
  parseRegister(p, operand);
  if (operand.register?.file !== -1 && operand.register !== p.shapes.nothing)
    p.fail('eu-text/value', 'a general register or null is expected', start);
  payload.length = -1;
  if (!p.accept(COLON)) return;
  const at = p.at;
  const length = BigInt.asIntN(64, parseInteger(p, 'a number of registers', parsePrimary));
  if (length < 0n || length > 31n) p.fail('eu-text/number', 'a payload has at most 31 registers', at);
  payload.length = Number(length);
}

/** Parses `bti[4][r10:2+0x10]` */
function parseAddress(p: Statement, message: Message, payload: Payload): void {
  p.next();
  const start = p.at;
  const word = p.atWord() ? p.word() : 'flat';
  if (!MODELS.includes(word)) p.unknown('eu-text/value', 'an address, as [r10:2]', start, MODELS);
  message.model = word as AddressModel;
  if (message.model !== 'flat') parseSurface(p, message);
  p.expect(LEFT_BRACKET);
  if (p.atNumber()) {
    const at = p.at;
    parseInteger(p, 'a factor', parsePrimary);
    p.expect(ASTERISK);
    p.fail('eu-text/encoding', 'addresses are not scaled on this platform', at);
  }
  parsePayload(p, payload);
  const c = p.next();
  if (c === PLUS || c === MINUS) parseOffset(p, message);
  p.expect(RIGHT_BRACKET);
}

/** Parses `[a0.2]` or `[0x4]` */
function parseSurface(p: Statement, message: Message): void {
  p.expect(LEFT_BRACKET);
  if (p.acceptWord('a0')) {
    const start = p.at;
    const sub = parseSubregister(p);
    if (sub % 2 !== 0) p.fail('eu-text/value', 'the subregister of a0 is even', start);
    p.send.exDesc = { imm: 0, sub, isRegister: true };
    message.surfaceRegister = sub;
  } else {
    const start = p.at;
    const surface = parseInteger(p, 'a surface');
    if (surface > 0x3ff_ffffn) p.fail('eu-text/number', 'the number of a surface has 26 bits', start);
    message.surface = Number(surface);
  }
  p.expect(RIGHT_BRACKET);
}

/** Parses `+0x10`, or `+(0x4,-0x2)` for a block. */
function parseOffset(p: Statement, message: Message): void {
  const start = p.at;
  if (!message.block) {
    let sum = 0n;
    for (let c = p.next(); c === PLUS || c === MINUS; c = p.next()) {
      p.at++;
      const part = parseInteger(p, 'an offset', parsePrimary);
      sum += BigInt.asIntN(64, c === PLUS ? part : -part);
    }
    if (sum % 4n !== 0n) p.fail('eu-text/number', 'an offset is a multiple of 4', start);
    message.offset = Number(sum);
    return;
  }
  const sign = p.accept(MINUS) ? -1 : 1;
  if (sign > 0) p.expect(PLUS);
  p.expect(LEFT_PAREN);
  message.offsetX = sign * Number(BigInt.asIntN(64, parseInteger(p, 'an offset')));
  p.expect(COMMA);
  message.offsetY = sign * Number(BigInt.asIntN(64, parseInteger(p, 'an offset')));
  p.expect(RIGHT_PAREN);
  const bits = (message.memory ?? 8) / 8;
  if ((message.offsetX * bits) % 4 !== 0 || (message.offsetY * bits) % 4 !== 0)
    p.fail('eu-text/number', 'offsets are multiples of 32 bits', start);
}

/** Lengths that the text leaves out follow from the message. */
function inferLengths(p: Statement, message: Message, result: Payload, address: Payload, data: Payload): void {
  const bytes = registerBytes(p.platform);
  const { elements = 1, register = 32, address: size = 32 } = message;
  const lanes = Math.max(bytes / 4, message.lanes);
  const registers = (bits: number): number => Math.max(Math.floor(bits / 8 / bytes), 1);
  const isBlock = message.block === true || message.transposed === true;
  const perData = message.transposed === true ? message.lanes * registers(register * elements) : registers(register * lanes) * elements;
  const isScalar = message.operation === 'load_strided' || message.operation === 'store_strided';
  const isNull = ({ operand }: Payload): boolean => operand.register === p.shapes.nothing;
  const operands = operationRow(message.operation ?? 'load').operands ?? 1;
  if (address.length < 0) address.length = isBlock || isScalar ? 1 : registers(lanes * size);
  if (result.length < 0) result.length = isNull(result) ? 0 : perData;
  if (data.length < 0) {
    // A register with the extended descriptor also holds the length.
    data.length = isNull(data) ? 0 : p.send.exDesc.isRegister ? -1 : perData * (message.group === 'atomic' ? operands : 1);
  }
}
