/** ZIP archives, made here as their writers make them. */
import { describe, expect, test } from 'vitest';
import { fixedAmong, replaceItem } from '../../../src/change/replace.ts';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { Budget, FormatError } from '../../../src/core/diag/index.ts';
import { dumpDocument, infoDocument } from '../../../src/documents/index.ts';
import { readZip, rewriteZip } from '../../../src/formats/zip/index.ts';
import { findItem, inspect } from '../../../src/walk/inspect.ts';
import { concat, latin1 } from '../../support/build-elf.ts';
import { buildZip, type ZipLayout, type ZipSpec } from '../../support/build-zip.ts';
import { archives, fixture } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { childrenOf } from '../../support/walk.ts';

const zebin = fixture('zebin/igc2/bmg/clock.zebin').bytes();
const text = latin1('a text that is long enough to be deflated, deflated, deflated\n');
const WHEEL: readonly ZipSpec[] = [
  { name: 'torch/', data: new Uint8Array(0), deflate: false },
  { name: 'torch/kernel.zebin', data: zebin },
  { name: 'torch/stored.zebin', data: zebin, deflate: false, comment: 'why' },
  { name: 'torch/stream.zebin', data: zebin, descriptor: true },
  { name: 'torch/long.zebin', data: zebin, descriptor: 64, is64: true },
  { name: 'torch/__init__.py', data: text },
];
const LAYOUTS: Record<string, ZipLayout> = {
  'as it is': {},
  'with a comment': { comment: 'PK\x05\x06 is not the end' },
  'with a 64-bit end': { is64: true },
};
const images = (bytes: Uint8Array) => childrenOf(inspect(bytes).value).filter(({ kind }) => kind === 'zebin');
const codes = (bytes: Uint8Array) =>
  inspect(bytes)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

describe.each(Object.entries(LAYOUTS))('an archive %s', (_, layout) => {
  const bytes = buildZip(WHEEL, layout);

  test('has its entries by their names, stored or deflated', () => {
    expect(codes(bytes)).toEqual([]);
    expect(images(bytes).map(({ address, compression }) => [address, compression])).toEqual([
      ['!torch/kernel.zebin', 'deflate'],
      ['!torch/stored.zebin', undefined],
      ['!torch/stream.zebin', 'deflate'],
      ['!torch/long.zebin', 'deflate'],
    ]);
    for (const { bytes: content } of images(bytes)) expect(content.data).toEqual(zebin);
  });

  test('is written again as it was', () => {
    expect(rewriteZip(readZip(bytes).value, new Map())).toEqual(bytes);
  });

  test('has new content in place of an entry, and the others as they were', () => {
    const other = fixture('zebin/igc2/bmg/basic.zebin').bytes();
    const changed = replaceItem(inspect(bytes).value, '!torch/stream.zebin', other).data;
    expect(codes(changed)).toEqual([]);
    expect(images(changed).map(({ bytes: content }) => content.data)).toEqual([zebin, zebin, other, zebin]);
    expect(rewriteZip(readZip(changed).value, new Map())).toEqual(changed);
  });

  test('has every byte in one span of its dump, and none that no structure claims', () => {
    const { spans, gap_bytes } = dumpDocument(inspect(bytes).value);
    let at = 0;
    for (const { offset, end } of spans) {
      expect(offset).toBe(at);
      at = end;
    }
    expect([at, gap_bytes]).toEqual([bytes.length, 0]);
  });
});

test('an archive after other data is read by its list', () => {
  const bytes = buildZip(WHEEL, { before: concat([latin1('PK\x03\x04'), new Uint8Array(99)]) });
  const { value } = readZip(bytes);
  expect(value.entries.map(({ name }) => name)).toEqual(WHEEL.map(({ name }) => name));
  expect(rewriteZip(value, new Map())).toEqual(bytes);
});

test('containers in it are opened', () => {
  const [archive] = archives();
  if (!archive) throw new Error('the corpus has no archive');
  const bytes = buildZip([{ name: 'a.jar', data: buildZip([{ name: 'x/fat.ar', data: archive.bytes() }]) }]);
  expect(findItem(inspect(bytes).value, '!a.jar!x/fat.ar')?.kind).toBe('ar');
});

test('without its list, entries are read by their own headers, and the loss is said', () => {
  const bytes = buildZip(WHEEL, { cut: true });
  expect(codes(bytes)).toEqual(['zip/list']);
  expect(images(bytes).map(({ bytes: content }) => content.data)).toEqual([zebin, zebin, zebin, zebin]);
});

test.each([
  ['encrypted', { flags: 1 }],
  ['of another method', { method: 93 }],
  ['of a number that is none', { method: 1234 }],
] as const)('an entry that is %s is listed and named as not read', (_, fault) => {
  const bytes = buildZip([{ name: 'secret.zebin', data: zebin, ...fault }]);
  const { value, diagnostics } = inspect(bytes);
  expect(diagnostics.map(({ code, severity, data }) => [code, severity, data?.name])).toEqual([
    ['zip/method', 'error', 'secret.zebin'],
    ['inspect/no-images', 'info', undefined],
  ]);
  expect(childrenOf(value).map(({ address, kind }) => [address, kind])).toEqual([['!secret.zebin', 'file']]);
  expect(fixedAmong(value, ['!secret.zebin']).get('!secret.zebin')?.code).toBe('replace/fixed');
});

test('of entries that share bytes one is read, and the others are named as not read', () => {
  const bytes = buildZip([
    { name: 'a.zebin', data: zebin, deflate: false },
    { name: 'b.zebin', data: zebin, deflate: false, at: 0 },
    { name: 'c.zebin', data: zebin, deflate: false },
  ]);
  const { value, diagnostics } = inspect(bytes);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, data }) => [code, data?.name])).toEqual([['zip/overlap', 'b.zebin']]);
  expect(childrenOf(value).map(({ address, kind }) => [address, kind])).toEqual([
    ['!a.zebin', 'zebin'],
    ['!b.zebin', 'file'],
    ['!c.zebin', 'zebin'],
  ]);
});

test('an entry that is said to be longer hides none after it', () => {
  const bytes = buildZip([{ name: 'a', data: text, deflate: false }, ...WHEEL]);
  const view = new DataView(bytes.buffer);
  const list = bytes.findIndex((_, i) => view.getUint32(i, true) === 0x0201_4b50);
  view.setUint32(list + 20, text.length + 8, true);
  expect(codes(bytes)).toEqual(['zip/overlap']);
  expect(images(bytes).map(({ bytes: content }) => content.data)).toEqual([zebin, zebin, zebin, zebin]);
});

test('an entry that is not where the list says hides no other', () => {
  const bytes = buildZip([{ name: 'a', data: text, at: 40 }, ...WHEEL]);
  expect(codes(bytes)).toEqual(['zip/entry', 'inflate/data']);
  expect(images(bytes).map(({ bytes: content }) => content.data)).toEqual([zebin, zebin, zebin, zebin]);
});

test.each([true, false])('content that differs from its checksum is found out (deflated: %s)', (deflate) => {
  expect(codes(buildZip([{ name: 'a', data: zebin, deflate, crc32: 1 }]))).toEqual(['inflate/checksum']);
});

test('a bomb is not inflated', () => {
  expect(codes(buildZip([{ name: 'a', data: new Uint8Array(40_000_000) }]))).toEqual(['limit/inflated']);
});

test('a package without code says so, and its other files are no images', () => {
  for (const bytes of [
    buildZip([]),
    buildZip([
      { name: 'a.py', data: text },
      { name: 'a.bin', data: Uint8Array.of(0, 1, 2) },
    ]),
  ]) {
    const { value, diagnostics } = inspect(bytes);
    expect([value.kind, diagnostics.map(({ code }) => code)]).toEqual(['zip', ['inspect/no-images']]);
    expect(childrenOf(value).every(({ kind }) => kind === 'file')).toBe(true);
    expect(infoDocument(value).images).toEqual([]);
  }
});

test('every prefix and every flipped byte is read without a failure', { tags: ['corpus'] }, () => {
  const bytes = buildZip([
    { name: 'a', data: text },
    { name: 'b', data: text, descriptor: true },
  ]);
  const read = (data: Uint8Array) => {
    try {
      const { value } = readZip(new Bytes(data));
      for (const entry of value.entries) expect(entry.bytes.base + entry.bytes.length).toBeLessThanOrEqual(data.length);
      dumpDocument(inspect(data).value);
      rewriteZip(value, new Map());
    } catch (error) {
      expect(error instanceof FormatError || error instanceof RangeError).toBe(true);
    }
  };
  for (let length = 0; length <= bytes.length; length++) read(bytes.slice(0, length));
  const next = mulberry32(7);
  for (let i = 0; i < 2_000; i++) read(flip(bytes, next));
});

test('many entries that share their bytes are read in proportion to the file', () => {
  // A list of entries that all have the header of the first one.
  const one = buildZip([{ name: 'a', data: new Uint8Array(1_000_000), deflate: false }]);
  const list = one.slice(1_000_031, -22);
  const count = 20_000;
  const end = one.slice(-22);
  new DataView(end.buffer).setUint16(8, count, true);
  new DataView(end.buffer).setUint16(10, count, true);
  new DataView(end.buffer).setUint32(12, list.length * count, true);
  const bytes = concat([one.slice(0, 1_000_031), ...Array.from({ length: count }, () => list), end]);
  const budget = new Budget(bytes.length);
  const { value } = inspect(bytes, { budget });
  expect(budget.steps).toBeLessThan(bytes.length);
  expect(value.diagnostics.map(({ code }) => code)).toContain('limit/work');
});
