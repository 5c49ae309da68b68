/** Blocks: one address, and elements that are next to each other in memory and in registers. */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { addressOf } from '../memory.ts';
import type { Thread } from '../thread.ts';
import { type Payload, parameterBytes, payloadOf } from './payload.ts';
import { hasScratchAddress, type Surroundings, targetOf } from './target.ts';

/** Address and data of a block: from a header, or from the first lane. */
function addressOfBlock(
  { layout }: Surroundings,
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

/** Some parts of scratch and local memory are declared shorter than the registers that a block has. */
const PART = 4;

export function translateBlock(around: Surroundings, instruction: Instruction, message: Message): Step {
  const { layout, counts } = around;
  const { memory = 32, register = memory, elements = 1, group, unit, address = 32, high } = message;
  if (message.operation?.endsWith('_strided') === true) throw new Unsupported('a block with a distance between its elements');
  if (memory !== register) throw new Unsupported('a block whose elements have other sizes in registers');
  const bytes = (memory / 8) * elements;
  const payload = payloadOf(layout, instruction);
  const find = addressOfBlock(around, message, payload);
  const target = targetOf(around, instruction, message);
  const mask = maskOf(layout, instruction);
  const isCache = unit !== 'dc0' && unit !== 'dc1' && unit !== 'dcro';
  // Blocks of scratch memory follow the lanes: each has 4 bytes. Other blocks are written whole if any lane is enabled.
  const follows = message.model === 'scratch' && !instruction.noMask;
  const isOn = (lanes: number, k: number): boolean => !follows || ((lanes >> ((k >> 2) % instruction.execSize)) & 1) === 1;
  // One block of 16 bytes goes to the upper half of a register if the message says so.
  const shift = high === true ? 16 : 0;
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
        const at = from.at(start + k, PART);
        if (!isOn(lanes, k)) continue;
        for (let i = 0; i < PART; i++) t.bytes[to + k + i] = at < 0 ? 0 : (from.bytes[at + i] ?? 0);
      }
      counts.messages++;
      counts.bytesRead += bytes;
    };
  }
  if (group !== 'store') throw new Unsupported(`a block of ${message.operation ?? 'an unknown operation'}`);
  const gathered = payload.prepare === undefined ? (payload.first ?? layout.grfBytes) : parameterBytes(layout, address, 1);
  const from = payload.at(isCache ? gathered : layout.grfBytes) + shift;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare?.(t);
    const to = target(t);
    const start = find(t);
    for (let k = 0; k < bytes; k += PART) {
      const at = to.at(start + k, PART);
      if (at >= 0 && isOn(lanes, k)) for (let i = 0; i < PART; i++) to.bytes[at + i] = t.bytes[from + k + i] ?? 0;
    }
    counts.messages++;
    counts.bytesWritten += bytes;
  };
}
