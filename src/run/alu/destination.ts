/** Destinations: lanes in the form of a kind become elements of a type, for the lanes that are enabled. */
import type { Operand } from '../../formats/eu/index.ts';
import { encodeFloat, FORMATS, NEAREST, type Rounding, roundInteger, roundToF, TO_ZERO } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { isDenormal, keepBit, Unsupported } from './elements.ts';
import { roundingOf } from './floats.ts';
import { elementBytes, type Kind, type MaskedStep, unitBytes } from './kinds.ts';

/** Where results go. */
export interface Destination {
  /** Place and stride in units of the kind, if the operation can write its result there itself. */
  readonly direct?: { readonly at: number; readonly stride: number };
  /** Stores the lanes of the result, which are at {@link resultOf}. Nothing, for the null register. */
  readonly store: MaskedStep;
}

/** Where a result is before it is stored, in units of its kind. */
export const resultOf = (layout: RegisterLayout, kind: Kind): { readonly at: number; readonly stride: number } => ({
  at: layout.of('result') / unitBytes(kind),
  stride: elementBytes(kind) / unitBytes(kind),
});

/** Ranges of integers, for saturation and for floats that become integers. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  ub: [0, 255],
  b: [-128, 127],
  uw: [0, 65535],
  w: [-32768, 32767],
  ud: [0, 2 ** 32 - 1],
  d: [-(2 ** 31), 2 ** 31 - 1],
};

const SATURATED = 1;
/** cr0.0: floats become integers by the rounding mode, not towards zero. */
const ROUNDS_INTEGERS = 1 << 12;

/**
 * The destination of an instruction of `n` lanes.
 *
 * @param raw whether the kind holds the bits of a float as they are
 */
export function destinationOf(layout: RegisterLayout, operand: Operand, kind: Kind, n: number, raw = false): Destination {
  const { register, type, region, kind: place } = operand;
  if (register?.name === 'null') return { store: () => undefined };
  const bytes = (type?.bits ?? 0) / 8;
  if (type === undefined || bytes < 1) throw new Unsupported('a destination without a type');
  const stride = place === 'macro' ? 1 : (region?.stride ?? 1);
  const write = writerOf(layout, type.name, kind, operand.modifier === SATURATED, raw);
  const { at: from, stride: by } = resultOf(layout, kind);
  if (place === 'indirect') {
    const address = (layout.of('a') >> 1) + operand.sub;
    const limit = layout.generalBytes;
    return {
      store: (t, lanes) => {
        const base = (t.u16[address] ?? 0) + operand.offset;
        for (let i = 0; i < n; i++) {
          const to = base + i * stride * bytes;
          if ((lanes >> i) & 1 && to >= 0 && to + bytes <= limit) write(t, from + i * by, to);
        }
      },
    };
  }
  const base = layout.placeOf(operand);
  if (base === undefined) throw new Unsupported(`the register ${register?.name ?? 'of the destination'}`);
  if (base + (n - 1) * stride * bytes + bytes > layout.size) throw new Unsupported('a destination beyond the last register');
  const unit = unitBytes(kind);
  const isDirect = operand.modifier !== SATURATED && bytes === elementBytes(kind) && base % unit === 0 && (raw || isForm(type.name, kind));
  return {
    ...(isDirect ? { direct: { at: base / unit, stride: (stride * bytes) / unit } } : {}),
    store:
      storeOf(type.name, kind, raw, operand.modifier === SATURATED, base, stride * bytes, n, from) ??
      ((t, lanes) => {
        for (let i = 0; i < n; i++) if ((lanes >> i) & 1) write(t, from + i * by, base + i * stride * bytes);
      }),
  };
}

const isForm = (name: string, kind: Kind): boolean =>
  kind === 'i32'
    ? name === 'd' || name === 'ud'
    : kind === 'i64'
      ? name === 'q' || name === 'uq'
      : kind === 'f32'
        ? name === 'f'
        : kind === 'f64' && name === 'df';

/** Stores that most instructions have, as loops of their own. */
function storeOf(
  name: string,
  kind: Kind,
  raw: boolean,
  saturates: boolean,
  base: number,
  step: number,
  n: number,
  from: number,
): MaskedStep | undefined {
  if (saturates) return undefined;
  const bits =
    name === 'd' || name === 'ud' || name === 'f' ? 32 : name === 'w' || name === 'uw' || name === 'hf' || name === 'bf' ? 16 : 0;
  if (kind === 'i32' && bits === 32 && base % 4 === 0 && (raw || name !== 'f'))
    return ({ i32 }, lanes) => {
      for (let i = 0; i < n; i++) if ((lanes >> i) & 1) i32[(base + i * step) >> 2] = i32[from + i] ?? 0;
    };
  if (kind === 'i32' && bits === 16 && base % 2 === 0 && (raw || name.endsWith('w')))
    return ({ i32, u16 }, lanes) => {
      for (let i = 0; i < n; i++) if ((lanes >> i) & 1) u16[(base + i * step) >> 1] = i32[from + i] ?? 0;
    };
  if (kind === 'f32' && name === 'f' && base % 4 === 0)
    return ({ f32 }, lanes) => {
      for (let i = 0; i < n; i++) if ((lanes >> i) & 1) f32[(base + i * step) >> 2] = f32[from + i] ?? 0;
    };
  return undefined;
}

/** Writes one element to a byte offset. */
function writerOf(
  layout: RegisterLayout,
  name: string,
  kind: Kind,
  saturates: boolean,
  raw: boolean,
): (t: Thread, from: number, to: number) => void {
  const bits = bitsOf(name);
  if (kind === 'i32' || kind === 'i64') {
    if (!raw && isFloat(name)) throw new Unsupported(`integers in a destination of the type ${name}`);
    const isUnsigned = name.startsWith('u');
    return ({ i32, bytes }, from, to) => {
      const word = i32[from] ?? 0;
      for (let k = 0; k < Math.min(bits, 32); k += 8) bytes[to + (k >> 3)] = word >> k;
      if (bits < 64) return;
      const high = kind === 'i64' ? (i32[from + 1] ?? 0) : isUnsigned ? 0 : word >> 31;
      for (let k = 0; k < 32; k += 8) bytes[to + 4 + (k >> 3)] = high >> k;
    };
  }
  const read =
    kind === 'f32' ? (t: Thread, from: number): number => t.f32[from] ?? 0 : (t: Thread, from: number): number => t.f64[from] ?? 0;
  if (isFloat(name)) return floatWriter(layout, name, read, saturates);
  const clamps = kind !== 'exact' || saturates;
  return integerWriter(layout, name, read, clamps, kind !== 'exact');
}

function floatWriter(
  layout: RegisterLayout,
  name: string,
  read: (t: Thread, from: number) => number,
  saturates: boolean,
): (t: Thread, from: number, to: number) => void {
  const control = layout.of('cr') >> 2;
  const format = FORMATS[name as keyof typeof FORMATS];
  // A tensor float has 32 bits in a register, of which the lowest are 0.
  const shift = bitsOf(name) - format.bits;
  const keep = keepBit(name);
  const bits = bitsOf(name);
  const sign = 1 << (format.bits - 1);
  const isEmpty = (word: number): boolean => (word & (sign - 1)) >>> format.fraction === 0;
  return (t, from, to) => {
    let value = read(t, from);
    if (saturates) value = value > 0 ? Math.min(value, 1) : 0;
    const mode = roundingOf(t);
    const flushes = keep !== 0 && ((t.i32[control] ?? 0) & keep) === 0;
    if (bits === 64) putDouble(t, to, flushes ? flushed(value, format.least) : value);
    else if (name === 'f') {
      const result = mode === NEAREST ? Math.fround(value) : roundOdd(value, mode);
      putFloat(t, to, flushes ? flushed(result, format.least) : result);
    } else {
      const word = encodeFloat(value, format, mode);
      // The sign of zero stays.
      put(t, to, bits, (flushes && isEmpty(word) ? word & sign : word) << shift);
    }
  };
}

/** Zero in place of a denormal number. */
const flushed = (value: number, least: number): number => (isDenormal(value, least) ? (value < 0 ? -0 : 0) : value);

/** A value that may be odd, as a float of 32 bits in a mode other than nearest: its error is that of the conversion alone. */
const roundOdd = (value: number, mode: Rounding): number => roundToF(value, 0, mode);

function integerWriter(
  layout: RegisterLayout,
  name: string,
  read: (t: Thread, from: number) => number,
  clamps: boolean,
  rounds: boolean,
): (t: Thread, from: number, to: number) => void {
  const control = layout.of('cr') >> 2;
  const bits = bitsOf(name);
  const [least, most] = RANGES[name] ?? (name === 'uq' ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63]);
  return (t, from, to) => {
    let value = read(t, from);
    if (rounds) {
      const mode = ((t.i32[control] ?? 0) & ROUNDS_INTEGERS) === 0 ? TO_ZERO : roundingOf(t);
      value = !Number.isNaN(value) ? roundInteger(value, mode) : 0;
    }
    if (clamps) value = Math.min(Math.max(value, least), most);
    if (bits < 64) {
      put(t, to, bits, value >= 2 ** 31 || value < -(2 ** 31) ? Number(BigInt.asIntN(32, BigInt(value))) : value);
      return;
    }
    const whole = BigInt(value);
    const top = name === 'uq' ? 2n ** 64n - 1n : 2n ** 63n - 1n;
    const wide = clamps && whole > top ? top : whole;
    put(t, to, 32, Number(BigInt.asIntN(32, wide)));
    put(t, to + 4, 32, Number(BigInt.asIntN(32, wide >> 32n)));
  };
}

const isFloat = (name: string): boolean => /f/.test(name);

function bitsOf(name: string): number {
  if (name === 'tf32') return 32;
  if (name.endsWith('8') || name === 'b' || name === 'ub') return 8;
  if (name.endsWith('w') || name === 'hf' || name === 'bf') return 16;
  return name.endsWith('q') || name === 'df' ? 64 : 32;
}

function put({ bytes }: Thread, to: number, bits: number, word: number): void {
  for (let k = 0; k < bits; k += 8) bytes[to + (k >> 3)] = word >> k;
}

const CELL = new Float64Array(1);
const CELL_BYTES = new Uint8Array(CELL.buffer);
const SINGLE = new Float32Array(1);
const SINGLE_BYTES = new Uint8Array(SINGLE.buffer);

function putDouble(t: Thread, to: number, value: number): void {
  if (to % 8 === 0) {
    t.f64[to >> 3] = value;
    return;
  }
  CELL[0] = value;
  t.bytes.set(CELL_BYTES, to);
}

function putFloat(t: Thread, to: number, value: number): void {
  if (to % 4 === 0) {
    t.f32[to >> 2] = value;
    return;
  }
  SINGLE[0] = value;
  t.bytes.set(SINGLE_BYTES, to);
}
