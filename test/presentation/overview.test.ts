/** Files with many images at a glance. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, describe, expect, test } from 'vitest';
import {
  driverVerdict,
  type Item,
  infoDocument,
  inspect,
  OVERVIEW_COLUMNS,
  overviewOf,
  sortedRows,
  TABLES,
  withVerdicts,
} from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { type Given, runVerb } from '../cli/run-verb.ts';
import { buildAr, buildMember, buildZebin } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-overview-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const BMG = fixture('zebin/igc2/bmg/globals.zebin').bytes();
const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes();
const SPIRV = Uint8Array.from([3, 2, 0x23, 7, 0, 0, 1, 0]);
const refused = buildZebin({
  kernels: ['k'],
  notes: [{ type: 6, desc: 0x05004000 }],
  zeInfo: "version: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n      grf_count: 128\n      unheard_of: 1\n",
}).bytes;

const archive = (...members: [name: string, content: Uint8Array][]): Uint8Array =>
  buildAr(members.map(([name, content]) => buildMember(`${name}/`, content)));
const mixed = archive(['64.bmg', BMG], ['64.ptl', SPILLS], ['generic_ir', SPIRV], ['64.bad', refused]);
const cut = archive(['64.a', BMG], ['64.b', BMG], ['64.c', refused], ['64.ptl', SPILLS]).slice(0, -60_000);

const decide = (item: Item) => driverVerdict(item, { tables: TABLES }, { newestOnly: true });
const overview = (bytes: Uint8Array) => {
  const root = inspect(bytes).value;
  return overviewOf(withVerdicts(infoDocument(root), root, decide));
};

async function printed(bytes: Uint8Array, options: Given<'info'> = {}, width?: number) {
  const path = join(scratch, 'a.ar');
  writeFileSync(path, bytes);
  const io = fakeIo(width);
  const code = await runVerb('info', [path], options, io);
  return { code, text: io.printed(), lines: io.printed().replaceAll(path, 'a.ar').split('\n'), warned: io.warned() };
}

describe('the overview', () => {
  test('has a row for each image, in the order of the file', () => {
    const { rows } = overview(mixed);
    expect(rows.map(({ address, verdict, spilling }) => [address, verdict, spilling])).toEqual([
      ['!64.bmg', 'accepted', 0],
      ['!64.ptl', 'accepted', 2],
      ['!generic_ir', 'compiled', 0],
      ['!64.bad', 'refused', 0],
    ]);
    expect(rows.map(({ bytes }) => bytes.ir > 0)).toEqual([true, true, true, false]);
  });

  test('counts all of them', () => {
    const { total, verdicts, rows } = overview(mixed);
    expect(verdicts).toEqual([
      ['refused', 1],
      ['compiled', 1],
      ['accepted', 2],
    ]);
    expect([total.verdict, total.spilling]).toEqual(['refused', 2]);
    expect(total.kernels).toBe(rows.reduce((sum, { kernels }) => sum + kernels, 0));
    expect(total.bytes.code).toBe(rows.reduce((sum, { bytes }) => sum + bytes.code, 0));
  });

  test('lists the kernels that spill, the worst first', () => {
    expect(overview(mixed).spilling.map(({ address, kernel }) => [address, kernel.name, kernel.spill_size])).toEqual([
      ['!64.ptl', 'spilling_private', 9024],
      ['!64.ptl', 'spilling', 1856],
    ]);
  });

  test('says of an image that was not read whole that it was not, whatever else is known of it', () => {
    const { rows, total } = overview(cut);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'refused', 'unread']);
    expect(rows[3]?.unread).toMatch(/bytes/);
    expect(total.verdict).toBe('unread');
  });

  test('sorts by every column, and by default the worst first', () => {
    const { rows } = overview(mixed);
    expect(sortedRows(rows).map(({ address }) => address)).toEqual(['!64.bad', '!generic_ir', '!64.ptl', '!64.bmg']);
    for (const column of OVERVIEW_COLUMNS) {
      const values = sortedRows(rows, column).map(column.value);
      const numbers = values.every((value) => typeof value === 'number');
      expect(values).toEqual([...values].sort(numbers ? (a, b) => Number(b) - Number(a) : undefined));
    }
  });
});

describe('info', () => {
  test('prints the overview from four images on, and every image in full with --all', async () => {
    const { text, code } = await printed(mixed);
    expect(code).toBe(0);
    expect(text).not.toContain('reads without findings');
    expect(text).toMatch(/^ {2}refused +1 .*!64\.bad$/m);
    expect(text).not.toContain('first release that accepts');
    expect((await printed(mixed, { all: true })).text).toContain('first release that accepts');
    expect((await printed(archive(['64.a', BMG], ['64.b', BMG]))).text).toContain('first release that accepts');
  });

  test('prints the rows that were asked for, and how many there are besides', async () => {
    const { lines } = await printed(mixed, { sort: 'code', top: '2' });
    expect(lines.filter((line) => /^ {2}(accepted|compiled|refused) /.test(line)).map((line) => line.split(' ').at(-1))).toEqual([
      '!64.ptl',
      '!64.bmg',
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}and 2 more, by code: --top 4 /));
    await expect(printed(mixed, { sort: 'kernals' })).rejects.toThrow(/did you mean kernels/);
    await expect(printed(mixed, { top: '0' })).rejects.toThrow(/--top expects a number/);
  });

  test('prints the worst of more than forty images, and counts the others', async () => {
    const many = Array.from({ length: 50 }, (_, i): [string, Uint8Array] => [`64.m${i}`, i === 33 ? refused : BMG]);
    const { lines } = await printed(archive(...many));
    const rows = lines.filter((line) => /!64\.m/.test(line));
    expect(rows[0]).toMatch(/^ {2}refused .*!64\.m33$/);
    expect(rows).toHaveLength(20);
    expect(lines).toContainEqual(expect.stringMatching(/and 30 more, the worst first: --top 50 /));
  });

  test('shows only images that a device uses, with the verdict on it', async () => {
    const { lines, code } = await printed(mixed, { device: 'ptl-h', sort: 'address' });
    expect([code, lines.filter((line) => /!(64|generic)/.test(line) && !/spill/.test(line)).length]).toEqual([0, 1]);
    const none = await printed(archive(['64.bmg', refused]), { device: 'tgllp' });
    expect([none.code, none.text]).toEqual([1, '']);
    expect(none.warned).toMatch(/nothing for tgllp/);
  });

  test.each([40, 60, 80, 140])('fits %i columns, except for addresses', async (width) => {
    for (const bytes of [mixed, cut]) {
      const { lines } = await printed(bytes, {}, width);
      const wide = lines.filter((line) => stringWidth(line) > width && !line.includes('!'));
      expect(wide).toEqual([]);
    }
  });

  test('lists the kernels of SPIR-V that is a file of its own', async () => {
    const { text, code } = await printed(SPIRV);
    expect(code).toBe(0);
    expect(text).toMatch(/spirv, 8 bytes\n.*compile it with/);
  });
});
