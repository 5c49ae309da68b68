/**
 * Converts 64-bit floats to narrower ones. NaN keeps its payload, which the engine's conversions do not guarantee.
 *
 * Source: visa/iga/IGALibrary/Frontend/Floats.cpp of intel/intel-graphics-compiler.
 */
const scratch = new DataView(new ArrayBuffer(8));

const MANTISSA = 0x000f_ffff_ffff_ffffn;
const EXPONENT = 0x7ff0_0000_0000_0000n;

/** The bits of the nearest 32-bit float; `undefined` if the payload of a NaN does not fit. */
export function floatBits32(bits: bigint): number | undefined {
  const nan = narrowNan(bits, 23);
  if (nan !== false) return nan === undefined ? undefined : (nan | 0x7f80_0000 | (Number(bits >> 63n) << 31)) >>> 0;
  scratch.setBigUint64(0, bits);
  scratch.setFloat32(0, scratch.getFloat64(0));
  return scratch.getUint32(0);
}

/** The bits of the nearest 16-bit float, rounded via 32 bits as in iga64. */
export function floatBits16(bits: bigint): number | undefined {
  const sign = Number(bits >> 63n) << 15;
  const nan = narrowNan(bits, 10);
  if (nan !== false) return nan === undefined ? undefined : nan | 0x7c00 | sign;
  scratch.setBigUint64(0, bits);
  const size = Math.abs(Math.fround(scratch.getFloat64(0)));
  if (size >= 65_520) return sign | 0x7c00;
  const exponent = Math.max(size === 0 ? -14 : Math.floor(Math.log2(size)), -14);
  const scaled = size / 2 ** (exponent - 10);
  const below = Math.floor(scaled);
  const rest = scaled - below;
  // Ties round to even.
  const mantissa = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return sign | (mantissa + (exponent + 14) * 1024);
}

/** The mantissa of a NaN with `size` bits; `false` for a number. */
function narrowNan(bits: bigint, size: number): number | undefined | false {
  if ((bits & EXPONENT) !== EXPONENT || (bits & MANTISSA) === 0n) return false;
  const payload = bits & (MANTISSA >> 1n);
  if (payload >> BigInt(size - 1) !== 0n) return undefined;
  const quiet = Number((bits >> 51n) & 1n) << (size - 1);
  return quiet | Number(payload) || 1;
}
