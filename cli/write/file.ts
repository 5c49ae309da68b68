/** Files that are written whole or not at all. Every file that the command writes is opened here. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { once } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { writeAll } from '../input/pipe.ts';
import { isRefusal, refusal } from '../refusal.ts';
import { CHUNK, type Content, partsOf } from './content.ts';
import type { Inputs } from './inputs.ts';
import { leftOver, Temporaries } from './temporary.ts';

const zeros = once(() => new Uint8Array(CHUNK));

/**
 * Writes to a temporary file next to `path` and renames it, so that a run that fails leaves the old file as it was. The target of a link is
 * replaced, not the link. A pipe and a device such as /dev/null are written to directly.
 *
 * Throws `UsageError` if it cannot be written, and if it is a file that was read.
 *
 * @param madeFrom path of the file that this is a new form of: it gives its permissions to a new file, as `cp` does
 */
export async function writeWhole(path: string, contents: readonly Content[], inputs: Inputs, madeFrom?: string): Promise<void> {
  const place = placeOf(path, inputs);
  const { old, target } = place;
  if (target === undefined) return attemptWrite(path, () => writeThrough(path, place.old, contents));
  const like = old ?? (madeFrom === undefined ? undefined : statSync(madeFrom, { throwIfNoEntry: false }));
  await replaceFile(path, target, contents, like?.isFile() ? like.mode & 0o777 : 0o666, { exactly: old !== undefined });
}

/**
 * Throws `UsageError` if {@link writeWhole} could not write the file, as far as the file system says: for what is written after minutes of
 * work. Nothing is created.
 */
export function refuseUnwritable(path: string, inputs: Inputs): void {
  const { target } = placeOf(path, inputs);
  attemptWrite(path, () => accessSync(target === undefined ? path : dirname(target), constants.W_OK));
}

interface Replaced {
  /** What is there. */
  readonly old: Stats | undefined;
  readonly target: string;
}

/** A pipe or a device. */
interface WrittenThrough {
  readonly old: Stats;
  readonly target: undefined;
}

/** What is at a path, and the file that is replaced; no target for what is written through. Throws `UsageError` for what is not written to. */
export function placeOf(path: string, inputs: Inputs): Replaced | WrittenThrough {
  const old = attemptWrite(path, () => statSync(path, { throwIfNoEntry: false }));
  if (old?.isFIFO() || old?.isCharacterDevice() || old?.isSocket()) return { old, target: undefined };
  if (old && !old.isFile()) throw unwritable(path, old.isDirectory() ? 'it is a folder' : 'it is neither a file nor a pipe');
  inputs.refuse(path, path);
  // A dangling link is replaced itself.
  return { old, target: old ? attemptWrite(path, () => realpathSync(path)) : path };
}

/** As {@link writeWhole}, after what the file has already, as steps of a workflow write to its summary. */
export async function appendWhole(path: string, text: string, inputs: Inputs): Promise<void> {
  const old = attemptWrite(path, () => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined));
  await writeWhole(path, old ? [old, text] : [text], inputs);
}

/** Throws `UsageError` if something other than a file is there, and for a file that was read. */
export function refuseStrange(path: string, inputs: Inputs): void {
  const old = attemptWrite(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (old?.isSymbolicLink()) throw unwritable(path, 'it is a link, and links in a folder are not followed');
  if (old && !old.isFile()) throw unwritable(path, 'it exists and is not a file');
  if (old) inputs.refuse(path, path);
}

/** @param exactly whether the mode is that of the file which is replaced, from which the process takes nothing away (umask) */
async function replaceFile(
  path: string,
  target: string,
  contents: readonly Content[],
  mode: number,
  { exactly }: { readonly exactly: boolean },
): Promise<void> {
  try {
    for (const left of leftOver(target, 'tmp')) rmSync(left, { recursive: true, force: true });
    await Temporaries.with(async (temporaries) => {
      const temporary = temporaries.pathFor(target);
      await writeNew(temporary, contents, mode, true);
      if (exactly) chmodSync(temporary, mode);
      temporaries.move(temporary, target);
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw unwritable(path, refusal(error));
  }
}

/**
 * Writes a new file as a whole; with `sync` it is on the disk when this returns. Signals are handled between parts. Large parts of zeros
 * become holes, as in the sparse file that they often come from.
 */
export async function writeNew(path: string, contents: readonly Content[], mode: number, sync: boolean): Promise<void> {
  const file = createFile(path, mode);
  try {
    let size = 0;
    let isHole = false;
    for (const content of contents) {
      for (const part of partsOf(content)) {
        isHole = part.length === CHUNK && Buffer.compare(part, zeros()) === 0;
        if (!isHole) for (let at = 0; at < part.length; ) at += writeSync(file, part, at, part.length - at, size + at);
        size += part.length;
        if (part.length === CHUNK) await setImmediate();
      }
    }
    // A hole at the end is not there yet.
    if (isHole) ftruncateSync(file, size);
    if (sync) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The descriptor of a new file: if anything is there already, even a link, that is an error. */
export function createFile(path: string, mode = 0o666): number {
  return openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), mode);
}

/** A new file in a folder, to be written and read, which has no name and is gone when it is closed. */
export function unnamedFile(folder: string): number {
  const path = join(folder, `.zebin.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  unlinkSync(path);
  return file;
}

/** Standard output or standard error under another name, such as /dev/stdout, is already open; a socket cannot be opened. */
function writeThrough(path: string, { dev, ino }: Stats, contents: readonly Content[]): void {
  const standard = [1, 2].find((descriptor) => {
    const stats = fstatSync(descriptor);
    return stats.dev === dev && stats.ino === ino;
  });
  const file = standard ?? openSync(path, 'w');
  try {
    for (const content of contents) for (const part of partsOf(content)) if (!writeAll(file, part)) return;
  } finally {
    if (standard === undefined) closeSync(file);
  }
}

export function unwritable(path: string, why: string): UsageError {
  return new UsageError(`${path} cannot be written: ${why}`, { code: 'command/unwritable', file: path });
}

export function attemptWrite<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw unwritable(path, refusal(error));
  }
}
