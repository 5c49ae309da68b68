/** The files that `zebin view` shows: read in ranges, so that a large one is never wholly in memory. */
import { createReadStream, fstatSync, openSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { UsageError } from '../exit.ts';
import { open, type Reading, readBinary } from '../input/input.ts';
import { attempt } from '../refusal.ts';
import { rememberInput } from '../write/index.ts';

export interface ViewFile {
  /** As the page shows it. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`; undefined if the file is no longer the one that was opened. */
  read(start: number, end: number): Readable | undefined;
}

/** What an argument names: a file, standard input, or an item at an address in a file. */
export async function viewFile(argument: string, io: Reading): Promise<ViewFile> {
  if (argument === '-') return inMemory('standard input', readBinary(argument, io));
  const stats = statSync(argument, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    throw new UsageError(`${argument} is a directory; give files in it`, { code: 'command/unreadable', file: argument });
  if (stats?.isFile()) return onDisk(argument);
  if (stats) return inMemory(basename(argument), readBinary(argument, io));
  const { path, item } = await open(argument, {}, io);
  return inMemory(`${basename(path)}${item.address}`, item.bytes.data);
}

function inMemory(name: string, data: Uint8Array): ViewFile {
  return { name, size: data.length, read: (start, end) => Readable.from([data.subarray(start, end)]) };
}

/** A file that stays open until the process ends. */
function onDisk(path: string): ViewFile {
  const fd = attempt(path, () => openSync(path, 'r'));
  rememberInput(fd, path);
  const { size, mtimeMs, dev, ino } = fstatSync(fd);
  return {
    name: basename(path),
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
