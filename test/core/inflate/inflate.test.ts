/** Decompression: against the programs that compress, under limits, and of damaged streams. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Bytes, type Compressed } from '../../../src/core/bytes/index.ts';
import { LIMITS, Reporter } from '../../../src/core/diag/index.ts';
import { inflate, inflateLimit } from '../../../src/core/inflate/index.ts';
import { md5Half } from '../../../src/core/inflate/md5.ts';
import { concat, latin1 } from '../../support/build-elf.ts';
import { fixture, zebins } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { needs, toolPath } from '../../support/tools.ts';

function run(data: Uint8Array, how: Compressed) {
  const out = new Reporter(data.length);
  const made = inflate(new Bytes(data), how, '!x', out);
  return { data: made?.data, source: made?.source, codes: out.diagnostics.map((d) => d.code) };
}

const zstd = (data: Uint8Array, ...options: string[]) =>
  new Uint8Array(execFileSync(toolPath('zstd'), ['-q', '-c', ...options], { input: data, maxBuffer: 1 << 28 }));
const same = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.compare(a, b) === 0;
const next = (seed: number) => mulberry32(seed);
const random = (seed: number, size: number) => {
  const number = next(seed);
  return Uint8Array.from({ length: size }, () => number() >>> 24);
};
const words = new TextEncoder().encode(Array.from({ length: 40_000 }, (_, i) => `kernel_${(i * 7919) % 613} `).join(''));
const DATA: Readonly<Record<string, Uint8Array>> = {
  nothing: new Uint8Array(0),
  'one byte': Uint8Array.of(7),
  'a short text': latin1('abcabcabcabcabcabcd'),
  'much text': words,
  zeros: new Uint8Array(1_000_000),
  'random bytes': random(1, 300_000),
  'few symbols': random(2, 200_000).map((b) => b % 5),
  'one symbol in a hundred': random(3, 200_000).map((b) => (b < 3 ? b : 9)),
  'a zebin': fixture('zebin/igc2/bmg/basic.zebin').bytes(),
  'many zebins': concat(
    zebins()
      .slice(0, 20)
      .map((file) => file.bytes()),
  ),
};

describe.each(Object.entries(DATA))('%s', { tags: ['corpus'] }, (_, data) => {
  test('zlib and gzip give it back', () => {
    expect(same(run(new Uint8Array(deflateSync(data)), { method: 'zlib', inflatedSize: data.length }).data, data)).toBe(true);
    expect(same(run(new Uint8Array(gzipSync(data)), { method: 'gzip' }).data, data)).toBe(true);
  });

  for (const options of [['-1'], ['-10', '--no-check'], ['-19'], ['--fast=5'], ['-5', '--long=27']]) {
    needs('zstd')(`zstd ${options.join(' ')} gives it back`, () => {
      const stored = zstd(data, ...options);
      const { codes, ...made } = run(stored, { method: 'zstd' });
      expect(codes).toEqual([]);
      expect(same(made.data, data)).toBe(true);
      expect(made.source).toBe('!x');
    });
  }

  test('has the MD5 that others compute', () => {
    expect(md5Half(data)).toBe(createHash('md5').update(data).digest().readBigUInt64LE());
  });
});

needs('zstd')('the checksum of a frame is verified', () => {
  for (const size of [0, 1, 3, 4, 7, 8, 13, 31, 32, 33, 64, 79]) {
    const data = words.subarray(0, size);
    const stored = zstd(data);
    expect(same(run(stored, { method: 'zstd' }).data, data), `${size} bytes`).toBe(true);
    stored[stored.length - 1] = (stored[stored.length - 1] ?? 0) ^ 1;
    expect(run(stored, { method: 'zstd' }).codes).toEqual(['inflate/data']);
  }
});

needs('zstd')('frames one after another, and skippable ones between them', () => {
  const skippable = latin1('\x5a\x2a\x4d\x18\x03\0\0\0abc');
  const stored = concat([zstd(latin1('first ')), skippable, skippable, zstd(latin1('second'))]);
  expect(run(stored, { method: 'zstd', inflatedSize: 12 }).data).toEqual(latin1('first second'));
});

test('gzip members one after another', () => {
  const stored = concat([new Uint8Array(gzipSync(latin1('first '))), new Uint8Array(gzipSync(latin1('second')))]);
  expect(run(stored, { method: 'gzip' }).data).toEqual(latin1('first second'));
});

test('a gzip header without an end is damaged, and any number of members are none too many', () => {
  const header = latin1('\x1f\x8b\x08\x08\0\0\0\0\0\x03');
  expect(run(concat([header, new Uint8Array(1_000_000).fill(0x6e)]), { method: 'gzip' }).codes).toEqual(['inflate/data']);
  const named = concat([header, latin1('name\0'), new Uint8Array(gzipSync(latin1('first'))).subarray(10)]);
  expect(run(concat([named, named]), { method: 'gzip' }).data).toEqual(latin1('firstfirst'));

  const empty = new Uint8Array(gzipSync(''));
  const stored = concat(Array.from({ length: 20_000 }, () => empty));
  expect(run(stored, { method: 'gzip' })).toMatchObject({ data: new Uint8Array(0), codes: [] });
});

test('a file of a hundred thousand empty frames is not a deep recursion', () => {
  const empty = latin1('\x50\x2a\x4d\x18\0\0\0\0');
  expect(run(concat(Array.from({ length: 100_000 }, () => empty)), { method: 'zstd' }).data).toEqual(new Uint8Array(0));
});

describe('sizes and checksums', () => {
  const data = latin1('twelve bytes');
  const stored = new Uint8Array(deflateSync(data));

  test('a size that differs from that of the inflated data', () => {
    expect(run(stored, { method: 'zlib', inflatedSize: 11 })).toEqual({ codes: ['inflate/size'] });
    expect(run(stored, { method: 'zlib', inflatedSize: 13 })).toEqual({ codes: ['inflate/size'] });
  });

  test('a wrong MD5 is reported, and the bytes are returned', () => {
    const half = md5Half(data);
    expect(run(stored, { method: 'zlib', md5Half: half }).codes).toEqual([]);
    const { data: made, codes } = run(stored, { method: 'zlib', md5Half: half ^ 1n });
    expect([made, codes]).toEqual([data, ['inflate/checksum']]);
  });

  test('the checksum of zlib is verified', () => {
    const wrong = stored.slice();
    wrong[wrong.length - 1] = (wrong[wrong.length - 1] ?? 0) ^ 1;
    expect(run(wrong, { method: 'zlib' })).toEqual({ codes: ['inflate/data'] });
  });
});

/** A frame without a size, of blocks that repeat one byte 131,072 times. */
function repeats(blocks: number): Uint8Array {
  const frame = new Uint8Array(6 + blocks * 4 + 3);
  frame.set(latin1('\x28\xb5\x2f\xfd\0\x48'));
  for (let i = 0; i < blocks; i++) frame.set(latin1('\x02\0\x10\0'), 6 + i * 4);
  frame[frame.length - 3] = 1;
  return frame;
}

describe('bombs', () => {
  test('what is not more than the floor is inflated whatever the ratio', () => {
    expect(run(repeats(128), { method: 'zstd' }).data?.length).toBe(LIMITS.inflatedFloor);
  });

  test('zstd that makes more than the limit', () => {
    expect(run(repeats(129), { method: 'zstd' })).toEqual({ codes: ['limit/inflated'] });
  });

  test('10 MB of zstd that make 327 GB and do not say so', () => {
    expect(run(repeats(2_500_000), { method: 'zstd' })).toEqual({ codes: ['limit/inflated'] });
  });

  test('300 KB of zstd that say they are 10 GB', () => {
    expect(run(repeats(76_800), { method: 'zstd', inflatedSize: 10 * 2 ** 30 })).toEqual({ codes: ['limit/inflated'] });
  });

  test('a frame that says it makes more than the limit', () => {
    // Single segment, eight bytes of size.
    const frame = latin1('\x28\xb5\x2f\xfd\xe0\0\0\0\0\x03\0\0\0\x01\0\0');
    expect(run(frame, { method: 'zstd' })).toEqual({ codes: ['limit/inflated'] });
  });

  test('zlib and gzip of zeros', () => {
    const zeros = new Uint8Array(LIMITS.inflatedFloor + 1);
    expect(run(new Uint8Array(deflateSync(zeros)), { method: 'zlib' })).toEqual({ codes: ['limit/inflated'] });
    expect(run(new Uint8Array(gzipSync(zeros)), { method: 'gzip' })).toEqual({ codes: ['limit/inflated'] });
  });

  test('a block whose sequences copy far more than a block has', () => {
    // One literal, 98,303 sequences, every code the largest: a decoder that trusts them copies 6 GB.
    const block = latin1('\x09x\xff\xff\xff\x54\0\0\x34\x01');
    const frame = concat([latin1(`\x28\xb5\x2f\xfd\0\x48${String.fromCharCode((block.length << 3) | 5)}\0\0`), block]);
    expect(run(frame, { method: 'zstd' })).toEqual({ codes: ['inflate/data'] });
  });

  test('the limit grows with what is stored, up to one number', () => {
    expect([0, 1_000_000, 2 ** 40].map(inflateLimit)).toEqual([LIMITS.inflatedFloor, 100_000_000, LIMITS.inflatedBytes]);
  });
});

describe('damage', () => {
  const data = concat([words.subarray(0, 3_000), random(4, 500).map((b) => b % 9), words.subarray(0, 500)]);
  const streams: [Compressed['method'], Uint8Array][] = [
    ['zlib', new Uint8Array(deflateSync(data))],
    ['gzip', new Uint8Array(gzipSync(data))],
  ];
  const check = (method: Compressed['method'], stream: Uint8Array) => {
    for (let length = 0; length < stream.length; length += 3) {
      expect(run(stream.subarray(0, length), { method }).codes, `the first ${length} bytes`).toEqual(['inflate/data']);
    }
    for (let seed = 0; seed < 600; seed++) {
      const { data: made, codes } = run(flip(stream, mulberry32(seed)), { method, inflatedSize: data.length, md5Half: md5Half(data) });
      if (made !== undefined && codes.length === 0) expect(same(made, data), `seed ${seed}`).toBe(true);
    }
  };
  test.each(streams)('%s: prefixes and flips', { tags: ['corpus'] }, (method, stream) => check(method, stream));
  needs('zstd')('zstd: prefixes and flips', { tags: ['corpus'] }, () => {
    for (const options of [['-1'], ['-19', '--no-check']]) check('zstd', zstd(data, ...options));
  });
});
