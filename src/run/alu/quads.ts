/**
 * Operations of graphics until Gen10 that look at groups of four lanes, or at four floats next to each other: dot products, lines and planes.
 * Each is computed in doubles and rounded once: no public text says in which order the products are added.
 *
 * Source: volume 2 (instructions) of the Programmer's Reference Manuals of Intel's graphics.
 */
import type { Instruction } from '../../formats/eu/index.ts';
import { Unsupported } from './elements.ts';
import { f32, odd } from './floats.ts';
import type { Kind, Span } from './kinds.ts';

type Spans = Partial<Record<Kind, Span>>;

/** In each lane of a group: the sum of the products of the first lanes, plus the fourth of the second source if `adds`. */
function dotIn(view: 'f32' | 'f64', count: number, adds: boolean): Span {
  return (t, n, d, ds, a, as, b, bs) => {
    const values = t[view];
    for (let first = 0; first < n; first += 4) {
      let sum = adds ? (values[b + (first + 3) * bs] ?? 0) : 0;
      for (let i = first; i < first + count; i++) sum += (values[a + i * as] ?? 0) * (values[b + i * bs] ?? 0);
      for (let i = first; i < first + 4; i++) values[d + i * ds] = sum;
    }
  };
}

export const dot =
  (count: number, adds = false) =>
  ({ execSize }: Instruction): Spans => {
    if (execSize % 4 !== 0) throw new Unsupported('a dot product of fewer than four lanes');
    return { f32: dotIn('f32', count, adds), odd: dotIn('f64', count, adds) };
  };

const interpolate = (a: number, b: number, c: number): number => a * b + (1 - a) * c;
export const lrp: Spans = { f32: f32.three(interpolate), odd: odd.three(interpolate) };

/** The place of the four coefficients is that of the first source: it must be read where it is. */
function coefficientsOf({ sources }: Instruction): number {
  const [first] = sources;
  if (first === undefined || first.kind !== 'direct' || first.modifier !== 0 || first.region?.stride !== 0)
    throw new Unsupported('coefficients that are not next to each other in a register');
  return first.sub & 3;
}

/** The first coefficient by the second source, plus the fourth. */
export function line(instruction: Instruction): Spans {
  const last = 3 - coefficientsOf(instruction);
  return {
    f32: ({ f32 }, n, d, ds, a, _as, b, bs) => {
      const [p, q] = [f32[a] ?? 0, f32[a + last] ?? 0];
      for (let i = 0; i < n; i++) f32[d + i * ds] = p * (f32[b + i * bs] ?? 0) + q;
    },
  };
}

/** Floats of a register, of which eight lanes have one for each of the two coordinates. */
const REGISTER = 8;

/** The first coefficient by u, plus the second by v, plus the fourth; u and v of eight lanes are in registers next to each other. */
export function plane(instruction: Instruction): Spans {
  const last = 3 - coefficientsOf(instruction);
  const [, second] = instruction.sources;
  if (second?.kind !== 'direct' || second.modifier !== 0 || second.sub !== 0)
    throw new Unsupported('coordinates that do not begin at a register');
  return {
    f32: ({ f32 }, n, d, ds, a, _as, b) => {
      const [p, q, r] = [f32[a] ?? 0, f32[a + 1] ?? 0, f32[a + last] ?? 0];
      for (let i = 0; i < n; i++) {
        const at = b + (i >> 3) * 2 * REGISTER + (i & 7);
        f32[d + i * ds] = p * (f32[at] ?? 0) + q * (f32[at + REGISTER] ?? 0) + r;
      }
    },
  };
}
