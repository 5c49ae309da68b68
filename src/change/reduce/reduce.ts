/** The smallest file that still has a property: a verdict, a finding, the result of a program, or what a kernel shows. */
import { reduceBytes } from './bytes.ts';
import { type CaseJson, reduceCase } from './case.ts';
import { reduceContainer } from './container.ts';
import type { Search } from './search.ts';
import { reduceZebin } from './zebin.ts';

export interface Reduction<Value = Uint8Array> {
  readonly value: Value;
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
  return searched(bytes, reductions(bytes), keeps, continues, (candidate, value) => candidate.length <= value.length);
}

/**
 * The smallest case of a kernel for which `keeps` is true, as JSON in the format of files of cases.
 *
 * @param continues called before each candidate with the number of candidates tried and the smallest case so far; false stops the search
 *
 * @example
 * const original = { global: [64], local: [8], args: [] };
 * String(reduceRun(original, ({ global }) => String(global) !== '8').value.global); // '16'
 */
export function reduceRun(
  original: CaseJson,
  keeps: (candidate: CaseJson) => boolean,
  continues: (tried: number, value: CaseJson) => boolean = () => true,
): Reduction<CaseJson> {
  return searched(original, reduceCase(original), keeps, continues, () => true);
}

function searched<Value>(
  original: Value,
  search: Search<Value, Value>,
  keeps: (candidate: Value) => boolean,
  continues: (tried: number, value: Value) => boolean,
  isSmaller: (candidate: Value, value: Value) => boolean,
): Reduction<Value> {
  let value = original;
  let tried = 0;
  // The first candidate is made only if there is time for it.
  if (!continues(tried, value)) return { value, tried, complete: false };
  let step = search.next();
  for (; !step.done && continues(tried, value); tried++) {
    const kept = keeps(step.value);
    if (kept && isSmaller(step.value, value)) value = step.value;
    step = search.next(kept);
  }
  return { value, tried, complete: step.done === true };
}
