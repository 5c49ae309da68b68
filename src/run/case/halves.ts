/** Floats of 16 bits as numbers, and back: rounded to nearest, ties to even. */

/** A sum with it rounds a number below 2⁵² to an integer, ties to even. */
const TO_INTEGER = 2 ** 52;
const roundEven = (value: number): number => value + TO_INTEGER - TO_INTEGER;

/** 2²⁴ to 2⁻⁵, which bring numbers with exponents from -14 to 15 to 1024 and more. */
const SCALES = Float64Array.from({ length: 30 }, (_, i) => 2 ** (24 - i));

/** The bits of the nearest half. NaN becomes the quiet, positive one. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65_520) return sign | 0x7c00;
  // Denormals are multiples of 2⁻²⁴; what is rounded up to 1024 of them is the least normal number.
  if (size < 2 ** -14) return sign | roundEven(size * 2 ** 24);
  const above = 31 - Math.clz32(size * 2 ** 14);
  // 1024 to 2048, whose carry goes to the exponent.
  return sign | (above * 1024 + roundEven(size * (SCALES[above] ?? 0)));
}

/** The value of a half. */
export function halfValue(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 0x3ff;
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25));
}
