/** The kinds of images, by OpenCL's names, and what their bytes are. */

import type { ImageShape } from '../image-formats.ts';
import { channelOf, pixelElements } from '../image-formats.ts';
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

/** The types of elements, by their bytes. */
const UNSIGNED = { 1: 'uchar', 2: 'ushort', 4: 'uint' } as const;
const SIGNED = { 1: 'char', 2: 'short', 4: 'int' } as const;

/** The type of the elements that the bytes of an image are. */
export function channelType(channel: string): ElementType {
  const { kind, bytes } = channelOf({ channel });
  if (kind === 'half' || kind === 'float') return kind;
  return (kind === 'snorm' || kind === 'signed' ? SIGNED : UNSIGNED)[bytes];
}

/** How many elements all pixels of an image are. */
export const elementsOfImage = (shape: ImageShape): number =>
  shape.width * shape.height * shape.depth * shape.layers * pixelElements(shape);
