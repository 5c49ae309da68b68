/**
 * Delta debugging: yields smaller and smaller candidates, and the caller answers whether each still has the property. A search is a
 * generator, so that the caller may answer from a program that it starts, and may end the search at any time.
 *
 * Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002); G. Misherghi, Z. Su, "HDD: hierarchical delta
 * debugging" (2006).
 */

/** Yields candidates, is sent whether each has the property, and returns its result. */
export type Search<Result, Candidate = Uint8Array> = Generator<Candidate, Result, boolean>;

/**
 * As few of the items as the property needs: groups of them are removed, the largest first.
 *
 * @param make the candidate with these items; undefined if there is none
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
    // Again with single items, until none can be removed: one may have been needed by another.
    size = size > 1 ? Math.ceil(size / 2) : kept.length < before ? 1 : 0;
  }
  return kept;
}

/** The same search in candidates of another kind. A candidate that cannot be made does not have the property. */
export function* within<Result>(search: Search<Result>, wrap: (inner: Uint8Array) => Uint8Array | undefined): Search<Result> {
  let step = search.next();
  while (!step.done) {
    const candidate = wrap(step.value);
    step = search.next(candidate !== undefined && (yield candidate));
  }
  return step.value;
}
