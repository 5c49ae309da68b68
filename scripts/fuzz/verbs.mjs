// @ts-check
/**
 * Verbs of the command on damaged files, in one process. Most cases ask for an answer or a refusal; some are given at sizes that double,
 * and their work is counted: it must not grow faster than the input.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../work/bundle.mjs';
import { countWork } from '../work/counter.mjs';
import { fasterThanInput, manyArguments, SCALES } from '../work/growth.mjs';
import { inTurn, invocations, runVerb, VERBS } from '../work/verbs.mjs';
import { mulberry32 } from './flip.mjs';
import { growing } from './grow.mjs';
import { emptySummary, MAX_MEGABYTES, MAX_MILLISECONDS } from './run.mjs';
import { vary, wordsOf } from './vary.mjs';

/** Verbs that are run on each damaged file, and one of so many cases that grows. */
const VERBS_PER_CASE = 4;
const GROWS_EVERY = 64;
const MAX_FAILURES = 20;

/** @typedef {import('../work/verbs.mjs').Invocation} Invocation */

export class VerbRun {
  summary = emptySummary();
  failed = 0;
  /** Memory of the process when it was last looked at. */
  megabytes = Number.POSITIVE_INFINITY;

  /**
   * @param {import('./library.mjs').Library} library
   * @param {import('./seeds.mjs').Seeds} seeds
   * @param {number} seed
   * @param {{ verbs: Invocation[], counted: Invocation[] }} given the verbs, and the same with counters
   * @param {number} [growsEvery]
   */
  constructor(library, seeds, seed, { verbs, counted }, growsEvery = GROWS_EVERY) {
    this.seed = seed;
    this.FormatError = library.FormatError;
    this.verbs = verbs;
    this.counted = counted;
    this.growsEvery = growsEvery;
    this.seeds = seeds
      .matching(/\.(zebin|bin|prop|isa|visaasm|bundle|syclbin|ii|ll|o|so|exe|a|ar|elf)$/, 6_000)
      .concat(
        seeds.archives(),
        seeds.offloads(),
        seeds.syclbins(),
        seeds.bundles(),
        seeds.cacheFiles(),
        seeds.baselines(),
        seeds.propertyDocuments(),
      )
      .sort((a, b) => a.bytes.length - b.bytes.length);
    const originals = this.seeds.map(({ bytes }) => bytes);
    this.material = { originals, words: wordsOf(originals) };
    this.growing = growing(library, seeds);
    this.folder = mkdtempSync(join(tmpdir(), 'zebin-verbs-'));
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    this.paths = { file: join(this.folder, 'file'), other: join(this.folder, 'other') };
    writeFileSync(this.paths.other, seeds.zebins(2_000)[0]?.bytes ?? '');
  }

  static async start(
    /** @type {import('./library.mjs').Library} */ library,
    /** @type {import('./seeds.mjs').Seeds} */ seeds,
    /** @type {number} */ seed,
    growsEvery = GROWS_EVERY,
    /** @type {readonly import('../work/bundle.mjs').Change[]} */ changes = [],
  ) {
    const counted = await load(VERBS, { changes });
    const plain = growsEvery === 1 ? counted : await load(VERBS, { counted: false, changes });
    return new VerbRun(library, seeds, seed, { verbs: invocations(plain), counted: invocations(counted) }, growsEvery);
  }

  get done() {
    return this.failed >= MAX_FAILURES;
  }

  take() {
    const summary = this.summary;
    this.summary = emptySummary();
    return summary;
  }

  /** @param {number} n @param {(bytes: Uint8Array) => void} [keep] */
  async case(n, keep) {
    const random = mulberry32(Math.imul(this.seed, 0x9e3779b1) + n);
    if (n % this.growsEvery === this.growsEvery - 1) return this.grow(n, random, keep);
    const seed = this.seeds[Math.floor(this.seeds.length * (random() / 2 ** 32) ** 2)];
    if (!seed) return;
    const bytes = vary(seed.bytes, this.material, random);
    keep?.(bytes);
    writeFileSync(this.paths.file, bytes);
    for (let i = 0; i < VERBS_PER_CASE; i++) {
      const invocation = /** @type {Invocation} */ (this.verbs[random() % this.verbs.length]);
      await this.one(invocation, n, seed.name);
    }
  }

  /** @param {Invocation} invocation @param {number} n @param {string} from */
  async one(invocation, n, from) {
    const what = `case ${n} of seed ${this.seed}, ${invocation.name} from ${from}`;
    const { stackTraceLimit } = Error;
    const start = performance.now();
    /** @type {string | undefined} */
    let problem;
    let refused = false;
    const attempt = async () => {
      try {
        ({ refused } = await this.answer(invocation));
      } catch (error) {
        problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
    };
    // Most cases are refused, and nobody looks at where.
    Error.stackTraceLimit = 0;
    await attempt();
    Error.stackTraceLimit = stackTraceLimit;
    if (problem !== undefined) await attempt();
    let ms = performance.now() - start;
    // Other programs may have had the processor.
    if (ms > MAX_MILLISECONDS / 4 && problem === undefined) {
      const before = process.cpuUsage();
      await this.answer(invocation);
      const { user, system } = process.cpuUsage(before);
      ms = Math.min(ms, (user + system) / 1000);
    }
    if (ms > MAX_MILLISECONDS) problem ??= `took ${Math.round(ms)} ms`;
    this.add(invocation, ms, !refused && problem === undefined, what, problem);
  }

  /** @param {Invocation} invocation */
  async answer(invocation) {
    const { refused } = await runVerb(invocation, this.paths);
    return { refused: refused !== undefined };
  }

  /** One input at doubling sizes, given to each verb. @param {number} n @param {() => number} random @param {(bytes: Uint8Array) => void} [keep] */
  async grow(n, random, keep) {
    const { name, make } = this.growing(random, Math.floor(n / this.growsEvery));
    /** @type {Map<number, string | undefined>} */
    const written = new Map();
    const write = (/** @type {number} */ scale) => {
      if (written.has(scale)) return written.get(scale);
      const path = join(this.folder, `grown-${scale}`);
      try {
        writeFileSync(path, make(scale));
        written.set(scale, path);
      } catch (error) {
        // What cannot be written so large: a count of 8 bits.
        if (!(error instanceof RangeError || error instanceof this.FormatError)) throw error;
        written.set(scale, undefined);
      }
      return written.get(scale);
    };
    keep?.(make(1));
    for (const invocation of inTurn(this.counted, random())) {
      const what = `case ${n} of seed ${this.seed}, ${invocation.name} on ${name}`;
      const counts = [];
      const spreads = [];
      let answered = false;
      /** @type {string | undefined} */
      let problem;
      const start = performance.now();
      for (const scale of SCALES) {
        const path = write(scale);
        if (path === undefined) break;
        try {
          const counted = await countWork(async () => {
            const { refused } = await runVerb(invocation, { ...this.paths, file: path });
            answered = refused === undefined;
          });
          counts.push(counted.counts);
          spreads.push(counted.spreads);
        } catch (error) {
          problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
          break;
        }
        if (counts.length < 3) continue;
        const faster = [...fasterThanInput(counts), ...manyArguments(spreads)];
        problem = faster.length > 0 ? `work grows faster than the input: ${faster.slice(0, 5).join('; ')}` : undefined;
        if (!problem) break;
      }
      this.add(invocation, performance.now() - start, answered, what, problem);
      if (this.done) return;
    }
  }

  /** @param {Invocation} invocation @param {number} ms @param {boolean} answered @param {string} what @param {string | undefined} problem */
  add({ spec }, ms, answered, what, problem) {
    const { summary } = this;
    summary.rows[spec.name] ??= { cases: 0, values: 0, deeper: 0, ms: 0 };
    const row = /** @type {import('./run.mjs').Row} */ (summary.rows[spec.name]);
    row.cases++;
    row.ms += ms;
    if (answered) row.values++;
    if (ms > summary.slowest.ms) summary.slowest = { ms, what };
    if (row.cases % 256 === 0 || ms > 50) {
      const mb = process.memoryUsage.rss() / 2 ** 20;
      // A process that has run many verbs has much that is not collected yet, so only what this one added says anything of it.
      if (mb - this.megabytes > MAX_MEGABYTES) problem ??= `the process grew from ${Math.round(this.megabytes)} to ${Math.round(mb)} MB`;
      this.megabytes = mb;
      if (mb > summary.largest.mb) summary.largest = { mb, what };
    }
    if (problem === undefined) return;
    this.failed++;
    summary.failures.push({ n: -1, what, problem });
  }
}
