/** Kernels step by step in the editor, begun from binaries and from cases, in VS Code in a browser. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { basename } from '../../editors/vscode/src/debug/node.ts';
import { type Driver, EXTENSION, TRIED_AGAIN, workbench } from './workbench.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const FAST = 'the last work-items have no element';

const row = (driver: Driver, list: string, text: string | RegExp) =>
  driver.page.locator(`.debug-${list} .monaco-list-row`).filter({ hasText: text }).first();
const press = (driver: Driver, name: string) => driver.page.locator(`.debug-toolbar .codicon-debug-${name}`).click();

async function ended(driver: Driver): Promise<void> {
  await press(driver, 'stop');
  await driver.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
}

describe(`kernels that are debugged in ${EXTENSION}`, TRIED_AGAIN, () => {
  const vscode = workbench({
    'bmg.zebin': read('test/fixtures/debug/bmg.zebin'),
    'calls.zebin': read('test/fixtures/debug/calls-bmg.zebin'),
    'debug.cl': read('test/fixtures/debug/debug.cl'),
    'cases.json': read('test/fixtures/debug/cases.json'),
    'saxpy.ar': read('examples/kernel-tests/saxpy.ar'),
    'saxpy.json': read('examples/kernel-tests/saxpy.json'),
  });

  // Of a test that did not end.
  beforeEach(async () => {
    const stop = vscode()?.page.locator('.debug-toolbar .codicon-debug-stop');
    if (await stop?.isVisible()) await stop.click();
  });

  test('a case of a file: with the sizes and arguments of the case', async () => {
    const driver = vscode();
    await driver.open('cases.json');
    await driver.run('zebin: Debug Kernel');
    await driver.choose('sum_squares');
    await driver.at(6, 1);
    await press(driver, 'step-over');
    await driver.at(7, 1);
    await row(driver, 'variables', /count:.*\{4, 4/).waitFor();
    await ended(driver);
  });

  test('breakpoints in the gutter of the source', async () => {
    const driver = vscode();
    await driver.openText('debug.cl');
    await driver.gutter(17);
    await driver.gutter(11);
    await driver.page.locator('.cgmr.codicon-debug-breakpoint').nth(1).waitFor();
    await driver.file('cases.json').dblclick();
    await driver.page.locator('.tab.active[data-resource-name="cases.json"]').waitFor();
    await driver.run('zebin: Debug Kernel');
    await driver.choose('sum_squares');
    await driver.at(6, 1);
    await driver.page.locator('.cgmr.codicon-debug-breakpoint').nth(1).waitFor();
    await press(driver, 'continue');
    await driver.at(11);
    await row(driver, 'call-stack', 'debug.cl').waitFor();
    await driver.gutter(11);
    await press(driver, 'continue');
    await driver.at(17);
    await press(driver, 'restart');
    await driver.at(6, 1);
    await ended(driver);
    await driver.run('Remove All Breakpoints');
  });

  test('without a source, the text of the code: where the kernel is, and breakpoints in its gutter', async () => {
    const driver = vscode();
    await driver.open('saxpy.json');
    await driver.run('zebin: Debug Kernel');
    await driver.choose(FAST);
    await driver.choose('!64.bmg');
    await driver.page.locator('.tab.active', { hasText: 'saxpy.asm' }).waitFor();
    const first = await driver.lineOfCursor();
    expect((await driver.drawn())[first - 1]).toContain('mov (16|M0)');
    await press(driver, 'step-over');
    await driver.at(first + 1, 1);
    await driver.gutter(first + 5);
    await driver.page.locator('.cgmr.codicon-debug-breakpoint').waitFor();
    await press(driver, 'continue');
    await driver.at(first + 5, 1);
    await press(driver, 'step-back');
    await driver.at(first + 4, 1);
    await ended(driver);
    await driver.run('Remove All Breakpoints');
  });

  test('breakpoints in the view of the instructions', async () => {
    const driver = vscode();
    await driver.open('calls.zebin');
    await driver.run('zebin: Debug Kernel');
    await driver.page.locator('.tab.active', { hasText: 'quarter.asm' }).waitFor();
    await driver.page.locator('.debug-toolbar').waitFor();
    await driver.run('Open Disassembly View');
    const third = driver.page.locator('.monaco-list-row', { hasText: '0x1020' }).first();
    await third.waitFor();
    const { x, y, height } = (await third.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await driver.page.mouse.click(x + 8, y + height / 2);
    await third.locator('.codicon-debug-breakpoint').waitFor();
    await press(driver, 'continue');
    await row(driver, 'call-stack', 'quarter.asm').filter({ hasText: '6:1' }).waitFor();
    await ended(driver);
    await driver.run('Remove All Breakpoints');
  });

  test('a case of the view of tests is debugged', async () => {
    const driver = vscode();
    // Where the view of the instructions is active, the editor stays in it.
    await driver.run('View: Close All Editors');
    await driver.cases('cases.json');
    await driver.case('sum_squares').hover();
    await driver.case('sum_squares').locator('.codicon-testing-debug-icon').click();
    await driver.at(6, 1);
    await ended(driver);
  });

  test('what cannot be debugged is said', async () => {
    const driver = vscode();
    await driver.open('debug.cl');
    await driver.run('zebin: Debug Kernel');
    await driver.page.locator('.notification-list-item', { hasText: 'debug.cl: ' }).first().waitFor();
    await driver.run('Notifications: Clear All Notifications');
  });
});

test('names in addresses of the editor are read as they are written in debug information', () => {
  expect(['files:/folder/my%20kernel.cl', '/folder/100%25.cl', 'C:\\folder\\a.cl', 'files:/folder/100%.cl'].map(basename)).toEqual([
    'my kernel.cl',
    '100%25.cl',
    'a.cl',
    '100%.cl',
  ]);
});
