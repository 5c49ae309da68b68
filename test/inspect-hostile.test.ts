/** The walk on hostile input: bombs that stop at a limit, containers that hold themselves, and small containers in every damaged form. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeBundle } from '../src/formats/bundle/index.ts';
import * as library from '../src/internal.ts';
import { buildAr, buildMember, buildZebin, concat, latin1 } from './support/build-elf.ts';
import { examine, flip, mulberry32, nestedArchives } from './support/mutate.ts';
import { syclFiles } from './support/sycl.ts';
import { childrenOf } from './support/walk.ts';

const { Budget, inspect, LIMITS, eachItem, lsDocument } = library;
const codes = (bytes: Uint8Array) => inspect(bytes).diagnostics.map((d) => d.code);
const zebin = buildZebin({ zeInfo: 'version: 1.60\nkernels:\n- name: k\n', kernels: ['k'] }).bytes;

describe('bombs stop at a limit', () => {
  test('a thousand archives in one another', () => {
    expect(codes(nestedArchives(1000, zebin))).toEqual(['limit/depth']);
  });

  test('zeros that a zstd stream of a kilobyte makes 10 GB of', () => {
    // A frame of blocks of 128 KiB that repeat one byte.
    const block = Uint8Array.of(0x02, 0x00, 0x10, 0x00);
    const frame = concat([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58), ...Array.from({ length: 81_920 }, () => block)]);
    const inside = buildAr([buildMember('a/', frame), buildMember('b/', zebin)]);
    const { value, diagnostics } = inspect(inside);
    expect(diagnostics.map((d) => d.code)).toEqual(['limit/inflated']);
    expect(childrenOf(value).map((item) => item.kind)).toEqual(['zstd', 'zebin']);
    expect(() => inspect(frame)).toThrow(/limit\/inflated/);
  });

  test('streams in one another', () => {
    let bytes: Uint8Array = zebin;
    for (let i = 0; i < 40; i++) bytes = gzipSync(bytes);
    const { value, diagnostics } = inspect(bytes);
    expect(value.kind).toBe('gzip');
    expect(diagnostics.length).toBeLessThan(3);
  });

  test('entries that are the whole file, in one another', () => {
    const count = 20;
    const bytes = writeBundle(Array.from({ length: count }, (_, i) => ({ id: String.fromCharCode(97 + i), data: new Uint8Array(0) })));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // After magic and count, each entry has offset, size, length of the id, and the id of one letter.
    for (let i = 0; i < count; i++) {
      view.setBigUint64(32 + i * 25, 0n, true);
      view.setBigUint64(32 + i * 25 + 8, BigInt(bytes.length), true);
    }
    const { value, diagnostics } = inspect(bytes);
    expect(diagnostics.map((d) => d.code)).toContain('limit/work');
    expect([...eachItem(value)].length).toBeLessThan(count * count * LIMITS.containerDepth);
    expect(JSON.stringify(lsDocument(value)).length).toBeLessThan(5_000_000);
  });

  test('thousands of archives in one another', () => {
    const depth = 8;
    const bytes = buildAr(Array.from({ length: 400 }, (_, i) => buildMember(`${i}/`, nestedArchives(depth, latin1('data')))));
    const budget = new Budget(bytes.length);
    const allowed = Math.floor(budget.remaining('parts'));
    const { value } = inspect(bytes, { budget });
    const opened = () => [...eachItem(value)].filter(({ kind }) => kind === 'ar').length - 1;
    expect(budget.diagnostics.map((d) => [d.code, d.path])).toEqual([['limit/work', expect.stringMatching(/^\d+!/)]]);
    // Some of what was opened is no archive. Nothing that was refused is opened by who asks again.
    expect(opened()).toBeLessThan(allowed);
    expect(opened()).toBe(opened());
    const whole = inspect(bytes, { budget: Budget.unlimited() }).value;
    expect([...eachItem(whole)].filter(({ kind }) => kind === 'ar').length).toBe(1 + 400 * depth);
  });

  test('a table of 2³² sections', () => {
    const header = buildZebin({ header: { e_machine: 62, e_shnum: 0xffff } }).bytes;
    expect(inspect(header).value.kind).toBe('elf');
  });
});

test('4 GiB of nothing after an image are not read', () => {
  const size = 4 * 2 ** 30;
  const hole = buildMember('hole/', new Uint8Array(0), { size: String(size - 4096) });
  const head = concat([latin1('!<arch>\n'), buildMember('64.20.1.0/', zebin), hole]);
  let fetched = 0;
  const read = (start: number, length: number) => {
    fetched += length;
    expect(length).toBeLessThan(2 ** 24);
    const bytes = new Uint8Array(length);
    if (start < head.length) bytes.set(head.subarray(start, start + length));
    return bytes;
  };
  const { value } = inspect({ size, read });
  expect(childrenOf(value).map((item) => item.kind)).toEqual(['zebin', 'data']);
  expect(fetched).toBeLessThan(size / 1000);
});

/** Small containers of every kind. */
const SMALL = ['bundles', 'offload-binary', 'syclbin', 'property-sets']
  .flatMap(syclFiles)
  .filter((file) => file.expect.verdict !== 'error')
  .map((file) => ({ name: file.name, bytes: file.bytes() }))
  .filter(({ bytes }) => bytes.length > 0 && bytes.length < 10_000);

describe.each(SMALL)('$name', { tags: ['corpus'] }, ({ bytes }) => {
  test('is examined without damage', () => {
    expect(examine(library, bytes).filter((code) => code.startsWith('limit/'))).toEqual([]);
  });

  test('every sixteenth prefix is read, or refused with a place', () => {
    for (let length = 0; length <= bytes.length; length += 16) examine(library, bytes.slice(0, length), length % 256 === 0);
  });

  test('100 seeded flips are read, or refused with a place', () => {
    for (let seed = 0; seed < 100; seed++) examine(library, flip(bytes, mulberry32(seed)), seed % 32 === 0);
  });
});
