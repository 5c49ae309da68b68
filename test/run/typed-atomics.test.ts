/**
 * Atomic operations on pixels, as the assembler encodes them on devices with a legacy data port and with LSC, against a plain list of
 * numbers that each lane changes in turn.
 */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateSend } from '../../src/run/message/index.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { OPERATIONS } from './atomic-operations.ts';
import { Random, randomBits } from './random-instruction.ts';

const SIZE = 4;
const INDEX = 3;

interface Form {
  readonly platform: Platform;
  readonly lanes: number;
  /** The instruction: coordinates begin at r10 or after a header there, and operands at r16. */
  readonly text: (operation: readonly [legacy: number, lsc: number], operands: number) => string;
  readonly header: boolean;
}

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;
/** Response, message and header, typed atomic operation of eight lanes that returns the old value, and the index of the surface. */
const legacyDescriptor = (operation: number): number =>
  (1 << 20) | (3 << 25) | (1 << 19) | (6 << 14) | (1 << 13) | (operation << 8) | INDEX;
/** Response, message, the binding table, and integers of 32 bits at addresses of 32. */
const lscDescriptor = (operation: number): number => (1 << 20) | (2 << 25) | (3 << 29) | (2 << 9) | (2 << 7) | operation;

const FORMS: readonly Form[] = [
  {
    platform: '9',
    lanes: 8,
    header: true,
    text: ([legacy], operands) =>
      `sends (8|M0) r20:d r10 ${operands > 0 ? 'r16' : 'null'} ${hex((operands << 6) | 0xc)} ${hex(legacyDescriptor(legacy))}`,
  },
  {
    platform: '12p1',
    lanes: 8,
    header: true,
    text: ([legacy], operands) =>
      `send.dc1 (8|M0) r20 r10 ${operands > 0 ? 'r16' : 'null'} ${hex(operands << 6)} ${hex(legacyDescriptor(legacy))}`,
  },
  ...(
    [
      ['12p71', 8],
      ['2', 16],
      ['3', 16],
    ] as const
  ).map(
    ([platform, lanes]): Form => ({
      platform,
      lanes,
      header: false,
      text: ([, lsc], operands) =>
        `send.tgm (${lanes}|M0) r20 r10 ${operands > 0 ? `r16:${operands}` : 'null:0'} ${hex(INDEX << 24)} ${hex(lscDescriptor(lsc))}`,
    }),
  ),
];

const rows = FORMS.flatMap((form) => OPERATIONS.map((operation) => [operation[0], form.platform, form, operation] as const));

test.each(rows)(
  '%s on %s changes pixels one lane after another',
  (_, platform, { lanes, text, header }, [name, legacy, lsc, operands, f]) => {
    const random = new Random(name.length + lanes);
    const around = surroundingsOf(platform);
    const { layout, memory, surfaces } = around;
    const image = memory.allocate('image', SIZE * SIZE * 4);
    const shape = { dim: '2d', channel: 'UNSIGNED_INT32', order: 'R', width: SIZE, height: SIZE, depth: 1, layers: 1 } as const;
    surfaces.table[INDEX] = { kind: 'image', memory: image, ...shape };
    const [instruction] = instructionsOf(text([legacy, lsc], operands), platform);
    if (instruction === undefined) throw new Error('no instruction');
    const step = translateSend(around, instruction);
    const word = (register: number): number => (register * registerBytes(PLATFORMS.indexOf(platform))) >> 2;
    const [to, from] = [word(20), word(header ? 11 : 10)];
    const registers = word(1);

    for (let round = 0; round < 10; round++) {
      const t = new Thread(layout, around);
      t.mask = round === 0 ? -1 : random.below(2 ** lanes);
      const pixels = Array.from({ length: SIZE * SIZE }, () => randomBits(random, 4));
      const before = Array.from({ length: lanes }, (_, lane) => BigInt(0xa5a50000 + lane));
      const places = before.map(() => [random.below(SIZE + 2) - 1, random.below(SIZE + 2) - 1] as const);
      const values = before.map((_, lane): readonly [bigint, bigint] => {
        // Now and then what is compared is what is there.
        const [x, y] = places[lane] as readonly [number, number];
        return [random.below(2) === 0 ? (pixels[y * SIZE + x] ?? 7n) : randomBits(random, 4), randomBits(random, 4)];
      });
      image.i32.set(pixels.map((pixel) => Number(BigInt.asIntN(32, pixel))));
      for (let lane = 0; lane < lanes; lane++) {
        t.u32[to + lane] = Number(before[lane]);
        for (const axis of [0, 1] as const) {
          t.i32[from + axis * registers + lane] = places[lane]?.[axis] ?? 0;
          t.u32[word(16) + axis * registers + lane] = Number(values[lane]?.[axis]);
        }
      }
      const expected = [...before];
      for (let lane = 0; lane < lanes; lane++) {
        if (((t.mask >>> lane) & 1) === 0) continue;
        const [x, y] = places[lane] as readonly [number, number];
        const isInside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
        const old = pixels[y * SIZE + x] ?? 0n;
        expected[lane] = isInside ? old : 0n;
        if (isInside) pixels[y * SIZE + x] = f(32, old, ...(values[lane] as readonly [bigint, bigint]));
      }
      step(t);
      expect([...image.i32.subarray(0, SIZE * SIZE)].map((pixel) => BigInt(pixel >>> 0))).toEqual(pixels);
      expect(Array.from({ length: lanes }, (_, lane) => BigInt(t.u32[to + lane] as number))).toEqual(expected);
    }
  },
);
