// @ts-check
/**
 * `npm run build`: makes dist/ from src/ and cli/.
 *
 *   dist/         the library: ES modules with their types, file for file, by the TypeScript compiler
 *   dist/cli/     the command, bundled with all that it imports, so that the package needs no run-time dependency for it, and the
 *                 licences of what is bundled
 *   dist/man/     the manual pages
 *   dist/viewer/  the page of `zebin view`, one file
 *
 * Then it writes the generated files of the repository (documentation, JSON Schemas) with gen.mjs; `--no-gen` leaves them as they
 * are, which is what the tests want when they check that the committed ones are fresh.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licenses } from './licenses.mjs';
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
  const { MILD } = await import(new URL('dist/diag/severity.js', ROOT).href);
  writeFileSync(at('dist/diag/severity.js'), `export const MILD = ${JSON.stringify(MILD)};\n`);
}

/** Packages that a verb imports when it runs, and asks for when they are not there: too large to come with everything else. */
const OPTIONAL = ['@duckdb/node-api'];

async function bundleCommand() {
  const bundle = await rolldown({
    input: { main: at('cli/main.ts'), run: at('cli/run.ts'), 'scan-worker': at('cli/scan/worker.ts') },
    external: OPTIONAL,
    // The library as it is built.
    preserveEntrySignatures: 'allow-extension',
    resolve: { alias: { '../src/internal.ts': at('dist/internal.js'), '../../src/internal.ts': at('dist/internal.js') } },
    cwd: at('.'),
    platform: 'node',
    // A warning here is most often an import that was not found, and would leave a command that fails on the user's machine.
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: at('dist/cli'),
    // Which Node starts faster than modules.
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // They only take time to be read.
    comments: { jsdoc: false },
    // What most verbs need of the library is one file: each takes time to be found.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'library', test: /[\\/]dist[\\/]/, minShareCount: 20 }] },
  });
  await bundle.close();
  const files = new Set(output.map((file) => file.fileName));
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    const foreign = [...file.imports, ...file.dynamicImports].filter(
      (name) => !files.has(name) && !isBuiltin(name) && !OPTIONAL.includes(name),
    );
    if (foreign.length > 0) throw new Error(`dist/cli/${file.fileName} is not bundled with ${foreign.join(', ')}`);
  }
  writeFileSync(at('dist/cli/package.json'), '{ "type": "commonjs" }\n');
  chmodSync(at('dist/cli/main.js'), 0o755);
  writeFileSync(
    at('dist/cli/LICENSES.txt'),
    licenses(
      'command',
      output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
    ),
  );
}

const stamp = inputStamp();
rmSync(at('dist'), { recursive: true, force: true });
await step('library', buildLibrary);
await step('command', bundleCommand);
await step('manual', () => void writeManual());
await step('viewer', bundleViewer);
if (existsSync(at('scripts/gen.mjs')) && !process.argv.includes('--no-gen')) await step('generated', () => node('scripts/gen.mjs'));
writeStamp(stamp);
