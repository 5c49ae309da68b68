/**
 * A plain second reading of instructions: registers are lists of bytes, elements are integers and exact numbers. It shares nothing with the
 * engine but the names of operations.
 */
import {
  absolute,
  decode,
  encode,
  FLOATS,
  integer,
  isDenormal,
  MODES,
  type Mode,
  NAN,
  negated,
  order,
  product,
  type Real,
  sum,
  whole,
  zero,
} from './exact.ts';

/** A source: a region of a register, or the bits of an immediate. */
export interface Source {
  readonly type: string;
  /** Byte of the first element, and the region in elements; or the bits. */
  readonly at: number;
  readonly region: readonly [vertical: number, width: number, stride: number];
  readonly bits?: bigint;
  readonly abs: boolean;
  readonly negate: boolean;
}

/** An instruction, and the state in which it runs. */
export interface Case {
  readonly name: string;
  readonly subfunction: string;
  readonly lanes: number;
  readonly first: number;
  readonly noMask: boolean;
  readonly predicate: string;
  readonly inverse: boolean;
  readonly condition: string;
  /** 0 to 3: f0.0 to f1.1. */
  readonly flag: number;
  readonly dst: { readonly type: string; readonly at: number; readonly stride: number; readonly saturate: boolean };
  readonly sources: readonly Source[];
  readonly mask: number;
  readonly control: number;
}

/** What is read and written. */
export interface State {
  readonly bytes: number[];
  /** The bits of f0 and f1, one after the other. */
  readonly flags: boolean[];
  /** acc0 as integers of 32 bits. */
  readonly accumulator: number[];
}

const KEEP: Readonly<Record<string, number>> = { hf: 10, bf: 30, f: 7, df: 6 };
const SIZES: Readonly<Record<string, number>> = { ub: 1, b: 1, uw: 2, w: 2, hf: 2, bf: 2, ud: 4, d: 4, f: 4, uq: 8, q: 8, df: 8 };
export const sizeOf = (type: string): number => SIZES[type] as number;
export const isFloat = (type: string): boolean => type in FLOATS;
const isSigned = (type: string): boolean => !type.startsWith('u');
const bitsOf = (type: string): number => sizeOf(type) * 8;
const formatOf = (type: string) => FLOATS[type] as (typeof FLOATS)['f'];

const modeOf = ({ control }: Case): Mode => MODES[(control >> 4) & 3] as Mode;
const keeps = ({ control }: Case, type: string): boolean => ((control >> (KEEP[type] as number)) & 1) === 1;

function read(bytes: readonly number[], at: number, size: number): bigint {
  let value = 0n;
  for (let k = size - 1; k >= 0; k--) value = value * 256n + BigInt(bytes[at + k] as number);
  return value;
}

function rawOf(state: State, source: Source, lane: number): bigint {
  if (source.bits !== undefined) return source.bits;
  const [vertical, width, stride] = source.region;
  const element = Math.floor(lane / width) * vertical + (lane % width) * stride;
  return read(state.bytes, source.at + element * sizeOf(source.type), sizeOf(source.type));
}

/** An integer source: extended, then its modifiers; in logic operations a negation is the complement. */
function integerOf(state: State, source: Source, lane: number, isLogic = false): bigint {
  const raw = rawOf(state, source, lane);
  const value = isSigned(source.type) ? BigInt.asIntN(bitsOf(source.type), raw) : raw;
  if (isLogic) return source.negate ? ~value : value;
  const size = source.abs && value < 0n ? -value : value;
  return source.negate ? -size : size;
}

function realOf(one: Case, state: State, source: Source, lane: number): Real {
  if (!isFloat(source.type)) return whole(integerOf(state, source, lane));
  const raw = rawOf(state, source, lane);
  const format = formatOf(source.type);
  const kept = decode(raw, format);
  const value = isDenormal(raw, format) && !keeps(one, source.type) ? zero(kept.is === 'finite' && kept.negative) : kept;
  const size = source.abs ? absolute(value) : value;
  return source.negate ? negated(size) : size;
}

/** The bits of a real result in the type of the destination. */
function stored(one: Case, value: Real): bigint {
  const { type, saturate } = one.dst;
  const mode = modeOf(one);
  if (isFloat(type)) {
    const limited = !saturate ? value : clamped(value);
    const bits = encode(limited, formatOf(type), mode);
    const isFlushed = isDenormal(bits, formatOf(type)) && !keeps(one, type);
    return isFlushed ? encode(zero(value.is === 'finite' && value.negative), formatOf(type), mode) : bits;
  }
  const [least, most] = rangeOf(type);
  if (value.is === 'nan') return 0n;
  if (value.is === 'infinite') return BigInt.asUintN(bitsOf(type), value.negative ? least : most);
  const rounded = integer(value, (one.control >> 12) & 1 ? mode : 'zero');
  return BigInt.asUintN(bitsOf(type), rounded < least ? least : rounded > most ? most : rounded);
}

const clamped = (value: Real): Real =>
  value.is === 'nan' || value.negative ? zero(false) : (order(value, whole(1n)) as number) > 0 ? whole(1n) : value;

const rangeOf = (type: string): readonly [bigint, bigint] => {
  const bits = BigInt(bitsOf(type));
  return isSigned(type) ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
};

/** The bits of an integer result. */
function kept({ dst }: Case, value: bigint): bigint {
  const [least, most] = rangeOf(dst.type);
  const limited = !dst.saturate ? value : value < least ? least : value > most ? most : value;
  return BigInt.asUintN(bitsOf(dst.type), limited);
}

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (o) => o === 0,
  ne: (o) => o !== 0,
  lt: (o) => o < 0,
  le: (o) => o <= 0,
  gt: (o) => o > 0,
  ge: (o) => o >= 0,
};

function holds(condition: string, a: Real, b: Real): boolean {
  const compared = order(a, b);
  if (condition === 'un') return compared === undefined;
  return compared === undefined ? condition === 'ne' : (HOLDS[condition] as (order: number) => boolean)(compared);
}

const u32 = (value: bigint): bigint => BigInt.asUintN(32, value);
const s32 = (value: bigint): bigint => BigInt.asIntN(32, value);

/** Bits of an integer from the highest of 32. */
const leading = (value: bigint): bigint => BigInt(32 - (u32(value) === 0n ? 0 : u32(value).toString(2).length));

type Integers = (one: Case, values: readonly bigint[]) => bigint;
type Reals = (one: Case, values: readonly Real[]) => Real;
const at = <T>(values: readonly T[], index: number): T => values[index] as T;

/** Bits in which a shift computes, and the number that it shifts by. */
const wide = ({ dst, sources }: Case): boolean => sizeOf(dst.type) === 8 || sizeOf(at(sources, 0).type) === 8;
const countOf = (one: Case, value: bigint): bigint => value & (wide(one) ? 63n : 31n);
const extended = (one: Case, value: bigint): bigint => BigInt.asUintN(wide(one) ? 64 : 32, value);

function rotated(one: Case, value: bigint, left: bigint): bigint {
  const bits = BigInt(bitsOf(at(one.sources, 0).type) === 16 ? 16 : wide(one) ? 64 : 32);
  const word = BigInt.asUintN(Number(bits), value);
  const count = ((left % bits) + bits) % bits;
  return BigInt.asUintN(Number(bits), (word << count) | (word >> (bits - count)));
}

function dot(one: Case, b: bigint, c: bigint): bigint {
  let total = 0n;
  for (let k = 0n; k < 4n; k++) {
    const [x, y] = [b, c].map((value, i) => {
      const byte = (value >> (8n * k)) & 255n;
      return isSigned(at(one.sources, i + 1).type) ? BigInt.asIntN(8, byte) : byte;
    }) as [bigint, bigint];
    total += x * y;
  }
  return total;
}

function field(width: bigint, offset: bigint, value: bigint, signed: boolean): bigint {
  const [w, o] = [Number(width & 31n), offset & 31n];
  if (w === 0) return 0n;
  const taken = Math.min(w, 32 - Number(o));
  const part = BigInt.asUintN(taken, u32(value) >> o);
  return signed ? BigInt.asIntN(taken, part) : part;
}

export const INTEGERS: Readonly<Record<string, Integers>> = {
  mov: (_, [a]) => a as bigint,
  add: (_, v) => at(v, 0) + at(v, 1),
  add3: (_, v) => at(v, 0) + at(v, 1) + at(v, 2),
  mul: (_, v) => at(v, 0) * at(v, 1),
  mad: (_, v) => at(v, 0) + at(v, 1) * at(v, 2),
  avg: (_, v) => (at(v, 0) + at(v, 1) + 1n) >> 1n,
  and: (_, v) => at(v, 0) & at(v, 1),
  or: (_, v) => at(v, 0) | at(v, 1),
  xor: (_, v) => at(v, 0) ^ at(v, 1),
  not: (_, v) => ~at(v, 0),
  shl: (one, v) => at(v, 0) << countOf(one, at(v, 1)),
  shr: (one, v) => extended(one, at(v, 0)) >> countOf(one, at(v, 1)),
  asr: (one, v) => at(v, 0) >> countOf(one, at(v, 1)),
  rol: (one, v) => rotated(one, at(v, 0), at(v, 1)),
  ror: (one, v) => rotated(one, at(v, 0), -at(v, 1)),
  bfrev: (_, v) => BigInt(`0b${u32(at(v, 0)).toString(2).padStart(32, '0').split('').reverse().join('')}`),
  cbit: (_, v) => BigInt(u32(at(v, 0)).toString(2).replaceAll('0', '').length),
  lzd: (_, v) => leading(at(v, 0)),
  fbl: (_, v) =>
    u32(at(v, 0)) === 0n ? u32(-1n) : BigInt(u32(at(v, 0)).toString(2).length - 1 - u32(at(v, 0)).toString(2).lastIndexOf('1')),
  fbh: (one, v) => {
    const value = isSigned(at(one.sources, 0).type) && s32(at(v, 0)) < 0n ? ~s32(at(v, 0)) : u32(at(v, 0));
    return value === 0n ? u32(-1n) : leading(value);
  },
  bfi1: (_, v) => ((1n << (at(v, 0) & 31n)) - 1n) << (at(v, 1) & 31n),
  bfi2: (_, v) => {
    const mask = u32(at(v, 0));
    const shift = mask === 0n ? 0 : mask.toString(2).length - 1 - mask.toString(2).lastIndexOf('1');
    return ((at(v, 1) << BigInt(shift)) & mask) | (at(v, 2) & ~mask);
  },
  bfe: (one, v) => field(at(v, 0), at(v, 1), at(v, 2), isSigned(at(one.sources, 2).type)),
  dp4a: (one, v) => at(v, 0) + dot(one, at(v, 1), at(v, 2)),
};

const rounding =
  (mode: Mode): Reals =>
  (_, [value = NAN]) => {
    if (value.is !== 'finite') return value;
    const result = integer(value, mode);
    return result === 0n ? zero(value.negative) : whole(result);
  };

export const REALS: Readonly<Record<string, Reals>> = {
  mov: (_, [a = NAN]) => a,
  add: (one, v) => sum(at(v, 0), at(v, 1), modeOf(one)),
  mul: (_, v) => product(at(v, 0), at(v, 1)),
  mad: (one, v) => sum(at(v, 0), product(at(v, 1), at(v, 2)), modeOf(one)),
  rndd: rounding('down'),
  rndu: rounding('up'),
  rndz: rounding('zero'),
  rnde: rounding('nearest'),
  frc: ({ dst }, [value = NAN]) => {
    if (value.is !== 'finite') return NAN;
    const part = sum(value, negated(whole(integer(value, 'down'))), 'nearest');
    const bits = formatOf(dst.type).fraction + 1;
    const most: Real = { is: 'finite', m: (1n << BigInt(bits)) - 1n, e: -bits, negative: false };
    return (order(part, most) as number) > 0 ? most : order(part, zero(false)) === 0 ? zero(false) : part;
  },
};

/** Takes one of two numbers: of a number and NaN the number, of two NaNs the second. */
function chosen(condition: string, a: Real, b: Real): 0 | 1 {
  const isOrder = condition !== 'eq' && condition !== 'ne';
  if (isOrder && a.is === 'nan') return 1;
  if (isOrder && b.is === 'nan') return 0;
  return holds(condition, a, b) ? 0 : 1;
}

const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'not']);

/** The bits of a source that goes to a destination of its type, with its modifiers. */
function copied(state: State, source: Source, lane: number): bigint {
  const sign = 1n << BigInt(bitsOf(source.type) - 1);
  const raw = rawOf(state, source, lane);
  const size = source.abs ? raw & (sign - 1n) : raw;
  return source.negate ? size ^ sign : size;
}

/** A source as the destination has it. */
function moved(one: Case, state: State, source: Source, lane: number): bigint {
  const { dst } = one;
  // A copy has the bits as they are.
  if (isFloat(source.type) && source.type === dst.type && !dst.saturate && (one.condition === '' || one.name !== 'mov'))
    return copied(state, source, lane);
  if (!isFloat(source.type) && !isFloat(dst.type)) return kept(one, integerOf(state, source, lane));
  return stored(one, realOf(one, state, source, lane));
}

/** The lanes in which the predicate holds. */
function predicateOf({ predicate, inverse, flag, first, lanes }: Case, state: State, lane: number): boolean {
  if (predicate === '') return true;
  const bit = (channel: number): boolean => state.flags[32 * (flag >> 1) + ((channel + 16 * (flag & 1)) % 32)] as boolean;
  if (predicate === 'seq') return bit(first + lane) !== inverse;
  const [, which, digits] = /^(any|all)(\d*)h?$/.exec(predicate) as unknown as [string, string, string];
  const size = digits === '' ? lanes : Number(digits);
  const start = digits === '' ? first : Math.floor((first + lane) / size) * size;
  const bits = Array.from({ length: size }, (_, i) => bit(start + i));
  return (which === 'any' ? bits.some((one) => one) : bits.every((one) => one)) !== inverse;
}

/** What an instruction does. The result is a new state. */
export function run(one: Case, before: State): State {
  const state: State = { bytes: [...before.bytes], flags: [...before.flags], accumulator: [...before.accumulator] };
  for (let lane = 0; lane < one.lanes; lane++) {
    const channel = one.first + lane;
    const isOn = one.noMask || ((one.mask >>> channel) & 1) === 1;
    const predicate = predicateOf(one, before, lane);
    const isSelection = one.name === 'sel' && one.condition === '';
    if (!isOn || (!predicate && !isSelection)) continue;
    const result = resultOf(one, before, lane, predicate);
    for (let k = 0; k < sizeOf(one.dst.type); k++)
      state.bytes[one.dst.at + lane * one.dst.stride * sizeOf(one.dst.type) + k] = Number((result.bits >> BigInt(8 * k)) & 255n);
    if (result.flag !== undefined) state.flags[32 * (one.flag >> 1) + ((channel + 16 * (one.flag & 1)) % 32)] = result.flag;
    if (result.accumulator !== undefined) state.accumulator[lane] = result.accumulator;
  }
  return state;
}

interface Result {
  readonly bits: bigint;
  readonly flag?: boolean;
  readonly accumulator?: number;
}

function resultOf(one: Case, state: State, lane: number, predicate: boolean): Result {
  const { name, sources, dst, condition } = one;
  const reals = (): Real[] => sources.map((source) => realOf(one, state, source, lane));
  switch (name) {
    case 'cmp':
    case 'cmpn': {
      const [a = NAN, b = NAN] = reals();
      const flag = holds(condition, a, b) || (name === 'cmpn' && b.is === 'nan');
      return { bits: flag ? (1n << BigInt(bitsOf(dst.type))) - 1n : 0n, flag };
    }
    case 'sel': {
      const [a = NAN, b = NAN] = reals();
      const index = condition === '' ? (predicate ? 0 : 1) : chosen(condition, a, b);
      if (condition === '' || !isFloat(dst.type)) return { bits: moved(one, state, at(sources, index), lane) };
      return { bits: stored(one, index === 0 ? a : b) };
    }
    case 'csel': {
      const [, , c = NAN] = reals();
      return { bits: moved(one, state, at(sources, holds(condition, c, zero(false)) ? 0 : 1), lane) };
    }
    case 'addc':
    case 'subb': {
      const [a, b] = sources.map((source) => u32(integerOf(state, source, lane))) as [bigint, bigint];
      const value = name === 'addc' ? a + b : a - b;
      const flag = condition === '' ? {} : { flag: holds(condition, whole(u32(value)), zero(false)) };
      return { bits: u32(value), accumulator: value === u32(value) ? 0 : 1, ...flag };
    }
    default:
  }
  const bits =
    name === 'mov'
      ? moved(one, state, at(sources, 0), lane)
      : sources.some(({ type }) => isFloat(type))
        ? stored(one, (REALS[name] as Reals)(one, reals()))
        : kept(
            one,
            INTEGERS[name]?.(
              one,
              sources.map((source) => integerOf(state, source, lane, LOGIC.has(name))),
            ) ?? bfn(one, state, lane),
          );
  if (condition === '') return { bits };
  const value = isFloat(dst.type)
    ? decode(bits, formatOf(dst.type))
    : whole(isSigned(dst.type) ? BigInt.asIntN(bitsOf(dst.type), bits) : bits);
  return { bits, flag: holds(condition, value, zero(false)) };
}

/** Each bit of the result is that bit of the control which the bits of the sources number. */
function bfn({ subfunction, sources }: Case, state: State, lane: number): bigint {
  const values = sources.map((source) => BigInt.asUintN(32, integerOf(state, source, lane)));
  let result = 0n;
  for (let k = 0n; k < 32n; k++) {
    const [a, b, c] = values.map((value) => Number((value >> k) & 1n)) as [number, number, number];
    if ((Number(subfunction) >> (a + 2 * b + 4 * c)) & 1) result |= 1n << k;
  }
  return result;
}
