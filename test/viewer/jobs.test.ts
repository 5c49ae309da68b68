/**
 * What people open the page for, and how many clicks and keys each job takes: `before` is what the page took when this table was begun, and
 * `after` is what it takes now, counted. A value that the user has at hand, such as an address, is pasted, which is one key.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { disasmDocument, infoDocument, inspect, isZebinInfo, kernelDocument } from '../../src/internal.ts';
import { groupedIn } from '../../viewer/parts/shown.ts';
import { scratchFolder, zebin } from '../cli/zebin.ts';
import { unitrace } from '../formats/samples/synthetic.ts';
import { buildAr, buildMember } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { answered, type Dropped as Given, settled, viewer } from './browser.ts';

const open = viewer();
const scratch = scratchFolder();

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
const ARGUMENTS = fixture('zebin/igc2/cri/args.zebin');
const DEBUG = fixture('zebin/igc2/dg2/calls-debug.zebin');

/** Counts what a user does. */
class Hand {
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(on: Locator): Promise<void> {
    this.count++;
    await on.click();
    await answered(this.page);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count++;
      await this.page.keyboard.press(key);
    }
  }

  async paste(text: string): Promise<void> {
    this.count++;
    await this.page.keyboard.insertText(text);
    await answered(this.page);
  }
}

/** Opens files as the picker does: samples among them are no files of their own. */
async function give(page: Page, all: readonly Given[]): Promise<void> {
  await page
    .locator('header input[type=file]')
    .setInputFiles(
      all.map((one) =>
        typeof one === 'string'
          ? { name: basename(one), mimeType: '', buffer: readFileSync(one) }
          : { name: one.name, mimeType: '', buffer: Buffer.from(one.bytes) },
      ),
    );
  await settled(page, 1);
}

/** Fails unless such a text is in view. */
async function seen(on: Locator, text: RegExp): Promise<void> {
  const found = on.filter({ hasText: text }).first();
  await found.waitFor();
  const { x, y, width, height } = (await found.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  expect(width * height).toBeGreaterThan(0);
  expect([x >= 0, y >= 0, x < 1280, y + Math.min(height, 20) <= 800]).toEqual([true, true, true, true]);
}

/** Twenty images, of which the last but two spills most. */
function twenty(): { bytes: Uint8Array; worst: string; spill: number } {
  const small = fixture('zebin/igc2/bmg/basic-debug.zebin').bytes();
  const spilling = new Map([
    [4, DEBUG.bytes()],
    [17, SPILLS.bytes()],
  ]);
  const members = Array.from({ length: 20 }, (_, i) => buildMember(`64.${i}/`, spilling.get(i) ?? small));
  const bytes = buildAr(members);
  const rows = infoDocument(inspect(bytes).value).images.flatMap((image) =>
    isZebinInfo(image) ? image.kernels.map(({ spill_size }) => ({ address: image.address, spill: spill_size ?? 0 })) : [],
  );
  const [first] = rows.sort((a, b) => b.spill - a.spill);
  return { bytes, worst: first?.address ?? '', spill: first?.spill ?? 0 };
}

/** Samples whose hottest instruction comes from line 22. */
function stalls(): { text: string; line: number } {
  const [listing] = disasmDocument(inspect(DEBUG.bytes()).value, { pattern: 'call_twice' }).code;
  const own = (listing?.lines ?? []).filter(({ source }) => source?.[0]?.line === 22);
  return { text: unitrace(own.slice(0, 2).map(({ offset }, i) => ['call_twice', offset, [i], 'x'])), line: 22 };
}

const SOURCE = Array.from({ length: 30 }, (_, i) => `  text of line ${i + 1};`).join('\n');

interface Job {
  readonly job: string;
  readonly before: number;
  readonly after: number;
  readonly files: () => readonly Given[];
  /** Files that `zebin view` was given, instead. */
  readonly report?: readonly string[];
  /** Where the user is when the question comes up; absent for the page as it opens. */
  readonly from?: string;
  act(hand: Hand, page: Page): Promise<void>;
}

const JOBS: readonly Job[] = [
  {
    job: 'worst spill of 20 images',
    before: 3,
    after: 1,
    files: () => [{ name: 'twenty.ar', bytes: twenty().bytes }],
    act: async (hand, page) => {
      await hand.click(page.getByRole('columnheader', { name: 'spill' }).getByRole('button'));
      const { worst, spill } = twenty();
      await seen(
        page.getByRole('grid', { name: 'Kernels' }).locator('.body [role=row][aria-rowindex="2"]'),
        new RegExp(`${worst}.*${groupedIn(String(spill))}`),
      );
    },
  },
  {
    job: 'where is argument 3, and what reads it',
    before: 6,
    after: 3,
    files: () => [ARGUMENTS.path],
    from: 'view=kernel&kernel=scalars&tab=code',
    act: async (hand, page) => {
      const entry = kernelDocument(inspect(ARGUMENTS.bytes()).value).kernels[0]?.payload.entries.find((one) => one.arg_index === 3);
      const register = String(entry?.operand).replace(/:.*/, '');
      await hand.press('g');
      await hand.paste('3');
      await seen(page.getByRole('option'), new RegExp(`Argument 3 \\w+ ${register}, first read at 0x70`));
      await hand.press('Enter');
      await seen(page.locator('.cm-activeLine'), new RegExp(register));
    },
  },
  {
    job: 'what does this instruction wait for',
    before: 6,
    after: 3,
    files: () => [SPILLS.path],
    from: 'view=kernel&kernel=spilling_private&tab=code',
    act: async (hand, page) => {
      await hand.press('g');
      await hand.paste('7f0');
      await hand.press('Enter');
      await seen(page.locator('.instruction'), /waits for \$28/);
    },
  },
  {
    job: 'where is the peak',
    before: 2,
    after: 1,
    files: () => [SPILLS.path],
    act: async (hand, page) => {
      await hand.click(page.getByRole('link', { name: 'spilling_private' }));
      await seen(page.locator('.code-note'), /252 registers of 256 are live, before 0x7d0/);
    },
  },
  {
    job: 'what changed between two builds',
    before: 2,
    after: 1,
    files: () => [],
    report: [fixture('zebin/igc1/dg2/basic.zebin').path, fixture('zebin/igc2/dg2/basic-no-eu-fusion.zebin').path],
    act: async (hand, page) => {
      await seen(page.getByRole('grid', { name: 'measures that changed' }), /3,224/);
      await hand.click(page.getByRole('tab', { name: 'Code' }));
      await seen(page.locator('.cards'), /live registers/);
      await seen(page.locator('.compare-counts'), /instructions/);
    },
  },
  {
    job: 'send a colleague a link to an instruction',
    before: 4,
    after: 2,
    files: () => [SPILLS.path],
    from: 'view=kernel&kernel=spilling_private&tab=code',
    act: async (hand, page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await hand.click(page.locator('.cm-line').nth(3));
      await hand.press('y');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/kernel=spilling_private&instruction=0x[0-9a-f]+&tab=code/);
      const other = await open({ url: copied });
      await give(other, [SPILLS.path]);
      expect(await other.locator('.instruction').innerText()).toBe(await page.locator('.instruction').innerText());
    },
  },
  {
    job: 'find which field a byte belongs to',
    before: 5,
    after: 2,
    files: () => [SPILLS.path],
    act: async (hand, page) => {
      await hand.press('g');
      await hand.paste('0x32');
      await seen(page.getByRole('option'), /Byte 0x32 of the file.*e_version|e_/);
    },
  },
  {
    job: 'samples to source line',
    before: 5,
    after: 2,
    files: () => [DEBUG.path, { name: 'stalls.csv', bytes: Buffer.from(stalls().text) }, { name: 'calls.cl', bytes: Buffer.from(SOURCE) }],
    act: async (hand, page) => {
      await hand.click(page.getByRole('link', { name: 'call_twice' }));
      await hand.press('h');
      await seen(page.locator('.sources .cm-marked'), new RegExp(`text of line ${stalls().line};`));
    },
  },
];

test.each(JOBS)('$job: the answer is in view after so many clicks and keys', async ({ files, from, report, act, after }) => {
  const path = join(scratch, 'report.html');
  if (report) expect((await zebin(['view', ...report, '-o', path])).status).toBe(0);
  const page = await open({ hash: from ?? '', ...(report ? { url: pathToFileURL(path).href } : {}) });
  if (report) await settled(page, report.length);
  else await give(page, files());
  const hand = new Hand(page);
  await act(hand, page);
  expect(hand.count).toBe(after);
});

test.each(JOBS)('$job takes at most half of what it took', ({ before, after }) => {
  expect(2 * after).toBeLessThanOrEqual(before);
});
