/** Nothing leaves the page blank: what a part of it needs may fail, and what failed is said. */
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { answered, browserTests, drop, PAGE, viewer, visit } from './browser.ts';

const open = viewer();
const newPage = browserTests();

const COST = fixture('zebin/igc2/bmg/loops-cost.zebin').path;

test('a language that Intl refuses, which Chromium derives from C.UTF-8: the chart is drawn', async () => {
  const page = await open({ init: () => Object.defineProperty(Navigator.prototype, 'language', { value: 'en-US@posix' }) });
  expect(await page.evaluate(() => navigator.language)).toBe('en-US@posix');
  await drop(page, COST);
  await visit(page, 'view=kernel&tab=cost');
  await page.locator('.curve canvas').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a library of one part fails to load: a note in its place, and everything else is shown', async () => {
  const page = await open({
    init: () => {
      Intl.NumberFormat = class {
        constructor() {
          throw new RangeError('no numbers here');
        }
      } as unknown as typeof Intl.NumberFormat;
    },
  });
  await drop(page, COST);
  await visit(page, 'view=kernel&tab=cost');
  const notes = page.getByRole('alert');
  await notes.first().waitFor();
  expect(await notes.first().innerText()).toContain('The chart cannot be shown');
  expect(await notes.first().innerText()).toContain('RangeError: no numbers here');
  expect(await page.locator('.formulas').innerText()).toContain('cycles');
  await visit(page, 'view=overview');
  expect(await page.getByRole('grid', { name: 'Kernels' }).count()).toBe(1);
});

test('a part fails while it is drawn: a note in its place, and other pages work', async () => {
  const page = await open({
    init: () => {
      window.matchMedia = () => {
        throw new Error('no schemes here');
      };
    },
  });
  await drop(page, COST);
  await visit(page, 'view=kernel&tab=cost');
  const notes = page.getByRole('alert');
  await notes.first().waitFor();
  expect(await notes.first().innerText()).toContain('The chart cannot be shown');
  await visit(page, 'view=bytes');
  await answered(page);
  expect(await notes.count()).toBe(0);
});

test('what all pages need fails: a sentence instead of nothing', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
  });
  await page.goto(pathToFileURL(PAGE).href);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toMatch(/^The page cannot start: TypeError: /);
});

test('without scripts: what the page needs', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(pathToFileURL(PAGE).href);
  await page.getByText('scripts allowed').waitFor();
});
