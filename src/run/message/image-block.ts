/**
 * Rectangles of an image as bytes, without conversion: media blocks, and since Xe2 typed blocks.
 *
 * Source: visa/VisaToG4/TranslateSendMedia.cpp and lscBuildTypedBlock2DPayload in TranslateSendLdStLsc.cpp of
 * intel/intel-graphics-compiler.
 */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { halt } from '../halt.ts';
import { pixelBytes } from '../image-formats.ts';
import type { RegisterLayout } from '../registers.ts';
import { accessesOfBlock2d } from './block2d.ts';
import { afterAddresses, inPayload, payloadOf } from './payload.ts';
import { imageTeller, surfaceAt, type Translation } from './target.ts';

/** Where the description of a rectangle is in the payload, and its bytes: place and size, which is at the end of the larger one. */
const DESCRIPTION = { typed: [20, 10], media: [0, 12] } as const;

/** The registers of a rectangle of an image: its description, and what it gives. */
export function accessesOfImageBlock(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const [at, bytes] = DESCRIPTION[message.unit === 'tgm' ? 'typed' : 'media'];
  const description = inPayload(payloadOf(layout, instruction), 'address', at, bytes, bytes, 1, maskOf(layout, instruction), false);
  return [description, ...accessesOfBlock2d(layout, instruction, message).filter(({ writes }) => writes)];
}

export function translateImageBlock(translation: Translation, instruction: Instruction, message: Message): Step {
  const { layout } = translation;
  const isTyped = message.unit === 'tgm';
  const isLoad = message.group === 'load';
  const payload = payloadOf(layout, instruction);
  const at = payload.at(0) >> 2;
  const surfaceOf = surfaceAt(layout, instruction, message);
  const tell = imageTeller(translation);
  const mask = maskOf(layout, instruction);
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  if (isLoad && dst === undefined) return () => undefined;
  const start = isLoad ? (dst ?? 0) : payload.at(afterAddresses(payload, layout.grfBytes));
  const { offsetX = 0, offsetY = 0 } = message;
  return (t) => {
    if (mask(t) === 0) return;
    payload.prepare?.(t);
    const image = surfaceOf(t);
    if (image.kind !== 'image') throw halt('no-image', 'a block of an image, of');
    const { i32, u32, bytes } = t;
    const { counts } = t.around;
    const left = isTyped ? (i32[at + 5] ?? 0) + offsetX : (i32[at] ?? 0);
    const top = isTyped ? (i32[at + 6] ?? 0) + offsetY : (i32[at + 1] ?? 0);
    const shape = u32[isTyped ? at + 7 : at + 2] ?? 0;
    const width = (isTyped ? shape & 0xff : shape & 0xffff) + 1;
    const height = (isTyped ? (shape >>> 8) & 0xff : shape >>> 16) + 1;
    const pitch = Math.max(2 ** Math.ceil(Math.log2(width)), 4);
    const pixel = pixelBytes(image);
    const row = image.width * pixel;
    const rows = image.height * Math.max(image.layers, image.depth, 1);
    if (pitch * height > layout.generalBytes) throw halt('rectangle');
    counts.messages++;
    counts[isLoad ? 'bytesRead' : 'bytesWritten'] += width * height;
    for (let y = 0; y < height; y++) {
      const line = top + y;
      const isInside = left >= 0 && left + width <= row && line >= 0 && line < rows;
      tell(t, image.memory, isInside ? line * row + left : -1, width, -1, start + y * pitch);
      for (let x = 0; x < width; x++) {
        const register = start + y * pitch + x;
        const column = left + x;
        if (isLoad) {
          // Outside, the pixel at the edge is repeated.
          const inRow = column < 0 ? column & (pixel - 1) : column >= row ? row - pixel + (column & (pixel - 1)) : column;
          bytes[register] = image.memory.bytes[Math.min(Math.max(line, 0), rows - 1) * row + inRow] ?? 0;
        } else if (column >= 0 && column < row && line >= 0 && line < rows) image.memory.bytes[line * row + column] = bytes[register] ?? 0;
      }
    }
  };
}
