/** Cache files, made here after the descriptions of their writers. */
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError } from '../../../src/core/diag/index.ts';
import {
  CACHE_FILES,
  cacheFile,
  readCachedBinaries,
  readCacheKey,
  readCacheStats,
  syclCacheForm,
} from '../../../src/formats/cache/index.ts';
import { concat, latin1 } from '../../support/build-elf.ts';
import { fixture, zebins } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';

const image = fixture('zebin/igc2/bmg/clock.zebin').bytes();
const size = (value: number | bigint) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
const sized = (data: Uint8Array) => concat([size(data.length), data]);
const single = sized(image);
const counted = concat([size(2), sized(image), sized(latin1('other'))]);
const key = concat([sized(latin1('Level-Zero/BMG/1.6/1.6.1')), sized(latin1('-O2')), sized(new Uint8Array(0)), sized(image)]);

test('binaries of one device, and after their count', () => {
  const one = readCachedBinaries(single);
  expect([one.value.form, one.value.binaries.map(({ data }) => data), one.diagnostics]).toEqual(['single', [image], []]);
  const two = readCachedBinaries(counted);
  expect([two.value.form, two.value.binaries.map(({ data }) => data), two.diagnostics]).toEqual(['counted', [image, latin1('other')], []]);
});

test('the key of an item', () => {
  const { value, diagnostics } = readCacheKey(key);
  expect(diagnostics).toEqual([]);
  expect([value.device, value.build_options]).toEqual(['Level-Zero/BMG/1.6/1.6.1', '-O2']);
  expect([value.specialization_constants.length, value.image.data]).toEqual([0, image]);
});

test('the counts of the driver', () => {
  expect(readCacheStats(concat([size(3), size(4), size(1)])).value).toEqual({ hits: 3n, misses: 4n, version: 1n });
  expect(() => readCacheStats(size(1))).toThrow(FormatError);
});

test('what a file is, by sizes that fill it', () => {
  expect([single, counted, key].map((data) => syclCacheForm(new Bytes(data)))).toEqual(['single', 'counted', 'key']);
  expect([new Uint8Array(0), new Uint8Array(8), single.slice(1), image].map((data) => syclCacheForm(new Bytes(data)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const file of zebins().slice(0, 50)) expect(syclCacheForm(new Bytes(file.bytes()))).toBeUndefined();
});

describe('names of files say whose cache it is', () => {
  test.each([
    ['neo_compiler_cache/a/b/ab0123456789abcd.l0_cache', 'driver', 'binary'],
    ['neo_compiler_cache\\a\\b\\ab0123456789abcd.cl_cache', 'driver', 'binary'],
    ['neo_compiler_cache/config.file', 'driver', 'config'],
    ['neo_compiler_cache/a/b/stats', 'driver', 'stats'],
    ['libsycl_cache/12/34/56/78901/0.bin', 'sycl', 'binaries'],
    ['libsycl_cache/12/34/56/78901/0.src', 'sycl', 'key'],
    ['libsycl_cache/12/34/56/78901/0.lock', 'sycl', 'lock'],
    ['libsycl_cache/12/34/56/78901/0_access_time.txt', 'sycl', 'access time'],
    ['libsycl_cache/12/34/56/78901/0_access_time.txt.lock', 'sycl', 'lock'],
    ['libsycl_cache/cache_size.txt', 'sycl', 'size'],
    ['libsycl_cache/cache_size.txt.lock', 'sycl', 'lock'],
    ['.cache/libsycl_cache_eviction_in_progress.lock', 'sycl', 'lock'],
    ['libsycl_cache/ext_kernel_compiler/k3Y/ir.bin', 'sycl', 'ir'],
    ['libsycl_cache/ext_kernel_compiler/12/34/56/0.bin', 'sycl', 'binaries'],
    ['cache/10430529093318823453.cl_cache', 'openvino', 'binary'],
    ['cache/14273483243232145.blob', 'openvino', 'model'],
    ['.triton/cache/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/add_kernel.zebin', 'triton', 'binary'],
    ['.triton/cache/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/__grp__add_kernel.json', 'triton', 'metadata'],
    ['.triton/cache/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/add_kernel.ttgir', 'triton', 'stage'],
  ])('%s', (path, cache, role) => expect(cacheFile(path)).toMatchObject({ cache, role }));

  test('others are none', () => expect(['package.json', 'a.bin', 'x/0.bin'].map(cacheFile)).toEqual([undefined, undefined, undefined]));
  test('every row says something of its own', () => expect(new Set(CACHE_FILES.map(({ doc }) => doc)).size).toBe(CACHE_FILES.length));
});

test('prefixes and flips give a value or a FormatError', { tags: ['corpus'] }, () => {
  for (const data of [single, counted, key]) {
    for (let seed = 0; seed < 500; seed++) {
      const broken = seed % 2 ? data.slice(0, Math.floor((data.length * seed) / 500)) : flip(data, mulberry32(seed));
      syclCacheForm(new Bytes(broken));
      for (const read of [readCachedBinaries, readCacheKey]) {
        try {
          read(broken);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }
    }
  }
});
