/** What code costs, in the page: the columns, the steps and the links are what the documents of the library say. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assemble } from '../../src/formats/eu/index.ts';
import { codeLinks, disasmDocument, inspect, type NextRegisters, readSamples } from '../../src/internal.ts';
import { type SampleRow, unitrace } from '../formats/samples/synthetic.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { answered, axe, column, drop, viewer, visit } from './browser.ts';

const open = viewer();

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
const LOOPS = fixture('zebin/igc2/bmg/device-barrier.zebin');

const place = (kernel: string, file?: string): string =>
  new URLSearchParams({ view: 'kernel', ...(file === undefined ? {} : { file }), kernel, tab: 'code' }).toString();

function listingOf(file: typeof SPILLS, name: string) {
  const root = inspect(file.bytes()).value;
  const [listing] = disasmDocument(root, { pattern: name, analysis: true }).code;
  if (!listing?.analysis) throw new Error('not analysed');
  const lines = listing.lines.filter(({ live }) => live !== undefined);
  return { listing, analysis: listing.analysis, lines, links: codeLinks(root, name) };
}

/** The offset of the chosen instruction. */
const chosen = async (page: Page): Promise<number> => {
  const text = await page.locator('.instruction [role=status]').innerText();
  return Number(/(0x[0-9a-f]+) in the code/.exec(text)?.[1] ?? -1);
};

/** Presses a key in the code, and says where that leads. */
async function step(page: Page, key: string): Promise<number> {
  await page.keyboard.press(key);
  await answered(page);
  return chosen(page);
}

test('columns, steps and links are what the library says, and every step is a key', async () => {
  const { analysis, lines, links } = listingOf(SPILLS, 'spilling_private');
  const page = await open({ hash: place('spilling_private'), height: 900 });
  await drop(page, SPILLS.path);
  await page.locator('.cm-content').focus();
  const { registers = 0, offset: peak = -1 } = analysis.peak ?? {};
  const mode = analysis.next?.mode as NonNullable<NextRegisters['mode']>;
  const note = await page.locator('.code-note').innerText();
  expect(note).toContain(`${registers} registers of ${analysis.grf_count}`);
  expect(note).toContain(`free ${mode.free} for GRF mode ${mode.grf_count}: ${mode.threads_per_eu} threads`);

  expect(await step(page, 'm')).toBe(peak);
  const live = await column(page, 'live');
  expect(live.size).toBeGreaterThan(10);
  for (const [offset, text] of live) {
    const line = lines.find((one) => one.offset === offset);
    expect(text).toBe(`${line?.live}${offset === peak ? '▲' : ''}`);
  }
  expect(live.get(peak)).toBe(`${registers}▲`);

  const scratch = lines.filter((line) => line.scratch && line.scratch.use !== 'private');
  const after = scratch.filter(({ offset }) => offset > peak);
  expect(await step(page, 's')).toBe(after[0]?.offset);
  expect(await step(page, 's')).toBe(after[1]?.offset);
  expect(await step(page, 'Shift+S')).toBe(after[0]?.offset);
  const words = await column(page, 'mark');
  for (const [offset, word] of words) {
    if (word === 'spill' || word === 'fill') expect(scratch.find((one) => one.offset === offset)?.scratch?.use).toBe(word);
  }

  // What it reads and what it waits for.
  const at = after[0]?.offset as number;
  const definitions = links?.at(at)?.definitions.map(({ offset }) => offset) ?? [];
  expect(definitions.length).toBeGreaterThan(1);
  for (const offset of definitions.filter((one) => words.has(one)))
    expect(['def', 'wait']).toContain((await column(page, 'mark')).get(offset));
  const to = await step(page, 'd');
  expect(to).toBe(Math.max(...definitions.filter((one) => one < at)));
  expect(links?.at(to)?.uses.map(({ offset }) => offset)).toContain(at);
  expect(await step(page, 'Backspace')).toBe(at);
  // The same with the pointer.
  await page
    .locator('.step-to', { hasText: to.toString(16) })
    .first()
    .click();
  await answered(page);
  expect(await chosen(page)).toBe(to);
  const waiting = lines.find(
    ({ offset, waits = [] }) => offset > to && waits.some(({ token, on }) => token !== undefined && on.length > 0),
  );
  expect(waiting).toBeDefined();

  // Columns can be left out, and the reader stays.
  await page.locator('.column-switch', { hasText: 'Live' }).click();
  await answered(page);
  expect(await page.getByRole('checkbox', { name: 'Live' }).isChecked()).toBe(false);
  expect(await page.locator('.cm-live').count()).toBe(0);
  expect(await chosen(page)).toBe(to);
  expect(await axe(page)).toEqual([]);
});

test('loops are stepped through, branches followed, and arguments named, in the dark and on a phone', async () => {
  const { listing, analysis, lines } = listingOf(LOOPS, 'device_barrier');
  const page = await open({ hash: place('device_barrier'), dark: true, height: 900 });
  await drop(page, LOOPS.path);
  await page.locator('.cm-content').focus();
  const headers = analysis.loops.map(({ header }) => analysis.blocks[header]?.offset);
  for (const header of headers) expect(await step(page, 'l')).toBe(header);
  expect(await step(page, 'l')).toBe(headers[0]);
  expect(await step(page, 'Shift+L')).toBe(headers.at(-1));
  expect(await page.locator('svg.flow .loop').count()).toBeGreaterThan(0);
  expect(await page.locator('svg.flow .head').count()).toBeGreaterThan(0);

  // A branch, searched for: its label is the address that it leads to.
  const branch = lines.find(({ text }) => text.includes('goto'));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('goto');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await answered(page);
  expect(await chosen(page)).toBe(branch?.offset);
  const labels = [...(branch?.text.matchAll(/L(\d+)/g) ?? [])].map(([, digits]) => Number(digits));
  expect(labels).toContain(await step(page, 'b'));

  const reading = lines.find((line) => (line.arguments ?? []).length > 0 && line.offset > (analysis.peak?.offset ?? 0) - 0x40);
  await step(page, 'm');
  expect(await page.locator('.cm-note', { hasText: 'sync_buffer' }).count()).toBeGreaterThan(0);
  expect(reading).toBeDefined();
  expect(await axe(page, { colours: true })).toEqual([]);

  await page.setViewportSize({ width: 400, height: 800 });
  await visit(page, place(listing.name));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
});

test('samples that are dropped with the binary are next to the instructions, the hottest first', async () => {
  const { lines } = listingOf(LOOPS, 'device_barrier');
  const rows = lines.slice(0, 30).map(({ offset }, i): SampleRow => ['device_barrier', offset, [1, 0, 0, 0, 0, i], 'x']);
  const samples = readSamples(Buffer.from(unitrace(rows))).value;
  const [sampled] = disasmDocument(inspect(LOOPS.bytes()).value, { pattern: 'device_barrier', analysis: true, samples }).code;
  const { total = 0, hottest = [] } = sampled?.analysis?.samples ?? {};
  expect(total).toBeGreaterThan(100);
  const page = await open({ hash: place('device_barrier'), height: 1_000 });
  const picked = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page
    .locator('header input[type=file]')
    .setInputFiles([{ name: 'k.zebin', mimeType: '', buffer: Buffer.from(LOOPS.bytes()) }, picked('stalls.csv', unitrace(rows))]);
  await page.locator('.hottest li').first().waitFor();
  await answered(page);
  expect(await page.locator('[data-file]').count()).toBe(1);
  expect(await page.locator('.hottest p').innerText()).toContain(
    `stalls.csv (unitrace): ${total} samples at ${hottest.length} instructions`,
  );
  expect(await page.locator('.hottest li code').allTextContents()).toEqual(
    hottest.slice(0, 5).map(({ offset }) => offset.toString(16).padStart(4, '0')),
  );
  await page.locator('.cm-content').focus();
  expect(await step(page, 'h')).toBe(hottest[0]?.offset);
  expect(await step(page, 'h')).toBe(hottest[1]?.offset);
  for (const [offset, text] of await column(page, 'samples')) {
    const own = hottest.find((one) => one.offset === offset)?.total ?? 0;
    expect(text).toBe(`${((100 * own) / total).toFixed(1)} %`);
  }
  expect(await axe(page, { within: '.page' })).toEqual([]);
  // Others take their place, of another kernel.
  await page.locator('header input[type=file]').setInputFiles([picked('other.csv', 'kernel,address,active\nelse,0,3\n')]);
  await page.getByText('no sample is of this kernel').waitFor();
  expect(await page.locator('.hottest p').innerText()).toContain('they are of else');
  await page.getByRole('button', { name: 'Remove the samples' }).click();
  await answered(page);
  expect(await page.locator('.hottest').count()).toBe(0);
});

/** A kernel for Battlemage with this code. */
function kernelOf(data: Uint8Array): { name: string; bytes: Uint8Array } {
  const zeInfo = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
  const { bytes } = buildZebin({ zeInfo, notes: [{ type: 6, desc: 0x0500_4000 }], sections: [{ name: '.text.k', flags: 6, data }] });
  return { name: 'made.zebin', bytes };
}

/** One loop in the other, so many, around so many instructions. */
function nestedLoops(loops: number): Uint8Array {
  const begin = Array.from({ length: loops }, (_, i) => `A${i}: add (1|M0) r10.0<1>:d r10.0<0;1,0>:d ${i & 7}:w`);
  const end = Array.from({ length: loops }, (_, i) => `(W&f0.0) jmpi A${loops - 1 - i}`);
  return assemble([...begin, ...end].join('\n'), '12p71').value;
}

test.each([
  ['10,000 loops, one in the other', () => nestedLoops(10_000)],
  ['2^20 instructions', () => new Uint8Array(Buffer.alloc(1 << 24, assemble('add (8|M0) r10.0<1>:d r10.0<1;1,0>:d 1:w', '12p71').value))],
])('of %s as few lines are drawn as of others, and keys are answered', async (_, code) => {
  const page = await open({ hash: place('k') });
  await drop(page, kernelOf(code()));
  await page.locator('.cm-line').first().waitFor();
  await page.locator('.cm-content').focus();
  for (const key of ['m', 'l', 'd', 'u', 'Control+End']) await step(page, key);
  expect(await page.locator('.cm-line').count()).toBeLessThan(100);
});

test('a source file that comes with the binary is next to its code: every line, with what it costs and in its colour', async () => {
  const file = fixture('zebin/igc2/dg2/calls-debug.zebin');
  const { listing } = listingOf(file, 'call_twice');
  const source = Array.from({ length: 30 }, (_, i) => `${'  '.repeat(i % 3)}text of line ${i + 1};`);
  const page = await open({ hash: place('call_twice'), height: 900 });
  await page.locator('header input[type=file]').setInputFiles([
    { name: 'calls-debug.zebin', mimeType: '', buffer: Buffer.from(file.bytes()) },
    { name: 'calls.cl', mimeType: '', buffer: Buffer.from(source.join('\n')) },
  ]);
  const text = page.locator('.sources .cm-line');
  await text.first().waitFor();
  await answered(page);
  expect(await page.locator('[data-file]').count()).toBe(1);
  expect(await text.allTextContents()).toEqual(source);
  const counts = new Map<number, number>();
  for (const { source: places = [] } of listing.lines)
    for (const line of new Set(places.map((one) => one.line))) counts.set(line, (counts.get(line) ?? 0) + 1);
  const drawn = await page.locator('.sources .cm-source-instructions .cm-gutterElement').allTextContents();
  expect(drawn.slice(1).filter((text) => text !== '')).toEqual(
    source.flatMap((_, i) => (counts.has(i + 1) ? [String(counts.get(i + 1))] : [])),
  );
  // An instruction has the colour of its line.
  const hue = (on: string) =>
    page
      .locator(on)
      .first()
      .evaluate((line) => /cm-hue-\d/.exec(line.className)?.[0]);
  await page.locator('.sources .cm-line', { hasText: 'text of line 22;' }).click();
  await answered(page);
  expect(await hue('.split .split .cm-marked')).toBe(await hue('.sources .cm-marked'));
  expect(await axe(page, { within: '.page' })).toEqual([]);
});

test('calls that were inlined are named on their lines, with their instructions, with the text of the source and without', async () => {
  const file = fixture('dwarf/inline.elf');
  const { listing } = listingOf(file, 'blur');
  /** By the line of a call, the instructions of each function that is called there. */
  const calls = new Map<number, Map<string, number>>();
  for (const { source: places = [] } of listing.lines) {
    const found = new Set(places.slice(1).map((place, depth) => `${place.line} ${places[depth]?.function}`));
    for (const [line = '', callee = ''] of [...found].map((one) => one.split(' '))) {
      const on = calls.get(Number(line)) ?? new Map<string, number>();
      calls.set(Number(line), on.set(callee, (on.get(callee) ?? 0) + 1));
    }
  }
  const expected = [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, on]) => `inlines ${[...on].map(([callee, instructions]) => `${callee} (${instructions})`).join(', ')}`);
  expect(expected.length).toBeGreaterThan(2);
  const page = await open({ hash: place('blur'), height: 900, width: 1_600 });
  await drop(page, file.path);
  await page.locator('.source-in').first().waitFor();
  const inTree = await page.locator('.source-in .quiet').allInnerTexts();
  expect(inTree.filter((text) => text !== '')).toEqual(expected);
  await page.locator('.sources input[type=file]').setInputFiles(fixture('dwarf/inline.cl').path);
  await page.locator('.sources .cm-line').first().waitFor();
  expect(await page.locator('.sources .cm-note').allInnerTexts()).toEqual(expected);
  const column = await page.locator('.sources .cm-source-inlined .cm-gutterElement').allTextContents();
  expect(column.slice(1).filter((text) => text !== '')).toEqual(expected.map((text) => /\d+/.exec(text)?.[0]));
  expect(await axe(page, { within: '.page' })).toEqual([]);
});

test('60,000 instructions show flow, live registers and waits to their end', async () => {
  const block = (i: number) => [
    `A${i}: math.sqt (16|M0) r10.0<1>:f r12.0<1;1,0>:f null<0;1,0>:f {$0}`,
    'mov (16|M0) r14.0<1>:f r10.0<1;1,0>:f {$0.dst}',
    'add (16|M0) r12.0<1>:f r14.0<1;1,0>:f r12.0<1;1,0>:f',
    `(W&f0.0) jmpi A${i}`,
  ];
  const text = Array.from({ length: 15_000 }, (_, i) => block(i)).flat();
  const page = await open({ hash: place('k') });
  await drop(page, kernelOf(assemble(text.join('\n'), '2').value));
  await page.locator('.cm-line').first().waitFor();
  await page.locator('.cm-content').press('Control+End');
  await answered(page);
  expect(await page.locator('svg.flow .loop').count()).toBeGreaterThan(10);
  for (const name of ['live', 'waits']) expect((await column(page, name)).size, name).toBeGreaterThan(5);
});
