/** Floats: of 32 bits rounded to nearest, of 64 bits, and values that a later step rounds. */
import type { Instruction } from '../../formats/eu/index.ts';
import { DOWN, FORMATS, fusedDouble, NEAREST, nearestEven, productError, type Rounding, roundToDf, sumError, toOdd } from '../numbers.ts';
import type { Thread } from '../thread.ts';
import { dotOf } from './int32.ts';
import type { Condition, Kind, Span, Test } from './kinds.ts';

/** Bits 5:4 of cr0.0. */
export const roundingOf = ({ i32, layout }: Thread): Rounding => (((i32[layout.of('cr') >> 2] ?? 0) >> 4) & 3) as Rounding;

/** Floats of 32 bits: a double that is rounded once more has enough bits, except for a fused product and sum. */
export const f32 = {
  three:
    (f: (a: number, b: number, c: number) => number): Span =>
    ({ f32 }, n, d, ds, a, as, b, bs, c, cs) => {
      for (let i = 0; i < n; i++) f32[d + i * ds] = f(f32[a + i * as] ?? 0, f32[b + i * bs] ?? 0, f32[c + i * cs] ?? 0);
    },
  one:
    (f: (a: number) => number): Span =>
    ({ f32 }, n, d, ds, a, as) => {
      for (let i = 0; i < n; i++) f32[d + i * ds] = f(f32[a + i * as] ?? 0);
    },
  two:
    (f: (a: number, b: number) => number): Span =>
    ({ f32 }, n, d, ds, a, as, b, bs) => {
      for (let i = 0; i < n; i++) f32[d + i * ds] = f(f32[a + i * as] ?? 0, f32[b + i * bs] ?? 0);
    },
  mov: (({ f32 }, n, d, ds, a, as) => {
    for (let i = 0; i < n; i++) f32[d + i * ds] = f32[a + i * as] ?? 0;
  }) as Span,
  add: (({ f32 }, n, d, ds, a, as, b, bs) => {
    for (let i = 0; i < n; i++) f32[d + i * ds] = (f32[a + i * as] ?? 0) + (f32[b + i * bs] ?? 0);
  }) as Span,
  mul: (({ f32 }, n, d, ds, a, as, b, bs) => {
    for (let i = 0; i < n; i++) f32[d + i * ds] = (f32[a + i * as] ?? 0) * (f32[b + i * bs] ?? 0);
  }) as Span,
  mad: (({ f32 }, n, d, ds, a, as, b, bs, c, cs) => {
    for (let i = 0; i < n; i++) {
      const addend = f32[a + i * as] ?? 0;
      const product = (f32[b + i * bs] ?? 0) * (f32[c + i * cs] ?? 0);
      const sum = product + addend;
      const back = sum - product;
      const error = product - (sum - back) + (addend - back);
      f32[d + i * ds] = error === 0 ? sum : toOdd(sum, error);
    }
  }) as Span,
};

/** Doubles, and values to be rounded later, which are in doubles too. */
const one =
  (f: (a: number) => number): Span =>
  ({ f64 }, n, d, ds, a, as) => {
    for (let i = 0; i < n; i++) f64[d + i * ds] = f(f64[a + i * as] ?? 0);
  };
const two =
  (f: (a: number, b: number) => number): Span =>
  ({ f64 }, n, d, ds, a, as, b, bs) => {
    for (let i = 0; i < n; i++) f64[d + i * ds] = f(f64[a + i * as] ?? 0, f64[b + i * bs] ?? 0);
  };
const three =
  (f: (a: number, b: number, c: number) => number): Span =>
  ({ f64 }, n, d, ds, a, as, b, bs, c, cs) => {
    for (let i = 0; i < n; i++) f64[d + i * ds] = f(f64[a + i * as] ?? 0, f64[b + i * bs] ?? 0, f64[c + i * cs] ?? 0);
  };

/** A sum of zero, which is negative if the mode is down, unless both parts are positive zeros. */
const zeroOf = (value: number, a: number, b: number, mode: Rounding): number =>
  value === 0 && mode === DOWN && !(Object.is(a, 0) && Object.is(b, 0)) ? -0 : value;

/** An operation whose result is rounded as cr0.0 says. */
const rounded =
  (f: (a: number, b: number, c: number, mode: Rounding) => { readonly value: number; readonly error: number }): Span =>
  (t, n, d, ds, a, as, b, bs, c, cs) => {
    const mode = roundingOf(t);
    const { f64 } = t;
    for (let i = 0; i < n; i++) {
      const { value, error } = f(f64[a + i * as] ?? 0, f64[b + i * bs] ?? 0, f64[c + i * cs] ?? 0, mode);
      f64[d + i * ds] = mode === NEAREST ? value : roundToDf(value, error, mode);
    }
  };

export const sumOf = (a: number, b: number): { readonly value: number; readonly error: number } => {
  const value = a + b;
  if (!Number.isFinite(value)) return { value, error: Number.isFinite(a) && Number.isFinite(b) ? -value : 0 };
  return { value, error: sumError(a, b, value) };
};
export const productOf = (a: number, b: number): { readonly value: number; readonly error: number } => {
  const value = a * b;
  const size = Math.abs(value);
  if (size < 1e-260 || size > 1e300 || Math.abs(a) > 1e290 || Math.abs(b) > 1e290) return fusedDouble(a, b, -0);
  return { value, error: productError(a, b, value) };
};

const zeroed = <T extends { readonly value: number; readonly error: number }>(result: T, a: number, b: number, mode: Rounding): T =>
  mode === DOWN && result.value === 0 && result.error === 0 ? { ...result, value: zeroOf(0, a, b, mode) } : result;

/** Sums that a later step rounds. */
const summed =
  (f: (b: number, c: number) => number): Span =>
  (t, n, d, ds, a, as, b, bs, c, cs) => {
    const mode = roundingOf(t);
    const { f64 } = t;
    for (let i = 0; i < n; i++) {
      const first = f64[a + i * as] ?? 0;
      const second = f(f64[b + i * bs] ?? 0, f64[c + i * cs] ?? 0);
      const sum = first + second;
      f64[d + i * ds] = zeroOf(toOdd(sum, sumError(first, second, sum)), first, second, mode);
    }
  };

export const f64 = {
  one,
  two,
  mov: one((a) => a),
  add: rounded((a, b, _, mode) => zeroed(sumOf(a, b), a, b, mode)),
  mul: rounded((a, b) => productOf(a, b)),
  mad: rounded((a, b, c, mode) => zeroed(fusedDouble(b, c, a), a, b * c, mode)),
};

/** Sources of 32 bits and less: their products are exact in a double, and sums are made odd. */
export const odd = {
  one,
  two,
  three,
  mov: one((a) => a),
  add: summed((b) => b),
  mul: two((a, b) => a * b),
  mad: summed((b, c) => b * c),
};

/** Integers of which the exact result is wanted. */
export const exact = {
  mov: one((a) => a),
  add: two((a, b) => a + b),
  mul: two((a, b) => a * b),
  mad: three((a, b, c) => a + b * c),
  add3: three((a, b, c) => a + b + c),
  dp4a: (signedB: boolean, signedC: boolean): Span => three((a, b, c) => a + dotOf(b, c, signedB, signedC)),
  avg: two((a, b) => Math.floor((a + b + 1) / 2)),
  shl: two((a, b) => a * 2 ** (b & 31)),
  shr: two((a, b) => Math.floor((a < 0 ? a + 2 ** 32 : a) / 2 ** (b & 31))),
  asr: two((a, b) => Math.floor(a / 2 ** (b & 31))),
};

/** Rounding to integers. The quiet NaN and zeros with their sign stay. */
export const ROUNDINGS: Readonly<Record<string, (a: number) => number>> = {
  rndd: Math.floor,
  rndu: Math.ceil,
  rndz: Math.trunc,
  rnde: nearestEven,
};

/**
 * What is after the point: less than 1 in the type of the destination, and NaN of an infinity.
 *
 * Source: FPRangeAnalysis.cpp of intel/intel-graphics-compiler.
 */
export function fraction({ dst }: Instruction): Partial<Record<Kind, Span>> {
  const most = 1 - 2 ** -(FORMATS[dst?.type?.name as keyof typeof FORMATS]?.fraction + 1);
  const f = (a: number): number => Math.min(a - Math.floor(a), most);
  return {
    f32: f32.one(f),
    odd: one(f),
    f64: rounded((a) => {
      const result = sumOf(a, -Math.floor(a));
      return result.value > most || (result.value === most && result.error > 0) ? { value: most, error: 0 } : result;
    }),
  };
}

/** A minimum (`lt`, `le`) or maximum. Of a number and NaN the number is taken. */
export const choose = (condition: Condition): ((a: number, b: number) => number) => {
  if (condition === 'lt' || condition === 'le')
    return (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a < b || (condition === 'le' && a === b) ? a : b);
  if (condition === 'gt' || condition === 'ge')
    return (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a > b || (condition === 'ge' && a === b) ? a : b);
  return condition === 'eq' ? (a, b) => (a === b ? a : b) : (a, b) => (a !== b ? a : b);
};

const HOLDS: Readonly<Record<Condition, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** Comparisons by IEEE 754: NaN is different from everything. */
export function test(view: 'f32' | 'f64', condition: Condition): Test {
  const holds = HOLDS[condition];
  if (view === 'f64')
    return ({ f64 }, n, a, as, b, bs) => {
      let bits = 0;
      for (let i = 0; i < n; i++) if (holds(f64[a + i * as] ?? 0, f64[b + i * bs] ?? 0)) bits |= 1 << i;
      return bits;
    };
  if (condition === 'lt')
    return ({ f32 }, n, a, as, b, bs) => {
      let bits = 0;
      for (let i = 0; i < n; i++) if ((f32[a + i * as] ?? 0) < (f32[b + i * bs] ?? 0)) bits |= 1 << i;
      return bits;
    };
  if (condition === 'gt')
    return ({ f32 }, n, a, as, b, bs) => {
      let bits = 0;
      for (let i = 0; i < n; i++) if ((f32[a + i * as] ?? 0) > (f32[b + i * bs] ?? 0)) bits |= 1 << i;
      return bits;
    };
  return ({ f32 }, n, a, as, b, bs) => {
    let bits = 0;
    for (let i = 0; i < n; i++) if (holds(f32[a + i * as] ?? 0, f32[b + i * bs] ?? 0)) bits |= 1 << i;
    return bits;
  };
}

/** Where a result is infinite, or an integer that its type does not have: `ov`. */
export function overflow(view: 'f32' | 'f64', { dst }: Instruction): Test {
  const type = dst?.type;
  const isInteger = type !== undefined && !type.float;
  const [least, most] = !isInteger
    ? [-Number.MAX_VALUE, Number.MAX_VALUE]
    : type.signed
      ? [-(2 ** (type.bits - 1)), 2 ** (type.bits - 1) - 1]
      : [0, 2 ** type.bits - 1];
  return (t, n, a, as) => {
    const values = t[view];
    let bits = 0;
    for (let i = 0; i < n; i++) {
      const value = values[a + i * as] ?? 0;
      if (value < least || value > most) bits |= 1 << i;
    }
    return bits;
  };
}

/** Where a comparison has NaN: `un`. */
export const unordered =
  (view: 'f32' | 'f64'): Test =>
  (t, n, a, as, b, bs) => {
    const values = t[view];
    let bits = 0;
    for (let i = 0; i < n; i++) {
      const [x, y] = [values[a + i * as] ?? 0, values[b + i * bs] ?? 0];
      if (Number.isNaN(x) || Number.isNaN(y)) bits |= 1 << i;
    }
    return bits;
  };

/** The functions of `math`, correctly rounded where a double is: hardware may differ in the last bits. */
export const MATH: Readonly<Record<string, (a: number, b: number) => number>> = {
  inv: (a) => 1 / a,
  log: (a) => Math.log2(a),
  exp: (a) => 2 ** a,
  sqt: (a) => Math.sqrt(a),
  rsqt: (a) => 1 / Math.sqrt(a),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  fdiv: (a, b) => a / b,
  pow: (a, b) => Math.abs(a) ** b,
  tanh: (a) => Math.tanh(a),
  // Source: IGC/BiFModule/Implementation/Math/sigm.cl of intel/intel-graphics-compiler, which has this formula for devices without it.
  sigm: (a) => 1 / (1 + Math.exp(-a)),
};

/** A quotient or square root, with what is needed to round it in any mode. */
export function quotientOf(a: number, b: number): { readonly value: number; readonly error: number } {
  const value = a / b;
  if (!Number.isFinite(value) || value === 0 || b === 0 || !Number.isFinite(b)) return { value, error: 0 };
  // The sign of a - value * b, over that of b, is that of what the quotient lacks.
  const rest = fusedDouble(-value, b, a);
  return { value, error: Math.sign(rest.value || rest.error) * Math.sign(b) * Math.max(Math.abs(value) * 2 ** -54, Number.MIN_VALUE) };
}

export function rootOf(a: number): { readonly value: number; readonly error: number } {
  const value = Math.sqrt(a);
  if (!(value > 0) || !Number.isFinite(value)) return { value, error: 0 };
  const rest = fusedDouble(-value, value, a);
  return { value, error: Math.sign(rest.value || rest.error) * value * 2 ** -54 };
}
