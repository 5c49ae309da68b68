/**
 * A file of a scan, opened once: it is identified, hashed and read through one handle, so that all results are for the same bytes.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Bytes, type Source } from '../../src/internal.ts';
import { truncated } from '../refusal.ts';
import { nativePath } from './file-name.ts';

/** Identifies the state of a file that still has the same name. */
export interface Stamp {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** Larger files are read on demand, not as a whole. */
const WHOLE = 64 * 1024 * 1024;

/** Files up to this many bytes are read whole before it is known whether they hold code, and all to the same place. */
export const AT_ONCE = 1 << 18;
const place = new Uint8Array(AT_ONCE);

/** A file that was opened. */
export interface OpenFile {
  /** Its content. The next file may overwrite it in memory. */
  readonly bytes: Bytes;
  readonly stamp: Stamp;
  close(): void;
}

/** Opens a file. Throws the error of the operating system if it cannot. */
export function openFile(path: string): OpenFile {
  // A pipe that replaced a file must not block the scan.
  const file = openSync(nativePath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const close = () => closeSync(file);
  try {
    const { size, mtimeMs } = fstatSync(file);
    return { bytes: Bytes.from(sourceOf(file, size)), stamp: { size, mtimeMs }, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The result of `use` for the content of a file, to whose bytes it must not refer. Throws as {@link openFile}, and where reading fails. */
export function withFile<T>(path: string, use: (bytes: Bytes) => T): T {
  const { bytes, close } = openFile(path);
  try {
    return use(bytes);
  } finally {
    close();
  }
}

function sourceOf(file: number, size: number): Source {
  return {
    size,
    read: (start, length) => {
      const data = length === size && size <= AT_ONCE ? place.subarray(0, size) : new Uint8Array(length);
      for (let at = 0; at < length; ) {
        const count = readSync(file, data, at, Math.min(length - at, WHOLE), start + at);
        if (count === 0) throw truncated();
        at += count;
      }
      return data;
    },
  };
}

/** Bytes in memory, unless they are too many. */
export function atHand(bytes: Bytes): Bytes {
  return bytes.remote && bytes.length <= WHOLE ? Bytes.from(bytes.data) : bytes;
}
