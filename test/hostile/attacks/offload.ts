/** OffloadBinary: strings and images that many entries refer to. */
import { concat } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const u64 = (...values: number[]): Uint8Array => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
const HEADER = 32;
const ENTRY = 40;

/** A blob of version 1 with one entry, whose pairs of key and value begin at these offsets of the text after them. */
function blob(pairs: readonly (readonly [key: number, value: number])[], tail: string): Uint8Array {
  const strings = HEADER + ENTRY;
  const texts = strings + pairs.length * 16;
  const size = texts + tail.length;
  return concat([
    text('\x10\xff\x10\xad\x01\0\0\0'),
    u64(size, HEADER, ENTRY),
    new Uint8Array(Uint32Array.of(0x0008_0001, 0).buffer),
    u64(strings, pairs.length, texts, 0),
    ...pairs.map(([key, value]) => u64(texts + key, texts + value)),
    text(tail),
  ]);
}

const pairs = (count: number, each: (i: number) => readonly [number, number]) =>
  Array.from({ length: Math.ceil(count) }, (_, i) => each(i));

export const OFFLOAD = attacks('offload', {
  'keys in a tail without end': (scale) =>
    blob(
      pairs(100 * scale, (i) => [i % 10, 0]),
      'k'.repeat(2_000 * scale),
    ),
  'values in a tail without end': (scale) =>
    blob(
      pairs(100 * scale, () => [0, 2 + 0]),
      `k\0${'v'.repeat(2_000 * scale)}`,
    ),
  'one long value that all share': (scale) =>
    blob(
      pairs(100 * scale, () => [0, 2]),
      `k\0${'v'.repeat(2_000 * scale)}\0`,
    ),
  'one key again and again': (scale) =>
    blob(
      pairs(100 * scale, () => [0, 2]),
      'triple\0spir64\0',
    ),
  'a list of symbols again and again': (scale) =>
    blob(
      pairs(100 * scale, () => [0, 8]),
      `symbols\0${'k\n'.repeat(500 * scale)}\0`,
    ),
});
