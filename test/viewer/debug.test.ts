/** The debugger in the tab Run: from a breakpoint at a line of the source to who wrote a byte, and back; by keyboard; faults and findings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { elementText } from '../../viewer/pages/run/debug/element-text.ts';
import { BACKWARDS, FORWARDS, wayOf } from '../../viewer/pages/run/debug/ways.ts';
import { fixture } from '../support/corpus.ts';
import { ROOT } from '../support/run.ts';
import { answered, axe, column, type Dropped, drop, servedViewer } from './browser.ts';

const open = servedViewer();
const CASES = fixture('debug/cases.json').path;
const CHECKS = join(ROOT, 'test/run/checks');

const place = (kernel: string): string => new URLSearchParams({ view: 'kernel', kernel, tab: 'run' }).toString();

/** The form of a kernel, with a case of a file. */
async function opened(kernel: string, [file, ...sources]: readonly Dropped[], cases: string, options = {}): Promise<Page> {
  const page = await open({ hash: place(kernel), height: 900, ...options });
  if (file) await drop(page, file);
  await page.locator('.run-form').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(sources.map(String));
  await page.locator('.case-file').setInputFiles(cases);
  await page.locator('.run-cases select').waitFor();
  return page;
}

/** A kernel at its first instruction. */
async function debugged(kernel: string, files: readonly Dropped[], cases = CASES, options = {}): Promise<Page> {
  const page = await opened(kernel, files, cases, options);
  await button(page, 'Debug').click();
  await said(page, /the first instruction/);
  return page;
}

const SUM = ['debug/bmg.zebin', 'debug/debug.cl'].map((name) => fixture(name).path);
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Waits until the engine has answered: until then it takes nothing else. */
const paused = (page: Page): Promise<void> => page.locator('.debug[aria-busy=false]').waitFor();

/** Waits until the first line of the debugger says something, and gives it. */
async function said(page: Page, wanted: RegExp): Promise<string> {
  const line = page.locator('.debug-said', { hasText: wanted });
  await line.waitFor();
  await paused(page);
  await answered(page);
  return line.innerText();
}

/** Presses a key, and waits until the kernel is somewhere else. */
async function pressed(page: Page, key: string): Promise<string> {
  const before = await page.locator('.debug-said').innerText();
  await page.keyboard.press(key);
  await page.waitForFunction((old) => {
    const line = document.querySelector<HTMLElement>('.debug-said')?.innerText;
    return line !== old && document.querySelector('.debug')?.getAttribute('aria-busy') === 'false';
  }, before);
  await answered(page);
  return page.locator('.debug-said').innerText();
}

/** Clicks on the margin of the line with a text. */
async function clickMargin(page: Page, pane: string, text: string): Promise<void> {
  const [line, margin] = [page.locator(`${pane} .cm-line`, { hasText: text }).first(), page.locator(`${pane} .cm-points`).first()];
  await line.scrollIntoViewIfNeeded();
  const [row, box] = [await line.boundingBox(), await margin.boundingBox()];
  if (!row || !box) throw new Error('the line is drawn');
  await page.mouse.click(box.x + box.width / 2, row.y + row.height / 2);
  await paused(page);
}

const panel = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
};
const SOURCE = '.sources .code-pane';
const momentOf = (text: string): number => Number(/moment ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
const variable = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').filter({ has: page.locator('code', { hasText: new RegExp(`^${name.replaceAll(/[[\]*]/g, '\\$&')}$`) }) });
const shownValue = async (page: Page, name: string): Promise<string> => {
  const value = variable(page, name).first().locator('.value');
  await value.waitFor();
  return value.innerText();
};

test('from a breakpoint at a line of the source to who wrote a byte, and back', async () => {
  const page = await debugged('sum_squares', SUM);
  expect(await axe(page, { within: '.page' })).toEqual([]);
  await clickMargin(page, SOURCE, 'part[lane] = sum');
  await page.locator(`${SOURCE} .cm-points .cm-gutterElement`, { hasText: /^●$/ }).first().waitFor();
  expect(await pressed(page, 'F5')).toMatch(/^Breakpoint 1 · thread 0 of group 0,0,0, sum_squares at debug\.cl:17 · moment 97$/);
  // The line and the instruction are marked, and the counts are those until now.
  expect(await page.locator(`${SOURCE} .cm-current`).innerText()).toContain('part[lane] = sum;');
  const instruction = page.getByRole('region', { name: 'Instructions' });
  expect(await page.locator('.code-pane .cm-current').last().innerText()).toMatch(/shl \(32\|M0\)\s+r26\.0/);
  const runs = await column(page, 'runs');
  expect([runs.get(0x270), runs.get(0x280)]).toEqual(['4', '0']);
  expect(await instruction.count()).toBe(0);

  // Variables of a lane; what has changed is marked.
  expect(await shownValue(page, 'sum')).toBe('6');
  await page.getByLabel('Lane').selectOption('3');
  await page.waitForFunction(() => [...document.querySelectorAll('.variable')].some((one) => one.textContent?.startsWith('sum 60')));
  await variable(page, 'sum').click();
  expect(await page.locator('.debug-lanes').innerText()).toContain('6 77 22 60 48 33 86 6');

  // Back by a line, by an instruction, and forwards again to the same moment.
  expect(await pressed(page, 'Shift+F10')).toContain('debug.cl:10 · moment 96');
  expect(await pressed(page, 'F10')).toContain('debug.cl:17 · moment 97');
  await page.keyboard.press('i');
  expect(await pressed(page, 'F11')).toContain('moment 98');
  expect(await pressed(page, 'Shift+F8')).toContain('moment 97');

  // To the barrier: the other thread comes to the breakpoint first. An element of local memory was written by this one.
  expect(await pressed(page, 'b')).toContain('Breakpoint 1 · thread 1 of group 0,0,0');
  expect(await pressed(page, 'b')).toContain('all threads of the group have reached the barrier');
  await panel(page, 'Memory');
  await page.getByLabel('Bytes of').selectOption('local memory');
  await page.getByLabel('Format').selectOption('int');
  const cell = page.locator('.run-values [role=gridcell]').nth(3);
  await page.waitForFunction(() => document.querySelectorAll('.run-values [role=gridcell]')[3]?.textContent === '60');
  await cell.click();
  expect(await cell.getAttribute('aria-selected')).toBe('true');
  const barrier = await page.locator('.debug-said').innerText();
  await button(page, 'Who wrote it').click();
  expect(await said(page, /is written here/)).toBe(
    'local memory[3] is written here, by lane 3 of thread 0 of group 0,0,0 · thread 0 of group 0,0,0, sum_squares at debug.cl:17 · moment 98',
  );
  expect(await page.locator('.code-pane .cm-current').last().innerText()).toContain('store.slm.d32.a32');
  expect(await axe(page, { within: '.page' })).toEqual([]);
  // And back to where the question was asked.
  expect(momentOf(await pressed(page, 'Backspace'))).toBe(momentOf(barrier));
  expect(await button(page, /^Back /).count()).toBe(0);

  // Forwards to the end, where the case is judged, and backwards to the breakpoint in the other group.
  await clickMargin(page, SOURCE, 'part[lane] = sum');
  await page.getByRole('tab', { name: 'Breakpoints 0' }).waitFor();
  expect(await pressed(page, 'F5')).toMatch(/^completed .* the kernel has ended after [\d,]+ instructions/);
  expect(await page.locator('.thread.ended').count()).toBe(2);
  await clickMargin(page, SOURCE, 'part[lane] = sum');
  await page.getByRole('tab', { name: 'Breakpoints 1' }).waitFor();
  expect(await pressed(page, 'Shift+F5')).toContain('thread 1 of group 1,0,0');
  await button(page, 'End').click();
  expect(await page.getByLabel(/^Case of/).inputValue()).toBe('sum');
});

test('threads, lanes and registers: selected, by type, with what has changed', async () => {
  const page = await debugged('sum_squares', SUM);
  await panel(page, 'Breakpoints');
  await page.getByLabel('Place').fill('12');
  await page.getByLabel('Condition', { exact: true }).fill('value > 2 && $thread == 1');
  await button(page, 'Add').click();
  await page.locator('.debug-points li').waitFor();
  expect(await page.getByLabel('Condition of 1').inputValue()).toBe('value > 2 && $thread == 1');
  expect(await pressed(page, 'F5')).toMatch(/^Breakpoint 1 · thread 1 of group 0,0,0/);
  expect(await page.locator('.debug-threads p').innerText()).toBe('Group 0,0,0, 1 of 2; 2 threads');
  expect(await page.locator('.thread').evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual([
    'thread 0: waits at a barrier, at debug.cl:18, 0x2e8',
    expect.stringMatching(/^thread 1: runs, at debug\.cl:12, 0x/),
  ]);

  await panel(page, 'Registers');
  const row = page.getByRole('row', { name: /^r20\.0/ }).first();
  await row.waitFor();
  expect(await row.getByRole('cell').count()).toBeGreaterThan(15);
  await page.getByLabel('Type').selectOption('f');
  await page.getByRole('row', { name: /^r20<f>/ }).waitFor();
  await page.getByLabel('Type').selectOption('');
  await page.locator('.debug-table .changed').first().waitFor();
  await page.getByLabel('Set of registers').selectOption('state');
  await page.getByRole('rowheader', { name: 'f0.0<ud>' }).waitFor();
  expect(await page.getByRole('rowheader', { name: 'acc0' }).count()).toBe(1);
  await page.getByLabel('More registers').fill('r8.0<d> nosuch');
  await page.getByLabel('More registers').press('Enter');
  await page.getByRole('row', { name: /^r8\.0<d> 32 33 34/ }).waitFor();

  await panel(page, 'Lanes');
  expect(await page.getByRole('row', { name: /^5 37,0,0/ }).innerText()).toContain('runs');
  expect(await axe(page, { within: '.page' })).toEqual([]);
  // Another thread: everything is of it.
  await page.locator('.thread').first().click();
  await page.getByRole('row', { name: /^5 5,0,0/ }).waitFor();
  expect(await page.locator('.debug-said').innerText()).toContain('thread 0 of group 0,0,0, sum_squares at debug.cl:18');
});

test('structures, arrays and pointers are a tree that opens by keyboard', async () => {
  const files = ['debug/types-bmg.zebin', 'debug/debug-types.cl'].map((name) => fixture(name).path);
  const page = await debugged('walk', files, CASES, { dark: true });
  await panel(page, 'Breakpoints');
  await page.getByLabel('Place').fill('26');
  await button(page, 'Add').click();
  await page.locator('.debug-points li').waitFor();
  await pressed(page, 'F5');
  await panel(page, 'Variables');
  await page.getByLabel('Lane').selectOption('5');
  await variable(page, 'sum').first().focus();
  expect(await shownValue(page, 'sum')).toContain('{x = 6, weight = {');
  await variable(page, 'sum').click();
  await page.keyboard.press('ArrowRight');
  await variable(page, 'weight').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await shownValue(page, '\\[1\\]'.replaceAll('\\', ''))).toBe('10');
  // An expression, and what a pointer points to.
  await page.getByLabel('Expression').fill('one->next');
  await button(page, 'Show').click();
  await variable(page, 'one->next').locator('.twist').click();
  await variable(page, 'tag').first().waitFor();
  expect(await shownValue(page, 'at')).toBe('{x = 3, weight = {1, 2, 3}}');
  // Who wrote a member.
  await variable(page, 'x').first().click();
  await button(page, 'Who wrote it').click();
  expect(await said(page, /is written here/)).toMatch(/^sum\.x is written here, by lane \d+ of thread 0 .* debug-types\.cl:22/);
  expect(await axe(page, { colours: true })).toEqual([]);
});

test('a watched element stops the run after it is written; what is refused is said', async () => {
  const page = await debugged('sum_squares', SUM);
  await panel(page, 'Memory');
  await page.getByLabel('Bytes of').selectOption('argument 1');
  await page.locator('.run-values').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await page.locator('.run-values [aria-selected=true]').waitFor();
  const text = await page.locator('.debug-panels .run-bar span.quiet', { hasText: 'element' }).innerText();
  const element = Number(/\d+/.exec(text)?.[0]);
  expect(element).toBeGreaterThan(2);
  await button(page, 'Break on write').click();
  await page.getByRole('tab', { name: 'Breakpoints 1' }).waitFor();
  expect(await pressed(page, 'F5')).toMatch(
    new RegExp(
      `^Watchpoint 1, \\(\\(int\\*\\)arg1\\)\\[${element}\\]: written by send\\.ugm .* debug\\.cl:21, lane ${element} of thread 0`,
    ),
  );
  await page.locator('.run-values[aria-busy=false]').waitFor();
  expect(await page.locator('.run-values .changed').count()).toBeGreaterThan(0);
  await panel(page, 'Breakpoints');
  await page.getByLabel('Place').fill('17');
  await page.getByLabel('Condition', { exact: true }).fill('1 +');
  await button(page, 'Add').click();
  expect(await said(page, /the end is not expected/)).toBe('1 +: the end is not expected there');
  await page.getByRole('button', { name: 'Remove 1' }).click();
  await page.getByText('None: click on the margin').waitFor();
});

test('a variable is set in the lanes that run, the kernel goes on with it, and what is refused is said', async () => {
  const page = await debugged('sum_squares', SUM);
  await clickMargin(page, SOURCE, 'part[lane] = sum');
  await pressed(page, 'F5');
  await variable(page, 'sum').click();
  const set = async (value: string): Promise<void> => {
    await page.getByLabel('New value').fill(value);
    await button(page, 'Set').click();
    await paused(page);
  };
  await set('nothing');
  await page.locator('.debug', { hasText: /nothing/ }).waitFor();
  await set('$lane + 100');
  await said(page, /^sum is set to \$lane \+ 100 in the lanes that run/);
  await page.waitForFunction(() => [...document.querySelectorAll('.variable')].some((one) => one.textContent?.startsWith('sum 100')));
  expect(await variable(page, 'sum').locator('.value.changed').count()).toBe(1);
  // The store of the line stores it.
  await pressed(page, 'F10');
  await panel(page, 'Memory');
  await page.getByLabel('Bytes of').selectOption('local memory');
  await page.getByLabel('Format').selectOption('int');
  await page.waitForFunction(() => document.querySelectorAll('.run-values [role=gridcell]')[3]?.textContent === '103');
  expect(await axe(page, { within: '.page' })).toEqual([]);
});

test('the debugger is used by keyboard alone: a breakpoint at the cursor, to the cursor, and the list of keys', async () => {
  const page = await debugged('sum_squares', SUM);
  const code = page.getByRole('textbox', { name: 'Instructions' });
  await code.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Breakpoints 1' }).waitFor();
  const there = await pressed(page, 'F7');
  expect(there).toMatch(/moment [1-9]/);
  expect(await page.evaluate(() => location.hash)).toContain('instruction=0x');
  await page.keyboard.press('?');
  const keys = await page.getByRole('dialog', { name: 'Keys' }).innerText();
  for (const gdb of BACKWARDS.map(({ title }) => title)) expect(keys).toContain(gdb);
});

test('a kernel that faults stops before the instruction, with its sentence, and goes back', async () => {
  const faults = { name: 'faults.zebin', bytes: gunzipSync(readFileSync(join(CHECKS, 'bmg.zebin.gz'))) };
  const page = await debugged('null_pointer', [faults, join(CHECKS, 'faults.cl')], join(CHECKS, 'faults.json'));
  const line = await pressed(page, 'F5');
  expect(line).toMatch(/^fault after \d+ instructions: .*0x0.* · thread 0 of group 0,0,0, null_pointer at faults\.cl:62/);
  const moment = momentOf(line);
  await page.keyboard.press('i');
  expect(momentOf(await pressed(page, 'Shift+F8'))).toBe(moment - 1);
});

test('a finding of checks leads to its instruction and lane in the debugger', async () => {
  const faults = { name: 'faults.zebin', bytes: gunzipSync(readFileSync(join(CHECKS, 'bmg.zebin.gz'))) };
  const page = await opened('by_one', [faults, join(CHECKS, 'faults.cl')], join(CHECKS, 'faults.json'));
  await page.getByLabel('Checks').check();
  expect(await page.locator('.run-command').innerText()).toContain(' --checks');
  await button(page, 'Run').click();
  await page.locator('.run-reports li').waitFor();
  expect(await page.locator('.run-reports').innerText()).toContain('out-of-bounds: write of 4 bytes at');
  expect(await axe(page, { within: '.run' })).toEqual([]);
  await button(page, 'Debug there').click();
  expect(await said(page, /out-of-bounds/)).toMatch(
    /^out-of-bounds: write of 4 bytes .* thread 1 of group 1,0,0, by_one at faults\.cl:5 · moment \d+$/,
  );
  expect(await page.getByLabel('Lane').inputValue()).toBe('31');
});

test('a wrong element leads from the result to who wrote it', async () => {
  const divide = ['divide.zebin', 'divide.json'].map((name) => join(ROOT, 'examples/divide', name)) as [string, string];
  const page = await opened('divide', [divide[0]], divide[1]);
  await button(page, 'Run').click();
  await button(page, 'Debug: who wrote it').click();
  expect(await said(page, /is written here/)).toMatch(
    /^argument 2 \(out\)\[6\] is written here, by lane 1 of thread 0 of group 0,0,0 · thread 0 .* at \.text\.divide\+0x450 · moment 85$/,
  );
  // At the end the case is judged, and the element has a frame.
  expect(await pressed(page, 'F5')).toMatch(/^different: argument 2 \(out\)\[6\]: expected 613566742/);
  expect(await page.locator('.run-values[aria-busy=false] .marked').innerText()).toBe('4294967282');
});

test('a run without an end is paused, while the page answers, and goes on', async () => {
  const faults = { name: 'faults.zebin', bytes: gunzipSync(readFileSync(join(CHECKS, 'bmg.zebin.gz'))) };
  const page = await open({ hash: place('endless'), height: 900 });
  await drop(page, faults);
  await page.locator('.run-form').waitFor();
  await page.getByLabel('Global size').fill('32');
  await button(page, 'Debug').click();
  await said(page, /the first instruction/);
  await page.keyboard.press('F5');
  await page.locator('.debug-said', { hasText: /running: [1-9][\d,]+ instructions so far/ }).waitFor();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.locator('.cm-line').first().waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  await button(page, 'Pause').click();
  expect(await said(page, /interrupted/)).toMatch(/^interrupted · thread 0 of group 0,0,0, endless at .*faults\.cl:18[78]/);
  // Ended while it runs, the form is there again.
  await page.keyboard.press('F5');
  await page.locator('.debug-said', { hasText: /running/ }).waitFor();
  await button(page, 'End').click();
  await page.locator('.run-form').waitFor();
  await button(page, 'Debug').click();
  await said(page, /the first instruction/);
});

test('at 360 pixels the page scrolls, and nothing is wider than it', async () => {
  const page = await debugged('sum_squares', SUM, CASES, { width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await button(page, /^Step over/).click();
  await said(page, /debug\.cl:7/);
  for (const name of ['Registers', 'Lanes', 'Memory', 'Breakpoints']) {
    await panel(page, name);
    await answered(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
  }
  expect(await page.locator(SOURCE).evaluate((pane) => pane.getBoundingClientRect().height)).toBeGreaterThan(150);
  expect(await axe(page, { within: '.page' })).toEqual([]);
});

describe('without a browser', () => {
  test('keys are those that debuggers have', () => {
    const way = (key: string, isShift = false) => wayOf(key, isShift)?.motion;
    expect([way('F5'), way('F10'), way('F11'), way('F11', true), way('b')]).toEqual(['continue', 'over', 'into', 'out', 'barrier']);
    expect([way('F5', true), way('F10', true), way('F8', true), way('F7', true), way('B', true)]).toEqual(
      BACKWARDS.map(({ motion }) => motion),
    );
    expect([way('F7'), way('F8'), way('b', true), way('x')]).toEqual([undefined, undefined, undefined, undefined]);
    const all = [...FORWARDS, ...BACKWARDS].map(({ key, isShift }) => `${key} ${isShift}`);
    expect(new Set(all).size).toBe(all.length);
  });

  test('elements of memory are expressions of the session', () => {
    expect(elementText({ pointer: 'arg1', space: '' }, 'int', 6)).toBe('((int*)arg1)[6]');
    expect(elementText({ pointer: 'local', space: 'local ' }, 'x8', 3)).toBe('((local uchar*)local)[3]');
  });
});
