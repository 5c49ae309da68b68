/** Integers of 32 bits and less: the lower 32 bits of the exact result. */
import type { Condition, Span, Test } from './kinds.ts';

/** An operation from what it does with one lane. */
const one =
  (f: (a: number) => number): Span =>
  ({ i32 }, n, d, ds, a, as) => {
    for (let i = 0; i < n; i++) i32[d + i * ds] = f(i32[a + i * as] ?? 0);
  };
const two =
  (f: (a: number, b: number) => number): Span =>
  ({ i32 }, n, d, ds, a, as, b, bs) => {
    for (let i = 0; i < n; i++) i32[d + i * ds] = f(i32[a + i * as] ?? 0, i32[b + i * bs] ?? 0);
  };
const three =
  (f: (a: number, b: number, c: number) => number): Span =>
  ({ i32 }, n, d, ds, a, as, b, bs, c, cs) => {
    for (let i = 0; i < n; i++) i32[d + i * ds] = f(i32[a + i * as] ?? 0, i32[b + i * bs] ?? 0, i32[c + i * cs] ?? 0);
  };

// The operations that most instructions are have a loop of their own: a call for each lane would take longer than the operation.

export const mov: Span = ({ i32 }, n, d, ds, a, as) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = i32[a + i * as] ?? 0;
};
export const add: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) + (i32[b + i * bs] ?? 0);
};
export const mul: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = Math.imul(i32[a + i * as] ?? 0, i32[b + i * bs] ?? 0);
};
export const mad: Span = ({ i32 }, n, d, ds, a, as, b, bs, c, cs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) + Math.imul(i32[b + i * bs] ?? 0, i32[c + i * cs] ?? 0);
};
export const add3: Span = ({ i32 }, n, d, ds, a, as, b, bs, c, cs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) + (i32[b + i * bs] ?? 0) + (i32[c + i * cs] ?? 0);
};
export const and: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) & (i32[b + i * bs] ?? 0);
};
export const or: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) | (i32[b + i * bs] ?? 0);
};
export const xor: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) ^ (i32[b + i * bs] ?? 0);
};
export const shl: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) << (i32[b + i * bs] ?? 0);
};
export const shr: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) >>> (i32[b + i * bs] ?? 0);
};
export const asr: Span = ({ i32 }, n, d, ds, a, as, b, bs) => {
  for (let i = 0; i < n; i++) i32[d + i * ds] = (i32[a + i * as] ?? 0) >> (i32[b + i * bs] ?? 0);
};

export const not = one((a) => ~a);
export const cbit = one(countBits);
export const lzd = one(Math.clz32);
export const fbl = one((a) => (a === 0 ? -1 : 31 - Math.clz32(a & -a)));
export const fbhUnsigned = one((a) => (a === 0 ? -1 : Math.clz32(a)));
export const fbhSigned = one((a) => (a === 0 || a === -1 ? -1 : Math.clz32(a < 0 ? ~a : a)));
export const bfrev = one(reverseBits);
export const avg = two((a, b) => Math.floor((a + b + 1) / 2));
export const avgUnsigned = two((a, b) => Math.floor(((a >>> 0) + (b >>> 0) + 1) / 2));
export const rol = two((a, b) => rotate32(a, b & 31));
export const ror = two((a, b) => rotate32(a, 32 - (b & 31)));
export const rol16 = two((a, b) => rotate16(a, b & 15));
export const ror16 = two((a, b) => rotate16(a, 16 - (b & 15)));
export const bfi1 = two((width, offset) => ((1 << (width & 31)) - 1) << (offset & 31));
export const bfi2 = three((mask, value, base) =>
  mask === 0 ? base : ((value << (31 - Math.clz32(mask & -mask))) & mask) | (base & ~mask),
);
export const bfeUnsigned = three((width, offset, value) => fieldOf(width & 31, offset & 31, value, false));
export const bfeSigned = three((width, offset, value) => fieldOf(width & 31, offset & 31, value, true));

/** Each bit of the result is the bit of the control that the bits of the three sources number. */
export function bfn(control: number): Span {
  return three((a, b, c) => {
    let result = 0;
    for (let row = 0; row < 8; row++) if ((control >> row) & 1) result |= (row & 1 ? a : ~a) & (row & 2 ? b : ~b) & (row & 4 ? c : ~c);
    return result;
  });
}

/** The sum of the products of four bytes, plus the first source. */
export function dp4a(signedB: boolean, signedC: boolean): Span {
  return three((a, b, c) => (a + dotOf(b, c, signedB, signedC)) | 0);
}

/** The sum of the products of four bytes. */
export function dotOf(b: number, c: number, signedB: boolean, signedC: boolean): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) sum += byteAt(b, shift, signedB) * byteAt(c, shift, signedC);
  return sum;
}

const byteAt = (word: number, shift: number, signed: boolean): number => (signed ? (word << (24 - shift)) >> 24 : (word >>> shift) & 255);

function fieldOf(width: number, offset: number, value: number, signed: boolean): number {
  if (width === 0) return 0;
  const top = offset + width;
  if (top >= 32) return signed ? value >> offset : value >>> offset;
  const high = value << (32 - top);
  return signed ? high >> (32 - width) : high >>> (32 - width);
}

const rotate32 = (a: number, left: number): number => ((left & 31) === 0 ? a : (a << left) | (a >>> (32 - (left & 31))));
const rotate16 = (a: number, left: number): number => {
  const low = a & 0xffff;
  return ((low << (left & 15)) | (low >>> (16 - (left & 15)))) & 0xffff;
};

export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function reverseBits(word: number): number {
  let v = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return (v >>> 16) | (v << 16);
}

export const idiv = (signed: boolean): Span => two((a, b) => (signed ? quotientSigned(a, b) : quotient(a >>> 0, b >>> 0)));
export const irem = (signed: boolean): Span => two((a, b) => (b === 0 ? a : signed ? (b === -1 ? 0 : a % b) : (a >>> 0) % (b >>> 0)));
const quotient = (a: number, b: number): number => (b === 0 ? -1 : Math.floor(a / b));
const quotientSigned = (a: number, b: number): number => (b === 0 ? (a < 0 ? 0x80000000 | 0 : 0x7fffffff) : Math.trunc(a / b));

/** For unsigned numbers the sign bit is turned over: their order is then that of signed ones. */
export function test(condition: Condition, signed: boolean): Test {
  const turn = signed ? 0 : 0x80000000 | 0;
  switch (condition) {
    case 'eq':
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (i32[a + i * as] === i32[b + i * bs]) bits |= 1 << i;
        return bits;
      };
    case 'ne':
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (i32[a + i * as] !== i32[b + i * bs]) bits |= 1 << i;
        return bits;
      };
    case 'lt':
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (((i32[a + i * as] ?? 0) ^ turn) < ((i32[b + i * bs] ?? 0) ^ turn)) bits |= 1 << i;
        return bits;
      };
    case 'le':
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (((i32[a + i * as] ?? 0) ^ turn) <= ((i32[b + i * bs] ?? 0) ^ turn)) bits |= 1 << i;
        return bits;
      };
    case 'gt':
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (((i32[a + i * as] ?? 0) ^ turn) > ((i32[b + i * bs] ?? 0) ^ turn)) bits |= 1 << i;
        return bits;
      };
    default:
      return ({ i32 }, n, a, as, b, bs) => {
        let bits = 0;
        for (let i = 0; i < n; i++) if (((i32[a + i * as] ?? 0) ^ turn) >= ((i32[b + i * bs] ?? 0) ^ turn)) bits |= 1 << i;
        return bits;
      };
  }
}
