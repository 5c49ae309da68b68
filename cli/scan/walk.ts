/**
 * The files of a tree in the order of their paths, one folder at a time: a tree of millions of files is never held as a list.
 */
import { join } from 'node:path';
import { refusal } from '../refusal.ts';
import { type Entry, entriesOf } from './file-name.ts';

/** A file below the root, or a folder that could not be listed, whose path ends in `/`. */
export interface ScanFile {
  /** With `/`; bytes that are not UTF-8 are lone surrogates, as in `decodeText` of the library. */
  readonly path: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Paths come in the order of their UTF-16 units, as `sort()` would put them. Links inside the tree are not followed: what they point to
 * inside is listed under its own name, what is outside is not part of the tree, and there are no loops.
 *
 * @param passedOver absolute paths that are left out, with what is below them.
 */
export function* filesBelow(root: string, passedOver: Pick<ReadonlySet<string>, 'has'>): Generator<ScanFile> {
  const stack: Iterator<string>[] = [[''].values()];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.next();
    if (next.done) stack.pop();
    else if (next.value !== '' && !next.value.endsWith('/')) yield { path: next.value };
    else {
      const folder = next.value;
      try {
        const entries = entriesOf(join(root, folder));
        stack.push(sorted(entries, folder, (path) => passedOver.has(join(root, path))).values());
      } catch (error) {
        yield { path: folder, error: { code: codeOf(error), message: refusal(error) } };
      }
    }
  }
}

/** A folder is sorted by its name with `/`: `a.c` before `a/b`. */
function sorted(entries: readonly Entry[], folder: string, isPassedOver: (path: string) => boolean): string[] {
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
    .filter((path) => !isPassedOver(path.replace(/\/$/, '')))
    .sort();
}

/** What the operating system calls an error: `EACCES`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
}
