/** Files with one planted cause each keep it, and lose nearly all of their bytes. */
import { describe, expect, test } from 'vitest';
import { keepTest, reduce } from '../../../src/change/reduce/index.ts';
import { decodeText, encodeText } from '../../../src/core/bytes/index.ts';
import { checkZebin, releaseRanges } from '../../../src/driver/index.ts';
import { writeAr } from '../../../src/formats/ar/index.ts';
import { packZebin, readZebin, unpackZebin } from '../../../src/formats/zebin/index.ts';
import { findingsOf, inspect } from '../../../src/internal.ts';
import { buildZebin, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { fixture } from '../../support/corpus.ts';

type Edit = readonly [file: RegExp, from: string | RegExp, to: string];

/** A cause in a text of the unpacked folder of a real file, or in its bytes, and the property that the file has by it. */
interface Planted {
  readonly cause: string;
  readonly file: string;
  readonly edits?: readonly Edit[];
  readonly bytes?: (bytes: Uint8Array) => Uint8Array;
  /** An archive that has the image. */
  readonly archive?: true;
  readonly keep: string;
}

const BMG = 'zebin/igc2/bmg/clock.zebin';
const PTL = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';
const DG2 = 'zebin/igc1/dg2/host-access.zebin';
const SKL = 'zebin/igc1/skl/images.zebin';

const YAML = /ze_info/;
const SYMBOLS = /symbols/;
const NOTES = /notes\.txt/;
const MANIFEST = /zebin\.txt/;
const RELOCATIONS = /relocations/;

const PLANTED: readonly Planted[] = [
  { cause: 'a SIMD size of 24', file: PTL, edits: [[YAML, /simd_size: +16/, 'simd_size: 24']], keep: 'check:refused:driver/simd-size' },
  {
    cause: 'an unknown argument type',
    file: PTL,
    edits: [[YAML, /arg_type: +global_id_offset/, 'arg_type: nonsense']],
    keep: 'check:refused',
  },
  { cause: 'an argument in bytes that are not a vector', file: SKL, edits: [[YAML, /size: +12/, 'size: 13']], keep: 'check:refused' },
  { cause: 'a pointer without addrmode', file: DG2, edits: [[YAML, / +addrmode: +stateless\n/, '']], keep: 'check:refused' },
  { cause: 'an image that is stateless', file: SKL, edits: [[YAML, 'stateful', 'stateless']], keep: 'check:refused' },
  { cause: 'a negative slot', file: PTL, edits: [[YAML, /slot: +\d/, 'slot: -1']], keep: 'check:crash' },
  { cause: 'a slot past the last', file: PTL, edits: [[YAML, /slot: +\d/, 'slot: 7']], keep: 'check:refused' },
  { cause: 'a kernel without a name', file: SKL, edits: [[YAML, /name: +img_2d\n/, 'grf: 1\n']], keep: 'check:refused' },
  { cause: 'a key that is there twice', file: SKL, edits: [[YAML, /( +)grf_count: +128\n/, '$&$&']], keep: 'finding:zeinfo/duplicate' },
  { cause: 'a number that is a word', file: SKL, edits: [[YAML, /grf_count: +128/, 'grf_count: many']], keep: 'check:refused' },
  { cause: 'a version of another major', file: PTL, edits: [[YAML, /version: +'1/, "version: '2"]], keep: 'check:refused' },
  { cause: 'a version that is none', file: PTL, edits: [[YAML, /version: +'[\d.]+'/, "version: 'new'"]], keep: 'check:refused' },
  { cause: 'local ids that do not begin at 0', file: PTL, edits: [[YAML, /(local_id\n +offset: +)0/, '$18']], keep: 'check:refused' },
  { cause: 'a kernel without its code', file: SKL, edits: [[YAML, /name: +img_3d\n/, 'name: img_4d\n']], keep: 'check:refused' },
  {
    cause: 'a binding of an argument that is a value',
    file: DG2,
    edits: [[YAML, /(bti_value: +0\n +arg_index: +)0/, '$19']],
    keep: 'check:refused',
  },
  {
    cause: 'a product that is there twice',
    file: DG2,
    edits: [[NOTES, /(IntelGT NT_INTELGT_PRODUCT_FAMILY +)1270\n/, '$&$11271\n']],
    keep: 'finding:rule/note-twice',
  },
  { cause: 'a relocation of no symbol', file: DG2, edits: [[RELOCATIONS, 'R_SYM_ADDR_32 ', '77 ']], keep: 'finding:rule/relocation-type' },
  {
    cause: 'a symbol past its section',
    file: DG2,
    edits: [[SYMBOLS, 'value=0x0  size=0x190', 'value=0x0 size=0x9000']],
    keep: 'finding:rule/symbol-extent',
  },
  {
    cause: 'a barrier count of no device',
    file: PTL,
    edits: [[YAML, /barrier_count: +\d+/, 'barrier_count: 99']],
    keep: 'finding:rule/barrier-count',
  },
  {
    cause: 'an attribute that no version has',
    file: BMG,
    edits: [[YAML, 'simd_size:', 'sind_size: 1\n      simd_size:']],
    keep: 'finding:zeinfo/unknown-attribute',
  },
  {
    cause: 'a section type that no table has',
    file: BMG,
    edits: [[MANIFEST, 'SHT_ZEBIN_MISC', '0xff000055']],
    keep: 'check:refused:driver/section',
  },
  {
    cause: 'more local memory than a device has',
    file: BMG,
    edits: [[YAML, 'simd_size:', 'slm_size: 99999999\n      simd_size:']],
    keep: 'check:refused:driver/slm-size',
  },
  { cause: 'registers of no mode', file: BMG, edits: [[YAML, /grf_count: +128/, 'grf_count: 100']], keep: 'finding:rule/grf-count' },
  {
    cause: 'an address mode that no version has',
    file: BMG,
    edits: [[YAML, /addrmode: +stateless/, 'addrmode: stately']],
    keep: 'finding:zeinfo/unknown-value',
  },
  {
    cause: 'a version that is there twice',
    file: DG2,
    edits: [[YAML, "version:         '1.20'\n", '$&$&']],
    keep: 'check:refused:driver/key-twice',
  },
  {
    cause: 'a name of a section that no version has',
    file: BMG,
    edits: [[MANIFEST, '.misc.buildOptions', '.misc.nothing']],
    keep: 'finding:rule/misc-name',
  },
  {
    cause: 'in an archive: a SIMD size',
    file: PTL,
    archive: true,
    edits: [[YAML, /simd_size: +16/, 'simd_size: 24']],
    keep: 'check:refused:driver/simd-size',
  },
  {
    cause: 'in an archive: an unknown word',
    file: SKL,
    archive: true,
    edits: [[YAML, /access_type: +readonly/, 'access_type: sometimes']],
    keep: 'check:refused',
  },
  { cause: 'a truncated file', file: PTL, bytes: (bytes) => bytes.slice(0, bytes.length - 100), keep: 'finding:elf/table-range' },
  {
    cause: 'a magic number of another format',
    file: BMG,
    bytes: (bytes) => Uint8Array.from([...bytes.slice(0, 4), 9, ...bytes.slice(5)]),
    keep: 'finding:elf/class',
  },
];

function plant({ file, edits = [], bytes, archive }: Planted): Uint8Array {
  const original = fixture(file).bytes();
  const files = unpackZebin(readZebin(original).value);
  for (const [path, from, to] of edits) {
    const at = files.findIndex((one) => path.test(one.path));
    const one = files[at];
    if (!one) throw new Error(`${file} has no ${path}`);
    const text = decodeText(one.data).replace(from, to);
    if (text === decodeText(one.data)) throw new Error(`${file} has no ${from}`);
    files[at] = { path: one.path, data: encodeText(text) };
  }
  const value = bytes ? bytes(original) : packZebin(files).value;
  if (!archive) return value;
  return writeAr([
    { name: 'first', data: fixture(BMG).bytes() },
    { name: 'planted', data: value },
    { name: 'last', data: fixture(DG2).bytes() },
  ]);
}

/** The smaller files; all of them in the full run. */
const chosen = PLANTED.filter(({ file }) => process.env.ZEBIN_CORPUS !== undefined || file === BMG || file === DG2);

describe('a planted cause is kept', () => {
  const shares: number[] = [];
  test.each(chosen.map((planted) => [planted.cause, planted] as const))('%s', (_, planted) => {
    const bytes = plant(planted);
    const keeps = keepTest(planted.keep, bytes, { release: '26.27' });
    if (!keeps) throw new Error('the whole file does not have the property');
    const { value, tried } = reduce(bytes, keeps);
    expect(keeps(value)).toBe(true);
    expect(tried).toBeLessThan(5000);
    shares.push(1 - value.length / bytes.length);
  });

  test('at least nine tenths of the bytes are gone, on average', () => {
    expect(shares).toHaveLength(chosen.length);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(
      process.env.ZEBIN_CORPUS === undefined ? 0.8 : 0.9,
    );
  });
});

describe('what a smaller file may not get', () => {
  const bytes = plant({ cause: '', file: BMG, edits: [[YAML, /simd_size: +32/, 'simd_size: 24']], keep: '' });
  const options = { release: '26.27' };
  const codes = (data: Uint8Array) => new Set(checkZebin(data, options).reasons.map(({ diagnostic }) => diagnostic.code));

  test('other reasons, unless it is loose', () => {
    const own = codes(bytes);
    const small = (loose: boolean) => {
      const keeps = keepTest('check:refused', bytes, { ...options, loose });
      if (!keeps) throw new Error('the whole file does not have the property');
      return reduce(bytes, keeps).value;
    };
    const [kept, loose] = [small(false), small(true)];
    expect([...codes(kept)].filter((code) => !own.has(code))).toEqual([]);
    expect([...codes(loose)].filter((code) => !own.has(code))).not.toEqual([]);
    expect(loose.length).toBeLessThan(kept.length);
  });

  test('fewer releases that accept it', () => {
    const original = fixture('zebin/igc1/dg2/host-access.zebin').bytes();
    const keeps = keepTest('check:accepted', original, options);
    const accepting = (data: Uint8Array) =>
      releaseRanges(data, 0x030dc000)
        .filter(({ verdict }) => verdict === 'accepted')
        .map(({ since }) => since);
    const { value } = reduce(original, keeps ?? (() => false));
    expect(value.length).toBeLessThan(original.length / 4);
    expect(accepting(value)).toEqual(expect.arrayContaining(accepting(original)));
  });

  test('errors of other codes', () => {
    const broken = plant({ cause: '', file: BMG, edits: [[YAML, /grf_count: +128/, 'grf_count: 100']], keep: '' });
    const errors = (data: Uint8Array) =>
      new Set(findingsOf(inspect(data).value).flatMap(({ diagnostic: { severity, code } }) => (severity === 'error' ? [code] : [])));
    const keeps = keepTest('finding:rule/grf-count', broken, options);
    const { value } = reduce(broken, keeps ?? (() => false));
    expect([...errors(value)].filter((code) => !errors(broken).has(code))).toEqual([]);
  });
});

test('tables of symbols and of relocations are searched once for each candidate, not once for each pair', () => {
  const name = (i: number) => `.rel.${i}`;
  const bytes = buildZebin({
    zeInfo: 'version: 1.60\nkernels:\n- name: k\n',
    kernels: ['k'],
    sections: [
      { name: '.strtab', type: SHT.strtab },
      ...Array.from({ length: 800 }, (_, i): SectionSpec[] => [
        { name: `.symtab.${i}`, type: SHT.symtab, link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }] },
        { name: name(i), link: `.symtab.${i}`, info: '.text.k', relocations: [{ offset: 0, symbol: 1, type: 2 }] },
      ]).flat(),
    ],
  }).bytes;
  expect(
    reduce(
      bytes,
      (candidate) => candidate.length > bytes.length / 2,
      (tried) => tried < 4,
    ),
  ).toMatchObject({ tried: 4 });
});
