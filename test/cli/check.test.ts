/** The verb `check`: what it takes, what it says, its exit codes. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECK_STEPS } from '../../src/driver/index.ts';
import type { CheckDocument } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { FIXTURES } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const GLOBALS = join(FIXTURES, 'zebin/igc2/bmg/globals.zebin');
const ARCHIVE = join(FIXTURES, 'fat/basic-dg2-bmg.ar');
const scratch = scratchFolder();

async function check(path: string, options: Given<'check'> = {}, width?: number) {
  const io = fakeIo(width);
  const code = await runVerb('check', [path], options, io);
  return { code, printed: io.printed(), json: () => JSON.parse(io.printed()) as CheckDocument };
}

const strange = join(scratch, 'strange\x1b[31m.zebin');
const env = '    execution_env:\n      grf_count: 128\n      simd_size: 16\n';
writeFileSync(
  strange,
  buildZebin({
    zeInfo: `version: '1.73'\nkernels:\n  - name: k\n${env}      "evil\x1b[2J": 1\n`,
    kernels: ['k'],
    notes: [{ type: 6, desc: 0x05004000 }],
  }).bytes,
);

describe('check', () => {
  test('--profile ocloc-validate has the words of the tool', async () => {
    expect((await check(GLOBALS, { driver: '26.27', profile: 'ocloc-validate', json: true })).json()).toMatchObject({
      verdict: 'valid',
      driver: '26.27.39122.14',
      profile: 'ocloc-validate',
      device: null,
    });
    const { code, json } = await check(strange, { profile: 'ocloc-validate', json: true });
    expect([code, json().verdict]).toEqual([1, 'invalid']);
  });

  test('of an archive the image that the driver takes', async () => {
    const { json } = await check(ARCHIVE, { device: 'bmg', json: true });
    expect(json()).toMatchObject({ address: '!64.bmg', verdict: 'accepted', device: { from: 'option' } });
  });

  test('--json has steps, reason, releases and kernels', async () => {
    const { json } = await check(GLOBALS, { json: true, device: 'dg2' });
    const { schema, verdict, steps, reason, releases, kernels } = json();
    expect([schema, verdict]).toEqual(['zebin/check/1', 'rebuilt-from-ir']);
    expect(steps.map(({ name }) => name)).toEqual(CHECK_STEPS);
    expect(reason?.code).toBe('driver/target');
    expect(releases.length).toBeGreaterThan(1);
    expect(kernels.length).toBeGreaterThan(0);
  });

  test('what files say is printed harmlessly, and fits a narrow terminal', async () => {
    const { code, printed } = await check(strange, {}, 60);
    expect(code).toBe(1);
    expect(printed).not.toContain('\x1b');
    for (const line of printed.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});
