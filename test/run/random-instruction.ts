/** Random instructions, as cases of the second reading and as the reader of code gives them. */
import { BFN_EXPRESSIONS, type Instruction, OPERATIONS, type Operand, optionBit, REGISTERS, TYPES } from '../../src/formats/eu/index.ts';
import { type Case, isFloat, type Source, sizeOf } from './second-reading.ts';

/** Numbers that follow from a seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** An integer below a number. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** What an operation takes: sources, types of sources and destination, and `m` modifiers, `n` complement, `s` saturation, `c` conditions. */
type Row = readonly [name: string, sources: number, from: string, to: string, takes: string];

const INTEGER_ROWS: readonly Row[] = [
  ['mov', 1, 'ub b uw w ud d q uq', 'ub b uw w ud d q uq', 'msc'],
  ['add', 2, 'ub b uw w ud d', 'b ub uw w ud d', 'msc'],
  ['add', 2, 'ud d q uq w', 'q uq', 'msc'],
  ['mul', 2, 'uw w ud d ub b', 'uw w ud d', 'msc'],
  ['mul', 2, 'ud d q uq', 'q uq', 'msc'],
  ['mad', 3, 'uw w ud d', 'uw w ud d', 'msc'],
  ['mad', 3, 'ud d q', 'q', 'm'],
  ['add3', 3, 'uw w ud d', 'uw w ud d', 'msc'],
  ['avg', 2, 'ub', 'uw ud', 'c'],
  ['avg', 2, 'ud', 'ud', 'c'],
  ['avg', 2, 'w d b', 'd w', 'c'],
  ['and', 2, 'ub b uw w ud d q uq', 'uw w ud d q uq', 'nc'],
  ['or', 2, 'ub b uw w ud d q uq', 'uw w ud d q uq', 'nc'],
  ['xor', 2, 'ub b uw w ud d q uq', 'uw w ud d q uq', 'nc'],
  ['not', 1, 'uw w ud d q uq', 'uw w ud d q uq', 'nc'],
  ['shl', 2, 'uw w ud d', 'uw w ud d', 'sc'],
  ['shl', 2, 'ud d q uq', 'q uq', 'c'],
  ['shr', 2, 'uw ud', 'uw w ud d', 'sc'],
  ['shr', 2, 'ud uq', 'q uq', 'c'],
  ['asr', 2, 'w d', 'uw w ud d', 'sc'],
  ['asr', 2, 'd q', 'q uq', 'c'],
  ['rol', 2, 'ud d', 'ud d', 'c'],
  ['ror', 2, 'ud d', 'ud d', 'c'],
  ['rol', 2, 'uw w', 'uw w', 'c'],
  ['ror', 2, 'uw w', 'uw w', 'c'],
  ['rol', 2, 'q uq', 'q uq', ''],
  ['ror', 2, 'q uq', 'q uq', ''],
  ['bfrev', 1, 'ud', 'ud', ''],
  ['cbit', 1, 'ud', 'ud uw', ''],
  ['lzd', 1, 'ud d', 'ud', 'c'],
  ['fbl', 1, 'ud', 'ud', ''],
  ['fbh', 1, 'ud d', 'ud', ''],
  ['bfi1', 2, 'ud d', 'ud d', ''],
  ['bfi2', 3, 'ud d', 'ud d', ''],
  ['bfe', 3, 'ud', 'ud', ''],
  ['bfe', 3, 'd', 'd', ''],
  ['bfn', 3, 'uw ud d w', 'uw ud d w', 'c'],
  ['dp4a', 3, 'ud d', 'ud d', 'sc'],
  ['addc', 2, 'ud', 'ud', 'c'],
  ['subb', 2, 'ud', 'ud', 'c'],
  ['cmp', 2, 'b ub uw w ud d', 'uw w ud d', 'C'],
  ['cmp', 2, 'q uq d ud w', 'q uq', 'C'],
  ['cmpn', 2, 'w d', 'w d', 'C'],
  ['cmpn', 2, 'uw ud', 'uw ud', 'C'],
  ['cmpn', 2, 'q uq', 'q uq', 'C'],
  ['sel', 2, 'b ub uw w ud d', 'b ub uw w ud d', 'p'],
  ['sel', 2, 'b uw w ud d', 'd ud', 'C'],
  ['sel', 2, 'q uq', 'q uq', 'p'],
  ['sel', 2, 'q', 'q', 'C'],
  ['sel', 2, 'uq', 'uq', 'C'],
  ['csel', 3, 'w d', 'w d', 'C'],
];

const FLOAT_ROWS: readonly Row[] = ['f', 'hf', 'df', 'f hf', 'f bf'].flatMap((types): Row[] => [
  ['add', 2, types, types, 'msc'],
  ['mul', 2, types, types, 'msc'],
  ['mad', 3, types, types, 'msc'],
  ['cmp', 2, types, types, 'mC'],
  ['cmpn', 2, types, types, 'mC'],
  ...(types.includes(' ')
    ? []
    : ([
        ['sel', 2, types, types, 'mC'],
        ['sel', 2, types, types, 'mp'],
        ['csel', 3, types, types, 'mC'],
        ['rndd', 1, types, types, 'msc'],
        ['rndu', 1, types, types, 'msc'],
        ['rndz', 1, types, types, 'msc'],
        ['rnde', 1, types, types, 'msc'],
        ['frc', 1, types, types, 'msc'],
      ] as const)),
]);

const MOVES: readonly Row[] = [
  ['mov', 1, 'f hf bf df', 'f hf bf df', 'ms'],
  ['mov', 1, 'f hf df', 'ub b uw w ud d q uq', 'm'],
  ['mov', 1, 'ub b uw w ud d q uq', 'f hf bf df', 'm'],
  ['mov', 1, 'f', 'f', 'c'],
];

export const ROWS: readonly Row[] = [...INTEGER_ROWS, ...FLOAT_ROWS, ...MOVES];

const CONDITIONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
/** The conditions of `cmpn`, which is for minimum and maximum. */
const MAXIMUM = ['lt', 'ge'] as const;
const GRF = 64;
/** cr0.0 as nearly all kernels have it: to nearest, denormal numbers of all types are kept. */
const USUAL = (1 << 6) | (1 << 7) | (1 << 10) | (1 << 30);

/** Where operands are, so far from each other that a region of 32 lanes does not reach the next. */
const PLACES = [1, 19, 37, 55].map((register) => register * GRF);
/** Bytes of registers that operands reach. */
export const REACHED = 73 * GRF;

const types = (list: string): readonly string[] => list.split(' ');

/** A random case of a row. */
export function randomCase(random: Random, [name, count, from, to, takes]: Row): Case {
  const lanes = random.of([1, 2, 4, 8, 16, 32]);
  const first = random.of([0, 0, 4, 8, 16].filter((one) => one % Math.min(lanes, 4) === 0 && one + lanes <= 32));
  const type = random.of(types(to));
  const stride = random.of(sizeOf(type) === 8 ? [1] : [1, 1, 2, 4].filter((one) => one * sizeOf(type) <= 8));
  const base = (PLACES[0] as number) + random.below(4) * sizeOf(type);
  const isConditional = takes.includes('C') || (takes.includes('c') && random.below(3) === 0);
  const mustPredicate = takes.includes('p');
  const predicate = mustPredicate ? 'seq' : random.below(3) === 0 ? random.of(['seq', 'seq', 'any', 'all', 'any4h', 'all8h']) : '';
  const sameSign = name === 'avg' || name === 'bfn';
  const fixed = random.of(types(from));
  const hasModifiers = takes.includes('m') && (isFloat(fixed) || !isConditional || name === 'mov');
  const saturate = takes.includes('s') && random.below(4) === 0;
  const sources = Array.from({ length: count }, (_, index): Source => {
    const own = sameSign || name === 'bfe' ? fixed : random.of(types(from));
    const isMinimum = own === 'd' || own === 'q';
    const canNegate = hasModifiers && (isFloat(own) || (TYPES[own]?.signed === true && !(saturate && isMinimum)));
    return {
      type: own,
      ...placeOf(random, own, index, lanes, base),
      abs: canNegate && random.below(4) === 0,
      negate: (canNegate && random.below(3) === 0) || (takes.includes('n') && random.below(3) === 0),
    };
  });
  // Bytes are copied to bytes next to each other by moves alone; the last source may be an immediate.
  const last = sources.at(-1) as Source;
  const isImmediate = random.below(4) === 0 && sizeOf(last.type) > 1 && last.type !== 'bf' && !last.abs && !last.negate;
  const used = isImmediate ? [...sources.slice(0, -1), { ...last, bits: randomBits(random, sizeOf(last.type)) }] : sources;
  return {
    name,
    subfunction: name === 'bfn' ? String(random.below(256)) : '',
    lanes,
    first,
    noMask: random.below(5) === 0,
    predicate: name === 'csel' || (name === 'sel' && isConditional) ? '' : predicate,
    inverse: random.below(2) === 0,
    condition: isConditional ? random.of(name === 'cmpn' ? MAXIMUM : CONDITIONS) : '',
    // The halves of a flag register have 16 channels.
    flag: first + lanes > 16 ? 2 * random.below(2) : random.below(4),
    dst: { type, at: base, stride, saturate },
    sources: used,
    mask: random.of([-1, -1, random.below(2 ** 32) | 0, 0xffff, 1]),
    control: random.below(2) === 0 ? USUAL : random.below(2 ** 32) & (USUAL | 0x1030),
  };
}

/** A region; now and then that of the destination, or one that overlaps it. */
function placeOf(random: Random, type: string, index: number, lanes: number, base: number): Pick<Source, 'at' | 'region'> {
  const size = sizeOf(type);
  const own = (PLACES[index + 1] as number) + random.below(4) * size;
  const near = base - (base % size) + size * random.below(3);
  const at = random.below(6) === 0 ? near : own;
  const region = random.of([
    [1, 1, 0],
    [1, 1, 0],
    [0, 1, 0],
    [2, 1, 0],
    [4, 1, 0],
    [8, 8, 1],
    [4, 4, 1],
    [0, 2, 1],
    [8, 4, 2],
    [0, Math.min(lanes, 4), 1],
  ] as const);
  return { at, region: region as Source['region'] };
}

const SPECIAL_BYTES: Readonly<Record<number, readonly bigint[]>> = {
  1: [0n, 1n, 0x7fn, 0x80n, 0xffn],
  2: [0n, 1n, 0x7fffn, 0x8000n, 0xffffn, 0x3c00n, 0x7c00n, 0xfc00n, 0x7e01n, 0x0001n, 0x83ffn, 0x0400n, 0x7bffn, 0x3f80n, 0x7f80n],
  4: [
    0n,
    1n,
    0x7fffffffn,
    0x80000000n,
    0xffffffffn,
    0x3f800000n,
    0x7f800000n,
    0xff800000n,
    0x7fc00001n,
    0x807fffffn,
    0x00800000n,
    0x7f7fffffn,
  ],
  8: [
    0n,
    1n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n - 1n,
    0x3ff0000000000000n,
    0x7ff0000000000000n,
    0x7ff8000000000001n,
    0x000fffffffffffffn,
  ],
};

/** Bits of an element: now and then an end of a range, a small number, or one like it. */
export function randomBits(random: Random, size: number): bigint {
  const bits = BigInt(random.below(2 ** 32)) | (BigInt(random.below(2 ** 32)) << 32n);
  const kind = random.below(8);
  const exponent = random.below(8) - 4;
  // Floats whose size is near one.
  const near: Readonly<Record<number, bigint>> = {
    1: bits,
    2: (BigInt(15 + exponent) << 10n) | (bits & 0x83ffn),
    4: (BigInt(127 + exponent) << 23n) | (bits & 0x807fffffn),
    8: (BigInt(1023 + exponent) << 52n) | (bits & 0x800fffffffffffffn),
  };
  const value =
    kind < 2
      ? random.of(SPECIAL_BYTES[size] as readonly bigint[])
      : kind < 3
        ? BigInt(random.below(64) - 32)
        : kind < 6
          ? (near[size] as bigint)
          : bits;
  return BigInt.asUintN(8 * size, value);
}

/** Bytes whose elements, of whatever size they are read, are often special. */
export function randomBytes(random: Random, count: number): number[] {
  const bytes: number[] = [];
  while (bytes.length < count) {
    const size = random.of([1, 2, 2, 4, 4, 8]);
    for (let k = 0; k < 8; k += size) {
      const bits = randomBits(random, size);
      for (let i = 0; i < size; i++) bytes.push(Number((bits >> BigInt(8 * i)) & 255n));
    }
  }
  return bytes;
}

const GENERAL = REGISTERS.find(({ name }) => name === 'r');

function operand(type: string, at: number, region: Operand['region'], modifier: number, bits?: bigint): Operand {
  return {
    kind: bits === undefined ? 'direct' : 'immediate',
    register: GENERAL,
    number: Math.floor(at / GRF),
    sub: (at % GRF) / sizeOf(type),
    region,
    type: TYPES[type],
    modifier,
    offset: 0,
    macro: 0,
    low: bits === undefined ? 0 : Number(BigInt.asIntN(32, bits)),
    high: bits === undefined ? 0 : Number(BigInt.asIntN(32, bits >> 32n)),
  } as Operand;
}

/** The instruction of a case. */
export function instructionOf(one: Case): Instruction {
  const regionOf = ([vertical, width, stride]: Source['region']): Operand['region'] => ({ vertical, width, stride, text: '' });
  return {
    offset: 0,
    size: 16,
    w0: 0,
    w1: 0,
    w2: 0,
    w3: 0,
    compact0: 0,
    compact1: 0,
    operation: OPERATIONS.find(({ mnemonic }) => mnemonic === one.name),
    subfunction: one.name === 'bfn' ? (BFN_EXPRESSIONS[Number(one.subfunction)] ?? '') : '',
    noMask: one.noMask,
    execSize: one.lanes,
    channelOffset: one.first,
    predicate: one.predicate,
    predicateInverse: one.inverse,
    condition: one.condition,
    flag: one.flag >> 1,
    flagSub: one.flag & 1,
    dst: operand(
      one.dst.type,
      one.dst.at,
      { vertical: undefined, width: undefined, stride: one.dst.stride, text: '' },
      one.dst.saturate ? 1 : 0,
    ),
    sources: one.sources.map((source) =>
      operand(source.type, source.at, regionOf(source.region), (source.abs ? 1 : 0) | (source.negate ? 2 : 0), source.bits),
    ),
    send: undefined,
    options: one.name === 'addc' || one.name === 'subb' ? optionBit('AccWrEn') : 0,
    scoreboard: undefined,
    problem: undefined,
  };
}
