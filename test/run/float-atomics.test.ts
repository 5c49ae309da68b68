/** Atomic operations on floats, as the assembler encodes them, against exact numbers that each lane changes in turn. */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateSend } from '../../src/run/message/index.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { decode, encode, FLOATS, negated, order, type Real, sum, widthOf } from './exact.ts';
import { Random, randomBits } from './random-instruction.ts';

const PLACES = 5;
const ROUNDS = 20;

/** The bits that are stored, from those of the old value and of the operands. */
type Operation = (type: string, old: bigint, a: bigint, b: bigint) => bigint;

const formatOf = (type: string) => FLOATS[type] as (typeof FLOATS)['f'];
const realOf = (type: string, bits: bigint): Real => decode(bits, formatOf(type));

/** -1, 0 or 1, where a negative zero is below a positive one; undefined for NaN. */
function compared(type: string, a: bigint, b: bigint): number | undefined {
  const [x, y] = [realOf(type, a), realOf(type, b)];
  const found = order(x, y);
  if (found !== 0 || x.is === 'nan' || y.is === 'nan' || x.negative === y.negative) return found;
  return x.negative ? -1 : 1;
}

const added =
  (sign: (value: Real) => Real): Operation =>
  (type, old, a) =>
    encode(sum(realOf(type, old), sign(realOf(type, a)), 'nearest'), formatOf(type), 'nearest');
const extreme =
  (wanted: number): Operation =>
  (type, old, a) => {
    if (realOf(type, a).is === 'nan') return old;
    if (realOf(type, old).is === 'nan') return a;
    return compared(type, a, old) === wanted ? a : old;
  };

/** Numbers in descriptors of the legacy data port and of LSC, operands, and what the operation does. */
const OPERATIONS: readonly (readonly [name: string, legacy: number, lsc: number, operands: number, Operation])[] = [
  ['fmax', 1, 0x16, 1, extreme(1)],
  ['fmin', 2, 0x15, 1, extreme(-1)],
  ['fcas', 3, 0x17, 2, (type, old, a, b) => (order(realOf(type, old), realOf(type, a)) === 0 ? b : old)],
  ['fadd', 4, 0x13, 1, added((value) => value)],
  ['fsub', 5, 0x14, 1, added(negated)],
];

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

/** A message: addresses begin at r10, operands at r20, and the old values go to r40. A lane takes 4 bytes of a register, or 8. */
type Text = (numbers: { readonly legacy: number; readonly lsc: number }, operands: number, each: number) => string;

const legacy =
  (type: 0x1d | 0x1e): Text =>
  ({ legacy }, operands, each) =>
    `send.dc1 (8|M0) r40 r10 ${operands > 0 ? 'r20' : 'null'} ${hex((operands * each) << 6)} ${hex(
      (each << 20) | (2 << 25) | (type << 14) | (1 << 13) | (legacy << 8) | 0xff,
    )}`;
const cache =
  (lanes: number, size: number): Text =>
  ({ lsc }, operands, each) =>
    `send.ugm (${lanes}|M0) r40 r10 r20:${operands * each} 0x0 ${hex((each << 20) | (2 << 25) | (size << 9) | (3 << 7) | lsc)}`;

const FORMS: readonly (readonly [type: string, Platform, lanes: number, Text])[] = [
  ['f', '12p1', 8, legacy(0x1d)],
  ['hf', '12p1', 8, legacy(0x1e)],
  ...(
    [
      ['12p71', 8],
      ['2', 16],
      ['3', 16],
    ] as const
  ).flatMap(([platform, lanes]) =>
    (
      [
        ['hf', 5],
        ['f', 2],
        ['df', 3],
      ] as const
    ).map(([type, size]) => [type, platform, lanes, cache(lanes, size)] as const),
  ),
];

const rows = FORMS.flatMap(([type, platform, lanes, text]) =>
  OPERATIONS.map((operation) => [operation[0], type, platform, lanes, text, operation] as const),
);

test.each(rows)('%s of %s on %s stores what exact numbers give', (_, type, platform, lanes, text, [name, legacy, lsc, operands, f]) => {
  const random = new Random(name.length + lanes);
  const around = surroundingsOf(platform);
  const size = widthOf(formatOf(type)) / 8;
  const lane = Math.max(size, 4);
  const memory = around.memory.allocate('numbers', PLACES * size);
  const grf = registerBytes(PLATFORMS.indexOf(platform));
  const each = (lanes * lane) / grf;
  const [instruction] = instructionsOf(text({ legacy, lsc }, operands, each), platform);
  if (instruction === undefined) throw new Error('no instruction');
  const step = translateSend(around, instruction);
  const put = (bytes: Uint8Array, at: number, value: bigint, count: number): void => {
    for (let k = 0; k < count; k++) bytes[at + k] = Number((value >> BigInt(8 * k)) & 255n);
  };
  const get = (bytes: Uint8Array, at: number, count: number): bigint =>
    [...bytes.subarray(at, at + count)].reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  const same = (bits: bigint): bigint | string => (realOf(type, bits).is === 'nan' && name !== 'fcas' ? 'nan' : bits);
  for (let round = 0; round < ROUNDS; round++) {
    const t = new Thread(around.layout, around);
    t.mask = round === 0 ? -1 : random.below(2 ** lanes);
    const numbers = Array.from({ length: PLACES }, () => randomBits(random, size));
    for (const [i, number] of numbers.entries()) put(memory.bytes, i * size, number, size);
    const expected: bigint[] = [];
    for (let i = 0; i < lanes; i++) {
      const place = random.below(PLACES);
      const old = numbers[place] as bigint;
      const [a, b] = [random.below(2) === 0 ? old : randomBits(random, size), randomBits(random, size)];
      put(t.bytes, 10 * grf + 8 * i, BigInt(memory.start + place * size), 8);
      put(t.bytes, 20 * grf + lane * i, a | (size === 2 ? 0x5a5a0000n : 0n), lane);
      put(t.bytes, (20 + each) * grf + lane * i, b, lane);
      put(t.bytes, 40 * grf + lane * i, 77n, lane);
      const isOn = ((t.mask >>> i) & 1) === 1;
      expected.push(isOn ? old : 77n);
      if (isOn) numbers[place] = f(type, old, a, b);
    }
    step(t);
    expect(numbers.map((_, i) => same(get(memory.bytes, i * size, size)))).toEqual(numbers.map(same));
    expect(expected.map((_, i) => get(t.bytes, 40 * grf + lane * i, lane))).toEqual(expected);
  }
});
