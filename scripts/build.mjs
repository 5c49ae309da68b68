// @ts-check
/**
 * `npm run build`: makes dist/ from src/ and cli/.
 *
 *   dist/         the library: ES modules with their types, file for file, by the TypeScript compiler
 *   dist/cli/     the command, bundled with all that it imports, so that the package needs no run-time dependency for it, and the
 *                 licences of what is bundled
 *   dist/viewer/  the page of `zebin view`, one file
 *
 * Then it writes the generated files of the repository (documentation, JSON Schemas) with gen.mjs; `--no-gen` leaves them as they
 * are, which is what the tests want when they check that the committed ones are fresh.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
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
  writeFileSync(at('dist/cli/LICENSES.txt'), licenses(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))));
}

/** Packages that say MIT in their package.json and ship no text of it. */
const MIT_WITHOUT_TEXT = ['@bomb.sh/tab'];

/**
 * The licences of the packages that modules come from: they want to go with every copy of the code.
 * @param {string[]} modules paths of files, and names that the bundler gives to code of its own
 */
function licenses(modules) {
  const folders = modules.flatMap((id) => {
    if (id.includes('rolldown/runtime')) return [at('node_modules/rolldown')];
    return /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [];
  });
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const holder = typeof author === 'string' ? author : author?.name;
    let text = '';
    if (file) text = readFileSync(`${folder}/${file}`, 'utf8');
    else if (license === 'MIT' && MIT_WITHOUT_TEXT.includes(name)) {
      text = readFileSync(at('LICENSE'), 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
    } else throw new Error(`${name} is bundled and has no file with its licence (package.json says ${license})`);
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  texts.sort();
  return `The command is bundled with code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

const stamp = inputStamp();
rmSync(at('dist'), { recursive: true, force: true });
await step('library', () => node('node_modules/typescript/bin/tsc', '-p', 'src'));
await step('command', bundleCommand);
await step('viewer', bundleViewer);
if (existsSync(at('scripts/gen.mjs')) && !process.argv.includes('--no-gen')) await step('generated', () => node('scripts/gen.mjs'));
writeStamp(stamp);
