/** Archives larger than memory are read and written in parts: the tests count what is read at once. */
import { expect, test } from 'vitest';
import { partsOf } from '../cli/write/index.ts';
import { dumpDocument, editItem, inspect, replaceItem, type Source, stripItem, textStream, writeAr } from '../src/internal.ts';
import { fixture } from './support/corpus.ts';
import { childrenOf } from './support/walk.ts';

const CLOCK = new Uint8Array(fixture('zebin/igc2/bmg/clock.zebin').bytes());
const OTHER = new Uint8Array(fixture('zebin/igc2/bmg/loops-cost.zebin').bytes());
const HOLE = 3 * 2 ** 30;

/** An archive of two zebins with zeros between them, none of which is in memory. */
function large(hole = HOLE): Source & { most: number; total: number } {
  const before = writeAr([{ name: 'one', data: CLOCK }]);
  const after = writeAr([{ name: 'two', data: CLOCK }]).subarray(8);
  const head = writeAr([{ name: 'hole', data: new Uint8Array(0) }]).subarray(8);
  head.set(new TextEncoder().encode(String(hole).padEnd(10)), 48);
  const pieces = [
    { at: 0, data: before },
    { at: before.length, data: head },
    { at: before.length + head.length + hole, data: after },
  ];
  const source = {
    size: before.length + head.length + hole + after.length,
    most: 0,
    total: 0,
    read(start: number, length: number) {
      source.most = Math.max(source.most, length);
      source.total += length;
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
  expect(childrenOf(again).map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['one', CLOCK.length],
    ['hole', HOLE],
    ['two', OTHER.length],
  ]);
  expect(childrenOf(again)[2]?.bytes.data).toEqual(OTHER);
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

test.each([
  ['strip', (source: Source) => stripItem(inspect(source).value).bytes],
  ['edit', (source: Source) => editItem(inspect(source).value, [{ kind: 'rename', kernel: 'clock', to: 'time' }]).bytes],
] as const)('%s reads nothing of the rest before the result is written', (_, run) => {
  const source = large();
  const made = run(source);
  expect(source.total).toBeLessThan(4 << 20);
  expect(inspect({ size: made.length, read: (start, length) => made.sub(start, start + length).data }).value.children).toHaveLength(3);
});

test.each([
  ['text', 2, (source: Source) => [...textStream(inspect(source).value).lines]],
  ['dump', 1, (source: Source) => dumpDocument(inspect(source).value).spans],
] as const)('%s reads the rest at most %i times, in parts', (_, times, run) => {
  const source = large(64 << 20);
  expect(run(source).length).toBeGreaterThan(10);
  expect(source.most).toBeLessThanOrEqual(8 << 20);
  expect(source.total).toBeLessThan(times * source.size + (8 << 20));
});
