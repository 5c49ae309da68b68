/** What the bytes at the caret are as numbers and text, little-endian as everything in these files. */
import { ascii } from '../../parts/hex-row.tsx';

export interface ValueRow {
  readonly title: string;
  readonly bytes: number;
  read(view: DataView): string;
}

const row = (title: string, bytes: number, read: ValueRow['read']): ValueRow => ({ title, bytes, read });

/** A half or bfloat16 widened to the bits of a 32-bit float. */
const float = (bits: number): number => {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
};

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const real = (value: number): string => String(Number(value.toPrecision(9)));

/** A row for each interpretation: lists come in this order. */
export const VALUES: readonly ValueRow[] = [
  row('u8', 1, (v) => `${v.getUint8(0)}`),
  row('i8', 1, (v) => `${v.getInt8(0)}`),
  row('u16', 2, (v) => `${v.getUint16(0, true)}`),
  row('i16', 2, (v) => `${v.getInt16(0, true)}`),
  row('u32', 4, (v) => `${v.getUint32(0, true)}`),
  row('i32', 4, (v) => `${v.getInt32(0, true)}`),
  row('u64', 8, (v) => `${v.getBigUint64(0, true)}`),
  row('i64', 8, (v) => `${v.getBigInt64(0, true)}`),
  row('f16', 2, (v) => real(half(v.getUint16(0, true)))),
  row('bf16', 2, (v) => real(float((v.getUint16(0, true) << 16) >>> 0))),
  row('f32', 4, (v) => real(v.getFloat32(0, true))),
  row('f64', 8, (v) => String(v.getFloat64(0, true))),
  row('bits', 1, (v) => v.getUint8(0).toString(2).padStart(8, '0')),
  row('ASCII', 1, (v) => ascii(v.getUint8(0)) ?? '–'),
];
