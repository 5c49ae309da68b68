/** Dot products, lines, planes and interpolations, as the assembler encodes them, against sums of exact numbers. */
import { expect, test } from 'vitest';
import type { Platform } from '../../src/formats/eu/index.ts';
import { instructionsOf, ranWith } from './assembled.ts';
import { decode, encode, FLOATS, negated, product, type Real, sum, whole } from './exact.ts';
import { Random, randomBits } from './random-instruction.ts';

const GRF = 32;
const ROUNDS = 12;
/** cr0.0 that keeps denormal numbers of halves and singles. */
const KEEPS = '(W) mov (1|M0) cr0.0<1>:ud 0x480:ud\n';

const total = (...terms: readonly Real[]): Real => terms.reduce((all, one) => sum(all, one, 'nearest'));
/** Elements of a source from its first, as the registers hold them one after another. */
type Elements = (index: number) => Real;
/** The result of a lane, from the elements of up to three sources. */
type Lane = (lane: number, a: Elements, b: Elements, c: Elements) => Real;

const first = (lane: number): number => lane - (lane % 4);
const dot =
  (count: number): Lane =>
  (lane, a, b) =>
    total(...Array.from({ length: count }, (_, k) => product(a(first(lane) + k), b(first(lane) + k))));

/** What an operation does, its operands after the destination, and how many lanes it may have. */
const ROWS: readonly (readonly [name: string, type: 'f' | 'hf', sources: string, lanes: readonly number[], Lane])[] = [
  ['dp2', 'f', 'r10.0<8;8,1>:f r20.0<8;8,1>:f', [4, 8, 16], dot(2)],
  ['dp3', 'f', 'r10.0<8;8,1>:f r20.0<8;8,1>:f', [4, 8, 16], dot(3)],
  ['dp4', 'f', 'r10.0<8;8,1>:f r20.0<8;8,1>:f', [4, 8, 16], dot(4)],
  ['dp4', 'hf', 'r10.0<8;8,1>:hf r20.0<8;8,1>:hf', [8, 16], dot(4)],
  ['dp4', 'f', '-r10.0<8;8,1>:f r20.0<8;8,1>:f', [8], (lane, a, b, c) => dot(4)(lane, (i) => negated(a(i)), b, c)],
  ['dph', 'f', 'r10.0<8;8,1>:f r20.0<8;8,1>:f', [4, 8, 16], (lane, a, b, c) => total(dot(3)(lane, a, b, c), b(first(lane) + 3))],
  ['line', 'f', 'r10.0<0;1,0>:f r20.0<8;8,1>:f', [8, 16], (lane, a, b) => total(product(a(0), b(lane)), a(3))],
  // The pair of coordinates of eight lanes is in two registers of eight singles.
  [
    'pln',
    'f',
    'r10.0<0;1,0>:f r20.0<8;8,1>:f',
    [8, 16],
    (lane, a, b) => {
      const at = 16 * Math.floor(lane / 8) + (lane % 8);
      return total(product(a(0), b(at)), product(a(1), b(at + 8)), a(3));
    },
  ],
  [
    'lrp',
    'f',
    'r10.0<2;1>:f r20.0<2;1>:f r30.0<1>:f',
    [8, 16],
    (lane, a, b, c) => total(product(a(lane), b(lane)), product(total(whole(1n), negated(a(lane))), c(lane))),
  ],
];

function filled(random: Random, size: number): Uint8Array {
  const bytes = new Uint8Array(60 * GRF);
  for (let at = 0; at < bytes.length; at += size) {
    const bits = randomBits(random, size);
    for (let k = 0; k < size; k++) bytes[at + k] = Number((bits >> BigInt(8 * k)) & 255n);
  }
  return bytes;
}

const rows = ROWS.flatMap(([name, type, sources, lanes, lane]) =>
  (['9', '10'] as const).flatMap((platform) => lanes.map((count) => [name, type, platform, count, sources, lane] as const)),
);

test.each(rows)('%s of type %s on %s, %i lanes', (name, type, platform, lanes, sources, lane) => {
  const random = new Random(lanes + name.charCodeAt(2));
  const format = FLOATS[type] as (typeof FLOATS)['f'];
  const size = type === 'f' ? 4 : 2;
  const wrong: string[] = [];
  const instructions = instructionsOf(`${KEEPS}${name} (${lanes}|M0) r40.0<1>:${type} ${sources}`, platform);
  for (let k = 0; k < ROUNDS; k++) {
    const bytes = filled(random, size);
    const bitsAt = (from: Uint8Array, at: number): bigint =>
      [...from.subarray(at, at + size)].reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
    const elements =
      (register: number): Elements =>
      (index) =>
        decode(bitsAt(bytes, register * GRF + index * size), format);
    const t = ranWith(bytes, instructions, platform);
    for (let i = 0; i < lanes; i++) {
      const expected = lane(i, elements(10), elements(20), elements(30));
      const got = decode(bitsAt(t.bytes, 40 * GRF + i * size), format);
      const of = (value: Real): string => (value.is === 'nan' ? 'nan' : encode(value, format, 'nearest').toString(16));
      if (of(got) !== of(expected)) wrong.push(`round ${k}, lane ${i}: ${of(got)}, not ${of(expected)}`);
    }
    const other = bytes.findIndex((byte, at) => byte !== t.bytes[at] && (at < 40 * GRF || at >= 40 * GRF + lanes * size));
    if (other >= 0) wrong.push(`round ${k}: byte ${other} was written`);
  }
  expect(wrong).toEqual([]);
});

/** What signs the sums of products of bytes have, on the platforms that write them so. */
const BYTES: readonly (readonly [Platform, string, string])[] = [
  ['12p1', 'd', 'd'],
  ['12p71', 'd', 'ud'],
  ['12p72', 'ud', 'd'],
  ['2', 'ud', 'ud'],
  ['3', 'd', 'd'],
];

test.each(BYTES)('dp4a on %s adds four products of bytes of %s and %s', (platform, left, right) => {
  const random = new Random(9);
  const grf = platform === '2' || platform === '3' || platform === '12p72' ? 64 : 32;
  const wrong: string[] = [];
  const extended = (type: string, byte: number): number => (type === 'd' ? (byte << 24) >> 24 : byte);
  const sign = left === 'ud' && right === 'ud' ? 'ud' : 'd';
  const text = `dp4a (8|M0) r40.0<1>:${sign} r10.0<1;0>:${sign} r20.0<1;0>:${left} r30.0<1>:${right}`;
  const instructions = instructionsOf(text, platform);
  for (let k = 0; k < ROUNDS; k++) {
    const bytes = Uint8Array.from({ length: 60 * grf }, () => random.below(256));
    const view = new DataView(bytes.buffer);
    const t = ranWith(bytes, instructions, platform);
    for (let i = 0; i < 8; i++) {
      let expected = view.getInt32(10 * grf + 4 * i, true);
      for (let byte = 4 * i; byte < 4 * i + 4; byte++)
        expected += extended(left, bytes[20 * grf + byte] as number) * extended(right, bytes[30 * grf + byte] as number);
      const got = t.i32[(40 * grf) / 4 + i];
      if (got !== (expected | 0)) wrong.push(`round ${k}, lane ${i}: ${got}, not ${expected | 0}`);
    }
  }
  expect(wrong).toEqual([]);
});
