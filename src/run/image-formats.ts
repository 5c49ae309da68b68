/**
 * The formats of images, by the names of OpenCL without `CL_`: what a channel holds, and which channels a pixel has.
 *
 * Source: sections 5.3.1.1 (formats) and 6.15.15 (reading images) of the OpenCL specifications; for the formats that a device reads
 * itself, opencl/source/helpers/surface_formats.cpp and opencl/source/mem_obj/image.inl of intel/compute-runtime.
 */

/** The kinds of images, and their formats, by the names of OpenCL without `CL_`. */
export interface ImageShape {
  readonly dim: '1d' | '1d_buffer' | '1d_array' | '2d' | '2d_array' | '3d';
  /** `UNORM_INT8`, `SIGNED_INT32`, `HALF_FLOAT`, … */
  readonly channel: string;
  /** `R`, `RG`, `RGBA`, `BGRA`, … */
  readonly order: string;
  /** In pixels. What the kind of image does not have is 1. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Number of images of an array. */
  readonly layers: number;
}

/** What a channel holds: a fraction of a range, an integer, or a float. */
export interface ChannelRow {
  readonly kind: 'unorm' | 'snorm' | 'unsigned' | 'signed' | 'half' | 'float';
  /** Bytes of a channel; of the whole pixel where it is one word. */
  readonly bytes: 1 | 2 | 4;
  /** Bits of each channel from the highest, where a pixel is one word. */
  readonly widths?: readonly number[];
}

/** In the order of their numbers. */
export const CHANNELS: Readonly<Record<string, ChannelRow>> = {
  SNORM_INT8: { kind: 'snorm', bytes: 1 },
  SNORM_INT16: { kind: 'snorm', bytes: 2 },
  UNORM_INT8: { kind: 'unorm', bytes: 1 },
  UNORM_INT16: { kind: 'unorm', bytes: 2 },
  UNORM_SHORT_565: { kind: 'unorm', bytes: 2, widths: [5, 6, 5] },
  UNORM_SHORT_555: { kind: 'unorm', bytes: 2, widths: [5, 5, 5] },
  UNORM_INT_101010: { kind: 'unorm', bytes: 4, widths: [10, 10, 10] },
  SIGNED_INT8: { kind: 'signed', bytes: 1 },
  SIGNED_INT16: { kind: 'signed', bytes: 2 },
  SIGNED_INT32: { kind: 'signed', bytes: 4 },
  UNSIGNED_INT8: { kind: 'unsigned', bytes: 1 },
  UNSIGNED_INT16: { kind: 'unsigned', bytes: 2 },
  UNSIGNED_INT32: { kind: 'unsigned', bytes: 4 },
  HALF_FLOAT: { kind: 'half', bytes: 2 },
  FLOAT: { kind: 'float', bytes: 4 },
};
const FIRST_CHANNEL = 0x10d0;

export interface OrderRow {
  /** CL_R, … */
  readonly number: number;
  /** For each channel that is stored: which of red, green, blue and alpha (0 to 3) are read from it. The first is written to it. */
  readonly channels: readonly (readonly number[])[];
  /** Whether red, green and blue are stored by the curve of sRGB, and read as linear. */
  readonly isSrgb: boolean;
}

const row = (number: number, channels: string, isSrgb = false): OrderRow => ({
  number,
  channels: channels.split(' ').map((letters) => [...letters].map((letter) => 'rgba'.indexOf(letter))),
  isSrgb,
});

export const ORDERS: Readonly<Record<string, OrderRow>> = {
  R: row(0x10b0, 'r'),
  A: row(0x10b1, 'a'),
  RG: row(0x10b2, 'r g'),
  RA: row(0x10b3, 'r a'),
  RGB: row(0x10b4, 'r g b'),
  RGBA: row(0x10b5, 'r g b a'),
  BGRA: row(0x10b6, 'b g r a'),
  ARGB: row(0x10b7, 'a r g b'),
  INTENSITY: row(0x10b8, 'rgba'),
  LUMINANCE: row(0x10b9, 'rgb'),
  DEPTH: row(0x10bd, 'r'),
  sRGBA: row(0x10c1, 'r g b a', true),
  sBGRA: row(0x10c2, 'b g r a', true),
};

/** What a format is that is in no row. */
const UNKNOWN = { channel: { kind: 'unorm', bytes: 1 }, order: row(0, 'r g b a') } as const;

export const channelOf = ({ channel }: Pick<ImageShape, 'channel'>): ChannelRow => CHANNELS[channel] ?? UNKNOWN.channel;
export const orderOf = ({ order }: Pick<ImageShape, 'order'>): OrderRow => ORDERS[order] ?? UNKNOWN.order;

/** The number of a channel type in OpenCL. */
export const channelNumber = ({ channel }: ImageShape): number => FIRST_CHANNEL + Object.keys(CHANNELS).indexOf(channel);

/** Elements of a pixel: its channels, or the one word that has them. */
export const pixelElements = (shape: ImageShape): number => (channelOf(shape).widths === undefined ? orderOf(shape).channels.length : 1);

export const pixelBytes = (shape: ImageShape): number => channelOf(shape).bytes * pixelElements(shape);
