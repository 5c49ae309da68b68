/** The files that `zebin view` shows: read in ranges, so that a large one is never wholly in memory. */
import { createReadStream, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { UsageError } from '../exit.ts';
import { open as openItem, type Reading, readBinary } from '../input/input.ts';
import { attempt } from '../refusal.ts';
import { shortPaths } from './short-paths.ts';

export interface ViewFile {
  /** As the page shows it. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`; undefined if the file is no longer the one that was opened. */
  read(start: number, end: number): Readable | undefined;
}

interface Opened extends Omit<ViewFile, 'name'> {
  readonly path: string;
  /** Of an item in the file; empty for the file. */
  readonly address: string;
}

/** What the arguments name: files, standard input, or items at addresses in files. Names have as much of the path as distinguishes them. */
export async function viewFiles(args: readonly string[], io: Reading): Promise<ViewFile[]> {
  const opened = await Promise.all(args.map((argument) => open(argument, io)));
  const names = shortPaths(opened.map(({ path }) => path));
  return opened.map(({ path, address, ...file }) => ({ ...file, name: `${names.get(path)}${address}` }));
}

async function open(argument: string, io: Reading): Promise<Opened> {
  if (argument === '-') return inMemory('standard input', '', readBinary(argument, io));
  const stats = statSync(argument, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    throw new UsageError(`${argument} is a directory; give files in it`, { code: 'command/unreadable', file: argument });
  if (stats?.isFile()) return onDisk(argument, io);
  if (stats) return inMemory(resolve(argument), '', readBinary(argument, io));
  const { path, item } = await openItem(argument, {}, io);
  return inMemory(resolve(path), item.address, item.bytes.data);
}

function inMemory(path: string, address: string, data: Uint8Array): Opened {
  return { path, address, size: data.length, read: (start, end) => Readable.from([data.subarray(start, end)]) };
}

/** A file that stays open until the process ends. */
function onDisk(path: string, { inputs }: Reading): Opened {
  const fd = attempt(path, () => openSync(path, 'r'));
  inputs.remember(fd, path);
  const { size, mtimeMs, dev, ino } = fstatSync(fd);
  return {
    path: resolve(path),
    address: '',
    size,
    read: (start, end) => {
      const now = fstatSync(fd);
      if (now.size !== size || now.mtimeMs !== mtimeMs) return undefined;
      // Another file may have its name now.
      const named = statSync(path, { throwIfNoEntry: false });
      if (named?.dev !== dev || named.ino !== ino) return undefined;
      if (end <= start) return Readable.from([]);
      return createReadStream(path, { fd, autoClose: false, start, end: end - 1 });
    },
  };
}
