/** Halves as numbers and back: all of them, and the numbers between them. */
import { expect, test } from 'vitest';
import { decodeFloat, encodeFloat, FORMATS, NEAREST } from '../../src/run/numbers.ts';

const halfBits = (value: number): number => encodeFloat(value, FORMATS.hf, NEAREST);
const halfValue = (bits: number): number => decodeFloat(bits, FORMATS.hf);

test('each half is itself', () => {
  const wrong: number[] = [];
  for (let bits = 0; bits < 0x1_0000; bits++) if (!Number.isNaN(halfValue(bits)) && halfBits(halfValue(bits)) !== bits) wrong.push(bits);
  expect(wrong).toEqual([]);
  expect([halfValue(0x3c00), halfValue(0x0001), halfValue(0x7bff), halfValue(0xfc00)]).toEqual([
    1,
    2 ** -24,
    65_504,
    Number.NEGATIVE_INFINITY,
  ]);
});

test('what is between two halves goes to the nearest, a tie to the even one', () => {
  const wrong: number[] = [];
  for (let bits = 0; bits < 0x7bff; bits++) {
    const [low, high] = [halfValue(bits), halfValue(bits + 1)];
    const tie = (low + high) / 2;
    const near = (high - low) / 1024;
    const even = bits % 2 === 0 ? bits : bits + 1;
    if (halfBits(tie) !== even || halfBits(-tie) !== (even | 0x8000) || halfBits(tie - near) !== bits || halfBits(tie + near) !== bits + 1)
      wrong.push(bits);
  }
  expect(wrong).toEqual([]);
});

test('what is too large is infinite, and NaN is the quiet, positive one', () => {
  expect([65_519.99, 65_520, -65_520, Number.NaN, -0].map(halfBits)).toEqual([0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x8000]);
});
