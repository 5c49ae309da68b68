import { expect, test } from 'vitest';
import { ByNumber, Bytes, firstIndex, nulAt } from '../../../src/core/bytes/index.ts';

test('the first index for which a condition holds', () => {
  const list = [1, 3, 3, 7];
  const from = (least: number) => firstIndex(list.length, (i) => (list[i] as number) >= least);
  expect([0, 1, 2, 3, 4, 7, 8].map(from)).toEqual([0, 0, 1, 1, 3, 3, 4]);
  expect(firstIndex(0, () => true)).toBe(0);
});

test('a search of a million asks twenty times', () => {
  let asked = 0;
  firstIndex(1_000_000, (i) => {
    asked++;
    return i >= 777_777;
  });
  expect(asked).toBeLessThanOrEqual(20);
});

test('entries by number: in any order, and the last of several', () => {
  const entries = [9, 2 ** 52 + 2, 4, 9, 0].map((number, index) => ({ number, index }));
  const found = new ByNumber(entries, ({ number }) => number);
  expect([0, 4, 9, 2 ** 52 + 2].map((number) => found.get(number)?.index)).toEqual([4, 2, 3, 1]);
  expect([1, 5, 10, 2 ** 52, -1].map((number) => found.get(number))).toEqual(Array(5).fill(undefined));
  expect(new ByNumber([], Number).get(0)).toBeUndefined();
});

test('where a NUL is, and where the search for it ends', () => {
  const bytes = Bytes.from(new Uint8Array(2_000).fill(1));
  bytes.data[1_500] = 0;
  expect([0, 1_499, 1_500].map((from) => nulAt(bytes, from, 2_000))).toEqual([1_500, 1_500, 1_500]);
  expect(nulAt(bytes, 1_501, 100)).toBe(1_601);
  expect(nulAt(bytes, 1_501, 2_000)).toBe(2_000);
  expect(nulAt(bytes, 100, 256)).toBe(356);
});
