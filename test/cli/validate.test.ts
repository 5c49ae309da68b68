/** The verb `validate`: text with excerpts, JSON, SARIF, exit codes. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { SarifLog, ValidateDocument } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const scratch = scratchFolder();

async function validate(path: string, options: Given<'validate'> = {}, width?: number) {
  const io = fakeIo(width);
  const code = await runVerb('validate', [path], options, io);
  return { code, printed: io.printed() };
}

const wrong = join(scratch, 'a b.zebin');
writeFileSync(
  wrong,
  buildZebin({
    zeInfo: "version: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 4\n      gfr_count: 1\n",
    kernels: ['k'],
    notes: [{ type: 6, desc: 0x05004000 }],
    ident: { EI_ABIVERSION: 1, EI_OSABI: 3 },
  }).bytes,
);

describe('validate', () => {
  test('errors with their place, the line or the bytes, the rule and what to write; exit code 1', async () => {
    const { code, printed } = await validate(wrong);
    expect(code).toBe(1);
    expect(printed).toMatch(
      /error\[rule\/simd-size\] simd_size is 4, and one of 1, 8, 16, 32 is expected\n.*\.ze_info line 6.*\n {10}simd_size: 4\n {10}\^~~~~~~~~\n {4}rule: intel\/compute-runtime /,
    );
    expect(printed).toMatch(/error\[rule\/elf-header\].*\n.*\n {4}00000000 {2}7f 45 4c 46 02 01 01 03 .*\n {4} {31}\^~\n/);
    expect(printed).toMatch(/warning\[zeinfo\/unknown-attribute\].*\n(?:.*\n)*? {4}try grf_count\n/);
  });

  test('--json has code, severity, span, line, path, rule and suggestion of each', async () => {
    const { code, printed } = await validate(wrong, { json: true });
    const { schema, valid, errors, warnings, findings } = JSON.parse(printed) as ValidateDocument;
    expect([code, schema, valid, errors, warnings]).toEqual([1, 'zebin/validate/1', false, 2, 2]);
    expect(findings.find(({ code: one }) => one === 'rule/simd-size')).toMatchObject({
      severity: 'error',
      line: 6,
      path: '.ze_info/kernels[0]/execution_env/simd_size',
      suggestion: null,
    });
    expect(findings.find(({ code: one }) => one === 'zeinfo/unknown-attribute')?.suggestion).toBe('grf_count');
    for (const { end, offset, help, what } of findings) expect([end >= offset, help !== '', what !== '']).toEqual([true, true, true]);
  });

  test('fits a narrow terminal', async () => {
    for (const line of (await validate(wrong, { all: true }, 60)).printed.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('SARIF', async () => {
  const log = JSON.parse((await validate(wrong, { sarif: true })).printed) as SarifLog;
  const document = JSON.parse((await validate(wrong, { json: true })).printed) as ValidateDocument;

  test('is a log of version 2.1.0 with one run of this program', () => {
    expect([log.version, log.runs.length, log.runs[0]?.tool.driver.name]).toEqual(['2.1.0', 1, 'zebin']);
    expect(log.$schema).toMatch(/sarif-schema-2\.1\.0\.json$/);
    expect(log.runs[0]?.tool.driver.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('has each finding with its rule, level and place', () => {
    const [only] = log.runs;
    if (!only) throw new Error('no run');
    expect(only.results.map(({ ruleId }) => ruleId)).toEqual(document.findings.map(({ code }) => code));
    for (const [i, { ruleId, ruleIndex, level, message, locations }] of only.results.entries()) {
      const finding = document.findings[i];
      expect(only.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(level).toBe({ error: 'error', warning: 'warning', info: 'note' }[finding?.severity ?? 'info']);
      expect(message.text).toContain(finding?.message);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      expect(decodeURIComponent(artifactLocation?.uri ?? '')).toBe(pathToFileURL(wrong).href.replaceAll('%20', ' '));
      expect(artifactLocation?.uri).not.toContain(' ');
      expect(region).toEqual({ byteOffset: finding?.offset, byteLength: (finding?.end ?? 0) - (finding?.offset ?? 0) });
    }
    expect(new Set(only.tool.driver.rules.map(({ id }) => id)).size).toBe(only.tool.driver.rules.length);
  });
});
