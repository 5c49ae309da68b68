/**
 * The shortest way to make one list of another by taking items out and putting items in.
 *
 * Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986).
 */

/** Items of the base that are replaced by items of the new list: ranges of both, ends exclusive. One of them may be empty. */
export interface Hunk {
  readonly base: readonly [start: number, end: number];
  readonly new: readonly [start: number, end: number];
}

/** Items that are taken out or put in; of lists that differ in more, all between the first and the last difference is one hunk. */
const MOST_EDITS = 1_000;

/** The hunks in order; none when the lists are the same. Time is in proportion to the items times the edits, at most {@link MOST_EDITS}. */
export function align(base: readonly string[], next: readonly string[]): Hunk[] {
  const shorter = Math.min(base.length, next.length);
  let start = 0;
  while (start < shorter && base[start] === next[start]) start++;
  let same = 0;
  while (same < shorter - start && base[base.length - 1 - same] === next[next.length - 1 - same]) same++;
  const [ends, news] = [base.length - same, next.length - same];
  if (start === ends && start === news) return [];
  const pairs = commonPairs(base.slice(start, ends), next.slice(start, news));
  const hunks: Hunk[] = [];
  let [x, y] = [start, start];
  for (const [i, j] of [...(pairs ?? []), [ends - start, news - start] as const]) {
    if (x < start + i || y < start + j) hunks.push({ base: [x, start + i], new: [y, start + j] });
    [x, y] = [start + i + 1, start + j + 1];
  }
  return hunks;
}

/** Places of the items that stay, in order; undefined when there are too many edits. */
function commonPairs(base: readonly string[], next: readonly string[]): [number, number][] | undefined {
  const [n, m] = [base.length, next.length];
  const most = Math.min(n + m, MOST_EDITS);
  // The farthest place in the base that is reached on each diagonal, for each number of edits.
  const reached: Int32Array[] = [];
  let last = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    const now = last.slice();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal;
      const down = diagonal === -edits || (diagonal !== edits && (last[at - 1] as number) < (last[at + 1] as number));
      let x = edits === 0 ? 0 : down ? (last[at + 1] as number) : (last[at - 1] as number) + 1;
      while (x < n && x - diagonal < m && base[x] === next[x - diagonal]) x++;
      now[at] = x;
      if (x >= n && x - diagonal >= m) return wayBack(reached, now, most + 1, n, m);
    }
    reached.push(now);
    last = now;
  }
  return undefined;
}

function wayBack(reached: readonly Int32Array[], end: Int32Array, middle: number, n: number, m: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [n, m];
  const rows = [...reached, end];
  for (let edits = rows.length - 1; edits >= 0; edits--) {
    const diagonal = x - y;
    const before = rows[edits - 1];
    const at = middle + diagonal;
    const down =
      before !== undefined && (diagonal === -edits || (diagonal !== edits && (before[at - 1] as number) < (before[at + 1] as number)));
    const start = before === undefined ? 0 : down ? (before[at + 1] as number) : (before[at - 1] as number) + 1;
    while (x > start) pairs.push([--x, --y]);
    if (before === undefined) break;
    if (down) y--;
    else x--;
  }
  return pairs.reverse();
}
