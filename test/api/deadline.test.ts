/** A deadline ends what takes longer, with one code; and no answer depends on what was asked before. */
import { expect, test } from 'vitest';
import {
  Budget,
  type Budgeted,
  checkDocument,
  codeColumns,
  compareDocument,
  coverageDocument,
  diffDocument,
  disasmDocument,
  dumpDocument,
  FormatError,
  type Item,
  infoDocument,
  inspect,
  kernelDocument,
  propsDocument,
  textDocument,
  validateDocument,
} from '../../src/index.ts';
import { buildAr, buildMember } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';

const PAST = 0;
const LATER = Number.MAX_SAFE_INTEGER;

const bytes = buildAr(['basic', 'clock', 'images'].map((name) => buildMember(`${name}/`, fixture(`zebin/igc2/bmg/${name}.zebin`).bytes())));
const root = inspect(bytes).value;
const release = '26.27.39122.14';
const sideOf = (item: Item) => ({ path: 'a', files: [{ path: '', root: item }] });

const DOCUMENTS: readonly (readonly [name: string, make: (item: Item, options?: Budgeted) => unknown])[] = [
  ['info', (item, options) => infoDocument(item, options)],
  ['info with columns of code', (item, options) => infoDocument(item, { columns: codeColumns(['code'], options) })],
  ['kernel', (item, options) => kernelDocument(item, options)],
  ['dump', (item, options) => dumpDocument(item, options)],
  ['disasm', (item, options) => disasmDocument(item, { analysis: true, ...options })],
  ['validate', (item, options) => validateDocument(item, options)],
  ['check', (item, options) => checkDocument(item, { release, ...options })],
  ['compare', (item, options) => compareDocument(sideOf(item), sideOf(item), { code: true, ...options })],
  ['text', (item, options) => textDocument(item, options)],
];

const until = (deadline: number): Budgeted => ({ budget: new Budget(bytes.length, { deadline }) });

/** The code of the error that ends it; undefined if nothing does. */
function codeOf(make: () => unknown): string | undefined {
  try {
    make();
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.diagnostic.code;
  }
}

test.each(DOCUMENTS)('%s ends with limit/time after the deadline, and is the same before it', (_, make) => {
  expect(codeOf(() => make(root, until(PAST)))).toBe('limit/time');
  expect(make(root, until(LATER))).toEqual(make(root));
});

test('so does opening a file; no part of it is taken for unread', () => {
  expect(codeOf(() => inspect(bytes, until(PAST)))).toBe('limit/time');
  const { value, diagnostics } = inspect(bytes, until(LATER));
  expect([value.children.length, diagnostics]).toEqual([root.children.length, inspect(bytes).diagnostics]);
});

test('the answers about an item are the same in any order, and each time', () => {
  const item = inspect(bytes).value;
  const makes = [
    ...DOCUMENTS,
    ['props', propsDocument] as const,
    ['coverage', (one: Item) => coverageDocument(one)] as const,
    ['diff', (one: Item) => diffDocument(sideOf(one), sideOf(one))] as const,
  ].map(
    ([, make]) =>
      () =>
        make(item),
  );
  const first = makes.map((make) => make());
  const backwards = [...makes]
    .reverse()
    .map((make) => make())
    .reverse();
  expect(backwards).toEqual(first);
});
