/** The page of bytes: fields and bytes lead to each other. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { DumpDocument, DumpSpan, LsDocument, LsEntry } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { answered, drop, viewer, visit } from './browser.ts';
import { json } from './command.ts';

const open = viewer();

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
function sample(spans: readonly DumpSpan[], count = 4): readonly DumpSpan[] {
  const step = Math.max(1, Math.floor(spans.length / count));
  const roles = new Map(spans.map((span) => [span.role, span]));
  return [...new Set([...spans.filter((_, i) => i % step === 0), ...roles.values(), ...spans.slice(-1)])];
}

const FILES = [
  ['a zebin', 'zebin/igc2/bmg/basic.zebin', ''],
  ['a 32-bit zebin', 'zebin/igc1/dg2/basic-32.zebin', ''],
  ['a fat archive', 'fat/basic-dg2-bmg.ar', ''],
  ['an executable', 'sycl/host/llvm22-sycl-bmg.exe', ''],
  ['a SYCLBIN file', 'sycl/syclbin/v2.syclbin', ''],
  ['what is inflated in a library', 'sycl/host/intel-l2-compressed.so', 'inflated'],
  ['a file with a finding', 'decoder-probes/25-dup-key.zebin', ''],
] as const;

describe('fields and bytes', () => {
  test.each(FILES)('%s', async (_, name, what) => {
    const at = what === 'inflated' ? inflated((await json<LsDocument>('ls', name)).root) : '';
    const { spans, source } = await json<DumpDocument>('dump', name + at);
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
  const { spans } = await json<DumpDocument>('dump', 'zebin/igc2/bmg/basic.zebin');
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
  const { root } = await json<LsDocument>('ls', 'fat/basic-dg2-bmg.ar');
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

test('a magic is explained by the format that it belongs to', async () => {
  const page = await open();
  await drop(page, fixture('fat/basic-dg2-bmg.ar').path);
  await visit(page, hash({ span: '0-8' }));
  expect(await page.locator('.caretpane .owner').innerText()).toContain('ar/magic');
});

test('a link to a span survives that the page is loaded again', async () => {
  const name = 'zebin/igc2/bmg/basic.zebin';
  const page = await open({ hash: hash({ file: 'basic.zebin', span: '14247-14273', tab: 'text' }) });
  for (const _ of ['opened', 'loaded again']) {
    await drop(page, fixture(name).path);
    expect(await page.locator('.hex .byte.selected').count()).toBe(26);
    expect(await page.locator('.cm-line.cm-marked').innerText()).toMatch(/^ +simd_size: +32$/);
    expect(await page.locator('[role=treeitem][aria-selected=true] .label').innerText()).toBe('simd_size');
    await page.reload();
    await page.waitForSelector('main');
  }
});
