/**
 * Random loads and stores, as the assembler encodes them, against a plain second reading. `ZEBIN_SEMANTICS=N` runs N cases of each row
 * instead of a few (`npm run fuzz:run`).
 */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateSend } from '../../src/run/message/index.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { Random } from './random-instruction.ts';
import { blockBytes, type Moves, moved, movesOfLanes, movesOfRectangle, type Rectangle } from './second-messages.ts';

const CASES = Number(process.env.ZEBIN_SEMANTICS ?? 20);
const MEMORY = 8192;
/** Registers of addresses, of data that is stored, and of what is loaded. */
const [ADDRESSES, DATA, LOADED] = [10, 30, 60];
/** Bytes of registers that a message reaches. */
const REACHED = 100 * 64;

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;
const bytesOf = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.below(256));

/** A message, what its payload holds, and what it moves. The memory begins at `start`. */
interface Message {
  readonly text: string;
  readonly isLoad: boolean;
  readonly mask: number;
  /** Bytes of the registers of addresses. */
  readonly payload: readonly number[];
  /** The registers of a payload that is gathered, which s0 has. */
  readonly gathered?: readonly number[];
  readonly moves: Moves;
}

const littleEndian = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => Math.floor(value / 2 ** (8 * k)) % 256);
const word = (value: number): number[] => littleEndian(value >>> 0, 4);

function check(platform: Platform, make: (random: Random, start: number, grf: number) => Message, seed: number): string[] {
  const random = new Random(seed);
  const wrong: string[] = [];
  const around = surroundingsOf(platform);
  const memory = around.memory.allocate('numbers', MEMORY);
  const grf = registerBytes(PLATFORMS.indexOf(platform));
  for (let k = 0; k < CASES && wrong.length < 3; k++) {
    const { text, isLoad, mask, payload, moves, gathered = [] } = make(random, memory.start, grf);
    const [instruction] = instructionsOf(text, platform);
    if (instruction === undefined) throw new Error('no instruction');
    const registers = bytesOf(random, REACHED);
    payload.forEach((byte, i) => {
      registers[ADDRESSES * grf + i] = byte;
    });
    const bytes = bytesOf(random, MEMORY);
    const t = new Thread(around.layout, around);
    t.mask = mask;
    t.bytes.set(registers);
    t.bytes.set(gathered, around.layout.of('s'));
    memory.bytes.set(bytes);
    translateSend(around, instruction)(t);
    const expected = moved(moves, isLoad, registers, bytes);
    const byte = expected.registers.findIndex((one, i) => one !== t.bytes[i]);
    const place = expected.memory.findIndex((one, i) => one !== memory.bytes[i]);
    if (byte >= 0) wrong.push(`${text}: r${Math.floor(byte / grf)}, byte ${byte % grf}: ${t.bytes[byte]}, not ${expected.registers[byte]}`);
    if (place >= 0) wrong.push(`${text}: byte ${place} of memory: ${memory.bytes[place]}, not ${expected.memory[place]}`);
  }
  return wrong;
}

/** Bits of a descriptor for the lengths of the response and of the addresses. */
const lengths = (response: number, message: number): number => (response << 20) | (message << 25);

/** Sizes of elements of the load/store cache, by their numbers: in memory, in a register, and the place there. Wide descriptors lack the last. */
const SIZES = [
  [4, 4, 0],
  [8, 8, 0],
  [1, 4, 0],
  [2, 4, 0],
  [2, 4, 2],
] as const;
const FIRST_SIZE = 2;

/** How a message of the load/store cache is written. A gathered payload is in registers that s0 has, fifteen at most. */
type Form = 'narrow' | 'wide' | 'gathered';
const MOST_GATHERED = 15;
const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

/** The parts of a message: what a load gives or a store takes, and the length of the addresses, in registers. */
function written(form: Form, lanes: string, isLoad: boolean, length: number, data: number, bits: number, wide: bigint) {
  const stored = isLoad ? 0 : data;
  const isGathered = form === 'gathered' && length + stored <= MOST_GATHERED;
  const desc = hex(((isLoad ? data : 0) << 20) | ((length + (isGathered ? stored : 0)) << 25) | bits);
  const dst = isLoad ? `r${LOADED}` : 'null';
  const source = isLoad ? 'null:0' : `r${DATA}:${data}`;
  const text =
    form === 'wide'
      ? `sendg.ugm ${lanes} ${dst} r${ADDRESSES}:${length} ${source} 0x${wide.toString(16)}`
      : `send.ugm ${lanes} ${dst} ${isGathered ? 'r[s0.0]' : `r${ADDRESSES} ${source}`} 0x0 ${desc}`;
  return { text, isLoad, gathered: isGathered ? [...range(ADDRESSES, length), ...range(DATA, stored)] : [] };
}
const VECTORS = [1, 2, 3, 4] as const;

/** Loads and stores of vectors, or of the channels of a mask. */
const cached =
  (most: number, isQuad: boolean, form: Form) =>
  (random: Random, start: number, grf: number): Message => {
    const isLoad = random.below(2) === 0;
    const lanes = random.of([1, 2, 4, 8, 16, 32].filter((one) => one <= most));
    const size = isQuad ? 0 : random.below(form === 'wide' ? SIZES.length - 1 : SIZES.length);
    const [memory, register, shift] = SIZES[size] as (typeof SIZES)[number];
    const count = random.below(memory < 4 ? 1 : VECTORS.length);
    const channels = 1 + random.below(15);
    const elements = isQuad
      ? [0, 1, 2, 3].filter((i) => (channels >> i) & 1)
      : Array.from({ length: VECTORS[count] as number }, (_, i) => i);
    const each = Math.ceil((lanes * register) / grf);
    const mask = random.of([0xffffffff, random.below(2 ** 32), 0xffff, 1]);
    const addresses = Array.from({ length: lanes }, () => memory * random.below(Math.floor(MEMORY / memory) - 4));
    const data = elements.length * each;
    // Addresses are those of a register of 32-bit lanes at least.
    const length = Math.ceil((Math.max(lanes, grf / 4) * 8) / grf);
    const opcode = (isQuad ? 2 : 0) + (isLoad ? 0 : 4);
    const shape = isQuad ? channels : count;
    const bits = (shape << 12) | ((FIRST_SIZE + size) << 9) | (3 << 7) | opcode;
    const wide = BigInt((2 << 14) | ((FIRST_SIZE + size) << 11) | (shape << 7) | opcode);
    return {
      ...written(form, `(${lanes}|M0)`, isLoad, length, data, bits, wide),
      mask,
      payload: addresses.flatMap((one) => littleEndian(start + one, 8)),
      moves: movesOfLanes({ lanes, mask, addresses, memory, register, shift, elements, at: (isLoad ? LOADED : DATA) * grf, grf }),
    };
  };

/** Loads and stores of the legacy data port: of channels, and of bytes to qwords. */
const legacy =
  (platform: '9' | '12p1', isScattered: boolean) =>
  (random: Random, start: number, grf: number): Message => {
    const isLoad = random.below(2) === 0;
    const lanes = 8;
    const channels = random.below(15);
    const kind = random.below(3);
    const count = kind === 0 ? random.below(3) : random.below(2);
    const memory = !isScattered ? 4 : ([1, 4, 8][kind] as number);
    const bytes = 2 ** count;
    const elements = !isScattered
      ? [0, 1, 2, 3].filter((i) => ((~channels >> i) & 1) === 1)
      : Array.from({ length: kind === 0 ? 1 : bytes }, (_, i) => i);
    const size = isScattered && kind === 0 ? bytes : memory;
    const register = Math.max(size, 4);
    const data = elements.length * Math.ceil((lanes * register) / grf);
    const type = isScattered ? (isLoad ? 0x10 : 0x1a) : isLoad ? 0x11 : 0x19;
    const fields = isScattered ? (count << 10) | (kind << 8) : (2 << 12) | (channels << 8);
    const desc = lengths(isLoad ? data : 0, 2) | (type << 14) | fields | 0xff;
    const mask = random.of([0xff, random.below(256)]);
    const addresses = Array.from({ length: lanes }, () => size * random.below(Math.floor(MEMORY / size) - 8));
    const [dst, src] = isLoad ? [`r${LOADED}`, 'null'] : ['null', `r${DATA}`];
    const [name, dstType, unit] = platform === '9' ? ['sends', ':d', 0xc] : ['send.dc1', '', 0];
    const text = `${name} (8|M0) ${dst}${dstType} r${ADDRESSES} ${src} ${hex(unit | (isLoad ? 0 : data << 6))} ${hex(desc)}`;
    return {
      ...{ text, isLoad, mask },
      payload: addresses.flatMap((one) => littleEndian(start + one, 8)),
      moves: movesOfLanes({
        ...{ lanes, mask, addresses, register, elements, grf },
        ...{ memory: size, shift: 0, at: (isLoad ? LOADED : DATA) * grf },
      }),
    };
  };

const power = (random: Random, least: number, most: number): number => least * 2 ** random.below(Math.log2(most / least) + 1);

/** Rectangles, inside of a surface and across its edges. Wide descriptors have a distance that is added to the place. */
const rectangles =
  (form: Form) =>
  (random: Random, start: number, grf: number): Message => {
    const layout = random.of(['rows', 'rows', 'columns', 'packed'] as const);
    const isLoad = layout !== 'rows' || random.below(2) === 0;
    const size = layout === 'columns' ? random.of([4, 8]) : layout === 'packed' ? random.of([1, 2]) : random.of([1, 2, 4, 8]);
    const columns = layout === 'columns' ? power(random, 1, 32 / size) : power(random, Math.max(4 / size, 1), 64 / size);
    const rows =
      layout === 'columns'
        ? size === 8
          ? 8
          : 1 + random.below(32)
        : layout === 'packed'
          ? (4 / size) * (1 + random.below(8))
          : 1 + random.below(isLoad ? 32 : 8);
    const most = isLoad && layout !== 'columns' ? random.of([1, 2, 4]) : 1;
    const surface = { width: 64 + size * random.below(8), height: 1 + random.below(40), pitch: 128 + 16 * random.below(4) };
    const place = { x: random.below(70 / size) - 4, y: random.below(30) - 4 };
    const made = (blocks: number): Rectangle => ({
      ...{ size, columns, rows, blocks, layout, surface, ...place, grf },
      at: (isLoad ? LOADED : DATA) * grf,
    });
    const isFit = (blocks: number): boolean => blocks * columns * size <= 64 && (blocks * blockBytes(made(blocks))) / grf <= 31;
    const one = made([most, 2, 1].find((blocks) => blocks <= most && isFit(blocks)) ?? 1);
    const data = isFit(one.blocks) ? (one.blocks * blockBytes(one)) / grf : 0;
    const bits = (layout === 'columns' ? 1 << 15 : 0) | (layout === 'packed' ? 1 << 7 : 0) | (Math.log2(size) << 9);
    const opcode = isLoad ? 3 : 7;
    const [right, down] = form === 'wide' ? [random.below(16) - 8, random.below(16) - 8] : [0, 0];
    const distance = (BigInt.asUintN(12, BigInt(right)) << 22n) | (BigInt.asUintN(12, BigInt(down)) << 34n);
    const wide =
      distance |
      BigInt((2 << 14) | (Math.log2(size) << 11) | (layout === 'columns' ? 1 << 10 : 0) | (layout === 'packed' ? 1 << 9 : 0) | opcode);
    return {
      ...written(form, '(1|M0)', isLoad, 1, data, bits | opcode, wide),
      mask: 0xffffffff,
      payload: [
        ...littleEndian(start, 8),
        ...[surface.width - 1, surface.height - 1, surface.pitch - 1, one.x - right, one.y - down].flatMap(word),
        ...[columns - 1, rows - 1, one.blocks - 1, 0],
      ],
      moves: movesOfRectangle(one),
    };
  };

const formOf = (platform: Platform): Form => (platform === '3pxpc' ? 'wide' : platform === '3' ? 'gathered' : 'narrow');
const ROWS: readonly (readonly [name: string, Platform, make: Parameters<typeof check>[1]])[] = [
  ...(['9', '12p1'] as const).flatMap((platform) =>
    [false, true].map((isScattered) => [isScattered ? 'scattered elements' : 'channels', platform, legacy(platform, isScattered)] as const),
  ),
  ...(
    [
      ['12p71', 8],
      ['12p72', 32],
      ['2', 32],
      ['3', 32],
      ['3pxpc', 32],
    ] as const
  ).flatMap(([platform, most]) =>
    [false, true].map((isQuad) => [isQuad ? 'channels' : 'vectors', platform, cached(most, isQuad, formOf(platform))] as const),
  ),
  ...(['12p72', '2', '3', '3pxpc'] as const).map((platform) => ['rectangles', platform, rectangles(formOf(platform))] as const),
];

test.each(ROWS)('%s on %s: the engine agrees with the second reading', (name, platform, make) => {
  expect(check(platform, make, name.length)).toEqual([]);
});
