/**
 * Floating-point numbers of the machine: formats, and rounding from a number that is exact, or whose error is known.
 *
 * A result is given as `value + error`: `value` is the double that is nearest to the exact result, `error` what is missing (its sign and
 * whether it is zero are enough).
 */

/** A binary format: bits of the stored fraction, and the least and greatest exponents of normal numbers. */
export interface FloatFormat {
  readonly bits: number;
  readonly fraction: number;
  readonly least: number;
  readonly greatest: number;
  /** Whether there are infinities; without them the largest encoding is NaN, as in HF8 (E4M3). */
  readonly infinite: boolean;
  /** The bit of cr0.0 that keeps denormal numbers. */
  readonly keep: number;
}

const format = (bits: number, exponent: number, keep: number, infinite = true): FloatFormat => ({
  bits,
  fraction: bits - 1 - exponent,
  least: 2 - 2 ** (exponent - 1),
  greatest: infinite ? 2 ** (exponent - 1) - 1 : 2 ** (exponent - 1),
  infinite,
  keep,
});

/** The bits of cr0.0 are those of `initCR` in IGC/Compiler/CISACodeGen/CISABuilder.cpp of intel/intel-graphics-compiler. */
export const FORMATS = {
  hf: format(16, 5, 1 << 10),
  bf: format(16, 8, 1 << 30),
  tf32: format(19, 8, 1 << 30),
  f: format(32, 8, 1 << 7),
  df: format(64, 11, 1 << 6),
  bf8: format(8, 5, 0),
  hf8: format(8, 4, 0, false),
} as const;

/** How results are rounded: bits 5:4 of cr0.0. */
export type Rounding = 0 | 1 | 2 | 3;
export const NEAREST: Rounding = 0;
export const UP: Rounding = 1;
export const DOWN: Rounding = 2;
export const TO_ZERO: Rounding = 3;

/** A double as its bits, and back: written and read within one call. */
const CELL = new Float64Array(1);
const CELL_BITS = new BigInt64Array(CELL.buffer);
const CELL_WORDS = new Uint32Array(CELL.buffer);

/** The next double in a direction: 1 away from zero, -1 towards it. */
function step(value: number, direction: 1 | -1): number {
  CELL[0] = value;
  CELL_BITS[0] = (CELL_BITS[0] as bigint) + BigInt(direction);
  return CELL[0] ?? 0;
}

/**
 * The double with the last bit set that lies on the side of the exact value: what is rounded from it to fewer bits is rounded as the exact
 * value would be.
 */
export function toOdd(value: number, error: number): number {
  if (error === 0 || !Number.isFinite(value) || Number.isNaN(error)) return value;
  CELL[0] = value;
  if (((CELL_WORDS[0] ?? 0) & 1) !== 0) return value;
  if (value === 0) return error > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  return step(value, error > 0 === value > 0 ? 1 : -1);
}

/** What a sum of doubles lacks (Knuth's TwoSum). */
export function sumError(a: number, b: number, sum: number): number {
  const b1 = sum - a;
  const error = a - (sum - b1) + (b - b1);
  return !Number.isNaN(error) ? error : 0;
}

/** What a product of doubles lacks (Dekker). Exact while nothing overflows. */
export function productError(a: number, b: number, product: number): number {
  const split = (x: number): number => {
    const c = 134217729 * x;
    return c - (c - x);
  };
  const [ah, bh] = [split(a), split(b)];
  const [al, bl] = [a - ah, b - bh];
  const error = al * bl - (product - ah * bh - al * bh - ah * bl);
  return !Number.isNaN(error) ? error : 0;
}

/** The value of an unsigned integer of a format's width. */
export function decodeFloat(bits: number, { fraction, least, bits: width, infinite }: FloatFormat): number {
  const sign = (bits >>> (width - 1)) & 1 ? -1 : 1;
  const exponentBits = width - 1 - fraction;
  const exponent = (bits >>> fraction) & ((1 << exponentBits) - 1);
  const mantissa = bits & ((1 << fraction) - 1);
  if (infinite && exponent === (1 << exponentBits) - 1) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (!infinite && exponent === (1 << exponentBits) - 1 && mantissa === (1 << fraction) - 1) return Number.NaN;
  if (exponent === 0) return sign * mantissa * 2 ** (least - fraction);
  return sign * (1 + mantissa * 2 ** -fraction) * 2 ** (exponent - 1 + least);
}

/** The bits of a value in a format of at most 16 bits, rounded once. `value` is exact, or odd as {@link toOdd} makes it. */
export function encodeFloat(value: number, to: FloatFormat, rounding: Rounding): number {
  const { fraction, least, bits: width, greatest, infinite } = to;
  const exponentBits = width - 1 - fraction;
  const most = (1 << exponentBits) - 1;
  const sign = value < 0 || Object.is(value, -0) ? 1 << (width - 1) : 0;
  if (Number.isNaN(value)) return infinite ? (most << fraction) | (1 << (fraction - 1)) : (most << fraction) | ((1 << fraction) - 1);
  const size = Math.abs(value);
  const infinity = infinite ? most << fraction : (most << fraction) | ((1 << fraction) - 1);
  if (size === Number.POSITIVE_INFINITY) return sign | infinity;
  if (size === 0) return sign;
  const exponent = Math.max(exponentOf(size), least);
  const unit = 2 ** (exponent - fraction);
  const scaled = size / unit;
  const whole = roundInteger(scaled, sign === 0 ? rounding : mirrored(rounding));
  const rounded = whole * unit;
  const top = (2 - 2 ** -fraction) * 2 ** greatest;
  const largest = infinite ? top : (2 - 2 ** (1 - fraction)) * 2 ** greatest;
  if (rounded > largest) {
    const overflows = rounding === NEAREST || (rounding === UP && sign === 0) || (rounding === DOWN && sign !== 0);
    return sign | (overflows ? infinity : infinity - 1);
  }
  const base = exponentOf(rounded);
  if (rounded === 0) return sign;
  if (base < least) return sign | (rounded / 2 ** (least - fraction));
  return sign | ((base - least + 1) << fraction) | ((rounded / 2 ** base - 1) * 2 ** fraction);
}

/** The exponent of a positive double: 3 for 8 to 15. */
export function exponentOf(size: number): number {
  CELL[0] = size;
  const exponent = ((CELL_WORDS[1] ?? 0) >>> 20) & 0x7ff;
  if (exponent !== 0) return exponent - 1023;
  CELL[0] = size * 2 ** 54;
  return (((CELL_WORDS[1] ?? 0) >>> 20) & 0x7ff) - 1077;
}

/** A number rounded to an integer. */
export function roundInteger(value: number, rounding: Rounding): number {
  switch (rounding) {
    case UP:
      return Math.ceil(value);
    case DOWN:
      return Math.floor(value);
    case TO_ZERO:
      return Math.trunc(value);
    default:
      return nearestEven(value);
  }
}

/** The nearest integer; of two that are equally near, the even one. */
export function nearestEven(value: number): number {
  const floor = Math.floor(value);
  const over = value - floor;
  if (over < 0.5) return floor === 0 && (value < 0 || Object.is(value, -0)) ? -0 : floor;
  if (over > 0.5) return floor + 1 === 0 ? -0 : floor + 1;
  const even = floor % 2 === 0 ? floor : floor + 1;
  return even === 0 && value < 0 ? -0 : even;
}

const F32 = new Float32Array(1);
const F32_BITS = new Int32Array(F32.buffer);

/** `value + error` as a float of 32 bits, in any rounding mode. */
export function roundToF(value: number, error: number, rounding: Rounding): number {
  if (rounding === NEAREST) return Math.fround(toOdd(value, error));
  const nearest = Math.fround(value);
  if (!Number.isFinite(value) || Number.isNaN(value)) return nearest;
  const difference = nearest - value;
  // Whether the float is larger than the exact result, smaller, or equal.
  const over = nearest === value ? -Math.sign(error) : difference > 0 ? 1 : -1;
  if (over === 0) return nearest;
  const wantsLess = rounding === DOWN || (rounding === TO_ZERO && value > 0);
  const wantsMore = rounding === UP || (rounding === TO_ZERO && value < 0);
  if (over > 0 && wantsLess) return nextFloat(nearest, -1);
  if (over < 0 && wantsMore) return nextFloat(nearest, 1);
  return nearest;
}

/** The next float of 32 bits above (1) or below (-1). */
function nextFloat(value: number, direction: 1 | -1): number {
  F32[0] = value;
  if (value === 0) {
    F32_BITS[0] = direction > 0 ? 1 : 0x80000001 | 0;
    return F32[0] ?? 0;
  }
  F32_BITS[0] = (F32_BITS[0] ?? 0) + (value > 0 === direction > 0 ? 1 : -1);
  return F32[0] ?? 0;
}

/** The mode that rounds the negation of a number to the negation of the result. */
export const mirrored = (mode: Rounding): Rounding => (mode === UP ? DOWN : mode === DOWN ? UP : mode);

/** `value + error` as a double, in any rounding mode. */
export function roundToDf(value: number, error: number, rounding: Rounding): number {
  if (rounding === NEAREST || error === 0 || Number.isNaN(value)) return value;
  const wantsMore = rounding === UP || (rounding === TO_ZERO && value < 0);
  if (error > 0 && wantsMore) return value === 0 ? Number.MIN_VALUE : step(value, value > 0 ? 1 : -1);
  const wantsLess = rounding === DOWN || (rounding === TO_ZERO && value > 0);
  if (error < 0 && wantsLess) return value === 0 ? -Number.MIN_VALUE : step(value, value > 0 ? -1 : 1);
  return value;
}

/**
 * The product of two doubles plus a third, rounded once to the nearest double, as value and error. Uses integers where the error terms of
 * doubles would overflow or underflow.
 */
export function fusedDouble(a: number, b: number, c: number): { readonly value: number; readonly error: number } {
  if (Number.isFinite(a) && Number.isFinite(b) && !Number.isFinite(c)) return { value: c, error: 0 };
  const product = a * b;
  const size = Math.abs(product);
  if (!Number.isFinite(product + c) || product === 0 || a === 0 || b === 0) {
    if (Number.isFinite(a) && Number.isFinite(b) && Number.isFinite(c) && a !== 0 && b !== 0) return exactFused(a, b, c);
    return { value: product + c, error: 0 };
  }
  if (size > 1e300 || size < 1e-260 || Math.abs(c) > 1e300 || Math.abs(a) > 1e290 || Math.abs(b) > 1e290) return exactFused(a, b, c);
  const low = productError(a, b, product);
  const sum = product + c;
  const sumLow = sumError(product, c, sum);
  const tail = low + sumLow;
  const tailLow = sumError(low, sumLow, tail);
  const odd = toOdd(tail, tailLow);
  const value = sum + odd;
  return { value, error: sumError(sum, odd, value) || tail - odd || tailLow };
}

/** The integer and the power of two of a double. */
function partsOf(value: number): [bigint, number] {
  CELL[0] = value;
  const bits = CELL_BITS[0] as bigint;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  return [bits < 0n ? -mantissa : mantissa, Math.max(exponent, 1) - 1075];
}

function exactFused(a: number, b: number, c: number): { readonly value: number; readonly error: number } {
  const [[ma, ea], [mb, eb], [mc, ec]] = [partsOf(a), partsOf(b), partsOf(c)];
  const exponent = Math.min(ea + eb, ec);
  const sum = ((ma * mb) << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  if (sum === 0n) return { value: a * b + c === 0 ? a * b + c : 0, error: 0 };
  return doubleOf(sum, exponent);
}

/** `mantissa * 2 ** exponent`, rounded to the nearest double. */
export function doubleOf(mantissa: bigint, exponent: number): { readonly value: number; readonly error: number } {
  const negative = mantissa < 0n;
  const size = negative ? -mantissa : mantissa;
  const bits = size.toString(2).length;
  const drop = Math.max(bits - 53, -1074 - exponent, 0);
  const kept = size >> BigInt(drop);
  const rest = size - (kept << BigInt(drop));
  const half = drop === 0 ? 0n : 1n << BigInt(drop - 1);
  const up = drop > 0 && (rest > half || (rest === half && (kept & 1n) === 1n));
  const scaled = scale(Number(kept + (up ? 1n : 0n)), exponent + drop);
  const value = negative ? -scaled : scaled;
  // What is too large lacks nothing but its excess.
  if (!Number.isFinite(value)) return { value, error: -value };
  const missing = up ? -1 : rest === 0n ? 0 : 1;
  return { value, error: (negative ? -missing : missing) * Number.MIN_VALUE };
}

/** `value * 2 ** exponent` for exponents that a single factor cannot have. */
function scale(value: number, exponent: number): number {
  if (exponent > 900) return value * 2 ** 900 * 2 ** (exponent - 900);
  if (exponent < -900) return value * 2 ** -900 * 2 ** (exponent + 900);
  return value * 2 ** exponent;
}

const halfScale = 2 ** 112;
const HALF = new Float32Array(1);
const HALF_BITS = new Int32Array(HALF.buffer);

/** The value of a half. */
export function halfOf(bits: number): number {
  if ((bits & 0x7c00) === 0x7c00) return decodeFloat(bits, FORMATS.hf);
  HALF_BITS[0] = ((bits & 0x8000) << 16) | ((bits & 0x7fff) << 13);
  return (HALF[0] ?? 0) * halfScale;
}

/** The value of a bfloat16. */
export function bfloatOf(bits: number): number {
  HALF_BITS[0] = bits << 16;
  return HALF[0] ?? 0;
}
