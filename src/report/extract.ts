import { type Bytes, type Compressed, FolderNames } from '../bytes/index.ts';
import { kernelsOf, runsOn } from '../coverage/coverage.ts';
import type { ProductConfig } from '../device/index.ts';
import type { Diagnostic } from '../diag/index.ts';
import { formatRow, holdsOthers } from '../walk/formats.ts';
import type { Item } from '../walk/inspect.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin extract --json`: what is taken out, under which names. */
export interface ExtractDocument {
  readonly schema: 'zebin/extract/1';
  readonly files: readonly ExtractedFile[];
}

export interface ExtractedFile {
  /** Address of the item below the file. */
  readonly address: string;
  readonly kind: string;
  /** Name for a file, safe on every system; no two that differ in case only. */
  readonly name: string;
  /** Bytes of the file. */
  readonly size: number;
  /** How its content is compressed: only where it is taken out as it is stored. */
  readonly compression?: Compressed['method'];
  /** Why its bytes are not those that were put there; absent when they are. Such a file is written with `--damaged` only. */
  readonly diagnostics?: readonly DiagnosticJson[];
}

/** What to take out. Each condition that is given has to hold. */
export interface ExtractFilter {
  /** A kind of item, such as `zebin` or `spirv`. Containers and sections are taken only when their kind is asked for. */
  readonly kind?: string;
  /** Images that run on one of these, as they are or because their device is compatible. */
  readonly devices?: readonly ProductConfig[];
  /** Images with such a kernel. */
  readonly kernel?: (name: string) => boolean;
}

/** An item with the bytes to write. */
export interface Extracted extends ExtractedFile {
  readonly bytes: Bytes;
}

/**
 * The items at and below `root` that a filter takes: without one, all images, property sets and whatever else containers hold.
 *
 * @param raw takes them as they are stored, not inflated.
 */
export function extractItems(root: Item, filter: ExtractFilter = {}, raw = false): Extracted[] {
  const names = new FolderNames();
  const taken: Extracted[] = [];
  const visit = (item: Item): void => {
    if (takes(filter, item)) taken.push(extracted(item, names, raw));
    // What is inside of what was taken comes with it, unless sections are asked for.
    else if (item.content.kind !== 'zebin' || filter.kind === 'section') for (const child of item.children) visit(child);
  };
  visit(root);
  return taken;
}

/** One item, by itself. */
export function extractItem(item: Item, raw = false): Extracted {
  return extracted(item, new FolderNames(), raw);
}

/**
 * The list of what {@link extractItems} gave.
 *
 * @param damage what is wrong with the bytes of an item, by its address.
 */
export function extractDocument(
  items: readonly Extracted[],
  damage: (address: string) => readonly Diagnostic[] = () => [],
): ExtractDocument {
  const files = items.map(({ bytes: _, ...file }): ExtractedFile => {
    const found = damage(file.address);
    return found.length === 0 ? file : { ...file, diagnostics: found.map((d) => diagnosticJson(d)) };
  });
  return { schema: 'zebin/extract/1', files };
}

/** `zebin replace --json`: what the file would be. */
export interface ReplaceDocument {
  readonly schema: 'zebin/replace/2';
  /** Of what is replaced. */
  readonly addresses: readonly string[];
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
}

export function replaceDocument(root: Item, addresses: readonly string[], replaced: Bytes): ReplaceDocument {
  return { schema: 'zebin/replace/2', addresses, size_before: root.stored.length, size: replaced.length };
}

function takes({ kind, devices, kernel }: ExtractFilter, item: Item): boolean {
  if (kind !== undefined ? item.kind !== kind : !isImage(item)) return false;
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  if (devices && !(zebin && devices.some((device) => runsOn(zebin, device)))) return false;
  return !kernel || [...kernelsOf(item), ...item.kernels].some(kernel);
}

/** What containers are there for: neither a container itself, nor its filler and tables, nor part of an image, nor nothing at all. */
function isImage(item: Item): boolean {
  if (item.kind === 'section' || item.kind === 'padding' || item.kind === 'index' || item.stored.length === 0) return false;
  return !holdsOthers(item.kind);
}

/** Longest name that addresses make; the end of an address tells items apart. */
const LONG = 60;

function extracted(item: Item, names: FolderNames, raw: boolean): Extracted {
  const compressed = raw && item.compression !== undefined;
  const bytes = raw ? item.stored : item.bytes;
  const extension = compressed ? `.${EXTENSIONS[item.compression ?? 'zlib']}` : (formatRow(item.kind)?.extension ?? '.bin');
  const stem = item.address === '' ? 'input' : item.address.slice(1).replaceAll('!', '.').slice(-LONG);
  const bare = stem.endsWith(extension) ? stem.slice(0, -extension.length) : stem;
  const { address, kind, compression } = item;
  const file = { address, kind, name: names.path('', bare, extension), size: bytes.length };
  return { ...file, ...(compressed && compression ? { compression } : {}), bytes };
}

const EXTENSIONS = { zstd: 'zst', gzip: 'gz', zlib: 'zz' } as const;
