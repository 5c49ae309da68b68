/**
 * Messages of the load/store units in the sends of Xe3P.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages/E64/MessageDecoderLscE64.cpp of intel/intel-graphics-compiler.
 */

import {
  FENCE_FLUSHES,
  FENCE_SCOPES,
  LSC_DATA,
  LSC_VECTORS,
  LSC64_CACHING,
  LSC64_OPERATIONS,
  type LscOperation,
} from '../table/messages.ts';
import { coordinateOffsets, type Descriptor64, maskText, REGISTER, surfaceHint } from './descriptor64.ts';
import { signedHex } from './lsc.ts';
import type { Message } from './model.ts';

/** The parts of the text, collected field by field. */
interface Parts {
  data: string;
  vector: string;
  address: string;
  overfetch: string;
  caching: string;
  scale: string;
  /** What is added to each address. */
  offset: string;
  /** Addresses count from a surface. */
  isSurface: boolean;
  isFlat: boolean;
  hasAddress: boolean;
}

export function decodeLoadStore64(message: Message, reader: Descriptor64): void {
  const operation = LSC64_OPERATIONS[reader.bits(0, 6)];
  if (operation === undefined) return;
  message.operation = operation.mnemonic;
  if (operation.mnemonic === 'fence') {
    decodeFence(message, reader);
    return;
  }
  const parts: Parts = {
    data: '',
    vector: '',
    address: '',
    overfetch: '',
    caching: '',
    scale: '',
    offset: '',
    isSurface: false,
    isFlat: true,
    hasAddress: false,
  };
  const extra = message.unit === 'tgm' ? decodeTyped(message, reader, operation, parts) : decodeUntyped(message, reader, operation, parts);
  const controls = `.${message.unit}${extra}${parts.data}${parts.vector}${parts.address}${parts.overfetch}${parts.caching}`;
  message.description = `${operation.mnemonic}${controls}${tail(operation)} ${placeText(reader, parts)}`;

  function tail({ mnemonic }: LscOperation): string {
    if (mnemonic !== 'extended_cache_control') return '';
    return `${['.set', '.reset'][reader.bits(7, 4)] ?? ''}.${64 * (1 + reader.bits(11, 2))}B`;
  }
}

/** Where it reads or writes: `[s0.0+src0+0x10]`, after the surface. */
function placeText(reader: Descriptor64, parts: Parts): string {
  const { indirect0, indirect1 } = reader.send;
  let text = '';
  if (parts.isSurface) {
    const index = reader.bits(22, 5);
    text += `surf[${indirect0 < 0 ? '?' : `s0.${indirect0}`}${index === 0 ? '' : `,${index}`}]`;
    if (indirect1 >= 0) text += `[,s0.${indirect1}]`;
  }
  text += '[';
  const hasBase = indirect0 >= 0 && parts.isFlat;
  if (hasBase) text += `s0.${indirect0}`;
  if (parts.hasAddress) text += `${hasBase ? '+' : ''}${parts.scale}src0`;
  if (parts.offset !== '') text += `${parts.offset.startsWith('-') ? '' : '+'}${parts.offset}`;
  return `${text}]`;
}

const ADDRESSES = ['.a32u', '.a32s', '.a64', '.a32'];
const STATEFUL = 3;

function decodeUntyped(message: Message, reader: Descriptor64, operation: LscOperation, parts: Parts): string {
  const { mnemonic } = operation;
  if (mnemonic === 'extended_cache_control') {
    parts.address = '.a64';
    parts.caching = cachingText(reader, 'load');
    return '';
  }
  const type = reader.bits(14, 2);
  if (message.unit === 'ugm') {
    parts.address = ADDRESSES[type] ?? '';
    parts.isSurface = type === STATEFUL;
    parts.isFlat = !parts.isSurface;
    message.addressBits = type === 2 ? 64 : 32;
  } else {
    parts.address = '.a32';
    message.addressBits = 32;
  }
  if (mnemonic.endsWith('watchpoint')) {
    message.answerBytes = mnemonic.startsWith('get') ? 10 : 0;
    return `.${parts.address}.w${reader.bits(7, 3)}`;
  }
  if (mnemonic.endsWith('block2d')) {
    decodeBlock(message, reader, operation, parts);
    return '';
  }
  if (!/^(load|store|load_status|load_quad|load_quad_status|store_quad|atomic_.*)$/.test(mnemonic)) return '';
  decodeVector(message, reader, operation, parts);
  decodeData(message, reader, parts);
  parts.caching = cachingText(reader, operation.class);
  if (operation.class !== 'atomic' && reader.bit(21)) parts.overfetch = '.ovf';
  const offset = parts.isSurface ? reader.signed(27, 17) : reader.signed(22, 22);
  message.offset = (offset * message.dataBits) / 8;
  if (message.offset !== 0) parts.offset = signedHex(message.offset);
  const scale = reader.bits(44, 2);
  if (scale !== 0 && message.elements !== 0) parts.scale = `${signedHex((1 << (scale - 1)) * (message.dataBits / 8) * message.elements)}*`;
  setSizes(message, reader, operation, parts);
  return '';
}

function decodeBlock(message: Message, reader: Descriptor64, operation: LscOperation, parts: Parts): void {
  if (message.unit === 'tgm') parts.address = reader.bits(14, 2) === STATEFUL ? '.a32' : '';
  if (reader.bit(10)) parts.vector += 't';
  if (reader.bit(9)) parts.vector += 'v';
  decodeData(message, reader, parts);
  parts.caching = cachingText(reader, operation.class);
  const x = reader.signed(22, 12);
  const y = reader.signed(34, 12);
  if (message.dataBits !== 0 && (x !== 0 || y !== 0)) parts.offset = `(${signedHex(x)},${signedHex(y)})`;
  parts.hasAddress = true;
  message.answerBytes = operation.class === 'load' ? undefined : 0;
}

function decodeTyped(message: Message, reader: Descriptor64, operation: LscOperation, parts: Parts): string {
  message.hasCoordinates = operation.mnemonic !== 'read_state';
  parts.isFlat = false;
  parts.isSurface = true;
  message.addressBits = 32;
  if (operation.mnemonic === 'read_state') {
    parts.address = '.a32';
    parts.hasAddress = true;
    message.answerBytes = REGISTER;
    return '';
  }
  if (operation.mnemonic.endsWith('block2d')) {
    parts.isSurface = false;
    parts.isFlat = false;
    decodeBlock(message, reader, operation, parts);
    return '';
  }
  let hint = '';
  decodeVector(message, reader, operation, parts);
  if (operation.quad) {
    hint = surfaceHint(reader);
    message.addressBits = reader.bit(14) ? 16 : 32;
    parts.address = `.a${message.addressBits}`;
    message.dataBits = reader.bit(15) ? 16 : 32;
    message.registerBits = message.dataBits;
    parts.data = `.d${message.dataBits}`;
  } else {
    decodeData(message, reader, parts);
    parts.address = reader.bits(14, 2) === STATEFUL ? '.a32' : '';
  }
  parts.caching = cachingText(reader, operation.class);
  parts.offset = coordinateOffsets(reader);
  setSizes(message, reader, operation, parts);
  return hint;
}

function decodeVector(message: Message, reader: Descriptor64, operation: LscOperation, parts: Parts): void {
  if (operation.quad) {
    parts.vector = maskText(message, reader, 'xyzw');
    return;
  }
  message.elements = LSC_VECTORS[reader.bits(7, 3) as 0];
  message.transposed = reader.bit(10);
  parts.vector = `${message.elements === 1 ? '' : `x${message.elements}`}${message.transposed ? 't' : ''}`;
}

function decodeData(message: Message, reader: Descriptor64, parts: Parts): void {
  const row = reader.bits(11, 3) < 6 ? LSC_DATA[reader.bits(11, 3)] : undefined;
  parts.data = `.${row?.[0] ?? 'd??'}`;
  message.dataBits = row?.[1] ?? 0;
  message.registerBits = row?.[2] ?? 0;
}

function cachingText(reader: Descriptor64, group: string): string {
  const table = LSC64_CACHING[group === 'store' ? 'store' : group === 'atomic' ? 'atomic' : 'load'];
  return table[reader.bits(16, 4)] ?? '.?';
}

/** Bytes of the answer, and whether there is an address payload. */
function setSizes(message: Message, reader: Descriptor64, operation: LscOperation, parts: Parts): void {
  const { execSize } = reader;
  const lanes = Math.max(16, execSize);
  let data: number;
  let address = (message.addressBits / 8) * lanes;
  if (operation.mnemonic.endsWith('_status')) data = 2 * REGISTER;
  else if (message.transposed) {
    address = message.addressBits / 8;
    data = Math.trunc((message.registerBits * message.elements) / 8);
  } else {
    const each = Math.trunc((message.registerBits * execSize) / 8);
    data = (each < REGISTER && message.elements > 1 ? REGISTER : each) * message.elements;
  }
  if (message.unit === 'tgm' && reader.send.src0Length > 0) address = reader.send.src0Length * REGISTER;
  message.answerBytes = operation.class === 'store' ? 0 : data;
  if (/_ac(add|sub|store)$/.test(operation.mnemonic)) address = data;
  parts.hasAddress = address > 0;
}

function decodeFence(message: Message, reader: Descriptor64): void {
  const flush = reader.bits(8, 3) <= 4 ? FENCE_FLUSHES[reader.bits(8, 3)]?.[0] : undefined;
  const scope = FENCE_SCOPES[reader.bits(11, 3)]?.[0];
  const name = scope === 'local' ? 'core' : scope;
  message.answerBytes = 0;
  message.symbol = `fence.${message.unit}.${flush ?? '?'}.${name ?? '?'}`;
}
