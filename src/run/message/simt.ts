/** Loads, stores and atomic operations with an address for each lane. */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import { type Access, spread, whole } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { addressOf } from '../memory.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Target, Thread } from '../thread.ts';
import { type Atomic, atomicOf } from './atomic.ts';
import { afterAddresses, inPayload, type Payload, parameterBytes, payloadOf } from './payload.ts';
import { type TargetOf, type Translation, targetOf } from './target.ts';

/** What a message with lanes is about, in bytes. */
interface Shape {
  readonly lanes: number;
  /** An element in memory, and in a register. */
  readonly memory: number;
  readonly register: number;
  /** For each element of an address, its distance from the address; elements that are left out are not there. */
  readonly elements: readonly number[];
  readonly high: boolean;
}

const HEADER_SIZE = 1;

function shapeOf({ lanes, memory = 32, register = memory, elements = 1, channels, high }: Message): Shape {
  const distances =
    channels === undefined
      ? Array.from({ length: elements }, (_, i) => (i * memory) / 8)
      : [0, 1, 2, 3].filter((i) => (channels >> i) & 1).map((i) => (i * memory) / 8);
  return {
    lanes,
    memory: memory / 8,
    register: Math.max(register, high === true ? 32 : register) / 8,
    elements: distances,
    high: high === true,
  };
}

/** Byte address of each lane, in a list that the message owns. */
function addresses(
  { layout }: Translation,
  message: Message,
  payload: Payload,
  unit: number,
): (t: Thread, lanes: number, into: Float64Array) => void {
  const { address = 32, lanes: n, offset = 0, scale = 1, addressUnit = 1, header, signed, base } = message;
  const from = payload.at(header === true ? HEADER_SIZE * layout.grfBytes : 0);
  const factor = unit * scale * addressUnit;
  const baseAt = base === undefined || message.model !== 'flat' ? undefined : (layout.of('s') + base) >> 2;
  // One address, and the distance from lane to lane in the third word.
  const isStrided = message.operation === 'load_strided' || message.operation === 'store_strided';
  // A header can have an offset that is added to all addresses of a surface.
  const general = header === true && message.model === 'bti' ? payload.at(0) >> 2 : undefined;
  return (t, lanes, into) => {
    const { i32, u16 } = t;
    let start = offset;
    if (general !== undefined) start += (i32[general + 2] ?? 0) >>> 0;
    if (baseAt !== undefined) start += addressOf(i32[baseAt] ?? 0, i32[baseAt + 1] ?? 0);
    const first = start;
    for (let i = 0; i < n; i++) {
      if (((lanes >> i) & 1) === 0) continue;
      const lane = isStrided ? 0 : i;
      if (isStrided) start = first + i * (i32[(from >> 2) + 2] ?? 0);
      if (address === 64) {
        const at = (from >> 2) + 2 * lane;
        const [low, high] = [i32[at] ?? 0, i32[at + 1] ?? 0];
        // Scaled addresses and those with a base are distances, which may be negative.
        into[i] = baseAt === undefined && factor === 1 ? addressOf(low, high) + start : (high * 2 ** 32 + (low >>> 0)) * factor + start;
      } else if (address === 16) into[i] = (u16[(from >> 1) + lane] ?? 0) * factor + start;
      else {
        const value = i32[(from >> 2) + lane] ?? 0;
        into[i] = (signed === true ? value : value >>> 0) * factor + start;
      }
    }
  };
}

/** The first byte of the data of a message, after header and addresses. */
function dataStart(layout: RegisterLayout, { header, address = 32, lanes, unit }: Message, payload: Payload): number {
  const isCache = unit === 'ugm' || unit === 'ugml' || unit === 'slm' || unit === 'tgm';
  const counted = layout.grfBytes === 64 ? Math.max(lanes, 16) : Math.max(lanes, 8);
  const bytes = (header === true ? layout.grfBytes : 0) + parameterBytes(layout, address, counted);
  return isCache ? afterAddresses(payload, bytes) : bytes;
}

/** The message of a send with lanes. */
export function translateLanes(translation: Translation, instruction: Instruction, message: Message, unit = 1): Step {
  const { layout } = translation;
  const payload = payloadOf(layout, instruction);
  const target = targetOf(translation, instruction, message, payload);
  const find = addresses(translation, message, payload, unit);
  const shape = shapeOf(message);
  const into = new Float64Array(32);
  const mask = maskOf(layout, instruction);
  const data = dataStart(layout, message, payload);
  const laneBytes = parameterBytes(layout, shape.register * 8, shape.lanes);
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  const { prepare } = payload;
  const run = bodyOf(message, shape, laneBytes, dst, data, payload, target);
  if (run === undefined) return () => undefined;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare?.(t);
    t.around.counts.messages++;
    find(t, lanes, into);
    run(t, lanes, into);
  };
}

/** The registers of a message with lanes: its header, the address of each lane, what it stores and what it gives. */
export function accessesOfLanes(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const payload = payloadOf(layout, instruction);
  const shape = shapeOf(message);
  const { header, address = 32, group, operation = '', base, model } = message;
  const { lanes: n, register, elements, memory } = shape;
  const enabled = maskOf(layout, instruction);
  const from = header === true ? HEADER_SIZE * layout.grfBytes : 0;
  const data = dataStart(layout, message, payload);
  const laneBytes = parameterBytes(layout, register * 8, n);
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  const operands = group === 'atomic' ? (atomicOf(operation, memory * 8)?.operands ?? 0) : group === 'store' ? elements.length : 0;
  const results = group === 'atomic' ? 1 : elements.length;
  const stored = Math.min(register, memory);
  return [
    ...(header === true && model === 'bti' ? [inPayload(payload, 'address', 8, 4, 4, 1, enabled, false)] : []),
    ...(base !== undefined && model === 'flat' ? [whole(layout, 'address', false, layout.of('s') + base, 8, enabled)] : []),
    operation.endsWith('_strided')
      ? inPayload(payload, 'address', from, 4, 4, 3, enabled, false)
      : inPayload(payload, 'address', from, address / 8, address / 8, n, enabled),
    ...Array.from({ length: operands }, (_, v) =>
      inPayload(payload, 'data', data + v * laneBytes + (shape.high ? 2 : 0), register, stored, n, enabled),
    ),
    ...(dst === undefined || group === 'store'
      ? []
      : Array.from({ length: results }, (_, v) => spread('destination', true, dst + v * laneBytes, register, register, n, enabled))),
  ];
}

type Body = (t: Thread, lanes: number, addresses: Float64Array) => void;

function bodyOf(
  message: Message,
  shape: Shape,
  laneBytes: number,
  dst: number | undefined,
  data: number,
  payload: Payload,
  target: TargetOf,
): Body | undefined {
  const { group, operation = '' } = message;
  const { lanes: n, memory, register, elements } = shape;
  if (group === 'load') {
    // A load without a destination is a prefetch.
    if (dst === undefined) return undefined;
    const read = readerOf(memory, register, shape.high);
    return (t, lanes, at) => {
      const from = target(t);
      const { counts } = t.around;
      for (let i = 0; i < n; i++) {
        if (((lanes >> i) & 1) === 0) continue;
        for (let v = 0; v < elements.length; v++) read(t, dst + v * laneBytes + i * register, from, (at[i] ?? 0) + (elements[v] ?? 0), i);
        counts.bytesRead += elements.length * memory;
      }
    };
  }
  if (group === 'store') {
    const places = elements.map((_, v) => payload.at(data + v * laneBytes));
    const write = writerOf(memory, shape.high);
    return (t, lanes, at) => {
      const to = target(t);
      const { counts } = t.around;
      for (let i = 0; i < n; i++) {
        if (((lanes >> i) & 1) === 0) continue;
        for (let v = 0; v < elements.length; v++) write(t, (places[v] ?? 0) + i * register, to, (at[i] ?? 0) + (elements[v] ?? 0), i);
        counts.bytesWritten += elements.length * memory;
      }
    };
  }
  if (group === 'atomic') {
    const atomic = atomicOf(operation, memory * 8);
    if (atomic === undefined) throw new Unsupported(`the atomic operation ${operation}`);
    return atomicBody(atomic, shape, laneBytes, dst, data, payload, target);
  }
  throw new Unsupported(`the message ${operation}`);
}

function atomicBody(
  atomic: Atomic,
  { lanes: n, memory, register }: Shape,
  laneBytes: number,
  dst: number | undefined,
  data: number,
  payload: Payload,
  target: TargetOf,
): Body {
  const first = payload.at(data);
  const second = atomic.operands > 1 ? payload.at(data + laneBytes) : first;
  return (t, lanes, at) => {
    const to = target(t);
    const { counts } = t.around;
    for (let i = 0; i < n; i++) {
      if (((lanes >> i) & 1) === 0) continue;
      const index = to.at(at[i] ?? 0, memory, i, dst === undefined ? -1 : dst + i * register);
      if (index < 0) {
        if (dst !== undefined) t.bytes.fill(0, dst + i * register, dst + (i + 1) * register);
        continue;
      }
      atomic.apply(t, to.bytes, index, first + i * register, second + i * register, dst === undefined ? -1 : dst + i * register);
      counts.bytesRead += memory;
      counts.bytesWritten += memory;
    }
  };
}

type Read = (t: Thread, to: number, from: Target, address: number, lane: number) => void;

/** Reads an element into a register, where it takes `register` bytes: zeros above it. */
function readerOf(memory: number, register: number, high: boolean): Read {
  const shift = high ? 2 : 0;
  if (memory === 4 && register === 4)
    return (t, to, from, address, lane) => {
      const at = from.at(address, 4, lane, to);
      const { bytes } = from;
      t.i32[to >> 2] =
        at < 0 ? 0 : (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    };
  return (t, to, from, address, lane) => {
    const at = from.at(address, memory, lane, to + shift);
    t.bytes.fill(0, to, to + register);
    if (at < 0) return;
    for (let k = 0; k < memory; k++) t.bytes[to + shift + k] = from.bytes[at + k] ?? 0;
  };
}

function writerOf(memory: number, high: boolean): (t: Thread, from: number, to: Target, address: number, lane: number) => void {
  const shift = high ? 2 : 0;
  return (t, from, to, address, lane) => {
    const at = to.at(address, memory, lane, from + shift);
    if (at < 0) return;
    for (let k = 0; k < memory; k++) to.bytes[at + k] = t.bytes[from + shift + k] ?? 0;
  };
}
