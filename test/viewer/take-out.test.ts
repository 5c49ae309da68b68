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
