// @ts-check
/**
 * `npm test`, `npm run check`: the single gate. Builds, runs all tests, and prints the result in the last line: `N passed, N failed, N
 * skipped`. Before it is one line for each skipped test, which says how to get what the test needs.
 *
 *   npm test -- elf yaml      only the test files whose path has one of these words (arguments go to vitest)
 *   npm test -- --bless       rewrites the golden files with what the code says now; read the difference before committing it
 *
 * The exit code is 0 only if tests ran and none failed. A test file that could not be loaded counts as one failed test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** @typedef {import('./test-report.mjs').Row} Row */

const cwd = fileURLToPath(ROOT);
const args = process.argv.slice(2);
const bless = args.includes('--bless');
/** With a filter by name (`-t`) all other tests count as skipped, which is not worth a line each. */
const filtered = args.some((arg) => /^(-t|--testNamePattern)/.test(arg));
const scratch = mkdtempSync(join(tmpdir(), 'zebin-test-'));
const report = join(scratch, 'report.json');

/** @param {string[]} command */
function node(...command) {
  const env = { ...process.env, ZEBIN_TEST_REPORT: report, ...(bless ? { BLESS: '1' } : {}) };
  return spawnSync(process.execPath, command, { cwd, env, stdio: 'inherit' }).status ?? 1;
}

/** @returns {Row[]} nothing when the runner ended before it could report. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return [];
  }
}

function runTests() {
  const code = node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./scripts/test-report.mjs',
    ...args.filter((arg) => arg !== '--bless'),
  );
  const rows = readReport();
  const count = (/** @type {Row['state']} */ state) => rows.filter((row) => row.state === state).length;
  const [passed, skipped] = [count('passed'), count('skipped')];
  let failed = count('failed');
  for (const { file, name, state, note } of rows) {
    if (state === 'skipped' && !filtered) console.log(`skipped: ${file}: ${name}${note ? ` [${note}]` : ''}`);
  }
  if (code !== 0 && failed === 0) {
    console.log(`the test runner ended with code ${code} although no test failed: see above`);
    failed = 1;
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

try {
  const built = node('scripts/build.mjs', '--no-gen');
  if (built !== 0) {
    console.log('the build failed, so no test was run\n0 passed, 1 failed, 0 skipped');
    process.exitCode = 1;
  } else process.exitCode = runTests();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
