// @ts-check
/**
 * `npm test`, `npm run check`: the single gate. Builds, runs all tests, and prints the result in the last line: `N passed, N failed, N
 * skipped`. Before it is one line for each skipped test, which says how to get what the test needs, and for each failed one.
 *
 *   npm test -- elf yaml             the test files whose path has one of these words, without tests over the whole corpus
 *   npm test -- --corpus elf         only those over the whole corpus, which have the tag `corpus`
 *   npm test -- --bless golden       rewrites the golden files with what the code says now; read the difference before committing it
 *
 * Other arguments go to vitest (`-t NAME`). With words, or with --corpus, only the parts of dist/ that the chosen files need are made, and
 * only where their sources have changed; types are not checked. That is the loop for a change; the gate is the command without words.
 *
 * The exit code is 0 only if tests ran and none failed. A test file that could not be loaded counts as one failed test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsFor } from './needs.mjs';
import { filesBelow, isBuilt, ROOT } from './stamp.mjs';

/** @typedef {import('./test-report.mjs').Row} Row */

const cwd = fileURLToPath(ROOT);
const OWN = ['--bless', '--corpus'];
const args = process.argv.slice(2);
const bless = args.includes('--bless');
const corpus = args.includes('--corpus');
const isFilter = (/** @type {string} */ arg) => /^(-t|--testNamePattern)$/.test(arg);
const words = args.filter((arg, i) => !arg.startsWith('-') && !isFilter(args[i - 1] ?? ''));
/** With a filter by name (`-t`) all other tests count as skipped, which is not worth a line each. */
const filtered = args.some((arg) => /^(-t|--testNamePattern)/.test(arg));
const scratch = mkdtempSync(join(tmpdir(), 'zebin-test-'));
const report = join(scratch, 'report.json');

/** The chosen files; nothing where all are. */
function chosenFiles() {
  if (words.length === 0 && !corpus) return undefined;
  const tests = filesBelow('test').filter((path) => path.endsWith('.test.ts'));
  return words.length === 0 ? tests : tests.filter((path) => words.some((word) => path.includes(word)));
}

/** @param {string[]} command */
function node(...command) {
  const env = { ...process.env, ZEBIN_TEST_REPORT: report, ...(bless ? { BLESS: '1' } : {}) };
  return spawnSync(process.execPath, command, { cwd, env, stdio: 'inherit' }).status ?? 1;
}

/** Makes what the tests need of dist/. @param {readonly string[] | undefined} files @returns {boolean} */
function build(files) {
  if (files === undefined) return node('scripts/build.mjs', '--no-gen') === 0;
  const parts = partsFor(files).filter((part) => !isBuilt([part]));
  return parts.length === 0 || node('scripts/build.mjs', ...parts) === 0;
}

/** @returns {Row[]} nothing when the runner ended before it could report. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return [];
  }
}

/** @param {readonly string[] | undefined} files */
function runTests(files) {
  const code = node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./scripts/test-report.mjs',
    ...args.filter((arg) => !OWN.includes(arg) && !words.includes(arg)),
    ...(files ? [`--tags-filter=${corpus ? '' : '!'}corpus`, ...files] : []),
  );
  const rows = readReport().filter((row) => files === undefined || row.corpus === corpus);
  const count = (/** @type {Row['state']} */ state) => rows.filter((row) => row.state === state).length;
  const [passed, skipped] = [count('passed'), count('skipped')];
  let failed = count('failed');
  for (const { file, name, state, note } of rows) {
    if (state === 'skipped' && !filtered) console.log(`skipped: ${file}: ${name}${note ? ` [${note}]` : ''}`);
  }
  // Once more in one place: the log of a whole run is long, and of its end more is kept than of its middle.
  for (const { file, name, state } of rows) if (state === 'failed') console.log(`failed: ${file}: ${name}`);
  if (code !== 0 && failed === 0) {
    console.log(`the test runner ended with code ${code} although no test failed: see above`);
    failed = 1;
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

try {
  const files = chosenFiles();
  if (files?.length === 0) {
    console.log(`no test file has one of these words in its path: ${words.join(' ')}\n0 passed, 1 failed, 0 skipped`);
    process.exitCode = 1;
  } else if (!build(files)) {
    console.log('the build failed, so no test was run\n0 passed, 1 failed, 0 skipped');
    process.exitCode = 1;
  } else process.exitCode = runTests(files);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
