/**
 * Messages of the data ports: `dc0`, `dc1`, `dcro`.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages/MessageDecoderHDC.cpp of intel/intel-graphics-compiler.
 */

import { HDC_FLOAT_ATOMICS, HDC_INTEGER_ATOMICS } from '../table/messages.ts';
import { GEN11, XE_HPC, XE_HPG } from '../table/platforms.ts';
import type { DescriptorReader, Message } from './model.ts';

type Decode = (message: Message, reader: DescriptorReader) => void;

/** The type of a message, in bits 18:14. */
const typeOf = (reader: DescriptorReader): number => reader.bits(14, 5);

export function decodeDataPort(message: Message, reader: DescriptorReader): void {
  if (message.unit === 'dc0' && reader.bit(18)) {
    hwordBlock(12, 2)(reader.bit(17) ? 'hword scratch block write' : 'hword scratch block read', message, reader);
    return;
  }
  const rows = message.unit === 'dc0' ? DC0 : message.unit === 'dc1' ? DC1 : message.unit === 'dcro' ? DCRO : undefined;
  rows?.[typeOf(reader)]?.(message, reader);
}

/** A message that is said by its type alone, but for what `more` says. */
type Named = (name: string, message: Message, reader: DescriptorReader) => void;

const named =
  (name: string, more?: Named): Decode =>
  (message, reader) => {
    message.description = name;
    more?.(name, message, reader);
  };

const OWORDS = [1, 1, 2, 4, 8, 16, 0, 0] as const;

const owordBlock: Named = (name, message, reader) => {
  const count = reader.bits(8, 3);
  message.elements = OWORDS[count as 0] ?? 0;
  message.transposed = true;
  message.dataBits = 128;
  message.description = `${name} x${message.elements}${count === 1 ? 'H' : ''}`;
};

const hwordBlock =
  (low: number, width: number): Named =>
  (name, message, reader) => {
    message.elements = 1 << reader.bits(low, width);
    message.transposed = true;
    message.dataBits = 256;
    message.description = `${name} x${message.elements}`;
  };

const SIZES = [' 8b', ' 16b', ' 32b', ''] as const;

const byteSize: Named = (name, message, reader) => {
  const size = reader.bits(10, 2);
  message.dataBits = 8 << size;
  message.description = name + SIZES[size as 0];
};

const dwords: Named = (name, message, reader) => {
  message.dataBits = 32;
  message.elements = 1 << reader.bits(10, 2);
  if (message.elements !== 1) message.description = `${name} x${message.elements}`;
};

/** The channels that are not disabled. */
function channelText(message: Message, reader: DescriptorReader): string {
  message.channels = ~reader.bits(8, 4) & 15;
  return [...'xyzw'].filter((_, i) => ((message.channels ?? 0) >> i) & 1).join('');
}

const channels: Named = (name, message, reader) => {
  message.dataBits = 32;
  message.description = `${name} with ${channelText(message, reader)}`;
};

const typed =
  (name: string, returnsStatus = false): Decode =>
  (message, reader) => {
    const high = reader.bits(12, 2) === 2 ? ' (high slot group)' : '';
    message.description = `${name}${high}${returnsStatus ? ' returning status' : ''} with ${channelText(message, reader)}`;
    useCoordinates(message, reader, reader.platform >= XE_HPC ? 16 : 8);
  };

function useCoordinates(message: Message, reader: DescriptorReader, width: number): void {
  message.hasCoordinates = true;
  message.addressBits = 32;
  message.width = Math.min(width, reader.execSize);
}

/** 8 or 16 channels, as a bit says. */
const simd = (reader: DescriptorReader): number => (reader.bit(12) ? 8 : 16) * (reader.platform >= XE_HPC ? 2 : 1);

const integerAtomic: Named = (name, message, reader) => {
  message.description = `${name} ${HDC_INTEGER_ATOMICS[reader.bits(8, 4) as 0]}`;
};

const counter: Named = (name, message, reader) => {
  integerAtomic(name, message, reader);
  useCoordinates(message, reader, simd(reader));
};

const slotGroupAtomic =
  (bits: number): Decode =>
  (message, reader) => {
    const high = reader.bit(12);
    integerAtomic(`typed${high ? '_sgh' : ''} atomic ${bits}-bit integer${high ? ' (slot group high)' : ''}`, message, reader);
    if (bits === 16) useCoordinates(message, reader, reader.platform >= XE_HPC ? 16 : 8);
  };

const floatAtomic =
  (bits: number): Named =>
  (name, message, reader) => {
    const operation = reader.bits(8, 3);
    const words = HDC_FLOAT_ATOMICS[operation as 0];
    message.description =
      words === undefined ? '' : `${name} ${words} (${operation >= 6 ? 64 : bits}b)${reader.bit(13) ? ' with return' : ''}`;
  };

/** Atomics of 16 bits, which Gen11 and earlier do not have. */
const since12 =
  (decode: Decode): Decode =>
  (message, reader) => {
    if (reader.platform > GEN11) decode(message, reader);
  };

const gather64 =
  (isRead: boolean): Decode =>
  (message, reader) => {
    const subType = reader.bits(8, 2);
    const verb = isRead ? 'gathering read' : 'scattering write';
    message.addressBits = 64;
    if (subType === 0 || subType === 3) byteSize(`a64 byte ${verb}`, message, reader);
    else message.description = `a64 ${subType === 1 ? 'dword' : 'qword'} ${verb}`;
  };

const block64 =
  (isRead: boolean): Decode =>
  (message, reader) => {
    const subType = reader.bits(11, 2);
    const verb = isRead ? 'read' : 'write';
    message.addressBits = 64;
    if (subType === 2) message.description = `a64 dual block  ${verb}`;
    else if (subType === 3) hwordBlock(8, 3)(`a64 unaligned hword block ${verb}`, message, reader);
    else owordBlock(`a64 ${subType === 0 ? 'unaligned' : 'aligned'} oword block ${verb}`, message, reader);
  };

const media =
  (verb: string): Decode =>
  (message, reader) => {
    const override = reader.bits(8, 3);
    let text = `media block ${verb}`;
    if (override !== 0) text += ' with vertical line stride ';
    const has = (override & 2) !== 0;
    if (has) text += 'override';
    if (override & 1) text += has ? ',skip' : ' and skip';
    if (has) text += override & 1 ? ', and offset' : ' and offset';
    message.description = text;
  };

/** A fence of all memory, with the caches that it flushes, or of the shared local memory. */
const fence: Decode = (message, reader) => {
  const surface = reader.bits(0, 8);
  let text = reader.bit(13) ? 'synchronized ' : '';
  if (surface === 0xfe) text += 'SLM fence';
  else if (surface === 0) text += `global fence flushing${reader.bit(8) ? ' L1' : ''}${flushed(reader.bits(9, 4))}`;
  message.operation = 'fence';
  message.description = text;
};

function flushed(targets: number): string {
  if (targets === 0) return '';
  if (targets === 15) return ' all L3 data';
  let text = ' L3';
  let count = 0;
  if (targets & 8) text += ' r/w data';
  for (const [bit, words] of [
    [4, ' constant data'],
    [2, ' texture data'],
    [1, ' instruction data'],
  ] as const) {
    if ((targets & bit) === 0) continue;
    if (count++ > 0) text += ',';
    text += words;
  }
  return text;
}

const alignedBlock: Decode = (message, reader) => {
  if (reader.platform >= XE_HPG && reader.bit(13)) hwordBlock(8, 3)('hword aligned block read', message, reader);
  else owordBlock('oword aligned block read', message, reader);
};

const DC0: Readonly<Record<number, Decode>> = {
  0: named('oword block read', owordBlock),
  1: alignedBlock,
  2: named('oword dual block read'),
  3: named('dword gathering read', dwords),
  4: named('byte gathering read', byteSize),
  5: named('qword gathering read'),
  7: fence,
  8: named('oword block write', owordBlock),
  9: named('hword aligned block write', owordBlock),
  10: named('oword dual block write'),
  11: named('dword scattering write', dwords),
  12: named('byte scattering write', byteSize),
  13: named('qword scattering write'),
};

const DC1: Readonly<Record<number, Decode>> = {
  1: named('untyped surface read', channels),
  2: named('untyped atomic int32', integerAtomic),
  3: since12(named('untyped atomic int16', integerAtomic)),
  4: media('read'),
  5: typed('typed surface read'),
  6: slotGroupAtomic(32),
  7: slotGroupAtomic(16),
  9: named('untyped surface write', channels),
  10: media('write'),
  11: named('typed atomic 32-bit counter', counter),
  12: named('typed atomic 16-bit counter', counter),
  13: typed('typed surface write'),
  14: typed('typed surface read', true),
  16: gather64(true),
  17: named('a64 untyped surface read', channels),
  18: (message, reader) => integerAtomic(`untyped a64 atomic int${reader.bit(12) ? 64 : 32}`, message, reader),
  19: since12(named('untyped a64 atomic int16', integerAtomic)),
  20: block64(true),
  21: block64(false),
  25: named('a64 untyped surface write', channels),
  26: gather64(false),
  27: named('float atomic', floatAtomic(32)),
  28: since12(named('untyped half-float atomic', floatAtomic(16))),
  29: named('a64 float atomic', floatAtomic(32)),
  30: since12(named('a64 untyped half-float atomic', floatAtomic(16))),
};

const DCRO: Readonly<Record<number, Decode>> = {
  0: named('constant oword block read', owordBlock),
  1: named('constant aligned oword block read', owordBlock),
  3: named('constant dword gathering read'),
  9: named('untyped surface uncompressed write'),
  12: named('typed surface CCS update message'),
  13: named('typed surface uncompressed write'),
  23: named('A64 page CCS update operation'),
  24: named('A64 untyped surface CCS operation'),
  25: named('A64 untyped surface uncompressed write'),
};
