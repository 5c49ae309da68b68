/** The formats of images, by OpenCL's names, and what their bytes are. */
import type { ImageShape } from '../model.ts';
import type { ElementType } from './elements.ts';

/** What kinds of images have, besides one pixel. */
export const DIMENSIONS = {
  '1d': ['width'],
  '1d_buffer': ['width'],
  '1d_array': ['width', 'layers'],
  '2d': ['width', 'height'],
  '2d_array': ['width', 'height', 'layers'],
  '3d': ['width', 'height', 'depth'],
} as const satisfies Readonly<Record<ImageShape['dim'], readonly string[]>>;

/** The type of the elements of an image, and whether each holds a whole pixel. */
export const CHANNELS: Readonly<Record<string, { readonly type: ElementType; readonly whole?: true }>> = {
  SNORM_INT8: { type: 'char' },
  SNORM_INT16: { type: 'short' },
  UNORM_INT8: { type: 'uchar' },
  UNORM_INT16: { type: 'ushort' },
  UNORM_SHORT_565: { type: 'ushort', whole: true },
  UNORM_SHORT_555: { type: 'ushort', whole: true },
  UNORM_INT_101010: { type: 'uint', whole: true },
  SIGNED_INT8: { type: 'char' },
  SIGNED_INT16: { type: 'short' },
  SIGNED_INT32: { type: 'int' },
  UNSIGNED_INT8: { type: 'uchar' },
  UNSIGNED_INT16: { type: 'ushort' },
  UNSIGNED_INT32: { type: 'uint' },
  HALF_FLOAT: { type: 'half' },
  FLOAT: { type: 'float' },
};

/** How many channels an order has. */
export const ORDERS: Readonly<Record<string, number>> = { R: 1, A: 1, RG: 2, RA: 2, RGB: 3, RGBA: 4, BGRA: 4, ARGB: 4 };

/** The type of the elements that the bytes of an image are. */
export const channelType = (channel: string): ElementType => CHANNELS[channel]?.type ?? 'uchar';

/** How many elements all pixels of an image are. */
export function elementsOfImage({ channel, order, width, height, depth, layers }: ImageShape): number {
  return width * height * depth * layers * (CHANNELS[channel]?.whole ? 1 : (ORDERS[order] ?? 1));
}
