/** What a start of the command and a bundle of the reader are made of: their time follows from it. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCode } from '../../cli/compiled.ts';
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

test('info of one zebin loads what decides about it, and the readers of no other format', () => {
  const { names, bytes } = loaded(['info', 'zebin/igc1/dg2/dpas.zebin']);
  expect(names.slice(0, 3)).toEqual(['main.js', 'run.js', 'info-verdict.js']);
  for (const unused of ['any-format.js', 'inspect.js', 'containers.js', 'codes.js', 'demangle.js']) expect(names).not.toContain(unused);
  expect(bytes).toBeLessThan(510_000);
  // One of its names is mangled.
  expect(loaded(['info', 'zebin/igc1-10840/skl/basic.zebin']).names).toContain('demangle.js');
  expect(loaded(['info', 'fat/basic-dg2-bmg.ar']).names).toContain('any-format.js');
});

/** Runs the command with a cache of its own, and gives the names and dates of what is in that. */
function kept(cache: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = runNode([MAIN, ...args], { cwd: FIXTURES, env: { ...process.env, XDG_CACHE_HOME: cache, ...env } });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const folder = join(cache, 'zebin');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.code')) : [];
  return { stdout, folder, files: names.map((name) => ({ name, mtime: statSync(join(folder, name)).mtimeMs })) };
}

describe('what V8 compiles is kept for the next run', () => {
  const INFO = ['info', 'zebin/igc1-10840/skl/basic.zebin'];

  test('once for each verb, and is used', () => {
    const cache = scratchFolder();
    const first = kept(cache, INFO);
    expect(first.files.map(({ name }) => name.replace(/^[0-9a-f]{16}-/, ''))).toEqual([`${process.version}-${process.arch}-info.code`]);
    expect(kept(cache, INFO)).toEqual(first);
    // Without the name of the verb, the rows of all verbs are loaded too.
    expect(kept(cache, INFO.slice(1)).files.map(({ name }) => name)).toEqual(first.files.map(({ name }) => name));
    expect(kept(cache, ['ls', ...INFO.slice(1)]).files).toHaveLength(2);
  });

  test('of each file that the verb loads, also if a later run loads more of them', () => {
    const cache = scratchFolder();
    const names = (file: string) => {
      const { folder, files } = kept(cache, ['ls', file]);
      return [...readCode(readFileSync(join(folder, files[0]?.name ?? ''))).keys()];
    };
    const first = names('zebin/igc1-10840/skl/basic.zebin');
    expect(first).toEqual(expect.arrayContaining(['run.js', 'ls.js']));
    expect(first).not.toContain('any-format.js');
    expect(names('fat/basic-dg2-bmg.ar')).toEqual(expect.arrayContaining([...first, 'any-format.js']));
  });

  test('what another version has kept is replaced, and what V8 does not accept is ignored', () => {
    const cache = scratchFolder();
    const { folder, files, stdout } = kept(cache, INFO);
    const [{ name } = { name: '' }] = files;
    writeFileSync(join(folder, name), 'not code');
    writeFileSync(join(folder, `0123456789abcdef-${process.version}-${process.arch}-info.code`), '');
    const again = kept(cache, INFO);
    expect(again.stdout).toBe(stdout);
    expect(again.files.map((file) => file.name)).toEqual([name]);
    expect(statSync(join(folder, name)).size).toBeGreaterThan(100_000);
  });

  test('not if Node keeps nothing either, and not if nothing can be written', () => {
    const cache = scratchFolder();
    expect(kept(cache, INFO, { NODE_DISABLE_COMPILE_CACHE: '1' }).files).toEqual([]);
    writeFileSync(join(cache, 'file'), '');
    expect(kept(join(cache, 'file'), INFO).files).toEqual([]);
  });
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
  const { compressed } = await bundleSize('zebin/index.js', ['readZebin']);
  expect(compressed).toBeLessThanOrEqual(41_000);
});
