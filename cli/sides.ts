/**
 * The sides of a comparison: a file with its images, or a folder with those of its files that have images.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Side, SideFile, Unread } from '../src/internal.ts';
import { eachFile, formatRow, isOfCode, mayHoldCode, unreadOf } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import { type OpenOptions, open, openWhole, type Reading } from './input/input.ts';
import { attempt } from './refusal.ts';

/** More files than any build has: then the folder was given by mistake. */
const FILES = 100_000;

/** As {@link readSide}; throws `UsageError` if there is no zebin. */
export async function openSide(argument: string, options: OpenOptions, io: Reading): Promise<Side> {
  const { side, codes } = await sideWithCode(argument, options, io);
  if (!codes.includes('zebin')) throw withoutZebin(side.path);
  return side;
}

/**
 * Opens a file, or every file below a folder. Of a folder those files are ignored that have no device code, and are not damaged so that they
 * could have some. Throws `UsageError` if nothing is left.
 */
export async function readSide(argument: string, options: OpenOptions, io: Reading): Promise<Side> {
  return (await sideWithCode(argument, options, io)).side;
}

/** As {@link readSide}, with what is in each file. */
async function sideWithCode(argument: string, options: OpenOptions, io: Reading): Promise<{ side: Side; codes: readonly Code[] }> {
  const side = statSync(argument, { throwIfNoEntry: false })?.isDirectory()
    ? await folderSide(argument, options, io)
    : await fileSide(argument, options, io);
  const read = side.files.map((file) => ({ file, code: codeIn(file.root) }));
  const kept = read.filter(({ file: { root }, code }) => code !== undefined || (mayHoldCode(root.bytes) && unreadOf(root).length > 0));
  if (kept.length === 0 && side.unread.length === 0) throw withoutZebin(side.path);
  return { side: { ...side, files: kept.map(({ file }) => file) }, codes: kept.map(({ code }) => code) };
}

type ReadSide = Side & { readonly unread: readonly Unread[] };

const withoutZebin = (path: string): UsageError =>
  new UsageError(`there is no zebin in ${path}, and only zebins can be compared; \`zebin ls\` lists the content of a file`, { file: path });

async function fileSide(argument: string, options: OpenOptions, io: Reading): Promise<ReadSide> {
  const { path, item } = await openWhole(argument, options, io);
  return { path: path + item.address, files: [{ path: '', root: item }], unread: [] };
}

async function folderSide(argument: string, options: OpenOptions, io: Reading): Promise<ReadSide> {
  const files: SideFile[] = [];
  const unread: Unread[] = [];
  for (const path of filesBelow(argument)) {
    const place = join(argument, path);
    try {
      files.push({ path, root: (await open(place, options, io)).item });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { diagnostic, code = diagnostic?.code ?? '' } = error.facts;
      const isOther = diagnostic && (diagnostic.code === 'detect/not-readable' || !isOfCode(diagnostic));
      if (!isOther) unread.push({ address: place, code, reason: error.message });
    }
  }
  return { path: argument, files, unread };
}

/** What is in a file: a zebin, or only intermediate code from which there could be one. */
type Code = 'zebin' | 'ir' | undefined;

function codeIn(root: SideFile['root']): Code {
  let code: Code;
  for (const { kind } of eachFile(root)) {
    if (kind === 'zebin') return kind;
    if (formatRow(kind)?.code === 'ir') code = 'ir';
  }
  return code;
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
