/** Entries that only hold functions: no document counts or measures them as kernels, and each that describes bytes still has them. */
import { describe, expect, test } from 'vitest';
import { isPseudoKernel } from '../../src/formats/zebin/index.ts';
import {
  checkDocument,
  coverageDocument,
  diffDocument,
  disasmDocument,
  infoDocument,
  inspect,
  kernelDocument,
  kernelRows,
  lsDocument,
  measuredKernels,
  RELEASES,
} from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';

const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';
const FILE = 'zebin/igc2/bmg/globals.zebin';
const bytes = fixture(FILE).bytes();
const root = inspect(bytes).value;
const side = { path: FILE, files: [{ path: '', root }] };
/** In the order of {@link KERNELS}. */
const sorted = (names: readonly string[]) => [...names].sort((a, b) => KERNELS.indexOf(a) - KERNELS.indexOf(b));
const KERNELS = ['bump', 'through_pointers', 'use_record', 'no_globals'];

describe('counts and measures', () => {
  test.each<[string, () => readonly string[]]>([
    ['info', () => infoDocument(root).images.flatMap(({ kernels }) => kernels.map(({ name }) => name))],
    ['ls', () => lsDocument(root).root.kernels ?? []],
    ['check', () => checkDocument(root, { release: RELEASES.at(-1) ?? '' })?.kernels.map(({ name }) => name) ?? []],
    ['kernel', () => kernelDocument(root).kernels.map(({ name }) => name)],
    ['coverage', () => sorted(coverageDocument(root).kernels.map(({ name }) => name))],
    ['compare', () => measuredKernels(side, () => true, false).map(({ name }) => name)],
    [
      'scan',
      () =>
        kernelRows({ root: '', path: FILE, size: bytes.length, sha256: null }, root.bytes)
          .map((cells) => cells.filter((cell) => typeof cell === 'string'))
          .flatMap((cells) => KERNELS.concat(FUNCTIONS).filter((name) => cells.includes(name))),
    ],
  ])('%s: only kernels', (_, names) => {
    expect(names()).toEqual(KERNELS);
  });

  test('diff counts kernels alone', () => {
    const { base, same, unchanged } = diffDocument(side, side);
    expect([base.kernels, same, unchanged]).toEqual([KERNELS.length, true, KERNELS.length]);
  });
});

describe('what describes bytes has it', () => {
  test('kernel, by its name', () => {
    expect(kernelDocument(root, { pattern: FUNCTIONS }).kernels.map(({ name, code }) => [name, code?.section])).toEqual([
      [FUNCTIONS, `.text.${FUNCTIONS}`],
    ]);
  });

  test('disasm', () => {
    expect(disasmDocument(root).code.map(({ section }) => section)).toContain(`.text.${FUNCTIONS}`);
  });

  test('diff, where the functions differ', () => {
    const text = Buffer.from(bytes);
    const zebin = root.content.kind === 'zebin' ? root.content.zebin : undefined;
    const code = zebin?.kernelEntries.find(({ name }) => isPseudoKernel(name))?.text?.bytes;
    if (!code) throw new Error('no functions');
    text.writeUInt8(text.readUInt8(code.base + 2) ^ 1, code.base + 2);
    const other = { path: FILE, files: [{ path: '', root: inspect(new Uint8Array(text)).value }] };
    const { kernels, unchanged } = diffDocument(side, other);
    expect([kernels.map(({ name }) => name), unchanged]).toEqual([[FUNCTIONS], KERNELS.length]);
  });
});
