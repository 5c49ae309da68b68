/**
 * A real browser for the tests of the page: one for all test files of a process, and where there is none, a test that opens a page is skipped. The page is the one in dist/viewer. Every page that is opened here is watched: a request to anywhere, a message of the
 * console that is an error and an exception fail the test.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type TestContext } from 'vitest';
import { PACKAGED } from '../../cli/commands/packaged.ts';
import { type Served, serve } from '../../cli/view/server.ts';
import { startChromium } from '../../scripts/chromium.mjs';

export const PAGE = fileURLToPath(new URL('../../dist/viewer/index.html', import.meta.url));

/** A file to drop: of the disk, or made by the test. */
export type Dropped = string | { readonly name: string; readonly bytes: Uint8Array };

export interface OpenOptions {
  /** Address instead of that of the built page, such as one that `zebin view` serves. */
  readonly url?: string;
  /** After the `#`. */
  readonly hash?: string;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Runs in the page before its script. */
  readonly init?: () => void;
  /** Errors in the console that the test is about. */
  readonly complaints?: RegExp;
}

/** Requests that begin with this are the page's own: it is served from there. */
const OWN = ['file:', 'data:', 'blob:'];

/** Ends with the process: Chromium does when the pipe to it is closed. */
let started: Promise<Browser> | undefined;

/**
 * Starts the browser for the tests of this file, or takes the one that was started for another: gives a function that opens a page in it for the test that calls, or skips that test
 * where there is no browser.
 */
export function browserTests(): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser | undefined;
  let missing = '';
  let test: TestContext;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    started ??= startChromium((options) => chromium.launch(options));
    try {
      browser = await started;
    } catch (error) {
      missing = error instanceof Error ? error.message : String(error);
    }
  });
  beforeEach((context) => {
    test = context;
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return async (options) => {
    if (!browser) return test.skip(`needs ${missing}`);
    const context = await browser.newContext(options);
    // A machine that is busy is not a failure: what limits a test is the time of the test.
    context.setDefaultTimeout(0);
    contexts.push(context);
    return context.newPage();
  };
}

/**
 * Gives a function that opens the page of the viewer. A test fails when a page that it opened asked the network for anything, or
 * complained.
 */
export function viewer(): (options?: OpenOptions) => Promise<Page> {
  const wrong: string[] = [];
  const newPage = browserTests();
  afterEach(() => expect(wrong.splice(0)).toEqual([]));
  beforeAll(() => expect(existsSync(PAGE), 'dist/viewer/index.html is there').toBe(true));
  return async ({ url = pathToFileURL(PAGE).href, hash = '', width = 1280, height = 800, dark = false, complaints, init } = {}) => {
    const page = await newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
    const own = [...OWN, ...(url.startsWith('http:') ? [new URL('.', url).href] : [])];
    page.on('request', (request) => {
      if (!own.some((start) => request.url().startsWith(start))) wrong.push(`request to ${request.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !complaints?.test(message.text())) wrong.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
    if (init) await page.addInitScript(init);
    await page.goto(url + (hash === '' ? '' : `#${hash}`));
    await page.waitForSelector('main');
    // What a key does is drawn a frame or two later: a test that continues sees what a user would.
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (...key) => {
      await press(...key);
      await answered(page);
    };
    return page;
  };
}

/** As {@link viewer}, of the page as `zebin view` serves it: only that one runs kernels. */
export function servedViewer(): (options?: OpenOptions) => Promise<Page> {
  const open = viewer();
  let served: Served;
  beforeAll(async () => {
    served = await serve(PACKAGED, []);
  });
  afterAll(() => served.close());
  return (options) => open({ url: served.url, ...options });
}

/** Drops files onto the page, as a hand would, and waits until each is open or refused. */
export async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const before = await page.locator('[data-file]').count();
  const content = files.map((file) =>
    typeof file === 'string'
      ? { name: basename(file), base64: readFileSync(file).toString('base64') }
      : { name: file.name, base64: Buffer.from(file.bytes).toString('base64') },
  );
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, base64 } of list) {
      const text = atob(base64);
      data.items.add(new File([Uint8Array.from(text, (c) => c.charCodeAt(0))], name));
    }
    return data;
  }, content);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await settled(page, before + files.length);
}

/** Waits until this many files are in the page, and none of them is on its way. */
export async function settled(page: Page, files: number): Promise<void> {
  await page.waitForFunction(
    (n) => document.querySelectorAll('[data-file]').length >= n && !document.querySelector('[data-file][data-state="waiting"]'),
    files,
  );
  await answered(page);
}

/** Goes to a place in the open files, as a link would. */
export async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await answered(page);
}

/** Waits until the worker has answered everything that was asked, and what was asked because of that. */
export async function answered(page: Page): Promise<void> {
  // In the page: a question to the browser costs more than what it asks.
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const idle = () => document.documentElement.dataset.waiting === '0';
    for (let quiet = 0; quiet < 2; ) {
      while (!idle()) await frame();
      await frame();
      quiet = idle() ? quiet + 1 : 0;
    }
  });
}

/**
 * Violations that axe finds, as `rule: element`; an empty list is what a test wants.
 *
 * @param colours looks for contrast only: what else axe looks for does not depend on the theme
 * @param within a selector, where the rest of the page was looked at before
 */
export async function axe(page: Page, { colours = false, within = 'html' } = {}): Promise<string[]> {
  const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // The page's policy keeps a script element from running; the debugger is not bound by it.
  await page.evaluate(`window.axe || (() => { ${script} })()`);
  return page.evaluate(
    async ([only, part]) => {
      const { violations } = await (
        window as unknown as {
          axe: {
            run(
              context: string,
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
          };
        }
      ).axe.run(part, only ? { runOnly: ['color-contrast'] } : {});
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    [colours, within] as const,
  );
}

/** The lines of code that are drawn: their address, and what a column has for it. */
export async function column(page: Page, name: string): Promise<Map<number, string>> {
  const rows = await page.evaluate((own) => {
    const of = (gutter: string) =>
      [...document.querySelectorAll(`.cm-${gutter} .cm-gutterElement`)].map((one) => ({
        top: Math.round(one.getBoundingClientRect().top),
        text: (one as HTMLElement).offsetHeight === 0 ? '' : (one.textContent ?? ''),
      }));
    // The first keeps the width, and is not seen.
    const found = new Map(of(own).map(({ top, text }) => [top, text]));
    return of('address').map(({ top, text }) => [text, found.get(top) ?? ''] as const);
  }, name);
  return new Map(rows.flatMap(([text, own]) => (text === '' || own === '' ? [] : [[Number.parseInt(text, 16), own.trim()] as const])));
}

/** The texts of the cells that are in the document, row by row, and how many rows the grid says that it has. */
export async function grid(page: Page, label: string): Promise<{ rows: string[][]; count: number }> {
  const table = page.getByRole('grid', { name: label });
  const count = Number(await table.getAttribute('aria-rowcount')) - 1;
  // Rows are drawn when the height of the table is known, which is a frame later.
  if (count > 0) await table.locator('.body [role=row]').first().waitFor();
  // The first height can be that of a page that is not yet drawn whole: then there are fewer rows.
  await answered(page);
  const rows = await table.evaluate((element) =>
    [...element.querySelectorAll('.body [role=row]')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? ''),
    ),
  );
  return { rows, count };
}
