// @ts-check
/**
 * Measures the page in a real browser: the time until a file is shown, the frames of scrolling, the longest task, and the size of the page.
 * Prints a table. Run it after the build, on a machine that does nothing else; ZEBIN_CHROMIUM names another browser.
 *
 *   node scripts/tools/viewer-bench.mjs [--json]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';

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
    const archiveMember = member(`64.${n}`, zebins[n % zebins.length] ?? Buffer.alloc(0));
    members.push(archiveMember);
    size += archiveMember.length;
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

const KERNEL = 'spilling_private';

/**
 * A zebin with a kernel of about so many instructions: the code of a real one that loops, spills and waits, again and again.
 * @param {number} instructions
 */
async function longKernel(instructions) {
  const { buildZebin, disasmDocument, inspect } = await import(new URL('dist/internal.js', ROOT).href);
  const bytes = readFileSync(join(FOLDER, 'ptl-h/spill-two-scratch.zebin'));
  const [{ offset, code_end, lines }] = disasmDocument(inspect(bytes).value, { kernel: KERNEL }).code;
  /** @type {{ kind: string, offset: number }[]} */
  const all = lines.filter((/** @type {any} */ { kind, offset: at }) => kind === 'instruction' && at < code_end);
  const one = bytes.subarray(offset, offset + code_end);
  const turns = Math.max(1, Math.round(instructions / all.length));
  // Of a shorter one the end of the real one, with the end of the thread.
  const start = turns > 1 ? 0 : (all.at(-instructions)?.offset ?? 0);
  const code = Buffer.concat(Array.from({ length: turns }, () => one.subarray(start)));
  const { value } = buildZebin({ device: 'ptl-h', kernels: [{ name: 'k', code, env: { simd_size: 16, grf_count: 256 } }] });
  return { zebin: Buffer.from(value), instructions: turns * Math.min(all.length, turns > 1 ? all.length : instructions) };
}

/**
 * Runs in the page: scrolls the code each frame, from its start again at its end, and gives the times of 600 frames. The step does not follow
 * the height of the pane: a page with more space for code would seem slower.
 */
async function scrollCode() {
  const pane = /** @type {HTMLElement} */ (document.querySelector('.cm-scroller'));
  /** @type {number[]} */
  const frames = [];
  const step = 340;
  let before = await new Promise(requestAnimationFrame);
  for (let top = 0; frames.length < 600; top = top + step > pane.scrollHeight - step ? 0 : top + step) {
    pane.scrollTop = top;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - before);
    before = now;
  }
  return { frames, drawn: document.querySelectorAll('.cm-line').length };
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

/** Opens a kernel of so many instructions with all columns, and scrolls. */
async function measureCode(/** @type {number} */ lines) {
  const { zebin, instructions } = await longKernel(lines);
  const path = join(scratch, `k${lines}.zebin`);
  writeFileSync(path, zebin);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watch);
  await page.goto(`${pathToFileURL(PAGE).href}#view=kernel&tab=code`);
  await page.waitForSelector('main');
  await page.setInputFiles('input[type=file]', path);
  const start = performance.now();
  await page.waitForSelector('.cm-line');
  await page.waitForFunction(() => document.documentElement.dataset.waiting === '0');
  const opened = performance.now() - start;
  const columns = await page.locator('.code-column').count();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const before = await busy();
  const scrolled = await page.evaluate(scrollCode);
  const work = ((await busy()) - before) / scrolled.frames.length;
  await page.close();
  return { instructions, opened, columns, work, ...scrolled };
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
  /** @type {Awaited<ReturnType<typeof measureCode>>[][]} */
  const codes = [[], []];
  // In turn, so that a machine that is slower for a while is so for both.
  for (let i = 0; i < 3; i++) for (const [at, count] of [200, 20_000].entries()) codes[at]?.push(await measureCode(count));
  const codeRows = codes.flatMap((runs) => {
    const { instructions = 0, columns = 0 } = runs[0] ?? {};
    const median = (/** @type {(run: typeof runs[0]) => number} */ of) => percentile(runs.map(of), 0.5);
    const what = `code of ${instructions} instructions, ${columns} columns`;
    return [
      { what: `${what}: opened`, value: median(({ opened }) => opened), unit: 'ms', limit: undefined },
      { what: `${what}: frame at the 95th percentile`, value: median(({ frames }) => percentile(frames, 0.95)), unit: 'ms', limit: 50 },
      { what: `${what}: work of the page's thread for a frame`, value: median(({ work }) => work), unit: 'ms', limit: undefined },
      { what: `${what}: lines in the document`, value: runs[0]?.drawn ?? 0, unit: '', limit: undefined },
    ];
  });
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
    ...codeRows,
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
