// @ts-check
/**
 * Checks the guarantees of docs/scale.md for `zebin scan`, on copies of real zebins, and prints a table of the measurements. It runs the
 * built command, takes some minutes, and fails if a guarantee is not met.
 *
 *   node scripts/tools/scan-check.mjs [--files 20000] [--corpus FOLDER] [--scratch FOLDER] [--only rows,workers,…]
 *
 *   rows      every row is what `zebin info --json` says of the kernel
 *   workers   two workers against one, which has the second core for what V8 does besides the code (compiling, collecting), and against
 *             one that is held on one core; the same at four times as many files
 *   memory    the largest memory of the process at all files, twice as many and four times
 *   kill      killed (-9) at ten random moments and resumed, the Parquet file is that of one run
 *   shards    sixteen shards, one after the other, are the rows of one run
 *   since     nothing but the content of files decides what is read again
 *   linear    time per kernel at 100, 1,000 and all files, and the cost of a million
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { scriptOptions } from '../options.mjs';
import { ROOT } from '../stamp.mjs';

const root = fileURLToPath(ROOT);
const MAIN = join(root, 'dist/cli/main.js');
const { values } = scriptOptions({
  options: {
    files: { type: 'string', default: '20000' },
    corpus: { type: 'string', default: process.env.ZEBIN_CORPUS ?? join(root, 'test/fixtures') },
    scratch: { type: 'string' },
    only: { type: 'string', default: 'rows,workers,memory,kill,shards,since,linear' },
  },
});
const FILES = Number(values.files);
const scratch = values.scratch ?? mkdtempSync(join(tmpdir(), 'zebin-scan-'));
const tree = join(scratch, 'tree');
const at = (/** @type {string} */ name) => join(scratch, name);

/** @typedef {{ readonly [column: string]: unknown }} Row */
/** @type {{ what: string, measured: string, promise: string, kept: boolean }[]} */
const results = [];

/** @param {string} what @param {string} measured @param {string} promise @param {boolean} kept */
function result(what, measured, promise, kept) {
  results.push({ what, measured, promise, kept });
  console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${what.padEnd(48)}  ${measured.padEnd(44)}  ${promise}`);
}

// The tree ---------------------------------------------------------------------------------------------------------------------

/** Real zebins, in the order of their paths. */
const sources = readdirSync(values.corpus, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.zebin') && !entry.parentPath.includes('decoder-probes'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

/** Copies of all of them in turn, a thousand to a folder. */
const copies = Array.from({ length: FILES }, (_, i) => ({
  path: `${String(Math.floor(i / 1000)).padStart(4, '0')}/${String(i).padStart(7, '0')}.zebin`,
  source: sources[i % sources.length] ?? '',
}));

function makeTree() {
  if (existsSync(join(tree, copies.at(-1)?.path ?? ''))) return;
  for (const { path, source } of copies) {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    copyFileSync(source, join(tree, path));
  }
}

/** A tree of the first files. @param {number} count */
function smallTree(count) {
  const folder = at(`tree-${count}`);
  rmSync(folder, { recursive: true, force: true });
  for (const { path, source } of copies.slice(0, count)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    copyFileSync(source, join(folder, path));
  }
  return folder;
}

// Running ----------------------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Ran
 * @property {number | null} status
 * @property {string} stdout
 * @property {number} seconds
 * @property {number} cpu seconds of all threads; NaN where the system does not say
 * @property {number} peak bytes; NaN where the system does not say
 */

/**
 * @param {string[]} args @param {{ killAfter?: number, oneCore?: boolean }} [how] seconds; whether it is held on one core @returns
 * {Promise<Ran>}
 */
function zebin(args, { killAfter, oneCore = false } = {}) {
  return new Promise((resolve) => {
    const start = performance.now();
    const [command = '', ...rest] = [...(oneCore ? ['taskset', '-c', '0'] : []), process.execPath, MAIN, ...args];
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    let [peak, cpu] = [Number.NaN, Number.NaN];
    const look = () => {
      try {
        const status = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
        // A process that has ended and is not yet waited for has no memory.
        if (status !== undefined) peak = 1024 * Number(status);
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        if (fields.length > 12) cpu = (Number(fields[11]) + Number(fields[12])) / 100;
      } catch {
        // It has ended, or this is not a Linux.
      }
    };
    const timer = setInterval(look, 20);
    const killer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter * 1000);
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.on('close', (status) => {
      clearInterval(timer);
      clearTimeout(killer);
      resolve({ status, stdout, seconds: (performance.now() - start) / 1000, cpu, peak });
    });
  });
}

/** A scan that has to succeed. @param {string[]} args */
const scan = (...args) => scanAs({}, ...args);

/** @param {Parameters<typeof zebin>[1]} how @param {string[]} args */
async function scanAs(how, ...args) {
  const ran = await zebin(['scan', '--json', ...args], how);
  if (ran.status !== 0) throw new Error(`zebin scan ${args.join(' ')} ended with ${ran.status}`);
  return { ...ran, counts: JSON.parse(ran.stdout) };
}

/** @param {string} path @returns {Promise<Row[]>} */
async function rowsOf(path) {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

const median = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) => json(a) === json(b);
const json = (/** @type {unknown} */ value) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one));
const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1e6)} MB`;

let reference = '';
/** The table of one whole run. */
async function whole() {
  if (reference === '') {
    reference = at('whole.parquet');
    await scan(tree, '-o', reference);
  }
  return reference;
}

// Checks -----------------------------------------------------------------------------------------------------------------------

async function checkRows() {
  const rows = await rowsOf(await whole());
  /** @type {Map<string, Row[]>} */
  const byPath = new Map();
  for (const row of rows) byPath.set(String(row.path), [...(byPath.get(String(row.path)) ?? []), row]);
  /** @type {Map<string, any>} */
  const documents = new Map();
  for (const source of new Set(copies.map((copy) => copy.source))) {
    const { stdout } = spawnSync(process.execPath, [MAIN, 'info', source, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    documents.set(source, JSON.parse(stdout));
  }
  let [kernels, differences] = [0, 0];
  for (const { path, source } of copies) {
    const info = documents.get(source);
    const rows = byPath.get(path) ?? [];
    if (rows.length !== Math.max(info.kernels.length, 1)) differences++;
    info.kernels.forEach((/** @type {any} */ kernel, /** @type {number} */ i) => {
      kernels++;
      const row = rows[i];
      const { target, verdict } = info;
      const wanted = {
        ...kernel,
        defaults: kernel.defaults.join(', '),
        version: info.version,
        device_names: target.names.join(', ') || null,
        ip: target.product_config?.ip ?? null,
        image_size: info.size,
        has_ir: info.has_ir,
        read_errors: verdict.errors,
        read_warnings: verdict.warnings,
        drivers_since: verdict.names.since,
      };
      const got = Object.fromEntries(Object.keys(wanted).map((key) => [key, row?.[key]]));
      if (!same(got, wanted)) differences++;
    });
  }
  result('rows equal info --json', `${differences} differences in ${kernels} kernels, ${copies.length} files`, 'none', differences === 0);
}

async function checkWorkers() {
  const hasTaskset = process.platform === 'linux' && !spawnSync('taskset', ['--version']).error;
  for (const [times, rounds] of [
    [1, 3],
    [4, 1],
  ]) {
    const trees = Array(times).fill(tree);
    /** @type {{ one: number[], two: number[], core: number[] }} */
    const seconds = { one: [], two: [], core: [] };
    for (let round = 0; round < (rounds ?? 1); round++) {
      seconds.one.push((await scan(...trees, '--workers', '1', '-o', at('w.parquet'))).seconds);
      seconds.two.push((await scan(...trees, '--workers', '2', '-o', at('w.parquet'))).seconds);
      if (hasTaskset) seconds.core.push((await scanAs({ oneCore: true }, ...trees, '--workers', '1', '-o', at('w.parquet'))).seconds);
      rmSync(at('w.parquet'), { force: true });
    }
    const many = times === 1 ? '' : `, ${times} times the files`;
    const [one, two, core] = [median(seconds.one), median(seconds.two), median(seconds.core)];
    const text = (/** @type {number} */ a) => `${a.toFixed(1)} s, ${two.toFixed(1)} s: ${(a / two).toFixed(2)} ×`;
    result(`two workers against one${many}`, text(one), '≥ 1.7 × on two free cores', one / two >= 1.7);
    if (hasTaskset) result(`two against one on one core${many}`, text(core), '≥ 1.7 × on two free cores', core / two >= 1.7);
  }
}

async function checkMemory() {
  const peaks = [];
  for (const times of [1, 2, 4]) {
    peaks.push((await scan(...Array(times).fill(tree), '--workers', '2', '-o', at('m.parquet'))).peak);
  }
  const [, middle = 0, last = 0] = peaks;
  // Heaps grow to the size at which they are collected, and no further.
  result('memory at all files, twice, four times', peaks.map(megabytes).join(', '), 'four times ≤ twice + 10 %', last <= middle * 1.1);
}

async function checkKill() {
  const expected = readFileSync(await whole());
  const output = at('killed.parquet');
  const { seconds } = await scan(tree, '-o', at('again.parquet'));
  let kills = 0;
  const moments = [];
  while (kills < 10) {
    // Short enough that ten of them end before the scan does.
    const after = 0.1 + Math.random() * (seconds / 6);
    const { status } = await zebin(['scan', tree, '-o', output], { killAfter: after });
    if (status === null) {
      kills++;
      moments.push(after.toFixed(1));
    } else if (status === 0) rmSync(output);
    else throw new Error(`the scan ended with ${status}`);
  }
  const partsLeft = readdirSync(`${output}.parts`).filter((name) => name.endsWith('.part')).length;
  const last = await scan(tree, '-o', output);
  const equal = expected.equals(readFileSync(output)) && !existsSync(`${output}.parts`);
  const measured = `after ${moments.join(' ')} s; ${partsLeft} parts kept, last run ${last.seconds.toFixed(1)} of ${seconds.toFixed(1)} s`;
  result('kill -9 ten times, then resume', measured, 'same bytes', equal);
}

async function checkShards() {
  const all = await rowsOf(await whole());
  const parts = [];
  for (let i = 1; i <= 16; i++) {
    await scan(tree, '--shard', `${i}/16`, '-o', at(`shard-${i}.parquet`));
    parts.push(...(await rowsOf(at(`shard-${i}.parquet`))));
  }
  result('sixteen shards', `${parts.length} rows, one run ${all.length}`, 'the same rows in order', same(parts, all));
}

async function checkSince() {
  const folder = smallTree(Math.min(FILES, 1000));
  await scan(folder, '-o', at('old.parquet'));
  const [changed, other] = [copies[10]?.path ?? '', copies[11]?.source ?? ''];
  copyFileSync(other, join(folder, changed));
  writeFileSync(join(folder, 'new.zebin'), readFileSync(other));
  const { counts } = await scan(folder, '--since', at('old.parquet'), '-o', at('new.parquet'));
  await scan(folder, '-o', at('fresh.parquet'));
  const equal = readFileSync(at('new.parquet')).equals(readFileSync(at('fresh.parquet')));
  const count = Math.min(FILES, 1000);
  result('--since', `${counts.reused} of ${counts.files} files reused`, 'all except two, same bytes', equal && counts.reused === count - 1);
}

/** In this process, so that start and warm-up, which are the same for any number of files, are not in it. */
async function checkLinear() {
  /** @type {typeof import('../../dist/internal.js')} */
  const { Bytes, kernelRows } = await import(new URL('dist/internal.js', ROOT).href);
  const digest = (/** @type {import('../../dist/internal.js').Bytes} */ bytes) => createHash('sha256').update(bytes.data).digest('hex');
  /** Seconds of processor time, and kernels, of this many files. @param {number} from @param {number} count */
  const run = (from, count) => {
    const before = process.cpuUsage();
    let kernels = 0;
    for (let i = from; i < from + count; i++) {
      const path = copies[i % copies.length]?.path ?? '';
      const bytes = Bytes.from(new Uint8Array(readFileSync(join(tree, path))));
      kernels += kernelRows({ root: tree, path, size: bytes.length, sha256: digest(bytes) }, bytes).length;
    }
    const { user, system } = process.cpuUsage(before);
    return { seconds: (user + system) / 1e6, kernels };
  };
  run(0, 2000);
  const each = [];
  for (const count of [...new Set([100, 1000, FILES])]) {
    const rounds = Array.from({ length: Math.max(1, Math.floor(FILES / count)) }, (_, i) => run(i * count, count));
    each.push({ count, cost: median(rounds.map(({ seconds, kernels }) => (1e6 * seconds) / kernels)) });
  }
  const within = Math.max(...each.map(({ cost }) => cost)) / Math.min(...each.map(({ cost }) => cost));
  const texts = each.map(({ count, cost }) => `${Math.round(cost)} µs at ${count}`).join(', ');
  result('CPU time per kernel', texts, `within 20 % (${within.toFixed(2)} ×)`, within <= 1.2);
  const whole = await scan(tree, '--workers', '1', '-o', at('l.parquet'));
  const perMillion = 1e6 / whole.counts.kernels;
  console.log(
    `        a million kernels: ${((whole.cpu * perMillion) / 3600).toFixed(2)} core hours, ${((whole.seconds * perMillion) / 60).toFixed(0)} minutes with one worker`,
  );
}

const CHECKS = {
  rows: checkRows,
  workers: checkWorkers,
  memory: checkMemory,
  kill: checkKill,
  shards: checkShards,
  since: checkSince,
  linear: checkLinear,
};

try {
  console.log(
    `${FILES} copies of ${sources.length} zebins; ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`,
  );
  makeTree();
  for (const name of values.only.split(',')) {
    const check = CHECKS[/** @type {keyof typeof CHECKS} */ (name)];
    if (!check) throw new Error(`${name} is not a check; there are ${Object.keys(CHECKS).join(', ')}`);
    await check();
  }
} finally {
  if (values.scratch === undefined) rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = results.every(({ kept }) => kept) ? 0 : 1;
