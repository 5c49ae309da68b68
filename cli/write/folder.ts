/** Folders of files: one that `unpack` creates as a whole, and one that `extract` puts files into. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FolderFile } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { attempt, isRefusal, refusal } from '../refusal.ts';
import type { Content } from './content.ts';
import { attemptWrite, refuseStrange, unwritable, writeNew } from './file.ts';
import type { Inputs } from './inputs.ts';
import { leftOver, Temporaries } from './temporary.ts';

/** The file that identifies an unpacked folder: a line that says what it is, a hash of the rest, and the path of every file. */
export const MARKER = '.zebin-unpacked';
const FIRST_LINE = 'Files of this list were written by `zebin unpack`; `unpack --force` replaces them.';
/** A list is no longer than what a folder may hold. */
const LONGEST_MARKER = 1 << 26;
/** Names in a sentence. */
const NAMED = 5;

function markerText(paths: readonly string[]): string {
  const list = paths.map((path) => `${path}\n`).join('');
  return `${FIRST_LINE}\n${createHash('sha256').update(list).digest('hex')}\n${list}`;
}

/** The paths that a folder's marker lists; undefined if it has no marker that `unpack` wrote. */
function unpackedPaths(folder: string): ReadonlySet<string> | undefined {
  const path = join(folder, MARKER);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > LONGEST_MARKER) return undefined;
  const text = readFileSync(path, 'utf8');
  const paths = text.split('\n').slice(2, -1);
  return markerText(paths) === text ? new Set(paths) : undefined;
}

/** A few of the paths below a folder that are not on the list: files, links, and folders that contain nothing on the list. */
function unknownIn(folder: string, known: ReadonlySet<string>): string[] {
  const folders = new Set([...known].flatMap((path) => parentsOf(path)));
  const unknown: string[] = [];
  const visit = (inner: string): void => {
    for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
      if (unknown.length > NAMED) return;
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory() && folders.has(path)) visit(path);
      else if (!(entry.isFile() && (known.has(path) || path === MARKER))) unknown.push(entry.isDirectory() ? `${path}/` : path);
    }
  };
  visit('');
  return unknown;
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** Removes the files of a list and then the empty folders. False if anything else is left. */
function removeKnown(folder: string, known: ReadonlySet<string>): boolean {
  for (const path of [...known, MARKER])
    if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile()) unlinkSync(join(folder, path));
  const folders = [...new Set([...known].flatMap(parentsOf))].sort((a, b) => b.length - a.length);
  try {
    for (const inner of [...folders, '']) if (lstatSync(join(folder, inner), { throwIfNoEntry: false })) rmdirSync(join(folder, inner));
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a folder of files, all of it or nothing: they are written into a temporary folder next to it, which is then renamed.
 *
 * @param replace replaces a folder that this function made before and that nothing was added to.
 */
export async function writeFolder(path: string, files: readonly FolderFile[], replace = false): Promise<void> {
  attemptWrite(path, () => restore(resolve(path)));
  const old = statSync(path, { throwIfNoEntry: false });
  if (old && !old.isDirectory()) throw refused(path, `${path} is a file; give a folder that does not exist yet`);
  const there = old ? attempt(path, () => readdirSync(path)) : [];
  if (there.length > 0 && !replace) throw refused(path, `${path} already exists; give another folder, or --force to replace it`);
  const known = there.length > 0 ? attempt(path, () => knownIn(path)) : new Set<string>();
  try {
    const target = old ? realpathSync(path) : resolve(path);
    for (const left of leftOver(target, 'tmp')) rmSync(left, { recursive: true, force: true });
    await Temporaries.with(async (temporaries) => {
      const temporary = temporaries.pathFor(target);
      mkdirSync(temporary, old ? old.mode & 0o777 : 0o777);
      for (const folder of new Set(files.map((file) => dirname(file.path)))) mkdirSync(join(temporary, folder), { recursive: true });
      for (const file of files) await writeNew(join(temporary, file.path), [file.data], 0o666, false);
      await writeNew(join(temporary, MARKER), [markerText(files.map((file) => file.path))], 0o666, false);
      if (old) exchange(path, target, temporary, known);
      else renameSync(temporary, target);
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unwritable(path, refusal(error));
  }
}

function refused(path: string, message: string): UsageError {
  return new UsageError(message, { code: 'command/unwritable', file: path });
}

/** The files that `unpack` wrote into a folder. Throws `UsageError` if it did not, or if there are others. */
function knownIn(path: string): ReadonlySet<string> {
  const known = unpackedPaths(path);
  if (!known) throw refused(path, `${path} exists and was not made by \`zebin unpack\` (it has no ${MARKER}), so it is not replaced`);
  const unknown = unknownIn(path, known);
  if (unknown.length === 0) return known;
  const names = `${unknown.slice(0, NAMED).join(', ')}${unknown.length > NAMED ? ', …' : ''}`;
  throw refused(path, `${path} is not replaced, because it has files that \`zebin unpack\` did not write: ${names}`);
}

/** No system call replaces a folder that is not empty: the old one is moved aside, and moved back if the new one cannot take its place. */
function exchange(path: string, target: string, temporary: string, known: ReadonlySet<string>): void {
  const aside = `${temporary.slice(0, -'.tmp'.length)}.old`;
  renameSync(target, aside);
  try {
    renameSync(temporary, target);
  } catch (error) {
    renameSync(aside, target);
    throw error;
  }
  if (!removeKnown(aside, known))
    throw refused(path, `${path} was replaced; files that were added to the old folder meanwhile are in ${aside}`);
}

/** After a run that was killed during an exchange: the old folder is moved back, or removed if the new one is in place. */
function restore(target: string): void {
  if (!lstatSync(dirname(target), { throwIfNoEntry: false })) return;
  for (const aside of leftOver(target, 'old')) {
    if (!lstatSync(aside).isDirectory()) continue;
    if (!lstatSync(target, { throwIfNoEntry: false })) renameSync(aside, target);
    else removeKnown(aside, unpackedPaths(aside) ?? new Set());
  }
}

/** Throws `UsageError` if {@link writeInto} could not write files of these names, as far as the file system says. Nothing is created. */
export function refuseInto(folder: string, names: readonly string[], inputs: Inputs): void {
  let there = resolve(folder);
  try {
    while (!statSync(there, { throwIfNoEntry: false })) there = dirname(there);
    if (!statSync(there).isDirectory()) throw uncreated(folder, `${there} is not a folder`);
    accessSync(there, constants.W_OK);
  } catch (error) {
    throw error instanceof UsageError ? error : uncreated(folder, refusal(error));
  }
  for (const name of names) refuseStrange(join(folder, name), inputs);
}

const uncreated = (folder: string, why: string): UsageError => refused(folder, `${folder} cannot be created: ${why}`);

/** A file of a folder. `data` is requested when it is written. */
interface FileToWrite {
  /** Its name in the folder. */
  readonly path: string;
  data(): Content;
}

/**
 * Writes files into a folder: into a new one all or nothing, otherwise each file is complete or missing. In a folder that somebody else may
 * have filled, links are not followed, and only files are replaced. All files are written into a temporary folder, next to the new one or
 * in the old one, before the first gets its place. Nothing waits for the disk: what is lost with the power can be made again.
 */
export async function writeInto(folder: string, files: readonly FileToWrite[], inputs: Inputs): Promise<void> {
  const isNew = isMissing(folder);
  const target = isNew ? resolve(folder) : join(folder, 'files');
  let current = '';
  try {
    // Before the first is written, so that a refusal leaves the folder as it is.
    if (!isNew) for (const { path } of files) refuseStrange(join(folder, path), inputs);
    for (const left of leftOver(target, 'tmp')) rmSync(left, { recursive: true, force: true });
    await Temporaries.with(async (temporaries) => {
      const temporary = temporaries.pathFor(target);
      mkdirSync(temporary);
      for (const { path, data } of files) {
        current = path;
        await writeNew(join(temporary, path), [data()], 0o666, false);
      }
      if (isNew) temporaries.move(temporary, target);
      else
        for (const { path } of files) {
          current = path;
          renameSync(join(temporary, path), join(folder, path));
        }
    });
  } catch (error) {
    if (error instanceof UsageError || !isRefusal(error)) throw error;
    throw unwritable(join(folder, current), refusal(error));
  }
}

/** Whether a folder is not there; then there is one for it. Throws `UsageError` if it cannot be created. */
function isMissing(folder: string): boolean {
  try {
    const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
    mkdirSync(isThere ? folder : dirname(resolve(folder)), { recursive: true });
    return !isThere;
  } catch (error) {
    throw uncreated(folder, refusal(error));
  }
}
