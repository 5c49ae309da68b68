// @ts-check
/** Whether work grows faster than what it is done for. */
import { placeName } from './counter.mjs';

/** @typedef {import('./counter.mjs').Counts} Counts */

/** The sizes of an attack that are compared: each twice the one before. */
export const SCALES = [1, 2, 4, 8];
/** Below so many steps a place says nothing of how it grows. */
const LEAST = 2_000;
/**
 * The work that doubling adds, for each unit that the doubling before added: 2 where work is linear, 4 where it is quadratic, and a
 * little more than 2 for a sort.
 */
const MOST = 2.7;

/**
 * Places whose work grows faster than the input, with what each came to.
 * @param {readonly Counts[]} counts of three sizes at least, each twice the one before
 * @returns {string[]}
 */
export function fasterThanInput(counts) {
  const last = /** @type {Counts} */ (counts.at(-1));
  /** @type {string[]} */
  const found = [];
  for (const [place, most] of last) {
    if (most < LEAST) continue;
    const series = counts.map((one) => one.get(place) ?? 0);
    if (isFaster(series)) found.push(`${placeName(place)}: ${series.map(Math.round).join(', ')}`);
  }
  return found;
}

/** @param {readonly number[]} series */
function isFaster(series) {
  const added = series.slice(1).map((n, i) => n - (series[i] ?? 0));
  return added.slice(1).every((more, i) => more > MOST * Math.max(added[i] ?? 0, LEAST / 16));
}
