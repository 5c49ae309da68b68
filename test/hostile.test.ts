/**
 * Whatever the bytes are, reading them and making every document of them gives a value with diagnostics or a `FormatError` of the table
 * with a place in the file, a dump has every byte once, and counted limits keep the work in proportion to the size. What one case is
 * held to is in scripts/fuzz/, and scripts/fuzz.mjs tries far more of them.
 *
 * @module-tag corpus
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLibrary } from '../scripts/fuzz/library.mjs';
import { PLANTS } from '../scripts/fuzz/plants.mjs';
import { Run } from '../scripts/fuzz/run.mjs';
import { Seeds } from '../scripts/fuzz/seeds.mjs';
import { TARGETS } from '../scripts/fuzz/targets.mjs';
import { vary, wordsOf } from '../scripts/fuzz/vary.mjs';
import * as library from '../src/internal.ts';
import { buildAr, buildMember, buildZebin } from './support/build-elf.ts';
import { fixture } from './support/corpus.ts';
import { examine, flip, mulberry32, mutate, smallBombs } from './support/mutate.ts';
import { childrenOf } from './support/walk.ts';

const file = (name: string) => fixture(name).bytes();

const elf32 = buildZebin({
  is64: false,
  zeInfo:
    'version: 1.60\nkernels:\n  - name:            k\n    execution_env:\n      grf_count:       128\n      simd_size:       16\n    payload_arguments:\n      - arg_type:        arg_bypointer\n        offset:          0\n        size:            4\n        arg_index:       0\n        addrmode:        stateless\n        addrspace:       global\n        access_type:     readwrite\n',
  kernels: ['k'],
  notes: [
    { type: 1, desc: 1274 },
    { type: 3, desc: 0x200000 },
    { type: 4, desc: '1.60\0' },
    { type: 6, desc: 0x05004000 },
  ],
  sections: [
    { name: '.strtab', type: 3 },
    { name: '.symtab', link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }, { name: '_entry', section: '.text.k' }] },
    { name: '.rel.text.k', link: '.symtab', info: '.text.k', relocations: [{ offset: 4, symbol: 1, type: 2 }] },
    { name: '.rela.text.k', link: '.symtab', info: '.text.k', relocations: [{ offset: 8, symbol: 2, type: 1, addend: -4 }] },
  ],
}).bytes;

/** Small files of every compiler, and what they come in. */
const FILES: Readonly<Record<string, Uint8Array>> = {
  'a probe': file('decoder-probes/04-image_cube.zebin'),
  'a probe with an inline map': file('decoder-probes/17-flow-map.zebin'),
  'a 32-bit file': elf32,
  'a library': file('zebin/igc1/dg2/library.zebin'),
  'a file with specialization constants': file('zebin/igc1/dg2/spec-constants.zebin'),
  'a file of the vector compiler': file('zebin/igc1/dg2/vector-surfaces.zebin'),
  'a file of 1.17791': file('zebin/igc1-17791/skl/vector-compute.zebin'),
  'a file for Ponte Vecchio': file('zebin/igc2/pvc/vector-lsc.zebin'),
  'a file for Battlemage': file('zebin/igc2/bmg/clock.zebin'),
  'a file for Xe3P': file('zebin/igc2/cri/region-group.zebin'),
  'an archive of two': buildAr([
    buildMember('//', new TextEncoder().encode('a-name-of-more-than-fifteen/\n')),
    buildMember('64.20.1.0/', file('decoder-probes/00-base.zebin')),
    buildMember('pad_0/', new TextEncoder().encode('   ')),
    buildMember('/0', elf32),
  ]),
  // A legacy file, of which 3 KB are enough: its sections reach past the end.
  'the beginning of a legacy file': file('patchtoken/basic-skl.bin').slice(0, 3_000),
};

/**
 * Cases of each kind for each file. More flips reach little that these do not: 8,500 gave the same codes, and 3 % more blocks of the
 * library; damage that knows the format gave as many blocks with a fourth of the cases. `scripts/fuzz.mjs` has as many as one likes.
 */
const CASES = { flip: 1_000, vary: 2_000, mutate: 300 };
const originals = Object.values(FILES);
const material = { originals, words: wordsOf(originals) };

test('what must not happen is noticed', () => {
  const bytes = elf32;
  const whole = library.dumpDocument(library.inspect(bytes).value);
  const broken: [wrong: Partial<Parameters<typeof examine>[0]>, message: RegExp][] = [
    [{ inspect: () => JSON.parse('{') }, /JSON/],
    [{ infoDocument: () => 1n }, /BigInt/],
    [{ dumpDocument: () => ({ ...whole, spans: whole.spans.slice(1) }) }, /the dump has/],
    [{ dumpDocument: () => ({ ...whole, spans: whole.spans.slice(0, -1) }) }, /the dump ends/],
    [
      { inspect: () => ({ value: undefined, diagnostics: [{ code: 'elf/none', severity: 'error', span: { start: 0, end: 0 } }] }) },
      /not a code/,
    ],
    [
      { inspect: () => ({ value: undefined, diagnostics: [{ code: 'elf/data', severity: 'error', span: { start: 0, end: 1e6 } }] }) },
      /1000000/,
    ],
    [
      { inspect: () => ({ value: undefined, diagnostics: [{ code: 'elf/data', severity: 'info', span: { start: 0, end: 0 } }] }) },
      /severity/,
    ],
  ];
  for (const [wrong, message] of broken) expect(() => examine({ ...library, ...wrong }, bytes)).toThrow(message);
});

describe.each(Object.entries(FILES))('%s', (_, bytes) => {
  test('is examined without damage', () => {
    expect(examine(library, bytes).filter((code) => code.startsWith('limit/'))).toEqual([]);
  });

  test('every prefix is read, or refused with a place', () => {
    for (let length = 0; length <= bytes.length; length++) {
      attempt(() => bytes.slice(0, length), `the first ${length} bytes`, length % 8 === 0);
    }
  });

  test(`${CASES.flip} seeded flips are read, or refused with a place`, () => {
    for (let seed = 0; seed < CASES.flip; seed++) attempt(() => flip(bytes, mulberry32(seed)), `seed ${seed}`, seed % 16 === 0);
  });

  test(`${CASES.vary} seeded changes of words, numbers and lines`, () => {
    for (let seed = 0; seed < CASES.vary; seed++) attempt(() => vary(bytes, material, mulberry32(seed)), `seed ${seed}`, seed % 4 === 0);
  });

  test('pieces moved, repeated and taken out', () => {
    for (let seed = 0; seed < CASES.mutate; seed++) attempt(() => mutate(bytes, mulberry32(seed)), `seed ${seed}`, true);
  });
});

/** A failure says which case it was, so that it can be made again. */
function attempt(make: () => Uint8Array, what: string, documents: boolean): void {
  try {
    examine(library, make(), documents);
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

test.each(Object.entries(PLANTS))('the planted fault %s has its place in the sources', (_, { path, find }) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split(find).length).toBe(2);
});

describe('a slice of the long run', async () => {
  const whole = await loadLibrary((path) => import(/* @vite-ignore */ new URL(`../src/${path}.ts`, import.meta.url).href));
  const seeds = new Seeds(whole);
  const runOf = (name: string, changed = {}) =>
    new Run(
      { ...whole, ...changed },
      seeds,
      1,
      TARGETS.filter((target) => target.name === name).map((target) => ({ ...target, every: 8 })),
    );
  const failures = (run: Run, count: number) => {
    for (let n = 0; n < count; n++) run.try(run.case(n), n);
    return run.summary.failures.map(({ what, problem }) => `${what}: ${problem}`);
  };

  test.each(TARGETS.map(({ name }) => name))('%s', (name) => {
    expect(failures(runOf(name), 250).filter((failure) => !/: took \d+ ms$|: the process has \d+ MB$/.test(failure))).toEqual([]);
  });

  test('a case is the same bytes in every run', () => {
    const [one, other] = [runOf('ar'), runOf('ar')];
    other.case(3);
    for (const n of [0, 7, 1_000_000]) expect(one.case(n)).toEqual(other.case(n));
  });

  test('what must not happen is a failure', () => {
    const throws = () => {
      throw new TypeError('not this');
    };
    expect(failures(runOf('ar', { readAr: throws }), 1)[0]).toMatch(/^case 0 of seed 1, ar.*: TypeError: not this/s);
    expect(failures(runOf('OffloadBinary', { writeOffload: () => new Uint8Array(1) }), 2_000).join()).toContain('gives other bytes');
    expect(failures(runOf('YAML', { CODES: {} }), 50).join()).toContain('is not a code of the table');
  });
});

describe('what the long run found', () => {
  const { packFolder, inspect, unpackItem, replaceItem, readAr, writeAr, arMembers, propsDocument, FormatError } = library;
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof FormatError) return error.diagnostic.code;
      throw error;
    }
    return undefined;
  };
  const text = (value: string) => new TextEncoder().encode(value);

  test('a property without a name, in a program', () => {
    const bytes = file('sycl/host/intel-l2-msvc.exe');
    const sets = childrenOf(inspect(bytes).value).flatMap((item) => item.properties);
    const key = sets.flatMap(({ properties }) => properties)[0]?.key ?? '';
    const at = Buffer.from(bytes).indexOf(`\0${key}\0`, 0, 'latin1');
    expect(at).toBeGreaterThan(0);
    bytes[at + 1] = 0;
    const keys = propsDocument(inspect(bytes).value).items.flatMap((item) => item.sets.flatMap(({ lines }) => lines));
    expect(keys.some((line) => 'key' in line && line.key === '')).toBe(true);
  });

  test('folders of which a few words ask for gigabytes', () => {
    const unpacked = unpackItem(inspect(file('decoder-probes/00-base.zebin')).value) ?? [];
    const changed = unpacked.map(({ path, data }) => ({
      path,
      data:
        path === 'zebin.txt'
          ? text(
              Buffer.from(data)
                .toString()
                .replace(/^placement \d+/m, 'placement 74294967295'),
            )
          : data,
    }));
    expect(codeOf(() => packFolder(unpacked))).toBeUndefined();
    expect(codeOf(() => packFolder(changed))).toBe('pack/value');
    const big = { path: 'a.bin', data: new Uint8Array(100_000) };
    const container = (json: object) => [{ path: 'container.json', data: text(JSON.stringify(json)) }, big];
    const entries = Array.from({ length: 2_000 }, (_, i) => ({ id: `${i}`, file: 'a.bin' }));
    expect(codeOf(() => packFolder(container({ container: 'clang-bundle', bundles: [{ align: 1, entries }] })))).toBe('pack/value');
    const two = entries.slice(0, 2);
    expect(codeOf(() => packFolder(container({ container: 'clang-bundle', bundles: [{ align: 0x1000_0000, entries: two }] })))).toBe(
      'pack/value',
    );
    expect(codeOf(() => packFolder(container({ container: 'clang-bundle', bundles: [{ align: 4096, entries: two }] })))).toBeUndefined();
  });

  test('archives whose names are not ASCII', () => {
    const names = ['caf\xe9/', 'voil\xc3\xa0', 'caf\xc3\xa9/'];
    const bytes = buildAr(names.map((name) => buildMember(name, text('ab'))));
    const ar = readAr(bytes).value;
    expect(ar.members.map(({ name }) => name)).toEqual(['caf\udce9', 'voilà', 'café']);
    expect(Buffer.compare(writeAr(arMembers(ar)), bytes)).toBe(0);
  });

  test('sections over one stretch, which waste nothing by being equal', () => {
    const header = { sh_offset: 64, sh_size: 128 };
    const { bytes } = buildZebin({
      sections: [
        { name: '.a', data: 'x'.repeat(128) },
        { name: '.b', header },
        { name: '.c', header },
      ],
    });
    expect(library.sizeDocument(inspect(bytes).value).duplicates).toEqual([]);
  });

  test('containers too damaged to be written again', () => {
    const bsd = buildAr([buildMember('#1/999999999', text('ab')), buildMember('b/', text('abc'))]);
    expect(() => writeAr(arMembers(readAr(bsd).value))).toThrow(RangeError);
    expect(codeOf(() => replaceItem(inspect(bsd).value, '!b', text('x')))).toBe('replace/fixed');
  });
});

describe('much work for the size', () => {
  const cases = smallBombs().map(([what, make, ...codes]) => ({ what, make, codes }));
  test.each(cases)('$what', ({ make, codes }) => {
    const found = examine(library, make());
    for (const code of codes) expect(found).toContain(code);
    // Of reading, and of the dump, which has those of reading too.
    expect(found.length).toBeLessThanOrEqual(3 * (library.LIMITS.diagnostics + 2));
  });
});
