/**
 * The longest common subsequence of two sequences of numbers: first what is equal at both ends, then numbers that are unique in both, then
 * the shortest edit script between those (Myers, “An O(ND) Difference Algorithm”, 1986).
 */
import type { Budget } from '../../../core/diag/index.ts';

/** Pairs of indices with equal numbers, in order. */
export type Pairs = (readonly [base: number, next: number])[];

/**
 * The most edits between two anchors; parts that differ more are treated as unrelated code. So a number takes twice as many steps at most.
 */
const MOST_EDITS = 1_000;

export function alignSequences(base: ArrayLike<number>, next: ArrayLike<number>, budget?: Budget): Pairs {
  const pairs: Pairs = [];
  const work = [{ a0: 0, a1: base.length, b0: 0, b1: next.length, anchored: true }];
  while (work.length > 0) {
    let { a0, a1, b0, b1, anchored } = work.pop() as (typeof work)[number];
    while (a0 < a1 && b0 < b1 && base[a0] === next[b0]) pairs.push([a0++, b0++]);
    while (a0 < a1 && b0 < b1 && base[a1 - 1] === next[b1 - 1]) pairs.push([--a1, --b1]);
    if (a0 === a1 || b0 === b1) continue;
    const anchors = anchored ? uniqueIn(base, next, a0, a1, b0, b1) : [];
    if (anchors.length === 0) {
      for (const pair of shortestEdit(base, next, { a0, a1, b0, b1 }, budget)) pairs.push(pair);
      continue;
    }
    let [a, b] = [a0, b0];
    for (const [x, y] of anchors) {
      pairs.push([x, y]);
      work.push({ a0: a, a1: x, b0: b, b1: y, anchored: false });
      [a, b] = [x + 1, y + 1];
    }
    work.push({ a0: a, a1, b0: b, b1, anchored: false });
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** Numbers that occur once in each part, and in the same order in both. */
function uniqueIn(base: ArrayLike<number>, next: ArrayLike<number>, a0: number, a1: number, b0: number, b1: number): Pairs {
  const [left, right] = [onceIn(base, a0, a1), onceIn(next, b0, b1)];
  const common: Pairs = [];
  for (const [value, at] of left) {
    const other = right.get(value);
    if (other !== undefined && other >= 0 && at >= 0) common.push([at, other]);
  }
  return increasing(common);
}

/** The index of each number; -1 for numbers that occur more than once. */
function onceIn(all: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const indices = new Map<number, number>();
  for (let at = from; at < to; at++) indices.set(all[at] ?? 0, indices.has(all[at] ?? 0) ? -1 : at);
  return indices;
}

/** The longest subsequence of pairs whose second indices increase. */
function increasing(pairs: Pairs): Pairs {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [i, [, b]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0] as readonly [number, number])[1] < b) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : (ends[low - 1] ?? 0);
    ends[low] = i;
  }
  const out: Pairs = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] ?? 0) out.push(pairs[i] as readonly [number, number]);
  return out.reverse();
}

/** The pairs that the shortest edit script keeps; empty if it has too many steps. */
function shortestEdit(
  base: ArrayLike<number>,
  next: ArrayLike<number>,
  { a0, a1, b0, b1 }: { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number },
  budget?: Budget,
): Pairs {
  const [n, m] = [a1 - a0, b1 - b0];
  const most = Math.min(n + m, MOST_EDITS);
  // The furthest index in the base on each diagonal, before each step.
  const steps: Int32Array[] = [];
  let reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    budget?.tick();
    steps.push(reach.slice(middle - edits - 1, middle + edits + 2));
    const after = reach.slice();
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach[middle + k - 1] ?? 0) < (reach[middle + k + 1] ?? 0));
      let x = down ? (reach[middle + k + 1] ?? 0) : (reach[middle + k - 1] ?? 0) + 1;
      if (edits === 0) x = 0;
      while (x < n && x - k < m && base[a0 + x] === next[b0 + x - k]) x++;
      after[middle + k] = x;
      if (x >= n && x - k >= m) return trace(steps, edits, n, m, a0, b0);
    }
    reach = after;
  }
  return [];
}

/** Walks back through the steps: the indices that were passed without an edit. */
function trace(steps: readonly Int32Array[], edits: number, n: number, m: number, a0: number, b0: number): Pairs {
  const out: Pairs = [];
  let [x, y] = [n, m];
  for (let step = edits; step >= 0; step--) {
    const reach = steps[step] as Int32Array;
    const at = (k: number): number => reach[k + step + 1] ?? 0;
    const k = x - y;
    const down = k === -step || (k !== step && at(k - 1) < at(k + 1));
    const from = step === 0 ? 0 : down ? at(k + 1) : at(k - 1);
    const fromY = step === 0 ? 0 : from - (down ? k + 1 : k - 1);
    const startX = step === 0 ? 0 : down ? from : from + 1;
    while (x > startX && y > (step === 0 ? 0 : startX - k)) out.push([a0 + --x, b0 + --y]);
    [x, y] = [from, fromY];
  }
  return out.reverse();
}
