/** Atomic operations at addresses of 64 bits, as the assembler encodes them, against a list of numbers that each lane changes in turn. */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateSend } from '../../src/run/message/index.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { OPERATIONS } from './atomic-operations.ts';
import { Random, randomBits } from './random-instruction.ts';

const PLACES = 5;
const ROUNDS = 10;

/** Lanes, and the instruction: addresses begin at r10, operands at r20, and the old values go to r40. */
const FORMS: readonly (readonly [
  Platform,
  lanes: number,
  text: (numbers: { readonly legacy: number; readonly lsc: number }, operands: number, bits: 32 | 64, each: number) => string,
])[] = [
  ...(['9', '12p1'] as const).map(
    (platform) =>
      [
        platform,
        8,
        ({ legacy }: { readonly legacy: number }, operands: number, bits: 32 | 64, each: number) => {
          const wide = bits === 64 ? 1 << 12 : 0;
          const descriptor = (each << 20) | (2 << 25) | (0x12 << 14) | (1 << 13) | wide | (legacy << 8) | 0xff;
          const name = platform === '9' ? 'sends (8|M0) r40:d' : 'send.dc1 (8|M0) r40';
          const unit = platform === '9' ? 0xc : 0;
          return `${name} r10 ${operands > 0 ? 'r20' : 'null'} ${hex(unit | ((operands * each) << 6))} ${hex(descriptor)}`;
        },
      ] as const,
  ),
  ...(
    [
      ['12p71', 8],
      ['2', 16],
      ['3', 16],
    ] as const
  ).map(
    ([platform, lanes]) =>
      [
        platform,
        lanes,
        ({ lsc }: { readonly lsc: number }, operands: number, bits: 32 | 64, each: number) =>
          `send.ugm (${lanes}|M0) r40 r10 ${operands > 0 ? `r20:${operands * each}` : 'null:0'} 0x0 ${hex(
            (each << 20) | (2 << 25) | ((bits === 64 ? 3 : 2) << 9) | (3 << 7) | lsc,
          )}`,
      ] as const,
  ),
];

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

const rows = FORMS.flatMap(([platform, lanes, text]) =>
  ([32, 64] as const).flatMap((bits) => OPERATIONS.map((operation) => [operation[0], bits, platform, lanes, text, operation] as const)),
);

test.each(rows)('%s of %i bits on %s', (_, bits, platform, lanes, text, [name, legacy, lsc, operands, f]) => {
  const random = new Random(name.length + bits);
  const around = surroundingsOf(platform);
  const size = bits / 8;
  const memory = around.memory.allocate('numbers', PLACES * size);
  const grf = registerBytes(PLATFORMS.indexOf(platform));
  const each = (lanes * size) / grf;
  const [instruction] = instructionsOf(text({ legacy, lsc }, operands, bits, each), platform);
  if (instruction === undefined) throw new Error('no instruction');
  const step = translateSend(around, instruction);
  const put = (view: DataView, at: number, value: bigint, count: number): void => {
    for (let k = 0; k < count; k++) view.setUint8(at + k, Number((value >> BigInt(8 * k)) & 255n));
  };
  const get = (bytes: Uint8Array, at: number): bigint =>
    [...bytes.subarray(at, at + size)].reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  for (let round = 0; round < ROUNDS; round++) {
    const t = new Thread(around.layout, around);
    const view = new DataView(t.bytes.buffer, t.bytes.byteOffset, t.bytes.length);
    t.mask = round === 0 ? -1 : random.below(2 ** lanes);
    const numbers = Array.from({ length: PLACES }, () => randomBits(random, size));
    for (const [i, number] of numbers.entries()) put(new DataView(memory.bytes.buffer), i * size, number, size);
    const expected: bigint[] = [];
    for (let lane = 0; lane < lanes; lane++) {
      const place = random.below(PLACES);
      const old = numbers[place] as bigint;
      const [a, b] = [random.below(2) === 0 ? old : randomBits(random, size), randomBits(random, size)];
      put(view, 10 * grf + 8 * lane, BigInt(memory.start + place * size), 8);
      put(view, 20 * grf + lane * size, a, size);
      put(view, (20 + each) * grf + lane * size, b, size);
      put(view, 40 * grf + lane * size, BigInt(lane), size);
      const isOn = ((t.mask >>> lane) & 1) === 1;
      expected.push(isOn ? old : BigInt(lane));
      if (isOn) numbers[place] = f(bits, old, a, b);
    }
    step(t);
    expect(numbers.map((_, i) => get(memory.bytes, i * size))).toEqual(numbers);
    expect(expected.map((_, lane) => get(t.bytes, 40 * grf + lane * size))).toEqual(expected);
  }
});
