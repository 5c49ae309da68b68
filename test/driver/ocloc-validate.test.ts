/**
 * The verdict of `ocloc validate`, replayed: equal to the real one on the probes, on all genuine files, and on seeded changes to them.
 * Long runs, with a table of agreement: scripts/tools/differential.mjs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkZebin, RELEASES as DRIVERS, oclocValidate } from '../../src/driver/index.ts';
import { readElf } from '../../src/formats/elf/index.ts';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { ask, bases, buildHarness, changedFiles, count, emptyTally, RELEASES } from '../oracle/decoder.mjs';
import expected from '../oracle/expected/igc2-verdicts.json' with { type: 'json' };
import { BROKEN, brokenFile, CRASHED } from '../support/broken.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture, probes, probeVerdicts, zebins } from '../support/corpus.ts';
import { needs } from '../support/tools.ts';

/** Exit codes of `ocloc validate`. */
const EXITS: Readonly<Record<string, string>> = { 0: 'valid', 2: 'invalid', 3: 'unhandled', 4: 'unknown-attribute' };

describe.each([
  ['ocloc-22.43', RELEASES.igc1, 0],
  ['ocloc-26.27', RELEASES.igc2, 1],
] as const)('%s', (column, release, index) => {
  test.each(BROKEN.map((row) => [row.rule, row] as const))('what breaks the rule %s', (_, row) => {
    const exit = row.exits[index];
    const real = exit === CRASHED ? 'crash' : EXITS[exit];
    expect(oclocValidate(brokenFile(row), release).verdict, 'a step of src/driver/ uses the constraint').toBe(real);
  });

  test('has the verdicts of the release on the probes', { tags: ['corpus'] }, () => {
    const ours = probes().map((file) => oclocValidate(file.bytes(), release).verdict);
    const names = probes().map((file) => file.name.replace(/^.*\//, ''));
    const real = names.map((name) => EXITS[String(probeVerdicts().find((row) => row.file === name)?.[column].exit)] ?? 'crash');
    expect(ours.map((verdict, i) => `${names[i]} ${verdict}`)).toEqual(real.map((verdict, i) => `${names[i]} ${verdict}`));
  });
});

/** The real decoders: 26.27 refuses igc1-17791/skl/vector-compute with that argument bindless, 22.43 takes it. */
test('the surface of the debugger is an entry of the binding table, so nothing else may be bindless', () => {
  const { zeInfo } = readZebin(fixture('zebin/igc1-17791/skl/vector-compute.zebin').bytes()).value;
  const text = zeInfo?.document.text ?? '';
  expect(text).toContain('sip_surface_bti: 0');
  const at = text.lastIndexOf('stateless\n        addrspace');
  const changed = `${text.slice(0, at)}bindless${text.slice(at + 'stateless'.length)}`;
  const { bytes } = buildZebin({ zeInfo: changed, kernels: ['many_args', 'add_vec'] });
  expect(oclocValidate(bytes, RELEASES.igc2).reason?.code).toBe('driver/bindless');
  expect(oclocValidate(bytes, RELEASES.igc1).verdict).toBe('valid');
});

/** Where the corpus has them, what both releases said of every genuine file. */
const { ZEBIN_CORPUS } = process.env;
if (ZEBIN_CORPUS) {
  test.each([
    ['igc1', RELEASES.igc1],
    ['igc2', RELEASES.igc2],
  ])('genuine files have the verdicts of %s', { tags: ['corpus'] }, (file, release) => {
    const text = readFileSync(join(ZEBIN_CORPUS, 'ocloc-validate', `${file}.txt`), 'utf8');
    const real = new Map([...text.matchAll(/^=== (\S+) \(exit (-?[0-9]+)\)$/gm)].map(([, name = '', exit = '']) => [name, EXITS[exit]]));
    const wrong = zebins().flatMap((zebin) => {
      const name = zebin.name.replace(/^corpus:/, '');
      const { verdict, reason } = oclocValidate(zebin.bytes(), release);
      return real.has(name) && verdict !== real.get(name) ? [`${name}: ${verdict} (${reason?.message}), not ${real.get(name)}`] : [];
    });
    expect(wrong).toEqual([]);
    expect(real.size).toBeGreaterThan(300);
  });
}

describe('changed files', () => {
  const cases = [...changedFiles(bases(), expected.cases, expected.seed)];
  const agreement = (release: string, real: readonly string[]) => {
    const tally = emptyTally();
    cases.forEach(({ bytes }, i) => {
      count(tally, real[i] ?? '', oclocValidate(bytes, release).verdict);
    });
    expect(tally.validHere).toBe(0);
    expect(tally.agree / tally.answered).toBeGreaterThanOrEqual(0.995);
    expect(tally.answered).toBeGreaterThan(cases.length * 0.75);
  };

  test('26.27, by its committed verdicts', () => {
    const letters = new Map(['valid', 'invalid', 'unhandled', 'unknown-attribute', 'crash'].map((verdict) => [verdict[2] ?? '', verdict]));
    expect(letters.size).toBe(5);
    expect(expected.release).toBe(RELEASES.igc2);
    agreement(
      RELEASES.igc2,
      [...expected.verdicts].map((letter) => letters.get(letter) ?? ''),
    );
  });

  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zebin-decoder-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  needs('cc', 'ocloc')('22.43, asked here and now', () => {
    const harness = join(folder, 'harness');
    buildHarness(harness);
    const real = ask([harness], cases).map(({ verdict }) => verdict);
    agreement(RELEASES.igc1, real);
  });
});

/** Sections that begin just below 2^32 or 2^64: the sum with their size wraps around, or nearly so. */
describe('a section that begins at the end of the address space', () => {
  const names = ['zebin/igc1/dg2/calls-32.zebin', 'zebin/igc1-17791/skl/basic-32.zebin', 'zebin/igc1/dg2/basic.zebin'];
  const cases = names.flatMap((name) => {
    const bytes = fixture(name).bytes();
    const { header, sections } = readElf(bytes).value;
    const is64 = bytes[4] === 2;
    return sections.flatMap((_, index) =>
      [1, 0x10, 0x100, 0x1000].map((distance) => {
        const changed = Uint8Array.from(bytes);
        const view = new DataView(changed.buffer);
        const entry = Number(header.e_shoff) + index * (is64 ? 64 : 40);
        if (is64) view.setBigUint64(entry + 24, BigInt.asUintN(64, -BigInt(distance)), true);
        else view.setUint32(entry + 16, -distance, true);
        return { name: `${name} section ${index}, ${distance} bytes before`, is64, bytes: changed };
      }),
    );
  });

  needs('cc', 'ocloc')('is not valid here where 22.43 does not say valid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'zebin-decoder-'));
    try {
      const harness = join(folder, 'harness');
      buildHarness(harness);
      const real = ask([harness], cases);
      const wrong = cases.flatMap(({ name, is64, bytes }, i) => {
        const { verdict } = oclocValidate(bytes, RELEASES.igc1);
        // In a 64-bit file the bytes before the file are read: what is there differs from run to run.
        const isSame = verdict === real[i]?.verdict || (is64 && verdict === 'crash');
        return isSame ? [] : [`${name}: ${verdict}, not ${real[i]?.verdict}`];
      });
      expect(wrong).toEqual([]);
      expect(cases.length).toBeGreaterThan(150);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('a symbol table is copied, and an empty section is refused', () => {
    const at = (name: string) => cases.find((row) => row.name === name)?.bytes ?? new Uint8Array();
    const symbols = readElf(fixture('zebin/igc1-17791/skl/basic-32.zebin').bytes()).value.sections.find(({ name }) => name === '.symtab');
    const [table, empty] = [
      at(`zebin/igc1-17791/skl/basic-32.zebin section ${symbols?.index}, 1 bytes before`),
      at('zebin/igc1/dg2/basic.zebin section 0, 1 bytes before'),
    ];
    expect(oclocValidate(table, RELEASES.igc2).reason?.code).toBe('driver/elf-abort');
    expect(oclocValidate(empty, RELEASES.igc2).reason?.code).toBe('driver/elf');
  });
});

/** 22.43 does not compare the size of a section of a 32-bit file with that of the file. */
describe('.ze_info of 4 GiB', () => {
  const bytes = fixture('zebin/igc1/dg2/calls-32.zebin').bytes();
  const { header, sections } = readElf(bytes).value;
  const entry = Number(header.e_shoff) + (sections.find(({ name }) => name === '.ze_info')?.index ?? 0) * 40;
  const large = Uint8Array.from(bytes);
  new DataView(large.buffer).setUint32(entry + 20, 0xffff_ffff, true);

  test.each(DRIVERS)('%s', (release) => {
    expect(oclocValidate(large, release).verdict).not.toBe('valid');
    expect(checkZebin(large, { release }).verdict).not.toBe('accepted');
  });
});
