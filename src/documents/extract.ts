import { kernelsOf, runsOn } from '../analysis/coverage/coverage.ts';
import { type Bytes, type Compressed, FolderNames } from '../core/bytes/index.ts';
import type { Diagnostic } from '../core/diag/index.ts';
import type { ProductConfig } from '../devices/index.ts';
import { damageHere, damageInside } from '../walk/damage.ts';
import { formatRow, holdsOthers } from '../walk/formats.ts';
import { eachFile, type Item } from '../walk/item.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin extract --json`: the extracted items, and the names of their files. */
export interface ExtractDocument {
  readonly schema: 'zebin/extract/1';
  readonly files: readonly ExtractedFile[];
}

export interface ExtractedFile {
  /** Address of the item in the file. */
  readonly address: string;
  readonly kind: string;
  /** File name that is safe on every system. No two names differ in case only. */
  readonly name: string;
  /** Bytes of the file. */
  readonly size: number;
  /** How the content is compressed; only for an item that is extracted as stored. */
  readonly compression?: Compressed['method'];
  /** Why its bytes are damaged; absent when they are not. A damaged item is written with `--damaged` only. */
  readonly diagnostics?: readonly DiagnosticJson[];
}

/** The items to extract. All given conditions must hold. */
export interface ExtractFilter {
  /** A kind of item, such as `zebin` or `spirv`. Containers and sections are extracted only if their kind is given. */
  readonly kind?: string;
  /** Images that run on one of these devices, natively or because their device is compatible. */
  readonly devices?: readonly ProductConfig[];
  /** Images with such a kernel. */
  readonly kernel?: (name: string) => boolean;
}

/** An item with the bytes to write. */
export interface Extracted extends Omit<ExtractedFile, 'diagnostics'> {
  readonly bytes: Bytes;
  /** What is wrong with them; empty if they are intact. */
  readonly damage: readonly Diagnostic[];
}

/**
 * The items at and below `root` that a filter selects. Without a filter: all images, property sets and other content of containers.
 *
 * @param raw extracts them as stored, not inflated.
 * @param around what is wrong with the bytes around `root`
 */
export function extractItems(root: Item, filter: ExtractFilter = {}, raw = false, around: readonly Diagnostic[] = []): Extracted[] {
  return [...extractsOfFiles(eachFile(root), filter, raw, around)];
}

/** As {@link extractItems}, of all files of a pass. */
export function* extractsOfFiles(
  files: Iterable<Item>,
  filter: ExtractFilter,
  raw: boolean,
  around: readonly Diagnostic[],
): Generator<Extracted> {
  const names = new FolderNames();
  /** The items around the file, with what is wrong with the bytes in each; nothing for one that is extracted with all that is in it. */
  const outer: { readonly address: string; readonly inside: readonly Diagnostic[] | undefined }[] = [];
  for (const item of files) {
    while (outer.length > 0 && !item.address.startsWith(`${outer.at(-1)?.address}!`)) outer.pop();
    const above = outer.length === 0 ? around : outer.at(-1)?.inside;
    if (!above) continue;
    const isTaken = takes(filter, item);
    if (isTaken) yield extracted(item, names, raw, above);
    if (item.children.length === 0) continue;
    const inside = isTaken ? undefined : damageInside(item, above);
    outer.push({ address: item.address, inside });
    // Sections of zebins are no files.
    if (!inside || item.content.kind !== 'zebin' || filter.kind !== 'section') continue;
    for (const child of item.children) {
      const section = child.open();
      if (takes(filter, section)) yield extracted(section, names, raw, inside);
    }
  }
}

/** One item, by itself. */
export function extractItem(item: Item, raw = false, around: readonly Diagnostic[] = []): Extracted {
  return extracted(item, new FolderNames(), raw, around);
}

/** The list of the items that {@link extractItems} returned. */
export function extractDocument(items: readonly Extracted[]): ExtractDocument {
  const files = items.map(({ bytes: _, damage, ...file }): ExtractedFile => {
    return damage.length === 0 ? file : { ...file, diagnostics: damage.map((d) => diagnosticJson(d)) };
  });
  return { schema: 'zebin/extract/1', files };
}

/** `zebin replace --json`: the file after the replacement. */
export interface ReplaceDocument {
  readonly schema: 'zebin/replace/2';
  /** Addresses of the replaced items. */
  readonly addresses: readonly string[];
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
}

export function replaceDocument(root: Item, addresses: readonly string[], replaced: Bytes): ReplaceDocument {
  return { schema: 'zebin/replace/2', addresses, size_before: root.stored.length, size: replaced.length };
}

const kernelsIn = (item: Item): string[] => [...kernelsOf(item), ...item.kernels];

/** Names of the kernels of all images at and below `root`, and those that containers list. */
export function imageKernelNames(root: Item): string[] {
  const names: string[] = [];
  for (const item of eachFile(root)) for (const name of kernelsIn(item)) names.push(name);
  return names;
}

function takes({ kind, devices, kernel }: ExtractFilter, item: Item): boolean {
  if (kind !== undefined ? item.kind !== kind : !isImage(item)) return false;
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  if (devices && !(zebin && devices.some((device) => runsOn(zebin, device)))) return false;
  return !kernel || kernelsIn(item).some(kernel);
}

/** Whether an item is content of a container: not a container, its filler or its tables, not part of an image, and not empty. */
function isImage(item: Item): boolean {
  if (item.kind === 'section' || item.kind === 'padding' || item.kind === 'index' || item.stored.length === 0) return false;
  return !holdsOthers(item.kind);
}

/** Longest name that an address is turned into. The end of an address distinguishes items. */
const LONG = 60;

function extracted(item: Item, names: FolderNames, raw: boolean, above: readonly Diagnostic[]): Extracted {
  const compressed = raw && item.compression !== undefined;
  // Of a large file, what is stored is fetched when it is written; what was read of it is in memory.
  const bytes = raw || item.compression === undefined ? item.stored : item.bytes;
  const extension = compressed ? `.${EXTENSIONS[item.compression ?? 'zlib']}` : (formatRow(item.kind)?.extension ?? '.bin');
  const stem = item.address === '' ? 'input' : item.address.slice(1).replaceAll('!', '.').slice(-LONG);
  const bare = stem.endsWith(extension) ? stem.slice(0, -extension.length) : stem;
  const { address, kind, compression } = item;
  const file = { address, kind, name: names.path('', bare, extension), size: bytes.length };
  return { ...file, ...(compressed && compression ? { compression } : {}), bytes, damage: damageHere(item, above) };
}

const EXTENSIONS = { zstd: 'zst', gzip: 'gz', zlib: 'zz', deflate: 'deflate' } as const;
