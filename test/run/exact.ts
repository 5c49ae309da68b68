/** Exact numbers for the second reading of instructions: integers as BigInt, floats as an integer times a power of two. */

/** A finite number `m * 2 ** e`, whose sign is `negative` if it is zero; or an infinity; or NaN. */
export type Real =
  | { readonly is: 'finite'; readonly m: bigint; readonly e: number; readonly negative: boolean }
  | { readonly is: 'infinite'; readonly negative: boolean }
  | { readonly is: 'nan' };

export const NAN: Real = { is: 'nan' };
export const whole = (value: bigint): Real => ({ is: 'finite', m: value, e: 0, negative: value < 0n });
export const zero = (negative: boolean): Real => ({ is: 'finite', m: 0n, e: 0, negative });

/** Bits of exponent and fraction. */
export interface Format {
  readonly exponent: number;
  readonly fraction: number;
}

export const FLOATS: Readonly<Record<string, Format>> = {
  hf: { exponent: 5, fraction: 10 },
  bf: { exponent: 8, fraction: 7 },
  f: { exponent: 8, fraction: 23 },
  df: { exponent: 11, fraction: 52 },
};

export type Mode = 'nearest' | 'up' | 'down' | 'zero';
export const MODES: readonly Mode[] = ['nearest', 'up', 'down', 'zero'];

export const widthOf = ({ exponent, fraction }: Format): number => 1 + exponent + fraction;

export function decode(bits: bigint, format: Format): Real {
  const { exponent, fraction } = format;
  const negative = bits >> BigInt(widthOf(format) - 1) === 1n;
  const biased = Number((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n));
  const part = bits & ((1n << BigInt(fraction)) - 1n);
  const least = 2 - 2 ** (exponent - 1);
  if (biased === 2 ** exponent - 1) return part === 0n ? { is: 'infinite', negative } : NAN;
  const size = biased === 0 ? part : part | (1n << BigInt(fraction));
  return { is: 'finite', m: negative ? -size : size, e: Math.max(biased, 1) - 1 + least - fraction, negative };
}

const lengthOf = (size: bigint): number => (size === 0n ? 0 : size.toString(2).length);

/** `size / 2 ** shift`, as an integer. */
export function shifted(size: bigint, shift: number, mode: Mode, negative: boolean): bigint {
  if (shift <= 0) return size << BigInt(-shift);
  const kept = size >> BigInt(shift);
  const rest = size - (kept << BigInt(shift));
  const half = 1n << BigInt(shift - 1);
  const goesUp =
    mode === 'nearest'
      ? rest > half || (rest === half && (kept & 1n) === 1n)
      : rest !== 0n && ((mode === 'up' && !negative) || (mode === 'down' && negative));
  return goesUp ? kept + 1n : kept;
}

/** The bits of a number in a format. NaN is the quiet one. */
export function encode(value: Real, format: Format, mode: Mode): bigint {
  const { exponent, fraction } = format;
  const top = (1n << BigInt(exponent)) - 1n;
  if (value.is === 'nan') return (top << BigInt(fraction)) | (1n << BigInt(fraction - 1));
  const sign = value.negative ? 1n << BigInt(widthOf(format) - 1) : 0n;
  if (value.is === 'infinite') return sign | (top << BigInt(fraction));
  const { m, e, negative } = value;
  const size = m < 0n ? -m : m;
  if (size === 0n) return sign;
  const least = 2 - 2 ** (exponent - 1);
  let last = Math.max(e + lengthOf(size) - 1, least) - fraction;
  let rounded = shifted(size, last - e, mode, negative);
  if (rounded >> BigInt(fraction + 1) !== 0n) {
    rounded >>= 1n;
    last++;
  }
  if (rounded >> BigInt(fraction) === 0n) return sign | rounded;
  const biased = BigInt(last + fraction - least + 1);
  if (biased < top) return sign | (biased << BigInt(fraction)) | (rounded & ((1n << BigInt(fraction)) - 1n));
  const isInfinite = mode === 'nearest' || (mode === 'up' && !negative) || (mode === 'down' && negative);
  return sign | (isInfinite ? top << BigInt(fraction) : (top << BigInt(fraction)) - 1n);
}

/** Whether bits are those of a number below the normal ones, but not zero. */
export const isDenormal = (bits: bigint, { exponent, fraction }: Format): boolean =>
  ((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n)) === 0n && (bits & ((1n << BigInt(fraction)) - 1n)) !== 0n;

export function negated(value: Real): Real {
  if (value.is === 'nan') return value;
  if (value.is === 'infinite') return { is: 'infinite', negative: !value.negative };
  return { is: 'finite', m: -value.m, e: value.e, negative: !value.negative };
}

export const absolute = (value: Real): Real => (value.is !== 'nan' && value.negative ? negated(value) : value);

export function sum(a: Real, b: Real, mode: Mode): Real {
  if (a.is === 'nan' || b.is === 'nan') return NAN;
  if (a.is === 'infinite' || b.is === 'infinite') {
    if (a.is === 'infinite' && b.is === 'infinite') return a.negative === b.negative ? a : NAN;
    return a.is === 'infinite' ? a : b;
  }
  const e = Math.min(a.e, b.e);
  const m = (a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e));
  if (m !== 0n) return { is: 'finite', m, e, negative: m < 0n };
  return zero(a.m === 0n && b.m === 0n && a.negative === b.negative ? a.negative : mode === 'down');
}

export function product(a: Real, b: Real): Real {
  if (a.is === 'nan' || b.is === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.is === 'finite' && b.is === 'finite') return { is: 'finite', m: a.m * b.m, e: a.e + b.e, negative };
  return (a.is === 'finite' && a.m === 0n) || (b.is === 'finite' && b.m === 0n) ? NAN : { is: 'infinite', negative };
}

/** Below 0, 0, above 0; undefined if one is NaN. */
export function order(a: Real, b: Real): number | undefined {
  if (a.is === 'nan' || b.is === 'nan') return undefined;
  if (a.is === 'infinite') return b.is === 'infinite' && a.negative === b.negative ? 0 : a.negative ? -1 : 1;
  if (b.is === 'infinite') return b.negative ? 1 : -1;
  const e = Math.min(a.e, b.e);
  const difference = (a.m << BigInt(a.e - e)) - (b.m << BigInt(b.e - e));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A finite number as an integer. */
export function integer({ m, e, negative }: Extract<Real, { is: 'finite' }>, mode: Mode): bigint {
  const size = shifted(m < 0n ? -m : m, -e, mode, negative);
  return negative ? -size : size;
}
