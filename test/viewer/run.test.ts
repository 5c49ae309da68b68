/** The tab Run: by form and by case, what it says where a run does not end, and the counts next to the code. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../src/formats/eu/index.ts';
import { inspect, launch, launchOf, newProfiler, type RunDocument, readCases, runTargets } from '../../src/internal.ts';
import { commandLine, startValues } from '../../viewer/pages/run/argument.ts';
import { runsColumn } from '../../viewer/pages/run/runs-column.ts';
import type { FormParameter } from '../../viewer/worker/run/messages.ts';
import { ENV, MAIN, scratchFolder, zebin } from '../cli/zebin.ts';
import { buildZebin } from '../support/build-elf.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { answered, axe, column, drop, PAGE, servedViewer, settled, visit } from './browser.ts';
import { json } from './command.ts';

const open = servedViewer();
const scratch = scratchFolder();
const BASIC = fixture('zebin/igc2/bmg/basic.zebin');
const CASES = fixture('run/cases/corpus-basic.json');

const place = (kernel: string, tab = 'run'): string => new URLSearchParams({ view: 'kernel', kernel, tab }).toString();

async function opened(kernel: string, file = BASIC.path, options = {}): Promise<Page> {
  const page = await open({ hash: place(kernel), height: 900, ...options });
  await drop(page, file);
  await page.locator('.run-form').waitFor();
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Presses Run, and gives the first line of what the run left. */
async function ran(page: Page): Promise<string> {
  const before = await page.locator('.run-result').innerText();
  await press(page, 'Run');
  await page.waitForFunction((old) => {
    const line = document.querySelector<HTMLElement>('.run-result')?.innerText;
    return line !== undefined && line !== old && document.querySelector('.run-outcome')?.getAttribute('aria-busy') === 'false';
  }, before);
  return page.locator('.run-result').innerText();
}

/** The elements that are drawn, when they are those of the last run. */
async function values(page: Page): Promise<string[]> {
  await page.locator('.run-values[aria-busy=false] [role=cell]').first().waitFor();
  return page.locator('.run-values [role=cell]').allTextContents();
}

/** The words of a command line, as a shell has them. */
const wordsOf = (line: string): string[] => [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));

/** What the command prints of an argument, element by element. */
async function printed(args: readonly string[]): Promise<string[]> {
  const { cases } = await json<RunDocument>(...args.map((word) => (word === 'basic.zebin' ? BASIC.path : word)));
  const all = cases[0]?.printed?.[0]?.values.flatMap(({ times, value }) => Array.from({ length: times }, () => value)) ?? [];
  expect(all.length).toBeGreaterThan(16);
  return all;
}

test('a vector add runs by the form, and by the command that it copies, with the same values', async () => {
  const page = await opened('saxpy');
  expect(await page.locator('.argument legend').allInnerTexts()).toEqual([
    '0 float* x pointer, read',
    '1 float* y pointer, read and written',
    '2 float a value, 4 bytes',
  ]);
  await page.getByLabel('Global size').fill('1024');
  await page.getByLabel('Content of argument 0 (x)').selectOption('iota');
  await page.getByLabel('Content of argument 1 (y)').selectOption('random');
  await page.getByLabel('Seed and ends of argument 1 (y)').fill('7, -1, 1');
  await page.getByLabel('Value of argument 2 (a)').fill('2.0');
  expect(await ran(page)).toBe('completed (32 threads, 1,184 instructions)');
  const [name, verb, ...words] = wordsOf(await page.locator('.run-command').innerText());
  expect([name, verb]).toEqual(['zebin', 'run']);
  expect(words).toEqual(expect.arrayContaining(['--global', '1024', 'x=f32:iota', 'y=f32:random:7:-1:1', 'a=2.0']));
  const shown = await values(page);
  const expected = await printed(['run', ...words]);
  expect(shown.slice(0, expected.length)).toEqual(expected);
  // Of 256 rows those in view are drawn.
  expect(await page.getByRole('table', { name: 'Argument 1 (y) as float' }).getAttribute('aria-rowcount')).toBe('256');
  expect(await page.locator('.run-values .row').count()).toBeLessThan(40);
  await page.locator('summary', { hasText: '1 default' }).click();
  expect(await page.locator('.run-outcome li').allInnerTexts()).toEqual(['--local, not given: 256']);

  // Other formats are of the same bytes.
  await page.getByLabel('Format').selectOption('x32');
  const bits = await values(page);
  const floats = new Float32Array(Uint32Array.from(bits, (text) => Number.parseInt(text, 16)).buffer);
  expect(floats[0]).toBe(Math.fround(Number(shown[0])));
  const download = page.waitForEvent('download');
  await press(page, 'Save');
  const saved = readFileSync(await (await download).path());
  expect([saved.length, saved.readFloatLE(0)]).toEqual([4_096, floats[0]]);

  // Another tab does not forget what was run.
  await page.getByRole('tab', { name: 'Execution' }).click();
  await page.getByRole('tab', { name: 'Run' }).click();
  expect(await page.locator('.run-result').innerText()).toContain('completed');
  expect(await page.getByLabel('Global size').inputValue()).toBe('1024');
  expect(await axe(page)).toEqual([]);
});

test('what is not an argument is said where it was typed, and nothing runs', async () => {
  const page = await opened('saxpy', BASIC.path, { dark: true });
  await page.getByLabel('Global size').fill('1,2,3,4');
  await page.getByLabel('Value of argument 2 (a)').fill('abc');
  await page.getByLabel('Instructions at most').fill('many');
  await press(page, 'Run');
  await page.locator('.warn').first().waitFor();
  expect(await page.locator('.run-form .warn').allInnerTexts()).toEqual([
    '--global expects one to three numbers, as in 1024 or 64,64, not 1,2,3,4',
    'abc is neither a value nor a file: give a file, or a value such as 42, 1,2,3,4, f32:1, hex:00ff or &ARGUMENT',
    '--max-instructions expects a number, not many',
  ]);
  expect(await page.locator('.run-result').innerText()).toBe('not run: 3 problems in the form');
  expect(await axe(page, { colours: true })).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await answered(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // What scrolls inside the page does not widen it.
  const next = await page.getByTitle('Next kernel').boundingBox();
  expect((next?.x ?? 360) + (next?.width ?? 0)).toBeLessThanOrEqual(360);
});

/** A case whose last element is expected to be something else. */
const WRONG = {
  cases: [
    {
      ...{ name: 'wrong', kernel: 'saxpy', global: [4], local: [4] },
      args: [
        { kind: 'buffer', type: 'float', count: 4, fill: { iota: [0, 1] } },
        { kind: 'buffer', type: 'float', count: 4 },
        { kind: 'scalar', type: 'float', value: 2 },
      ],
      outputs: [{ arg: 1, class: 'exact', expect: { base64: Buffer.from(Float32Array.of(0, 2, 4, 5).buffer).toString('base64') } }],
    },
  ],
};

test('cases of a file are judged: equal, and different at the first element', async () => {
  const page = await opened('saxpy');
  await page.locator('.case-file').setInputFiles(CASES.path);
  const choice = page.getByLabel(/^Case of corpus-basic.json/);
  await choice.selectOption('saxpy 5');
  expect(await page.getByRole('table', { name: 'The case' }).innerText()).toContain('global 5, local 5');
  expect(await page.locator('.run-command').innerText()).toBe("zebin run basic.zebin saxpy --case corpus-basic.json --only 'saxpy 5'");
  expect(await ran(page)).toMatch(/^saxpy 5: equal \(1 thread, /);

  await page
    .locator('.case-file')
    .setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(WRONG)) });
  await page.getByLabel(/^Case of wrong.json/).waitFor();
  expect(await ran(page)).toBe('wrong: different: argument 1 (y)[3]: expected 5 (0x40a00000), got 6 (0x40c00000); 1 of 4 elements differ');
  expect(await values(page)).toEqual(['0', '2', '4', '6']);
  expect(await page.locator('.run-values .marked').allTextContents()).toEqual(['6']);
  expect(await axe(page, { within: '.run' })).toEqual([]);

  // Without a case, the form is there again.
  await page.getByLabel(/^Case of wrong.json/).selectOption('');
  await page.getByLabel('Content of argument 0 (x)').waitFor();
  // A file without cases is reported.
  await page.locator('.case-file').setInputFiles({ name: 'no.json', mimeType: '', buffer: Buffer.from('{"case": 1}') });
  await page.locator('.run-cases .warn').first().waitFor();
  expect(await page.locator('.run-cases').innerText()).toContain('case');
});

/** Drops a file onto a part of the page. */
async function dropOn(page: Page, selector: string, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([of, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], of));
      return data;
    },
    [name, text] as const,
  );
  await page.locator(selector).dispatchEvent('drop', { dataTransfer });
}

test('what is dropped on the tab is for the tab: bytes of an argument, and cases', async () => {
  const page = await opened('saxpy');
  await page.getByLabel('Global size').fill('4');
  await page.getByLabel('Content of argument 0 (x)').selectOption('file');
  await dropOn(page, '[aria-label="File of argument 0 (x)"]', 'in.bin', '\0\0@@\0\0@@\0\0@@\0\0@@');
  await page.getByLabel('Content of argument 1 (y)').selectOption('values');
  await page.getByLabel('Numbers of argument 1 (y)').fill('1 2');
  await page.getByLabel('Count of argument 1 (y)').fill('4');
  await page.getByLabel('Value of argument 2 (a)').fill('1');
  expect(await page.locator('.run-command').innerText()).toContain("'x=f32:in.bin' --arg 'y=f32[4]:1,2'");
  expect(await ran(page)).toMatch(/^completed/);
  expect(await values(page)).toEqual(['4', '5', '4', '5']);

  await dropOn(page, '.run-form', 'wrong.json', JSON.stringify(WRONG));
  await page.getByLabel(/^Case of wrong.json/).waitFor();
  expect(await ran(page)).toMatch(/^wrong: different/);
  expect(await page.locator('[data-file]').count()).toBe(1);
});

test('after a run the code says how often each instruction ran, and for how many lanes', async () => {
  const file = fixture('zebin/igc2/bmg/loops-cost.zebin');
  const cases = fixture('run/cases/corpus-loops.json');
  const [target] = runTargets(inspect(file.bytes()).value, { kernel: 'loop_nested' });
  const one = readCases(cases.bytes()).value.cases.find(({ kernel }) => kernel === 'loop_nested');
  if (!target || !one) throw new Error('the fixture has the kernel and a case');
  const profiler = newProfiler();
  const { counts } = launch(target.zebin, target.kernel, { ...launchOf(one), observers: [profiler.observer] });
  const rows = new Map(profiler.rows().map((row) => [row.offset, row]));

  const page = await opened('loop_nested', file.path);
  await page.locator('.case-file').setInputFiles(cases.path);
  await page.getByLabel(/^Case of corpus-loops.json/).waitFor();
  expect(await ran(page)).toContain('equal');
  expect(await page.getByRole('table', { name: 'Counts of the run' }).innerText()).toContain(
    `instructions\t${counts.instructions.toLocaleString('en-US')}`,
  );
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.locator('.cm-runs').waitFor();
  await answered(page);
  const drawn = await column(page, 'runs');
  expect(drawn.size).toBeGreaterThan(20);
  for (const [offset, text] of drawn) expect(text).toBe((rows.get(offset)?.runs ?? 0).toLocaleString('en-US'));
  expect(new Set(drawn.values()).size).toBeGreaterThan(1);
  const { runs = 0, lanes = 0, width = 0 } = rows.get(Math.min(...drawn.keys())) ?? {};
  expect(await page.locator('.cm-runs [title]').first().getAttribute('title')).toBe(
    `ran ${runs} times, with ${lanes / runs} of ${width} lanes enabled on average`,
  );
  expect(await axe(page, { within: '.page' })).toEqual([]);
  // Another kernel has not run.
  await visit(page, place('loop_fixed', 'code'));
  await page.locator('.cm-line').first().waitFor();
  expect(await page.locator('.cm-runs').count()).toBe(0);
});

test('a limit ends the run, and its place is a link to the code', async () => {
  const page = await opened('store_one');
  await page.getByLabel('Global size').fill('400000000');
  await page.getByLabel('Instructions at most').fill('3e6');
  const line = await ran(page);
  expect(line).toMatch(/^limit: 3,000,000 instructions were executed, at \.text\.store_one\+0x60, .*\[run\/limit\]$/);
  await page.getByRole('link', { name: 'The instruction in the code' }).click();
  await page.locator('.instruction [role=status]').waitFor();
  await answered(page);
  expect(await page.locator('.instruction [role=status]').innerText()).toContain('0x60 in the code');
});

test('a long run can be stopped, while the page answers', async () => {
  const page = await opened('store_one');
  await page.getByLabel('Global size').fill('4000000000');
  await press(page, 'Run');
  await page.locator('.run-actions [role=status]', { hasText: /[1-9][\d,]* instructions so far/ }).waitFor();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.locator('.cm-line').first().waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  await press(page, 'Stop');
  await page.locator('.run-result', { hasText: /^limit: stopped after [\d,]+ instructions, at / }).waitFor();
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).isDisabled()).toBe(true);
});

test('code without an end is not guessed at', async () => {
  const data = Buffer.concat([assemble('(W) mov (1|M0) r1.0<1>:ud 0x0:ud', '2').value, new Uint8Array(64)]);
  const zeInfo = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
  const { bytes } = buildZebin({ zeInfo, notes: [{ type: 6, desc: 0x0500_4000 }], sections: [{ name: '.text.k', flags: 6, data }] });
  const page = await open({ hash: place('k') });
  await drop(page, { name: 'k.zebin', bytes });
  await page.locator('.run-form').waitFor();
  expect(await ran(page)).toMatch(/^unsupported: .*illegal.*\[run\/unsupported\]$/);
});

test('a kernel whose device is not known says why it cannot be run', async () => {
  const zeInfo = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
  const { bytes } = buildZebin({ zeInfo, notes: [], sections: [{ name: '.text.k', flags: 6, data: new Uint8Array(16) }] });
  const page = await open({ hash: place('k') });
  await drop(page, { name: 'k.zebin', bytes });
  await page.getByText('This kernel cannot be run here').waitFor();
  expect(await page.locator('.panel').innerText()).toContain('the file does not say for which device it is');
});

test('what a kernel prints is shown, and images have their fields', async () => {
  const page = await opened('hello', fixture('zebin/igc2/bmg/printf.zebin').path);
  await page.getByLabel('Global size').fill('3');
  expect(await ran(page)).toMatch(/^completed/);
  expect((await page.locator('.run-printed').innerText()).trim().split('\n')).toEqual(['hello', 'hello', 'hello']);

  const images = await opened('img_2d', fixture('zebin/igc2/bmg/images.zebin').path);
  await images.getByLabel('Global size').fill('8,4');
  await images.getByLabel('Content of argument 0 (a)').selectOption('random');
  await images.getByLabel('Size of argument 0 (a)').fill('8x4');
  await images.getByLabel('Channel type of argument 0 (a)').selectOption('FLOAT');
  expect(await images.locator('.run-command').innerText()).toContain('a=image2d:8x4:FLOAT:RGBA:random');
  expect(await ran(images)).toMatch(/^completed/);
  expect(await axe(images, { within: '.run' })).toEqual([]);
});

test('a served page loads the engine when the tab is opened; a report and the page on a disk have neither', async () => {
  const child = spawn(process.execPath, [MAIN, 'view', BASIC.path, '--no-open'], {
    cwd: FIXTURES,
    env: ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(child.stdout, 'data');
  const asked: string[] = [];
  const page = await open({ url: String(line).trim(), hash: place('saxpy', 'code') });
  page.on('request', (request) => asked.push(request.url().replace(/^.*\//, '')));
  await settled(page, 1);
  await page.locator('.cm-line').first().waitFor();
  expect(await page.locator('#run').count()).toBe(0);
  expect(asked.filter((name) => name === 'run.js')).toEqual([]);
  await visit(page, place('saxpy'));
  await page.locator('.run-form').waitFor();
  expect(asked.filter((name) => name === 'run.js')).toEqual(['run.js']);
  expect(await ran(page)).toMatch(/^completed/);
  child.kill('SIGINT');
  await once(child, 'exit');

  const path = join(scratch, 'report.html');
  await zebin(['view', BASIC.path, '-o', path]);
  const report = await open({ url: pathToFileURL(path).href, hash: place('saxpy') });
  await settled(report, 1);
  expect(await report.locator('#run').count()).toBe(0);
  expect(await report.getByRole('tab', { name: 'Run' }).count()).toBe(0);
  expect(await report.getByRole('tab', { name: 'Code' }).getAttribute('aria-selected')).toBe('true');

  const built = await open({ url: pathToFileURL(PAGE).href, hash: place('saxpy') });
  await drop(built, BASIC.path);
  expect(await built.getByRole('tab', { name: 'Run' }).count()).toBe(0);
});

describe('without a browser', () => {
  test('the column has the runs of each instruction, and says how many lanes were enabled', () => {
    const row = (section: string, offset: number, runs: number, lanes: number) => ({
      ...{ section, offset, runs, lanes, width: 16 },
    });
    const current = [row('.text.k', 0, 1_200, 19_200), row('.text.k', 32, 8, 20), row('.text.other', 16, 7, 7)];
    const column = runsColumn({ section: '.text.k', offsets: Int32Array.of(0, -1, 16, 32) }, { current });
    expect([0, 1, 2, 3].map((line) => column.text(line))).toEqual(['1,200', '', '0', '8']);
    expect([0, 1, 2, 3].map((line) => column.title?.(line))).toEqual([
      'ran 1,200 times, with 16 of 16 lanes enabled on average',
      '',
      'it did not run',
      'ran 8 times, with 2.5 of 16 lanes enabled on average',
    ]);
    expect(column.widest).toBe('1,200');
  });

  test('a command line has only what was given', () => {
    const parameter: FormParameter = {
      ...{ index: 0, name: null, type: null, kind: 'buffer', size: null, access: 'readonly', used: true },
      ...{ default: 'a pointer: 4096 bytes of zero', element: null, dim: null },
    };
    const parameters = [parameter, { ...parameter, index: 1, name: 's', kind: 'sampler' as const, access: null }];
    const start = startValues(parameters);
    expect(commandLine('a b.zebin', 'k', { parameters, global: '32' }, start)).toBe("zebin run 'a b.zebin' k --global 32");
    const [buffer, sampler] = start.args;
    if (!buffer || !sampler) throw new Error('there are two arguments');
    const args = [
      { ...buffer, fill: 'values' as const, count: '8', text: '1, 2' },
      { ...sampler, normalized: true },
    ];
    expect(commandLine('a.zebin', 'k', { parameters, global: '32' }, { ...start, local: '8', args, schedule: '3' })).toBe(
      "zebin run a.zebin k --local 8 --arg '0=u8[8]:1,2' --arg 's=sampler:normalized' --schedule 3",
    );
  });
});
