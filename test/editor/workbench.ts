/** VS Code in a browser with the extension, for tests that do what a user does, and look at what a user sees. */
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startChromium } from '../../scripts/chromium.mjs';
import { GET_WORKBENCH, serveWorkbench, workbenchFolder } from '../../scripts/workbench.mjs';

export const EXTENSION = 'dist/vscode';

/** Milliseconds after which a step is taken for lost, because the editor did not take a key or a click: then the test is tried again. */
const LOST = 60_000;
export const TRIED_AGAIN = { retry: 2 };

/** Starts one workbench for the tests of this file; where it or the browser is missing, they are skipped. Gives what drives it. */
export function workbench(files: Readonly<Record<string, Uint8Array | string>>, settings: Record<string, unknown> = {}): () => Driver {
  let missing = '';
  let driver: Driver | undefined;
  let browser: Browser | undefined;
  let served: Awaited<ReturnType<typeof serveWorkbench>> | undefined;
  let isLost = false;
  /** Opens the editor, as a user would who has not used it before. */
  const open = async (): Promise<void> => {
    await driver?.page.close();
    const page = (await browser?.newPage({ viewport: { width: 1400, height: 900 } })) as Page;
    page.setDefaultTimeout(LOST);
    await page.goto(served?.url ?? '');
    driver = new Driver(page);
    await driver.file(Object.keys(files)[0] ?? '').waitFor();
  };
  beforeAll(async () => {
    if (workbenchFolder() === undefined) {
      missing = `VS Code for the web: ${GET_WORKBENCH}`;
      return;
    }
    try {
      browser = await startChromium((options) => chromium.launch(options));
    } catch (error) {
      missing = error instanceof Error ? error.message : String(error);
      return;
    }
    const bytes = Object.entries(files).map(
      ([name, text]) => [name, typeof text === 'string' ? new TextEncoder().encode(text) : text] as const,
    );
    served = await serveWorkbench(new Map(bytes), settings);
    await open();
  });
  beforeEach(async (context) => {
    if (missing !== '') context.skip(`needs ${missing}`);
    if (isLost) await open();
    isLost = false;
  });
  afterEach(async ({ task }) => {
    // An editor that lost a step may be without its extensions, or without its files.
    isLost = task.result?.state === 'fail';
    await driver?.page.keyboard.press('Escape');
  });
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });
  return () => driver as Driver;
}

export class Driver {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A file in the explorer. */
  file(name: string): Locator {
    return this.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
  }

  /** Opens a file from the explorer, and closes those that are open. */
  async open(name: string): Promise<void> {
    await this.run('View: Close All Editors');
    // Debugging and tests have views of their own in its place.
    if (!(await this.file(name).isVisible())) await this.run('View: Show Explorer');
    await this.file(name).dblclick();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /** Loads the window again: what was open is opened again by the editor. */
  async reload(): Promise<void> {
    // The command also saves what is open.
    await Promise.all([this.page.waitForEvent('load'), this.run('Developer: Reload Window')]);
    await this.page.locator('.explorer-folders-view').getByRole('treeitem').first().waitFor();
  }

  /** The text as it was. */
  async revert(): Promise<void> {
    await this.run('View: Focus First Editor Group');
    await this.run('File: Revert File');
  }

  async openText(name: string): Promise<void> {
    await this.open(name);
    await this.lines.first().waitFor();
    await this.goTo(1, 1);
  }

  /** A command by its title, from the list of commands. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input.input').first();
    await input.waitFor();
    await input.fill(`>${title}`);
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first();
    // At its beginning: the toolbar of a debug session may be over its middle.
    await row.click({ position: { x: 20, y: 8 } });
    // The command may show a list of its own.
    await row.waitFor({ state: 'hidden' });
  }

  /** Chooses a row of the list that a command shows. */
  async choose(text: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
  }

  get lines(): Locator {
    return this.page.locator('.editor-instance .view-line');
  }

  /** The text of the lines in view, as it is drawn. */
  async drawn(): Promise<string[]> {
    const rows = await this.lines.evaluateAll((all) =>
      all.map((one) => ({ top: (one as HTMLElement).offsetTop, text: one.textContent ?? '' })),
    );
    return rows.sort((a, b) => a.top - b.top).map(({ text }) => text.replaceAll('\u00a0', ' ').trimEnd());
  }

  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+g');
    const input = this.page.locator('.quick-input-widget input.input').first();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.at(line, column);
  }

  /** Clicks next to the number of a line, where breakpoints are. */
  async gutter(line: number): Promise<void> {
    const number = this.page.locator('.editor-instance .margin-view-overlays .line-numbers').getByText(`${line}`, { exact: true }).first();
    await number.waitFor();
    const { x, y, height } = (await number.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await this.page.mouse.click(x - 8, y + height / 2);
  }

  /** The line of the text that is open in which the cursor is. */
  async lineOfCursor(): Promise<number> {
    const said = await this.page
      .locator('.statusbar-item', { hasText: /Ln \d+, Col \d+/ })
      .first()
      .textContent();
    return Number(/Ln (\d+)/.exec(said ?? '')?.[1]);
  }

  /** A row of the view of tests. */
  case(name: string): Locator {
    return this.page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
  }

  /** Shows the cases of a file in the view of tests. */
  async cases(file: string): Promise<void> {
    await this.run('Testing: Focus on Test Explorer View');
    await this.case(file).click();
    await this.page.keyboard.press('ArrowRight');
  }

  /** Waits until the cursor is at a place, as the status bar says. */
  async at(line: number, column?: number): Promise<void> {
    await this.page
      .locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column ?? ''}` })
      .first()
      .waitFor();
  }

  /** What is said of the word at the cursor. */
  async hover(): Promise<string> {
    await this.page.keyboard.press('Control+k');
    await this.page.keyboard.press('Control+i');
    const hover = this.page.locator('.monaco-editor .monaco-hover .hover-contents', { hasText: '·' }).first();
    await hover.waitFor();
    return (await hover.textContent()) ?? '';
  }

  /** Types, and gives the words that are offered. */
  async offered(text: string, word: string): Promise<string> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Control+Space');
    const row = this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: word }).first();
    await row.waitFor();
    const label = (await row.getAttribute('aria-label')) ?? '';
    await this.page.keyboard.press('Escape');
    return label;
  }

  /** The list of problems, once it has a text. */
  async problem(text: string): Promise<string> {
    await this.run('Problems: Focus on Problems View');
    const row = this.page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
    await row.waitFor();
    return (await row.textContent()) ?? '';
  }

  /** The page of a binary, in its frame. */
  get binary(): FrameLocator {
    return this.page.locator('iframe.webview.ready').filter({ visible: true }).contentFrame().frameLocator('#active-frame');
  }
}
