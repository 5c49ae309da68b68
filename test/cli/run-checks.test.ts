/** `zebin run --checks`: what is printed, in which forms, and the exit codes. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scratchFolder, zebin } from './zebin.ts';

const scratch = scratchFolder();
const FOLDER = join(import.meta.dirname, '../run/checks');
const BINARY = join(scratch, 'bmg.zebin');
writeFileSync(BINARY, gunzipSync(readFileSync(join(FOLDER, 'bmg.zebin.gz'))));
const caseOf = (name: string, ...more: readonly string[]) =>
  zebin(['run', BINARY, '--case', join(FOLDER, 'faults.json'), '--only', name, ...more]);

test('a finding is in the first line, with its place below, and the exit code is 1', async () => {
  const { status, stdout } = await caseOf('by_one', '--checks');
  expect(status).toBe(1);
  const [first, second, third] = stdout.split('\n');
  expect(first).toMatch(/^by_one: completed \(4 threads, \d+ instructions\); 1 finding$/);
  expect(second).toMatch(/^ {2}out-of-bounds: write of 4 bytes at byte 512 of argument 0, which has 512 bytes/);
  expect(third).toMatch(/^ {4}at \.text\.by_one\+0x[0-9a-f]+, faults\.cl:5 in by_one: send\.ugm/);
});

test('what has no fault has no finding; without checks nothing is looked for', async () => {
  for (const [name, ...more] of [['by_one_ok', '--checks'], ['race_groups'], ['undefined_buffer', '--checks=race']] as const) {
    const { status, stdout } = await caseOf(name, ...more);
    expect([name, status, stdout]).toEqual([name, 0, expect.stringMatching(/^\w+: completed \([^)]*\)\n$/)]);
  }
});

test('reports in JSON, which as a file are known; and in SARIF', async () => {
  const json = await caseOf('by_one', '--checks', '--json');
  expect(json.status).toBe(1);
  const { reports, cases } = JSON.parse(json.stdout);
  expect(cases).toMatchObject([{ name: 'by_one', result: 'completed' }]);
  expect(reports).toMatchObject([
    {
      ...{ kind: 'out-of-bounds', kernel: 'by_one', count: 1, access: 'write', argument: 0, size: 4, offset: 512 },
      source: { path: expect.stringMatching(/faults\.cl$/), line: 5 },
      item: { global: [127, 0, 0], group: [1, 0, 0], thread: 1, lane: 31 },
    },
  ]);
  const known = join(scratch, 'known.json');
  writeFileSync(known, json.stdout);
  expect((await caseOf('by_one', '--checks', '--known', known)).status).toBe(0);
  expect((await caseOf('far', '--checks', '--known', known)).status).toBe(1);
  const sarif = await caseOf('by_one', '--checks', '--sarif');
  expect(sarif.status).toBe(1);
  expect(JSON.parse(sarif.stdout).runs[0].results).toMatchObject([{ ruleId: 'out-of-bounds' }]);
});

test('options that would be ignored, and kinds that there are not, are refused', async () => {
  for (const more of [['--sarif'], ['--known', 'x'], ['--checks=raze']]) expect((await caseOf('by_one', ...more)).status).toBe(2);
});

test('an endless loop is a finding with its loop: the exit code is that of a finding', async () => {
  const { status, stdout } = await caseOf('endless', '--checks', '--max-instructions', '20000');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^endless: limit.*; 1 finding\n {2}hang: /);
});

test('an endless loop ends when its state repeats, long before the limit', async () => {
  const { status, stdout } = await caseOf('endless', '--checks=hang', '--json');
  expect(status).toBe(1);
  const { cases, reports } = JSON.parse(stdout);
  expect(cases[0]).toMatchObject({ result: 'limit', message: expect.stringMatching(/^the run does not end: /) });
  expect(cases[0].counts.instructions).toBeLessThan(20_000_000);
  expect(reports).toMatchObject([{ kind: 'hang', message: expect.stringMatching(/in the loop from 0x[0-9a-f]+ to 0x[0-9a-f]+$/) }]);
});

test('zebin test --checks: a finding is a failure, in all forms, unless it is known', async () => {
  const folder = scratchFolder();
  copyFileSync(BINARY, join(folder, 'bmg.zebin'));
  copyFileSync(join(FOLDER, 'faults.json'), join(folder, 'faults.json'));
  const only = (name: string, ...more: readonly string[]) => zebin(['test', folder, '--only', name, ...more]);
  expect((await only('convert')).status).toBe(0);
  expect((await only('convert_ok', '--checks')).status).toBe(0);
  const [junit, markdown, known] = ['junit.xml', 'report.md', 'known.json'].map((name) => join(scratch, name));
  const text = await only('convert', '--checks', '--junit', `${junit}`, '--markdown', `${markdown}`);
  expect(text.status).toBe(1);
  const [head, line, finding] = text.stdout.split('\n');
  expect(head).toBe('1 case: 1 completed; 1 finding');
  expect(line).toMatch(/convert: completed .*; 1 finding$/);
  expect(finding).toMatch(/^ {2}conversion: /);
  expect(readFileSync(`${junit}`, 'utf8')).toMatch(/failures="1".*<failure type="completed" message="conversion: [^"]*faults\.cl:\d+"/s);
  expect(readFileSync(`${markdown}`, 'utf8')).toMatch(/\| completed \|.*conversion: .*faults\.cl:\d+/);
  const json = await only('convert', '--checks', '--json');
  const { files } = JSON.parse(json.stdout);
  expect(files[0].cases[0].reports).toMatchObject([{ kind: 'conversion', source: { line: expect.any(Number) } }]);
  writeFileSync(`${known}`, JSON.stringify(files[0].cases[0].reports));
  expect((await only('convert', '--checks', '--known', `${known}`)).status).toBe(0);
  expect((await only('convert', '--known', `${known}`)).status).toBe(2);
});
