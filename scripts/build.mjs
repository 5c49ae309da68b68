// @ts-check
/**
 * `npm run build`: makes dist/ from src/, cli/, viewer/ and editors/, from scratch.
 *
 *   dist/         the library: ES modules with their types, file for file, by the TypeScript compiler
 *   dist/node/    the same, bundled for Node
 *   dist/cli/     the command, bundled with all that it imports, so that the package needs no run-time dependency for it, and the
 *                 licences of what is bundled
 *   dist/man/     the manual pages
 *   dist/viewer/  the page of `zebin view`, one file, and what runs kernels in it
 *   dist/vscode/  the extension for VS Code
 *
 * Then it writes the generated files of the repository (documentation, JSON Schemas) with gen.mjs; `--no-gen` leaves them as they
 * are, which is what the tests want when they check that the committed ones are fresh.
 *
 *   node scripts/build.mjs command viewer     only these parts, of modules without types, and only where their sources have changed
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleCommand } from './command.mjs';
import { bundleLibrary } from './library.mjs';
import { writeManual } from './man.mjs';
import { evaluate, freshModules, noteModules, sources } from './modules.mjs';
import { ALL, inputStamp, isBuilt, PARTS, ROOT, writeStamp } from './stamp.mjs';
import { bundleViewer } from './viewer.mjs';
import { bundleVscode } from './vscode.mjs';

/** @typedef {import('./stamp.mjs').Part} Part */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** @type {Record<Part, () => unknown>} */
const STEPS = { library: buildLibrary, command: bundleCommand, manual: writeManual, viewer: bundleViewer, vscode: bundleVscode };

/**
 * @param {string} name
 * @param {() => unknown} run
 */
async function step(name, run) {
  const start = performance.now();
  try {
    await run();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
  console.log(`${name.padEnd(10)}${Math.round(performance.now() - start)} ms`);
}

/** @param {string[]} args */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: at('.'), stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** The library, as it is published. */
async function buildLibrary() {
  const then = sources();
  node('node_modules/typescript/bin/tsc', '-p', 'src');
  // Kept, it would let the compiler leave out files that it wrote before.
  rmSync(at('dist/src.tsbuildinfo'));
  await evaluate();
  await bundleLibrary();
  noteModules(then);
}

/** @param {Part} part */
async function make(part) {
  const stamp = inputStamp(PARTS[part]);
  await step(part, STEPS[part]);
  writeStamp(part, stamp);
}

const words = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const unknown = words.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`${unknown} is not a part of dist/: ${ALL.join(', ')}`);
  process.exit(2);
}
if (words.length > 0) {
  await step('modules', freshModules);
  for (const part of ALL) if (words.includes(part) && !isBuilt([part])) await make(part);
} else {
  rmSync(at('dist'), { recursive: true, force: true });
  for (const part of ALL) await make(part);
  if (!process.argv.includes('--no-gen')) await step('generated', () => node('scripts/gen.mjs'));
}
