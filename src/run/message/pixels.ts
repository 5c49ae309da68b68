/** Pixels of images: formats, orders of channels, and which texels a sampler takes. */
import { type ChannelRow, channelOf, type OrderRow, orderOf, pixelBytes } from '../image-formats.ts';
import type { Allocation } from '../memory.ts';
import { encodeFloat, FORMATS, halfOf, nearestEven } from '../numbers.ts';
import type { ImageSurface, SamplerState } from '../surfaces.ts';

export type Pixel = [number, number, number, number];

/** An image as its pixels. */
export class Pixels {
  /** Whether channels are integers in registers. */
  readonly isInteger: boolean;
  private readonly image: ImageSurface;
  private readonly view: DataView;
  private readonly format: ChannelRow;
  private readonly order: OrderRow;
  /** The alpha of the border: 1 if the image has none. */
  private readonly borderAlpha: 0 | 1;
  /** Bytes of a pixel. */
  readonly bytes: number;
  private readonly sizes: readonly [number, number, number];

  constructor(image: ImageSurface) {
    this.image = image;
    const { bytes } = image.memory;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.format = channelOf(image);
    this.order = orderOf(image);
    this.borderAlpha = this.order.channels.some((channels) => channels.includes(3)) ? 0 : 1;
    this.bytes = pixelBytes(image);
    this.isInteger = this.format.kind === 'unsigned' || this.format.kind === 'signed';
    const { dim, width, height, depth, layers } = image;
    this.sizes =
      dim === '1d_array'
        ? [width, layers, 1]
        : dim === '2d_array'
          ? [width, height, layers]
          : dim === '3d'
            ? [width, height, depth]
            : dim === '2d'
              ? [width, height, 1]
              : [width, 1, 1];
  }

  get memory(): Allocation {
    return this.image.memory;
  }

  /** Width; height, or layers of a 1D array; depth, or layers of a 2D array. */
  size(axis: number): number {
    return this.sizes[axis as 0 | 1 | 2];
  }

  /** The first byte of a pixel; -1 outside of the image. */
  place(x: number, y: number, z: number): number {
    const [width, height, depth] = this.sizes;
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth) return -1;
    return ((z * height + y) * width + x) * this.bytes;
  }

  /** The pixel at integer coordinates. Outside it is the colour of the border: 0, with alpha 1 if the image has no alpha. */
  read(x: number, y: number, z: number): Pixel {
    const pixel: Pixel = [0, 0, 0, this.borderAlpha];
    const at = this.place(x, y, z);
    if (at < 0) return pixel;
    const { bytes, widths } = this.format;
    if (widths !== undefined) return this.readPacked(at, bytes, widths);
    const { channels, isSrgb } = this.order;
    for (const [i, read] of channels.entries()) {
      const value = this.readChannel(at + i * bytes);
      for (const channel of read) pixel[channel as 0] = isSrgb && channel < 3 ? linear(value) : value;
    }
    return pixel;
  }

  private readChannel(at: number): number {
    const { view } = this;
    const { bytes, kind } = this.format;
    if (kind === 'float') return view.getFloat32(at, true);
    const unsigned = bytes === 1 ? view.getUint8(at) : bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
    if (kind === 'half') return halfOf(unsigned);
    if (kind === 'unsigned') return unsigned;
    if (kind === 'unorm') return Math.fround(unsigned / (2 ** (8 * bytes) - 1));
    const signed = bytes === 1 ? view.getInt8(at) : bytes === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
    return kind === 'signed' ? signed : Math.max(Math.fround(signed / (2 ** (8 * bytes - 1) - 1)), -1);
  }

  private readPacked(at: number, bytes: number, widths: readonly number[]): Pixel {
    const word = bytes === 2 ? this.view.getUint16(at, true) : this.view.getUint32(at, true);
    const pixel: Pixel = [0, 0, 0, 1];
    let shift = widths.reduce((sum, one) => sum + one, 0);
    widths.forEach((width, i) => {
      shift -= width;
      pixel[i as 0] = Math.fround(((word >>> shift) & (2 ** width - 1)) / (2 ** width - 1));
    });
    return pixel;
  }

  /** Writes a pixel; outside of the image nothing. */
  write(x: number, y: number, z: number, pixel: Readonly<Pixel>): void {
    const at = this.place(x, y, z);
    if (at < 0) return;
    const { bytes, widths } = this.format;
    if (widths !== undefined) {
      let word = 0;
      widths.forEach((width, i) => {
        word = (word << width) | scaled(pixel[i as 0], 0, 2 ** width - 1);
      });
      if (bytes === 2) this.view.setUint16(at, word, true);
      else this.view.setUint32(at, word, true);
      return;
    }
    for (const [i, [channel = 0]] of this.order.channels.entries()) this.writeChannel(at + i * bytes, pixel[channel as 0]);
  }

  private writeChannel(at: number, value: number): void {
    const { view } = this;
    const { bytes, kind } = this.format;
    const bits = 8 * bytes;
    let word: number;
    switch (kind) {
      case 'float':
        view.setFloat32(at, value, true);
        return;
      case 'half':
        word = encodeFloat(value, FORMATS.hf, 0);
        break;
      case 'unorm':
        word = scaled(value, 0, 2 ** bits - 1);
        break;
      case 'snorm':
        word = scaled(value, -1, 2 ** (bits - 1) - 1);
        break;
      case 'unsigned':
        word = Math.min(value >>> 0, 2 ** bits - 1);
        break;
      default:
        word = Math.min(Math.max(value | 0, -(2 ** (bits - 1))), 2 ** (bits - 1) - 1);
    }
    if (bytes === 1) view.setUint8(at, word);
    else if (bytes === 2) view.setUint16(at, word, true);
    else view.setUint32(at, word, true);
  }

  /** The pixel at coordinates of a sampler. */
  sample(sampler: SamplerState, u: number, v: number, r: number): Pixel {
    const { dim } = this.image;
    const axes = dim === '3d' ? 3 : dim === '2d' || dim === '2d_array' ? 2 : 1;
    const at = [u, v, r];
    // The index of a layer is not filtered, and stays within the image.
    const layer = (axis: number): number => Math.min(Math.max(nearestEven(at[axis] ?? 0) || 0, 0), this.size(axis) - 1);
    const fixed = [0, dim === '1d_array' ? layer(1) : 0, dim === '2d_array' ? layer(2) : 0];
    const taps = [0, 1, 2].map((axis): readonly (readonly [number, number])[] =>
      axis < axes ? tapsOf(sampler, at[axis] ?? 0, this.size(axis)) : [[fixed[axis] ?? 0, 1]],
    );
    const [xs = [], ys = [], zs = []] = taps;
    if (xs.length === 1 && ys.length === 1 && zs.length === 1) return this.read(xs[0]?.[0] ?? 0, ys[0]?.[0] ?? 0, zs[0]?.[0] ?? 0);
    const sum: Pixel = [0, 0, 0, 0];
    for (const [z, wz] of zs)
      for (const [y, wy] of ys)
        for (const [x, wx] of xs) {
          const weight = wx * wy * wz;
          if (weight === 0) continue;
          const pixel = this.read(x, y, z);
          for (let i = 0; i < 4; i++) sum[i as 0] += weight * pixel[i as 0];
        }
    return sum;
  }
}

/** A fraction that is stored by the curve of sRGB. */
const linear = (value: number): number => Math.fround(value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** A fraction as an integer of a range, to the nearest. NaN is 0. */
const scaled = (value: number, least: number, most: number): number =>
  !Number.isNaN(value) ? nearestEven(Math.min(Math.max(value, least), 1) * most) : 0;

/** The texels of one axis, and their weights. */
function tapsOf(
  { normalized, addressing, filter }: SamplerState,
  coordinate: number,
  size: number,
): readonly (readonly [number, number])[] {
  const place = normalized ? normalizedPlace(addressing, coordinate, size) : coordinate;
  if (Number.isNaN(place)) return [[0, 1]];
  if (filter === 'nearest') return [[wrapped(addressing, Math.floor(place), size), 1]];
  const shifted = place - 0.5;
  const first = Math.floor(shifted);
  const weight = shifted - first;
  return [
    [wrapped(addressing, first, size), 1 - weight],
    [wrapped(addressing, first + 1, size), weight],
  ];
}

/** Section 8.2 of the OpenCL C specification, "Addressing and filter modes". */
function normalizedPlace(addressing: SamplerState['addressing'], coordinate: number, size: number): number {
  if (addressing === 'repeat') return (coordinate - Math.floor(coordinate)) * size;
  if (addressing === 'mirrored_repeat') return Math.abs(coordinate - 2 * nearestEven(0.5 * coordinate)) * size;
  return coordinate * size;
}

function wrapped(addressing: SamplerState['addressing'], index: number, size: number): number {
  switch (addressing) {
    case 'clamp_to_edge':
    case 'mirrored_repeat':
      return Math.min(Math.max(index, 0), size - 1);
    case 'repeat':
      return index < 0 ? index + size : index >= size ? index - size : index;
    default:
      return index;
  }
}
