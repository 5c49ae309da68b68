// @ts-check
/**
 * Measures the page in a real browser: how soon a file is on the screen, how scrolling goes, how long the page is ever busy, and how
 * large it is. Prints a table. Run it after the build, on a machine that does nothing else; ZEBIN_CHROMIUM names another browser.
 *
 *   node scripts/viewer-bench.mjs [--json]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startChromium } from './chromium.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const PAGE = at('dist/viewer/index.html');
const MEBIBYTE = 1 << 20;

/** A member of an ar archive. */
function member(/** @type {string} */ name, /** @type {Buffer} */ data) {
  const header = `${`${name}/`.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${String(data.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header, 'latin1'), data, Buffer.alloc(data.length % 2, '\n')]);
}

const FOLDER = at('test/fixtures/zebin/igc2');
/** Together 20 KiB for each kernel: code that spills, code with debug information, many arguments. */
const LARGE = ['ptl-h/spill-two-scratch.zebin', 'dg2/calls-debug.zebin', 'cri/args.zebin'];
const ALL = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.zebin'))
  .sort();

/**
 * An archive of fixtures, again and again until it is as large as asked for.
 * @param {number} bytes
 * @param {readonly string[]} names
 */
function library(bytes, names) {
  const zebins = names.map((name) => readFileSync(join(FOLDER, name)));
  const members = [Buffer.from('!<arch>\n')];
  for (let size = 8, n = 0; size < bytes; n++) {
    const made = member(`64.${n}`, zebins[n % zebins.length] ?? Buffer.alloc(0));
    members.push(made);
    size += made.length;
  }
  return Buffer.concat(members);
}

/** Runs in the page: notes when a file was given, when the table of kernels had rows, and how long tasks were. */
function watch() {
  const marks = { given: 0, head: 0, listed: 0, tasks: /** @type {number[]} */ ([]) };
  Object.assign(window, { marks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) marks.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  document.addEventListener('change', () => (marks.given ||= performance.now()), true);
  new MutationObserver(() => {
    const now = performance.now();
    if (marks.given && !marks.head && document.querySelector('main h1')) marks.head = now;
    if (marks.given && !marks.listed && document.querySelector('[role=grid][aria-label=Kernels] .body [role=row]')) marks.listed = now;
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: scrolls the table to its end, and gives the time of each frame. */
async function scroll() {
  const grid = /** @type {HTMLElement} */ (document.querySelector('[role=grid][aria-label=Kernels]'));
  /** @type {number[]} */
  const frames = [];
  const rows = Number(grid.getAttribute('aria-rowcount')) - 1;
  // As many rows at a time as there are in the view: the whole of the first 5,000.
  const step = grid.clientHeight;
  let before = await new Promise(requestAnimationFrame);
  for (let top = 0; top < Math.min(rows, 5_000) * 28; top += step) {
    grid.scrollTop = top;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - before);
    before = now;
  }
  return { rows, frames, drawn: grid.querySelectorAll('.body [role=row]').length };
}

const percentile = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const scratch = mkdtempSync(join(tmpdir(), 'zebin-viewer-'));
const browser = await startChromium((options) => chromium.launch(options));

/** Opens a file in a new page, and measures. */
async function measure(/** @type {string} */ path) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watch);
  await page.goto(pathToFileURL(PAGE).href);
  await page.waitForSelector('main');
  await page.setInputFiles('input[type=file]', path);
  await page.waitForFunction(() => /** @type {any} */ (window).marks.listed > 0, undefined, { timeout: 300_000 });
  await page.waitForFunction(() => document.documentElement.dataset.waiting === '0', undefined, { timeout: 300_000 });
  const scrolled = await page.evaluate(scroll);
  const { given, head, listed, tasks } = await page.evaluate(() => /** @type {any} */ (window).marks);
  await page.close();
  return { head: head - given, listed: listed - given, longest: Math.max(0, ...tasks), ...scrolled };
}

try {
  const large = join(scratch, 'library.ar');
  writeFileSync(large, library(100 * MEBIBYTE, LARGE));
  const small = join(scratch, 'small.ar');
  writeFileSync(small, library(100 * MEBIBYTE, ALL));
  const zebin = at('test/fixtures/zebin/igc2/bmg/basic.zebin');
  /** @type {number[]} */
  const screens = [];
  for (let i = 0; i < 5; i++) screens.push((await measure(zebin)).listed);
  /** @type {Awaited<ReturnType<typeof measure>>[]} */
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push(await measure(large));
  const [fat] = runs;
  if (!fat) throw new Error('nothing was measured');
  const crowded = await measure(small);
  const html = readFileSync(PAGE);
  const rows = [
    {
      what: `first screen of a zebin of ${Math.round(statSync(zebin).size / 1024)} KiB, median of 5`,
      value: percentile(screens, 0.5),
      unit: 'ms',
      limit: undefined,
    },
    {
      what: `${Math.round(statSync(large).size / MEBIBYTE)} MiB library with ${fat.rows} kernels: listed, median of 3`,
      value: percentile(
        runs.map(({ listed }) => listed),
        0.5,
      ),
      unit: 'ms',
      limit: 2_000,
    },
    {
      what: `the same size with ${crowded.rows} kernels in ${ALL.length} kinds of images: listed`,
      value: crowded.listed,
      unit: 'ms',
      limit: undefined,
    },
    {
      what: `scrolling ${Math.min(fat.rows, 5_000)} kernels, frame at the 95th percentile`,
      value: percentile(
        runs.map(({ frames }) => percentile(frames, 0.95)),
        0.5,
      ),
      unit: 'ms',
      limit: 50,
    },
    {
      what: 'longest task of the page in all runs',
      value: Math.max(crowded.longest, ...runs.map(({ longest }) => longest)),
      unit: 'ms',
      limit: 200,
    },
    { what: 'rows in the document', value: fat.drawn, unit: '', limit: 40 },
    { what: 'page', value: html.length / 1024, unit: 'KiB', limit: undefined },
    { what: 'page, gzip', value: gzipSync(html, { level: 9 }).length / 1024, unit: 'KiB', limit: undefined },
    { what: 'page, brotli', value: brotliCompressSync(html).length / 1024, unit: 'KiB', limit: undefined },
  ];
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2));
  else {
    for (const { what, value, unit, limit } of rows) {
      const held = limit === undefined ? '' : value <= limit ? `  within ${limit}` : `  OVER ${limit}`;
      console.log(`${what.padEnd(72)}${value.toFixed(0).padStart(8)} ${unit.padEnd(4)}${held}`);
    }
  }
  if (rows.some(({ value, limit }) => limit !== undefined && value > limit)) process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
