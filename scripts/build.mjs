// @ts-check
/**
 * `npm run build`: makes dist/ from src/ and cli/.
 *
 *   dist/         the library: ES modules with their types, file for file, by the TypeScript compiler
 *   dist/cli/     the command, bundled with all that it imports, so that the package needs no run-time dependency for it
 *
 * Then it writes the generated files of the repository (documentation, JSON Schemas) with gen.mjs; `--no-gen` leaves them as they
 * are, which is what the tests want when they check that the committed ones are fresh.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { inputStamp, ROOT, writeStamp } from './stamp.mjs';

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

async function bundleCommand() {
  const bundle = await rolldown({
    input: at('cli/main.ts'),
    cwd: at('.'),
    platform: 'node',
    // A warning here is most often an import that was not found, and would leave a command that fails on the user's machine.
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: at('dist/cli'),
    format: 'esm',
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  const files = new Set(output.map((file) => file.fileName));
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    const foreign = [...file.imports, ...file.dynamicImports].filter((name) => !files.has(name) && !isBuiltin(name));
    if (foreign.length > 0) throw new Error(`dist/cli/${file.fileName} is not bundled with ${foreign.join(', ')}`);
  }
  chmodSync(at('dist/cli/main.js'), 0o755);
}

const stamp = inputStamp();
rmSync(at('dist'), { recursive: true, force: true });
await step('library', () => node('node_modules/typescript/bin/tsc', '-p', 'src'));
await step('command', bundleCommand);
if (existsSync(at('scripts/gen.mjs')) && !process.argv.includes('--no-gen')) await step('generated', () => node('scripts/gen.mjs'));
writeStamp(stamp);
