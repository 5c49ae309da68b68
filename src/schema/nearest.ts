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
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return Math.min(previous[b.length] ?? bound, bound);
}
