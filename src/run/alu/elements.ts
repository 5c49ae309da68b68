/** Elements of the types as they are in registers: how each is read, and what its format is. */
import { TYPES } from '../../formats/eu/index.ts';
import { bfloatOf, decodeFloat, exponentOf, FORMATS, halfOf, toOdd } from '../numbers.ts';
import type { Thread } from '../thread.ts';
import type { Step } from './kinds.ts';

/** Something that execution does not have: the run stops with the reason `unsupported`. */
export class Unsupported extends Error {}

/** Bytes of an element. */
export const WIDTHS = { ub: 1, b: 1, uw: 2, w: 2, ud: 4, d: 4, uq: 8, q: 8, hf: 2, bf: 2, f: 4, df: 8, tf32: 4, bf8: 1, hf8: 1 } as const;
export type Name = keyof typeof WIDTHS;

/** The index of each lane in a view of elements of so many bytes. */
export function indexed(base: number, places: Int32Array, bytes: number): Int32Array {
  if (base % bytes !== 0) throw new Unsupported('a source whose place is not a multiple of its size');
  return places.map((place) => (base + place) / bytes);
}

export const isDenormal = (value: number, least: number): boolean =>
  value !== 0 && Math.abs(value) < 1 && exponentOf(Math.abs(value)) < least;

/** The bit of cr0.0 that keeps denormal numbers of a type; 0 for types without. */
export function keepBit(name: string): number {
  return name in FORMATS ? FORMATS[name as keyof typeof FORMATS].keep : 0;
}

/** Reads an element as a number, by its index in the view of its size. */
export function readerOf(name: string, narrows: boolean): (t: Thread, at: number) => number {
  switch (name) {
    case 'ub':
      return ({ bytes }, at) => bytes[at] ?? 0;
    case 'b':
      return ({ i8 }, at) => i8[at] ?? 0;
    case 'uw':
      return ({ u16 }, at) => u16[at] ?? 0;
    case 'w':
      return ({ i16 }, at) => i16[at] ?? 0;
    case 'ud':
      return ({ u32 }, at) => u32[at] ?? 0;
    case 'd':
      return ({ i32 }, at) => i32[at] ?? 0;
    case 'f':
    case 'tf32':
      return ({ f32 }, at) => f32[at] ?? 0;
    case 'df':
      return ({ f64 }, at) => f64[at] ?? 0;
    case 'hf':
      return ({ u16 }, at) => halfOf(u16[at] ?? 0);
    case 'bf':
      return ({ u16 }, at) => bfloatOf(u16[at] ?? 0);
    case 'bf8':
      return ({ bytes }, at) => decodeFloat(bytes[at] ?? 0, FORMATS.bf8);
    case 'hf8':
      return ({ bytes }, at) => decodeFloat(bytes[at] ?? 0, FORMATS.hf8);
    case 'q':
    case 'uq': {
      const isSigned = name === 'q';
      return ({ i32, u32 }, at) => {
        const high = ((isSigned ? i32 : u32)[at * 2 + 1] ?? 0) * 2 ** 32;
        const low = u32[at * 2] ?? 0;
        const sum = high + low;
        return narrows ? toOdd(sum, low - (sum - high)) : sum;
      };
    }
    default:
      throw new Unsupported(`elements of the type ${name}`);
  }
}

export function toWords(name: Name, at: Int32Array, into: number): Step {
  const n = at.length;
  switch (name) {
    case 'ub':
    case 'bf8':
    case 'hf8':
      return ({ bytes, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = bytes[at[i] ?? 0] ?? 0;
      };
    case 'b':
      return ({ i8, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i8[at[i] ?? 0] ?? 0;
      };
    case 'uw':
    case 'hf':
    case 'bf':
      return ({ u16, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = u16[at[i] ?? 0] ?? 0;
      };
    case 'w':
      return ({ i16, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i16[at[i] ?? 0] ?? 0;
      };
    case 'q':
    case 'uq':
    case 'df':
      return ({ i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i32[(at[i] ?? 0) * 2] ?? 0;
      };
    default:
      return ({ i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i32[at[i] ?? 0] ?? 0;
      };
  }
}

export function toPairs(name: Name, base: number, places: Int32Array, into: number): Step {
  const n = places.length;
  if (WIDTHS[name] === 8) {
    const at = indexed(base, places, 4);
    return ({ i32 }) => {
      for (let i = 0; i < n; i++) {
        i32[into + 2 * i] = i32[at[i] ?? 0] ?? 0;
        i32[into + 2 * i + 1] = i32[(at[i] ?? 0) + 1] ?? 0;
      }
    };
  }
  const isSigned = TYPES[name]?.signed === true;
  const read = toWords(name, indexed(base, places, WIDTHS[name]), into);
  return (t) => {
    read(t);
    const { i32 } = t;
    for (let i = n - 1; i >= 0; i--) {
      const low = i32[into + i] ?? 0;
      i32[into + 2 * i] = low;
      i32[into + 2 * i + 1] = isSigned ? low >> 31 : 0;
    }
  };
}
