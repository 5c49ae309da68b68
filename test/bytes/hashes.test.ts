/** The library's own hashes and those of a host give the same. */
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { Bytes, sha256, useHashes } from '../../src/bytes/index.ts';
import { md5Half } from '../../src/inflate/md5.ts';

afterEach(() => useHashes({}));

const SIZES = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 70_000];
const data = (size: number) => Uint8Array.from({ length: size }, (_, i) => i * 7);

test.each(SIZES)('%d bytes', (size) => {
  const bytes = data(size);
  const md5 = createHash('md5').update(bytes).digest();
  const sha = createHash('sha256').update(bytes).digest('hex');
  expect([md5Half(bytes), sha256(new Bytes(bytes))]).toEqual([md5.readBigUInt64LE(0), sha]);
  let asked = 0;
  useHashes({
    md5: (given) => {
      asked++;
      return createHash('md5').update(given).digest();
    },
    sha256: () => {
      asked++;
      return sha;
    },
  });
  expect([md5Half(bytes), sha256(new Bytes(bytes)), asked]).toEqual([md5.readBigUInt64LE(0), sha, 2]);
});
