// @ts-check
/** What is known of cases of the corpus: results that are not those of the source, and findings of checks. */
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

/**
 * Findings of checks in cases of the corpus, which were seen to be true: the row of test/run/known-findings.json says why.
 *
 * @type {readonly (Omit<Row, 'where'> & { readonly kind: string })[]}
 */
export const KNOWN_FINDINGS = JSON.parse(readFileSync(new URL('./known-findings.json', import.meta.url), 'utf8'));

const isWhole = (/** @type {string} */ pattern, /** @type {string} */ text) => new RegExp(`^(?:${pattern})$`).test(text);

/**
 * @param {Omit<Row, 'where'>} row
 * @param {string} zebin
 * @param {string} kernel
 * @param {string} name
 */
const isFor = (row, zebin, kernel, name) =>
  new RegExp(row.zebin).test(zebin) && isWhole(row.kernel, kernel) && isWhole(row.case ?? '.*', name);

/**
 * Why a case is known to be different; `undefined` if it must be equal.
 *
 * @param {string} zebin
 * @param {string} kernel
 * @param {string} name
 * @returns {string | undefined}
 */
export const whyDifferent = (zebin, kernel, name) => KNOWN.find((row) => isFor(row, zebin, kernel, name))?.why;

/**
 * Why a finding of a kind is known to be true; `undefined` if there must be none.
 *
 * @param {string} zebin
 * @param {string} kernel
 * @param {string} name
 * @param {string} kind
 * @returns {string | undefined}
 */
export const whyFound = (zebin, kernel, name, kind) =>
  KNOWN_FINDINGS.find((row) => isWhole(row.kind, kind) && isFor(row, zebin, kernel, name))?.why;
