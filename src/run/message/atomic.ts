/** Atomic operations: the old value and one or two operands give the new value. */
import { bfloatOf, encodeFloat, FORMATS, halfOf } from '../numbers.ts';
import type { Thread } from '../thread.ts';

export interface Atomic {
  /** Values besides the address. */
  readonly operands: number;
  /** Applies it to memory; the old value goes to the byte `dst` of the thread, unless that is negative. */
  readonly apply: (t: Thread, memory: Uint8Array, at: number, first: number, second: number, dst: number) => void;
}

type Whole = (old: bigint, a: bigint, b: bigint) => bigint;

const signed =
  (f: (a: bigint, b: bigint) => boolean, bits: number): Whole =>
  (old, a) =>
    f(BigInt.asIntN(bits, old), BigInt.asIntN(bits, a)) ? old : a;

/** Operations on integers of any size. */
const WHOLE: Readonly<Record<string, readonly [operands: number, f: (bits: number) => Whole]>> = {
  load: [0, () => (old) => old],
  iinc: [0, () => (old) => old + 1n],
  idec: [0, () => (old) => old - 1n],
  ipdec: [0, () => (old) => old - 1n],
  store: [1, () => (_, a) => a],
  and: [1, () => (old, a) => old & a],
  or: [1, () => (old, a) => old | a],
  xor: [1, () => (old, a) => old ^ a],
  iadd: [1, () => (old, a) => old + a],
  isub: [1, () => (old, a) => old - a],
  irsub: [1, () => (old, a) => a - old],
  smin: [1, (bits) => signed((x, y) => x <= y, bits)],
  smax: [1, (bits) => signed((x, y) => x >= y, bits)],
  umin: [1, () => (old, a) => (old <= a ? old : a)],
  umax: [1, () => (old, a) => (old >= a ? old : a)],
  icas: [2, () => (old, a, b) => (old === a ? b : old)],
};

/** Operations on floats that compute. */
const SUMS: Readonly<Record<string, (old: number, a: number) => number>> = {
  fadd: (old, a) => old + a,
  fsub: (old, a) => old - a,
};

/** What is stored: the old value, the first operand or the second one, as its bits are. */
type Choice = 0 | 1 | 2;
const isLess = (a: number, b: number): boolean => a < b || (a === b && Object.is(a, -0));

/** Operations on floats that choose. Of a number and NaN it is the number. */
const CHOICES: Readonly<Record<string, readonly [operands: number, f: (old: number, a: number) => Choice]>> = {
  fmin: [1, (old, a) => (Number.isNaN(a) || (!Number.isNaN(old) && !isLess(a, old)) ? 0 : 1)],
  fmax: [1, (old, a) => (Number.isNaN(a) || (!Number.isNaN(old) && !isLess(old, a)) ? 0 : 1)],
  fcas: [2, (old, a) => (old === a ? 2 : 0)],
};

/** The operation of a message; `undefined` if it is not known. Sizes are in bits. */
export function atomicOf(operation: string, bits: number): Atomic | undefined {
  const name = operation.replace(/^atomic_/, '');
  if (bits === 32) {
    const fast = WORDS[name];
    if (fast !== undefined) return { operands: WHOLE[name]?.[0] ?? 0, apply: wordAtomic(fast) };
  }
  const whole = WHOLE[name];
  if (whole !== undefined) return { operands: whole[0], apply: wholeAtomic(whole[1](bits), bits / 8, name === 'ipdec') };
  const isBrain = name.startsWith('bf');
  const float = isBrain ? name.slice(1) : name;
  const type = isBrain ? 'bf' : bits === 16 ? 'hf' : bits === 32 ? 'f' : 'df';
  const sum = SUMS[float];
  if (sum !== undefined) return { operands: 1, apply: sumAtomic(sum, type) };
  const choice = CHOICES[float];
  return choice === undefined ? undefined : { operands: choice[0], apply: choiceAtomic(choice[1], type) };
}

/** Operations on 32 bits, as numbers. */
const WORDS: Readonly<Record<string, (old: number, a: number, b: number) => number>> = {
  load: (old) => old,
  iinc: (old) => old + 1,
  idec: (old) => old - 1,
  store: (_, a) => a,
  and: (old, a) => old & a,
  or: (old, a) => old | a,
  xor: (old, a) => old ^ a,
  iadd: (old, a) => old + a,
  isub: (old, a) => old - a,
  smin: (old, a) => Math.min(old, a),
  smax: (old, a) => Math.max(old, a),
  umin: (old, a) => Math.min(old >>> 0, a >>> 0),
  umax: (old, a) => Math.max(old >>> 0, a >>> 0),
  icas: (old, a, b) => (old === a ? b : old),
};

function wordAtomic(f: (old: number, a: number, b: number) => number): Atomic['apply'] {
  return ({ i32 }, memory, at, first, second, dst) => {
    const old = (memory[at] ?? 0) | ((memory[at + 1] ?? 0) << 8) | ((memory[at + 2] ?? 0) << 16) | ((memory[at + 3] ?? 0) << 24);
    const value = f(old, i32[first >> 2] ?? 0, i32[second >> 2] ?? 0);
    memory[at] = value;
    memory[at + 1] = value >> 8;
    memory[at + 2] = value >> 16;
    memory[at + 3] = value >> 24;
    if (dst >= 0) i32[dst >> 2] = old;
  };
}

function readWhole(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n;
  for (let k = size - 1; k >= 0; k--) value = (value << 8n) | BigInt(bytes[at + k] ?? 0);
  return value;
}

function writeWhole(bytes: Uint8Array, at: number, size: number, value: bigint): void {
  let left = BigInt.asUintN(size * 8, value);
  for (let k = 0; k < size; k++) {
    bytes[at + k] = Number(left & 255n);
    left >>= 8n;
  }
}

function wholeAtomic(f: Whole, size: number, givesNew: boolean): Atomic['apply'] {
  return ({ bytes }, memory, at, first, second, dst) => {
    const old = readWhole(memory, at, size);
    const value = f(old, readWhole(bytes, first, size), readWhole(bytes, second, size));
    writeWhole(memory, at, size, value);
    if (dst >= 0) writeWhole(bytes, dst, Math.max(size, 4), givesNew ? BigInt.asUintN(size * 8, value) : old);
  };
}

type FloatName = 'bf' | 'hf' | 'f' | 'df';
const bytesOf = (name: FloatName): number => FORMATS[name].bits / 8;

/** Reads and writes floats of a type. */
function floatAccess(name: FloatName) {
  const size = bytesOf(name);
  const view = new DataView(new ArrayBuffer(8));
  return {
    read: (bytes: Uint8Array, at: number): number => {
      for (let k = 0; k < size; k++) view.setUint8(k, bytes[at + k] ?? 0);
      if (size === 8) return view.getFloat64(0, true);
      if (size === 4) return view.getFloat32(0, true);
      return name === 'hf' ? halfOf(view.getUint16(0, true)) : bfloatOf(view.getUint16(0, true));
    },
    write: (bytes: Uint8Array, at: number, value: number): void => {
      if (size === 8) view.setFloat64(0, value, true);
      else if (size === 4) view.setFloat32(0, value, true);
      else view.setUint16(0, encodeFloat(value, FORMATS[name], 0), true);
      for (let k = 0; k < size; k++) bytes[at + k] = view.getUint8(k);
    },
  };
}

/** The old value as it is returned: with zeros above it in a lane that is wider. */
function giveBack(bytes: Uint8Array, dst: number, before: Uint8Array): void {
  bytes.fill(0, dst, dst + Math.max(before.length, 4));
  bytes.set(before, dst);
}

function sumAtomic(f: (old: number, a: number) => number, name: FloatName): Atomic['apply'] {
  const size = bytesOf(name);
  const { read, write } = floatAccess(name);
  return ({ bytes }, memory, at, first, _, dst) => {
    const before = memory.slice(at, at + size);
    const value = f(read(memory, at), read(bytes, first));
    // A computed NaN is the quiet one.
    write(memory, at, Number.isNaN(value) ? Number.NaN : value);
    if (dst >= 0) giveBack(bytes, dst, before);
  };
}

function choiceAtomic(f: (old: number, a: number) => Choice, name: FloatName): Atomic['apply'] {
  const size = bytesOf(name);
  const { read } = floatAccess(name);
  return ({ bytes }, memory, at, first, second, dst) => {
    const before = memory.slice(at, at + size);
    const chosen = f(read(memory, at), read(bytes, first));
    if (chosen !== 0) {
      const from = chosen === 1 ? first : second;
      memory.set(bytes.subarray(from, from + size), at);
    }
    if (dst >= 0) giveBack(bytes, dst, before);
  };
}
