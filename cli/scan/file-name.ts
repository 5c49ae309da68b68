/**
 * File names whose bytes need not be UTF-8: text with a lone surrogate for each such byte, as all names of the library are given, and
 * bytes again for the file system. Windows has no such names.
 */
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { decodeText, encodeText } from '../../src/internal.ts';

const HAS_BYTES = process.platform !== 'win32';
const DAMAGED = /[\ud800-\udfff]/;
/** What Node puts in place of bytes that are not UTF-8. */
const REPLACED = '\ufffd';

/** A path as the file system takes it. */
export function nativePath(path: string): string | Buffer {
  return HAS_BYTES && DAMAGED.test(path) ? Buffer.from(encodeText(path)) : path;
}

export type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory'>;

/** The content of a folder. */
export function entriesOf(folder: string): readonly Entry[] {
  const path = nativePath(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  // Hardly any folder has such names.
  if (!HAS_BYTES || !entries.some(({ name }) => name.includes(REPLACED))) return entries;
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: decodeText(entry.name as unknown as Uint8Array),
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
  }));
}

/** Where a path leads, without links. */
export function realPath(path: string): string {
  return HAS_BYTES ? decodeText(realpathSync.native(nativePath(path), { encoding: 'buffer' })) : realpathSync(path);
}
