/**
 * Delta debugging: yields smaller and smaller candidates, and the caller answers whether each still has the property. A search is a
 * generator, so that the caller can run a program to find the answer, and can stop the search at any time.
 *
 * Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002); G. Misherghi, Z. Su, "HDD: hierarchical
 * delta debugging" (2006).
 */

/** Yields candidates, receives whether each has the property, and returns its result. */
export type Search<Result, Candidate = Uint8Array> = Generator<Candidate, Result, boolean>;

/**
 * As few of the items as the property needs: groups of items are removed, the largest groups first.
 *
 * @param make makes the candidate with these items; undefined if that is not possible
 */
export function* minimize<Item>(items: readonly Item[], make: (kept: readonly Item[]) => Uint8Array | undefined): Search<readonly Item[]> {
  let kept = items;
  let size = kept.length;
  while (size > 0) {
    const before = kept.length;
    for (let at = 0; at < kept.length; ) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      const candidate = make(rest);
      if (candidate !== undefined && (yield candidate)) kept = rest;
      else at += size;
    }
    // Repeat with single items until none can be removed: an item may have been needed only by one that is gone.
    size = size > 1 ? Math.ceil(size / 2) : kept.length < before ? 1 : 0;
  }
  return kept;
}

/** A search with each candidate wrapped. A candidate that cannot be wrapped counts as one without the property. */
export function* within<Result>(search: Search<Result>, wrap: (inner: Uint8Array) => Uint8Array | undefined): Search<Result> {
  let step = search.next();
  while (!step.done) {
    const candidate = wrap(step.value);
    step = search.next(candidate !== undefined && (yield candidate));
  }
  return step.value;
}
