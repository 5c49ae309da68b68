/** The files that the page has opened, as the worker holds them. */
import { findItem, type Item, inspect } from '../../src/index.ts';
import { BlobSource } from './sources.ts';

/** Something that holds the bytes of a file: what was dropped or picked, or what the page carries. */
export type FileContent = Uint8Array | Blob;

const open = new Map<number, Item>();

/** Reads a file and keeps it under its number. Throws `FormatError` when there is nothing to show. */
export function openFile(file: number, content: FileContent): Item {
  const { value } = inspect(content instanceof Uint8Array ? content : new BlobSource(content));
  open.set(file, value);
  return value;
}

export function closeFile(file: number): void {
  open.delete(file);
}

/** The item at an address of an open file: the empty address is the file itself. */
export function itemAt(file: number, address: string): Item {
  const root = open.get(file);
  const item = root && findItem(root, address);
  if (!item) throw new Error(address === '' ? 'this file is not open' : `there is nothing at ${address}`);
  return item;
}
