/** The verbs `diff` and `compare`: exit codes, text, Markdown, baseline. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { Verb } from '../../cli/commands/rows.ts';
import type { CompareDocument, DiffDocument } from '../../src/internal.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { expectGolden } from '../support/golden.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const scratch = scratchFolder();
const SPILLS = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';
const OLD = 'zebin/igc1/dg2';
const NEW = 'zebin/igc2/dg2';

async function ran<V extends Verb>(verb: V, args: readonly string[], options: Given<V> = {}, width?: number) {
  const home = process.cwd();
  process.chdir(FIXTURES);
  try {
    const io = fakeIo(width);
    const code = await runVerb(verb, args, options, io);
    return { code, printed: io.printed(), warned: io.warned() };
  } finally {
    process.chdir(home);
  }
}

/** A copy of the file in which a kernel spills otherwise. */
function spilling(name: string, bytes: number): string {
  const file = Buffer.from(fixture(SPILLS).bytes());
  const [line = ''] = /spill_size: +1856/.exec(file.toString('latin1')) ?? [];
  file.write(line.replace('1856', String(bytes)), file.indexOf(line), 'latin1');
  const path = join(scratch, name);
  writeFileSync(path, file);
  return path;
}
const worse = spilling('worse.zebin', 2048);
const better = spilling('better.zebin', 1024);

describe('diff', () => {
  test('another spill: exit code 1 and one line for it', async () => {
    const { code, printed } = await ran('diff', [SPILLS, worse]);
    expect(code).toBe(1);
    expect(printed).toContain('\nspilling\n  spill (bytes per hardware thread): 1856 → 2048\n\n1 kernel changed, 4 unchanged\n');
    const document = JSON.parse((await ran('diff', [SPILLS, worse], { json: true })).printed) as DiffDocument;
    expect(document).toMatchObject({ schema: 'zebin/diff/2', same: false, unchanged: 4, images: [] });
  });

  test('two compilers differ in what the golden file has', async () => {
    const { code, printed } = await ran('diff', [`${OLD}/basic.zebin`, `${NEW}/basic.zebin`]);
    expect(code).toBe(1);
    expectGolden('../cli/diff.golden.txt', printed);
  });
});

describe('compare', () => {
  test('identical trees are the same, with a gate too', async () => {
    for (const options of [{}, { gate: true }]) {
      const { code, printed } = await ran('compare', [OLD, OLD], options);
      expect(code).toBe(0);
      expect(printed).toMatch(/^the same, byte by byte/);
    }
    expect((await ran('compare', [OLD, OLD], { markdown: true })).printed).toMatch(/^### Kernels: the same, byte by byte\n/);
  });

  test('two compilers: a report is not a gate', async () => {
    const { code, printed } = await ran('compare', [OLD, NEW], { top: '3' });
    expect(code).toBe(0);
    expectGolden('../cli/compare.golden.txt', printed);
    expectGolden('../cli/compare.golden.md', (await ran('compare', [OLD, NEW], { top: '3', markdown: true })).printed);
  });

  test('a gate between two builds fails for the worse and for the better', async () => {
    for (const [file, how] of [[worse, 'worse spill_size 1856 → 2048'] as const, [better, 'better spill_size 1856 → 1024'] as const]) {
      const { code, printed } = await ran('compare', [SPILLS, file], { gate: true });
      expect(code).toBe(1);
      expect(printed).toContain(how);
      expect((await ran('compare', [SPILLS, file], { gate: true, threshold: ['spill_size=1000'] })).code).toBe(0);
      expect((await ran('compare', [SPILLS, file])).code).toBe(0);
    }
  });

  test('a baseline is written, holds for the same build, and fails for the worse and for the better', async () => {
    const baseline = join(scratch, 'kernels.json');
    expect(await ran('compare', [SPILLS], { baseline, update: true })).toEqual({
      code: 0,
      printed: `${baseline}: 5 kernels written\n`,
      warned: '',
    });
    expect((await ran('compare', [SPILLS], { baseline })).code).toBe(0);
    for (const file of [worse, better]) {
      const { code, printed } = await ran('compare', [file], { baseline });
      expect(code).toBe(1);
      expect(printed).toContain('gate FAILED (no change is allowed): 1 change');
      expect((await ran('compare', [file], { baseline, markdown: true })).printed).toContain('(gate FAILED: changed)');
      const document = JSON.parse((await ran('compare', [file], { baseline, json: true })).printed) as CompareDocument;
      expect(document.gate).toMatchObject({ passed: false, moved: [{ metric: 'spill_size', base: 1856 }] });
    }
  });

  test('a baseline keeps its thresholds, and the command line overrules them', async () => {
    const baseline = join(scratch, 'allowing.json');
    await ran('compare', [SPILLS], { baseline, update: true, threshold: ['spill_size=50%'] });
    expect(readFileSync(baseline, 'utf8')).toContain('"thresholds": ["spill_size=50%"]');
    expect((await ran('compare', [worse], { baseline })).code).toBe(0);
    expect((await ran('compare', [worse], { baseline, threshold: ['1%'] })).code).toBe(1);
  });

  test('a folder may hold other files', async () => {
    const folder = join(scratch, 'tree/sub');
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(FIXTURES, SPILLS), join(folder, 'a.zebin'));
    writeFileSync(join(folder, 'notes.txt'), 'nothing');
    writeFileSync(join(folder, 'empty'), '');
    const document = JSON.parse((await ran('compare', [join(scratch, 'tree'), worse], { json: true })).printed) as CompareDocument;
    expect([document.matched, document.not_compared, document.complete]).toEqual([5, [], true]);
  });

  test('Markdown holds names that are markup', async () => {
    const file = Buffer.from(fixture(SPILLS).bytes());
    const text = file.toString('latin1').replaceAll('private_small', 'a|b`<i>@x*\\zz');
    const path = join(scratch, 'markup.zebin');
    writeFileSync(path, Buffer.from(text, 'latin1'));
    const { printed } = await ran('compare', [SPILLS, path], { markdown: true });
    expect(printed).toContain('<code>a&#124;b&#96;&#60;i&#62;&#64;x');
    expect(printed).not.toContain('<i>');
  });
});

describe('what was not read', () => {
  const folder = (name: string, files: Readonly<Record<string, Uint8Array>>): string => {
    const path = join(scratch, name);
    mkdirSync(path, { recursive: true });
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(path, file), bytes);
    return path;
  };
  const [spills, basic] = [fixture(SPILLS).bytes(), fixture(`${NEW}/basic.zebin`).bytes()];
  const whole = folder('whole', { 'a.zebin': spills, 'b.zebin': basic });
  const cut = folder('cut', { 'a.zebin': spills, 'b.zebin': basic.subarray(0, 4000), 'notes.txt': Buffer.from('text') });
  const headless = folder('headless', { 'a.zebin': spills, 'b.zebin': basic.subarray(0, 40) });

  test.each([
    ['a cut file', cut],
    ['a file of which too little is left to open it', headless],
  ])('%s fails a gate by itself, on either side', async (_, damaged) => {
    for (const sides of [
      [whole, damaged],
      [damaged, whole],
    ]) {
      const { code, printed } = await ran('compare', sides, { gate: true, json: true });
      const document = JSON.parse(printed) as CompareDocument;
      expect([code, document.complete, document.gate?.reasons]).toEqual([1, false, ['not read whole']]);
      expect(document.unread.map(({ side, address }) => [side, address])).toEqual([
        [sides[0] === damaged ? 'base' : 'new', join(damaged, 'b.zebin')],
      ]);
      expect(document.not_compared.every(({ reason }) => reason === 'unread')).toBe(true);
      expect((await ran('compare', sides, { gate: true, allowDamaged: true })).code).toBe(0);
    }
  });

  test('it is not blessed by an update, unless it is accepted, and then the baseline says so', async () => {
    const baseline = join(scratch, 'damaged.json');
    const refused = await ran('compare', [cut], { baseline, update: true });
    expect([refused.code, refused.printed, existsSync(baseline)]).toEqual([1, '', false]);
    expect(refused.warned).toContain('b.zebin was not read whole');
    expect((await ran('compare', [cut], { baseline, update: true, allowDamaged: true })).code).toBe(0);
    const document = JSON.parse((await ran('compare', [whole], { baseline, json: true })).printed) as CompareDocument;
    expect(document.unread.map(({ side, address }) => [side, address])).toEqual([['base', 'b.zebin']]);
    expect([document.gate?.reasons, new Set(document.not_compared.map(({ reason }) => reason))]).toEqual([
      ['not read whole'],
      new Set(['unread']),
    ]);
    expect((await ran('compare', [whole], { baseline, allowDamaged: true })).code).toBe(0);
  });

  test('intermediate code alone is nothing to compare, and not written to a baseline', async () => {
    const [native, ir] = ['sycl/offload-binary/llvm23-sycl-linker-bmg.bin', 'sycl/offload-binary/llvm23-sycl-linker-jit.bin'];
    const baseline = join(scratch, 'ir.json');
    const updated = await ran('compare', [ir], { baseline, update: true });
    expect([updated.code, existsSync(baseline)]).toEqual([1, false]);
    const { code, printed } = await ran('compare', [native, ir], { gate: true, json: true });
    const { gate, not_compared } = JSON.parse(printed) as CompareDocument;
    expect([code, gate?.reasons]).toEqual([1, ['nothing compiled to compare', 'changed']]);
    expect(not_compared.map(({ reason }) => reason)).toEqual(['no native code', 'no native code']);
    expect((await ran('compare', [native, ir], { gate: true })).printed).toContain('nothing compiled to compare in the new build');
  });
});

test('titles replace the names of the sides', async () => {
  const { printed } = await ran('compare', [SPILLS, worse], { title: ['before', 'after'] });
  expect(printed).toMatch(/\nbase {2}before: 5 kernels for .*\nnew {3}after: 5 kernels for /);
  await expect(ran('compare', [SPILLS, worse], { title: ['before'] })).rejects.toThrow(/^give --title twice/);
});

test('one kernel: only its table', async () => {
  const { printed } = await ran('compare', [SPILLS, worse], { kernel: 'spilling' });
  expect(printed).toMatch(/^worse: spill\n/);
  expect(printed).toMatch(/\n {2}spill +1856 +→ +2048 +\+192 +\+10\.3 +worse\n/);
  expect(printed).not.toContain('total of');
});

describe('filters', () => {
  test.each([
    ['diff/2', 'diff'],
    ['compare/4', 'compare'],
  ] as const)('%s: a pattern selects kernels', async (schema, run) => {
    const { printed } = await ran(run, [SPILLS, worse], { kernel: 'spill*', json: true });
    const document = JSON.parse(printed) as DiffDocument | CompareDocument;
    expect([document.schema, document.base.kernels]).toEqual([`zebin/${schema}`, 2]);
  });
});

test.each([120, 80, 60, 40])('no line is wider than %i columns', async (width) => {
  const runs = [
    await ran('diff', [`${OLD}/basic.zebin`, `${NEW}/basic.zebin`], {}, width),
    await ran('compare', [OLD, NEW], {}, width),
    await ran('compare', [OLD, NEW], { gate: true }, width),
  ];
  for (const { printed } of runs) expect(printed.split('\n').filter((line) => stringWidth(line) > width)).toEqual([]);
  expect(runs.every(({ printed }) => printed.length > 100)).toBe(true);
});
