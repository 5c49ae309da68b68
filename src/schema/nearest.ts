/** Shortens a text from the input for use in a message, or where it is repeated many times. */
export function clip(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length - 3)}...`;
}

/** The candidate that differs least from the key, if the difference is small. */
export function nearest(key: string, candidates: readonly string[]): string | undefined {
  if (key.length > 80) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(key.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(key, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance, or `bound` when it is at least that. */
function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  // A row of the table: the distances of the first `i` characters of `a` from each beginning of `b`.
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1;
    let least = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const substitution = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
      diagonal = row[j] as number;
      const distance = Math.min(substitution, diagonal + 1, (row[j - 1] as number) + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least >= bound) return bound;
  }
  return row[b.length] as number;
}
