/**
 * Against ocloc, the offline compiler: what sources say of their binaries, what the tool says of files, and the device names.
 *
 * The release that Debian 12 has is asked live. What 26.27 says is in expected/, which scripts/oracle.mjs writes; that script also
 * compiles with 26.27, for devices that 22.43 does not know.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as device from '../../src/devices/index.ts';
import { PSEUDO_KERNELS } from '../../src/formats/zebin/index.ts';
import { dumpDocument, type Item, inspect, kernelDocument, type Zebin, zebinsOf } from '../../src/internal.ts';
import { FIXTURES, fixture, probeVerdicts, zebins } from '../support/corpus.ts';
import { type Ran, run } from '../support/run.ts';
import { findTool, needs, skipped, type Tester, toolPath } from '../support/tools.ts';
import dumps from './expected/igc2-disasm.json' with { type: 'json' };
import ids from './expected/igc2-ids.json' with { type: 'json' };
import validated from './expected/igc2-validate.json' with { type: 'json' };
import { CASES, type Case, TINY } from './kernels.mjs';
import {
  compareDump,
  compareSource,
  disagreements,
  dumpTexts,
  idsByTables,
  readDump,
  readIds,
  readNames,
  readValidate,
  validateByModel,
  WIDE_REGISTERS,
} from './ocloc.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-ocloc-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function ocloc(args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  return run(toolPath('ocloc'), args, { cwd: scratch, env: { ...process.env, ...env } });
}

/** Another release has other names, other verdicts and other options. */
const RELEASE = '22.43';

function oclocVersion(): string {
  const { status } = ocloc(['query', 'OCL_DRIVER_VERSION']);
  return status === 0 ? readFileSync(join(scratch, 'OCL_DRIVER_VERSION'), 'utf8').trim() : 'an older one';
}

function needsRelease(): Tester {
  const version = findTool('ocloc') && oclocVersion();
  if (!version || version.startsWith(`${RELEASE}.`)) return needs('ocloc');
  return skipped(`ocloc ${RELEASE}, not ${version}: scripts/toolchains.sh igc1`);
}
const it = needsRelease();

/** What ocloc validates: the kernels, and the entries that only hold functions. */
const entriesOf = (root: Item) => [
  ...kernelDocument(root).kernels,
  ...PSEUDO_KERNELS.flatMap(({ name }) => kernelDocument(root, { pattern: name }).kernels),
];

/** The text of a run that went well. */
function output({ status, stdout, stderr }: Ran): string {
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

function compile(source: Case, devices: string): { root: Item; log: string; path: string } {
  const name = `${source.name}-${devices}`;
  writeFileSync(join(scratch, `${name}.cl`), source.source);
  const options = [
    ...(source.flags ?? []),
    ...(source.options ? ['-options', source.options] : []),
    '-internal_options',
    '-ze-allow-zebin',
  ];
  const args = ['compile', '-file', `${name}.cl`, '-device', devices, '-output', name, '-output_no_suffix', '-out_dir', 'out', ...options];
  const log = output(ocloc(args, source.env));
  const path = join(scratch, 'out', name);
  return { root: inspect(new Uint8Array(readFileSync(path))).value, log, path };
}

function zebinOf(root: Item): Zebin {
  if (root.content.kind !== 'zebin') throw new Error(`this is ${root.kind}, not a zebin`);
  return root.content.zebin;
}

function expectSound(root: Item): void {
  const { spans, gap_bytes, diagnostics } = dumpDocument(root);
  // The remark that the metrics are not notes is right for every file of this compiler.
  const codes = diagnostics.map((d) => d.code).filter((code) => code !== 'note/not-a-table');
  expect({ gap_bytes, codes }).toEqual({ gap_bytes: 0, codes: [] });
  expect(spans.filter((span, i) => span.offset !== (spans[i - 1]?.end ?? 0))).toEqual([]);
  expect(spans.at(-1)?.end).toBe(root.bytes.length);
  for (const { item } of zebinsOf(root)) expect(item.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
}

/** What `ocloc disasm` finds in a file against what we find. */
function dumpDisagreements(path: string, root: Item): string[] {
  const folder = mkdtempSync(join(scratch, 'dump-'));
  output(ocloc(['disasm', '-file', path, '-dump', folder]));
  const files = readDump(folder);
  rmSync(folder, { recursive: true });
  return disagreements(compareDump(files, zebinOf(root).elf, false));
}

describe('a file compiled now', () => {
  for (const source of CASES) {
    for (const name of ['skl', 'dg2', 'pvc'].filter((name) => !source.except?.includes(name))) {
      it(`${source.name} for ${name} is what its source says, and what ocloc finds in it`, () => {
        const { root, log, path } = compile(source, name);
        expectSound(root);
        const zebin = zebinOf(root);
        const details = entriesOf(root);
        expect(disagreements(compareSource(source, log, details, zebin.elf, zebin.target.grfBytes ?? null))).toEqual([]);
        expect(zebin.target.product_family?.value).toBe(device.findDevice(name)[0]?.family);
        const { status, stdout } = ocloc(['validate', '-file', path]);
        if (status === 0) expect(validateByModel(details, false)).toEqual(readValidate(stdout));
        else expect(stdout).toMatch(WIDE_REGISTERS);
        expect(dumpDisagreements(path, root)).toEqual([]);
      });
    }
  }
});

describe('an archive compiled now', () => {
  for (const devices of ['skl,tgllp,dg2-g10,pvc', 'xe-hpg', 'gen9']) {
    it(`for ${devices} has a member for each device`, () => {
      const { root } = compile(TINY, devices);
      expectSound(root);
      const members = zebinsOf(root).map(({ item, zebin }) => ({
        name: item.name,
        devices: device.findDevice(item.name),
        family: zebin.target.product_family?.value,
        kernels: zebin.kernels.map((kernel) => kernel.name),
      }));
      const rows = devices.split(',').flatMap((name) => device.findDevice(name));
      expect(members).toEqual(rows.map((row) => ({ name: `64.${row.ip}`, devices: [row], family: row.family, kernels: ['tiny'] })));
    });
  }
});

describe('22.43 on fixtures', () => {
  it('finds in every file that it accepts the kernels, argument sizes and binding tables that we find', { tags: ['corpus'] }, () => {
    let compared = 0;
    for (const file of zebins()) {
      const { status, stdout } = ocloc(['validate', '-file', file.path]);
      // It refuses what is newer than it.
      if (status !== 0) continue;
      compared++;
      const details = entriesOf(inspect(file.bytes()).value);
      expect(validateByModel(details, false), file.name).toEqual(readValidate(stdout));
    }
    expect(compared).toBeGreaterThan(80);
  });

  it('takes every file apart into the sections, symbols and relocations that we find', { tags: ['corpus'] }, () => {
    for (const file of zebins()) expect(dumpDisagreements(file.path, inspect(file.bytes()).value), file.name).toEqual([]);
  });

  it('says of the probes what verdicts.json says', () => {
    for (const verdict of probeVerdicts()) {
      const { status, stdout, stderr } = ocloc(['validate', '-file', join(FIXTURES, 'decoder-probes', verdict.file)]);
      const { exit, messages } = verdict['ocloc-22.43'];
      expect(status, verdict.file).toBe(exit);
      for (const message of messages) expect(stdout + stderr, verdict.file).toContain(message);
    }
  });
});

describe('device names', () => {
  type Row = device.ProductConfig;
  const ours = (names: readonly string[], known: (row: Row) => boolean) =>
    Object.fromEntries(names.map((name) => [name, idsByTables(name, device, known)]));

  it('mean in 22.43 what they mean to us', () => {
    const names = readNames(output(ocloc(['ids', '--help'])));
    expect(names.length).toBeGreaterThan(35);
    const theirs = Object.fromEntries(names.map((name) => [name, readIds(output(ocloc(['ids', name])))]));
    const known = new Set(Object.values(theirs).flat());
    // Then, xe did not yet include what was called gen12lp.
    theirs.xe?.unshift(...(theirs.gen12lp ?? []));
    expect(ours(names, (row) => known.has(row.ip))).toEqual(theirs);
  });

  // Rows with `until` are of devices that it no longer knew.
  const isCurrent = (row: Row) => row.until === undefined;
  const current = device.PRODUCT_CONFIGS.filter(isCurrent);

  test('mean in 26.27 what they mean to us', () => {
    const names = Object.keys(ids.ids);
    expect(names.length).toBeGreaterThan(100);
    expect(ours(names, isCurrent)).toEqual(ids.ids);
  });

  test('are no more and no fewer than 26.27 has for the devices that it knows', () => {
    expect(current.flatMap((row) => row.acronyms).filter((name) => !(name in ids.ids))).toEqual([]);
    expect(new Set(current.map((row) => row.ip))).toEqual(new Set(Object.values(ids.ids).flat()));
  });
});

describe('26.27 on fixtures, as committed', () => {
  test.each(Object.entries(validated.files))('finds the kernels of %s that we find', (path, kernels) => {
    const root = inspect(fixture(path).bytes()).value;
    const ours = validateByModel(entriesOf(root), true).kernels;
    expect(ours.map((row) => [row.name, row.entries, row.crossThread, row.perThread])).toEqual(kernels);
  });

  test.each(Object.entries(dumps.files))('takes %s apart as we do', (path, texts) => {
    const root = inspect(fixture(path).bytes()).value;
    expect(Object.fromEntries(dumpTexts(zebinOf(root).elf))).toMatchObject(texts);
  });
});
