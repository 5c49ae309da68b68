/** Folders that verbs read. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Budget, FolderFile } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { attempt } from '../refusal.ts';
import { MARKER } from '../write/index.ts';
import { contentOf, type Reading, unreadable } from './input.ts';

/** The files of a folder. */
export type FolderContent = readonly FolderFile[];

/** A folder with more than this is not an unpacked file, but was given by mistake. */
const FOLDER_FILES = 100_000;
const FOLDER_BYTES = 2 ** 32;

/** All files below a folder, as {@link folderPaths} finds them. */
export function readFolder(path: string, budget: Budget, reading: Reading): FolderContent {
  return folderPaths(path, budget, reading).map((file) => ({ path: file, data: contentOf(join(path, file), reading.standard) }));
}

/**
 * The paths in a folder of all files below it, in order. Links and other things that are not files are left out.
 *
 * @param budget of the run, to which the files are input
 */
export function folderPaths(path: string, budget: Budget, { inputs }: Reading): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give a folder from \`zebin unpack\``, unreadable(path));
  if (!stats.isDirectory()) throw new UsageError(`${path} is a file; give a folder from \`zebin unpack\``, unreadable(path));
  const files: string[] = [];
  let bytes = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const here = folder;
    for (const entry of attempt(path, () => readdirSync(join(path, here), { withFileTypes: true }))) {
      budget.tick();
      const inner = here === '' ? entry.name : `${here}/${entry.name}`;
      if (entry.isDirectory()) folders.push(inner);
      if (!entry.isFile() || inner === MARKER) continue;
      inputs.remember(join(path, inner), join(path, inner));
      files.push(inner);
      const { size } = attempt(path, () => statSync(join(path, inner)));
      bytes += size;
      budget.admit(size);
      if (files.length <= FOLDER_FILES && bytes <= FOLDER_BYTES) continue;
      throw new UsageError(`${path} has more than ${FOLDER_FILES} files or 4 GiB; give a folder from \`zebin unpack\``, unreadable(path));
    }
  }
  return files.sort();
}
