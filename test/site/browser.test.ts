/** The site in a real browser: the viewer on the first page, search, themes, narrow screens, what axe finds on each kind of page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { allEntries } from '../../src/explain/explain.ts';
import { fixture } from '../support/corpus.ts';
import { axe, browserTests } from '../viewer/browser.ts';
import { BASE, DIST, served, siteTest } from './site.ts';

const address = served();
const newPage = browserTests();
const wrong: string[] = [];
afterEach(() => expect(wrong.splice(0)).toEqual([]));

/** Opens a page of the site. A request to elsewhere, an error in the console and an exception fail the test. */
async function open(path: string): Promise<Page> {
  const page = await newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  page.on('request', (request) => {
    if (![address(), 'data:', 'blob:'].some((start) => request.url().startsWith(start))) wrong.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => response.status() >= 400 && wrong.push(`${response.status()} for ${response.url()}`));
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
  await page.goto(address() + path, { waitUntil: 'networkidle' });
  return page;
}

/** A page of each kind. */
const KINDS = {
  'the first page': '',
  'a guide': 'docs/checking.html',
  'a table of the repository': 'docs/reference/devices.html',
  'the reference': 'reference/',
  'a list of names': 'reference/attribute/',
  'a list by area': 'reference/diagnostic/',
  'a name': 'reference/attribute/eu_thread_count/',
  'a name in several blocks': 'reference/attribute/name/',
  'a block': 'reference/block/payload_arguments/',
  'an enumeration': 'reference/enumeration/argument_type/',
  sections: 'reference/section/',
  'a note': 'reference/note/NT_INTELGT_TARGET_METADATA/',
  relocations: 'reference/relocation/',
  properties: 'reference/property/',
  'vISA instructions': 'reference/visa-instruction/',
  'operations of two kinds': 'reference/eu-operation/',
  'a diagnostic': 'reference/diagnostic/rule/elf-header/',
  devices: 'reference/device/',
  releases: 'reference/release/',
  versions: 'reference/version/',
  'many names on one page': 'reference/generator/',
  'a document': 'reference/document/validate/',
};

for (const [kind, path] of Object.entries(KINDS)) {
  siteTest(`${kind} has nothing that axe finds, light and dark, and fits a narrow screen`, async () => {
    const page = await open(path);
    // The viewer in the first page has tests of its own.
    expect(await axe(page, { within: path === '' ? 'body > #app' : 'html' })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
    expect(await axe(page, { colours: true })).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(360);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

const [ENTRY] = allEntries().filter(({ path }) => path === 'execution_env/eu_thread_count');

/** What a stranger asks: what it is, since when, and which driver reads it. */
async function expectAnswer(page: Page, within = 'main'): Promise<void> {
  const text = (await page.locator(within).innerText()).replace(/\s+/g, ' ');
  for (const part of ['Hardware threads of an execution unit', `since ${ENTRY?.since}`, ENTRY?.driver?.since]) expect(text).toContain(part);
}

siteTest('one search answers what a name means', async () => {
  const page = await open('');
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill('eu_thread_count');
  const first = page.locator('.VPLocalSearchBox .result').first();
  expect(await first.getAttribute('href')).toContain('/reference/attribute/eu_thread_count/');
  await first.click();
  await page.waitForURL('**/reference/attribute/eu_thread_count/**');
  await expectAnswer(page);
});

siteTest('two clicks answer it, and the first does', async () => {
  const page = await open('');
  await page.getByRole('link', { name: 'attribute', exact: true }).click();
  await page.waitForURL('**/reference/attribute/');
  await expectAnswer(page, 'tr:has-text("eu_thread_count")');
  await page.locator('main').getByRole('link', { name: 'eu_thread_count', exact: true }).click();
  await page.waitForURL('**/reference/attribute/eu_thread_count/');
  await expectAnswer(page);
});

siteTest('an address of before pages were joined leads to the name, and that of a part of the page to the part', async () => {
  const page = await open('reference/device/BMG-G21-A0/');
  await page.waitForURL('**/reference/device/#device-20.1.0');
  await expect.poll(() => page.locator('#device-20\\.1\\.0').evaluate((at) => Math.abs(at.getBoundingClientRect().top) < 200)).toBe(true);
  await page.goto(`${address()}reference/eu-operation/math/#eu-function-math.inv`);
  await page.waitForURL('**/reference/eu-operation/#eu-function-math.inv');
});

siteTest('a page of the reference has the list on the left and the menus, and leads to the list without scripts', async () => {
  const page = await open('reference/');
  const list = () => page.locator('.VPSidebar a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const whole = await list();
  expect(whole.length).toBeGreaterThan(40);
  await page.goto(`${address()}reference/attribute/eu_thread_count/`, { waitUntil: 'networkidle' });
  expect(await list()).toEqual(whole);
  expect([await page.locator('.VPNavBarHamburger').count(), await page.locator('.VPNavBarExtra').count()]).toEqual([1, 1]);
  const written = readFileSync(join(DIST, 'reference/attribute/eu_thread_count/index.html'), 'utf8');
  expect(written).toContain(`<p class="up"><a href="${BASE}reference/">Reference</a>`);
  const overview = readFileSync(join(DIST, 'reference/index.html'), 'utf8');
  for (const target of whole) expect(overview).toContain(`href="${target}"`);
});

siteTest('the first page has the viewer, which opens an example by a click, and a file that is dropped', async () => {
  const page = await open('');
  const viewer = page.frameLocator('.landing iframe');
  await viewer.getByRole('heading', { name: 'Drop an Intel GPU program binary' }).waitFor();
  await page.getByRole('button', { name: 'Panther Lake' }).click();
  await viewer.getByRole('gridcell', { name: 'spilling_private' }).waitFor();
  await page.getByRole('button', { name: 'Close the example' }).click();
  await viewer.getByRole('heading', { name: 'Drop an Intel GPU program binary' }).waitFor();
  const { path } = fixture('zebin/igc2/bmg/basic.zebin');
  await viewer.locator('input[type=file]').setInputFiles(path);
  await viewer.getByRole('gridcell', { name: 'saxpy', exact: true }).waitFor();
});

siteTest('the viewer runs kernels, also those of the examples', async () => {
  for (const [name, kernel] of [
    ['examples', 'kernel=saxpy&file=basic-dg2-bmg.ar&at=!64.bmg'],
    ['index', 'kernel=saxpy'],
  ]) {
    const page = await open(`viewer/${name}.html#view=kernel&tab=run&${kernel}`);
    if (name === 'index') await page.locator('input[type=file]').setInputFiles(fixture('zebin/igc2/bmg/basic.zebin').path);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run-result', { hasText: /^completed/ }).waitFor();
  }
});

siteTest('the viewer in the first page has its theme', async () => {
  const page = await open('');
  const theme = () => page.frames()[1]?.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBeUndefined();
  await page.locator('.VPNavBarAppearance button').click();
  await expect.poll(theme).toBe('dark');
  await page.locator('.VPNavBarAppearance button').click();
  await expect.poll(theme).toBeUndefined();
});

siteTest('an address that is not there says so', async () => {
  const page = await open('reference/attribute/nosuch/');
  expect(await page.locator('body').innerText()).toContain('PAGE NOT FOUND');
  expect(wrong.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
});
