/**
 * Rectangles of a matrix in memory. The payload has the base address, width, height and pitch of the matrix, the place of the rectangle,
 * and its size.
 *
 * Source: visa/VisaToG4/TranslateSendLdStLsc.cpp and documentation/visa/instructions/LSC_UNTYPED.md of intel/intel-graphics-compiler.
 */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import { type Access, whole } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { type Mask, maskOf } from '../alu/masks.ts';
import { halt } from '../halt.ts';
import { addressOf } from '../memory.ts';
import type { RegisterLayout } from '../registers.ts';
import { afterAddresses, inPayload, type Payload, payloadOf } from './payload.ts';
import { flatTarget, type Translation, watched } from './target.ts';

/** Bytes of the payload that describe a rectangle. */
const RECTANGLE_BYTES = 32;

/** The shape of a rectangle, from the last word of its description and its message. */
function shapeOf(shape: number, { memory: bits = 32, transposed = false, vnni = false }: Message, grfBytes: number) {
  const size = bits / 8;
  const [columns, rows, count] = [(shape & 0xff) + 1, ((shape >> 8) & 0xff) + 1, ((shape >> 16) & 0xf) + 1];
  const pack = vnni ? Math.max(4 / size, 1) : 1;
  const rowLength = 2 ** Math.ceil(Math.log2(transposed ? rows : columns));
  const lines = transposed ? columns : Math.ceil(rows / pack) * pack;
  const blockBytes = Math.ceil((lines * rowLength * size) / grfBytes) * grfBytes;
  return { columns, rows, count, pack, rowLength, blockBytes };
}

/** Registers that a message without a length gives, at most. */
const MOST_REGISTERS = 64;

/** The registers of a rectangle whose number only its description says. */
function describedRegisters(layout: RegisterLayout, message: Message, payload: Payload, place: number, lanes: Mask): Access {
  const { grfBytes } = layout;
  const word = inPayload(payload, 'address', RECTANGLE_BYTES - 4, 4, 4, 1, lanes, false);
  const places = new Int32Array(MOST_REGISTERS);
  return {
    ...{ role: 'destination', writes: true, lanes, isOfLanes: false, places, cells: grfBytes },
    locate: (t) => {
      word.locate?.(t);
      const { count, blockBytes } = shapeOf(t.u32[(word.places[0] ?? 0) >> 2] ?? 0, message, grfBytes);
      for (let i = 0; i < MOST_REGISTERS; i++) places[i] = i * grfBytes < count * blockBytes ? place + i * grfBytes : -1;
    },
  };
}

/** The registers of a rectangle: its description, and what it gives. What it stores is told by its accesses to memory. */
export function accessesOfBlock2d(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const { dst, send } = instruction;
  const enabled = maskOf(layout, instruction);
  const place = dst?.register?.name === 'r' ? layout.placeOf(dst) : undefined;
  const length = Math.max(send?.dstLength ?? 0, 0) * layout.grfBytes;
  const payload = payloadOf(layout, instruction);
  return [
    inPayload(payload, 'address', 0, RECTANGLE_BYTES, RECTANGLE_BYTES, 1, enabled, false),
    ...(place === undefined
      ? []
      : [
          length === 0
            ? describedRegisters(layout, message, payload, place, enabled)
            : whole(layout, 'destination', true, place, length, enabled),
        ]),
  ];
}

export function translateBlock2d(translation: Translation, instruction: Instruction, message: Message): Step {
  const { layout } = translation;
  const { memory: bits = 32, transposed = false, vnni = false, group, offsetX = 0, offsetY = 0 } = message;
  const payload = payloadOf(layout, instruction);
  const at = payload.at(0) >> 2;
  const size = bits / 8;
  const mask = maskOf(layout, instruction);
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  const isLoad = group === 'load';
  if (!isLoad && group !== 'store') throw new Unsupported(`the message ${message.title}`);
  if (isLoad && dst === undefined) return () => undefined;
  const data = payload.at(afterAddresses(payload, layout.grfBytes));
  const target = watched(translation, flatTarget, payload);
  const { grfBytes } = layout;
  return (t) => {
    if (mask(t) === 0) return;
    payload.prepare?.(t);
    const { i32, u32, bytes } = t;
    const { counts } = t.around;
    const flat = target(t);
    const base = addressOf(i32[at] ?? 0, i32[at + 1] ?? 0);
    const [width, height, pitch] = [(u32[at + 2] ?? 0) + 1, (u32[at + 3] ?? 0) + 1, (u32[at + 4] ?? 0) + 1];
    const [left, top] = [(i32[at + 5] ?? 0) + offsetX, (i32[at + 6] ?? 0) + offsetY];
    const shape = u32[at + 7] ?? 0;
    const { columns, rows, count, pack, rowLength, blockBytes } = shapeOf(shape, message, grfBytes);
    if (blockBytes * count > layout.generalBytes) throw halt('rectangle');
    counts.messages++;
    for (let block = 0; block < count; block++) {
      const start = (isLoad ? (dst ?? 0) : data) + block * blockBytes;
      if (isLoad) bytes.fill(0, start, start + blockBytes);
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; x++) {
          const place = transposed
            ? vnni
              ? Math.floor(x / pack) * rowLength * pack + y * pack + (x % pack)
              : x * rowLength + y
            : vnni
              ? Math.floor(y / pack) * rowLength * pack + x * pack + (y % pack)
              : y * rowLength + x;
          const column = (left + block * columns + x) * size;
          const row = top + y;
          if (column < 0 || column + size > width || row < 0 || row >= height) continue;
          const register = start + place * size;
          const index = flat.at(base + row * pitch + column, size, -1, register);
          for (let k = 0; k < size && index >= 0; k++)
            if (isLoad) bytes[register + k] = flat.bytes[index + k] ?? 0;
            else flat.bytes[index + k] = bytes[register + k] ?? 0;
        }
    }
    counts[isLoad ? 'bytesRead' : 'bytesWritten'] += rows * columns * count * size;
  };
}
