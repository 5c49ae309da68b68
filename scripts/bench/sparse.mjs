// @ts-check
/** A static library of 4 GiB with images at both ends and a hole between them, which takes no space on the disk. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SIZE = 4 * 2 ** 30;
const IMAGES = 40;

/** @param {string} name @param {number} size */
const header = (name, size) =>
  Buffer.from(`${`${name}/`.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${String(size).padEnd(10)}\`\n`);

/**
 * @template T
 * @param {Uint8Array} image @param {(source: { size: number, read(start: number, length: number): Uint8Array }, fetched: () => number) =>
 * T} use
 * @returns {T}
 */
export function withSparseLibrary(image, use) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  const file = openSync(join(folder, 'liblarge.a'), 'w+');
  try {
    const padded = Buffer.concat([image, Buffer.alloc(image.length % 2)]);
    const half = Buffer.concat(Array.from({ length: IMAGES / 2 }, () => [header('64.20.1.0', image.length), padded]).flat());
    const head = Buffer.concat([Buffer.from('!<arch>\n'), half]);
    const hole = SIZE - head.length - 60 - half.length;
    ftruncateSync(file, SIZE);
    writeSync(file, Buffer.concat([head, header('hole', hole)]), 0, undefined, 0);
    writeSync(file, half, 0, undefined, SIZE - half.length);
    let fetched = 0;
    const read = (/** @type {number} */ start, /** @type {number} */ length) => {
      const bytes = new Uint8Array(length);
      fetched += length;
      if (readSync(file, bytes, 0, length, start) !== length) throw new Error('the file is truncated');
      return bytes;
    };
    return use({ size: SIZE, read }, () => fetched);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
