// @ts-check
/**
 * `npm start`: the command on a fresh clone. Installs and builds what is missing or out of date, then runs the command with the
 * arguments given, or on the file that README.md shows when there are none. Needs nothing but Node and npm, and when all is there it
 * adds a few milliseconds: the command runs in this very process.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';
import { isBuilt, ROOT } from './stamp.mjs';

const DEFAULT = ['info', relative(process.cwd(), fileURLToPath(new URL('test/fixtures/zebin/igc2/ptl-h/spill-two-scratch.zebin', ROOT)))];

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/**
 * Whether node_modules/ is what the lock file says, by npm's own record of what it installed. An optional package may be missing:
 * most of them are for other platforms.
 */
function isInstalled() {
  const read = (/** @type {string} */ path) => /** @type {Lock} */ (JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))).packages;
  try {
    const lock = read('package-lock.json');
    const present = read('node_modules/.package-lock.json');
    const same = (/** @type {string} */ path) =>
      lock[path]?.version === present[path]?.version && lock[path]?.integrity === present[path]?.integrity;
    return (
      Object.entries(lock).every(([path, row]) => path === '' || same(path) || (!(path in present) && (row.optional || row.devOptional))) &&
      Object.keys(present).every((path) => path in lock)
    );
  } catch {
    return false;
  }
}

/**
 * Runs a preparation. What it prints goes to standard error, because standard output belongs to the command.
 *
 * @param {string} what
 * @param {(options: import('node:child_process').SpawnSyncOptions) => import('node:child_process').SpawnSyncReturns<any>} run
 */
function prepare(what, run) {
  process.stderr.write(`zebin: ${what}\n`);
  const { status, error } = run({ cwd: fileURLToPath(ROOT), stdio: ['ignore', 2, 2] });
  if (error) process.stderr.write(`zebin: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`zebin: Node 20.19 or later is needed, this is ${process.versions.node}\n`);
  process.exit(2);
}
if (!isInstalled()) prepare('installing from package-lock.json (once)', (options) => npm(['ci', '--include=dev'], options));
/** What verbs run from; the rest is for those who import the library, or install the package. */
const PARTS = /** @type {const} */ (['command', 'viewer']);
if (!isBuilt(PARTS)) {
  const build = fileURLToPath(new URL('scripts/build.mjs', ROOT));
  prepare('building (once per change)', (options) => spawnSync(process.execPath, [build, ...PARTS], options));
}

const main = new URL('dist/cli/main.js', ROOT);
const words = process.argv.slice(2);
process.argv = [process.execPath, fileURLToPath(main), ...(words.length > 0 ? words : DEFAULT)];
await import(main.href);
