/** Integers of 64 bits, as two words: the lower 64 bits of the exact result. */
import type { Thread } from '../thread.ts';
import type { Condition, Span, Test } from './kinds.ts';

/** An operation on words alone. */
const words =
  (f: (a: number, b: number, c: number) => number): Span =>
  ({ i32 }, n, d, ds, a, as, b, bs, c, cs) => {
    for (let i = 0; i < n; i++)
      for (let word = 0; word < 2; word++)
        i32[d + i * ds + word] = f(i32[a + i * as + word] ?? 0, i32[b + i * bs + word] ?? 0, i32[c + i * cs + word] ?? 0);
  };

export const mov: Span = ({ i32 }, n, d, ds, a, as) => {
  for (let i = 0; i < n; i++) {
    i32[d + i * ds] = i32[a + i * as] ?? 0;
    i32[d + i * ds + 1] = i32[a + i * as + 1] ?? 0;
  }
};
export const add: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) {
    const x = i32[a + i * as] ?? 0;
    const low = (x + (i32[b + i * bs] ?? 0)) | 0;
    const carry = low >>> 0 < x >>> 0 ? 1 : 0;
    i32[d + i * ds + 1] = (i32[a + i * as + 1] ?? 0) + (i32[b + i * bs + 1] ?? 0) + carry;
    i32[d + i * ds] = low;
  }
};
export const and = words((a, b) => a & b);
export const or = words((a, b) => a | b);
export const xor = words((a, b) => a ^ b);
export const not = words((a) => ~a);

export const shl: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) {
    const low = i32[a + i * as] ?? 0;
    const high = i32[a + i * as + 1] ?? 0;
    const count = (i32[b + i * bs] ?? 0) & 63;
    i32[d + i * ds] = count < 32 ? low << count : 0;
    i32[d + i * ds + 1] = count === 0 ? high : count < 32 ? (high << count) | (low >>> (32 - count)) : low << (count - 32);
  }
};
export const shr: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) {
    const low = i32[a + i * as] ?? 0;
    const high = i32[a + i * as + 1] ?? 0;
    const count = (i32[b + i * bs] ?? 0) & 63;
    i32[d + i * ds] = count === 0 ? low : count < 32 ? (low >>> count) | (high << (32 - count)) : high >>> (count - 32);
    i32[d + i * ds + 1] = count < 32 ? high >>> count : 0;
  }
};
export const asr: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) {
    const low = i32[a + i * as] ?? 0;
    const high = i32[a + i * as + 1] ?? 0;
    const count = (i32[b + i * bs] ?? 0) & 63;
    i32[d + i * ds] = count === 0 ? low : count < 32 ? (low >>> count) | (high << (32 - count)) : high >> (count - 32);
    i32[d + i * ds + 1] = count < 32 ? high >> count : high >> 31;
  }
};

/** The upper 32 bits of the product of two unsigned words. */
export function highOf(a: number, b: number): number {
  const [al, ah, bl, bh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = ah * bl + ((al * bl) >>> 16);
  const other = al * bh + (middle & 0xffff);
  return (ah * bh + Math.floor(middle / 65536) + Math.floor(other / 65536)) | 0;
}

export const mul: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) {
    const [al, ah] = [i32[a + i * as] ?? 0, i32[a + i * as + 1] ?? 0];
    const [bl, bh] = [i32[b + i * bs] ?? 0, i32[b + i * bs + 1] ?? 0];
    i32[d + i * ds] = Math.imul(al, bl);
    i32[d + i * ds + 1] = highOf(al, bl) + Math.imul(al, bh) + Math.imul(ah, bl);
  }
};
export const mad: Span = ({ i32 }, n, d, ds, a, as, b, bs, c, cs) => {
  for (let i = 0; i < n; i++) {
    const [bl, bh] = [i32[b + i * bs] ?? 0, i32[b + i * bs + 1] ?? 0];
    const [cl, ch] = [i32[c + i * cs] ?? 0, i32[c + i * cs + 1] ?? 0];
    const product = Math.imul(bl, cl);
    const low = (product + (i32[a + i * as] ?? 0)) | 0;
    const carry = low >>> 0 < product >>> 0 ? 1 : 0;
    i32[d + i * ds + 1] = highOf(bl, cl) + Math.imul(bl, ch) + Math.imul(bh, cl) + (i32[a + i * as + 1] ?? 0) + carry;
    i32[d + i * ds] = low;
  }
};
export const add3: Span = (t, n, d, ds, a, as, b, bs, c, cs) => {
  add(t, n, d, ds, a, as, b, bs, 0, 0);
  add(t, n, d, ds, d, ds, c, cs, 0, 0);
};

/** An operation for which speed does not matter. */
export const big =
  (f: (a: bigint, b: bigint) => bigint): Span =>
  (t, n, d, ds, a, as, b, bs) => {
    for (let i = 0; i < n; i++) write(t, d + i * ds, f(read(t, a + i * as), read(t, b + i * bs)));
  };

export const read = ({ i32 }: Thread, at: number): bigint => (BigInt(i32[at + 1] ?? 0) << 32n) | BigInt((i32[at] ?? 0) >>> 0);

export function write({ i32 }: Thread, at: number, value: bigint): void {
  i32[at] = Number(BigInt.asIntN(32, value));
  i32[at + 1] = Number(BigInt.asIntN(32, value >> 32n));
}

const order = (ah: number, al: number, bh: number, bl: number): number => (ah === bh ? (al >>> 0) - (bl >>> 0) : ah < bh ? -1 : 1);

const HOLDS: Readonly<Record<Condition, (order: number) => boolean>> = {
  eq: (o) => o === 0,
  ne: (o) => o !== 0,
  lt: (o) => o < 0,
  le: (o) => o <= 0,
  gt: (o) => o > 0,
  ge: (o) => o >= 0,
};

export function test(condition: Condition, signed: boolean): Test {
  const turn = signed ? 0 : 0x80000000 | 0;
  const holds = HOLDS[condition];
  return ({ i32 }, n, a, as, b, bs) => {
    let bits = 0;
    for (let i = 0; i < n; i++) {
      const [high, other] = [(i32[a + i * as + 1] ?? 0) ^ turn, (i32[b + i * bs + 1] ?? 0) ^ turn];
      if (holds(order(high, i32[a + i * as] ?? 0, other, i32[b + i * bs] ?? 0))) bits |= 1 << i;
    }
    return bits;
  };
}

/** A comparison of a signed with an unsigned number: the index says which of the two is signed. */
export function mixed(condition: Condition, signed: 0 | 1): Test {
  const compare = test(condition, false);
  const whenLess = HOLDS[condition](signed === 0 ? -1 : 1);
  return (t, n, a, as, b, bs) => {
    let bits = compare(t, n, a, as, b, bs);
    const [at, stride] = signed === 0 ? [a, as] : [b, bs];
    // A negative number is below all unsigned ones.
    for (let i = 0; i < n; i++) if ((t.i32[at + i * stride + 1] ?? 0) < 0) bits = whenLess ? bits | (1 << i) : bits & ~(1 << i);
    return bits;
  };
}

/** A rotation to the left by the lower six bits of the second source. */
export const rol: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) rotate(i32, d + i * ds, a + i * as, (i32[b + i * bs] ?? 0) & 63);
};
export const ror: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) rotate(i32, d + i * ds, a + i * as, -(i32[b + i * bs] ?? 0) & 63);
};

function rotate(i32: Int32Array, to: number, from: number, count: number): void {
  const swaps = count >= 32;
  const low = i32[swaps ? from + 1 : from] ?? 0;
  const high = i32[swaps ? from : from + 1] ?? 0;
  const shift = count & 31;
  i32[to] = shift === 0 ? low : (low << shift) | (high >>> (32 - shift));
  i32[to + 1] = shift === 0 ? high : (high << shift) | (low >>> (32 - shift));
}

/** The operations whose results may be cut to the range of 64 bits. */
const SATURATING: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  mov: (a) => a,
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
};

/**
 * An operation of which the exact result is cut to the range of the destination; `undefined` for one that has none.
 *
 * @param signed whether the destination, and each source, is signed
 */
export function saturating(name: string, [toSigned, ...signed]: readonly boolean[]): Span | undefined {
  const f = SATURATING[name];
  if (f === undefined) return undefined;
  const [least, most] = toSigned === true ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  const fit = (x: bigint, index: number): bigint => (signed[index] === true ? x : BigInt.asUintN(64, x));
  return big((a, b) => {
    const value = f(fit(a, 0), fit(b, 1));
    return value < least ? least : value > most ? most : value;
  });
}
