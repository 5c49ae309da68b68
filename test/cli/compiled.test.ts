/** What V8 compiled is used only as it was kept: V8 crashes, or answers wrongly, when it is given other bytes. */
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeBytes, readCode } from '../../cli/compiled.ts';
import { FIXTURES } from '../support/corpus.ts';
import { runNode } from '../support/run.ts';
import { MAIN, scratchFolder } from './zebin.ts';

const KEY = 'a-version';
const CODE = new Map([
  ['run.js', Buffer.from('some code of V8')],
  ['check.js', Buffer.from('and more')],
]);

function flipped(data: Buffer, bit: number): Buffer {
  const other = Buffer.from(data);
  other.writeUInt8(other.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return other;
}

describe('kept code', () => {
  const data = codeBytes(KEY, CODE);

  test('is read as it was written, for the same version', () => {
    expect(readCode(KEY, data)).toEqual(CODE);
    expect(readCode('another', data)).toBeUndefined();
  });

  test('is nothing when any bit differs', () => {
    for (let bit = 0; bit < data.length * 8; bit++) expect(readCode(KEY, flipped(data, bit)), `bit ${bit}`).toBeUndefined();
  });

  test('is nothing when it is cut, longer, zeros, or has words in another order', () => {
    for (let length = 0; length < data.length; length++) expect(readCode(KEY, data.subarray(0, length))).toBeUndefined();
    expect(readCode(KEY, Buffer.concat([data, Buffer.alloc(4)]))).toBeUndefined();
    expect(readCode(KEY, Buffer.alloc(data.length))).toBeUndefined();
    for (let i = 4; i + 8 <= data.length; i += 4) {
      const swapped = Buffer.concat([data.subarray(0, i), data.subarray(i + 4, i + 8), data.subarray(i, i + 4), data.subarray(i + 8)]);
      if (!swapped.equals(data)) expect(readCode(KEY, swapped)).toBeUndefined();
    }
  });
});

const hook = join(scratchFolder(), 'given.cjs');
writeFileSync(
  hook,
  `const vm = require('vm');
const given = [];
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    if (options.cachedData) given.push(!this.cachedDataRejected);
  }
};
process.on('exit', () => console.error(JSON.stringify(given)));`,
);

/** Runs the command, and gives what it prints and for how many files V8 was given code, all of which it must accept. */
function runWith(cache: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { NODE_DISABLE_COMPILE_CACHE: _, ...env } = process.env;
  const { status, stdout, stderr } = runNode(['--require', hook, MAIN, ...args], {
    cwd: FIXTURES,
    env: { ...env, XDG_CACHE_HOME: cache, ...more },
  });
  const given: boolean[] = JSON.parse(stderr);
  expect(given).not.toContain(false);
  return { status, stdout, given: given.length };
}

const CHECK = ['check', 'zebin/igc2/bmg/basic.zebin'];

describe('the command', () => {
  const cache = scratchFolder();
  const folder = join(cache, 'zebin');
  const files = () => (existsSync(folder) ? readdirSync(folder) : []);
  const plain = runWith(cache, CHECK, { NODE_DISABLE_COMPILE_CACHE: '1' });

  test('keeps nothing if Node must not either, or if the folder cannot be written', () => {
    expect(files()).toEqual([]);
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '');
    expect(runWith(file, CHECK)).toEqual(plain);
  });

  test('keeps a file for each verb, and uses it for all that the verb loads', () => {
    expect(runWith(cache, CHECK)).toEqual(plain);
    const [name = ''] = files();
    expect(files()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{16}-${process.version}-${process.arch}-check\\.code$`))]);
    const { ino } = statSync(join(folder, name));
    const again = runWith(cache, CHECK);
    expect(again).toEqual({ ...plain, given: readCode(name, readFileSync(join(folder, name)))?.size });
    expect(again.given).toBeGreaterThan(4);
    expect(statSync(join(folder, name)).ino).toBe(ino);
    // Without the name of a verb.
    runWith(cache, CHECK.slice(1));
    runWith(cache, ['info', ...CHECK.slice(1)]);
    expect(files().map((file) => file.replace(/.*-/, ''))).toEqual(['check.code', 'info.code']);
  });

  test('adds to it the files that only a later run loads', () => {
    const own = scratchFolder();
    const names = (file: string) => {
      runWith(own, ['ls', file]);
      const [name = ''] = readdirSync(join(own, 'zebin'));
      return Array.from(readCode(name, readFileSync(join(own, 'zebin', name)))?.keys() ?? []);
    };
    const first = names('zebin/igc1-10840/skl/basic.zebin');
    expect(first).not.toContain('any-format.js');
    expect(names('fat/basic-dg2-bmg.ar')).toEqual(expect.arrayContaining([...first, 'any-format.js']));
  });

  test('gives V8 nothing of a file that differs in a bit, is cut or empty, and answers as without', () => {
    const [name = ''] = files();
    const path = join(folder, name);
    const good = readFileSync(path);
    const bits = Array.from({ length: 64 }, (_, i) => (i < 16 ? i * 61 : Math.floor((i * good.length * 8) / 64) + i));
    const damaged = [...bits.map((bit) => flipped(good, bit)), good.subarray(0, good.length >> 1), good.subarray(0, 40), Buffer.alloc(0)];
    for (const data of damaged) {
      writeFileSync(path, data);
      expect(runWith(cache, CHECK)).toEqual(plain);
      // Written again.
      expect(readCode(name, readFileSync(path))).toBeDefined();
    }
  }, 400_000);

  test('does not follow a link, and runs no code of another user', () => {
    const [name = ''] = files();
    const path = join(folder, name);
    renameSync(path, join(cache, 'elsewhere'));
    symlinkSync(join(cache, 'elsewhere'), path);
    expect(runWith(cache, CHECK)).toEqual(plain);
    expect(runWith(cache, CHECK).given).toBeGreaterThan(0);
    // Only the system's administrator can give a file away.
    if (process.getuid?.() !== 0) return;
    chownSync(path, 1234, 1234);
    expect(runWith(cache, CHECK)).toEqual(plain);
    expect(statSync(path).uid).toBe(0);
  });

  test('leaves what other versions keep, unless it is a month old', () => {
    const own = scratchFolder();
    runWith(own, CHECK);
    const [name = ''] = readdirSync(join(own, 'zebin'));
    const old = statSync(join(own, 'zebin', name)).mtimeMs / 1000 - 31 * 24 * 3600;
    writeFileSync(join(own, 'zebin', 'new-check.code'), '');
    writeFileSync(join(own, 'zebin', 'old-check.code'), '');
    utimesSync(join(own, 'zebin', 'old-check.code'), old, old);
    runWith(own, ['info', ...CHECK.slice(1)]);
    expect(readdirSync(join(own, 'zebin')).sort()).toEqual([name, name.replace('check', 'info'), 'new-check.code'].sort());
  });
});
