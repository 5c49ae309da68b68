/**
 * The sides of a comparison: a file with its images, or a folder with those of its files that have images.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Side, SideFile } from '../src/internal.ts';
import { zebinsOf } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import { open, openWhole } from './input.ts';
import type { Options } from './options.ts';
import { attempt } from './refusal.ts';

/** More files than any build has: then the folder was given by mistake. */
const FILES = 100_000;

/** Opens a file, or every file below a folder; those of a folder in which there is no zebin are ignored. */
export async function openSide(argument: string, options: Options): Promise<Side> {
  const side = await sideOf(argument, options);
  if (side.files.some(({ root }) => zebinsOf(root).length > 0)) return side;
  throw new UsageError(`there is no zebin in ${side.path}, and only zebins can be compared; \`zebin ls\` lists the content of a file`, {
    file: side.path,
  });
}

async function sideOf(argument: string, options: Options): Promise<Side> {
  if (!statSync(argument, { throwIfNoEntry: false })?.isDirectory()) {
    const { path, item } = await openWhole(argument, options);
    return { path: path + item.address, files: [{ path: '', root: item }] };
  }
  const files: SideFile[] = [];
  for (const path of filesBelow(argument)) {
    const root = await openIfKnown(join(argument, path), options);
    if (root && zebinsOf(root).length > 0) files.push({ path, root });
  }
  return { path: argument, files };
}

async function openIfKnown(path: string, options: Options): Promise<SideFile['root'] | undefined> {
  try {
    const { item } = await open(path, options);
    return item;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Paths with `/`, in the order of their names. Links to folders are not followed. */
function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const folders = [''];
  for (let inner = folders.pop(); inner !== undefined; inner = folders.pop()) {
    const here = inner;
    for (const entry of attempt(folder, () => readdirSync(join(folder, here), { withFileTypes: true }))) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      if (files.length > FILES) throw new UsageError(`${folder} has more than ${FILES} files; give the folder of one build`);
    }
  }
  return files.sort();
}
