/** What a pasted sentence or log is about. */
import { pathOfResult, RESULTS, type ResultRow } from './results.ts';

/** Longer pasted texts are not logs of one failure. */
const LONGEST = 4_000;

/** Numbers of results in a sentence: in hexadecimal, and as SYCL and PyTorch print them. Small ones mean too many things. */
const NUMBERS = /(?<![\w.])(?:0x7[0-9a-f]{7}|[12]\d{9}|-\d{1,2})(?![\w.])/gi;

/**
 * The paths of the entries that a pasted sentence or log is about: names first, since a log often has a number next to its name; then the
 * sentences of messages; then numbers.
 */
export function pastedPaths(text: string): ReadonlySet<string> {
  const log = text.slice(0, LONGEST);
  const words = new Set(log.split(/[^A-Za-z0-9_]+/));
  const numbers = new Set((log.match(NUMBERS) ?? []).map(Number));
  const ways: ((row: ResultRow) => boolean)[] = [
    ({ name, also = [] }) => words.has(name) || also.some((other) => words.has(other)),
    ({ pattern }) => pattern?.test(log) === true,
    ({ value }) => value !== undefined && numbers.has(value),
  ];
  const results = ways.map((fits) => RESULTS.filter(fits)).find((rows) => rows.length > 0);
  return new Set(results?.map(pathOfResult));
}
