// @ts-check
/**
 * `npm run standalone`: the command as one executable that needs no Node, in standalone/: Node's own, with all verbs, the page and the
 * schemas in it. docs/standalone.md says what it needs, and how to make it for other systems.
 *
 *   --node PATH     the Node to put it into, which runs here (default: the one that runs this)
 *   --output FOLDER where to write (default: standalone/)
 *   --strip         without the symbols of Node, which `strip` removes
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inject } from 'postject';
import { rolldown } from 'rolldown';
import { ascii, SOURCES } from './command.mjs';
import { executableLicenses } from './licenses.mjs';
import { isBuilt, ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** What Node looks for in itself. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/**
 * One file of an entry and all that it imports, also what it imports when needed: there are no files next to an executable.
 *
 * @param {string} entry @param {string} file
 */
async function bundle(entry, file) {
  const build = await rolldown({ ...SOURCES, input: at(entry) });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false, comments: { jsdoc: false } });
  await build.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`${entry} is bundled as ${output.length} files`);
  writeFileSync(file, ascii(chunk.code));
}

/**
 * What goes into the executable: the command, and files of the package that verbs read (cli/commands/packaged.ts), by their paths in it.
 *
 * @param {string} scratch
 */
function assetsIn(scratch) {
  const schemas = readdirSync(at('schemas')).map((name) => `schemas/${name}`);
  const code = readdirSync(at('dist/cli')).filter((name) => name.endsWith('.js'));
  const paths = ['package.json', 'dist/viewer/index.html', 'dist/viewer/run.js', ...schemas, ...code.map((name) => `dist/cli/${name}`)];
  writeFileSync(join(scratch, 'assets.json'), JSON.stringify(paths));
  return {
    ...Object.fromEntries(paths.map((path) => [path, at(path)])),
    'assets.json': join(scratch, 'assets.json'),
    'worker.js': join(scratch, 'worker.cjs'),
  };
}

/** What a program prints. Ends with a sentence when it fails. @param {string} node @param {readonly string[]} args */
function run(node, args) {
  const options = { cwd: at('.'), encoding: /** @type {const} */ ('utf8') };
  const { status, stdout, stderr, error } = spawnSync(node, args, options);
  if (status !== 0) throw new Error(`${node} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** @param {string} node @param {string} output @param {boolean} strip */
async function makeStandalone(node, output, strip) {
  if (!isBuilt()) run(process.execPath, [at('scripts/build.mjs'), '--no-gen']);
  const scratch = mkdtempSync(join(tmpdir(), 'zebin-standalone-'));
  try {
    await bundle('cli/standalone.ts', join(scratch, 'main.cjs'));
    await bundle('cli/scan/worker.ts', join(scratch, 'worker.cjs'));
    const config = {
      main: join(scratch, 'main.cjs'),
      output: join(scratch, 'blob'),
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: assetsIn(scratch),
    };
    writeFileSync(join(scratch, 'config.json'), JSON.stringify(config));
    run(node, ['--experimental-sea-config', join(scratch, 'config.json')]);
    const executable = join(scratch, `zebin${SUFFIX}`);
    copyFileSync(node, executable);
    chmodSync(executable, 0o755);
    // Before the command is in it, which is data that `strip` would not keep.
    if (strip) run('strip', [executable]);
    await inject(executable, 'NODE_SEA_BLOB', readFileSync(config.output), { sentinelFuse: FUSE, machoSegmentName: 'NODE_SEA' });
    mkdirSync(output, { recursive: true });
    const target = join(output, `zebin${SUFFIX}`);
    copyFileSync(executable, `${target}.tmp`);
    renameSync(`${target}.tmp`, target);
    writeFileSync(join(output, 'LICENSES.txt'), executableLicenses(node, run(node, ['--version']).trim()));
    cpSync(at('dist/man'), join(output, 'man/man1'), { recursive: true });
    return target;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { node: { type: 'string' }, output: { type: 'string' }, strip: { type: 'boolean', default: false } },
});
console.log(await makeStandalone(values.node ?? process.execPath, resolve(values.output ?? at('standalone')), values.strip));
