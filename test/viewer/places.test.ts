/** Room for the code, keys wherever the focus is, and a place in every link: reload and Back lead to the same rows and instructions. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { codeLinks, disasmDocument, inspect } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { answered, axe, drop, grid, viewer, visit } from './browser.ts';

const open = viewer();

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
const LOOPS = fixture('zebin/igc2/bmg/device-barrier.zebin');
const ARCHIVE = fixture('fat/images-tgllp-ptl-h.ar');
const CODE = 'view=kernel&kernel=spilling_private&tab=code';

/** Lines that are wholly in view. */
const linesInView = (page: Page) =>
  page.evaluate(() => {
    const whole = document.querySelector('.cm-scroller')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll('.cm-line')].filter((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top >= whole.top && bottom <= whole.bottom;
    }).length;
  });

/** Moves the pointer to the middle of a word, wherever the font of the machine puts it. */
async function moveTo(page: Page, line: Locator, word: string): Promise<void> {
  const { x, y } = await line.evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    throw new Error(`no ${text} in the line`);
  }, word);
  await page.mouse.move(x, y);
}

const address = async (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

describe('room', () => {
  test('32 lines of code at 1280 x 800, with the selected instruction below, and more without it', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    const lines = await linesInView(page);
    expect(lines).toBeGreaterThanOrEqual(32);
    await page.getByRole('button', { name: 'Details' }).click();
    await answered(page);
    expect(await page.locator('.instruction').count()).toBe(0);
    expect(await linesInView(page)).toBeGreaterThan(lines);
    // It stays away in another kernel.
    await page.keyboard.press('p');
    expect(await page.locator('.instruction').count()).toBe(0);
  });

  test('a spill is read to its end: what it costs, and the name of its message', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    await page.keyboard.press('s');
    const right = await page.locator('.cm-activeLine .cm-note').evaluate((note) => note.getBoundingClientRect().right);
    expect(right).toBeLessThan(1260);
    expect(await page.locator('.cm-activeLine').innerText()).toMatch(/SPILL \d+ bytes[\s\S]*store\.ugm/);
    expect(await page.locator('.instruction .whole').innerText()).toMatch(/store\.ugm\.d32/);
  });

  test('headings show and hide columns, and their edges are dragged', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    const width = () => page.locator('.cm-waits').evaluate((gutter) => gutter.clientWidth);
    const before = await width();
    const grip = await page.locator('.code-column', { hasText: 'Waits' }).locator('.grip').boundingBox();
    await page.mouse.move((grip?.x ?? 0) + 3, (grip?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((grip?.x ?? 0) + 43, (grip?.y ?? 0) + 5, { steps: 4 });
    await page.mouse.up();
    await answered(page);
    expect(await width()).toBe(before + 40);
    await page.locator('.column-switch', { hasText: 'Waits' }).click();
    await answered(page);
    expect(await page.locator('.cm-waits').count()).toBe(0);
    await page.locator('.column-switch.off', { hasText: 'Waits' }).click();
    await answered(page);
    expect(await width()).toBe(before + 40);
  });

  test('the strip has every spill, the peak and the hits of a search, and leads to them', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    const marks = (kind: string) =>
      page.locator(`.code-strip .strip-${kind}`).evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? '').join(''));
    const [listing] = disasmDocument(inspect(SPILLS.bytes()).value, { pattern: 'spilling_private', analysis: true }).code;
    const spills = listing?.lines.filter(({ scratch }) => scratch && scratch.use !== 'private').length ?? 0;
    // Two spills that are one step of the strip apart may be drawn as one.
    expect((await marks('spill')).split('M').length).toBeGreaterThan(spills / 2);
    expect((await marks('peak')).split('M').length).toBe(2);
    expect(await marks('hit')).toBe('');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('sync.bar');
    await expect.poll(() => marks('hit')).not.toBe('');
    const before = await page.locator('.cm-line').first().innerText();
    await page.locator('.code-strip').click({ position: { x: 5, y: 400 } });
    await answered(page);
    expect(await page.locator('.cm-line').first().innerText()).not.toBe(before);
  });

  test('the page is the only scroller of its table, whose headings stay', async () => {
    const page = await open({ height: 420 });
    await drop(page, ARCHIVE.path);
    await page.getByRole('grid', { name: 'Kernels' }).locator('.body [role=row]').first().waitFor();
    await page.locator('main').evaluate((main) => main.scrollTo(0, 10_000));
    await answered(page);
    expect(await page.locator('h1').evaluate((head) => head.getBoundingClientRect().bottom)).toBeLessThan(0);
    const top = await page.getByRole('columnheader', { name: 'kernel' }).evaluate((cell) => cell.getBoundingClientRect().top);
    expect(top).toBeLessThan(60);
  });

  test.each([
    ['360 pixels', { width: 360, height: 740 }],
    ['200 %', { width: 640, height: 400 }],
  ])('nothing is wider than the window at %s', async (_, size) => {
    const page = await open({ hash: CODE, ...size });
    await drop(page, SPILLS.path);
    for (const place of [CODE, 'view=overview', 'view=bytes', 'view=kernel&tab=payload']) {
      await visit(page, place);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(size.width);
      const tabs = await page.locator('[role=tab], nav a').evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().toJSON()));
      for (const [i, one] of tabs.entries())
        for (const other of tabs.slice(i + 1))
          expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom, place).toBe(false);
    }
    expect(await axe(page)).toEqual([]);
  });

  test('in forced colours, what is current and bars are told by the colours of the system', async () => {
    const page = await open({ hash: CODE });
    await page.emulateMedia({ forcedColors: 'active' });
    await drop(page, SPILLS.path);
    const line = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).borderBottomColor);
    expect(await line('nav a[aria-current]')).not.toBe(await line('nav a:not([aria-current])'));
    expect(await line('[role=tab][aria-selected=true]')).not.toBe(await line('[role=tab]:nth-child(2)'));
    await page.keyboard.press('m');
    expect(await page.locator('.cm-activeLine').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    const bar = await page
      .locator('.code-pane .live')
      .last()
      .evaluate((one) => getComputedStyle(one, '::after').backgroundImage);
    expect(bar).toContain('gradient');
  });
});

describe('selection and keys', () => {
  test('keys work as soon as the code is shown, `?` in it, and letters in a field stay text', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    await page.keyboard.press('m');
    expect((await address(page)).get('instruction')).toBe('0x7d0');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('mst?');
    await answered(page);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect((await address(page)).get('instruction')).toBe('0x7d0');
    expect(await page.locator('.cm-search input').first().inputValue()).toBe('mst?');
  });

  test('the selected line has a frame on every kind of line', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    for (const key of ['s', 'd', 'u']) {
      await page.keyboard.press(key);
      const frames = await page
        .locator('.cm-line')
        .evaluateAll((lines) => lines.filter((one) => getComputedStyle(one).boxShadow !== 'none').length);
      expect(frames, key).toBe(1);
    }
  });

  test('a click on a register marks the instructions that it is in, also those that name another', async () => {
    const page = await open({ hash: `${CODE}&instruction=0x7f0` });
    await drop(page, SPILLS.path);
    await page.locator('.cm-activeLine .cm-register', { hasText: 'r141' }).click();
    await answered(page);
    const uses = codeLinks(inspect(SPILLS.bytes()).value, 'spilling_private')?.usesOfRegister('r', 142) ?? [];
    await page.keyboard.press('Escape');
    await page.evaluate(() => getSelection()?.empty());
    // r141:4 is r141 to r144: r142 is in it by its meaning alone.
    expect(uses.map(({ offset }) => offset)).toContain(0x7f0);
    await page.keyboard.press('g');
    await page.keyboard.insertText('8d8');
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    const said = await page.locator('.register-note').innerText();
    expect(said).toContain('r142:');
    expect(said).toContain(`${uses.filter(({ reads }) => reads).length} read`);
    expect(await page.locator('.cm-mark .cm-gutterElement', { hasText: 'write' }).count()).toBeGreaterThan(0);
  });

  test('what the pointer is over is explained', async () => {
    const page = await open({ hash: CODE });
    await drop(page, SPILLS.path);
    const line = page.locator('.cm-line', { hasText: 'send.ugm' }).first();
    await moveTo(page, line, 'send');
    await page.getByRole('tooltip').getByText('eu operation/send').waitFor();
    await moveTo(page, line, 'ugm');
    await page.getByRole('tooltip').getByText('eu unit/ugm').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tooltip').count()).toBe(0);
  });

  test('blocks and loops fold, and a step into what is folded unfolds it', async () => {
    const page = await open({ hash: 'view=kernel&tab=code' });
    await drop(page, LOOPS.path);
    await page.keyboard.press('l');
    await page.keyboard.press('Z');
    expect(await page.locator('.cm-folded').allInnerTexts()).toEqual([expect.stringMatching(/^… \d+ lines?$/)]);
    await page.keyboard.press('m');
    expect(await page.locator('.cm-folded').count()).toBe(0);
  });
});

describe('a place in the link', () => {
  test('Back leads through tabs, instructions and the order of a table', async () => {
    const page = await open();
    await drop(page, ARCHIVE.path);
    await page.getByRole('columnheader', { name: 'code' }).getByRole('button').click();
    await page.getByRole('searchbox', { name: 'Filter kernels' }).fill('img_2');
    await answered(page);
    const { rows } = await grid(page, 'Kernels');
    expect(rows.length).toBe(4);
    await page.getByRole('link', { name: 'img_2d_array' }).first().click();
    await answered(page);
    await page.keyboard.press('m');
    await page.getByRole('tab', { name: /^Payload/ }).click();
    await answered(page);
    await page.goBack();
    await answered(page);
    const peak = (await address(page)).get('instruction');
    expect(peak).toMatch(/^0x/);
    expect(await page.locator('.instruction').innerText()).toContain(`${peak} in the code`);
    await page.goBack();
    await page.goBack();
    await answered(page);
    expect((await grid(page, 'Kernels')).rows).toEqual(rows);
  });

  test('a reload with the same file is at the same instruction', async () => {
    const page = await open({ hash: `${CODE}&instruction=0x7d0` });
    await drop(page, SPILLS.path);
    const said = await page.locator('.instruction').innerText();
    expect(said).toContain('0x7d0 in the code');
    await page.reload();
    await page.waitForSelector('main');
    await drop(page, SPILLS.path);
    expect(await page.locator('.instruction').innerText()).toBe(said);
  });
});
