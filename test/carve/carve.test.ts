/** Binaries found in files of no known kind. */
import { describe, expect, test } from 'vitest';
import { readPatchTokens } from '../../src/formats/legacy/index.ts';
import { carve } from '../../src/walk/carve.ts';
import { findItem, inspect } from '../../src/walk/inspect.ts';
import { buildElf, concat, latin1 } from '../support/build-elf.ts';
import { archives, fixture, patchTokens, zebins } from '../support/corpus.ts';
import { mulberry32 } from '../support/mutate.ts';
import { sha256, syclFiles } from '../support/sycl.ts';
import { childrenOf } from '../support/walk.ts';

const some = zebins().filter((_, i) => i % 7 === 0);
const random = (seed: number, size: number) => {
  const next = mulberry32(seed);
  return Uint8Array.from({ length: size }, () => next() >>> 24);
};

const kernelNames = (program: Uint8Array) => readPatchTokens(program).value.kernels.map(({ name }) => name);

test('zebins at any offset are found whole', () => {
  const files = some.map((file) => file.bytes());
  const data = concat(files.flatMap((file, i) => [random(i, 1 + ((i * 37) % 101)), file]));
  const { value, diagnostics } = carve(data);
  expect(diagnostics).toEqual([]);
  expect(value.map(({ bytes, declaredSize }) => [sha256(bytes.data), declaredSize > bytes.length])).toEqual(
    files.map((file) => [sha256(file), false]),
  );
});

test('those of an archive and legacy files too', () => {
  for (const file of [...archives(), ...patchTokens()]) {
    const { value } = carve(concat([latin1('x'), file.bytes()]));
    expect(value.length, file.name).toBeGreaterThan(0);
    expect(value.every(({ bytes, declaredSize }) => declaredSize === bytes.length)).toBe(true);
  }
});

test('finds the device images of a host file', { tags: ['corpus'] }, () => {
  const file = syclFiles('host').find(({ name }) => name === 'host/intel-l3.so' || name === 'host/intel-l1.so');
  if (!file) throw new Error('the corpus has no such file');
  const wanted = file.expect.sycl.images.map((row: { payload: { sha256: string } }) => row.payload.sha256);
  const found = carve(file.bytes()).value.map(({ bytes }) => sha256(bytes.data));
  // SPIR-V has no end of its own and is not carved.
  expect(found.every((hash) => wanted.includes(hash))).toBe(true);
  expect(found.length).toBeGreaterThan(0);
});

describe('a program in patch tokens that nothing describes', () => {
  const whole = fixture('patchtoken/basic-skl.bin').bytes();
  const program = findItem(inspect(whole).value, '!Intel(R) OpenCL Device Binary')?.bytes.data ?? new Uint8Array();

  test('is found at any offset, and ends where its headers say', () => {
    expect(latin1('CTNI')).toEqual(program.slice(0, 4));
    const data = concat([random(3, 70_001), program, random(4, 99), program]);
    expect(carve(data).value.map(({ kind, bytes }) => [kind, bytes.base, sha256(bytes.data)])).toEqual([
      ['patch-tokens', 70_001, sha256(program)],
      ['patch-tokens', 70_001 + program.length + 99, sha256(program)],
    ]);
  });

  test('is found in a driver', () => {
    const { bytes } = buildElf({ header: { e_machine: 62 }, sections: [{ name: '.rodata', data: concat([random(5, 11), program]) }] });
    const { value, diagnostics } = inspect(bytes);
    expect(diagnostics).toEqual([]);
    expect(childrenOf(value).map(({ kind, address, kernels }) => [kind, address, kernels.length])).toEqual([
      ['patch-tokens', '!carved', kernelNames(program).length],
    ]);
  });

  test('that is truncated or damaged is not found', () => {
    expect(carve(program.slice(0, -1)).value).toEqual([]);
    for (const [at, value] of [
      [12, 5],
      [16, 0],
      [16, 0xff],
      [27, 0xff],
    ] as const) {
      const changed = program.slice();
      changed[at] = value;
      expect(carve(changed).value, `${value} at ${at}`).toEqual([]);
    }
  });
});

test('one that is truncated says so', () => {
  const zebin = fixture('zebin/igc2/bmg/basic.zebin').bytes();
  expect(
    carve(concat([latin1('xyz'), zebin.slice(0, -1)])).value.map(({ bytes, declaredSize }) => [bytes.length, declaredSize > bytes.length]),
  ).toEqual([[zebin.length - 1, true]]);
});

test('a magic between two pieces is found', () => {
  const zebin = fixture('zebin/igc2/bmg/clock.zebin').bytes();
  for (let at = 65_530; at <= 65_540; at++) expect(carve(concat([new Uint8Array(at), zebin])).value[0]?.bytes.base).toBe(at);
});

describe('data that is not a binary', () => {
  test('host programs, text and nothing', () => {
    for (const data of [new Uint8Array(0), latin1('\x7fELF'), latin1('no ELF here'), random(1, 100_000)])
      expect(carve(data).value).toEqual([]);
  });

  test('a file of magics costs no more than its size', () => {
    expect(carve(latin1('\x7fELF'.repeat(200_000))).value).toEqual([]);
    expect(carve(latin1('\x10\xff\x10\xad'.repeat(200_000))).value.length).toBeLessThan(10);
    expect(carve(latin1('CTNI'.repeat(200_000))).value).toEqual([]);
  });
});
