import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const scratch = scratchFolder();
const CLOCK = fixture('zebin/igc2/bmg/clock.zebin').path;
const ARCHIVE = fixture('fat/slm-skl-tgllp.ar').path;
const posix = process.platform !== 'win32';

describe('reduce', () => {
  test('reports what is kept and how much is removed', async () => {
    const target = join(scratch, 'small.zebin');
    const { status, stderr } = await zebin(['reduce', CLOCK, '--keep', 'finding:note/not-a-table', '--seconds', '100000', '-o', target]);
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^zebin: 4,632 bytes reduced to \d+ bytes \(9\d\.\d % less\) with \d+ candidates\n$/),
    ]);
    expect((await zebin(['validate', target, '--all'])).stdout).toContain('[note/not-a-table]');
  });

  test.runIf(posix)('what a command looks for, in an archive too', async () => {
    const target = join(scratch, 'small.ar');
    expect(
      (await zebin(['reduce', ARCHIVE, '--keep-command', "grep -q 'grf_count: *128'", '--seconds', '100000', '-o', target])).status,
    ).toBe(0);
    expect(readFileSync(target, 'latin1')).toMatch(/^.?grf_count:128$/);
  });

  test('the document says whether the search came to its end', async () => {
    const { status, stdout } = await zebin(['reduce', CLOCK, '--keep', 'finding:note/not-a-table', '--seconds', '0.000001', '--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      { schema: 'zebin/reduce/1', size_before: 4632, size: 4632, tried: 0, complete: false },
    ]);
  });

  test('a launch that gives a finding, as a file of cases', async () => {
    const [file, cases] = [join(scratch, 'faults.zebin'), fileURLToPath(new URL('../run/checks/faults.json', import.meta.url))];
    writeFileSync(file, gunzipSync(readFileSync(new URL('../run/checks/bmg.zebin.gz', import.meta.url))));
    const by = ['reduce', file, '--keep-run', cases, '--only'];
    const { status, stdout, stderr } = await zebin([...by, 'by_one', '--checks', 'out-of-bounds', '--seconds', '100000']);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { cases: [{ name: 'by_one', global: [1], local: [1], offset: [64] }] }]);
    expect(stderr).toMatch(/^zebin: 128 work-items in groups of 64 reduced to 1 work-item in groups of 1 with \d+ candidates\n$/);
    for (const args of [
      [...by, 'by_one_ok', '--checks', 'all'],
      [...by, 'nothing'],
      ['reduce', file, '--keep-run', cases],
    ]) {
      const refused = await zebin(args);
      expect([refused.status, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringMatching(/^zebin: [^\n]+\n$/)]);
    }
  });

  test.each([
    ['no property', []],
    ['a file and a launch to reduce', ['--keep', 'check:accepted', '--keep-run', 'cases.json']],
    ['a case of no launch', ['--keep', 'check:accepted', '--only', 'sum']],
    ['two properties', ['--keep', 'check:refused', '--keep-command', 'true']],
    ['a property that there is not', ['--keep', 'cheque:refused']],
    ['a verdict that there is not', ['--keep', 'check:maybe']],
    ['a code that there is not', ['--keep', 'finding:elf/nonsense']],
    ['a device that there is not', ['--keep', 'check:refused', '-d', 'bmx']],
    ['a property that the file does not have', ['--keep', 'check:crash']],
    ['no time', ['--keep', 'check:accepted', '--seconds', '0']],
  ])('%s: exit code 2 and one sentence', async (_, args) => {
    const { status, stdout, stderr } = await zebin(['reduce', CLOCK, ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^zebin: [^\n]+\n$/);
  });
});
