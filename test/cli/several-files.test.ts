/** Verbs on several files: an answer for each, the worst exit code, one document. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { inspect, zebinsOf } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { ROOT } from '../support/run.ts';
import { scratchFolder, zebin } from './zebin.ts';

const CLOCK = 'zebin/igc2/bmg/clock.zebin';
const GLOBALS = 'zebin/igc2/bmg/globals.zebin';
const REFUSED = 'decoder-probes/25-dup-key.zebin';
const posix = process.platform !== 'win32';

const VERBS = COMMANDS.filter(({ eachFile }) => eachFile).map(({ name }) => name);

test('verbs that answer for each file', () => {
  expect(VERBS).toEqual(['info', 'check', 'validate', 'size', 'ls', 'coverage']);
});

describe.each(VERBS)('%s', (verb) => {
  test('prints of each file what it prints of that file alone, with its name', async () => {
    const alone = [await zebin([verb, CLOCK]), await zebin([verb, GLOBALS])];
    const both = await zebin([verb, CLOCK, GLOBALS]);
    expect(both.status).toBe(Math.max(...alone.map(({ status }) => status ?? 2)));
    for (const { stdout } of alone) expect(both.stdout).toContain(stdout);
    for (const file of [CLOCK, GLOBALS]) expect(both.stdout).toContain(file);
  });

  test('--json is one document with that of each file; one that is not there does not prevent the others', async () => {
    const { status, stdout, stderr } = await zebin([verb, 'nofile', CLOCK, '--json']);
    const { schema, files } = JSON.parse(stdout);
    const alone = await zebin([verb, CLOCK, '--json']);
    expect([status, schema, files.length]).toEqual([2, 'zebin/files/1', 2]);
    expect(files[0]).toMatchObject({ file: 'nofile', exit_code: 2, document: { schema: 'zebin/error/1', file: 'nofile' } });
    expect(files[1]).toEqual({ file: CLOCK, exit_code: alone.status, document: JSON.parse(alone.stdout) });
    expect(stderr).toContain('nofile does not exist');
  });
});

test('the document is what its schema says', async () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/files.json'), 'utf8'));
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
  expect(validate(JSON.parse((await zebin(['check', CLOCK, REFUSED, '--json'])).stdout))).toBe(true);
});

test('the exit code is the worst, whatever the order', async () => {
  expect((await zebin(['check', REFUSED, CLOCK])).status).toBe(1);
  expect((await zebin(['check', CLOCK, REFUSED])).status).toBe(1);
  expect((await zebin(['check', REFUSED, 'nofile', CLOCK])).status).toBe(2);
});

test('a filter that one of the files has nothing for is a document too', async () => {
  const { status, stdout } = await zebin(['info', CLOCK, GLOBALS, '-k', 'clock', '--json']);
  expect([status, JSON.parse(stdout).files.map((one: { exit_code: number }) => one.exit_code)]).toEqual([1, [0, 1]]);
});

describe('strip --in-place', () => {
  /** A folder with two zebins, one below the other, an archive and a text. */
  function place(): string {
    const cwd = scratchFolder();
    mkdirSync(join(cwd, 'build/deep'), { recursive: true });
    copyFileSync(fixture(CLOCK).path, join(cwd, 'build/a.zebin'));
    copyFileSync(fixture(GLOBALS).path, join(cwd, 'build/deep/b.zebin'));
    copyFileSync(fixture('fat/basic-dg2-bmg.ar').path, join(cwd, 'c.ar'));
    writeFileSync(join(cwd, 'build/notes.txt'), 'text');
    return cwd;
  }
  const hasIr = (path: string) =>
    zebinsOf(inspect(readFileSync(path)).value).some(({ zebin: one }) => one.elf.sections.some(({ name }) => name === '.spv'));

  test('writes over files, and over all files with zebins in folders; says what was saved of each', async () => {
    const cwd = place();
    const before = ['build/a.zebin', 'build/deep/b.zebin', 'c.ar'].map((name) => statSync(join(cwd, name)).size);
    const { status, stdout, stderr } = await zebin(['strip', 'build', 'c.ar', '--in-place'], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const [i, name] of ['build/a.zebin', 'build/deep/b.zebin', 'c.ar'].entries()) {
      const path = join(cwd, name);
      expect(hasIr(path)).toBe(false);
      const saved = String((before[i] ?? 0) - statSync(path).size).replace(/\B(?=(\d{3})+$)/g, ',');
      expect(lines[i]).toMatch(new RegExp(`^${name}: ${saved} bytes saved`));
    }
    expect(readFileSync(join(cwd, 'build/notes.txt'), 'utf8')).toBe('text');
  });

  test('--json writes nothing', async () => {
    const cwd = place();
    const { status, stdout } = await zebin(['strip', 'build', '-i', '--json'], { cwd });
    const { files } = JSON.parse(stdout);
    expect([status, files.map(({ file }: { file: string }) => file)]).toEqual([0, ['build/a.zebin', 'build/deep/b.zebin']]);
    expect(hasIr(join(cwd, 'build/a.zebin'))).toBe(true);
  });

  test('a file that is named and has no zebin is a failure, and the others are stripped', async () => {
    const cwd = place();
    const { status, stderr } = await zebin(['strip', 'build/notes.txt', 'build/a.zebin', '-i'], { cwd });
    expect([status, hasIr(join(cwd, 'build/a.zebin'))]).toEqual([2, false]);
    expect(stderr).toContain('notes.txt');
  });

  test('an item in a file, standard input, and another output are refused', async () => {
    const cwd = place();
    for (const args of [
      ['c.ar!64.bmg', '-i'],
      ['-', '-i'],
      ['c.ar', '-i', '-o', 'd.ar'],
    ]) {
      const { status } = await zebin(['strip', ...args], { cwd, input: fixture(CLOCK).bytes() });
      expect([args, status]).toEqual([args, 2]);
    }
    expect(readFileSync(join(cwd, 'c.ar')).equals(fixture('fat/basic-dg2-bmg.ar').bytes())).toBe(true);
  });

  test.runIf(posix)('keeps the permissions, whatever the process takes from new files', async () => {
    const cwd = place();
    for (const mode of [0o755, 0o664, 0o600]) {
      copyFileSync(fixture('fat/basic-dg2-bmg.ar').path, join(cwd, 'c.ar'));
      chmodSync(join(cwd, 'c.ar'), mode);
      expect((await zebin(['strip', 'c.ar', '-i'], { cwd })).status).toBe(0);
      expect((statSync(join(cwd, 'c.ar')).mode & 0o777).toString(8)).toBe(mode.toString(8));
    }
  });
});
