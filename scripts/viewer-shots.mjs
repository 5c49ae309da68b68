// @ts-check
/**
 * Takes the pictures of docs/viewer.md and of the README, from fixtures, in a real browser: every page, light and dark. Run it after the
 * build when the page looks different; ZEBIN_CHROMIUM names another browser.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { startChromium } from './chromium.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FIXTURES = 'test/fixtures/';
const FOLDER = 'docs/images/';
/** They come with the package. */
const MOST_BYTES = 150 * 1024;

/** @typedef {{ name: string, files: string[], place: string, height?: number, act?: (page: import('playwright-core').Page) => Promise<void> }} Shot */

/** @type {Shot[]} */
const SHOTS = [
  { name: 'overview', files: ['zebin/igc2/ptl-h/spill-two-scratch.zebin'], place: 'view=overview' },
  { name: 'archive', files: ['fat/images-tgllp-ptl-h.ar'], place: 'view=overview&tab=contents' },
  { name: 'kernel', files: ['zebin/igc2/bmg/basic-debug.zebin'], place: 'view=kernel&kernel=saxpy' },
  { name: 'cost', files: ['zebin/igc2/bmg/loops-cost.zebin'], place: 'view=kernel&tab=cost' },
  { name: 'code', files: ['zebin/igc2/dg2/calls-debug.zebin'], place: 'view=kernel&tab=code', height: 620 },
  { name: 'bytes', files: ['zebin/igc2/bmg/basic.zebin'], place: 'view=bytes', height: 620 },
  // A send, with its message.
  {
    name: 'instruction',
    files: ['zebin/igc2/bmg/basic.zebin'],
    place: 'view=bytes&span=1456-1472',
    height: 620,
    act: async (page) => {
      await page
        .locator('.bytespage .split')
        .first()
        .evaluate((split) => split.style.setProperty('--share', '25%'));
      await page.locator('.bits tbody tr', { hasText: 'noMask' }).evaluate((row) => row.scrollIntoView());
    },
  },
  {
    name: 'compare',
    files: ['zebin/igc1/dg2/basic.zebin', 'zebin/igc2/dg2/basic-no-eu-fusion.zebin'],
    place: 'view=compare',
    height: 600,
    act: (page) => page.getByRole('gridcell', { name: 'copy_bytes' }).click(),
  },
];

mkdirSync(at(FOLDER), { recursive: true });
const wanted = process.argv.slice(2);
const browser = await startChromium((options) => chromium.launch(options));
try {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    for (const shot of SHOTS) {
      if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
      const page = await browser.newPage({ viewport: { width: 1200, height: shot.height ?? 720 }, colorScheme: theme });
      await page.goto(`${pathToFileURL(at('dist/viewer/index.html')).href}#${shot.place}`);
      await page.setInputFiles(
        'input[type=file]',
        shot.files.map((file) => ({
          name: basename(file),
          mimeType: 'application/octet-stream',
          buffer: readFileSync(at(FIXTURES + file)),
        })),
      );
      await page.waitForFunction(
        (n) => document.querySelectorAll('[data-file][data-state=open]').length === n && document.documentElement.dataset.waiting === '0',
        shot.files.length,
      );
      await shot.act?.(page);
      await page.mouse.move(0, 0);
      // What is drawn in the next frames, such as text that is measured first.
      await page.waitForTimeout(500);
      const path = at(`${FOLDER}${shot.name}-${theme}.png`);
      await page.screenshot({ path });
      await page.close();
      const { size } = statSync(path);
      console.log(`${shot.name}-${theme}.png`.padEnd(24), `${Math.round(size / 1024)} KiB`.padStart(8));
      if (size > MOST_BYTES) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
}
