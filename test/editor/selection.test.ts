/** The place in the page of a binary, and the cursor in the text of its code, in VS Code in a browser. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { disasmStream, inspect } from '../../src/internal.ts';
import { type Driver, EXTENSION, TRIED_AGAIN, workbench } from './workbench.ts';

const BINARY = readFileSync(new URL('../fixtures/debug/bmg.zebin', import.meta.url));
/** Of the text: a comment and the platform come before the code. */
const LINES = [...disasmStream(inspect(BINARY).value).code].flatMap(({ lines }) => [undefined, undefined, ...lines]);
const lineOf = (text: string): number => LINES.findIndex((line) => line?.text.includes(text)) + 1;
const addressOf = (line: number): string => `0x${LINES[line - 1]?.offset.toString(16)} in the code`;

const MACL = lineOf('macl ');

describe(`places and cursors in ${EXTENSION}`, TRIED_AGAIN, () => {
  const vscode = workbench({ 'a.zebin': BINARY, 'notes.txt': 'Notes.\n' });
  const chosen = (driver: Driver, line: number) =>
    driver.binary.getByRole('region', { name: 'Chosen instruction' }).getByText(addressOf(line)).waitFor();

  // At the beginning of the line: its middle may be scrolled under the columns where fonts are wide.
  const choose = (driver: Driver) =>
    driver.binary
      .locator('.cm-line', { hasText: 'macl' })
      .first()
      .click({ position: { x: 60, y: 6 } });

  async function opened(): Promise<Driver> {
    const driver = vscode();
    await driver.open('a.zebin');
    await driver.run('zebin: Open at Kernel');
    await choose(driver);
    await chosen(driver, MACL);
    return driver;
  }

  test('the place is kept while another file is in view', async () => {
    const driver = await opened();
    await driver.file('notes.txt').dblclick();
    await driver.lines.first().waitFor();
    await driver.page.locator('.tab', { hasText: 'a.zebin' }).click();
    await chosen(driver, MACL);
  });

  test('the place is kept when the window is loaded again', async () => {
    const driver = await opened();
    await driver.reload();
    await driver.page.locator('.tab.active[data-resource-name="a.zebin"]').waitFor();
    await chosen(driver, MACL);
  });

  test('the chosen instruction is opened in the text of the code, and each follows the other', async () => {
    const driver = await opened();
    await driver.run('zebin: Disassemble to Text');
    await driver.at(MACL, 1);
    expect((await driver.drawn()).find((line) => line.includes('macl'))).toBeDefined();
    // The keyboard is in the text a moment after its cursor is shown.
    await driver.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    // From the cursor to the page.
    await driver.page.keyboard.press('ArrowDown');
    await chosen(driver, MACL + 1);
    // From the page to the cursor.
    await choose(driver);
    await chosen(driver, MACL);
    // Which group was active follows the click in the page a moment later: the next one may be that of the page.
    const isInText = () => driver.page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA');
    do await driver.run('View: Focus Next Editor Group');
    while (!(await isInText()));
    await driver.at(MACL, 1);
    await driver.run('View: Close All Editors');
  });
});
