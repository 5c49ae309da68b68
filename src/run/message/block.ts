/** Blocks: one address, and elements that are next to each other in memory and in registers. */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import { type Access, spread, whole } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { type Allocation, addressOf } from '../memory.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { afterAddresses, inPayload, type Payload, parameterBytes, payloadOf } from './payload.ts';
import { hasScratchAddress, type Translation, targetOf } from './target.ts';

/** Address and data of a block: from a header, or from the first lane. */
function addressOfBlock(
  { layout }: Translation,
  { unit, model, shared, address = 32, offset = 0, scale = 1, addressUnit = 1, signed, base }: Message,
  payload: Payload,
): (t: Thread) => number {
  const at = payload.at(0) >> 2;
  if (unit === 'dc0' || unit === 'dc1' || unit === 'dcro') {
    if (model === 'scratch') return hasScratchAddress(layout.platform) ? ({ i32 }) => ((i32[at + 5] ?? 0) & ~0x3ff) + offset : () => offset;
    if (address === 64) return ({ i32 }) => addressOf(i32[at] ?? 0, i32[at + 1] ?? 0);
    // Before Xe-HP, addresses of 32 bits in all memory are relative to the scratch memory whose address is in the header.
    if (model === 'flat' && shared !== true && hasScratchAddress(layout.platform))
      return ({ u32 }) => (u32[at + 2] ?? 0) * addressUnit + (((u32[at + 5] ?? 0) & ~0x3ff) >>> 0);
    return ({ u32 }) => (u32[at + 2] ?? 0) * addressUnit;
  }
  const baseAt = base === undefined || model !== 'flat' ? undefined : (layout.of('s') + base) >> 2;
  return ({ i32, u16 }) => {
    const start = offset + (baseAt === undefined ? 0 : addressOf(i32[baseAt] ?? 0, i32[baseAt + 1] ?? 0));
    if (address === 64) return addressOf(i32[at] ?? 0, i32[at + 1] ?? 0) * scale + start;
    if (address === 16) return (u16[at * 2] ?? 0) * scale + start;
    return (signed === true ? (i32[at] ?? 0) : (i32[at] ?? 0) >>> 0) * scale + start;
  };
}

/** What an address of a block is made of, in bytes of the payload: where each part is, and its length. */
function addressParts({ unit, model, address = 32 }: Message): readonly (readonly [at: number, bytes: number])[] {
  if (unit !== 'dc0' && unit !== 'dc1' && unit !== 'dcro') return [[0, address / 8]];
  if (model === 'scratch') return [[20, 4]];
  return address === 64 ? [[0, 8]] : [[8, 4]];
}

/** The registers of a block: what its address is made of, what it stores and what it gives. */
export function accessesOfBlock(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const { base, model, group } = message;
  const payload = payloadOf(layout, instruction);
  const enabled = maskOf(layout, instruction);
  const { bytes, shift, follows, data } = blockOf(layout, instruction, message, payload);
  const place = group === 'load' ? (instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined) : 0;
  const role = group === 'load' ? 'destination' : 'data';
  // Registers of a result are next to each other; those of a payload need not be.
  const parts = (first: number, count: number): Access => {
    const start = first * PART + shift;
    if (group !== 'load') return inPayload(payload, role, data + start, PART, PART, count, enabled, follows);
    return { ...spread(role, true, (place ?? 0) + start, PART, PART, count, enabled), isOfLanes: follows };
  };
  const total = bytes / PART;
  const each = follows ? instruction.execSize : total;
  return [
    ...(base !== undefined && model === 'flat' ? [whole(layout, 'address', false, layout.of('s') + base, 8, enabled)] : []),
    ...addressParts(message).map(([at, size]) => inPayload(payload, 'address', at, size, size, 1, enabled, false)),
    ...(place === undefined
      ? []
      : Array.from({ length: Math.ceil(total / each) }, (_, i) => parts(i * each, Math.min(each, total - i * each)))),
  ];
}

/** What a block is about: its bytes, where they are in a register, whether they follow the lanes, and where its data is in the payload. */
function blockOf(layout: RegisterLayout, { execSize, noMask }: Instruction, message: Message, payload: Payload) {
  const { memory = 32, elements = 1, unit, address = 32, high, model } = message;
  const isCache = unit !== 'dc0' && unit !== 'dc1' && unit !== 'dcro';
  // Blocks of scratch memory follow the lanes: each has 4 bytes. Other blocks are written whole if any lane is enabled.
  const follows = model === 'scratch' && !noMask;
  return {
    bytes: (memory / 8) * elements,
    // One block of 16 bytes goes to the upper half of a register if the message says so.
    shift: high === true ? 16 : 0,
    follows,
    isOn: (lanes: number, k: number): boolean => !follows || ((lanes >> ((k >> 2) % execSize)) & 1) === 1,
    data: isCache ? afterAddresses(payload, parameterBytes(layout, address, 1)) : layout.grfBytes,
  };
}

/** Some parts of scratch and local memory are declared shorter than the registers that a block has. */
const PART = 4;

/**
 * Whether a part is past the end of the memory in which its block begins: compilers load more than they need, because memory has pages. It is
 * no access for observers, and past the last page it is 0.
 */
const isPast = ({ start, end }: Allocation, block: number, distance: number): boolean =>
  block >= start && block < end && block + distance >= end;

export function translateBlock(translation: Translation, instruction: Instruction, message: Message): Step {
  const { layout } = translation;
  const { memory = 32, register = memory, group } = message;
  if (message.operation?.endsWith('_strided') === true) throw new Unsupported('a block with a distance between its elements');
  if (memory !== register) throw new Unsupported('a block whose elements have other sizes in registers');
  const payload = payloadOf(layout, instruction);
  const { bytes, shift, isOn, data } = blockOf(layout, instruction, message, payload);
  const find = addressOfBlock(translation, message, payload);
  const target = targetOf(translation, instruction, message, payload);
  const mask = maskOf(layout, instruction);
  const { prepare } = payload;
  if (group === 'load') {
    const { dst } = instruction;
    if (dst?.register?.name !== 'r') return () => undefined;
    const to = (layout.placeOf(dst) ?? 0) + shift;
    return (t) => {
      const lanes = mask(t);
      if (lanes === 0) return;
      prepare?.(t);
      const from = target(t);
      const start = find(t);
      for (let k = 0; k < bytes; k += PART) {
        if (!isOn(lanes, k)) continue;
        const at = isPast(from.memory, start, k) ? start + k - from.memory.start : from.at(start + k, PART, -1, to + k);
        for (let i = 0; i < PART; i++) t.bytes[to + k + i] = at < 0 ? 0 : (from.bytes[at + i] ?? 0);
      }
      const { counts } = t.around;
      counts.messages++;
      counts.bytesRead += bytes;
    };
  }
  if (group !== 'store') throw new Unsupported(`a block of ${message.operation ?? 'an unknown operation'}`);
  const from = payload.at(data) + shift;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare?.(t);
    const to = target(t);
    const start = find(t);
    for (let k = 0; k < bytes; k += PART) {
      if (!isOn(lanes, k)) continue;
      const at = to.at(start + k, PART, -1, from + k);
      if (at >= 0) for (let i = 0; i < PART; i++) to.bytes[at + i] = t.bytes[from + k + i] ?? 0;
    }
    const { counts } = t.around;
    counts.messages++;
    counts.bytesWritten += bytes;
  };
}
