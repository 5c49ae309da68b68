/** The code of a kernel in the page is what `disasm --json` says, of every instruction set, also in a page that was written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type CodeListing, type DisasmDocument, type DumpDocument, disasmDocument, inspect, readZebin } from '../../src/internal.ts';
import { scratchFolder, zebin } from '../cli/zebin.ts';
import { CODE } from '../hostile/attacks/code.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture, zebins } from '../support/corpus.ts';
import { answered, drop, viewer } from './browser.ts';
import { json } from './command.ts';

const open = viewer();
const scratch = scratchFolder();

const place = (kernel: string): string => new URLSearchParams({ view: 'kernel', kernel, tab: 'code' }).toString();

/** The whole text of the pane, of which only what is in view is in the document: as somebody who copies it gets it. */
async function textOf(page: Page): Promise<string> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  return page.locator('.cm-content').evaluate((content) => {
    const clipboardData = new DataTransfer();
    content.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
}

const withoutMarks = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('//'));

const isCode = ({ kind }: CodeListing['lines'][number]): boolean => kind !== 'padding';

/** A kernel of each instruction set, in the smallest file that has one. */
function kernels(): ReadonlyMap<string, { path: string; name: string }> {
  const found = new Map<string, { path: string; name: string }>();
  const files = zebins().filter(({ name }) => !name.startsWith('corpus:'));
  for (const file of files.sort((a, b) => a.bytes().length - b.bytes().length)) {
    const { kernels: all } = readZebin(file.bytes()).value;
    const { code } = disasmDocument(inspect(file.bytes()).value, { decode: () => ({ reason: '' }) });
    const listing = code.find(({ name, size }) => size > 0 && all.some((kernel) => kernel.name === name));
    if (listing?.platform && !found.has(listing.platform)) found.set(listing.platform, { path: file.path, name: listing.name });
  }
  return found;
}

const KERNELS = kernels();

test('there is a kernel of every instruction set but Gen10', () => {
  expect([...KERNELS.keys()].sort()).toEqual(['11', '12p1', '12p5', '12p71', '12p72', '2', '3', '3pxpc', '8', '9']);
});

test.each([...KERNELS])('a report shows the code of %s as the command does', async (platform, { path, name }) => {
  const [listing] = (await json<DisasmDocument>('disasm', path, name)).code;
  const report = join(scratch, `${platform}.html`);
  const { status, stderr } = await zebin(['view', path, '-o', report]);
  expect(status, stderr).toBe(0);
  const page = await open({ url: pathToFileURL(report).href, hash: place(name) });
  await page.locator('.cm-line').first().waitFor();
  expect(await page.locator('.code-note').innerText()).toContain(`Decoded for platform ${platform}.`);
  const shown = withoutMarks(await textOf(page));
  expect(shown.filter((line) => line !== '')).toEqual(listing?.lines.filter(isCode).map(({ text }) => text));
});

test('the page of bytes has every bit of an instruction, as dump has', async () => {
  const { path } = fixture('zebin/igc2/bmg/basic.zebin');
  const { spans } = await json<DumpDocument>('dump', `${path}!.text.saxpy`);
  const send = spans.find(({ text }) => text.includes('send.ugm'));
  const page = await open({ hash: new URLSearchParams({ view: 'bytes', span: `${send?.offset}-${send?.end}` }).toString() });
  await drop(page, path);
  await page.locator('.bits').waitFor();
  const rows = (send?.fields ?? []).flatMap((field) => [field, ...(field.parts ?? [])]);
  expect(rows.length).toBeGreaterThan(30);
  expect(await page.locator('.bits tbody td:first-child').allTextContents()).toEqual(rows.map(({ bits }) => bits));
  expect(await page.locator('.bits tbody th').allTextContents()).toEqual(rows.map(({ name }) => name));
});

const ZE_INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

test('where the device is not known there are the bytes of each instruction, and why', async () => {
  const code = readZebin(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value.kernels[0]?.text?.bytes.data ?? new Uint8Array();
  const path = join(scratch, 'nameless.zebin');
  writeFileSync(path, buildZebin({ zeInfo: ZE_INFO, sections: [{ name: '.text.k', flags: 6, data: code }] }).bytes);
  const page = await open({ hash: place('k') });
  await drop(page, path);
  await page.locator('.cm-line').first().waitFor();
  expect(await page.locator('.code-note').innerText()).toContain('the file names no device');
  const digits = withoutMarks(await textOf(page))
    .join('')
    .replaceAll(' ', '');
  expect(digits).toBe(Buffer.from(code).toString('hex'));
});

test('code past a bound of the analysis is listed with its columns, and the page says what they leave out', async () => {
  const attack = CODE.find(({ name }) => name === 'code: loads under way through many branches');
  const page = await open({ hash: place('k') });
  await drop(page, { name: 'k.zebin', bytes: attack?.make(4) ?? new Uint8Array(0) });
  await page.locator('.cm-line').first().waitFor();
  expect(await page.locator('.code-note').first().innerText()).toContain('registers of 128 are live');
  expect(await page.locator('.code-note.warn').first().innerText()).toContain('waits for some of them are left out');
});

/** Lines in the document before and after the pane is scrolled to its end, and where the end is. */
async function drawn(page: Page): Promise<{ before: number; after: number; last: string | undefined }> {
  const lines = page.locator('.cm-line');
  await lines.first().waitFor();
  const before = await lines.count();
  await page.locator('.cm-content').press('Control+End');
  await answered(page);
  return { before, after: await lines.count(), last: (await lines.allTextContents()).at(-1) };
}

test('of 20,000 instructions as many are drawn as of 200', async () => {
  const [kernel] = readZebin(fixture('zebin/igc2/dg2/basic.zebin').bytes()).value.kernels;
  const one = Buffer.from(kernel?.text?.bytes.data.subarray(0, 16) ?? []);
  const counts: { before: number; after: number }[] = [];
  for (const count of [200, 20_000]) {
    const data = new Uint8Array(Buffer.concat(Array.from({ length: count }, () => one)));
    const { bytes } = buildZebin({
      zeInfo: ZE_INFO,
      notes: [{ type: 6, desc: 0x0500_4000 }],
      sections: [{ name: '.text.k', flags: 6, data }],
    });
    const page = await open({ hash: place('k') });
    await drop(page, { name: 'k.zebin', bytes });
    const { last, ...lines } = await drawn(page);
    counts.push(lines);
    expect(last).toMatch(/\S/);
    expect(await page.locator('.cm-address').last().innerText()).toContain(((count - 1) * 16).toString(16).padStart(4, '0'));
  }
  const [few, many] = counts;
  expect(many?.before).toBe(few?.before);
  expect(many?.after).toBeLessThanOrEqual((few?.after ?? 0) + 2);
});

test('what is drawn beside a line stays as long as the line: scrolling draws only what comes into view', async () => {
  const page = await open({ hash: place('spilling_private') });
  await drop(page, { name: 'k.zebin', bytes: fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes() });
  await page.locator('.cm-address .cm-gutterElement').nth(20).waitFor();
  const [before, kept] = await page.evaluate(async () => {
    const entries = () => [...document.querySelectorAll('.cm-address .cm-gutterElement')].filter((one) => one.textContent !== '');
    const scroller = document.querySelector('.cm-scroller') as HTMLElement;
    const frames = async () => {
      for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
    };
    const first = new Set(entries());
    scroller.scrollTop += 340;
    await frames();
    return [first.size, entries().filter((one) => first.has(one)).length];
  });
  expect(kept).toBeGreaterThan((before ?? 0) / 2);
});
