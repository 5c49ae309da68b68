// @ts-check
/**
 * Measures how long a key takes to be seen in VS Code in a browser, in assembly of 100,000 lines with the extension: from the event to the
 * next paint after it, as the browser itself notes it (Event Timing), in runs of 100 keys each. Prints the median, the 95th percentile and
 * the longest of each run, in milliseconds; the browser notes nothing below 16.
 *
 *   node scripts/tools/vscode-latency.mjs [lines [runs [large.txt]]]      the name of a plain text measures the editor alone
 */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';
import { serveWorkbench } from '../workbench.mjs';

const [lines = '100000', runs = '3', name = 'large.asm'] = process.argv.slice(2);
const KEYS = 100;
/** Milliseconds between keys: ten a second. */
const PAUSE = 100;

const listing = readFileSync(new URL('test/fixtures/dwarf/bmg-basic-saxpy.asm', ROOT), 'utf8').split('\n').slice(1, 36);
const text = ['//.platform XE2', 'L0:'];
while (text.length < Number(lines)) text.push(...listing);
text.length = Number(lines);
const served = await serveWorkbench(new Map([[name, new TextEncoder().encode(text.join('\n'))]]));
const browser = await startChromium((options) => chromium.launch(options));
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
await page.goto(served.url);
await page.getByRole('treeitem', { name }).dblclick();
await page.locator('.editor-instance .view-line').first().waitFor();
// Until the first check of the whole text is over.
await page.waitForTimeout(10_000);
await page.evaluate(() => {
  /** @type {number[]} */
  const seen = [];
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.push(entry.duration);
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
});
for (let run = 0; run < Number(runs); run++) {
  const middle = Math.floor(Number(lines) / 2) + run * 100;
  await page.keyboard.press('Control+g');
  await page.keyboard.type(`:${middle}:1`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).seen.length = 0;
  });
  const typed = ' // what a person types after an instruction, and then goes on with more of it until it is enough now';
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(typed[i % typed.length] === ' ' ? 'Space' : (typed[i % typed.length] ?? 'a'));
    await page.waitForTimeout(PAUSE);
  }
  await page.waitForTimeout(1_000);
  const slow = await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (globalThis).seen));
  const all = [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => 16)].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => all[Math.min(all.length - 1, Math.floor(part * all.length))];
  console.log(`run ${run + 1}: ${KEYS} keys, median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(1)}`);
}
await browser.close();
served.close();
