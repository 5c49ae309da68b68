/** What a start of the command and a bundle of the reader are made of: their time follows from it. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleSize } from '../../scripts/bench/sizes.mjs';
import { FIXTURES } from '../support/corpus.ts';
import { runNode } from '../support/run.ts';
import { MAIN, scratchFolder } from './zebin.ts';

const hook = join(scratchFolder(), 'hook.cjs');
writeFileSync(hook, "process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));");

/** Runs the command, and gives the names and the size of the files of it that were loaded. */
function loaded(args: readonly string[]) {
  const { status, stderr } = runNode(['--require', hook, MAIN, ...args], { cwd: FIXTURES });
  expect(status, stderr).toBe(0);
  const files = (JSON.parse(stderr) as string[]).filter((path) => path.startsWith(dirname(MAIN)));
  return { names: files.map((path) => basename(path)), bytes: files.reduce((sum, path) => sum + statSync(path).size, 0) };
}

test.each([
  // Bytes and files in all. Of other formats, and for what is not asked, there is nothing.
  ['info', 509_000, 7, ['any-format.js', 'inspect.js', 'containers.js', 'codes.js', 'commands.js']],
  ['check', 566_000, 10, ['any-format.js', 'inspect.js', 'containers.js', 'codes.js', 'names.js', 'markdown.js', 'extract.js']],
  [
    'validate',
    949_000,
    25,
    ['any-format.js', 'inspect.js', 'containers.js', 'codes.js', 'attributes.js', 'edit.js', 'write.js', 'markdown.js'],
  ],
  ['disasm', 1_110_000, 24, ['any-format.js', 'inspect.js', 'codes.js', 'analysis.js', 'flow.js', 'waits.js', 'csv.js']],
] as const)('%s of one zebin loads %d bytes at most', (verb, most, count, unused) => {
  const { names, bytes } = loaded([verb, 'zebin/igc2/bmg/basic.zebin']);
  for (const name of unused) expect(names).not.toContain(name);
  expect(bytes).toBeLessThan(most);
  expect(names.length).toBeLessThanOrEqual(count);
});

test('names that are mangled, and files of other formats, load what they need', () => {
  expect(loaded(['info', 'zebin/igc1-10840/skl/basic.zebin']).names).toContain('demangle.js');
  expect(loaded(['info', 'zebin/igc1/dg2/dpas.zebin']).names).not.toContain('demangle.js');
  expect(loaded(['info', 'fat/basic-dg2-bmg.ar']).names).toContain('any-format.js');
});

test('what V8 compiles is kept in the folder of the user', () => {
  const cache = scratchFolder();
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const { status, stderr } = runNode([MAIN, 'info', 'zebin/igc2/bmg/basic.zebin'], { cwd: FIXTURES, env });
  expect(status, stderr).toBe(0);
  expect(readdirSync(join(cache, 'zebin'))).toHaveLength(1);
});

/** The modules of the package that an import loads. */
function imported(entry: string): readonly string[] {
  const hook = 'export async function load(url, context, next) { console.log(url); return next(url, context); }';
  const script = `import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
    await import(${JSON.stringify(entry)});`;
  const { status, stdout, stderr } = runNode(['--input-type=module', '-e', script]);
  expect(status, stderr).toBe(0);
  return stdout.split('\n').filter((url) => url.includes('/dist/'));
}

test('an entry of the package is a few files', () => {
  expect(imported('zebin').length).toBeLessThanOrEqual(45);
  expect(imported('zebin/unstable/elf').length).toBeLessThanOrEqual(10);
});

test('a user whom the system does not know has no home, and needs none', () => {
  const unknown = join(scratchFolder(), 'unknown.cjs');
  writeFileSync(unknown, "require('os').homedir = () => { throw new Error('no such user'); };");
  const { XDG_CACHE_HOME: _, ...env } = process.env;
  const { status, stderr } = runNode(['--require', unknown, MAIN, '--version'], { env });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a word that cannot be the name of a file is refused in a sentence', () => {
  const { status, stderr } = runNode([MAIN, 'info', 'x'.repeat(300)]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^zebin: /);
  expect(stderr).not.toContain('defect');
});

const counter = join(scratchFolder(), 'counter.cjs');
writeFileSync(
  counter,
  `const crypto = require('crypto');
const made = [];
const { createHash } = crypto;
crypto.createHash = (name) => (made.push(name), createHash(name));
process.on('exit', () => console.error(JSON.stringify(made)));`,
);

test('compressed bundles are hashed by Node, in the command as it is built', () => {
  const { status, stderr } = runNode(['--require', counter, MAIN, 'ls', 'sycl/bundles/hand-ccob-v2-zlib.bundle'], { cwd: FIXTURES });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stderr)).toContain('md5');
});

test('a bundle that reads zebins is small', async () => {
  const { compressed } = await bundleSize('formats/zebin/index.js', ['readZebin']);
  expect(compressed).toBeLessThanOrEqual(41_000);
});
