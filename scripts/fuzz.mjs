// @ts-check
/**
 * Gives damaged files and texts of every format to its reader, and asks some of what is read all that can be asked of it. Fails when
 * one brings out anything but a value with diagnostics or a `FormatError`, when what is written is not what was read, or when a case
 * takes more than a second or a process more than 512 MB.
 *
 *   npm run build && node scripts/fuzz.mjs [--count N] [--seconds T] [--seed S] [--jobs J] [--target NAME]... [FILE | FOLDER]...
 *   node scripts/fuzz.mjs --case N [--seed S] [--keep FILE]
 *   node scripts/fuzz.mjs --verbs [--count N] [--seconds T] [--seed S] [--grows-every N]
 *   node scripts/fuzz.mjs --planted [--count N] [--seed S] [--target PLANT]...
 *
 * With `--verbs`, each damaged file goes to verbs of the command, in this process, and one in 64 cases is an input that grows: it is given
 * at sizes that double to every verb, and the counted work must not grow faster. `--count` is then the number of verbs that are run.
 *
 * With `--planted`, faults of fuzz/plants.mjs are put into the sources, one after another, and each must be found by inputs that grow
 * before `--count` verbs are run, 20,000 when it is not given.
 *
 * Without a count it continues for 60 seconds. Files and folders are read as "any file", instead of the originals of all targets, which
 * come from test/fixtures. Case n of a seed is the same bytes whatever the number of jobs; `--case` makes one alone and may keep it.
 * The formats are in fuzz/targets.mjs; the suite runs a slice (test/hostile.test.ts).
 */
import { fork, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadLibrary } from './fuzz/library.mjs';
import { PLANTS } from './fuzz/plants.mjs';
import { addSummary, emptySummary, Run } from './fuzz/run.mjs';
import { Seeds } from './fuzz/seeds.mjs';
import { TARGETS } from './fuzz/targets.mjs';
import { VerbRun } from './fuzz/verbs.mjs';
import { scriptOptions } from './options.mjs';

/** Consecutive cases that one job makes. */
const BLOCK = 2048;
/** A block that is not done by then has a case that does not end, however busy the machine is. */
const BLOCK_SECONDS = 600;

/** @typedef {import('./fuzz/run.mjs').Summary} Summary */

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    job: { type: 'string' },
    target: { type: 'string', multiple: true },
    case: { type: 'string' },
    verbs: { type: 'boolean' },
    'grows-every': { type: 'string' },
    planted: { type: 'boolean' },
    keep: { type: 'string' },
  },
});
const [jobs, seed, count] = [Number(values.jobs), Number(values.seed), Number(values.count ?? Number.POSITIVE_INFINITY)];
const seconds = Number(values.seconds ?? (values.count === undefined ? 60 : Number.POSITIVE_INFINITY));

async function makeRun() {
  const library = await loadLibrary((path) => import(`../dist/${path}.js`));
  const wanted = positionals.length > 0 ? ['any file'] : values.target;
  const targets = TARGETS.filter(({ name }) => wanted === undefined || wanted.includes(name));
  if (targets.length === 0) throw new Error(`there is no target ${wanted?.join(', ')}: ${TARGETS.map(({ name }) => name).join(', ')}`);
  if (positionals.length === 0) return new Run(library, new Seeds(library), seed, targets);
  const seeds = new Seeds(library, positionals);
  return new Run(
    library,
    seeds,
    seed,
    targets.map((target) => ({ ...target, seeds: () => seeds.matching(/./, Number.POSITIVE_INFINITY) })),
  );
}

/** A job of the command: makes its blocks, and tells after each what is new. @param {number} job */
async function work(job) {
  const run = await makeRun();
  const begin = performance.now();
  const tell = (/** @type {boolean} */ done) => process.send?.({ summary: run.take(), done });
  if (job === 0) run.originals(() => tell(false));
  for (let block = job; block * BLOCK < count && (performance.now() - begin) / 1000 < seconds && !run.done; block += jobs) {
    for (let n = block * BLOCK; n < Math.min(count, (block + 1) * BLOCK) && !run.done; n++) run.try(run.case(n), n);
    tell(false);
  }
  tell(true);
  process.disconnect();
}

/** @param {number} job @param {Summary} total @param {() => void} progress @returns {Promise<void>} */
function startJob(job, total, progress) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--job', String(job)]);
    let done = false;
    let watch = setTimeout(() => {}, 0);
    const wait = () => {
      clearTimeout(watch);
      watch = setTimeout(() => child.kill('SIGKILL'), BLOCK_SECONDS * 1000);
    };
    wait();
    child.on('message', (/** @type {{ summary: Summary, done: boolean }} */ message) => {
      for (const { what, problem } of message.summary.failures) console.error(`${what}: ${problem}`);
      addSummary(total, message.summary);
      done = message.done;
      wait();
      progress();
    });
    child.on('exit', (code, signal) => {
      clearTimeout(watch);
      if (!done) {
        const problem = `job ${job} ended with ${signal ?? code} and without an answer for its block`;
        console.error(problem);
        total.failures.push({ n: -1, what: '', problem });
      }
      resolve();
    });
  });
}

/** @param {Summary} total @param {number} took seconds */
function print({ rows, codes, slowest, largest, failures }, took) {
  console.log(`${'target'.padEnd(20)}${'reads'.padStart(10)}${'values'.padStart(10)}${'asked more'.padStart(12)}${'µs each'.padStart(10)}`);
  for (const [name, row] of Object.entries(rows)) {
    const each = Math.round((row.ms * 1000) / Math.max(1, row.cases));
    console.log(
      `${name.padEnd(20)}${[row.cases, row.values].map((n) => String(n).padStart(10)).join('')}${String(row.deeper).padStart(12)}${String(each).padStart(10)}`,
    );
  }
  const counts = Object.entries(codes).sort((a, b) => b[1] - a[1]);
  console.log(`${counts.length} codes: ${counts.map(([code, times]) => `${code} ${times}`).join(', ')}`);
  const reads = Object.values(rows).reduce((sum, row) => sum + row.cases, 0);
  console.log(`slowest: ${slowest.ms.toFixed(1)} ms, ${slowest.what}`);
  console.log(`largest process: ${Math.round(largest.mb)} MB, ${largest.what}`);
  console.log(`${reads} reads in ${took.toFixed(1)} s (${Math.round(reads / took)} per second, ${jobs} jobs), ${failures.length} failures`);
}

async function main() {
  const begin = performance.now();
  const total = emptySummary();
  let reported = begin;
  const progress = () => {
    if (performance.now() - reported < 30_000) return;
    reported = performance.now();
    const reads = Object.values(total.rows).reduce((sum, row) => sum + row.cases, 0);
    console.error(
      `${reads} reads, ${total.failures.length} failures, slowest ${total.slowest.ms.toFixed(1)} ms, ${Math.round(total.largest.mb)} MB`,
    );
  };
  await Promise.all(Array.from({ length: jobs }, (_, job) => startJob(job, total, progress)));
  print(total, (performance.now() - begin) / 1000);
  process.exitCode = total.failures.length === 0 ? 0 : 1;
}

async function one(/** @type {number} */ n) {
  const run = await makeRun();
  const testCase = run.case(n);
  if (values.keep !== undefined) writeFileSync(values.keep, testCase.bytes);
  run.try(testCase, n);
  const { slowest, failures } = run.summary;
  console.log(
    `${slowest.what}: ${slowest.ms.toFixed(1)} ms, ${testCase.bytes.length} bytes${failures.map(({ problem }) => `\n${problem}`).join('')}`,
  );
}

/** Damaged files, and files that grow, given to verbs. */
async function runVerbs() {
  const library = await loadLibrary((path) => import(`../dist/${path}.js`));
  const every = values['grows-every'];
  const run = await VerbRun.start(library, new Seeds(library), seed, every === undefined ? undefined : Number(every));
  const total = emptySummary();
  const begin = performance.now();
  let [reported, ran] = [begin, 0];
  for (let n = Number(values.case ?? 0); ran < count && (performance.now() - begin) / 1000 < seconds && !run.done; n++) {
    await run.case(n, (bytes) => {
      if (values.keep !== undefined) writeFileSync(values.keep, bytes);
    });
    const summary = run.take();
    for (const { what, problem } of summary.failures) console.error(`${what}: ${problem}`);
    addSummary(total, summary);
    ran = Object.values(total.rows).reduce((sum, row) => sum + row.cases, 0);
    if (values.case !== undefined) break;
    if (performance.now() - reported < 30_000) continue;
    reported = performance.now();
    console.error(
      `${ran} verbs, ${total.failures.length} failures, slowest ${total.slowest.ms.toFixed(1)} ms, ${Math.round(total.largest.mb)} MB`,
    );
  }
  print(total, (performance.now() - begin) / 1000);
  process.exitCode = total.failures.length === 0 ? 0 : 1;
}

/** Inputs that grow, given to verbs of sources with a fault in them: how long it takes until that is found. @param {string} name */
async function findPlant(name) {
  const library = await loadLibrary((path) => import(`../dist/${path}.js`));
  const most = values.count === undefined ? 20_000 : count;
  const plant = PLANTS[name];
  if (!plant) throw new Error(`there is no fault ${name}: ${Object.keys(PLANTS).join(', ')}`);
  const run = await VerbRun.start(library, new Seeds(library), seed, 1, [plant]);
  const total = emptySummary();
  let [inputs, ran] = [0, 0];
  for (; ran < most && total.failures.length === 0; inputs++) {
    await run.case(inputs);
    addSummary(total, run.take());
    ran = Object.values(total.rows).reduce((sum, row) => sum + row.cases, 0);
  }
  const [failure] = total.failures;
  console.log(`${name}: ${failure ? 'found' : 'not found'} after ${inputs} inputs that grow and ${ran} verbs`);
  if (failure) console.log(`  ${failure.what}: ${failure.problem.slice(0, 300)}`);
  else process.exitCode = 1;
}

/** Each in a process of its own, whose memory is that of one bundle of the sources. */
function findPlants() {
  const [script, ...args] = process.argv.slice(1);
  for (const name of Object.keys(PLANTS)) {
    const { status } = spawnSync(process.execPath, [script ?? '', ...args, '--target', name], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

if (values.planted && values.target) for (const name of values.target) await findPlant(name);
else if (values.planted) findPlants();
else if (values.verbs) await runVerbs();
else if (values.job !== undefined) await work(Number(values.job));
else if (values.case !== undefined) await one(Number(values.case));
else await main();
