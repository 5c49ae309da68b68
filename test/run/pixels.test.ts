/** Pixels of images by their formats: which channel of a pixel is which stored one, and what numbers they are. */
import { expect, test } from 'vitest';
import { channelNumber, ORDERS, orderOf, pixelBytes } from '../../src/run/image-formats.ts';
import { Memory } from '../../src/run/memory.ts';
import { Pixels } from '../../src/run/message/pixels.ts';

/** A pixel as it is read: each letter is that of a stored channel, `0` and `1` are numbers. */
const READ = {
  ...{ R: 'a001', A: '000a', RG: 'ab01', RA: 'a00b', RGB: 'abc1', RGBA: 'abcd', BGRA: 'cbad', ARGB: 'bcda' },
  ...{ INTENSITY: 'aaaa', LUMINANCE: 'aaa1', DEPTH: 'a001' },
} as const;
const shape = { dim: '2d', width: 2, height: 1, depth: 1, layers: 1 } as const;

function image(channel: string, order: string, bytes: readonly number[]): Pixels {
  const memory = new Memory(1 << 20, true).allocate('argument 0', 2 * pixelBytes({ ...shape, channel, order }));
  memory.bytes.set(bytes);
  return new Pixels({ kind: 'image', memory, ...shape, channel, order });
}

test.each(Object.entries(READ))('%s reads %s, and outside alpha 1 if it has none', (order, letters) => {
  const stored = [10, 20, 30, 40];
  const count = new Set(letters.replace(/[01]/g, '')).size;
  const pixels = image('SIGNED_INT8', order, [...stored.slice(0, count), ...stored.slice(0, count).map((one) => -one)]);
  const read = (sign: 1 | -1) =>
    [...letters].map((one) => ('01'.includes(one) ? Number(one) : sign * (stored['abcd'.indexOf(one)] as number)));
  expect(pixels.bytes).toBe(count);
  expect(pixels.read(0, 0, 0)).toEqual(read(1));
  expect(pixels.read(1, 0, 0)).toEqual(read(-1));
  expect(pixels.read(2, 0, 0)).toEqual([0, 0, 0, letters.endsWith('1') ? 1 : 0]);
});

test.each(Object.entries(READ))('%s stores the first channel that is read from each stored one', (order, letters) => {
  const pixels = image('UNSIGNED_INT16', order, []);
  pixels.write(1, 0, 0, [1000, 2000, 3000, 4000]);
  const [a, b] = [pixels.read(0, 0, 0), pixels.read(1, 0, 0)];
  const numbers = [...letters].map((one) => (letters.indexOf(one) + 1) * 1000);
  expect(a).toEqual([...letters].map((one) => (one === '1' ? 1 : 0)));
  expect(b).toEqual([...letters].map((one, i) => ('01'.includes(one) ? Number(one) : numbers[i])));
});

test('colours of sRGB are read as linear, alpha as it is', () => {
  const bytes = [0, 10, 11, 128, 255, 188, 64, 255];
  const pixels = image('UNORM_INT8', 'sRGBA', bytes);
  // Of the curve: a line up to 0.04045, then a power.
  const [line, power, low, half] = [10 / 255 / 12.92, ((11 / 255 + 0.055) / 1.055) ** 2.4, 0.051269458, 0.502886];
  const expected = [0, line, power, 128 / 255, 1, half, low, 1];
  [...pixels.read(0, 0, 0), ...pixels.read(1, 0, 0)].forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i] as number, 6);
  });
  const other = image('UNORM_INT8', 'sBGRA', bytes);
  const [r, g, b, a] = pixels.read(1, 0, 0);
  expect(other.read(1, 0, 0)).toEqual([b, g, r, a]);
});

test('kernels get the numbers of OpenCL', () => {
  const number = (order: string): number => orderOf({ order }).number;
  expect(Object.keys(ORDERS).map(number)).toEqual([
    ...[0x10b0, 0x10b1, 0x10b2, 0x10b3, 0x10b4, 0x10b5, 0x10b6, 0x10b7, 0x10b8, 0x10b9],
    ...[0x10bd, 0x10c1, 0x10c2],
  ]);
  const channels = ['SNORM_INT8', 'UNORM_INT16', 'SIGNED_INT32', 'UNSIGNED_INT32', 'HALF_FLOAT', 'FLOAT'];
  expect(channels.map((channel) => channelNumber({ ...shape, channel, order: 'R' }))).toEqual([
    ...[0x10d0, 0x10d3, 0x10d9, 0x10dc, 0x10dd, 0x10de],
  ]);
});
