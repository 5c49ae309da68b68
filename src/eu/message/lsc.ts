/**
 * Messages of the load/store units until Xe3: `ugm`, `ugml`, `slm`, `tgm`, and `urb` since Xe2.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages/MessageDecoderLSC.cpp of intel/intel-graphics-compiler.
 */

import { hex } from '../numbers.ts';
import {
  FENCE_FLUSHES,
  FENCE_SCOPES,
  LSC_CACHING,
  LSC_CACHING_XE2,
  LSC_DATA,
  LSC_OPERATIONS,
  LSC_VECTORS,
  type LscOperation,
} from '../table/messages.ts';
import { XE2 } from '../table/platforms.ts';
import type { DescriptorReader, Message } from './model.ts';

/** The way in which addresses are counted, in bits 30:29. */
const FLAT = 0;
const BTI = 3;

/** A signed number as `0x10` or `-0x10`. */
export const signedHex = (value: number): string => (value < 0 ? `-${hex(-value)}` : hex(value));

const signExtend = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

export function decodeLoadStore(message: Message, reader: DescriptorReader): void {
  const operation = LSC_OPERATIONS[reader.bits(0, 6)];
  if (operation === undefined) {
    message.problems.push('an operation that does not exist');
    return;
  }
  message.operation = operation.mnemonic;
  message.description = operation.description;
  const controls =
    operation.mnemonic === 'fence'
      ? decodeFence(message, reader)
      : operation.mnemonic === 'read_state'
        ? decodeReadState(message, reader)
        : operation.mnemonic === 'ccs'
          ? decodeCompression(message, reader)
          : operation.mnemonic.endsWith('block2d') && message.unit === 'tgm'
            ? decodeTypedBlock(message, reader, operation)
            : decodeAccess(message, reader, operation);
  if (message.problems.length > 0) return;
  const surface = message.surface === '' ? '' : `.${message.surface}`;
  const offset = offsetText(message);
  const where = offset === '' ? surface : `${surface === '' ? '.flat' : surface}[A${offset}]`;
  message.symbol = `${message.operation}.${message.unit}${controls}${where}`;
}

/** Block offsets have a text of their own. */
const blockOffsets = new WeakMap<Message, string>();

const offsetText = (message: Message): string =>
  blockOffsets.get(message) ?? (message.offset === 0 ? '' : `${message.offset > 0 ? '+' : ''}${signedHex(message.offset)}`);

const HAVE_COORDINATES =
  /^(load_quad|store_quad|load_block2d|store_block2d|load_quad_msrt|store_quad_msrt|store_uncompressed_quad|atomic_.*)$/;

function decodeAccess(message: Message, reader: DescriptorReader, operation: LscOperation): string {
  const isBlock = operation.mnemonic.endsWith('block2d');
  if (message.unit === 'tgm' && HAVE_COORDINATES.test(operation.mnemonic)) message.hasCoordinates = true;
  if (!reader.exDesc.isRegister && (reader.exDesc.imm & 0x7ff) !== 0) message.problems.push('bits 10:0 of the extended descriptor');
  decodeSurface(message, reader, isBlock);
  const address = isBlock
    ? setAddress(message, 64)
    : /_ac(add|sub|store)$/.test(operation.mnemonic)
      ? setAddress(message, 32)
      : decodeAddress(message, reader);
  const data = decodeData(message, reader);
  const vector = operation.quad ? decodeChannels(message, reader) : decodeVector(message, reader, operation);
  if (operation.mnemonic === 'load_status' && reader.bits(20, 5) !== 1) message.problems.push('the answer is not one register');
  if (message.unit !== 'slm' && operation.class !== 'other') message.caching = decodeCaching(reader, operation);
  return `.${data}${vector}.${address}${message.caching}`;
}

/** Typed blocks have coordinates of 32 bits. */
function decodeTypedBlock(message: Message, reader: DescriptorReader, operation: LscOperation): string {
  message.hasCoordinates = true;
  message.width = 1;
  decodeSurface(message, reader, true);
  const type = reader.bits(29, 2);
  if (type !== 1 && type !== BTI) message.problems.push('a typed block without a surface');
  setAddress(message, 32);
  message.dataBits = 32;
  message.registerBits = 32;
  message.caching = decodeCaching(reader, operation);
  return `.d32.a32${message.caching}`;
}

function decodeSurface(message: Message, reader: DescriptorReader, isBlock: boolean): void {
  const type = reader.bits(29, 2);
  const { exDesc } = reader;
  if (type === BTI) message.surface = exDesc.isRegister ? `bti[a0.${exDesc.sub}]` : `bti[${reader.bits(56, 8)}]`;
  else if (type !== FLAT) {
    const where = exDesc.isRegister ? `a0.${exDesc.sub}` : hex(exDesc.imm & ~0x7ff);
    message.surface = `${type === 1 ? 'bss' : 'ss'}[${where}]`;
  }
  if (reader.platform >= XE2) decodeOffset(message, reader, type, isBlock);
}

/** What is added to each address, since Xe2. */
function decodeOffset(message: Message, reader: DescriptorReader, type: number, isBlock: boolean): void {
  const bits = reader.exDesc.isRegister ? reader.exDescOffset : reader.exDesc.imm;
  if (type === FLAT && isBlock) {
    const x = signExtend((bits >>> 12) & 0x3ff, 10);
    const y = signExtend((bits >>> 22) & 0x3ff, 10);
    if (x !== 0 || y !== 0) blockOffsets.set(message, `+(${signedHex(x)},${signedHex(y)})`);
  } else if (type === FLAT) message.offset = bits >> 12;
  else if (type === BTI) {
    if (!reader.exDesc.isRegister) message.offset = signExtend((bits >>> 12) & 0xfff, 12);
    else if (reader.exDescOffset !== 0) message.problems.push('an offset beside a surface in a register');
  } else if (reader.exDesc.isRegister && message.unit === 'ugm') {
    message.offset = signExtend(((bits >>> 19) << 4) | ((bits >>> 12) & 15), 17);
    if ((bits >>> 16) & 7) message.problems.push('bits 18:16 of the offset');
  }
}

function setAddress(message: Message, bits: number): string {
  message.addressBits = bits;
  return `a${bits}`;
}

function decodeAddress(message: Message, reader: DescriptorReader): string {
  const size = reader.bits(7, 2);
  if (size !== 0) return setAddress(message, 8 << size);
  message.problems.push('an address size that does not exist');
  return 'a???';
}

function decodeData(message: Message, reader: DescriptorReader): string {
  const row = LSC_DATA[reader.bits(9, 3)];
  if (row === undefined) return hex(reader.bits(9, 3));
  [, message.dataBits, message.registerBits] = row;
  return row[0];
}

function decodeVector(message: Message, reader: DescriptorReader, operation: LscOperation): string {
  const count = LSC_VECTORS[reader.bits(12, 3) as 0];
  const isBlock = operation.mnemonic.endsWith('block2d');
  message.elements = count;
  message.transposed = reader.bit(15);
  if (message.transposed && operation.mnemonic === 'load_status') message.problems.push('a status cannot be transposed');
  let text = count > 1 || (message.transposed && !isBlock) ? `x${count}` : '';
  if (message.transposed) text += 't';
  if (operation.mnemonic === 'load_block2d' && reader.bit(7)) text += 'v';
  return text;
}

function decodeChannels(message: Message, reader: DescriptorReader): string {
  const mask = reader.bits(12, 4);
  message.channels = mask;
  if (mask === 0) message.problems.push('no channel is enabled');
  return `.${[...'xyzw'].filter((_, i) => (mask >> i) & 1).join('')}`;
}

function decodeCaching(reader: DescriptorReader, operation: LscOperation): string {
  const isLoad = operation.class === 'load';
  const since2 = reader.platform >= XE2 && isLoad ? LSC_CACHING_XE2[reader.bits(16, 4)] : undefined;
  return since2 ?? LSC_CACHING[reader.bits(17, 3)]?.[isLoad ? 0 : 1] ?? '';
}

function decodeFence(message: Message, reader: DescriptorReader): string {
  const flush = FENCE_FLUSHES[reader.bits(12, 3)];
  const scope = FENCE_SCOPES[reader.bits(9, 3)];
  if (flush === undefined) message.problems.push('a flush that does not exist');
  if (scope === undefined) message.problems.push('a scope that does not exist');
  message.description = `fence ${flush?.[1] ?? 'invalid flush type'} scoped to ${scope?.[1] ?? 'invalid flush scope'}`;
  return `.${flush?.[0]}.${scope?.[0]}`;
}

function decodeReadState(message: Message, reader: DescriptorReader): string {
  decodeSurface(message, reader, false);
  if (reader.bits(29, 2) === FLAT) message.problems.push('state without a surface');
  message.addressBits = 64;
  message.width = 1;
  message.hasCoordinates = true;
  return '';
}

const COMPRESSIONS = [
  ['ccs_pc', ' page clear (64k)'],
  ['ccs_sc', ' sector clear (2-cachelines)'],
  ['ccs_pu', ' page uncompress (64k)'],
  ['ccs_su', ' sector uncompress (2-cachelines)'],
] as const;

function decodeCompression(message: Message, reader: DescriptorReader): string {
  const number = reader.bits(17, 3);
  const row = COMPRESSIONS[number];
  message.description = `compression-state control${row?.[1] ?? 'invalid ccs sop'}`;
  if (row === undefined) message.problems.push('an operation that does not exist');
  else message.operation = row[0];
  decodeSurface(message, reader, false);
  if (number !== 0 && number !== 2) return '.a32';
  if (reader.bits(29, 2) !== FLAT) message.problems.push('pages are flat');
  decodeAddress(message, reader);
  if (message.addressBits !== 64) message.problems.push('addresses of pages have 64 bits');
  return '';
}
