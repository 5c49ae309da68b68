/** Whether a float agrees with the expected one: the rules of the case format, in their order. */
import type { FloatRule } from './model.ts';

interface FloatRow {
  /** Bits of the mantissa. */
  readonly mantissa: number;
  /** Exponent of the least normal number. */
  readonly least: number;
  /** The largest number. */
  readonly largest: number;
}

const FLOATS = {
  half: { mantissa: 10, least: -14, largest: 65_504 },
  float: { mantissa: 23, least: -126, largest: (2 - 2 ** -23) * 2 ** 127 },
  double: { mantissa: 52, least: -1022, largest: Number.MAX_VALUE },
} as const satisfies Readonly<Record<string, FloatRow>>;

export type FloatType = keyof typeof FLOATS;

const scratch = new DataView(new ArrayBuffer(8));

/** The power of two that is at most `size`, which is neither 0 nor infinite. */
function exponentOf(size: number): number {
  scratch.setFloat64(0, size);
  const exponent = (scratch.getUint16(0) >> 4) & 0x7ff;
  return exponent === 0 ? exponentOf(size * 2 ** 54) - 54 : exponent - 1023;
}

/** The distance of a number to the next one of its type; of 0 the least denormal. */
function unitOf(value: number, { mantissa, least }: FloatRow): number {
  return 2 ** ((value === 0 ? least : Math.max(exponentOf(Math.abs(value)), least)) - mantissa);
}

export function agrees(type: FloatType, expected: number, got: number, rule: FloatRule): boolean {
  if (rule.any) return true;
  if (Number.isNaN(expected)) return Number.isNaN(got);
  if (Number.isNaN(got)) return false;
  const row = FLOATS[type];
  const { ulp, abs, rel } = rule;
  const relative = ulp * 2 ** -row.mantissa;
  if (!Number.isFinite(expected) || !Number.isFinite(got)) {
    if (expected === got) return true;
    const other = Number.isFinite(got) ? got : expected;
    return rule.overflow && Math.abs(other) >= row.largest * (1 - relative) && expected > 0 === got > 0;
  }
  if (expected === got) return expected !== 0 || rule.anyZero || ulp > 0 || Object.is(expected, got);
  const size = Math.abs(expected);
  const tiny = 2 ** row.least;
  if (rule.ftz && ((size < tiny && got === 0) || (size <= tiny * (1 + relative) && Math.abs(got) <= tiny))) return true;
  const distance = Math.abs(expected - got);
  return distance <= ulp * unitOf(expected, row) || distance <= abs || distance <= rel * size;
}
