// @ts-check
/**
 * `npm test`, `npm run check`: the single gate. Builds, runs all tests, and says in the last line alone what came of it:
 * `N passed, N failed, N skipped`. Before that stands one line for each skipped test, with the way to get what it lacked.
 *
 *   npm test -- elf yaml      only the test files whose path has one of these words (arguments go to vitest)
 *   npm test -- --bless       rewrites the golden files with what the code says now; read the difference before committing it
 *
 * The exit code is 0 only if tests ran and none failed. A test file that could not be loaded counts as one failed test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** @typedef {{ status: string, fullName: string }} Test */
/** @typedef {{ status: string, name: string, message?: string, assertionResults: Test[] }} TestFile */

const cwd = fileURLToPath(ROOT);
const args = process.argv.slice(2);
const bless = args.includes('--bless');
/** With a filter by name (`-t`) all other tests count as skipped, which is not worth a line each. */
const filtered = args.some((arg) => /^(-t|--testNamePattern)/.test(arg));
const scratch = mkdtempSync(join(tmpdir(), 'zebin-test-'));
const report = join(scratch, 'report.json');

/** @param {string[]} command */
function node(...command) {
  const env = bless ? { ...process.env, BLESS: '1' } : process.env;
  return spawnSync(process.execPath, command, { cwd, env, stdio: 'inherit' }).status ?? 1;
}

/** @returns {TestFile[]} nothing when the runner ended before it could report. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

function runTests() {
  const code = node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args.filter((arg) => arg !== '--bless'),
  );
  let [passed, failed, skipped] = [0, 0, 0];
  for (const file of readReport()) {
    const broken = file.assertionResults.filter((test) => test.status === 'failed').length;
    // A file fails without a failing test when it cannot be loaded or when a hook throws.
    failed += broken === 0 && file.status === 'failed' ? 1 : broken;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed++;
      else if (test.status !== 'failed') {
        skipped++;
        if (!filtered) console.log(`skipped: ${relative(cwd, file.name)}: ${test.fullName}`);
      }
    }
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
