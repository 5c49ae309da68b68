/** What a start of the command and a bundle of the reader are made of: their time follows from it. */
import { statSync, writeFileSync } from 'node:fs';
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

test('info of one zebin loads the readers of no other format', () => {
  const { names, bytes } = loaded(['info', 'zebin/igc1-10840/skl/basic.zebin']);
  expect(names).toContain('main.js');
  expect(names).not.toContain('any-format.js');
  expect(bytes).toBeLessThan(440_000);
  expect(loaded(['info', 'fat/basic-dg2-bmg.ar']).names).toContain('any-format.js');
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
  expect(compressed).toBeLessThanOrEqual(40_000);
});
