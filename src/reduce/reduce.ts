/** The smallest file that still has a property: a verdict, a finding, or the answer of a program. */
import { reduceBytes } from './bytes.ts';
import { reduceContainer } from './container.ts';
import type { Search } from './search.ts';
import { reduceZebin } from './zebin.ts';

export interface Reduction {
  readonly value: Uint8Array;
  /** How many candidates were tried. */
  readonly tried: number;
}

/**
 * A search for the smallest zebin or container with a property. It yields candidates, and is sent whether each has the property. The caller
 * may end it at any time: the smallest candidate that had the property is the result so far.
 *
 * @example
 * const search = reductions(bytes);
 * for (let step = search.next(); !step.done; ) step = search.next(await isInteresting(step.value));
 */
export function* reductions(bytes: Uint8Array): Search<Uint8Array> {
  let value = yield* reduceContainer(bytes);
  value = yield* reduceZebin(value);
  return yield* reduceBytes(value);
}

/**
 * The smallest file for which `keeps` is true.
 *
 * @param most candidates that are tried
 * @throws RangeError when the property does not hold for the whole file
 *
 * @example
 * reduce(bytes, keepTest('check:refused', bytes, { release: '26.27' })).value.length;
 */
export function reduce(bytes: Uint8Array, keeps: (candidate: Uint8Array) => boolean, most = Number.POSITIVE_INFINITY): Reduction {
  if (!keeps(bytes)) throw new RangeError('the whole file does not have the property');
  let value = bytes;
  let tried = 0;
  const search = reductions(bytes);
  for (let step = search.next(); !step.done && tried < most; tried++) {
    const kept = keeps(step.value);
    if (kept && step.value.length <= value.length) value = step.value;
    step = search.next(kept);
  }
  return { value, tried };
}
