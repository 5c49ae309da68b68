/**
 * Numbers as assembly writes them.
 *
 * Source: visa/iga/IGALibrary/Frontend/Floats.cpp of intel/intel-graphics-compiler.
 */
const scratch = new DataView(new ArrayBuffer(8));

/** `0x1F`, with at least `digits` digits. */
export const hex = (value: number, digits = 1): string =>
  digits === 8 ? hex8(value) : `0x${(value >>> 0).toString(16).toUpperCase().padStart(digits, '0')}`;

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** `0x0000001F`: for descriptors of sends, and for words that are not instructions, of which hostile code has many. */
const hex8 = (value: number): string =>
  `0x${BYTES[value >>> 24]}${BYTES[(value >>> 16) & 255]}${BYTES[(value >>> 8) & 255]}${BYTES[value & 255]}`;

/** `-0x4`. */
export const signedHex = (value: number): string => (value < 0 ? `-${hex(-value)}` : hex(value));

/** 64 bits, given as two halves. */
export const hex64 = (low: number, high: number): string =>
  high === 0 ? hex(low) : `${hex(high)}${(low >>> 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** A signed 64-bit number, given as two halves. */
export const decimal64 = (low: number, high: number): string => ((BigInt(high | 0) << 32n) | BigInt(low >>> 0)).toString();

/** A 32-bit float, from its bits. */
export function float32(bits: number): string {
  scratch.setUint32(0, bits);
  const value = scratch.getFloat32(0);
  return Number.isNaN(value) ? nan(bits >>> 31, (bits >>> 22) & 1, hex(bits & 0x3fffff)) : finite(value, Math.fround, () => hex(bits));
}

/** A 64-bit float, from the halves of its bits. */
export function float64(low: number, high: number): string {
  scratch.setUint32(0, high);
  scratch.setUint32(4, low);
  const value = scratch.getFloat64(0);
  if (Number.isNaN(value)) return nan(high >>> 31, (high >>> 19) & 1, hex64(low, high & 0x7ffff));
  return finite(
    value,
    (parsed) => parsed,
    () => hex64(low, high),
  );
}

/** A 16-bit float, from its bits. */
export function float16(bits: number): string {
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 0x3ff;
  if (exponent === 31 && mantissa !== 0) return nan(bits >> 15, (mantissa >> 9) & 1, hex(mantissa & 0x1ff));
  const size =
    exponent === 31 ? Number.POSITIVE_INFINITY : exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15);
  return finite((bits & 0x8000) !== 0 ? -size : size, Math.fround, () => hex(bits));
}

const nan = (sign: number, quiet: number, payload: string): string => `${sign ? '-' : ''}${quiet ? 'q' : 's'}nan(${payload})`;

/**
 * A float in the shortest form that reproduces its bits: six digits; or six digits after the decimal point with an exponent; or the bits.
 */
function finite(value: number, round: (parsed: number) => number, bits: () => string): string {
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const general = sixDigits(value);
  if (round(Number(general)) === value) return /[.e]/.test(general) ? general : `${general}.0`;
  const scientific = value.toExponential(6).replace(/e([+-])(\d)$/, 'e$10$2');
  return round(Number(scientific)) === value ? scientific : bits();
}

/** The format `%g` of C. */
function sixDigits(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(5).split('e');
  const power = Number(exponent);
  const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power >= -4 && power < 6) return trim(value.toFixed(5 - power));
  return `${trim(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
