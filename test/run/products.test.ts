/** Products of 64 bits: the sequences of instructions that compilers write for them, against BigInt. */
import { expect, test } from 'vitest';
import { type Instruction, PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { instructionsOf, ranWith } from './assembled.ts';
import { Random, randomBits } from './random-instruction.ts';

const LANES = 8;

/** Runs instructions on a thread whose r10 and r20 are given. */
function run(
  platform: Platform,
  instructions: readonly Instruction[],
  a: readonly bigint[],
  b: readonly bigint[],
): (register: number) => bigint[] {
  const word = (register: number): number => (register * registerBytes(PLATFORMS.indexOf(platform))) >> 2;
  const words = new Uint32Array(word(30));
  for (let i = 0; i < LANES; i++) {
    words[word(10) + i] = Number(a[i]);
    words[word(20) + i] = Number(b[i]);
  }
  const t = ranWith(new Uint8Array(words.buffer), instructions, platform);
  return (register) => Array.from({ length: LANES }, (_, i) => BigInt(t.u32[word(register) + i] as number));
}

const operands = (random: Random): bigint[] => Array.from({ length: LANES }, () => randomBits(random, 4));
const signed = (type: string, value: bigint): bigint => (type === 'd' ? BigInt.asIntN(32, value) : value);

const SEQUENCES: readonly (readonly [Platform, (type: string) => string])[] = [
  ...(['9', '11', '12p1', '12p71'] as const).map(
    (platform) =>
      [
        platform,
        (type: string) => `mul (8|M0) acc0.0<1>:${type} r10.0<8;8,1>:${type} r20.0<16;8,2>:uw
          mach (8|M0) r30.0<1>:${type} r10.0<8;8,1>:${type} r20.0<8;8,1>:${type} {AccWrEn}
          mov (8|M0) r40.0<1>:ud acc0.0<8;8,1>:ud`,
      ] as const,
  ),
  ...(['12p72', '2', '3'] as const).map(
    (platform) =>
      [
        platform,
        (type: string) => `mul (8|M0) acc0.0<1>:${type} r10.0<1;1,0>:${type} r20.0<2;1,0>:uw
          mach (8|M0) r30.0<1>:${type} r10.0<1;1,0>:${type} r20.0<1;1,0>:${type}
          mul (8|M0) acc0.0<1>:${type} r10.0<1;1,0>:${type} r20.0<2;1,0>:uw
          macl (8|M0) r40.0<1>:${type} r10.0<1;1,0>:${type} r20.0<1;1,0>:${type}`,
      ] as const,
  ),
];

test.each(SEQUENCES.flatMap(([platform, text]) => ['d', 'ud'].map((type) => [platform, type, text] as const)))(
  'mul and mach give both halves of a product on %s, type %s',
  (platform, type, text) => {
    const random = new Random(5);
    const instructions = instructionsOf(text(type), platform);
    for (let k = 0; k < 50; k++) {
      const [a, b] = [operands(random), operands(random)];
      const read = run(platform, instructions, a, b);
      const products = a.map((x, i) => signed(type, x) * signed(type, b[i] as bigint));
      expect(read(30)).toEqual(products.map((product) => BigInt.asUintN(32, product >> 32n)));
      expect(read(40)).toEqual(products.map((product) => BigInt.asUintN(32, product)));
    }
  },
);

test.each(['d', 'ud'])('a product in another accumulator leaves that of acc0 whole, type %s', (type) => {
  const random = new Random(8);
  const text = `mul (8|M0) acc0.0<1>:${type} r10.0<1;1,0>:${type} r20.0<2;1,0>:uw
    mul (8|M0) acc2.0<1>:${type} r20.0<1;1,0>:${type} -1:w
    mach (8|M0) r30.0<1>:${type} r10.0<1;1,0>:${type} r20.0<1;1,0>:${type}`;
  for (let k = 0; k < 50; k++) {
    const [a, b] = [operands(random), operands(random)];
    const read = run('12p72', instructionsOf(text, '12p72'), a, b);
    const products = a.map((x, i) => signed(type, x) * signed(type, b[i] as bigint));
    expect(read(30)).toEqual(products.map((product) => BigInt.asUintN(32, product >> 32n)));
  }
});

test.each(['d', 'ud'])('mullh gives both halves in two registers, type %s', (type) => {
  const random = new Random(6);
  const instructions = instructionsOf(`mullh (8|M0) r30.0<1>:${type} r10.0<1;1,0>:${type} r20.0<1;1,0>:${type}`, '3pxpc');
  for (let k = 0; k < 50; k++) {
    const [a, b] = [operands(random), operands(random)];
    const read = run('3pxpc', instructions, a, b);
    const products = a.map((x, i) => signed(type, x) * signed(type, b[i] as bigint));
    expect(read(30)).toEqual(products.map((product) => BigInt.asUintN(32, product)));
    expect(read(31)).toEqual(products.map((product) => BigInt.asUintN(32, product >> 32n)));
  }
});

test('movements through indirect registers take an address for each lane, or one for all', () => {
  const random = new Random(7);
  const numbers = operands(random);
  const text = `(W) mov (1|M0) a0.0<1>:uw 0x508:uw
    (W) mov (1|M0) a0.1<1>:uw 0x504:uw
    mov (2|M0) r30.0<1>:ud r[a0.0]<1,0>:ud
    mov (2|M0) r40.0<1>:ud r[a0.0,4]<1;1,0>:ud`;
  const read = run('2', instructionsOf(text, '2'), operands(random), numbers);
  expect(read(30).slice(0, 2)).toEqual([numbers[2], numbers[1]]);
  expect(read(40).slice(0, 2)).toEqual([numbers[3], numbers[4]]);
});
