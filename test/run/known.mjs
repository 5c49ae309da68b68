// @ts-check
/** Cases whose binaries compute something else than their source: the row of test/run/known.json says why. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Row
 * @property {string} where for docs/execution.md
 * @property {string} zebin a pattern for the path of the file
 * @property {string} kernel a pattern for the whole name
 * @property {string} [case] a pattern for the whole name
 * @property {string} why
 */

/** @type {readonly Row[]} */
export const KNOWN = JSON.parse(readFileSync(new URL('./known.json', import.meta.url), 'utf8'));

const isWhole = (/** @type {string} */ pattern, /** @type {string} */ text) => new RegExp(`^(?:${pattern})$`).test(text);

/**
 * Why a case is known to be different; `undefined` if it must be equal.
 *
 * @param {string} zebin
 * @param {string} kernel
 * @param {string} name
 * @returns {string | undefined}
 */
export function whyDifferent(zebin, kernel, name) {
  return KNOWN.find((row) => new RegExp(row.zebin).test(zebin) && isWhole(row.kernel, kernel) && isWhole(row.case ?? '.*', name))?.why;
}
