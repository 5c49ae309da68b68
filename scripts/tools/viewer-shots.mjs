// @ts-check
/**
 * Takes the pictures of docs/viewer.md and of the README, from fixtures, in a real browser: every page, light and dark. Run it after the
 * build when the page looks different; ZEBIN_CHROMIUM names another browser.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FIXTURES = 'test/fixtures/';
const FOLDER = 'docs/images/';
/** The most bytes of an image, because images come with the package. */
const MOST_BYTES = 160 * 1024;

/** @typedef {{ name: string, files: string[], texts?: Record<string, string>, place: string, height?: number, act?: (page: import('playwright-core').Page) => Promise<void> }} Shot */

/**
 * Presses keys in the code.
 * @param {string[]} keys
 */
const inCode =
  (...keys) =>
  async (/** @type {import('playwright-core').Page} */ page) => {
    await page.locator('.cm-line').first().waitFor();
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.documentElement.dataset.waiting === '0');
      await page.waitForTimeout(200);
    }
  };

/**
 * Debugs the first case of a file, up to a line.
 * @param {import('playwright-core').Page} page
 * @param {string} cases
 * @param {string} line
 */
async function debug(page, cases, line) {
  await page.locator('.run-form').waitFor();
  await page.locator('.case-file').setInputFiles(at(cases));
  await page.locator('.run-cases').waitFor();
  await page.getByRole('button', { name: 'Debug', exact: true }).click();
  await page.getByRole('tab', { name: 'Breakpoints' }).click();
  await page.getByLabel('Place').fill(line);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.debug-points li').waitFor();
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.locator('.debug-said', { hasText: 'Breakpoint 1' }).waitFor();
}

/** Made up: as a profiler would have it of a kernel that waits for messages in its inner loop. */
const STALLS = `kernel,address,active,dist,sbid
device_barrier,4b0,9,0,130
device_barrier,500,14,22,0
device_barrier,520,11,35,0
device_barrier,540,8,0,96
device_barrier,570,12,18,0
device_barrier,580,16,0,341
device_barrier,5a0,15,0,618
device_barrier,5f0,10,24,77
`;

/** Made up: the fixture has lines of the source, but not its text. */
const SOURCE = `__attribute__((always_inline))
// mixes two values
static float mix(float a, float b) { return a * 0.25f + b * 0.75f; }

typedef struct { float x, y, z, w; } quad;

__attribute__((noinline))
float twice(float v)
{
    return v + v;
}

__attribute__((noinline))
quad spread(float v)
{
    quad q = { v, v, v, v };
    return q;
}

kernel void call_twice(global float *out, global const float *in)
{
    int i = get_global_id(0);
    float v = mix(in[i], twice(in[i]));
    v = twice(v);
    out[i] = v;
}
`;
const SOURCE_STALLS = `kernel,address,active,dist,sbid
call_twice,1a0,9,0,130
call_twice,1b0,14,22,0
call_twice,400,1,2,7
`;

/** @type {Shot[]} */
const SHOTS = [
  { name: 'overview', files: ['zebin/igc2/ptl-h/spill-two-scratch.zebin'], place: 'view=overview' },
  { name: 'archive', files: ['fat/images-tgllp-ptl-h.ar'], place: 'view=overview&tab=images' },
  { name: 'kernel', files: ['zebin/igc2/bmg/basic-debug.zebin'], place: 'view=kernel&kernel=saxpy&tab=payload' },
  { name: 'cost', files: ['zebin/igc2/bmg/loops-cost.zebin'], place: 'view=kernel&tab=cost' },
  {
    name: 'code',
    files: ['zebin/igc2/dg2/calls-debug.zebin'],
    texts: { 'stalls.csv': SOURCE_STALLS, 'calls.cl': SOURCE },
    place: 'view=kernel&tab=code',
    height: 540,
    act: inCode('h'),
  },
  // Where most registers are live, and the next spill.
  {
    name: 'registers',
    files: ['zebin/igc2/ptl-h/spill-two-scratch.zebin'],
    place: 'view=kernel&kernel=spilling_private&tab=code',
    height: 400,
    act: inCode('m', 's', 's', 's'),
  },
  // A value in two loops: what defines it, what uses it.
  { name: 'flow', files: ['zebin/igc2/bmg/device-barrier.zebin'], place: 'view=kernel&tab=code', height: 500, act: inCode('l', 'l', 'u') },
  {
    name: 'samples',
    files: ['zebin/igc2/bmg/device-barrier.zebin'],
    texts: { 'stalls.csv': STALLS },
    place: 'view=kernel&tab=code',
    height: 480,
    act: inCode('h'),
  },
  // A case that the compiler gets wrong.
  {
    name: 'run',
    files: ['../../examples/divide/divide.zebin'],
    place: 'view=kernel&tab=run',
    height: 460,
    act: async (page) => {
      await page.locator('.run-form').waitFor();
      await page.locator('.case-file').setInputFiles(at('examples/divide/divide.json'));
      await page.locator('.run-cases').waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.run-values .marked').waitFor();
    },
  },
  // What a line reads, which nothing has written.
  {
    name: 'debug',
    files: ['../../examples/total/total.zebin'],
    texts: { 'total.cl': readFileSync(at('examples/total/total.cl'), 'utf8') },
    place: 'view=kernel&tab=run',
    height: 560,
    act: async (page) => {
      await debug(page, 'examples/total/total.json', '7');
      await page.getByRole('tab', { name: 'Variables' }).click();
      await page.getByLabel('Expression').fill('part[lane + width]');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('treeitem').first().click();
    },
  },
  // Who wrote an element of local memory.
  {
    name: 'debug-who',
    files: ['debug/bmg.zebin'],
    texts: { 'debug.cl': readFileSync(at(`${FIXTURES}debug/debug.cl`), 'utf8') },
    place: 'view=kernel&tab=run',
    height: 560,
    act: async (page) => {
      await debug(page, `${FIXTURES}debug/cases.json`, '20');
      await page.getByRole('tab', { name: 'Memory' }).click();
      await page.getByLabel('Bytes of').selectOption('local memory');
      await page.getByLabel('Format').selectOption('int');
      await page.locator('.run-values [role=gridcell]').nth(3).click();
      await page.getByRole('button', { name: 'Who wrote it' }).click();
      await page.locator('.debug-said', { hasText: 'is written here' }).waitFor();
    },
  },
  { name: 'bytes', files: ['zebin/igc2/bmg/basic.zebin'], place: 'view=bytes', height: 620 },
  // A send, with its message.
  {
    name: 'instruction',
    files: ['zebin/igc2/bmg/basic.zebin'],
    place: 'view=bytes&span=0-4',
    height: 620,
    act: async (page) => {
      await page
        .locator('.bytespage .split')
        .first()
        .evaluate((split) => {
          split.style.setProperty('--share', '25%');
          location.hash = 'view=bytes&span=1456-1472';
        });
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
  {
    name: 'difference',
    files: ['zebin/igc1/dg2/basic.zebin', 'zebin/igc2/dg2/basic-no-eu-fusion.zebin'],
    place: 'view=compare&tab=code&kernel=saxpy',
    height: 640,
    act: inCode('c', 'c'),
  },
];

mkdirSync(at(FOLDER), { recursive: true });
const names = process.argv.slice(2);
const browser = await startChromium((options) => chromium.launch(options));
try {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    for (const shot of SHOTS) {
      if (names.length > 0 && !names.includes(shot.name)) continue;
      const page = await browser.newPage({ viewport: { width: 1200, height: shot.height ?? 720 }, colorScheme: theme });
      // The page for editors has what runs kernels in it.
      await page.goto(`${pathToFileURL(at('dist/vscode/page.html')).href}#${shot.place}`);
      const mimeType = 'application/octet-stream';
      await page.setInputFiles('input[type=file]', [
        ...shot.files.map((file) => ({ name: basename(file), mimeType, buffer: readFileSync(at(FIXTURES + file)) })),
        ...Object.entries(shot.texts ?? {}).map(([name, text]) => ({ name, mimeType, buffer: Buffer.from(text) })),
      ]);
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
