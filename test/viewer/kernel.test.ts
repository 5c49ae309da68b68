/** The kernel page says what the command says of the same kernel, and links what belongs together. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CostDocument, DisasmDocument, ExplainDocument, KernelDetail, KernelDocument } from '../../src/internal.ts';
import { printZeInfo } from '../../src/internal.ts';
import { scratchFolder, zebin } from '../cli/zebin.ts';
import { buildZebin, latin1 } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { answered, axe, drop, grid, viewer, visit } from './browser.ts';

const open = viewer();
const scratch = scratchFolder();

async function json<T>(...args: string[]): Promise<T> {
  const { stdout, stderr } = await zebin([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}

/** The page with a file in it, at a kernel of that. */
async function at(file: string, kernel: string, tab = 'payload', dark = false): Promise<Page> {
  const page = await open({ hash: place(kernel, tab), dark });
  await drop(page, fixture(file).path);
  return page;
}

function place(kernel: string, tab: string): string {
  return new URLSearchParams({ view: 'kernel', kernel, tab }).toString();
}

const DEBUG = 'zebin/igc2/bmg/basic-debug.zebin';
const CALLS = 'zebin/igc2/dg2/calls-debug.zebin';

/** A line of code without the spaces that align it: where lines are long, fewer are drawn. */
const words = (text = ''): string => text.trim().replaceAll(/ +/g, ' ');

/** Bytes that an entry takes, from r0 or from the start of the payload. */
type Stretches = Record<number, [number, number]>;

/** Where `kernel --json` puts the entries. */
function placedIn({ payload }: KernelDetail): Stretches {
  const { entries, grf_bytes, regions } = payload;
  const known = grf_bytes !== null && regions.length > 0;
  return Object.fromEntries(
    entries.flatMap(({ list, register, byte, offset, size }, i): [number, [number, number]][] => {
      if (size <= 0) return [];
      if (!known) return list === 'payload_arguments' ? [[i, [offset, offset + size]]] : [];
      if (register === null || byte === null) return [];
      return [[i, [register * grf_bytes + byte, register * grf_bytes + byte + size]]];
    }),
  );
}

interface Drawn {
  readonly stretches: Stretches;
  /** Registers by region. */
  readonly regions: Record<string, number>;
  readonly width: number;
  readonly cells: number;
}

/** The same, read off the cells of the picture; parts of an entry must follow on each other. */
async function drawn(page: Page): Promise<Drawn> {
  const found = await page.locator('.picture').evaluate((picture) => {
    const number = (element: Element, name: string) => Number(element.getAttribute(`data-${name}`));
    return {
      width: Number(getComputedStyle(picture).getPropertyValue('--bytes')),
      memory: picture.getAttribute('aria-label')?.includes('memory') === true,
      rows: [...picture.querySelectorAll('[role=row]')].map((row) => ({
        region: row.getAttribute('data-region') ?? 'memory',
        name: row.querySelector('code')?.textContent ?? '',
      })),
      cells: [...picture.querySelectorAll('.cell')].map((cell) => ({
        entry: number(cell, 'entry'),
        row: number(cell, 'at'),
        together: number(cell, 'together'),
        byte: number(cell, 'byte'),
        size: number(cell, 'size'),
      })),
    };
  });
  const { width, memory } = found;
  const stretches: Stretches = {};
  for (const { entry, row, together, byte, size } of found.cells) {
    const start = row * (memory ? 1 : width) + byte;
    const end = start + (together > 1 ? together * width : size);
    const before = stretches[entry];
    if (before) expect(before[1], `entry ${entry} continues where it ended`).toBe(start);
    stretches[entry] = [before?.[0] ?? start, end];
  }
  const regions: Record<string, number> = {};
  for (const { region, name } of found.rows) {
    const [, first = '', last = first] = /^r(\d+)(?:–r(\d+))?$/.exec(name) ?? [];
    regions[region] = (regions[region] ?? 0) + Number(last) - Number(first) + 1;
  }
  return { stretches, regions, width, cells: found.cells.length };
}

const PICTURES = [
  ['Gen9, 32 bit', 'zebin/igc1-17791/skl/basic-32.zebin'],
  ['Gen9 with many images', 'zebin/igc1/skl/images.zebin'],
  ['DG2, inline data', 'zebin/igc1/dg2/basic.zebin'],
  ['DG2, 32 bit', 'zebin/igc1/dg2/calls-32.zebin'],
  ['BMG', 'zebin/igc2/bmg/basic.zebin'],
  ['BMG, 32 bit', 'zebin/igc2/bmg/basic-32.zebin'],
  ['CRI with many arguments', 'zebin/igc2/cri/args.zebin'],
  ['the vector compiler, in memory', 'zebin/igc2/bmg/vector-compute.zebin'],
  ['an archive of two devices', 'fat/basic-dg2-bmg.ar'],
] as const;

test('the cells of the picture are where kernel --json puts the entries', async () => {
  const page = await open();
  await drop(page, ...PICTURES.map(([name, file]) => ({ name, bytes: fixture(file).bytes() })));
  for (const [name, file] of PICTURES) {
    const { kernels } = await json<KernelDocument>('kernel', file);
    const some = kernels.length > 5 ? [...kernels.slice(0, 3), ...kernels.slice(-2)] : kernels;
    for (const kernel of some) {
      await visit(
        page,
        new URLSearchParams({ view: 'kernel', file: name, at: kernel.address, kernel: kernel.name, tab: 'payload' }).toString(),
      );
      const which = `${kernel.name} of ${file}`;
      const { entries, grf_bytes, regions } = kernel.payload;
      expect((await page.locator('h1').textContent())?.slice(0, 100)).toBe(kernel.label.slice(0, 100));
      if (entries.length === 0) continue;
      const picture = await drawn(page);
      expect(picture.stretches, which).toEqual(placedIn(kernel));
      if (regions.length > 0) {
        expect(picture.width, which).toBe(grf_bytes);
        expect(picture.regions, which).toEqual(Object.fromEntries(regions.map((region) => [region.kind, region.registers])));
      }
      const table = page.getByRole('grid', { name: 'Entries of the payload' });
      expect(await table.getAttribute('aria-rowcount'), which).toBe(String(entries.length + 1));
    }
  }
});

test('a cell and its row are marked by each other, with the pointer and with the keyboard', async () => {
  const page = await at(DEBUG, 'saxpy');
  const rows = page.getByRole('grid', { name: 'Entries of the payload' }).locator('.body [role=row]');
  const cells = page.locator('.picture .cell');
  const markedRow = () => page.locator('.grid [role=row][aria-selected=true] [role=gridcell]').nth(1).textContent();
  const markedCell = () => page.locator('.picture .cell.marked').getAttribute('data-entry');

  await cells.filter({ hasText: 'global_id_offset' }).hover();
  await expect.poll(markedRow).toBe('global_id_offset');
  await rows.filter({ hasText: 'enqueued_local_size' }).first().hover();
  await expect.poll(markedCell).toBe('1');
  await page.mouse.move(5, 5);
  await expect.poll(() => page.locator('.picture .cell.marked').count()).toBe(0);

  await page.locator('.picture .cell[tabindex="0"]').focus();
  await expect.poll(markedRow).toBe('local_id');
  await page.keyboard.press('ArrowDown');
  await expect.poll(markedRow).toBe('global_id_offset');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(markedRow).toBe('x');
  // What was chosen stays when the focus goes.
  await page.getByRole('tab', { name: 'Payload' }).focus();
  await expect.poll(markedRow).toBe('x');
  expect(await page.locator('.picture .cell[aria-selected=true]').getAttribute('data-entry')).toBe('2');
  await rows.filter({ hasText: 'arg_byvalue' }).click();
  await expect.poll(() => page.locator('.picture .cell[aria-selected=true]').textContent()).toBe('a');
});

test('arguments come first, each with its index', async () => {
  const { kernels } = await json<KernelDocument>('kernel', 'zebin/igc2/bmg/basic.zebin', 'saxpy');
  const indices = (kernels[0]?.payload.entries ?? []).flatMap(({ arg_index }) => (arg_index === null || arg_index < 0 ? [] : [arg_index]));
  expect(indices.length).toBeGreaterThan(1);
  const page = await at('zebin/igc2/bmg/basic.zebin', 'saxpy');
  const { rows } = await grid(page, 'Entries of the payload');
  expect(rows.slice(0, indices.length).map(([index]) => Number(index))).toEqual(indices.sort((a, b) => a - b));
  expect(rows[indices.length]?.[0]).toBe('');
});

test('the execution environment: what is written, then the defaults, dimmed and explained', async () => {
  const [kernel] = (await json<KernelDocument>('kernel', DEBUG, 'saxpy')).kernels;
  const page = await at(DEBUG, 'saxpy', 'environment');
  const table = page.getByRole('table', { name: 'Execution environment' });
  const rows = await table.locator('tr').evaluateAll((all) =>
    all.map((row) => ({
      key: row.querySelector('th')?.textContent,
      value: row.querySelector('td')?.textContent,
      dimmed: row.classList.contains('default'),
    })),
  );
  const text = (value: unknown) => (Array.isArray(value) ? `[ ${value.join(', ')} ]` : String(value));
  const row =
    (dimmed: boolean) =>
    ([key, value]: [string, unknown]) => ({ key, value: text(value), dimmed });
  expect(rows).toEqual([
    ...Object.entries(kernel?.ze_info.execution_env ?? {}).map(row(false)),
    ...Object.entries(kernel?.defaults ?? {}).map(row(true)),
  ]);
  expect(rows.some(({ dimmed }) => dimmed)).toBe(true);

  const explained = async (name: string) => (await json<ExplainDocument>('explain', `execution_env/${name}`)).entries[0]?.doc ?? 'nothing';
  await table.getByText('has_dpas', { exact: true }).hover();
  await page.waitForFunction(() => document.querySelector('#tip p') !== null);
  expect(await page.locator('#tip').textContent()).toContain(await explained('has_dpas'));
  await page.mouse.move(5, 5);
  await table.locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('#tip p') !== null);
  expect(await page.locator('#tip').textContent()).toContain(await explained(rows[1]?.key ?? ''));
});

test('the occupancy of a group size is that of kernel --group', async () => {
  const file = 'zebin/igc1/dg2/device-barrier.zebin';
  const name = (await json<KernelDocument>('kernel', file)).kernels[0]?.name ?? '';
  const [kernel] = (await json<KernelDocument>('kernel', file, name, '--group', '16x20')).kernels;
  const page = await at(file, name, 'environment');
  const field = page.getByLabel('Work-items of a work-group');
  await field.fill('16x20');
  await answered(page);
  const { percent, group_size, group_threads } = kernel?.occupancy ?? {};
  const text = await page.locator('.occupancy').innerText();
  expect(text).toContain(`${percent} %`);
  expect(text).toContain(`${group_size} work-items, ${group_threads} threads`);
  await field.fill('many');
  await answered(page);
  expect(await page.locator('.occupancy .warn').count()).toBe(1);
});

test('lines of the source and instructions mark each other', async () => {
  const { lines } = (await json<DisasmDocument>('disasm', CALLS, 'call_twice')).code[0] ?? { lines: [] };
  const page = await at(CALLS, 'call_twice', 'code');
  const numbers = [...new Set(lines.flatMap(({ source = [] }) => source.map(({ line }) => line)))].sort((a, b) => a - b);
  expect(numbers.length).toBeGreaterThan(3);
  const tree = page.getByRole('tree', { name: 'Source lines' });
  expect(await tree.locator('.source-number').allTextContents()).toEqual(numbers.map(String));
  for (const number of numbers) {
    await tree
      .locator('[role=treeitem]')
      .filter({ has: page.locator('.source-number', { hasText: new RegExp(`^${number}$`) }) })
      .click();
    await answered(page);
    const wanted = lines.filter(({ source = [] }) => source.some(({ line }) => line === number));
    expect(await page.locator('.instruction').innerText()).toContain(`${wanted.length} instruction`);
    // What is in view of them is marked, and the first of them is in view.
    const marked = await page.locator('.cm-marked').allTextContents();
    expect(words(marked[0])).toContain(words(wanted[0]?.text));
  }
  const wanted = lines.find(({ source }) => source?.[0]?.line === numbers[1]);
  await page.locator('.cm-content').press('Control+Home');
  await page
    .locator('.cm-line', { hasText: words(wanted?.text) })
    .first()
    .click();
  await answered(page);
  expect(await tree.locator('[aria-selected=true] .source-number').textContent()).toBe(String(numbers[1]));
  const link = page.locator('.instruction a');
  expect(await link.getAttribute('href')).toMatch(/view=bytes.*span=\d+-\d+/);

  // The text of the source is the user's: it is shown next to the numbers, and goes nowhere.
  const source = join(scratch, 'calls.cl');
  writeFileSync(source, Array.from({ length: 99 }, (_, i) => `text of line ${i + 1}`).join('\n'));
  await page.locator('.sources input[type=file]').setInputFiles(source);
  await page
    .locator('.sources .cm-line', { hasText: `text of line ${numbers[0]}` })
    .first()
    .waitFor();
});

test('vISA is the text of the section, that of the kernel first', async () => {
  const file = 'zebin/igc2/cri/basic-visa-sections.zebin';
  const page = await at(file, 'saxpy', 'code');
  await page.getByRole('radio', { name: 'vISA' }).check();
  await answered(page);
  await page.locator('.cm-line', { hasText: '.kernel "saxpy"' }).waitFor();
  const written = await zebin(['extract', `${file}!.visaasm[3]`, '-o', join(scratch, 'saxpy.visaasm')]);
  expect(written.status, written.stderr).toBe(0);
  const shown = await page.locator('.cm-line').allTextContents();
  const lines = (await zebin(['extract', `${file}!.visaasm[3]`, '-o', '-'])).stdout.split('\n');
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual(lines.slice(0, shown.length));
});

test('vISA on its own is shown as its text, an object as it prints', async () => {
  for (const [file, kernel] of [
    ['visa/igc2/bmg/functions-ptr.call_table.visaasm', 'call_table'],
    ['visa-assembled/igc1-10840/pvc/visa-alu.float_one.isa', 'float_one'],
  ] as const) {
    const page = await open({ hash: 'view=kernel' });
    await drop(page, fixture(file).path);
    await page.locator('.cm-line', { hasText: `.kernel "${kernel}"` }).waitFor();
  }
});

test('the curve is what cost --sweep says', async () => {
  const file = 'zebin/igc2/bmg/loops-cost.zebin';
  const page = await at(file, 'loop_nested', 'cost');
  const [bare] = (await json<CostDocument>('cost', file, 'loop_nested')).kernels;
  expect(await page.locator('.formulas code').allTextContents()).toEqual(Object.values(bare?.formulas ?? {}));
  expect(await page.locator('.needs code').allTextContents()).toEqual(bare?.needs);
  await page.locator('.needs input[type=number]').nth(0).fill('40');
  await page.locator('.needs input[type=number]').nth(1).fill('7');
  await page.locator('.needs input[type=number]').nth(2).fill('10');
  await page.locator('.needs input[type=number]').nth(2).press('Enter');
  await page.getByRole('radio').nth(0).check();
  await answered(page);
  await page.locator('summary').click();
  const rows = await page
    .locator('details tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const [swept] = (await json<CostDocument>('cost', file, 'loop_nested', '--sweep', 'm=0..40:1', '--arg', 'n=10', '--loop', '2=7')).kernels;
  const text = (value: number | null | undefined) =>
    value == null ? '' : String(Math.round(value * 100) / 100).replace(/\B(?=(\d{3})+$)/g, ',');
  expect(rows).toEqual(
    swept?.sweep?.points.map(({ value, total }) => [
      String(value),
      text(total?.cycles),
      text(total?.bytes_loaded),
      text(total?.bytes_stored),
      text(total?.cycles_per_byte),
    ]),
  );
  expect(await page.locator('.curve canvas').count()).toBe(2);
  // A loop that the compiler could not follow has a curve too.
  await page.getByRole('radio').nth(1).check();
  await answered(page);
  expect(await page.locator('details tbody tr').count()).toBe(8);
});

test('the way to other kernels, by link, by key and by address', async () => {
  const { kernels } = await json<KernelDocument>('kernel', DEBUG);
  const page = await at(DEBUG, kernels[3]?.name ?? '', 'code');
  const heading = () => page.locator('h1').textContent();
  expect(await heading()).toBe(kernels[3]?.label);
  await page.getByRole('link', { name: 'Next kernel' }).click();
  await answered(page);
  expect(await heading()).toBe(kernels[4]?.label);
  await page.keyboard.press('p');
  expect(await heading()).toBe(kernels[3]?.label);
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Code');
  await page.getByRole('button', { name: 'Kernel 4 of 9' }).click();
  await page.getByRole('combobox').fill('templated');
  await answered(page);
  await page.keyboard.press('Enter');
  const found = kernels.find(({ name }) => name.includes('templated'))?.label ?? 'nothing';
  expect((await heading())?.slice(0, 100)).toBe(found.slice(0, 100));
});

/** Names that would be markup, run as script, turn the line around, or fill the page. */
const HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '\u202egnp.exe', 'k'.repeat(65_536)];

/** A zebin for DG2 with such names, entries that lie over each other, and an entry at the end of the world. */
function hostileFile(): Uint8Array {
  const value = { arg_type: 'arg_byvalue', size: 4 };
  const model = {
    version: '1.38',
    kernels: HOSTILE.map((name) => ({
      name,
      execution_env: { grf_count: 128, simd_size: 16 },
      payload_arguments: [
        { ...value, offset: 0, arg_index: 0 },
        { ...value, offset: 2, arg_index: 1 },
        { ...value, offset: 0x7fffff00, arg_index: 2 },
        { arg_type: '<b>bold</b>', offset: 64, size: 100_000, arg_index: 3 },
      ],
      binding_table_indices: Array.from({ length: 300 }, (_, i) => ({ bti_value: i, arg_index: 1 })),
    })),
  };
  const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
  const zeInfo = bytesOf(printZeInfo(model as unknown as Parameters<typeof printZeInfo>[0]));
  return buildZebin({ zeInfo, kernels: HOSTILE.map(bytesOf), notes: [{ type: 2, desc: 0x0c07 }] }).bytes;
}

test('hostile names are text, and what is far too much is bounded', async () => {
  const page = await open();
  await drop(page, { name: 'hostile.zebin', bytes: hostileFile() });
  for (const name of HOSTILE) {
    for (const tab of ['payload', 'environment', 'code', 'lists']) {
      await visit(page, place(name, tab));
      expect(await page.locator('main img, main script').count()).toBe(0);
      const heading = (await page.locator('h1').textContent()) ?? '';
      expect(heading.length).toBeLessThan(600);
      expect(heading).not.toContain('\u202e');
      if (name.startsWith('<')) expect(heading).toBe(name);
      expect(await page.locator('main *').count()).toBeLessThan(3_000);
    }
  }
  await visit(page, place(HOSTILE[0] ?? '', 'payload'));
  const picture = await drawn(page);
  // An entry of 100,000 bytes is three rows.
  expect(picture.cells).toBeLessThan(20);
  expect(await page.locator('.note.warn').innerText()).toMatch(/^1 pair of entries/);
});

test.each([false, true])('axe finds nothing (dark: %s)', async (dark) => {
  const page = await at(DEBUG, 'saxpy', 'payload', dark);
  const found: string[] = [];
  for (const tab of dark ? ['payload', 'environment'] : ['environment', 'code', 'lists']) {
    await visit(page, place('saxpy', tab));
    found.push(...(await axe(page)).map((line) => `${tab}: ${line}`));
  }
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.locator('.source-number').first().click();
  await answered(page);
  found.push(...(await axe(page)));
  const file = dark ? 'zebin/igc2/cri/basic-visa-sections.zebin' : 'zebin/igc2/bmg/loops-cost.zebin';
  await drop(page, fixture(file).path);
  await visit(page, new URLSearchParams({ view: 'kernel', file: file.replace(/^.*\//, ''), tab: dark ? 'code' : 'cost' }).toString());
  if (dark) await page.getByRole('radio', { name: 'vISA' }).check();
  await answered(page);
  found.push(...(await axe(page)));
  expect(found).toEqual([]);
});

test('damaged bytes of a name do not stop the page', async () => {
  const page = await open();
  const bytes = fixture(DEBUG).bytes();
  const text = latin1('saxpy');
  for (let i = 0; i + 5 < bytes.length; i++) if (text.every((c, j) => bytes[i + j] === c)) bytes[i + 1] = 0xff;
  await drop(page, { name: 'damaged.zebin', bytes });
  await visit(page, new URLSearchParams({ view: 'kernel' }).toString());
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('n');
    expect(await page.locator('h1').count()).toBe(1);
  }
});
