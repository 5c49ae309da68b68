/** OffloadBinary: strings and images that many entries refer to. */
import { buildAr, buildMember, buildZebin, concat } from '../../support/build-elf.ts';
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

const IMAGE = buildZebin({
  zeInfo: 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n',
  kernels: ['k'],
  notes: [{ type: 6, desc: 0x0500_4000 }],
}).bytes;

/** A blob of version 1 with an image. */
function withImage(image: Uint8Array): Uint8Array {
  const at = HEADER + ENTRY;
  const size = Math.ceil((at + image.length) / 8) * 8;
  const whole = new Uint8Array(size);
  const entry = new Uint8Array(Uint32Array.of(0x0008_0001, 0).buffer);
  whole.set(concat([text('\x10\xff\x10\xad\x01\0\0\0'), u64(size, HEADER, ENTRY), entry, u64(at, 0, at, image.length), image]));
  return whole;
}

/** Blobs in archives in blobs, down to an image. */
function nested(levels: number, inside: Uint8Array): Uint8Array {
  return levels === 0 ? inside : nested(levels - 1, levels % 2 === 0 ? withImage(inside) : buildAr([buildMember('a/', inside)]));
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
  'blobs with an image': (scale) => concat(Array.from({ length: Math.ceil(2 * scale) }, () => withImage(IMAGE))),
  'blobs and archives in one another': (scale) =>
    buildAr(Array.from({ length: Math.ceil(scale) }, (_, i) => buildMember(`${i}/`, nested(12, IMAGE)))),
});
