/** Operations on the accumulator, on neighbours and with random bits, as the assembler encodes them, against exact numbers. */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateAlu } from '../../src/run/alu/translate.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, ranWith, surroundingsOf } from './assembled.ts';
import { decode, encode, FLOATS, product, sum } from './exact.ts';
import { Random, randomBits } from './random-instruction.ts';

const LANES = 8;
const ROUNDS = 40;
const KEEPS = '(W) mov (1|M0) cr0.0<1>:ud 0x480:ud\n';

/** A program whose sources are r5, r10 and r20 and whose result is r30; bytes of an element of each. */
interface Row {
  readonly name: string;
  readonly platform: Platform;
  readonly text: string;
  readonly sizes: readonly [c: number, a: number, b: number, result: number];
  /** The bits of lane `i`, from those of all lanes; undefined where nothing is defined. */
  readonly lane: (i: number, c: readonly bigint[], a: readonly bigint[], b: readonly bigint[]) => bigint | undefined;
}

const at = (list: readonly bigint[], i: number): bigint => list[i] as bigint;
const signed = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const real = (bits: bigint) => decode(bits, FLOATS.f as (typeof FLOATS)['f']);
const region = (platform: Platform): string => (platform === '9' || platform === '12p1' ? '<8;8,1>' : '<1;1,0>');
const distance = (a: readonly bigint[], b: readonly bigint[], i: number, bits: (value: bigint) => bigint): bigint => {
  const difference = bits(at(a, i)) - bits(at(b, i));
  return difference < 0n ? -difference : difference;
};
const pairs =
  (bits: (value: bigint) => bigint, accumulates: boolean): Row['lane'] =>
  (i, c, a, b) =>
    i % 2 === 1
      ? undefined
      : BigInt.asUintN(16, distance(a, b, i, bits) + distance(a, b, i + 1, bits) + (accumulates ? signed(16, at(c, i)) : 0n));

const ROWS: readonly Row[] = [
  ...(['9', '12p1', '12p71', '2'] as const).flatMap((platform): Row[] => [
    {
      name: 'mac of floats',
      platform,
      text: `${KEEPS}mov (8|M0) acc0.0<1>:f r5.0${region(platform)}:f\nmac (8|M0) r30.0<1>:f r10.0${region(platform)}:f r20.0${region(platform)}:f`,
      sizes: [4, 4, 4, 4],
      lane: (i, c, a, b) =>
        encode(sum(real(at(c, i)), product(real(at(a, i)), real(at(b, i))), 'nearest'), FLOATS.f as (typeof FLOATS)['f'], 'nearest'),
    },
    {
      name: 'mac of words',
      platform,
      text: `mov (8|M0) acc0.0<1>:d r5.0${region(platform)}:d\nmac (8|M0) r30.0<1>:d r10.0${region(platform)}:w r20.0${region(platform)}:w`,
      sizes: [4, 2, 2, 4],
      lane: (i, c, a, b) => BigInt.asUintN(32, at(c, i) + signed(16, at(a, i)) * signed(16, at(b, i))),
    },
  ]),
  ...(['ub', 'b'] as const).flatMap((type): Row[] => {
    const bits = (value: bigint): bigint => (type === 'b' ? signed(8, value) : value);
    const operands = `r10.0<8;8,1>:${type} r20.0<8;8,1>:${type}`;
    return [
      { name: `sad2 of ${type}`, platform: '9', text: `sad2 (8|M0) r30.0<1>:w ${operands}`, sizes: [2, 1, 1, 2], lane: pairs(bits, false) },
      {
        name: `sada2 of ${type}`,
        platform: '9',
        text: `mov (8|M0) acc0.0<1>:w r5.0<8;8,1>:w\nsada2 (8|M0) r30.0<1>:w ${operands}`,
        sizes: [2, 1, 1, 2],
        lane: pairs(bits, true),
      },
    ];
  }),
  ...(
    [
      ['q', 8],
      ['d', 4],
      ['w', 2],
    ] as const
  ).map(
    ([type, size]): Row => ({
      name: `smov of ${type}`,
      platform: '9',
      text: `(W) mov (8|M0) a0.0<1>:uw ${30 * 32}:uw\nsmov (8|M0) r[a0.0]<1>:${type} r10.1<0;1,0>:${type} 0x5:uw`,
      sizes: [4, size, 4, size],
      lane: (i, _, a) => (i === 0 || i === 2 ? at(a, 1) : 0n),
    }),
  ),
  {
    name: 'srnd to halves',
    platform: '12p72',
    text: 'srnd (8|M0) r30.0<1>:hf r10.0<1;1,0>:f r20.0<1;1,0>:f',
    sizes: [4, 4, 4, 2],
    lane: (i, _, a, b) => {
      const bits = at(a, i);
      const value = real(bits);
      const format = FLOATS.hf as (typeof FLOATS)['f'];
      if (value.is !== 'finite') return encode(value, format, 'zero');
      const raised = real(bits + (at(b, i) & 0x1fffn));
      const isLarge = raised.is !== 'finite' || ((bits + (at(b, i) & 0x1fffn)) & 0x7fffffffn) >= 0x47800000n;
      return encode(isLarge ? { is: 'infinite', negative: value.negative } : raised, format, 'zero');
    },
  },
];

test.each(ROWS.map((row) => [row.name, row.platform, row] as const))('%s on %s gives what exact numbers give', (_, platform, row) => {
  const instructions = instructionsOf(row.text, platform);
  const grf = registerBytes(PLATFORMS.indexOf(platform));
  const random = new Random(row.text.length);
  const [cSize, aSize, bSize, size] = row.sizes;
  for (let round = 0; round < ROUNDS; round++) {
    const sources = [cSize, aSize, bSize].map((bytes) => Array.from({ length: LANES }, () => randomBits(random, bytes)));
    const [c = [], a = [], b = []] = sources;
    const registers = new Uint8Array(32 * grf);
    for (const [values, start, bytes] of [
      [c, 5, cSize],
      [a, 10, aSize],
      [b, 20, bSize],
    ] as const)
      for (const [i, value] of values.entries())
        for (let k = 0; k < bytes; k++) registers[start * grf + i * bytes + k] = Number((value >> BigInt(8 * k)) & 255n);
    const t = ranWith(registers, instructions, platform);
    const isNan = (bits: bigint): boolean => row.name.endsWith('floats') && real(bits).is === 'nan';
    for (let i = 0; i < LANES; i++) {
      const expected = row.lane(i, c, a, b);
      if (expected === undefined) continue;
      const start = 30 * grf + i * size;
      const got = [...t.bytes.subarray(start, start + size)].reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
      if (!(isNan(expected) && isNan(got))) expect(got, `lane ${i}`).toBe(expected);
    }
  }
});

test.each(['12p72', '2', '3'] as const)('tensor floats have ten bits of the fraction, and 0 after them (%s)', (platform) => {
  const random = new Random(11);
  const keeps = '(W) mov (1|M0) cr0.0<1>:ud 0x40000480:ud\n';
  const instructions = instructionsOf(`${keeps}mov (${LANES}|M0) r30.0<1>:tf32 r10.0<1;1,0>:f`, platform);
  const word = 10 * 16;
  for (let k = 0; k < ROUNDS; k++) {
    const words = new Uint32Array(40 * 16);
    for (let i = 0; i < LANES; i++) words[word + i] = Number(k % 2 === 0 ? randomBits(random, 4) : BigInt(random.below(2 ** 23)));
    const t = ranWith(new Uint8Array(words.buffer), instructions, platform);
    for (let i = 0; i < LANES; i++) {
      const value = real(BigInt(words[word + i] as number));
      const expected = encode(value, { exponent: 8, fraction: 10 }, 'nearest') << 13n;
      expect(BigInt(t.u32[30 * 16 + i] as number)).toBe(expected);
    }
  }
});

test.each(['9', '12p1', '12p72', '2'] as const)('the notification register has a bit for a barrier that was passed (%s)', (platform) => {
  const [instruction] = instructionsOf('(W) and (1|M0) r10.0<1>:ud n0.0<0;1,0>:ud 0x1:ud', platform);
  if (instruction === undefined) throw new Error('no instruction');
  const layout = new RegisterLayout(platform);
  const t = new Thread(layout, surroundingsOf(platform));
  t.mask = -1;
  const step = translateAlu({ layout }, instruction);
  const read = [0, 1, 2, 0].map((notifications) => {
    t.notifications = notifications;
    step(t);
    return t.u32[(10 * layout.grfBytes) / 4];
  });
  expect(read).toEqual([0, 1, 1, 0]);
});
