/** The first screen of each kind of file says what the command's `--json` says of the same file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckDocument, CoverageDocument, InfoDocument, KernelInfo, PropsDocument, VisaInfoDocument } from '../../src/internal.ts';
import {
  driverVerdict,
  infoDocument,
  inspect,
  isZebinInfo,
  kernelLabel,
  overviewOf,
  RESOURCE_COLUMNS,
  sizeDocument,
  TABLES,
  withVerdicts,
} from '../../src/internal.ts';
import { groupedIn } from '../../viewer/parts/shown.ts';
import { scratchFolder, zebin } from '../cli/zebin.ts';
import { buildAr, buildMember } from '../support/build-elf.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { answered, drop, grid, viewer } from './browser.ts';

const open = viewer();
const scratch = scratchFolder();

async function json<T>(...args: string[]): Promise<T> {
  const { stdout, stderr } = await zebin([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}

/** The kernels of all images as the command lists them, with their resources where it has them. */
function kernelsOf(document: InfoDocument): { name: string; kernel: KernelInfo | undefined }[] {
  return document.images.flatMap((image): { name: string; kernel: KernelInfo | undefined }[] =>
    isZebinInfo(image)
      ? image.kernels.map((kernel) => ({ name: kernel.name, kernel }))
      : image.kernel_names.map((name) => ({ name, kernel: undefined })),
  );
}

const WITH_KERNELS = [
  ['a zebin of IGC 2', 'zebin/igc2/ptl-h/spill-two-scratch.zebin'],
  ['a zebin of IGC 1', 'zebin/igc1/pvc/attrs.zebin'],
  ['a 32-bit zebin', 'zebin/igc2/bmg/basic-32.zebin'],
  ['a fat archive', 'fat/basic-dg2-bmg.ar'],
  ['an executable with images', 'sycl/host/llvm22-sycl-bmg.exe'],
  ['a SYCLBIN file', 'sycl/syclbin/v2.syclbin'],
  ['patch tokens', 'patchtoken/basic-skl.bin'],
  ['a zebin with findings', 'decoder-probes/25-dup-key.zebin'],
] as const;

describe('files with kernels', () => {
  test.each(WITH_KERNELS)('%s', async (_, name) => {
    const document = await json<InfoDocument>('info', name);
    const page = await open();
    await drop(page, fixture(name).path);
    const kernels = kernelsOf(document);
    const tab = page.getByRole('tab', { name: `Kernels ${kernels.length}`, exact: true });
    if (kernels.length > 0) {
      await tab.click();
      const { rows, count } = await grid(page, 'Kernels');
      expect(count).toBe(kernels.length);
      expect(rows.length).toBeGreaterThan(0);
      const device = document.format === 'zebin' ? 0 : 2;
      rows.forEach((cells, i) => {
        const { name: kernel, kernel: resources } = kernels[i] ?? { name: '', kernel: undefined };
        const label = kernelLabel(kernel);
        if (label.length < 160) expect(cells[0]?.replace(/^[!?]/, '')).toBe(label);
        expect(cells.slice(1 + device)).toEqual(
          kernels.some((one) => one.kernel) ? RESOURCE_COLUMNS.map((column) => (resources ? groupedIn(column.text(resources)) : '')) : [],
        );
      });
    }
    const first = page.locator('main');
    const [image] = document.images;
    if (document.format === 'zebin' && image && isZebinInfo(image)) {
      expect(await page.locator('[data-fact=target]').innerText()).toContain(image.target.names[0] ?? 'not named');
      expect(await page.locator('[data-fact=format]').innerText()).toContain(`zebin ${image.version}, ELF${image.elf.class}`);
      const { errors, warnings, infos } = image.verdict;
      const { sentence } = JSON.parse((await zebin(['check', name, '--json'])).stdout) as CheckDocument;
      expect(await page.locator('[data-fact=verdict]').innerText()).toContain(sentence);
      const findings = await page.locator('[data-fact=findings]').innerText();
      expect(findings.includes('none')).toBe(errors + warnings + infos === 0);
      if (errors > 0) expect(findings).toContain(`${errors} error`);
      if (warnings > 0) expect(findings).toContain(`${warnings} warning`);
    } else {
      await page.getByRole('tab', { name: `Images ${document.images.length}`, exact: true }).click();
      const { rows } = await grid(page, 'Images');
      expect(rows.map(([address, , , format]) => [address, format])).toEqual(
        document.images.map(({ address, format }) => [address, format]),
      );
    }
    expect(await first.innerText()).toContain(`${String(document.size).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`);
    const checked = (await zebin(['check', name, '--json'])).stdout;
    const verdicts = page.locator('[data-verdict]');
    // What no driver is asked about is a failure of the command.
    if (checked.includes('"zebin/error/1"')) expect(await verdicts.count()).toBe(0);
    else {
      const { verdict, sentence } = JSON.parse(checked) as CheckDocument;
      expect(await verdicts.getAttribute('data-verdict')).toBe(verdict);
      // Of many images, the first is chosen, and named before its verdict.
      expect((await verdicts.innerText()).replace(/^!\S+: /, '')).toBe(sentence);
    }
  });

  test('another device and another driver', async () => {
    const name = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';
    const page = await open();
    await drop(page, fixture(name).path);
    for (const [device, driver] of [
      ['20.1.0', '24.48.31907.7'],
      ['30.0.4', '24.05.28454.10'],
    ] as const) {
      const { stdout } = await zebin(['check', name, '--device', device, '--driver', driver, '--json']);
      const { verdict, sentence, driver: release } = JSON.parse(stdout) as CheckDocument;
      await page.locator('select[name=device]').selectOption(device);
      await page.locator('select[name=driver]').selectOption(release);
      await page.waitForFunction((text) => document.querySelector('[data-verdict]')?.textContent === text, sentence);
      expect(await page.locator('[data-verdict]').getAttribute('data-verdict')).toBe(verdict);
    }
  });
});

describe('files without device code', () => {
  test('a property file', async () => {
    const name = 'sycl/property-sets/all-sets.prop';
    const { items } = await json<PropsDocument>('props', name);
    const expected = items.flatMap(({ sets }) =>
      sets.flatMap(({ name: set = '', lines }) => lines.flatMap((line) => ('text' in line ? [] : [[set, line.key, line.meaning]]))),
    );
    const page = await open({ height: 1600 });
    await drop(page, fixture(name).path);
    const { rows, count } = await grid(page, 'Properties');
    expect(count).toBeGreaterThanOrEqual(expected.length);
    const drawn = rows.map((cells) => [cells[0], cells[1], cells[3]]).filter(([, key]) => key !== '');
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn).toEqual(expected.slice(0, drawn.length));
  });

  test.each([
    ['a vISA object', 'visa/igc1-10840/skl/visa-flow.switches.isa'],
    ['a vISA text', 'visa/igc1-10840/skl/visa-flow.switches.visaasm'],
  ])('%s', async (_, name) => {
    const { routines, version } = await json<VisaInfoDocument>('visa', 'info', name);
    const page = await open();
    await drop(page, fixture(name).path);
    const { rows, count } = await grid(page, 'Routines');
    expect(count).toBe(routines.length);
    expect(rows.map((cells) => [cells[0], cells[1], cells[6]])).toEqual(
      routines.map((routine) => [routine.name, routine.kind, String(routine.instructions.count)]),
    );
    expect(await page.locator('main').innerText()).toContain(`vISA ${version}`);
  });
});

describe('files that cannot be shown', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const cut = Buffer.from(fixture('zebin/igc2/bmg/clock.zebin').bytes().subarray(0, 40));
  test.each([
    ['a PNG picture', 'picture.png', png],
    ['nothing', 'empty.bin', Buffer.alloc(0)],
    ['noise', 'noise.bin', Buffer.from('no device binary at all, but some words')],
    ['a zebin that ends in its header', 'cut.zebin', cut],
    ['an OffloadBinary with a size that is not', 'huge.bin', Buffer.from(fixture('sycl/offload-binary/bad-size-huge.bin').bytes())],
  ])('%s: the reason that the command gives', async (_, name, bytes) => {
    writeFileSync(join(scratch, name), bytes);
    const { status, stderr, stdout } = await zebin(['info', join(scratch, name)]);
    const page = await open();
    await drop(page, join(scratch, name));
    if (status === 2) {
      const alert = page.getByRole('alert');
      const said = (await alert.locator('p').first().innerText()).trim();
      expect(stderr.replace(/^zebin: .*?: /, '').trim()).toBe(said);
      expect(await alert.innerText()).toMatch(/[a-z]+\/[a-z-]+ at byte \d/);
      // Of nothing there is no dump.
      expect(await alert.locator('pre').count()).toBe(bytes.length > 0 ? 1 : 0);
      // Its bytes are there all the same.
      const hex = await page.locator('.hex').allInnerTexts();
      const first = bytes[0]?.toString(16).padStart(2, '0');
      expect(hex.length).toBe(bytes.length > 0 ? 1 : 0);
      if (first !== undefined) expect(hex[0]).toContain(first);
    } else {
      expect(stdout).not.toBe('');
      await page.getByRole('tab', { name: /^Findings [1-9]/ }).click();
      await answered(page);
      expect(await page.locator('.findings li').count()).toBeGreaterThan(0);
    }
    await page.getByRole('button', { name: `Close ${name}` }).click();
    await answered(page);
    expect(await page.locator('h1').innerText()).toContain('Drop');
  });
});

test('every broken fixture shows its findings or its refusal, never a blank page', async () => {
  const { readdirSync } = await import('node:fs');
  const folder = join(FIXTURES, 'sycl/offload-binary');
  const names = readdirSync(folder).filter((name) => name.startsWith('bad-'));
  const page = await open();
  await drop(page, ...names.map((name) => join(folder, name)));
  for (const name of names) {
    await page.getByLabel('File', { exact: true }).selectOption(name);
    await page.waitForFunction((text) => document.querySelector('main h1, main h2')?.textContent?.includes(text), name);
    const text = await page.locator('main').innerText();
    expect(text, name).toMatch(/Findings|at byte \d/);
  }
});

describe('what was not read, and what is decided about each image', () => {
  const [whole, spilling] = ['zebin/igc2/bmg/basic.zebin', 'zebin/igc2/ptl-h/spill-two-scratch.zebin'].map((name) => fixture(name).bytes());
  const archive = buildAr([
    buildMember('64.bmg/', whole ?? new Uint8Array()),
    buildMember('64.ptl/', spilling ?? new Uint8Array()),
    buildMember('64.dg2/', fixture('zebin/igc2/dg2/basic.zebin').bytes()),
    buildMember('64.cut/', whole ?? new Uint8Array()),
  ]).slice(0, -9_000);

  test('a damaged container says so on its first screen, in red, with the reason', async () => {
    const page = await open();
    await drop(page, { name: 'cut.ar', bytes: archive });
    const fact = page.locator('[data-fact=unread]');
    expect(await fact.locator('.bad').innerText()).toBe('1 part not read whole');
    expect(await fact.locator('li').first().innerText()).toContain('!64.cut');
    expect(await page.locator('.verdicts').innerText()).toMatch(/^1 not read whole, 3 accepted by driver/);
  });

  test('the table of images has the verdicts of the command', async () => {
    const page = await open({ hash: 'view=overview&tab=images' });
    await drop(page, { name: 'cut.ar', bytes: archive });
    const { rows } = await grid(page, 'Images');
    const root = inspect(archive).value;
    const { unread, images } = withVerdicts(infoDocument(root), root, (item) => driverVerdict(item, { tables: TABLES }));
    expect(unread.map(({ address }) => address)).toEqual(['!64.cut']);
    const verdicts = images.map((image) =>
      isZebinInfo(image) && image.address !== '!64.cut' ? image.verdict.driver?.verdict : 'not read whole',
    );
    expect(rows.map(([address, verdict]) => [address, verdict])).toEqual(images.map(({ address }, i) => [address, verdicts[i]]));
  });
});

describe('an archive at a glance', () => {
  const archive = fixture('fat/basic-dg2-bmg.ar');

  test('a row for each image says what it costs, and leads to the image as a page of its own', async () => {
    const bytes = buildAr([
      buildMember('64.ptl/', fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes()),
      buildMember('64.dg2/', fixture('zebin/igc2/dg2/calls-debug.zebin').bytes()),
    ]);
    const page = await open({ hash: 'view=overview&tab=images' });
    await drop(page, { name: 'two.ar', bytes });
    const root = inspect(bytes).value;
    const { rows } = overviewOf(infoDocument(root));
    const releases = root.children.map((child) => driverVerdict(child.open(), { tables: TABLES })?.support?.first_release);
    const drawn = await grid(page, 'Images');
    const titles = await page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((one) => one.querySelector('button')?.firstChild?.textContent));
    const cell = (row: number, title: string) => drawn.rows[row]?.[titles.indexOf(title)];
    for (const [i, { spill_size, kernels, bytes: own }] of rows.entries()) {
      expect(cell(i, 'worst spill')).toBe(groupedIn(String(spill_size)));
      expect([cell(i, 'code'), cell(i, 'IR')]).toEqual([own.code, own.ir].map((size) => groupedIn(String(size))));
      expect(cell(i, 'kernels')).toBe(String(kernels));
      expect(cell(i, 'accepted from')).toBe(releases[i]);
    }
    expect(cell(1, 'debug')).toBe(groupedIn(String(rows[1]?.bytes.debug)));
    await page.getByRole('gridcell', { name: '!64.dg2' }).click();
    await answered(page);
    expect(await page.locator('h1').innerText()).toContain('!64.dg2');
    expect((await grid(page, 'Kernels')).count).toBe(rows[1]?.kernels);
    expect(await page.locator('[data-fact=target]').innerText()).toContain('DG2');
    await page.locator('.within a').click();
    await answered(page);
    expect((await grid(page, 'Kernels')).count).toBe(rows.reduce((sum, { kernels }) => sum + kernels, 0));
  });

  test('what is found equally in many places is one row, with their number', async () => {
    const one = fixture('decoder-probes/25-dup-key.zebin').bytes();
    const bytes = buildAr(Array.from({ length: 30 }, (_, i) => buildMember(`64.${i}/`, one)));
    const page = await open({ hash: 'view=overview&tab=findings' });
    await drop(page, { name: 'thirty.ar', bytes });
    const row = page.locator('.findings li[data-code="zeinfo/duplicate"]');
    expect(await row.count()).toBe(1);
    expect(await row.innerText()).toContain('30 times');
    await row.locator('summary').click();
    expect(await row.locator('details li').count()).toBe(21);
    expect(await row.locator('details li').last().innerText()).toBe('and 9 more');
  });

  test('the picture of sizes has images, kernels and sections in the colours of their kinds, and finds them', async () => {
    const page = await open();
    await drop(page, archive.path);
    await page.locator('.treemap i').first().waitFor();
    const { parts } = sizeDocument(inspect(archive.bytes()).value);
    const legend = await page.locator('.treemap-legend li').allInnerTexts();
    expect(parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(legend.filter((kind) => kind !== 'others')));
    const colours = await page
      .locator('.treemap i')
      .evaluateAll((all) =>
        all.map((one) => [/: ([^,]+),/.exec((one as HTMLElement).title)?.[1] ?? '', (one as HTMLElement).style.background] as const),
      );
    expect(new Map(colours.filter(([kind]) => legend.includes(kind))).size).toBe(
      new Set(colours.filter(([kind]) => legend.includes(kind)).map(String)).size,
    );
    expect(await page.locator('.treemap .wanted').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Find a part of the picture' }).fill('saxpy');
    await answered(page);
    expect(await page.locator('.treemap .wanted').count()).toBeGreaterThan(0);
  });

  test('which device gets which kernel is what the command says', async () => {
    const { devices, kernels } = await json<CoverageDocument>('coverage', archive.path);
    const page = await open({ hash: 'view=overview&tab=coverage', width: 3_000 });
    await drop(page, archive.path);
    const { rows, count } = await grid(page, 'Coverage');
    expect(count).toBe(kernels.length);
    expect(rows[0]?.length).toBe(Math.min(devices.length, 24) + 1);
    const how = ({ native, fallback, ir }: CoverageDocument['kernels'][number], ip: string) =>
      native.includes(ip) ? 'native' : fallback.includes(ip) ? 'fallback' : ir.includes(ip) ? 'IR' : 'missing';
    for (const [i, cells] of rows.entries())
      expect(cells.slice(1)).toEqual(devices.slice(0, 24).map(({ ip }) => how(kernels[i] as CoverageDocument['kernels'][number], ip)));
  });
});
