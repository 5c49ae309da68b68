// @ts-check
/**
 * Takes the pictures of docs/viewer.md and of the README, from fixtures, in a real browser: every page, light and dark. Run it after the
 * build when the page looks different; ZEBIN_CHROMIUM names another browser.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { startChromium } from './chromium.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FIXTURES = 'test/fixtures/';
const FOLDER = 'docs/images/';
/** They come with the package. */
const MOST_BYTES = 150 * 1024;

/** @typedef {{ name: string, files: string[], place: string, height?: number, disasm?: true, act?: (page: import('playwright-core').Page) => Promise<void> }} Shot */

/** @type {Shot[]} */
const SHOTS = [
  { name: 'overview', files: ['zebin/igc2/ptl-h/spill-two-scratch.zebin'], place: 'view=overview' },
  { name: 'archive', files: ['fat/images-tgllp-ptl-h.ar'], place: 'view=overview&tab=contents' },
  { name: 'kernel', files: ['zebin/igc2/bmg/basic-debug.zebin'], place: 'view=kernel&kernel=saxpy' },
  { name: 'cost', files: ['zebin/igc2/bmg/loops-cost.zebin'], place: 'view=kernel&tab=cost' },
  { name: 'code', files: ['zebin/igc2/dg2/calls-debug.zebin'], place: 'view=kernel&tab=code', height: 620, disasm: true },
  { name: 'bytes', files: ['zebin/igc2/bmg/basic.zebin'], place: 'view=bytes', height: 620 },
  {
    name: 'compare',
    files: ['zebin/igc1/dg2/basic.zebin', 'zebin/igc2/dg2/basic-no-eu-fusion.zebin'],
    place: 'view=compare',
    height: 600,
    act: (page) => page.getByRole('gridcell', { name: 'copy_bytes' }).click(),
  },
];

/** A page with files in it and their instructions, which needs an installed iga64. */
function report(/** @type {string[]} */ files) {
  const path = join(scratch, 'report.html');
  execFileSync(process.execPath, [at('dist/cli/main.js'), 'view', ...files.map((file) => at(FIXTURES + file)), '-o', path, '--disasm']);
  return path;
}

const scratch = mkdtempSync(join(tmpdir(), 'zebin-shots-'));
mkdirSync(at(FOLDER), { recursive: true });
const wanted = process.argv.slice(2);
const browser = await startChromium((options) => chromium.launch(options));
try {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    for (const shot of SHOTS) {
      if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
      const page = await browser.newPage({ viewport: { width: 1200, height: shot.height ?? 720 }, colorScheme: theme });
      const html = shot.disasm ? report(shot.files) : at('dist/viewer/index.html');
      await page.goto(`${pathToFileURL(html).href}#${shot.place}`);
      if (!shot.disasm)
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
  rmSync(scratch, { recursive: true, force: true });
}
