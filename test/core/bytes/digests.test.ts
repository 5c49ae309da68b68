/** The library's hashes and those of the command are Node's. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as command from '../../../cli/digests.ts';
import { Bytes, sha256 } from '../../../src/core/bytes/index.ts';
import { md5Half } from '../../../src/core/inflate/md5.ts';

const SIZES = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 70_000];
const data = (size: number) => Uint8Array.from({ length: size }, (_, i) => i * 7);

test.each(SIZES)('%d bytes have the hashes that Node computes', (size) => {
  const bytes = data(size);
  const md5 = createHash('md5').update(bytes).digest();
  const sha = createHash('sha256').update(bytes).digest('hex');
  expect([md5Half(bytes), sha256(new Bytes(bytes))]).toEqual([md5.readBigUInt64LE(0), sha]);
  expect([Buffer.from(command.md5(bytes)), command.sha256(new Bytes(bytes))]).toEqual([md5, sha]);
});

test('a source that is not in memory', () => {
  const bytes = data(9_000_000);
  const source = { size: bytes.length, read: (start: number, length: number) => bytes.slice(start, start + length) };
  expect(sha256(Bytes.from(source))).toBe(createHash('sha256').update(bytes).digest('hex'));
});
