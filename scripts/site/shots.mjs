// @ts-check
/** Takes the picture of docs/site.md, light and dark, in a real browser. Run it after `npm run site` when the pages look different. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';
import { builtSite } from './built.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const base = builtSite();
if (base === undefined) throw new Error('the site is not built of these sources: npm run site');

const browser = await startChromium((options) => chromium.launch(options));
for (const theme of /** @type {const} */ (['light', 'dark'])) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 820 }, colorScheme: theme });
  // No server: the browser gets the files.
  await page.route('**/*', (route) => {
    const path = join(at('site/dist'), new URL(route.request().url()).pathname.slice(base.length), '.');
    const file = path.endsWith('/') || !existsSync(path) ? join(path, 'index.html') : path;
    return route.fulfill({ path: /\.\w+$/.test(file) ? file : join(file, 'index.html') });
  });
  await page.goto(`http://site.example${base}reference/attribute/eu_thread_count/`, { waitUntil: 'networkidle' });
  await page.screenshot({ path: at(`docs/images/site-${theme}.png`) });
}
await browser.close();
