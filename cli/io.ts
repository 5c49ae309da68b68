/**
 * Where verbs print to: the terminal, a pipe, files and folders that are written whole or not at all.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import type { FolderFile } from '../src/index.ts';
import { UsageError } from './exit.ts';
import { writeAll } from './pipe.ts';
import { attempt, refusal } from './refusal.ts';

export type Colors = ReturnType<typeof createColors>;

/** Where a verb reads from and prints to. */
export interface Io {
  readonly colors: Colors;
  /** Columns of the terminal; Infinity when the output is no terminal. */
  readonly width: number;
  /** Prints text, or keeps it for the output file. */
  print(text: string): void;
  /** As {@link print}, for bytes, which never go to a terminal: that throws `UsageError`. */
  write(data: Uint8Array): void;
  /** Prints to standard error. */
  warn(text: string): void;
}

/**
 * Writes to a temporary file beside `path` and renames it, so that a run that fails leaves the old file as it was. What is no
 * file, such as a pipe or /dev/null, is written to as it is. A run that is killed in the middle leaves the temporary file, which the
 * next one removes.
 */
export function writeWhole(path: string, data: string | Uint8Array): void {
  let temporary = '';
  try {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old && !old.isFile() && !old.isDirectory()) {
      writeFileSync(path, data);
      return;
    }
    // Where a link leads is replaced, not the link.
    const target = old ? realpathSync(path) : path;
    temporary = temporaryFor(target);
    writeNew(temporary, data, old ? old.mode & 0o777 : 0o666, true);
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { force: true });
    throw new UsageError(`${path} cannot be written: ${refusal(error)}`, { code: 'command/unwritable', file: path });
  }
}

/** All of a file that was not there; with `sync` on the disk when this returns. */
function writeNew(path: string, data: string | Uint8Array, mode: number, sync: boolean): void {
  const file = openSync(path, 'wx', mode);
  try {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (sync) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A name beside `target` that is not taken; what runs that were killed left under such names is removed. */
function temporaryFor(target: string): string {
  // A signal waits until the write is done: the work is synchronous, so this runs behind it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.kill(process.pid, signal));
  }
  const [folder, name] = [dirname(target), basename(target)];
  for (const left of readdirSync(folder)) {
    const number = left.startsWith(`.${name}.`) ? /^\.([0-9]+)\.tmp$/.exec(left.slice(name.length + 1))?.[1] : undefined;
    if (number !== undefined && !isRunning(Number(number))) rmSync(join(folder, left), { recursive: true, force: true });
  }
  return join(folder, `.${name}.${process.pid}.tmp`);
}

/** Whether a process of this machine is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Makes a folder of files, all of it or nothing: they are written into a temporary folder beside it, which is renamed.
 *
 * @param replace takes the place of a folder that was unpacked before, which is known by a file of the same name as the first.
 */
export function writeFolder(path: string, files: readonly FolderFile[], replace = false): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (old && !old.isDirectory())
    throw new UsageError(`${path} is a file; give a folder that does not exist yet`, { code: 'command/unwritable', file: path });
  const there = old ? attempt(path, () => readdirSync(path)) : [];
  if (there.length > 0 && !replace)
    throw new UsageError(`${path} is there already; give another folder, or --force to replace it`, {
      code: 'command/unwritable',
      file: path,
    });
  const [first] = files;
  if (there.length > 0 && !there.includes(first?.path ?? '')) {
    throw new UsageError(`${path} is there and has no ${first?.path}, so it is not replaced: it was not unpacked by this program`, {
      code: 'command/unwritable',
      file: path,
    });
  }
  let temporary = '';
  try {
    const target = old ? realpathSync(path) : resolve(path);
    temporary = temporaryFor(target);
    mkdirSync(temporary, old ? old.mode & 0o777 : 0o777);
    for (const folder of new Set(files.map((file) => dirname(file.path)))) mkdirSync(join(temporary, folder), { recursive: true });
    for (const file of files) writeNew(join(temporary, file.path), file.data, 0o666, false);
    if (old) {
      // No call replaces a folder that is not empty: the old one is set aside, and put back when the new one does not get its place.
      const aside = `${temporary.slice(0, -'.tmp'.length)}.old`;
      renameSync(target, aside);
      try {
        renameSync(temporary, target);
      } catch (error) {
        renameSync(aside, target);
        throw error;
      }
      rmSync(aside, { recursive: true, force: true });
    } else {
      renameSync(temporary, target);
    }
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { recursive: true, force: true });
    throw new UsageError(`${path} cannot be written: ${refusal(error)}`, { code: 'command/unwritable', file: path });
  }
}

/** Writes files into a folder, which is made when it is not there; each is whole or not there. `data` is asked for one after another. */
export function writeInto(folder: string, files: readonly { readonly path: string; data(): Uint8Array }[]): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`${folder} cannot be made: ${refusal(error)}`, { code: 'command/unwritable', file: folder });
  }
  for (const { path, data } of files) writeWhole(join(folder, path), data());
}

/** Writes all of it to standard output; a closed pipe ends the output quietly, and the answer is then false. */
export function printWhole(bytes: Uint8Array): boolean {
  return writeAll(1, bytes);
}

/** Columns of the terminal on standard output; Infinity when there is none. */
export function terminalWidth(): number {
  if (!process.stdout.isTTY) return Number.POSITIVE_INFINITY;
  return process.stdout.columns || 80;
}

/** Colours as asked for with `--color`, else on a terminal only; NO_COLOR turns them off. */
export function colorsFor(when: string, toFile: boolean): Colors {
  if (when === 'always') return createColors(true);
  const off = when === 'never' || toFile || process.env.NO_COLOR || process.env.TERM === 'dumb' || !process.stdout.isTTY;
  return createColors(!off);
}
