/** Modifiers of sources, on lanes in the form of a kind. */
import type { DataType } from '../../formats/eu/index.ts';
import { type Kind, type Step, unitBytes } from './kinds.ts';

export const ABSOLUTE = 1;
export const NEGATED = 2;

/** How a source is read. */
export interface SourceOptions {
  /** Whether a negation is the complement of the bits: in logic operations. */
  readonly logic?: boolean;
  /** Whether the bits are taken as they are, floats too: in moves and selections. Modifiers of floats change the sign bit. */
  readonly raw?: boolean;
  /** Whether the value goes to a narrower float: what a double cannot hold of a 64-bit integer is kept in its last bit. */
  readonly narrows?: boolean;
  /** Whether denormal doubles may have to become zero: they are not read where they are. */
  readonly flushes?: boolean;
  /** The distance of lanes in the destination in bytes: the elements of a vector immediate are that of words there. */
  readonly step?: number;
}

/** Applies modifiers to converted lanes: the absolute value first, then the negation. */
export function modify(
  modifier: number,
  type: DataType,
  kind: Kind,
  to: number,
  n: number,
  { logic, raw }: SourceOptions,
): Step | undefined {
  if (modifier === 0) return undefined;
  if (logic === true) return complement(kind, to >> 2, n);
  if (raw === true && type.float) return changeSign(type.bits, kind, to >> 2, n, modifier);
  const abs = (modifier & ABSOLUTE) !== 0;
  const negate = (modifier & NEGATED) !== 0;
  if (kind === 'i32')
    return ({ i32 }) => {
      for (let i = to >> 2; i < (to >> 2) + n; i++) {
        const value = i32[i] ?? 0;
        const size = abs && type.signed && value < 0 ? -value : value;
        i32[i] = negate ? -size : size;
      }
    };
  if (kind === 'i64')
    return ({ i32 }) => {
      for (let i = to >> 2; i < (to >> 2) + 2 * n; i += 2) {
        const isNegative = type.signed && (i32[i + 1] ?? 0) < 0;
        if ((abs && isNegative) !== negate) {
          const low = -(i32[i] ?? 0) | 0;
          i32[i + 1] = ~(i32[i + 1] ?? 0) + (low === 0 ? 1 : 0);
          i32[i] = low;
        }
      }
    };
  const view = kind === 'f32' ? 'f32' : 'f64';
  const from = to / unitBytes(kind);
  return (t) => {
    const values = t[view];
    for (let i = from; i < from + n; i++) {
      const size = abs ? Math.abs(values[i] ?? 0) : (values[i] ?? 0);
      // There is no negative zero of integers.
      values[i] = !negate ? size : type.float ? -size : 0 - size;
    }
  };
}

function complement(kind: Kind, at: number, n: number): Step {
  const words = kind === 'i64' ? 2 * n : n;
  return ({ i32 }) => {
    for (let i = at; i < at + words; i++) i32[i] = ~(i32[i] ?? 0);
  };
}

function changeSign(bits: number, kind: Kind, at: number, n: number, modifier: number): Step {
  const sign = kind === 'i64' ? 1 << 31 : 1 << (bits - 1);
  const [first, stride] = kind === 'i64' ? [at + 1, 2] : [at, 1];
  const keep = modifier & ABSOLUTE ? ~sign : -1;
  const turn = modifier & NEGATED ? sign : 0;
  return ({ i32 }) => {
    for (let i = 0; i < n; i++) i32[first + i * stride] = ((i32[first + i * stride] ?? 0) & keep) ^ turn;
  };
}
