/** What the writer of zstd makes, read back by our reader and by the real tool, where it is installed. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Output } from '../../../src/core/inflate/output.ts';
import { inflateZstd } from '../../../src/core/inflate/zstd.ts';
import { compressZstd } from '../../../src/core/inflate/zstd-write.ts';
import { sycl, zebins } from '../../support/corpus.ts';
import { mulberry32 } from '../../support/mutate.ts';
import { needs, toolPath } from '../../support/tools.ts';

function inflated(data: Uint8Array): Buffer {
  const out = new Output(2 ** 28);
  inflateZstd(data, out);
  return Buffer.from(out.finish());
}

const random = mulberry32(17);
const randomBytes = (size: number) => Buffer.from(Uint8Array.from({ length: size }, () => random() >>> 24));
const repeated = (text: string, count: number) => Buffer.from(text.repeat(count));
/** Sizes around the limits of headers, of blocks and of each code. */
const MADE: readonly (readonly [what: string, data: Uint8Array])[] = [
  ...[0, 1, 31, 32, 4095, 4096, 131_071, 131_072, 131_073, 300_000].flatMap((size) => [
    [`${size} random bytes`, randomBytes(size)] as const,
    [`${size} zeros`, new Uint8Array(size)] as const,
  ]),
  ['a match of every length', Buffer.concat(Array.from({ length: 400 }, (_, i) => Buffer.concat([randomBytes(3), Buffer.alloc(i, i)])))],
  ['short matches, more than 128', repeated('abcdefgh01', 5).subarray(0, 43)],
  ['many sequences', Buffer.concat(Array.from({ length: 40_000 }, (_, i) => Buffer.from(`${i % 977},${i % 31};`)))],
  ['few distances that come back', repeated('0123456789', 2_000)],
  [
    'random bytes between the same',
    Buffer.concat(Array.from({ length: 3_000 }, () => Buffer.concat([Buffer.from('separator'), randomBytes(2)]))),
  ],
];

test.each(MADE)('%s comes back from the frame that is written', { tags: ['corpus'] }, (_, data) => {
  const frame = compressZstd(data);
  expect(inflated(frame).equals(data)).toBe(true);
  // What cannot be compressed is stored in blocks of 128 KiB.
  expect(frame.length).toBeLessThanOrEqual(data.length + 9 + 3 * Math.max(1, Math.ceil(data.length / 131_072)));
});

needs('zstd')('the real tool reads each of them', { tags: ['corpus'] }, () => {
  for (const [what, data] of MADE) {
    const made = execFileSync(toolPath('zstd'), ['-qdc'], { input: compressZstd(data), maxBuffer: 2 ** 28 });
    expect([what, made.equals(data)]).toEqual([what, true]);
  }
});

test('real images, in less than half their size', { tags: ['corpus'] }, () => {
  const files = [...zebins(), ...sycl()].slice(0, 150).map((file) => file.bytes());
  let [before, after] = [0, 0];
  for (const data of files) {
    const frame = compressZstd(data);
    expect(inflated(frame).equals(data)).toBe(true);
    before += data.length;
    after += frame.length;
  }
  expect(after).toBeLessThan(before / 2);
});
