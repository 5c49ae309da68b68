/** Archives larger than memory: extracted from and replaced in by ranges. Counted is what is read at once. */
import { expect, test } from 'vitest';
import { partsOf } from '../cli/write/index.ts';
import { inspect, replaceItem, type Source, writeAr } from '../src/internal.ts';
import { fixture } from './support/corpus.ts';

const CLOCK = new Uint8Array(fixture('zebin/igc2/bmg/clock.zebin').bytes());
const OTHER = new Uint8Array(fixture('zebin/igc2/bmg/loops-cost.zebin').bytes());
const HOLE = 3 * 2 ** 30;

/** An archive of two zebins with 3 GiB of zeros between them, none of which is in memory. */
function large(): Source & { most: number } {
  const before = writeAr([{ name: 'one', data: CLOCK }]);
  const after = writeAr([{ name: 'two', data: CLOCK }]).subarray(8);
  const head = writeAr([{ name: 'hole', data: new Uint8Array(0) }]).subarray(8);
  head.set(new TextEncoder().encode(String(HOLE).padEnd(10)), 48);
  const pieces = [
    { at: 0, data: before },
    { at: before.length, data: head },
    { at: before.length + head.length + HOLE, data: after },
  ];
  const source = {
    size: before.length + head.length + HOLE + after.length,
    most: 0,
    read(start: number, length: number) {
      source.most = Math.max(source.most, length);
      const data = new Uint8Array(length);
      for (const piece of pieces) {
        const from = Math.max(start, piece.at);
        const to = Math.min(start + length, piece.at + piece.data.length);
        if (from < to) data.set(piece.data.subarray(from - piece.at, to - piece.at), from - start);
      }
      return data;
    },
  };
  return source;
}

test('the content of a member is other, and nothing of the rest is read before it is written', () => {
  const source = large();
  const replaced = replaceItem(inspect(source).value, '!two', OTHER);
  expect(replaced.length).toBe(source.size - CLOCK.length + OTHER.length + (OTHER.length % 2) - (CLOCK.length % 2));
  expect(source.most).toBeLessThanOrEqual(1 << 16);
  const again = inspect({ size: replaced.length, read: (start, length) => replaced.sub(start, start + length).data }).value;
  expect(again.children.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['one', CLOCK.length],
    ['hole', HOLE],
    ['two', OTHER.length],
  ]);
  expect(again.children[2]?.bytes.data).toEqual(OTHER);
});

test('it is written in parts of bounded size', () => {
  const source = large();
  const replaced = replaceItem(inspect(source).value, '!one', OTHER);
  let parts = 0;
  for (const part of partsOf(replaced)) {
    expect(part.length).toBeLessThanOrEqual(8 << 20);
    if (++parts === 3) break;
  }
  expect(source.most).toBeLessThanOrEqual(8 << 20);
});
