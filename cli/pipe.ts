/**
 * Standard input and output, which may be a pipe in non-blocking mode: another process that shares it can set that at any time, so
 * both are tried again until they are ready. The streams of `process` are used only for a terminal: `process.stdin` would set the mode
 * itself, and loading the other two takes a tenth of the start-up time.
 */
import { fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { UsageError } from './exit.ts';

/** Endless input is not held in memory; a file of any size is read in ranges. */
const MOST_PIPED = 2 ** 31;
const FIRST_SIZE = 1 << 16;
/** Milliseconds between two tries: at first, and at most. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 20;

/** Runs `call` until the descriptor is ready for it. A signal aborts the process while it waits. */
function whenReady<T>(call: () => T): T {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

/** Everything from a descriptor until its other side closes it. Throws `UsageError` for more than 2 GiB. */
export function readAll(descriptor: number, name = 'standard input'): Uint8Array {
  let data = new Uint8Array(FIRST_SIZE);
  let size = 0;
  for (;;) {
    if (size === data.length) {
      if (size >= MOST_PIPED) throw new UsageError(`${name} has more than 2 GiB: write it to a file and give that`);
      const grown = new Uint8Array(size * 2);
      grown.set(data);
      data = grown;
    }
    const count = whenReady(() => readOrEnd(descriptor, data, size));
    // A view of a larger array would be transferred with the whole array.
    if (count === 0) return data.slice(0, size);
    size += count;
  }
}

/** On Windows a pipe that was closed is an error, not an end. */
function readOrEnd(descriptor: number, data: Uint8Array, at: number): number {
  try {
    return readSync(descriptor, data, at, data.length - at, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
    throw error;
  }
}

/** Writes all of it; false if the other side has closed the pipe, which ends the output quietly. */
export function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  try {
    for (let at = 0; at < bytes.length; ) at += whenReady(() => writeSync(descriptor, bytes, at));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw error;
  }
}

/** Whether a descriptor can be a terminal, which is a character device, as the null device is. */
function canBeTerminal(descriptor: number): boolean {
  const file = fstatSync(descriptor);
  return file.isCharacterDevice() && file.rdev !== statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

/** Columns of the terminal of a descriptor; undefined if it is not a terminal. */
export function terminalColumns(descriptor: 1 | 2): number | undefined {
  if (!canBeTerminal(descriptor)) return undefined;
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  return stream.isTTY ? stream.columns || 80 : undefined;
}

export function isInputTerminal(): boolean {
  return canBeTerminal(0) && process.stdin.isTTY;
}
