// @ts-check
/**
 * Takes the pictures of docs/vscode.md, of a real VS Code in a browser with the extension that was built. Run it when the extension looks
 * different; scripts/workbench.mjs says how to get VS Code.
 */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';
import { serveWorkbench } from '../workbench.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FOLDER = 'docs/images/';
/** Of one picture: they come with the repository. */
const MOST_BYTES = 160 * 1024;

/** Made up: an operation that is not one. */
const FAULTY = readFileSync(at('test/fixtures/dwarf/bmg-basic-saxpy.asm'), 'utf8')
  .replace('L0:', '//.platform XE2\nL0:')
  .replace('mach (1|M0)', 'maach (1|M0)');
const files = new Map([
  ['bmg.zebin', readFileSync(at('test/fixtures/debug/bmg.zebin'))],
  ['debug.cl', readFileSync(at('test/fixtures/debug/debug.cl'))],
  ['saxpy.ar', readFileSync(at('examples/kernel-tests/saxpy.ar'))],
  ['saxpy.asm', new TextEncoder().encode(FAULTY)],
  ['saxpy.json', readFileSync(at('examples/kernel-tests/saxpy.json'))],
  ['sum.ar', readFileSync(at('examples/kernel-tests/sum.ar'))],
  ['sum.json', readFileSync(at('examples/kernel-tests/sum.json'))],
]);

const served = await serveWorkbench(files, { 'editor.minimap.enabled': false });
const browser = await startChromium((options) => chromium.launch(options));
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });

/** @param {string} title */
async function run(title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input.input').fill(`>${title}`);
  await page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
}

/** @param {string} name */
async function open(name) {
  await run('View: Close All Editors');
  await page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).dblclick();
  await page.waitForTimeout(3_000);
}

/** @param {string} name @param {number} [height] */
async function shoot(name, height = 720) {
  await page.mouse.move(600, 715);
  await page.waitForTimeout(1_500);
  const path = at(`${FOLDER}vscode-${name}.png`);
  await page.screenshot({ path, clip: { x: 0, y: 0, width: 1200, height } });
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes; at most ${MOST_BYTES} are for one picture`);
  console.log(`${FOLDER}vscode-${name}.png: ${size} bytes`);
}

await page.goto(served.url);
await page.getByRole('treeitem', { name: 'saxpy.asm' }).waitFor();
await open('saxpy.asm');
await run('Problems: Focus on Problems View');
await page.locator('.markers-panel .monaco-list-row').nth(1).waitFor();
await run('View: Focus First Editor Group');
await page.keyboard.press('Control+g');
await page.keyboard.type(':9:10');
await page.keyboard.press('Enter');
await page.waitForTimeout(1_000);
await page.keyboard.press('Control+k');
await page.keyboard.press('Control+i');
await page.locator('.monaco-hover .hover-contents', { hasText: '·' }).first().waitFor();
await shoot('text');
await page.keyboard.press('Escape');
await run('View: Hide Panel');
await run('zebin: Toggle Live Registers and Waits');
await page.locator('.view-line', { hasText: 'live' }).first().waitFor();
await run('View: Toggle Primary Side Bar Visibility');
await shoot('hints', 440);
await run('View: Toggle Primary Side Bar Visibility');
await run('zebin: Toggle Live Registers and Waits');
await open('bmg.zebin');
await run('zebin: Open at Kernel');
await page.waitForTimeout(3_000);
await shoot('binary');
await open('sum.json');
await run('Testing: Focus on Test Explorer View');
const cases = page.locator('.test-explorer .monaco-list-row');
await cases.filter({ hasText: 'sum.json' }).waitFor();
await run('Test: Run All Tests');
await page.locator('.test-explorer .codicon-testing-passed-icon').nth(1).waitFor();
for (const name of ['sum.json', 'saxpy.json']) {
  await cases.filter({ hasText: name }).click();
  await page.keyboard.press('ArrowRight');
}
await cases.filter({ hasText: 'infinity and nan' }).waitFor();
await run('View: Focus First Editor Group');
await page.keyboard.press('Control+Home');
await shoot('tests');
await run('View: Hide Panel');
await run('View: Show Explorer');
await open('bmg.zebin');
await run('zebin: Debug Kernel');
await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'sum_squares' }).first().waitFor();
for (let i = 0; i < 3; i++) {
  await page.locator('.debug-toolbar .codicon-debug-step-over').click();
  await page.waitForTimeout(800);
}
await shoot('debug');
await browser.close();
served.close();
