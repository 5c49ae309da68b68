/** `--timeout`: a run ends when its time is over, says so, and what it has printed until then is true. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspect, zebinsOf } from '../../src/internal.ts';
import { buildAr, buildMember } from '../support/build-elf.ts';
import { fixture, zebins } from '../support/corpus.ts';
import { scratchFolder, zebin, zebinProcess } from './zebin.ts';

const cwd = scratchFolder();
/** Code that takes much longer to list than {@link SHORT}. */
const code = new Uint8Array(1 << 23);
/** An archive that takes much longer to read than that. */
const members = zebins().filter(({ name }) => !name.startsWith('corpus:'));
const archive = buildAr(
  Array.from({ length: 300 }, (_, i) => buildMember(`m${i}/`, (members[i % members.length] as (typeof members)[number]).bytes())),
);
const SHORT = ['--timeout', '0.05'];
/** Over before anything is read. */
const NONE = ['--timeout', '0.000001'];
const OVER = /^zebin: not done after --timeout 0\.[0-9]+; what was printed until then is true, but not all \[limit\/time\]\n$/;

beforeAll(() => {
  writeFileSync(join(cwd, 'code.bin'), code);
  writeFileSync(join(cwd, 'many.a'), archive);
});

/** An instruction of 16 bytes again and again. */
const LISTED = ['disasm', '--raw', '-p', '2', '--plain'];

test('text: the lines are the first ones of the whole answer, and whole', async () => {
  const { status, stdout, stderr } = await zebin([...LISTED, 'code.bin', ...SHORT], { cwd });
  expect(status).toBe(2);
  expect(stderr).toMatch(OVER);
  const whole = await zebin([...LISTED, 'code.bin'], { cwd });
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  expect(stdout.length).toBeLessThan(whole.stdout.length);
  expect(whole.stdout.startsWith(stdout)).toBe(true);
  expect(stdout === '' || stdout.endsWith('\n')).toBe(true);
});

test('a pipe has an end of time too', () => {
  const { status, stdout, stderr } = zebinProcess([...LISTED, '-', ...SHORT], { cwd, input: code });
  expect([status, stdout === '' || stdout.endsWith('\n')]).toEqual([2, true]);
  expect(stderr).toMatch(OVER);
});

test.each(['info', 'check', 'validate', 'kernel', 'ls', 'size', 'coverage', 'text'])('%s --json: an error document', async (verb) => {
  const { status, stdout, stderr } = await zebin([verb, 'many.a', '--json', ...NONE], { cwd });
  expect(stderr).toMatch(OVER);
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ schema: 'zebin/error/1', code: 'limit/time', exit_code: 2 });
});

test('no file is written, and nothing is left of one', async () => {
  mkdirSync(join(cwd, 'out'));
  for (const words of [
    ['text', 'many.a', '-o', 'out/text.txt'],
    ['strip', 'many.a', '-o', 'out/stripped.a'],
    ['unpack', 'many.a', 'out/folder'],
  ])
    expect((await zebin([...words, ...NONE], { cwd })).status).toBe(2);
  expect(readdirSync(join(cwd, 'out'))).toEqual([]);
});

test('several files: the run ends, and does not go on with the next', async () => {
  const small = fixture('zebin/igc2/bmg/basic.zebin').path;
  const { status, stdout, stderr } = await zebin(['validate', small, 'many.a', small, ...NONE], { cwd });
  expect(status).toBe(2);
  expect(stderr).toMatch(OVER);
  expect(stdout).toBe('');
});

test('a scan ends, and the same command resumes it', () => {
  const bytes = fixture('zebin/igc2/bmg/basic.zebin').bytes();
  const kernels = zebinsOf(inspect(bytes).value)[0]?.zebin.kernels.length ?? 0;
  const folder = join(cwd, 'tree');
  mkdirSync(folder);
  for (let i = 0; i < 8; i++) writeFileSync(join(folder, `${i}.zebin`), bytes);
  const words = ['scan', folder, '-o', 'table.ndjson'];
  const over = zebinProcess([...words, '--timeout', '0.001'], { cwd });
  expect(over.status).toBe(2);
  expect(over.stderr).toContain('[limit/time]');
  expect(existsSync(join(cwd, 'table.ndjson'))).toBe(false);
  expect(zebinProcess(words, { cwd }).status).toBe(0);
  expect(readFileSync(join(cwd, 'table.ndjson'), 'utf8').split('\n')).toHaveLength(8 * kernels + 1);
});

describe('a time', () => {
  test('that is enough changes nothing, and does not hold for the next run', async () => {
    const words = ['info', 'many.a'];
    const whole = await zebin(words, { cwd });
    expect(await zebin([...words, '--timeout', '3600'], { cwd })).toEqual(whole);
    expect((await zebin([...words, ...NONE], { cwd })).status).toBe(2);
    expect(await zebin(words, { cwd })).toEqual(whole);
  });

  test.each(['0', '-1', 'soon', ''])('is not %j', async (given) => {
    const { status, stderr } = await zebin(['info', 'many.a', `--timeout=${given}`], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('--timeout expects a number of seconds above 0');
  });
});
