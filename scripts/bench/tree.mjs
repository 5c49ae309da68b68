// @ts-check
/** A tree of many zebins, for `zebin scan`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PER_FOLDER = 250;

/**
 * @template T
 * @param {readonly Uint8Array[]} files @param {number} count @param {(folder: string) => T} use
 * @returns {T}
 */
export function withTree(files, count, use) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  try {
    for (let i = 0; i < count; i++) {
      const inside = join(folder, `tree/${String(Math.floor(i / PER_FOLDER)).padStart(3, '0')}`);
      if (i % PER_FOLDER === 0) mkdirSync(inside, { recursive: true });
      // Each has bytes of its own at the end, since what is there twice is read once.
      const bytes = files[i % files.length] ?? new Uint8Array();
      writeFileSync(join(inside, `${i}.zebin`), Buffer.concat([bytes, Buffer.from(String(i).padStart(8, '0'))]));
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
