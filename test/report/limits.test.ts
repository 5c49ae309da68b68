/** What is made of an image is paid from the budget of the run before: where that is not enough, it says so and the answer is not whole. */
import { expect, test } from 'vitest';
import { Budget } from '../../src/diag/index.ts';
import {
  checkDocument,
  diffDocument,
  type Item,
  imagesOf,
  inspect,
  judge,
  kernelDocument,
  linkDocument,
  linkZebin,
  RELEASES,
  sideKernels,
  zebinsOf,
} from '../../src/internal.ts';
import { buildZebin, SHT } from '../support/build-elf.ts';

const COUNT = 50;
const zebin = buildZebin({
  zeInfo: `version: 1.60\nkernels:\n${Array.from({ length: COUNT }, (_, i) => `- name: k${i}\n  execution_env:\n    simd_size: 16\n`).join('')}`,
  kernels: ['k0'],
  sections: [
    { name: '.strtab', type: SHT.strtab },
    { name: '.symtab', link: '.strtab', symbols: [{}, { name: 's', section: '.text.k0' }] },
    {
      name: '.rel.text.k0',
      link: '.symtab',
      info: '.text.k0',
      relocations: Array.from({ length: COUNT }, (_, i) => ({ offset: i, symbol: 1, type: 2 })),
    },
  ],
}).bytes;

const linked = (root: Item) => {
  const [found] = zebinsOf(root);
  return found ? linkDocument(found.zebin, linkZebin(found.zebin), root.budget).relocations : [];
};

/** The number of findings. */
const MADE: readonly [what: string, make: (root: Item) => number][] = [
  ['findings of validate', (root) => judge(root).length],
  ['images of check', (root) => (checkDocument(root, { release: RELEASES.at(-1) ?? '' }) ? 1 : 0)],
  ['kernels in full', (root) => kernelDocument(root).kernels.length],
  ['relocations of kernels', (root) => kernelDocument(root, 'k0').kernels.flatMap(({ relocations }) => relocations).length],
  ['kernels of two builds', (root) => sideKernels(imagesOf({ path: '', files: [{ path: '', root }] })).length],
  ['relocations that are linked', (root) => linked(root).length],
];

test.each(MADE)('%s', (_, make) => {
  const whole = inspect(zebin).value;
  const all = make(whole);
  expect(whole.budget.diagnostics).toEqual([]);
  const budget = new Budget(zebin.length);
  const short = inspect(zebin, { budget }).value;
  budget.charge('work', budget.remaining('work') - 60_000);
  expect(make(short)).toBeLessThan(all);
  expect(budget.diagnostics.map(({ code }) => code)).toEqual(['limit/work']);
});

test('functions, which no kernel pays for, reach the limit in a check and in a comparison', () => {
  const functions = Array.from({ length: 80_000 }, (_, i) => `- name: f${i}\n  execution_env:\n    simd_size: 16\n`).join('');
  const bytes = buildZebin({ zeInfo: `version: 1.60\nkernels:\n- name: k\nfunctions:\n${functions}`, kernels: ['k'] }).bytes;
  const side = (root: Item) => ({ path: '', files: [{ path: '', root }] });
  const codesOf = (make: (root: Item) => unknown) => {
    const root = inspect(bytes).value;
    expect(root.budget.diagnostics).toEqual([]);
    make(root);
    return root.budget.diagnostics.map(({ code }) => code);
  };
  expect(codesOf((root) => checkDocument(root, { release: RELEASES.at(-1) ?? '' }))).toEqual(['limit/work']);
  expect(codesOf((root) => judge(root))).toEqual(['limit/work']);
  expect(codesOf((root) => diffDocument(side(root), side(root)))).toEqual(['limit/work']);
});
