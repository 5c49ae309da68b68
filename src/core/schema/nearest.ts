/** Shortens a text from the input for use in a message, or where it is repeated many times. */
export function clip(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length - 3)}...`;
}

/** Words of at most two letters are like too many others. */
const SHORTEST = 3;
const LONGEST = 80;
/** Most typing errors that are looked through, so that the time for a candidate is linear in its length. */
const MOST_ERRORS = 3;
/** Candidates that are compared: they may be the names of a file. */
const MOST_CANDIDATES = 10_000;

/**
 * The candidate that was probably meant: the one with the fewest typing errors, and the first of several. An error is a letter that is
 * missing, superfluous or wrong, or two neighbours that are swapped. One error is allowed in each three letters, three at most. Case does not
 * matter.
 */
export function nearest(key: string, candidates: Iterable<string>): string | undefined {
  if (key.length < SHORTEST || key.length > LONGEST) return undefined;
  const typed = key.toLowerCase();
  let best: string | undefined;
  let bound = Math.min(Math.floor(key.length / 3), MOST_ERRORS) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    if (compared++ === MOST_CANDIDATES) break;
    if (Math.abs(candidate.length - typed.length) >= bound) continue;
    const errors = typingErrors(typed, candidate.toLowerCase(), bound);
    if (errors >= bound) continue;
    best = candidate;
    bound = errors;
  }
  return best;
}

/** `; did you mean saxpy?`, to be appended to a sentence about an unknown name; empty if no candidate is near. */
export function didYouMean(key: string, candidates: Iterable<string>): string {
  const near = nearest(key, candidates);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * The number of errors that turn `a` into `b`, or `bound` when it is at least that: the distance of Damerau and Levenshtein in which no
 * letter is changed twice. Only cells of the table that can be below `bound` are filled.
 */
function typingErrors(a: string, b: string, bound: number): number {
  // Rows of the table: the distances of the first `i - 2`, `i - 1` and `i` characters of `a` from each beginning of `b`.
  let before = new Array<number>(b.length + 1).fill(bound);
  let last = before.map((_, j) => j);
  let row = [...before];
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - bound);
    const to = Math.min(b.length, i + bound);
    let least = from === 1 ? Math.min(i, bound) : bound;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let errors = Math.min((last[j - 1] ?? 0) + (isSame ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, bound);
      if (!isSame && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) errors = Math.min(errors, (before[j - 2] ?? 0) + 1);
      row[j] = errors;
      if (errors < least) least = errors;
    }
    if (to < b.length) row[to + 1] = bound;
    // A swap can reach the row after the next.
    if (least >= bound && leastOfLast >= bound) return bound;
    leastOfLast = least;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? 0;
}
