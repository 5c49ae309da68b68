/**
 * Standard input and output, which may be a pipe in non-blocking mode: another process that shares it can set that at any time, so
 * both are tried again until they are ready. The streams of `process` are used only for a terminal: `process.stdin` would set the mode
 * itself, and loading the other two takes a tenth of the start-up time.
 */
import { constants, fstatSync, readFileSync, readlinkSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename } from 'node:path';
import { UsageError } from '../exit.ts';

/** Endless input is not held in memory; a file of any size is read in ranges. */
const MOST_PIPED = 2 ** 31;
/** After so much it is known whether it is a file at all. */
const MOST_UNKNOWN = 2 ** 26;
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

export interface ReadAllOptions {
  /** For messages. */
  readonly name?: string;
  /** Whether data that begins so may be more than 64 MiB. */
  readonly isKnown?: (start: Uint8Array) => boolean;
  /** Called with the number of bytes that were read so far. */
  readonly onRead?: (bytes: number) => void;
}

/**
 * Everything from a descriptor until its other side closes it. Throws `UsageError` for more than 2 GiB, and for more than 64 MiB that are
 * not known to be a file: they may have no end.
 */
export function readAll(descriptor: number, { name = 'standard input', isKnown = () => true, onRead }: ReadAllOptions = {}): Uint8Array {
  let data = new Uint8Array(FIRST_SIZE);
  let size = 0;
  for (;;) {
    if (size === data.length) {
      if (size === MOST_UNKNOWN && !isKnown(data))
        throw new UsageError(
          `${name} has more than 64 MiB, and does not begin like a device binary or a container: write it to a file and give that`,
        );
      if (size >= MOST_PIPED) throw new UsageError(`${name} has more than 2 GiB: write it to a file and give that`);
      const grown = new Uint8Array(size * 2);
      grown.set(data);
      data = grown;
    }
    const count = whenReady(() => readOrEnd(descriptor, data, size));
    // A view of a larger array would be transferred with the whole array.
    if (count === 0) return data.slice(0, size);
    size += count;
    onRead?.(size);
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
  return isDevice(fstatSync(descriptor));
}

/** Whether a file is a character device other than the null device: most have no end. */
export function isDevice(file: Stats): boolean {
  return file.isCharacterDevice() && !isNull(file);
}

const isNull = ({ rdev }: Stats): boolean => rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev;

/** Names of shells. They open the null device for writing alone when it is asked for. */
const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'fish', 'busybox'];

/**
 * Throws `UsageError` if a shell started the command with standard output closed (`>&-`): what is printed would be lost, and the exit code
 * would say that all is well. Node opens the null device in place of a closed descriptor, for reading and writing. Programs that do the same
 * on purpose, as Python's `DEVNULL` is, are not shells. It is known on Linux only.
 */
export function refuseClosed(): void {
  const file = fstatSync(1);
  if (!file.isCharacterDevice() || !isNull(file) || process.platform !== 'linux') return;
  try {
    const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(readFileSync('/proc/self/fdinfo/1', 'latin1'))?.[1] ?? '0', 8);
    const parent = `/proc/${process.ppid}`;
    const isOpened = (flags & constants.O_RDWR) !== 0 && SHELLS.includes(basename(readlinkSync(`${parent}/exe`)));
    if (!isOpened || isNullOf(`${parent}/fd/1`)) return;
  } catch {
    // Without /proc, or where it is not readable, nobody knows.
    return;
  }
  throw new UsageError('standard output is closed', { code: 'command/unwritable' });
}

function isNullOf(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && isNull(file);
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
