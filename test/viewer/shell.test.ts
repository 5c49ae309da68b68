/** What holds for every page: contrast and roles, keys, themes, links that survive a reload, paper. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { answered, axe, drop, settled, viewer, visit } from './browser.ts';

const open = viewer();

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path;
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar').path;
const COST = fixture('zebin/igc2/bmg/loops-cost.zebin').path;

/** Every page, with a file in which it has much to show; and the part of it that others do not have. */
const PLACES: readonly (readonly [place: string, within: string])[] = [
  ['view=overview&file=spill-two-scratch.zebin', 'html'],
  ['view=overview&file=basic-dg2-bmg.ar&tab=images', '.tabs'],
  ['view=overview&file=basic-dg2-bmg.ar&tab=contents', '.tabs'],
  ['view=overview&file=basic-dg2-bmg.ar&tab=size', '.tabs'],
  ['view=overview&file=basic-dg2-bmg.ar&tab=findings', '.tabs'],
  ['view=overview&file=basic-dg2-bmg.ar&tab=coverage', '.tabs'],
  ['view=overview&file=basic-dg2-bmg.ar&at=%2164.bmg', 'main'],
  ['view=kernel&file=loops-cost.zebin&tab=payload', 'html'],
  ['view=kernel&file=loops-cost.zebin&tab=cost', 'main'],
  ['view=kernel&file=loops-cost.zebin&tab=code', 'main'],
  ['view=bytes&file=spill-two-scratch.zebin', 'html'],
  ['view=compare', 'html'],
  ['view=kernel&file=spill-two-scratch.zebin&kernel=spilling&tab=code&instruction=0x40', 'html'],
];

test.each([
  ['light', false],
  ['dark', true],
])('axe finds nothing on any page, %s', async (_, dark) => {
  const page = await open({ dark });
  const wrong = new Set((await axe(page, { colours: dark })).map((violation) => `empty: ${violation}`));
  await drop(page, SPILLS, ARCHIVE, COST);
  for (const [place, within] of PLACES) {
    await visit(page, place);
    for (const violation of await axe(page, { colours: dark, within })) wrong.add(`${place}: ${violation}`);
  }
  for (const key of ['?', '/']) {
    await page.keyboard.press(key);
    for (const violation of await axe(page, { colours: dark, within: 'dialog[open]' })) wrong.add(`${key}: ${violation}`);
    await page.keyboard.press('Escape');
  }
  expect([...wrong]).toEqual([]);
});

test('with the keyboard alone: from the file to a kernel, and back', async () => {
  const page = await open();
  await drop(page, SPILLS);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  // Into the table: the filter, what takes the rows out, then the first heading.
  await page.getByRole('searchbox', { name: 'Filter kernels' }).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('kernel');
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tooltip').getByText('execution_env/grf_count').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('tooltip').count()).toBe(0);
  // Sorted by registers, most first.
  await page.keyboard.press('Enter');
  expect(await page.getByRole('columnheader', { name: 'GRF' }).getAttribute('aria-sort')).toBe('descending');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('256');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('view=kernel'));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('view=overview'));
  // Tabs, tiles, the tree.
  await page.getByRole('tab', { name: /^Kernels/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Contents');
  await answered(page);
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain('NULL');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toContain('the file');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1);
  await page.locator('.treemap button[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.treemap-head h2')?.textContent === 'Size by section');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelector('.treemap-head h2')?.textContent === 'Size by kernel');
});

test('a kernel is found by a part of its name', async () => {
  const page = await open();
  await drop(page, SPILLS);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Part of' }).fill('PILLING_p');
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('kernel=spilling_private'));
});

test('every key of the list works, and `?` shows them', async () => {
  const page = await open();
  await page.keyboard.press('?');
  expect(await page.locator('dialog[open] dt').count()).toBeGreaterThan(8);
  await page.keyboard.press('Escape');
  await drop(page, SPILLS, ARCHIVE);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  const shown = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('file'));
  const before = await shown();
  await page.keyboard.press(']');
  expect(await shown()).not.toBe(before);
  await page.keyboard.press('3');
  expect(await page.evaluate(() => location.hash)).toContain('view=bytes');
});

test('the theme that is chosen is in the address, and stays', async () => {
  const page = await open({ dark: true });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.keyboard.press('t');
  expect(await ground()).not.toBe(dark);
  await page.reload();
  await page.waitForSelector('main');
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, dark);
});

test('a link to a tab, a kernel, a span survives a reload of the page with the same file', async () => {
  const page = await open();
  for (const place of [
    'view=overview&file=basic-dg2-bmg.ar&tab=contents',
    'view=kernel&file=basic-dg2-bmg.ar&at=%2164.bmg&kernel=saxpy',
    'view=bytes&file=basic-dg2-bmg.ar&span=8-24',
  ]) {
    await visit(page, place);
    await page.reload();
    await page.waitForSelector('main');
    await drop(page, ARCHIVE);
    expect(await page.evaluate(() => location.hash)).toBe(`#${place}`);
    const text = await page.locator('main').innerText();
    if (place.includes('tab=contents')) expect(await page.getByRole('treeitem').count()).toBeGreaterThan(2);
    if (place.includes('kernel=saxpy')) expect(text).toContain('saxpy');
  }
});

test('a link to a file that is not open says which, and what is shown instead', async () => {
  const page = await open({ hash: 'view=overview&file=other.zebin' });
  const notice = page.locator('.notice');
  expect(await notice.innerText()).toContain('other.zebin, which is not open');
  await drop(page, ARCHIVE);
  expect(await notice.innerText()).toContain('basic-dg2-bmg.ar is shown');
});

test('what is pasted is opened, and what is closed is gone', async () => {
  const page = await open();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '[SYCL/misc properties]\noptLevel=1|2\n');
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
  });
  await page.getByRole('grid', { name: 'Properties' }).waitFor();
  expect(await page.locator('main').innerText()).toContain('optLevel');
  await page.getByRole('button', { name: 'Close pasted text' }).click();
  await answered(page);
  expect(await page.locator('h1').innerText()).toContain('Drop');
});

test('on paper there is the page in full, and nothing to press', async () => {
  const page = await open({ dark: true });
  await drop(page, SPILLS);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('nav').isVisible()).toBe(false);
  expect(await page.getByRole('grid', { name: 'Kernels' }).isVisible()).toBe(true);
  const heights = await page.evaluate(() => [document.documentElement.scrollHeight, document.querySelector('main')?.scrollHeight ?? 0]);
  expect(heights[0]).toBeGreaterThanOrEqual(heights[1] ?? 0);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test('rows in the document stay few, however long a list is', async () => {
  const page = await open();
  const lines = Array.from({ length: 5_000 }, (_, i) => `key${i}=1|${i}`);
  await drop(page, { name: 'many.prop', bytes: Buffer.from(`[SYCL/misc properties]\n${lines.join('\n')}\n`) });
  const grid = page.getByRole('grid', { name: 'Properties' });
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '5001');
  const rows = () => grid.locator('.body [role=row]').count();
  expect(await rows()).toBeLessThan(50);
  await page.locator('main').evaluate((element) => element.scrollTo(0, 70_000));
  await page.waitForFunction(() => [...document.querySelectorAll('[role=gridcell]')].some((cell) => cell.textContent === 'key2502'));
  expect(await rows()).toBeLessThan(50);
  await page.getByRole('searchbox', { name: 'Filter properties' }).fill('key49');
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '112');
});

test('opens the files with device code of a dropped folder', async () => {
  const page = await open();
  const target = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(FIXTURES, 'fat')], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await target.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  const archives = readdirSync(join(FIXTURES, 'fat')).filter((name) => name.endsWith('.ar'));
  await page.waitForFunction(() => document.querySelector('.notice')?.textContent !== '');
  await settled(page, archives.length);
  const names = await page.locator('[data-file]').evaluateAll((all) => all.map((one) => one.textContent?.replace(/×$/, '')));
  expect(names.sort()).toEqual(archives.map((name) => `fat/${name}`).sort());
  expect(await page.locator('.notice').innerText()).toContain(`${archives.length} of `);
  expect(await page.locator('.over').count()).toBe(0);
});
