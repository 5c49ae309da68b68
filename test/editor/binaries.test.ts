/** Binaries in the editor of the extension, and its commands, in VS Code in a browser. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXTENSION, TRIED_AGAIN, workbench } from './workbench.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
/** Of the menu of a binary. */
const COMMANDS = ['Open at Kernel', 'Disassemble to Text', 'Validate into Problems', 'Compare Two Files', 'Run Kernel', 'Debug Kernel'];
const BINARY = read('test/fixtures/debug/bmg.zebin');

describe(`binaries in the editor of ${EXTENSION}`, TRIED_AGAIN, () => {
  const vscode = workbench({
    'a.zebin': BINARY,
    'b.zebin': read('test/fixtures/debug/calls-bmg.zebin'),
    'damaged.zebin': BINARY.subarray(0, 9_000),
    'debug.cl': read('test/fixtures/debug/debug.cl'),
    'saxpy.ar': read('examples/kernel-tests/saxpy.ar'),
    'saxpy.json': read('examples/kernel-tests/saxpy.json'),
    'wrong.json': read('examples/kernel-tests/saxpy.json').toString().replace('"const": 1', '"const": 2'),
  });

  test('a zebin opens in the page of `zebin view`, in the theme of the editor', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.binary.getByText('a zebin (Intel GPU program binary)').waitFor();
    const theme = () => driver.binary.locator('html').getAttribute('data-theme');
    await expect.poll(theme).toBe('light');
    await driver.run('Preferences: Toggle between Light/Dark Themes');
    await expect.poll(theme).toBe('dark');
    await driver.run('Preferences: Toggle between Light/Dark Themes');
    await expect.poll(theme).toBe('light');
  });

  test('links of the page lead to its places', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.binary.getByRole('link', { name: 'sum_squares' }).click();
    await driver.binary.getByRole('tab', { name: 'Code' }).waitFor();
    await driver.binary.locator('.cm-line', { hasText: 'macl' }).first().waitFor();
  });

  test('a file that another program writes again is shown as it is now', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.binary.getByText('15,024 bytes').first().waitFor();
    await driver.page.evaluate(() => fetch('/change?from=b.zebin&to=a.zebin'));
    await driver.binary.getByText('15,024 bytes').first().waitFor({ state: 'detached' });
    await driver.page.evaluate(() => fetch('/change?from=a.zebin&to=a.zebin'));
    await driver.binary.getByText('15,024 bytes').first().waitFor();
  });

  test('a kernel is opened by its name', async () => {
    const driver = vscode();
    await driver.open('b.zebin');
    await driver.run('zebin: Open at Kernel');
    await driver.binary.getByRole('tab', { name: 'Code' }).waitFor();
    await driver.binary.locator('.cm-line', { hasText: 'symbol quarter' }).waitFor();
    expect(await driver.page.locator('.tab').count()).toBe(1);
  });

  test('code becomes text in a language of the extension, for its device', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.run('zebin: Disassemble to Text');
    await driver.page.locator('.statusbar-item', { hasText: 'EU assembly' }).first().waitFor();
    await expect.poll(() => driver.drawn()).toContain('//.platform XE2');
    await driver.page.locator('.tab.active', { hasText: 'sum_squares.asm' }).waitFor();
    expect(await driver.page.locator('.squiggly-error').count()).toBe(0);
  });

  test('findings of a binary are in the list of problems, with their codes', async () => {
    const driver = vscode();
    await driver.open('damaged.zebin');
    // It shows the list itself, which takes the focus: a list of commands that were open by then would be closed.
    await driver.run('zebin: Validate into Problems');
    const rows = driver.page.locator('.markers-panel .monaco-list-row', { hasText: 'elf/' });
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain('zebin');
    await driver.page.evaluate(() => fetch('/change?from=a.zebin&to=damaged.zebin'));
    await rows.first().waitFor({ state: 'detached' });
    await driver.page.evaluate(() => fetch('/change?from=damaged.zebin&to=damaged.zebin'));
    await rows.first().waitFor();
    await driver.run('View: Hide Panel');
  });

  test('two files are compared in the page', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    // A page that is not there yet would take the focus from the menu, and so close it.
    await driver.binary.getByText('a zebin (Intel GPU program binary)').waitFor();
    await driver.file('b.zebin').click({ modifiers: ['Control'] });
    await driver.file('b.zebin').click({ button: 'right' });
    // A menu takes no click in the first moment, so that the one that opened it chooses nothing.
    await driver.page.locator('.monaco-menu .action-label', { hasText: 'Compare Two Files' }).hover();
    await driver.page.keyboard.press('Enter');
    await driver.page.locator('.tab.active', { hasText: 'a.zebin ↔ b.zebin' }).waitFor();
    await driver.binary.getByRole('link', { name: 'Compare', exact: true }).and(driver.binary.locator('[aria-current="page"]')).waitFor();
    await driver.binary.getByText('The two have no kernel in common').waitFor();
    // As it was when the window is loaded again, with both files and at its place.
    await driver.binary.getByRole('link', { name: 'Bytes', exact: true }).click();
    await driver.binary.getByRole('link', { name: 'Bytes', exact: true }).and(driver.binary.locator('[aria-current="page"]')).waitFor();
    await driver.reload();
    await driver.page.locator('.tab.active', { hasText: 'a.zebin ↔ b.zebin' }).waitFor();
    await driver.binary.getByRole('link', { name: 'Bytes', exact: true }).and(driver.binary.locator('[aria-current="page"]')).waitFor();
    await driver.binary.getByRole('link', { name: 'Compare', exact: true }).click();
    await driver.binary.getByText('The two have no kernel in common').waitFor();
  });

  test('menus of files and of the page have the commands for them', async () => {
    const driver = vscode();
    const entries = async () => {
      await driver.page.locator('.monaco-menu .action-label').first().waitFor();
      const all = await driver.page.locator('.monaco-menu .action-item .action-label').allTextContents();
      await driver.page.keyboard.press('Escape');
      return all.filter((one) => COMMANDS.includes(one));
    };
    await driver.open('a.zebin');
    await driver.binary.getByRole('link', { name: 'sum_squares' }).waitFor();
    await driver.file('a.zebin').click({ button: 'right' });
    expect(await entries()).toEqual(COMMANDS);
    await driver.page.locator('.editor-actions .codicon-toolbar-more').click();
    expect(await entries()).toEqual(['Disassemble to Text']);
    await driver.binary.getByRole('link', { name: 'sum_squares' }).click({ button: 'right' });
    expect(await entries()).toEqual(['Disassemble to Text', 'Debug Kernel']);
    // A file of cases is known as one when it is read.
    await driver.openText('saxpy.json');
    await expect
      .poll(async () => {
        await driver.file('saxpy.json').click({ button: 'right' });
        return entries();
      })
      .toEqual(['Run Kernel', 'Debug Kernel']);
  });

  test('a kernel is run in the page, with what its form says', async () => {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.run('zebin: Run Kernel');
    await driver.binary.getByRole('tab', { name: 'Run', selected: true }).waitFor();
    await driver.binary.getByRole('button', { name: 'Run', exact: true }).click();
    await driver.binary
      .getByText(/instructions\)/)
      .first()
      .waitFor();
  });

  test('a kernel is debugged by the lines of its source: forwards, back, and with the values of its variables', async () => {
    const driver = vscode();
    const stack = driver.page.locator('.debug-call-stack .monaco-list-row');
    await driver.open('a.zebin');
    await driver.run('zebin: Debug Kernel');
    await stack.filter({ hasText: 'sum_squares' }).first().waitFor();
    await driver.page.locator('.tab.active', { hasText: 'debug.cl' }).waitFor();
    await driver.at(6, 1);
    const button = (name: string) => driver.page.locator(`.debug-toolbar .codicon-debug-${name}`);
    await button('step-over').click();
    await driver.at(7, 1);
    await driver.page.locator('.debug-variables .monaco-list-row', { hasText: 'count:' }).filter({ hasText: '0' }).first().waitFor();
    await button('step-back').click();
    await driver.at(6, 1);
    await button('stop').click();
    await stack.first().waitFor({ state: 'detached' });
  });

  test('cases of `zebin test` are in the view of tests, and are run with the binaries beside them', async () => {
    const driver = vscode();
    await driver.run('Testing: Focus on Test Explorer View');
    const item = (name: string) => driver.page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
    await item('saxpy.json').waitFor();
    await item('wrong.json').waitFor();
    await driver.run('Test: Run All Tests');
    await driver.page
      .locator('.test-explorer .monaco-list-row', { hasText: 'wrong.json' })
      .locator('.codicon-testing-failed-icon, .codicon-testing-error-icon')
      .waitFor();
    await driver.page
      .locator('.test-explorer .monaco-list-row', { hasText: 'saxpy.json' })
      .locator('.codicon-testing-passed-icon')
      .waitFor();
  });
});
