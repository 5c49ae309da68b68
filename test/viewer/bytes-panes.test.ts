/** What is next to the bytes: search, text, findings; and that what is in the document stays bounded and is text. */
import { describe, expect, test } from 'vitest';
import { type DumpDocument, type ValidateDocument, writeAr } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { answered, axe, type Dropped, drop, grid, viewer, visit } from './browser.ts';
import { json } from './command.ts';

const open = viewer();

const hash = (more: { [key: string]: string }) => String(new URLSearchParams({ view: 'bytes', ...more }));

test('finds text and bytes, in both directions and around the end, and goes to an offset', async () => {
  const data = Buffer.from(fixture('zebin/igc2/bmg/basic.zebin').bytes());
  const page = await open();
  await drop(page, fixture('zebin/igc2/bmg/basic.zebin').path);
  await visit(page, hash({}));
  const span = async () => {
    await answered(page);
    return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('span');
  };
  const all: number[] = [];
  for (let at = data.indexOf('saxpy'); at >= 0; at = data.indexOf('saxpy', at + 1)) all.push(at);
  expect(all.length).toBeGreaterThan(3);
  await page.keyboard.press('Tab');
  await page.locator('.hex').focus();
  await page.keyboard.press('f');
  await page.keyboard.type('saxpy');
  for (const at of [...all, all[0]]) {
    await page.keyboard.press('Enter');
    expect(await span()).toBe(`${at}-${(at ?? 0) + 5}`);
  }
  await page.getByRole('button', { name: 'find previous' }).click();
  expect(await span()).toBe(`${all.at(-1)}-${(all.at(-1) ?? 0) + 5}`);
  expect(await page.locator('.said').innerText()).toContain('around the end');
  await page.getByLabel('what is sought').selectOption('hex');
  await page.getByRole('textbox', { name: 'find' }).fill('7f 454C46');
  await page.keyboard.press('Enter');
  expect(await span()).toBe('0-4');
  await page.getByRole('textbox', { name: 'find' }).fill('7f4');
  await page.keyboard.press('Enter');
  expect(await page.locator('.said').innerText()).toContain('pairs of hex digits');
  await page.getByRole('textbox', { name: 'go to' }).fill('0x1000');
  await page.keyboard.press('Enter');
  expect(await span()).toBe('4096-4097');
  await page.getByRole('textbox', { name: 'go to' }).fill('27376');
  await page.keyboard.press('Enter');
  expect(await page.locator('.said').innerText()).toContain('0x6aef');
});

test('lines of ze_info lead to their bytes, and bytes to their line', async () => {
  const name = 'zebin/igc2/bmg/basic.zebin';
  const lines = (await json<DumpDocument>('dump', name)).spans.filter(({ path }) => path.startsWith('.ze_info/'));
  const text = Buffer.from(fixture(name).bytes()).toString('latin1');
  const page = await open();
  await drop(page, fixture(name).path);
  const chosen = () => page.locator('.cm-line.cm-marked').allInnerTexts();
  for (const span of lines.filter((_, i) => i % 50 === 0)) {
    await visit(page, hash({ tab: 'text', span: `${span.offset}-${span.end}` }));
    expect((await chosen()).map((line) => line.trimEnd())).toEqual(text.slice(span.offset, span.end).trimEnd().split('\n'));
  }
  const count = lines.find(({ path }) => path.endsWith('execution_env/grf_count'));
  await visit(page, hash({ tab: 'text', span: `${count?.offset}-${count?.end}` }));
  const line = page.locator('.cm-line').filter({ hasText: 'grf_count' }).first();
  const content = await line.innerText();
  await visit(page, hash({ tab: 'text', span: '0-4' }));
  await line.click();
  await answered(page);
  const [start, end] = (new URLSearchParams(new URL(page.url()).hash.slice(1)).get('span') ?? '').split('-').map(Number);
  expect(text.slice(start, end)).toBe(`${content}\n`);
  expect(await page.locator('[role=treeitem][aria-selected=true] .label').innerText()).toBe('grf_count');
});

test('findings are those of validate, and lead to their bytes', async () => {
  const name = 'decoder-probes/25-dup-key.zebin';
  const { findings } = await json<ValidateDocument>('validate', name);
  const page = await open();
  await drop(page, fixture(name).path);
  await visit(page, hash({ tab: 'findings' }));
  const { rows } = await grid(page, 'findings');
  expect(rows.map(([severity, offset, line, message, , code]) => ({ severity, offset, line, message, code }))).toEqual(
    findings.map(({ severity, offset, line, message, code }) => ({
      severity,
      offset: `0x${offset.toString(16)}`,
      line: line === undefined ? '' : String(line),
      message,
      code,
    })),
  );
  const duplicate = findings.find(({ code }) => code === 'zeinfo/duplicate');
  await page.getByRole('grid', { name: 'findings' }).getByText('zeinfo/duplicate').click();
  await answered(page);
  expect(page.url()).toContain(`span=${duplicate?.offset}-${duplicate?.end}`);
  expect(await page.locator('.hex .byte.selected').count()).toBe((duplicate?.end ?? 0) - (duplicate?.offset ?? 0));
});

/** More rows than a browser can scroll through in pixels. */
function large(): { readonly name: string; readonly bytes: Uint8Array } {
  const data = fixture('zebin/igc2/bmg/basic.zebin').bytes();
  return { name: 'large.ar', bytes: writeAr(Array.from({ length: 320 }, (_, i) => ({ name: `member-${i}`, data }))) };
}

describe('a large archive', () => {
  test('is scrolled with few rows in the document', async () => {
    const { bytes, ...file } = large();
    expect((bytes.length / 16) * 20).toBeGreaterThan(10_000_000);
    const page = await open();
    await drop(page, { ...file, bytes } satisfies Dropped);
    await visit(page, hash({}));
    const seen = () =>
      page.evaluate(() => ({
        rows: document.querySelectorAll('.hexrow').length,
        items: document.querySelectorAll('[role=treeitem]').length,
        elements: document.querySelectorAll('main *').length,
        cells: [...document.querySelectorAll<HTMLElement>('.hex [role=gridcell]')].map((cell) => [
          Number(cell.dataset.byte),
          cell.textContent,
        ]),
      }));
    const check = async (near: number) => {
      await answered(page);
      const { rows, items, elements, cells } = await seen();
      expect(rows).toBeGreaterThan(10);
      expect(rows).toBeLessThan(60);
      expect(items).toBeLessThan(80);
      expect(elements).toBeLessThan(4_000);
      for (const [offset, text] of cells)
        expect(`${offset} ${text}`).toBe(`${offset} ${bytes[offset as number]?.toString(16).padStart(2, '0')}`);
      const offsets = cells.map(([offset]) => offset as number);
      expect(Math.min(...offsets)).toBeLessThanOrEqual(near);
      expect(Math.max(...offsets)).toBeGreaterThanOrEqual(near);
    };
    await check(0);
    const hex = page.locator('.hex');
    await hex.focus();
    await page.keyboard.press('Control+End');
    await check(bytes.length - 1);
    await hex.evaluate((element) => element.scrollTo({ top: (element.scrollHeight - element.clientHeight) / 2 }));
    await check(bytes.length >> 1);
    await hex.hover();
    const first = async () => Number(await page.locator('.hex [role=gridcell]').first().getAttribute('data-byte'));
    const before = await first();
    await page.mouse.wheel(0, 60);
    await expect.poll(first).toBe(before + 48);
    // The tree lists members, of which only those that were looked at are open.
    expect(await page.locator('[role=treeitem]').first().getAttribute('aria-setsize')).toMatch(/^\d+$/);
  });
});

test('hostile names are text', async () => {
  const name = '<img src=x onerror=alert(1)>\u202egnp.exe';
  const data = fixture('decoder-probes/00-base.zebin').bytes();
  const page = await open();
  await drop(page, { name: '<b>bold</b>\u202e.ar', bytes: writeAr([{ name, data }]) });
  await visit(page, hash({ at: '', span: '0-8' }));
  const tree = page.locator('[role=tree]');
  expect(await tree.innerText()).toContain('<img src=x onerror=alert(1)>\\u{202e}gnp.exe'.slice(0, 28));
  expect(await page.locator('main img, main b').count()).toBe(0);
  expect(await page.evaluate(() => document.body.innerText.includes('\u202e'))).toBe(false);
});

test('axe finds nothing wrong', async () => {
  for (const [dark, tab] of [
    [false, 'text'],
    [true, 'value'],
  ] as const) {
    const page = await open({ dark });
    await drop(page, fixture('zebin/igc2/bmg/basic.zebin').path);
    await visit(page, hash({ tab, span: '14247-14273' }));
    expect(await axe(page)).toEqual([]);
  }
});
