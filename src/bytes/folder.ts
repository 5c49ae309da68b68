import { LIMITS } from '../diag/index.ts';

/** A file of a folder that something is unpacked into or packed from. */
export interface FolderFile {
  /** Path within the folder, with `/` on every system; never absolute, never with `..`. */
  readonly path: string;
  readonly data: Uint8Array;
}

/**
 * Bytes that a file may have which is packed from so many: zeros and filler are in a folder as numbers, and a few digits there could
 * ask for any amount.
 */
export function packedLimit(folderBytes: number): number {
  const { workPerByte, inflatedFloor, inflatedRatio, inflatedBytes } = LIMITS;
  return Math.max(inflatedFloor, Math.min(inflatedBytes, folderBytes * inflatedRatio), folderBytes * workPerByte);
}

/** Longest part of a path in characters: with a suffix that makes it unique it stays below what any file system takes. */
const LONGEST = 80;
/** Names that Windows gives to devices, whatever follows after a point. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * Names for files that every system can hold, from names that may be anything: no separators, control characters or letters beyond
 * ASCII, none that a system reserves, no two that differ in case only, none too long. A name that has to change gets `_` for what
 * cannot stay, and `~2` when it is taken; which name belongs to which file is for a list in the folder to say.
 */
export class FolderNames {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  /**
   * A path that was not given out before, as near to `path` as can be. What comes before the last `/` in `folder` is taken as it is.
   *
   * @param folder with its `/`, or empty; of plain names.
   * @param name any text.
   * @param extension with its point, or empty; plain too.
   */
  path(folder: string, name: string, extension = ''): string {
    const safe = name
      .replace(/[^A-Za-z0-9_.+$@=,-]/gu, '_')
      .slice(0, LONGEST)
      .replace(/^[.~-]+|[.]+$/g, (found) => '_'.repeat(found.length));
    const stem = safe === '' ? '_' : DEVICES.test(safe) ? `_${safe}` : safe;
    let path = `${folder}${stem}${extension}`;
    for (let count = this.next.get(path.toLowerCase()) ?? 2; this.taken.has(path.toLowerCase()); count++) {
      this.next.set(`${folder}${stem}${extension}`.toLowerCase(), count + 1);
      path = `${folder}${stem}~${count}${extension}`;
    }
    this.taken.add(path.toLowerCase());
    return path;
  }
}
