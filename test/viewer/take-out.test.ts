/** What leaves the page: rows for a spreadsheet, CSV, code, and all rows on paper. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { disasmDocument, infoDocument, inspect, isZebinInfo } from '../../src/internal.ts';
import type { TableColumn } from '../../viewer/parts/table-column.ts';
import { rowsAsCsv, rowsAsText } from '../../viewer/parts/take-out.ts';
import { fixture } from '../support/corpus.ts';
import { answered, drop, viewer } from './browser.ts';

const open = viewer();

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'name', title: 'name', value: ({ name }) => name },
  { key: 'size', title: 'size', unit: 'bytes', value: ({ size }) => size },
];

test('rows have their headings and plain numbers, and what a spreadsheet would run is text', () => {
  const rows = [
    { name: 'a\tb', size: 12_345 },
    { name: '=HYPERLINK("x")', size: -3 },
    { name: 'c, "d"', size: null },
  ];
  expect(rowsAsText(COLUMNS, rows)).toBe('name\tsize (bytes)\na b\t12345\n=HYPERLINK("x")\t-3\nc, "d"\t');
  expect(rowsAsCsv(COLUMNS, rows)).toBe(`name,size (bytes)\r\na\tb,12345\r\n"'=HYPERLINK(""x"")",-3\r\n"c, ""d""",\r\n`);
});

/** What a press on a button saves. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('the rows that are shown are copied and saved, in their order', async () => {
  const page = await open({ hash: 'view=overview&sort=-spill_size&filter=spilling' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await drop(page, SPILLS.path);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await answered(page);
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n').map((line) => line.split('\t'));
  const [image] = infoDocument(inspect(SPILLS.bytes()).value).images;
  const kernels = image && isZebinInfo(image) ? image.kernels.filter(({ name }) => name.includes('spilling')) : [];
  expect(copied.slice(1).map(([name]) => name)).toEqual(['spilling_private', 'spilling']);
  const at = copied[0]?.findIndex((title) => title.startsWith('spill bytes')) ?? -1;
  expect(copied.slice(1).map((cells) => cells[at])).toEqual(kernels.map(({ spill_size }) => String(spill_size)).reverse());
  expect(await page.locator('.notice').innerText()).toBe('2 rows copied');
  const csv = await saved(page, 'Save as CSV');
  expect(csv.name).toBe('kernels.csv');
  expect(csv.text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['kernel', 'spilling_private', 'spilling', '']);
});

test('code is saved as its text', async () => {
  const page = await open({ hash: 'view=kernel&kernel=spilling_private&tab=code' });
  await drop(page, SPILLS.path);
  await page.locator('.cm-line').first().waitFor();
  const { name, text } = await saved(page, 'Save');
  expect(name).toBe('spilling_private.asm');
  const [listing] = disasmDocument(inspect(SPILLS.bytes()).value, { pattern: 'spilling_private' }).code;
  const lines = text.split('\n').filter((line) => !line.startsWith('//'));
  expect(lines).toEqual((listing?.lines ?? []).flatMap(({ kind, text: own }) => (kind === 'padding' ? [] : [own])));
});

test.each([
  ['view=overview', 'size by kernel', '.treemap button', 'spilling'],
  ['view=kernel&kernel=spilling_private&tab=payload', 'payload', '.picture [role=gridcell]', 'local_id'],
])('the picture of %s is saved with its legend, as lines and as points', async (hash, name, parts, label) => {
  const page = await open({ hash });
  await drop(page, SPILLS.path);
  const svg = await saved(page, `Save as SVG: ${name}`);
  expect(svg.name).toBe(`${name}.svg`);
  // A part has its title and its colour; the text of a document can be drawn by anyone.
  const boxes = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    return [...drawing.querySelectorAll('rect:has(> title)')].map((box) => [
      box.textContent,
      box.getAttribute('fill'),
      box.getAttribute('x'),
    ]);
  }, svg.text);
  const drawn = await page.locator(parts).evaluateAll((all) => {
    const left = all[0]?.closest('.treemap, .picture')?.getBoundingClientRect().left ?? 0;
    return all
      .filter((one) => (one as HTMLElement).title !== '')
      .map((one) => [(one as HTMLElement).title, getComputedStyle(one).backgroundColor, String(one.getBoundingClientRect().left - left)]);
  });
  expect(drawn.length).toBeGreaterThan(2);
  expect(boxes).toEqual(expect.arrayContaining(drawn));
  expect(svg.text).toContain(label);
  for (const kind of await page.locator('[aria-label="Colours of the picture"] li').allInnerTexts())
    expect(svg.text).toContain(`>${kind}<`);
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Save as PNG: ${name}` }).click()]);
  const bytes = readFileSync(await png.path());
  const [width = 0, height = 0] = [/width="(\d+)"/, /height="(\d+)"/].map((size) => Number(size.exec(svg.text)?.[1]));
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', width * 2, height * 2]);
});

test('paper has all lines of a tree, and says which bytes it has', async () => {
  const page = await open({ hash: 'view=bytes' });
  await drop(page, SPILLS.path);
  const tree = page.getByRole('tree', { name: 'fields' });
  await tree.locator('[role=treeitem]').first().waitFor();
  expect(await page.locator('.on-paper').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await answered(page);
  const [inTree, all, drawn] = await tree.evaluate((element) => [
    element.clientHeight >= element.scrollHeight,
    Number(element.querySelector('[role=treeitem]')?.getAttribute('aria-setsize')),
    element.querySelectorAll('[role=treeitem]').length,
  ]);
  expect([inTree, drawn]).toEqual([true, all]);
  const size = String(SPILLS.bytes().length).replace(/\B(?=(\d{3})+$)/g, ',');
  const said = await page.locator('.on-paper').innerText();
  const [, last = ''] = /^Only the bytes that were in view are on paper: 0x0 to 0x([0-9a-f]+) of /.exec(said) ?? [];
  expect(said.endsWith(` of ${size} bytes.`)).toBe(true);
  // How many that is depends on the fonts of the machine: whole rows, of which the last that is drawn may be cut.
  const [perRow = 0, rows = 0] = await page
    .locator('.hex')
    .evaluate((hex) => [Number(hex.getAttribute('aria-colcount')) - 1, hex.querySelectorAll('[role=row]').length]);
  const whole = (Number.parseInt(last, 16) + 1) / perRow;
  expect([whole, whole <= rows, whole >= rows - 2]).toEqual([Math.floor(whole), true, true]);
});

test('paper has all rows, or says which it has not', async () => {
  const page = await open();
  const lines = (n: number) => Buffer.from(`[SYCL/misc properties]\n${Array.from({ length: n }, (_, i) => `key${i}=1|${i}`).join('\n')}\n`);
  await drop(page, { name: 'many.prop', bytes: lines(2_100) });
  const rows = () => page.locator('.body [role=row]').count();
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '2101');
  expect(await rows()).toBeLessThan(100);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows()).toBe(2_000);
  expect(await page.locator('.unprinted').innerText()).toContain('The first 2,000 rows of 2,100 rows');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await answered(page);
  expect(await rows()).toBeLessThan(100);
});
