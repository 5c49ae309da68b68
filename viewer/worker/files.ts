/** The files that the page has opened, as the worker holds them, with the results computed from them. */
import {
  Budget,
  Bytes,
  FormatError,
  findItem,
  type InfoDocument,
  type Item,
  infoPass,
  inspection,
  leafItem,
  type Pass,
  passOver,
  type Source,
} from '../../src/internal.ts';
import { BlobSource, ServedSource } from './sources.ts';

/** Something that holds the bytes of a file: what was pasted, dropped or picked, or is in the page, or the address of a file of `zebin view`. */
export type GivenContent = Blob | ServedFile;
/** The same, or the bytes. */
export type FileContent = GivenContent | Uint8Array;

export interface ServedFile {
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

interface OpenedFile {
  readonly root: Item;
  /** The document of `info` for the whole file. */
  readonly info: InfoDocument;
  /** Items that are viewed, by their addresses, those last that were asked for last. */
  readonly viewed: Map<string, Item>;
  readonly memos: Map<string, unknown>;
}

const open = new Map<number, OpenedFile>();

/** Milliseconds for an answer: whoever waits has long given up. */
const LONGEST = 60_000;

/** What an answer may use, about a file of this size. The page shows the end of the time as it shows a file that cannot be read. */
export function answerBudget(bytes = Number.POSITIVE_INFINITY): Budget {
  return new Budget(bytes, { deadline: Date.now() + LONGEST });
}

/** Reads a file and keeps it under its number. Throws `FormatError` when only its bytes can be shown: then these are kept. */
export function openFile(file: number, content: FileContent): Item {
  const bytes = Bytes.from(sourceOf(content));
  // Every image is read once for both.
  const keep = (pass: Pass): Item => {
    const info = infoPass(pass);
    const root = pass.whole();
    open.set(file, { root, info, viewed: new Map(), memos: new Map() });
    return root;
  };
  try {
    return keep(inspection(bytes, { budget: answerBudget(bytes.length) }));
  } catch (error) {
    if (error instanceof FormatError) keep(passOver(leafItem({ name: '', bytes }, '')));
    throw error;
  }
}

/** The bytes, or what reads them. */
export function sourceOf(content: FileContent): Uint8Array | Source {
  if (content instanceof Uint8Array) return content;
  const source = rangesOf(content);
  return source.size <= WHOLE ? source.read(0, source.size) : source;
}

/** What reads a file by ranges. */
export function rangesOf(content: GivenContent): Source {
  return content instanceof Blob ? new BlobSource(content) : new ServedSource(content.url, content.size);
}

/** Files larger than this are read on demand, not as a whole. */
const WHOLE = 256 << 20;

export function closeFile(file: number): void {
  open.delete(file);
}

/** Items that are kept read: those on a screen and before it. */
const VIEWED = 8;

/** The item at an address of an open file: the empty address is the file itself. */
export function itemAt(file: number, address: string): Item {
  const { root, viewed } = opened(file);
  const item = viewed.get(address) ?? findItem(root, address);
  if (!item) throw new Error(`there is nothing at ${address}`);
  viewed.delete(address);
  viewed.set(address, item);
  const [oldest] = viewed.keys();
  if (viewed.size > VIEWED && oldest !== undefined) viewed.delete(oldest);
  return item;
}

/** Results that are computed once per file, and kept until it is closed. */
export function memo<T>(file: number, key: string, make: () => T): T {
  const { memos } = opened(file);
  if (!memos.has(key)) memos.set(key, make());
  return memos.get(key) as T;
}

/** The document of `info` for the whole file. */
export function infoOf(file: number): InfoDocument {
  return opened(file).info;
}

function opened(file: number): OpenedFile {
  const entry = open.get(file);
  if (!entry) throw new Error('this file is not open');
  return entry;
}
