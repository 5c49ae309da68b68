/** Our SHA-256 against that of Node. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bytes, sha256 } from '../../../src/core/bytes/index.ts';

const real = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

test('every length around the blocks', () => {
  for (let length = 0; length < 300; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 0xff);
    expect(sha256(new Bytes(data))).toBe(real(data));
  }
});

test('any bytes, in any window', { tags: ['corpus'] }, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(100), (data, from) => {
      const start = Math.min(from, data.length);
      expect(sha256(new Bytes(data).sub(start, data.length))).toBe(real(data.subarray(start)));
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('more than is hashed at a time, fetched from a source', () => {
  const data = Uint8Array.from({ length: (1 << 20) * 2 + 77 }, (_, i) => (i * 31) & 0xff);
  const source = { size: data.length, read: (start: number, length: number) => data.slice(start, start + length) };
  expect(sha256(Bytes.from(source))).toBe(real(data));
});
