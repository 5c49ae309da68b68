/** The page of bytes: fields and bytes lead to each other, and what is in the document stays bounded. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type DumpDocument, type DumpSpan, type LsDocument, type LsEntry, type ValidateDocument, writeAr } from '../../src/index.ts';
import { zebin } from '../cli/zebin.ts';
import { fixture } from '../support/corpus.ts';
import { answered, axe, type Dropped, drop, viewer, visit } from './browser.ts';

const open = viewer();

function json<T>(...args: string[]): T {
  const { stdout, stderr } = zebin([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}

const hash = (more: { [key: string]: string }) => String(new URLSearchParams({ view: 'bytes', ...more }));

/** What the panes say now. */
interface Seen {
  /** Of the address of the page. */
  readonly span: string | null;
  /** Bytes whose look is not what the chosen stretch demands. */
  readonly wrong: number;
  /** Chosen bytes that are in view. */
  readonly chosen: number;
  readonly bytes: { readonly [offset: string]: string };
  /** The chosen node of the tree: how many bytes it has, and where. */
  readonly node: string | null;
  readonly place: string;
  readonly role: string;
}

/** Chooses one byte by a link, then its field in the tree, then another byte and the first one again by pressing on it. */
async function roundTrip(page: Page, at: string, span: DumpSpan): Promise<{ link: Seen; tree: Seen; byte: Seen }> {
  return page.evaluate(
    async ({ at, start, end }) => {
      const idle = async () => {
        for (let quiet = 0; quiet < 2; ) {
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          quiet = document.documentElement.dataset.waiting === '0' ? quiet + 1 : 0;
        }
      };
      const query = (more: object) => String(new URLSearchParams({ view: 'bytes', at, ...more }));
      const see = () => {
        const cells = [...document.querySelectorAll<HTMLElement>('.hex [role=gridcell]')];
        const text = new URLSearchParams(location.hash.slice(1)).get('span');
        const [from = -1, to = -1] = (text ?? '').split('-').map(Number);
        const inside = (cell: HTMLElement) => Number(cell.dataset.byte) >= from && Number(cell.dataset.byte) < to;
        return {
          span: text,
          wrong: cells.filter((cell) => cell.classList.contains('selected') !== inside(cell)).length,
          chosen: cells.filter((cell) => inside(cell)).length,
          bytes: Object.fromEntries(cells.map((cell) => [cell.dataset.byte, cell.textContent])),
          node: document.querySelector('[role=treeitem][aria-selected=true] .fieldrow')?.getAttribute('title') ?? null,
          place: document.querySelector('.caretpane .owner dd')?.textContent ?? '',
          role: document.querySelector('.status .role')?.textContent ?? '',
        };
      };
      location.hash = query({ span: `${start}-${start + 1}` });
      await idle();
      const link = see();
      document.querySelector<HTMLElement>('[role=treeitem][aria-selected=true]')?.click();
      await idle();
      const tree = see();
      // Another byte of the field, from a choice that is not the field.
      location.hash = query({ span: `${start}-${start + 1}` });
      const cell = document.getElementById(`byte-${Math.min(end - 1, start + 3)}`) as HTMLElement;
      const box = cell.getBoundingClientRect();
      const where = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, button: 0 };
      cell.dispatchEvent(new PointerEvent('pointerdown', where));
      await idle();
      return { link, tree, byte: see() };
    },
    { at, start: span.offset, end: span.end },
  );
}

/** Some of the spans, from all over the file and of each role. */
function sample(spans: readonly DumpSpan[], count = 6): readonly DumpSpan[] {
  const step = Math.max(1, Math.floor(spans.length / count));
  const roles = new Map(spans.map((span) => [span.role, span]));
  return [...new Set([...spans.filter((_, i) => i % step === 0), ...roles.values(), ...spans.slice(-1)])];
}

const FILES = [
  ['a zebin', 'zebin/igc2/bmg/basic.zebin', ''],
  ['a zebin of 32 bits', 'zebin/igc1/dg2/basic-32.zebin', ''],
  ['a fat archive', 'fat/basic-dg2-bmg.ar', ''],
  ['an executable', 'sycl/host/llvm22-sycl-bmg.exe', ''],
  ['a SYCLBIN file', 'sycl/syclbin/v2.syclbin', ''],
  ['what is inflated in a library', 'sycl/host/intel-l2-compressed.so', 'inflated'],
  ['a file with a finding', 'decoder-probes/25-dup-key.zebin', ''],
] as const;

describe('fields and bytes', () => {
  test.each(FILES)('%s', async (_, name, what) => {
    const at = what === 'inflated' ? inflated(json<LsDocument>('ls', name).root) : '';
    const { spans, source } = json<DumpDocument>('dump', name + at);
    if (at !== '') expect(source).toBe(at);
    const page = await open();
    await drop(page, fixture(name).path);
    await visit(page, hash({ at }));
    const data = at === '' ? fixture(name).bytes() : undefined;
    const caret = page.locator('.hex');
    expect(await caret.getAttribute('aria-rowcount')).toBe(String(Math.ceil((spans.at(-1)?.end ?? 0) / 16)));
    for (const span of sample(spans)) {
      const { link, tree, byte } = await roundTrip(page, at, span);
      const place = `${span.path} at ${span.offset}`;
      const { offset, end } = span;
      const node = `${end - offset} bytes from 0x${offset.toString(16)} on`;
      const whole = `${offset}-${end}`;
      expect({ place, wrong: link.wrong, chosen: link.chosen, node: link.node, role: link.role }).toEqual({
        place,
        wrong: 0,
        chosen: 1,
        node,
        role: span.role,
      });
      if (span.path.length > 0 && span.path.length < 160 && /^[\x20-\x7e]*$/.test(span.path)) expect(link.place).toBe(span.path);
      expect({ place, wrong: tree.wrong, node: tree.node, span: tree.span }).toEqual({ place, wrong: 0, node, span: whole });
      expect({ place, wrong: byte.wrong, node: byte.node, span: byte.span }).toEqual({ place, wrong: 0, node, span: whole });
      if (data) for (const [where, text] of Object.entries(byte.bytes)) expect(Number.parseInt(text, 16)).toBe(data[Number(where)]);
    }
  });

  function inflated({ address, source, compression, children }: LsEntry): string {
    if (compression !== undefined && source === undefined) return address;
    return children.map(inflated).find((found) => found !== '') ?? '';
  }
});

test('keys move over bytes, fields follow, and a stretch grows', async () => {
  const { spans } = json<DumpDocument>('dump', 'zebin/igc2/bmg/basic.zebin');
  const page = await open();
  await drop(page, fixture('zebin/igc2/bmg/basic.zebin').path);
  await visit(page, hash({ span: '0-4' }));
  const hex = page.locator('.hex');
  const span = async () => {
    await answered(page);
    return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('span');
  };
  const ownerOf = (offset: number) => {
    const own = spans.find((one) => one.offset <= offset && offset < one.end);
    return `${own?.offset}-${own?.end}`;
  };
  await hex.focus();
  for (const [key, offset] of [
    ['ArrowDown', 16],
    ['ArrowRight', 17],
    ['End', 31],
    ['n', Number(ownerOf(31).split('-')[1])],
    ['p', 31],
    ['Control+End', 27375],
    ['ArrowUp', 27359],
    ['Control+Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    expect(`${key} ${await span()}`).toBe(`${key} ${ownerOf(offset)}`);
  }
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await span()).toBe('0-18');
  expect(await page.locator('.hex .byte.selected').count()).toBe(18);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.locator('.status').innerText()).toContain('18 bytes copied as hex');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('7f 45 4c 46 02 01 01 00 01 00 00 00 00 00 00 00 01 00');
});

test('an address of an item chooses its bytes', async () => {
  const { root } = json<LsDocument>('ls', 'fat/basic-dg2-bmg.ar');
  const page = await open();
  await drop(page, fixture('fat/basic-dg2-bmg.ar').path);
  for (const { address, offset, size } of root.children.filter(({ kind }) => kind === 'zebin')) {
    await visit(page, hash({ at: address }));
    expect(await page.locator('[role=treeitem][aria-selected=true] .fieldrow').getAttribute('title')).toBe(
      `${size} bytes from 0x${offset.toString(16)} on`,
    );
    expect(await page.locator('.hex .byte.selected').first().getAttribute('data-byte')).toBe(String(offset));
  }
});

test('a link to a span survives that the page is loaded anew', async () => {
  const name = 'zebin/igc2/bmg/basic.zebin';
  const page = await open({ hash: hash({ file: 'basic.zebin', span: '14247-14273', tab: 'text' }) });
  for (const _ of ['opened', 'loaded anew']) {
    await drop(page, fixture(name).path);
    expect(await page.locator('.hex .byte.selected').count()).toBe(26);
    expect(await page.locator('.cm-line.cm-marked').innerText()).toMatch(/^ +simd_size: +32$/);
    expect(await page.locator('[role=treeitem][aria-selected=true] .label').innerText()).toBe('simd_size');
    await page.reload();
    await page.waitForSelector('main');
  }
});

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
  await page.getByRole('button', { name: 'find the one before' }).click();
  expect(await span()).toBe(`${all.at(-1)}-${(all.at(-1) ?? 0) + 5}`);
  expect(await page.locator('.said').innerText()).toContain('around the end');
  await page.getByLabel('what is sought').selectOption('hex');
  await page.getByRole('textbox', { name: 'find' }).fill('7f 454C46');
  await page.keyboard.press('Enter');
  expect(await span()).toBe('0-4');
  await page.getByRole('textbox', { name: 'find' }).fill('7f4');
  await page.keyboard.press('Enter');
  expect(await page.locator('.said').innerText()).toContain('pairs of digits');
  await page.getByRole('textbox', { name: 'go to' }).fill('0x1000');
  await page.keyboard.press('Enter');
  expect(await span()).toBe('4096-4097');
  await page.getByRole('textbox', { name: 'go to' }).fill('27376');
  await page.keyboard.press('Enter');
  expect(await page.locator('.said').innerText()).toContain('0x6aef');
});

test('lines of ze_info lead to their bytes, and bytes to their line', async () => {
  const name = 'zebin/igc2/bmg/basic.zebin';
  const lines = json<DumpDocument>('dump', name).spans.filter(({ path }) => path.startsWith('.ze_info/'));
  const text = Buffer.from(fixture(name).bytes()).toString('latin1');
  const page = await open();
  await drop(page, fixture(name).path);
  const chosen = () => page.locator('.cm-line.cm-marked').allInnerTexts();
  for (const span of sample(lines, 6)) {
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
  const { findings } = json<ValidateDocument>('validate', name);
  const page = await open();
  await drop(page, fixture(name).path);
  await visit(page, hash({ tab: 'findings' }));
  const grid = page.getByRole('grid', { name: 'findings' });
  const rows = await grid.evaluate((element) =>
    [...element.querySelectorAll('.body [role=row]')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent),
    ),
  );
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
  await grid.getByText('zeinfo/duplicate').click();
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
