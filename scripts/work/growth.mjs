// @ts-check
/** Whether work grows faster than its input. */
import { placeName } from './counter.mjs';

/** @typedef {import('./counter.mjs').Counts} Counts */

/**
 * The sizes of an attack that are compared, each twice the one before: the first three, and further ones while the work seems to grow
 * faster. Text that is read as code can have hardly a branch in the first kilobytes, and many where the numbers in it have a digit more;
 * and it can use more registers for each kilobyte, until it uses all there are.
 */
export const SCALES = [1, 2, 4, 8, 16, 32, 64];
/** Below so many steps a place says nothing of how it grows. */
const LEAST = 2_000;
/**
 * The work that a step adds for each unit that the input grows by, as a multiple of what the step before it added: 1 where work is linear,
 * 2 where it is quadratic, and a little more than 1 for a sort.
 */
const MOST = 1.35;
/** What grows less than so many times from the last size but one to the last does not grow with the input. */
const GROWS = 1.5;

/**
 * Places whose work grows faster than the input, with what each came to.
 * @param {readonly Counts[]} counts of three sizes at least, each twice the one before
 * @param {readonly number[]} [sizes] of what the work is done for, in any unit: those of the input when left out
 * @returns {string[]}
 */
export function fasterThanInput(counts, sizes = SCALES) {
  const last = /** @type {Counts} */ (counts.at(-1));
  /** @type {string[]} */
  const names = [];
  for (const [place, most] of last) {
    if (most < LEAST) continue;
    const series = counts.map((one) => one.get(place) ?? 0);
    if (isFaster(series, sizes)) names.push(`${placeName(place)}: ${series.map(Math.round).join(', ')}`);
  }
  return names;
}

/** @param {readonly number[]} series @param {readonly number[]} sizes */
function isFaster(series, sizes) {
  if ((series.at(-1) ?? 0) < GROWS * (series.at(-2) ?? 0)) return false;
  const grown = (/** @type {readonly number[]} */ of, /** @type {number} */ i) => (of[i + 1] ?? 0) - (of[i] ?? 0);
  const added = series.slice(1).map((_, i) => Math.max(grown(series, i), LEAST / 16) / Math.max(grown(sizes, i), 1));
  return added.slice(1).every((more, i) => more > MOST * (added[i] ?? 0));
}

/** Number of arguments that may be spread into a call at any scale. */
const FEW_ARGUMENTS = 256;

/**
 * Calls whose arguments are as many as the input has things: with a large one the call would throw.
 * @param {readonly Counts[]} spreads of sizes of which each is twice the one before
 * @returns {string[]}
 */
export function manyArguments(spreads) {
  const lines = [];
  for (const [place, most] of spreads.at(-1) ?? []) {
    if (most > FEW_ARGUMENTS && most > GROWS * (spreads.at(-2)?.get(place) ?? 0)) lines.push(`${placeName(place)}: ${most}`);
  }
  return lines;
}
