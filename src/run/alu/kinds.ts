/**
 * How lanes are computed. A kind of arithmetic has the elements of all sources and of the result in one form, next to each other or at a
 * stride, in one view of the memory of a thread.
 */
import type { Thread } from '../thread.ts';

export type Kind =
  /** 32 bits, of which only the lower ones of a narrower type count: `i32`. */
  | 'i32'
  /** Pairs of 32 bits, low then high: `i32`; places and strides are in words. */
  | 'i64'
  /** `f32`, rounded to nearest, denormal numbers kept. */
  | 'f32'
  /** `f64`. */
  | 'f64'
  /** Exact values, or values of which `toOdd` kept what is needed to round them once more: `f64`. For all narrower floats. */
  | 'odd'
  /** Integers of at most 53 bits, exact: `f64`. For saturation, and for comparisons of signed with unsigned numbers. */
  | 'exact';

/** Bytes of an element, and the unit of places. */
export const elementBytes = (kind: Kind): number => (kind === 'i32' || kind === 'f32' ? 4 : 8);
export const unitBytes = (kind: Kind): number => (kind === 'f64' || kind === 'odd' || kind === 'exact' ? 8 : 4);

/** Where the lanes of an operand are: an index in the view of the kind, and the distance from lane to lane. */
export interface Lanes {
  readonly at: number;
  readonly stride: number;
  /** What brings the elements there first. */
  readonly prepare?: Step;
}

/** Something that an instruction does with its thread. */
export type Step = (t: Thread) => void;

/** Something that it does with some lanes, as bits. */
export type MaskedStep = (t: Thread, lanes: number) => void;

/** Computes `n` lanes: the place and stride of the result, then those of three sources, of which an operation uses what it has. */
export type Span = (
  t: Thread,
  n: number,
  d: number,
  ds: number,
  a: number,
  as: number,
  b: number,
  bs: number,
  c: number,
  cs: number,
) => void;

/** Compares lanes: the lanes, as bits, of which the condition holds. */
export type Test = (t: Thread, n: number, a: number, as: number, b: number, bs: number) => number;

export const CONDITIONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Steps one after the other; those that are absent are left out. */
export function sequence(...steps: readonly (Step | undefined)[]): Step {
  const [first, second, third, ...rest] = steps.filter((step) => step !== undefined);
  if (first === undefined) return () => undefined;
  if (second === undefined) return first;
  if (third === undefined)
    return (t) => {
      first(t);
      second(t);
    };
  const after = sequence(third, ...rest);
  return (t) => {
    first(t);
    second(t);
    after(t);
  };
}
