/** The page that compares: it says what `diff --json` and `compare --json` say of the same files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type CompareDocument, type DiffDocument, writeAr } from '../../src/internal.ts';
import { scratchFolder } from '../cli/zebin.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { answered, axe, drop, grid, settled, viewer, visit } from './browser.ts';
import { json } from './command.ts';

const open = viewer();
const scratch = scratchFolder();

const thousands = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
const signed = (n: number) => (n > 0 ? `+${thousands(n)}` : n < 0 ? `−${thousands(-n)}` : '0');

async function tabCount(page: Page, title: string): Promise<number> {
  const text = await page.getByRole('tab', { name: new RegExp(`^${title} `) }).innerText();
  return Number(text.slice(title.length).replaceAll(',', ''));
}

/** All that the page says of two sides against the documents of the command. */
async function check(page: Page, diff: DiffDocument, compare: CompareDocument): Promise<void> {
  expect(await tabCount(page, 'Changed kernels')).toBe(diff.kernels.length);
  expect(await tabCount(page, 'Changed images')).toBe(diff.images.length);
  expect(await tabCount(page, 'Only in the base')).toBe(diff.kernels_only_base.length + diff.images_only_base.length);
  expect(await tabCount(page, 'Only in the new')).toBe(diff.kernels_only_new.length + diff.images_only_new.length);
  const moved = compare.metrics.filter(({ verdict }) => verdict !== 'same');
  if (moved.length > 0) {
    const { rows } = await grid(page, 'measures that changed');
    const texts = { same: 'same', mixed: 'mixed', better: '✓ better', worse: '✗ worse' };
    expect(rows.map((cells) => cells.slice(0, 7))).toEqual(
      moved.map(({ title, unit, verdict, counts: { worse, better, same }, total }) => [
        `${title} ${unit}`,
        texts[verdict],
        ...[worse, better, same, total.base, total.new].map(thousands),
      ]),
    );
    await page.getByRole('grid', { name: 'measures that changed' }).locator('.body [role=row]').first().click();
    await answered(page);
    const said = await page.locator('.statistics').innerText();
    for (const [count, spread] of [
      [moved[0]?.counts.worse, moved[0]?.worse_by],
      [moved[0]?.counts.better, moved[0]?.better_by],
    ] as const) {
      expect(said.includes(`${count}: `)).toBe(spread !== null);
      const { minimum = 0, maximum = 0 } = spread?.absolute ?? {};
      if (spread) expect(said).toContain(minimum === maximum ? signed(minimum) : `minimum ${signed(minimum)}, maximum ${signed(maximum)}`);
    }
    const interval = moved[0]?.interval;
    if (interval) expect(rows[0]?.at(-1)).toContain(`to ${interval.absolute.high > 0 ? '+' : '−'}`);
  }
  if (diff.kernels.length > 0) await checkKernels(page, diff, moved);
  await page.getByRole('tab', { name: /^Only in the base/ }).click();
  await answered(page);
  if (diff.kernels_only_base.length > 0) {
    const { rows } = await grid(page, 'only in the base');
    const expected = [...diff.images_only_base.map((place) => place), ...diff.kernels_only_base.map(({ place }) => place)];
    expect(rows.map((cells) => cells[3])).toEqual(expected.slice(0, rows.length));
  }
  await page.getByRole('tab', { name: /^Changed images/ }).click();
  await answered(page);
  const images = await page
    .locator('.compare-images .compare-detail')
    .evaluateAll((all) => all.map((one) => one.querySelectorAll('.difference').length));
  expect(images).toEqual(diff.images.map(({ differences }) => differences.length));
}

async function checkKernels(page: Page, diff: DiffDocument, moved: CompareDocument['metrics']): Promise<void> {
  const { rows } = await grid(page, 'changed kernels');
  const placed = diff.kernels.some(({ base, new: next }) => base !== '' || next !== '');
  const expected = diff.kernels.map(({ label, device, metrics, differences, base, new: next }) => [
    label,
    device,
    ...moved.map(({ metric }) => {
      const change = metrics.find((one) => one.metric === metric);
      if (!change) return '·';
      return `${thousands(change.base)} → ${thousands(change.new)} ${signed(change.new - change.base)} ${change.change === 'worse' ? '✗' : '✓'}`;
    }),
    String(differences.length),
    ...(placed ? [base === next ? base : `${base} → ${next}`] : []),
  ]);
  const short = (cells: readonly (string | undefined)[]) => cells.map((cell, i) => (i === 0 ? (cell ?? '').slice(0, 40) : cell)).join('|');
  if (rows.length === expected.length) expect(rows.map(short).sort()).toEqual(expected.map(short).sort());
  else for (const row of rows) expect(expected.map(short)).toContain(short(row));
  // The most changed first, by the first measure that differs.
  const sizes = rows.map((cells) =>
    moved.map((_, i) => Number((/[+−]([\d,]+) /.exec(cells[2 + i] ?? '')?.[1] ?? '0').replaceAll(',', ''))),
  );
  for (const [i, size] of sizes.slice(1).entries()) {
    const before = sizes[i] ?? [];
    const at = before.findIndex((value, j) => value !== size[j]);
    if (at >= 0) expect(before[at]).toBeGreaterThan(size[at] as number);
  }
  const first = diff.kernels.find(
    (kernel) => short([kernel.label]) === short([rows[0]?.[0]]) && kernel.differences.length === Number(rows[0]?.[2 + moved.length]),
  );
  await page.getByRole('grid', { name: 'changed kernels' }).locator('.body [role=row]').first().click();
  await answered(page);
  const lines = await page.locator('.compare-detail .difference').evaluateAll((all) =>
    all.map((line) => ({
      what: line.querySelector('.what')?.textContent,
      base: line.querySelector('del')?.textContent ?? null,
      new: line.querySelector('ins')?.textContent ?? null,
    })),
  );
  expect(lines).toEqual(
    first?.differences.map(({ what, base, new: next }) => ({
      what,
      base: base === '' ? '(empty)' : base,
      new: next === '' ? '(empty)' : next,
    })),
  );
}

const PAIRS = [
  ['two releases of the compiler', 'zebin/igc1/dg2/basic.zebin', 'zebin/igc2/dg2/basic.zebin'],
  ['two archives', 'fat/basic-dg2-bmg.ar', 'fat/slm-skl-tgllp.ar'],
  ['an archive and an image', 'fat/basic-dg2-bmg.ar', 'zebin/igc2/bmg/basic-eu-threads.zebin'],
  ['the same file twice', 'zebin/igc2/bmg/basic.zebin', 'zebin/igc2/bmg/basic.zebin'],
] as const;

test.each(PAIRS)('the page shows what `diff` and `compare` say of %s', async (_, base, next) => {
  const diff = await json<DiffDocument>('diff', base, next);
  const compare = await json<CompareDocument>('compare', base, next);
  const page = await open();
  await drop(page, fixture(base).path, fixture(next).path);
  await visit(page, 'view=compare');
  await check(page, diff, compare);
  if (diff.same) expect(await page.locator('.summary').innerText()).toContain(`No difference in ${diff.unchanged} kernels`);
});

describe('folders', () => {
  test('two that were dropped', async () => {
    const sides = {
      old: ['zebin/igc1/dg2/basic.zebin', 'zebin/igc1/dg2/calls-32.zebin'],
      new: ['zebin/igc2/dg2/basic.zebin', 'zebin/igc2/bmg/images.zebin'],
    };
    const dropped = Object.entries(sides).map(([folder, names]) => ({
      folder,
      files: names.map((name) => {
        const path = `sub/${basename(name)}`;
        mkdirSync(dirname(join(scratch, folder, path)), { recursive: true });
        writeFileSync(join(scratch, folder, path), fixture(name).bytes());
        return { path, base64: Buffer.from(fixture(name).bytes()).toString('base64') };
      }),
    }));
    const diff = await json<DiffDocument>('diff', join(scratch, 'old'), join(scratch, 'new'));
    const compare = await json<CompareDocument>('compare', join(scratch, 'old'), join(scratch, 'new'));
    const page = await open();
    await dropFolders(page, dropped);
    await settled(page, 4);
    await visit(page, 'view=compare&file=old%2Fsub%2Fbasic.zebin');
    expect(await page.locator('.choosers option').allInnerTexts()).toEqual([
      'old (2 files)',
      'new (2 files)',
      'old (2 files)',
      'new (2 files)',
    ]);
    await check(page, diff, compare);
  });
});

test('two folders of the same name are two sides', async () => {
  const files = [{ path: 'sub/basic.zebin', base64: Buffer.from(fixture('zebin/igc2/dg2/basic.zebin').bytes()).toString('base64') }];
  const page = await open();
  for (const count of [1, 2]) {
    await dropFolders(page, [{ folder: 'build', files }]);
    await settled(page, count);
  }
  expect(await page.locator('.files .file').allInnerTexts()).toEqual(['build/sub/basic.zebin', 'build (2)/sub/basic.zebin']);
  await visit(page, 'view=compare');
  expect(await page.locator('.choosers option').allInnerTexts()).toEqual(['build', 'build (2)', 'build', 'build (2)']);
  expect(await page.locator('.summary').innerText()).toContain('No difference in');
});

/** What a browser gives for folders that are dropped: handles of what is in them. */
async function dropFolders(
  page: Page,
  folders: readonly { folder: string; files: readonly { path: string; base64: string }[] }[],
): Promise<void> {
  await page.evaluate((list) => {
    const folderHandle = (name: string, inside: readonly object[]) => ({
      kind: 'directory',
      name,
      async *values() {
        yield* inside;
      },
    });
    const made = new Map<string, object>();
    const data = new DataTransfer();
    for (const { folder, files } of list) {
      const inside = files.map(({ path, base64 }) => {
        const name = path.replace('sub/', '');
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        return { kind: 'file', name, getFile: async () => new File([bytes], name) };
      });
      made.set(folder, folderHandle(folder, [folderHandle('sub', inside)]));
      data.items.add(new File([], folder));
    }
    const prototype = DataTransferItem.prototype as unknown as { [name: string]: unknown };
    prototype.webkitGetAsEntry = () => ({ isDirectory: true });
    prototype.getAsFileSystemHandle = function (this: DataTransferItem) {
      return Promise.resolve(made.get(this.getAsFile()?.name ?? ''));
    };
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }, folders);
}

test('the code of two builds: what is new, gone and changed as diff says, and a key leads through the changes', async () => {
  const [, base, next] = PAIRS[0];
  const { kernels } = await json<DiffDocument>('diff', base, next);
  const { code } = kernels.find(({ name }) => name === 'saxpy') ?? {};
  const page = await open({ width: 1_100, height: 1_000 });
  await drop(page, fixture(base).path, fixture(next).path);
  await visit(page, 'view=compare&tab=code&kernel=saxpy');
  await page.locator('.cm-line').first().waitFor();
  const { changed = 0, new: added = 0, gone = 0, by_operation = {} } = code ?? {};
  expect(changed + added + gone).toBeGreaterThan(5);
  expect(await page.locator('.compare-counts').innerText()).toContain(`${changed} changed, ${added} new, ${gone} gone`);
  expect(await page.locator('.operations th[scope=col]').allTextContents()).toEqual(Object.keys(by_operation).slice(0, 12));
  // All lines of the text, as somebody who copies it gets them.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  const text = await page.locator('.cm-content').evaluate((content) => {
    const clipboardData = new DataTransfer();
    content.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  const marked = text.split('\n').filter((line) => /^[-+] /.test(line));
  const sides = (code?.changes ?? []).flatMap((change) => [
    ...(change.base ? [`- ${change.base.text}`] : []),
    ...(change.new ? [`+ ${change.new.text}`] : []),
  ]);
  expect(marked).toEqual(sides);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('c');
  await answered(page);
  expect(await page.locator('.code-bar [role=status]').innerText()).toMatch(/^change 1 of \d+$/);
  expect(await page.locator('.cm-activeLine').innerText()).toContain(sides[0] ?? 'none');
  await page.keyboard.press('Shift+C');
  await answered(page);
  const last = await page.locator('.code-bar [role=status]').innerText();
  expect(last).toMatch(/^change (\d+) of \1$/);
});

test('a kernel as cards, and its code in two columns that scroll together', async () => {
  const [, base, next] = PAIRS[0];
  const { metrics } = await json<CompareDocument>('compare', base, next, '-k', 'saxpy', '--code');
  const page = await open();
  await drop(page, fixture(base).path, fixture(next).path);
  await visit(page, 'view=compare&tab=code&kernel=saxpy');
  await page.locator('.cm-line').first().waitFor();
  const cards = new Map(
    (await page.locator('.cards > div').allInnerTexts()).map((text) => [text.split('\n')[0] ?? '', text.split('\n').slice(1).join(' ')]),
  );
  for (const metric of ['instructions', 'peak_registers', 'code_bytes'] as const) {
    const { title = '', total } = metrics.find((one) => one.metric === metric) ?? {};
    const card = [...cards].find(([name]) => name.startsWith(title))?.[1] ?? '';
    expect(card, title).toContain(String(total?.new));
    if (total?.base !== total?.new) expect(card, title).toMatch(new RegExp(`^${total?.base} → ${total?.new} \\S+ (better|worse)$`));
  }
  const panes = page.locator('.compare-code .cm-scroller');
  expect(await panes.count()).toBe(2);
  await panes.first().evaluate((scroller) => scroller.scrollTo(0, 160));
  await answered(page);
  expect(await panes.last().evaluate((scroller) => scroller.scrollTop)).toBe(160);
  const height = (side: 'first' | 'last') => panes[side]().evaluate((scroller) => scroller.scrollHeight);
  expect(await height('last')).toBe(await height('first'));
  await page.getByRole('checkbox', { name: 'side by side' }).uncheck();
  await answered(page);
  expect(await panes.count()).toBe(1);
});

test('two builds for different devices are compared kernel by kernel, which the first line says', async () => {
  const page = await open();
  await drop(page, { name: 'dg2.zebin', bytes: fixture('zebin/igc2/dg2/basic.zebin').bytes() });
  await drop(page, { name: 'bmg.zebin', bytes: fixture('zebin/igc2/bmg/basic.zebin').bytes() });
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.locator('.summary').waitFor();
  expect(await page.locator('.summary').innerText()).toMatch(/^9 kernels changed, 0 unchanged\. For different devices\./);
});

test('two files without a kernel in common: the page says so, and offers other pairs', async () => {
  const page = await open();
  const files = ['zebin/igc1/dg2/basic.zebin', 'zebin/igc2/bmg/images.zebin', 'zebin/igc2/dg2/basic-no-eu-fusion.zebin'];
  await drop(page, ...files.map((name) => fixture(name).path));
  await visit(page, 'view=compare&file=basic.zebin&other=images.zebin');
  await page.getByText('The two have no kernel in common').waitFor();
  await page.getByRole('button', { name: 'basic.zebin → basic-no-eu-fusion.zebin' }).click();
  await answered(page);
  expect(await page.locator('.summary').innerText()).toContain('9 kernels changed');
});

test('a threshold keeps what moved farther, and a filter what is named so', async () => {
  const [base, next] = [PAIRS[0][1], PAIRS[0][2]];
  const { kernels } = await json<DiffDocument>('diff', base, next);
  const page = await open();
  await drop(page, fixture(base).path, fixture(next).path);
  await visit(page, 'view=compare');
  const far = (least: number) => kernels.filter(({ metrics }) => metrics.some((one) => Math.abs(one.new - one.base) > least));
  const field = page.getByLabel('by more than');
  for (const least of [30, 60, 100, 100_000]) {
    await field.fill(String(least));
    await answered(page);
    expect(`${least}: ${(await page.getByRole('grid', { name: 'changed kernels' }).getAttribute('aria-rowcount')) ?? ''}`).toBe(
      `${least}: ${far(least).length + 1}`,
    );
  }
  await field.fill('code_bytes=20%');
  await answered(page);
  const much = kernels.filter(({ metrics }) =>
    metrics.some(({ metric, base: b, new: n }) => (metric === 'code_bytes' ? Math.abs(n - b) > b / 5 : n !== b)),
  );
  expect(await page.getByRole('grid', { name: 'changed kernels' }).getAttribute('aria-rowcount')).toBe(String(much.length + 1));
  await field.fill('much');
  await answered(page);
  expect(await page.locator('.threshold [role=status]').innerText()).toContain('a threshold is 64, 2%');
  await field.fill('');
  await page.getByRole('searchbox', { name: /Filter/ }).fill('saxpy');
  await answered(page);
  expect((await grid(page, 'changed kernels')).rows.map(([label]) => label)).toEqual(['saxpy']);
});

test('many kernels are few rows in the document, and hostile names are text', async () => {
  const [old, now] = ['zebin/igc2/bmg/basic.zebin', 'zebin/igc2/bmg/basic-eu-threads.zebin'].map((name) => fixture(name).bytes()) as [
    Uint8Array,
    Uint8Array,
  ];
  const many = (data: Uint8Array) => writeAr(Array.from({ length: 60 }, (_, i) => ({ name: `64.<img src=x>\u202e${i}`, data })));
  const page = await open();
  await drop(page, { name: 'old.ar', bytes: many(old) }, { name: 'new.ar', bytes: many(now) });
  await visit(page, 'view=compare');
  await expect.poll(() => page.getByRole('grid', { name: 'changed kernels' }).getAttribute('aria-rowcount')).toBe(String(60 * 9 + 1));
  expect(await page.locator('main [role=row]').count()).toBeLessThan(60);
  expect(await page.locator('main *').count()).toBeLessThan(2_500);
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.evaluate(() => document.body.innerText.includes('\u202e'))).toBe(false);
});

test('sides are chosen and swapped, and stay in the address', async () => {
  const names = ['zebin/igc1/dg2/basic.zebin', 'zebin/igc2/bmg/images.zebin', 'zebin/igc2/bmg/clock.zebin'];
  const page = await open();
  await drop(page, ...names.map((name) => join(FIXTURES, name)));
  await visit(page, 'view=compare');
  const chosen = () => page.locator('.choosers select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  expect(await chosen()).toEqual(['basic.zebin', 'images.zebin']);
  await page.locator('.choosers select').nth(1).selectOption('clock.zebin');
  await answered(page);
  expect(await chosen()).toEqual(['basic.zebin', 'clock.zebin']);
  await page.getByRole('button', { name: 'swap base and new' }).click();
  await answered(page);
  expect(await chosen()).toEqual(['clock.zebin', 'basic.zebin']);
  expect(page.url()).toContain('other=basic.zebin');
  await page.goBack();
  await answered(page);
  expect(await chosen()).toEqual(['basic.zebin', 'clock.zebin']);
});

test('axe finds nothing wrong', async () => {
  for (const dark of [false, true]) {
    const page = await open({ dark });
    await drop(page, fixture(PAIRS[0][1]).path, fixture(PAIRS[0][2]).path);
    await visit(page, 'view=compare&kernel=saxpy');
    expect(await page.locator('.compare-detail .difference').count()).toBeGreaterThan(5);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: /^Code: / }).click();
    await answered(page);
    expect(await axe(page)).toEqual([]);
  }
});
