// @ts-check
/**
 * `npm run build`: makes dist/ from src/ and cli/.
 *
 *   dist/         the library: ES modules with their types, file for file, by the TypeScript compiler
 *   dist/node/    the same, bundled for Node
 *   dist/cli/     the command, bundled with all that it imports, so that the package needs no run-time dependency for it, and the
 *                 licences of what is bundled
 *   dist/man/     the manual pages
 *   dist/viewer/  the page of `zebin view`, one file
 *
 * Then it writes the generated files of the repository (documentation, JSON Schemas) with gen.mjs; `--no-gen` leaves them as they
 * are, which is what the tests want when they check that the committed ones are fresh.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleCommand } from './command.mjs';
import { bundleLibrary } from './library.mjs';
import { writeManual } from './man.mjs';
import { inputStamp, ROOT, writeStamp } from './stamp.mjs';
import { bundleViewer } from './viewer.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/**
 * @param {string} name
 * @param {() => void | Promise<void>} run
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

/**
 * The library, as it is published. Modules that say so in their source are replaced by what they evaluate to.
 */
async function buildLibrary() {
  node('node_modules/typescript/bin/tsc', '-p', 'src');
  // Kept, it would let the compiler leave out files that it wrote before.
  rmSync(at('dist/src.tsbuildinfo'));
  const { MILD, UNREAD } = await import(new URL('dist/core/diag/severity.js', ROOT).href);
  writeFileSync(
    at('dist/core/diag/severity.js'),
    `export const MILD = ${JSON.stringify(MILD)};\nexport const UNREAD = ${JSON.stringify(UNREAD)};\n`,
  );
}

const stamp = inputStamp();
rmSync(at('dist'), { recursive: true, force: true });
await step('library', buildLibrary);
await step('entries', bundleLibrary);
await step('command', bundleCommand);
await step('manual', async () => void (await writeManual()));
await step('viewer', bundleViewer);
if (existsSync(at('scripts/gen.mjs')) && !process.argv.includes('--no-gen')) await step('generated', () => node('scripts/gen.mjs'));
writeStamp(stamp);
