/** `zebin run --against`, `--profile` and `--trace`: what is printed and written, and the exit codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/commands/run.ts';
import { readSamples } from '../../src/formats/samples/index.ts';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { optionsFor } from './run-verb.ts';
import { scratchFolder, zebin } from './zebin.ts';

const BASIC = 'zebin/igc2/bmg/basic.zebin';
const SKL = 'zebin/igc1-17791/skl/basic.zebin';
const scratch = scratchFolder();
const posix = process.platform !== 'win32';
const ARGUMENTS = ['--global', '8', '--local', '8', '--arg', 'x=f32[8]:iota', '--arg', 'y=f32[8]:1', '--arg', 'a=2'];

test('builds that leave the same are equal, also those for another device', async () => {
  for (const other of [BASIC, SKL]) {
    const { status, stdout, stderr } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', other]);
    expect([status, stdout, stderr]).toEqual([0, 'saxpy: equal: both builds leave the same\n', '']);
  }
});

test('builds that leave something else: the first store, and exit code 1', async () => {
  const path = join(scratch, 'patched.zebin');
  const listing = await zebin(['disasm', BASIC, 'saxpy']);
  const line = listing.stdout.split('\n').find((one) => /mad \(32\|M0\).*:f/.test(one)) ?? '';
  const [address = ''] = line.split(' ');
  const text = line
    .slice(address.length)
    .replace(/(<1;0>:f\s+r)(\d+)/, (_, before: string, number: string) => `${before}${Number(number) + 1}`);
  const patched = await zebin(['patch', BASIC, 'saxpy', '--at', `0x${address}`, '--replace', text, '-o', path]);
  expect([patched.status, patched.stderr]).toEqual([0, expect.any(String)]);
  const { status, stdout } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', path]);
  expect(status).toBe(1);
  expect(stdout).toContain('saxpy: different: argument 1 (y), byte 6, of global id (1,0,0), group (0,0,0), thread 0, lane 1;');
  const json = JSON.parse((await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', path, '--json'])).stdout);
  expect(json.difference).toMatchObject({
    argument: 1,
    byte: 6,
    store: { item: { global: [1, 0, 0], lane: 1 }, values: { a: '0x40400000' } },
    origin: { address: { a: `0x${address.replace(/^0+/, '')}`, b: `0x${address.replace(/^0+/, '')}` } },
    end: 'instruction',
  });
  expect(json.difference.chain.at(-1)).toEqual(json.difference.origin);
});

test('code that is damaged: the first line says that it cannot be run, and not that it is different', async () => {
  const path = join(scratch, 'damaged.zebin');
  const bytes = fixture(BASIC).bytes().slice();
  const text = readZebin(bytes).value.kernels.find(({ name }) => name === 'saxpy')?.text?.bytes;
  bytes.fill(0xff, (text?.base ?? 0) + 0x80, (text?.base ?? 0) + 0xa0);
  writeFileSync(path, bytes);
  const { status, stdout } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', path]);
  expect([status, stdout.split('\n')]).toEqual([
    2,
    ['saxpy: not compared: a build cannot be run', expect.stringMatching(/^ {2}B: saxpy: unsupported: .* at \.text\.saxpy\+0x80,/), ''],
  ]);
});

test('a build that cannot be run ends with 2', async () => {
  const { status } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', 'zebin/igc2/bmg/slm.zebin']);
  expect(status).toBe(2);
});

describe('what ends a comparison', () => {
  const endless = join(scratch, 'endless.zebin');
  writeFileSync(endless, gunzipSync(readFileSync(join(import.meta.dirname, '../run/checks/bmg.zebin.gz'))));
  const launch = { global: '32', local: '32', arg: ['a=int[32]:0'] };

  test.runIf(posix)('Ctrl-C says how far it got, and ends with 2', async () => {
    const io = fakeIo();
    const others = process.listeners('SIGINT');
    const timer = setInterval(() => {
      for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) (listener as () => void)();
    }, 1);
    const code = await run({ arguments: [endless, 'endless'], options: optionsFor('run', { ...launch, against: endless }), io });
    clearInterval(timer);
    expect([code, io.printed()]).toEqual([
      2,
      expect.stringMatching(/^endless: limit: interrupted after 2,000,\d+ instructions of the first build \[run\/limit\]\n$/),
    ]);
    expect(process.listeners('SIGINT')).toEqual(others);
  });

  test('--timeout ends with 2, and says that the answer is not whole', async () => {
    const words = ['run', endless, 'endless', '--global', '32', '--local', '32', '--arg', 'a=int[32]:0', '--against', endless];
    const { status, stdout, stderr } = await zebin([...words, '--timeout', '0.5']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('not done after --timeout 0.5');
  });
});

test('options that compare nothing are refused', async () => {
  for (const more of [
    ['--print', 'y'],
    ['--dir', scratch],
    ['--profile', 'p.csv'],
  ]) {
    const { status, stderr } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--against', SKL, ...more]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be combined')]);
  }
});

test('a profile is read as samples, which disasm shows', async () => {
  const path = join(scratch, 'profile.csv');
  const { status, stdout } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--profile', path, '--json']);
  expect(status).toBe(0);
  const { profile, cases } = JSON.parse(stdout);
  const runs = profile.reduce((sum: number, row: { runs: number }) => sum + row.runs, 0);
  expect(runs).toBe(cases[0].counts.instructions);
  const { value, diagnostics } = readSamples(readFileSync(path));
  expect(diagnostics).toEqual([]);
  expect(value.kernels[0]?.samples).toHaveLength(profile.length);
  expect((await zebin(['disasm', BASIC, 'saxpy', '--samples', path])).stdout).toContain(
    `${runs} samples at ${profile.length} instructions`,
  );
});

test('a trace of a work-item, as text and as lines of JSON', async () => {
  const only = ['--trace-only', 'item=3'];
  const text = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--trace', '-', ...only]);
  expect(text.stdout).toMatch(/\.text\.saxpy\+0x[0-9a-f]+ 0xff: send\.ugm .*store.* memory \[3\]0x[0-9a-f]+:4/);
  const path = join(scratch, 'trace.jsonl');
  const { status, stderr } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--trace', path, ...only, '--trace-limit', '5']);
  expect([status, stderr]).toEqual([0, expect.stringContaining('the trace has the first 5 lines')]);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ thread: 0, offset: 0, section: '.text.saxpy' });
  const memory = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--trace', '-', '--trace-only', 'memory=argument 1,12:16']);
  expect(memory.stdout.split('\n').filter((line) => line.includes('.text.saxpy'))).toHaveLength(2);
});
