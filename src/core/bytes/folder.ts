import { LIMITS } from '../diag/index.ts';

/** A file of a folder that is unpacked or packed. */
export interface FolderFile {
  /** Path within the folder, with `/` on every system; never absolute, never with `..`. */
  readonly path: string;
  readonly data: Uint8Array;
}

/**
 * Maximum size of a file that is packed from this many bytes. A folder gives zeros and filler as numbers, and a few digits could request
 * any amount.
 */
export function packedLimit(folderBytes: number): number {
  const { workPerByte, inflatedFloor, inflatedRatio, inflatedBytes } = LIMITS;
  return Math.max(inflatedFloor, Math.min(inflatedBytes, folderBytes * inflatedRatio), folderBytes * workPerByte);
}

/** Longest part of a path, in characters: even with a suffix that makes it unique, it is within the limit of every file system. */
const LONGEST = 80;
/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * File names that are valid on every system, made from arbitrary names: no separators, control characters or non-ASCII letters, no reserved
 * names, no two that differ only in case, and none too long. Invalid characters become `_`, and a name that is already used gets `~2`. A
 * list in the folder says which name belongs to which file.
 */
export class FolderNames {
  private readonly paths = new Set<string>();
  private readonly next = new Map<string, number>();

  /**
   * A path that was not returned before, as close to the wanted name as possible. `folder` is used unchanged.
   *
   * @param folder with its `/`, or empty; of plain names.
   * @param name any text.
   * @param extension with its dot, or empty; plain too.
   */
  path(folder: string, name: string, extension = ''): string {
    const safe = name
      .replace(/[^A-Za-z0-9_.+$@=,-]/gu, '_')
      .slice(0, LONGEST)
      .replace(/^[.~-]+|[.]+$/g, (characters) => '_'.repeat(characters.length));
    const stem = safe === '' ? '_' : DEVICES.test(safe) ? `_${safe}` : safe;
    let path = `${folder}${stem}${extension}`;
    for (let count = this.next.get(path.toLowerCase()) ?? 2; this.paths.has(path.toLowerCase()); count++) {
      this.next.set(`${folder}${stem}${extension}`.toLowerCase(), count + 1);
      path = `${folder}${stem}~${count}${extension}`;
    }
    this.paths.add(path.toLowerCase());
    return path;
  }
}
