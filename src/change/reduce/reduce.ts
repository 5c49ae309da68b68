/** The smallest file that still has a property: a verdict, a finding, or the result of a program. */
import { reduceBytes } from './bytes.ts';
import { reduceContainer } from './container.ts';
import type { Search } from './search.ts';
import { reduceZebin } from './zebin.ts';

export interface Reduction {
  readonly value: Uint8Array;
  /** How many candidates were tried. */
  readonly tried: number;
  /** Whether nothing more could be removed; false if the search was stopped early. */
  readonly complete: boolean;
}

/**
 * A search for the smallest zebin or container with a property. It yields candidates, and receives whether each has the property. The
 * caller may stop it at any time: the smallest candidate that had the property is the result so far.
 */
function* reductions(bytes: Uint8Array): Search<Uint8Array> {
  let value = yield* reduceContainer(bytes);
  value = yield* reduceZebin(value);
  return yield* reduceBytes(value);
}

/**
 * The smallest file for which `keeps` is true, as it is for the original.
 *
 * @param continues called before each candidate with the number of candidates tried and the smallest file so far; false stops the search
 *
 * @example
 * reduce(bytes, keepTest('check:refused', bytes, { release: '26.27' })).value.length;
 */
export function reduce(
  bytes: Uint8Array,
  keeps: (candidate: Uint8Array) => boolean,
  continues: (tried: number, value: Uint8Array) => boolean = () => true,
): Reduction {
  let value = bytes;
  let tried = 0;
  // The first candidate is made only if there is time for it.
  if (!continues(tried, value)) return { value, tried, complete: false };
  const search = reductions(bytes);
  let step = search.next();
  for (; !step.done && continues(tried, value); tried++) {
    const kept = keeps(step.value);
    if (kept && step.value.length <= value.length) value = step.value;
    step = search.next(kept);
  }
  return { value, tried, complete: step.done === true };
}
