// @ts-check
/** Makes cases, measures them, and counts what came of them. Case n of a seed is the same bytes in every run. */
import { checkDiagnostic } from './examine.mjs';
import { mulberry32 } from './flip.mjs';
import { TARGETS } from './targets.mjs';
import { vary, wordsOf } from './vary.mjs';

export const MAX_MILLISECONDS = 1000;
export const MAX_MEGABYTES = 512;
/** After so many the rest is likely to be the same. */
const MAX_FAILURES = 20;
/** Cases between two looks at the memory of the process; a slow case has a look of its own. */
const MEMORY_EVERY = 1024;
const SLOW = 5;

/**
 * @typedef {import('./library.mjs').Library} Library
 * @typedef {import('./seeds.mjs').Seed} Seed
 * @typedef {import('./targets.mjs').Target} Target
 *
 * @typedef {object} Case
 * @property {Target} target
 * @property {Seed} seed
 * @property {Uint8Array} bytes
 * @property {string | undefined} deeper what is asked of the value
 *
 * @typedef {object} Row what a target's cases came to
 * @property {number} cases
 * @property {number} values cases that gave a value
 * @property {number} deeper
 * @property {number} ms
 *
 * @typedef {{ n: number, what: string, problem: string }} Failure
 *
 * @typedef {object} Summary
 * @property {Record<string, Row>} rows by the names of the targets
 * @property {Record<string, number>} codes in how many cases each was there
 * @property {{ ms: number, what: string }} slowest
 * @property {{ mb: number, what: string }} largest process
 * @property {Failure[]} failures
 */

export class Run {
  summary = emptySummary();
  failed = 0;

  /**
   * @param {Library} library
   * @param {import('./seeds.mjs').Seeds} seeds
   * @param {number} seed
   * @param {readonly Target[]} [targets]
   */
  constructor(library, seeds, seed, targets = TARGETS) {
    this.library = library;
    this.seed = seed;
    this.targets = targets.map((target) => {
      const sortedSeeds = target.seeds(seeds).sort((a, b) => a.bytes.length - b.bytes.length);
      if (sortedSeeds.length === 0) throw new Error(`${target.name} has no seeds`);
      const originals = sortedSeeds.map(({ bytes }) => bytes);
      return { target, seeds: sortedSeeds, material: { originals, words: wordsOf(originals) } };
    });
    this.schedule = this.targets.flatMap((row) => Array.from({ length: row.target.weight }, () => row));
  }

  get done() {
    return this.failed >= MAX_FAILURES;
  }

  /** What is new since the last time. */
  take() {
    const summary = this.summary;
    this.summary = emptySummary();
    return summary;
  }

  /** @param {number} n @returns {Case} */
  case(n) {
    const random = mulberry32(Math.imul(this.seed, 0x9e3779b1) + n);
    const { target, seeds, material } = /** @type {(typeof this.schedule)[number]} */ (this.schedule[random() % this.schedule.length]);
    // They are sorted by size: small ones more often, which are as telling and take less time.
    const seed = /** @type {Seed} */ (seeds[Math.floor(seeds.length * (random() / 2 ** 32) ** 3)]);
    const bytes = vary(seed.bytes, material, random);
    const ways = Object.keys(target.deeper ?? {});
    return { target, seed, bytes, deeper: random() % (target.every ?? 128) === 0 ? ways[random() % ways.length] : undefined };
  }

  /** Every original as it is, with all that is asked of it. @param {() => void} progress called now and then */
  originals(progress) {
    let tried = 0;
    for (const { target, seeds } of this.targets) {
      for (const seed of seeds) {
        for (const deeper of [undefined, ...Object.keys(target.deeper ?? {})]) this.try({ target, seed, bytes: seed.bytes, deeper }, -1);
        if (++tried % 64 === 0) progress();
      }
    }
  }

  /** @param {Case} testCase @param {number} n */
  try(testCase, n) {
    const { summary } = this;
    const { target, seed, deeper } = testCase;
    const row = rowOf(summary, target.name);
    const what = () =>
      `${n < 0 ? 'the original' : `case ${n} of seed ${this.seed}`}, ${target.name}${deeper === undefined ? '' : ` (${deeper})`} from ${seed.name}`;
    const { stackTraceLimit } = Error;
    // Most cases throw, and nobody looks at where.
    Error.stackTraceLimit = 0;
    const start = performance.now();
    let problem = this.problemOf(testCase, row);
    let ms = performance.now() - start;
    Error.stackTraceLimit = stackTraceLimit;
    if (problem !== undefined) problem = this.problemOf(testCase, { ...row });
    row.cases++;
    row.ms += ms;
    // Other programs may have had the processor: what is slow is measured again, in time of the processor.
    if (ms > MAX_MILLISECONDS / 4) {
      const before = process.cpuUsage();
      this.problemOf(testCase, { ...row });
      const { user, system } = process.cpuUsage(before);
      ms = Math.min(ms, (user + system) / 1000);
    }
    if (ms > summary.slowest.ms) summary.slowest = { ms, what: what() };
    if (ms > MAX_MILLISECONDS) problem ??= `took ${Math.round(ms)} ms`;
    if (ms > SLOW || row.cases % MEMORY_EVERY === 0) {
      const mb = process.resourceUsage().maxRSS / 1024;
      const grown = mb > summary.largest.mb;
      if (grown && mb > MAX_MEGABYTES && summary.largest.mb <= MAX_MEGABYTES) problem ??= `the process has ${Math.round(mb)} MB`;
      if (grown) summary.largest = { mb, what: what() };
    }
    if (problem === undefined) return;
    this.failed++;
    summary.failures.push({ n, what: what(), problem });
  }

  /**
   * @param {Case} testCase
   * @param {Row} row
   * @returns {string | undefined} what must not happen
   */
  problemOf({ target, seed, bytes, deeper }, row) {
    const { library } = this;
    try {
      const { value, diagnostics } = target.read(library, bytes, seed);
      row.values++;
      for (const diagnostic of diagnostics) this.count(diagnostic, bytes, seed);
      if (deeper === undefined) return undefined;
      row.deeper++;
      target.deeper?.[deeper]?.(library, value, bytes, seed);
    } catch (error) {
      if (error instanceof library.FormatError) return this.refusal(error.diagnostic, bytes, seed);
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    return undefined;
  }

  /** @param {import('./examine.mjs').Finding} diagnostic @param {Uint8Array} bytes @param {Seed} seed */
  refusal(diagnostic, bytes, seed) {
    try {
      this.count(diagnostic, bytes, seed);
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    return undefined;
  }

  /** @param {import('./examine.mjs').Finding} diagnostic @param {Uint8Array} bytes @param {Seed} seed */
  count(diagnostic, bytes, seed) {
    const { codes } = this.summary;
    codes[diagnostic.code] = (codes[diagnostic.code] ?? 0) + 1;
    // Offsets in a folder count in the file that the span names.
    if (seed.folder === undefined) checkDiagnostic(this.library, diagnostic, bytes);
  }
}

/** @returns {Summary} */
export function emptySummary() {
  return { rows: {}, codes: {}, slowest: { ms: 0, what: '' }, largest: { mb: 0, what: '' }, failures: [] };
}

/** @param {Summary} summary @param {string} name @returns {Row} */
function rowOf({ rows }, name) {
  rows[name] ??= { cases: 0, values: 0, deeper: 0, ms: 0 };
  return rows[name];
}

/** @param {Summary} into @param {Summary} from */
export function addSummary(into, from) {
  for (const [name, row] of Object.entries(from.rows)) {
    const sum = rowOf(into, name);
    for (const key of /** @type {const} */ (['cases', 'values', 'deeper', 'ms'])) sum[key] += row[key];
  }
  for (const [code, count] of Object.entries(from.codes)) into.codes[code] = (into.codes[code] ?? 0) + count;
  if (from.slowest.ms > into.slowest.ms) into.slowest = from.slowest;
  if (from.largest.mb > into.largest.mb) into.largest = from.largest;
  into.failures.push(...from.failures);
}
