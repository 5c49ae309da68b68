import { sha256 } from '../core/bytes/index.ts';
import { findSection, sectionKind, sectionSubject } from '../formats/zebin/index.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import { formatRow, holdsOthers } from '../walk/formats.ts';
import { eachItem, type Item, type Pass, passOver } from '../walk/item.ts';
import { openerIn } from '../walk/opener.ts';

/** The domains by which sizes are grouped, from the file inwards. */
export const SIZE_DOMAINS = ['container', 'image', 'device', 'kernel', 'section', 'kind'] as const;
export type SizeDomain = (typeof SIZE_DOMAINS)[number];

/** `zebin size --json`: what takes up space. */
export interface SizeDocument extends Completeness {
  readonly schema: 'zebin/size/2';
  /** The domains of the tree, outermost first. */
  readonly domains: readonly SizeDomain[];
  readonly tree: SizeNode;
  /** The whole file by kind: how much is code, intermediate code, debug data. Largest first. */
  readonly kinds: readonly SizeNode[];
  /** Every part of the file; their sizes add up to that of the file. */
  readonly parts: readonly SizePart[];
  /** Images and sections that occur more than once, those that waste the most bytes first. */
  readonly duplicates: readonly DuplicateGroup[];
}

/** A group of parts with the same label in one domain. */
export interface SizeNode {
  /** Empty for the file. */
  readonly label: string;
  /** Bytes in the file. */
  readonly size: number;
  /** Bytes after inflating compressed data. */
  readonly inflated_size: number;
  /** Largest first. */
  readonly children: readonly SizeNode[];
}

/**
 * A section, or the rest of an image or container. A part without a label in a domain has one in brackets. `kind` is what its bytes are:
 * `code`, `data`, `IR`, `debug data`, `attributes and notes`, `symbols and relocations`, `headers and padding`, …
 */
export interface SizePart extends Readonly<Record<SizeDomain, string>> {
  /** Address of the item that it belongs to. */
  readonly address: string;
  /** Bytes in the file. In a compressed image each part has its share. */
  readonly size: number;
  readonly inflated_size: number;
}

export interface DuplicateGroup {
  /** Kind of the duplicates, and their name if all have the same name. */
  readonly label: string;
  readonly sha256: string;
  /** Bytes of one of the duplicates, inflated. */
  readonly size: number;
  /** Bytes in the file of all duplicates except for the first. */
  readonly wasted: number;
  readonly addresses: readonly string[];
  /** The devices of the images that contain them. */
  readonly devices: readonly string[];
}

export interface SizeOptions {
  /** The domains to group by; by default images and kernels, and within an image kernels and sections. */
  readonly domains?: readonly SizeDomain[] | undefined;
}

/**
 * What takes up space, by container, image, device, kernel, section or kind, and what is duplicated: `zebin size`.
 *
 * @example
 * sizeDocument(inspect(bytes).value).schema; // 'zebin/size/2'
 */
export function sizeDocument(root: Item, { domains }: SizeOptions = {}): SizeDocument {
  return sizePass(passOver(root), { domains });
}

/** As {@link sizeDocument}, for an item whose pass is still to come. */
export function sizePass(pass: Pass, { domains }: SizeOptions = {}): SizeDocument {
  const by = domains ?? (pass.root.content.kind === 'zebin' ? (['kernel', 'section'] as const) : (['image', 'kernel'] as const));
  const parts: SizePart[] = [];
  const shared: Seen = { addresses: new Set(), sizes: new Map() };
  const { address, stored } = pass.root;
  collect(pass.root, openerIn(pass), stored.length, { container: '[none]', image: address, device: '[none]' }, parts, shared);
  const root = pass.whole();
  return {
    schema: 'zebin/size/2',
    ...completenessOf(root),
    domains: by,
    tree: group('', parts, by),
    kinds: group('', parts, ['kind']).children,
    parts,
    duplicates: duplicatesIn(root, parts, shared),
  };
}

type Opener = ReturnType<typeof openerIn>;
type Above = Pick<SizePart, 'container' | 'image' | 'device'>;

/** What is found about the items on the way. */
interface Seen {
  /** Addresses of items whose bytes an earlier item has too. */
  readonly addresses: Set<string>;
  /** How many items have a size. */
  readonly sizes: Map<number, number>;
}

/** Adds the parts of an item that has `stored` bytes in the file, and what is seen of the items in it. */
function collect(item: Item, open: Opener, stored: number, above: Above, parts: SizePart[], shared: Seen): void {
  const { content } = item;
  const labels = labelsOf(item, above);
  const pieces = item.children.map((child) => ({ child, counted: 0 }));
  let covered = 0;
  let end = item.bytes.base;
  // In the order of the file, so that bytes in several items count for the first.
  for (const piece of [...pieces].sort((a, b) => a.child.stored.base - b.child.stored.base)) {
    const { source, base, length } = piece.child.stored;
    if (source !== item.bytes.source) continue;
    const limit = Math.min(base + length, item.bytes.base + item.bytes.length);
    piece.counted = Math.max(limit - Math.max(base, end), 0);
    covered += piece.counted;
    if (piece.counted < length) shared.addresses.add(piece.child.address);
    end = Math.max(end, limit);
  }
  const share = shares(stored, item.bytes.length);
  const names = new Set(content.kind === 'zebin' ? content.zebin.kernels.map(({ name }) => name) : []);
  for (const { child, counted } of pieces) {
    const size = share(counted);
    const opened = open(child, item);
    const { content: inner } = opened;
    shared.sizes.set(opened.bytes.length, (shared.sizes.get(opened.bytes.length) ?? 0) + 1);
    if (inner.kind !== 'section' || content.kind !== 'zebin') collect(opened, open, size, labels, parts, shared);
    else
      parts.push({
        address: child.address,
        ...labels,
        ...sectionLabels(child.name, names),
        kind: sectionKind(child.name, inner.section.sh_type),
        size,
        inflated_size: counted,
      });
  }
  const rest = item.bytes.length - covered;
  if (rest === 0 && pieces.length > 0) return;
  const label = content.kind === 'section' ? item.name : `[${restLabel(item)}]`;
  parts.push({
    address: item.address,
    ...labels,
    kernel: content.kind === 'zebin' ? '[shared]' : '[none]',
    section: label,
    kind: restKind(item),
    size: share(rest),
    inflated_size: rest,
  });
}

/** Distributes `stored` bytes over pieces that have `whole` bytes together. Every share is an integer, and no byte is lost. */
function shares(stored: number, whole: number): (piece: number) => number {
  let sum = 0;
  let end = 0;
  return (piece) => {
    end += piece;
    const upTo = whole === 0 ? stored : Math.round((stored * end) / whole);
    const share = upTo - sum;
    sum = upTo;
    return share;
  };
}

function labelsOf(item: Item, above: Above): Above {
  if (item.content.kind === 'section' || item.kind === 'padding' || item.kind === 'index') return above;
  if (holdsOthers(item.kind)) return { ...above, container: item.address === '' ? '[file]' : item.address, image: item.address };
  const named = item.content.kind === 'zebin' ? item.content.zebin.target.names[0] : undefined;
  const stated = item.facts.find((fact) => fact.name === 'target')?.value;
  return { ...above, image: item.address, device: named ?? stated ?? above.device };
}

const HEADERS = 'headers and padding';

function restLabel(item: Item): string {
  if (item.content.kind === 'zebin') return HEADERS;
  return item.children.length > 0 || holdsOthers(item.kind) ? `rest of the ${item.kind}` : item.kind;
}

/** What the bytes are that an item has besides its children. */
function restKind(item: Item): string {
  if (item.content.kind === 'zebin' || item.kind === 'padding' || item.kind === 'index') return HEADERS;
  if (holdsOthers(item.kind)) return item.kind === 'ar' ? HEADERS : `rest of the ${item.kind}`;
  const code = formatRow(item.kind)?.code;
  return code === undefined ? item.kind : { native: 'code', ir: 'IR' }[code];
}

/** A section of a kernel has the kernel as a label. The rest of its name is the label of the section. */
function sectionLabels(name: string, kernels: ReadonlySet<string>): { kernel: string; section: string } {
  const row = findSection(name);
  const subject = row && sectionSubject(row, name);
  const kernel = subject !== undefined && kernels.has(subject) ? subject : undefined;
  if (kernel === undefined) return { kernel: '[shared]', section: name === '' ? '[nameless]' : name };
  return { kernel, section: name.slice(0, name.length - kernel.length).replace(/\.$/, '') };
}

function group(label: string, parts: readonly SizePart[], domains: readonly SizeDomain[]): SizeNode {
  const [domain, ...deeper] = domains;
  const groups = new Map<string, SizePart[]>();
  if (domain !== undefined) {
    for (const part of parts) {
      const list = groups.get(part[domain]);
      if (list) list.push(part);
      else groups.set(part[domain], [part]);
    }
  }
  const children = [...groups].map(([name, list]) => group(name, list, deeper)).sort((a, b) => b.size - a.size);
  const sum = (key: 'size' | 'inflated_size') => parts.reduce((total, part) => total + part[key], 0);
  return { label, size: sum('size'), inflated_size: sum('inflated_size'), children };
}

/** Smaller duplicates are not listed. */
const WORTH = 64;

/** What is kept of an item that may have duplicates. */
interface Copy extends Pick<Item, 'address' | 'name' | 'kind'> {
  readonly hash: string;
  /** Bytes in the file. */
  readonly stored: number;
}

/**
 * Equal images, and equal sections of images that are not equal themselves. Items that overlap others waste nothing and are ignored, so
 * no byte is hashed more than once on a level.
 */
function duplicatesIn(root: Item, parts: readonly SizePart[], { addresses: shared, sizes }: Seen): DuplicateGroup[] {
  const bySize = new Map<number, Copy[]>();
  for (const item of eachItem(root)) {
    const { address, name, kind, bytes, stored } = item;
    if (item === root || shared.has(address) || bytes.length < WORTH || kind === 'padding' || kind === 'index') continue;
    if ((sizes.get(bytes.length) ?? 0) < 2) continue;
    const copy: Copy = { address, name, kind, stored: stored.length, hash: sha256(bytes) };
    const list = bySize.get(bytes.length);
    if (list) list.push(copy);
    else bySize.set(bytes.length, [copy]);
  }
  const devices = new Map(parts.flatMap(({ address, image, device }) => [[image, device] as const, [address, device] as const]));
  const groups: DuplicateGroup[] = [];
  /** Addresses of copies. Their content is not searched for duplicates. */
  const copies = new Set<string>();
  for (const [size, items] of [...bySize].sort(([a], [b]) => b - a)) {
    const byHash = new Map<string, Copy[]>();
    const apart = items.filter((item) => !insideOf(copies, item.address));
    if (apart.length < 2) continue;
    for (const item of apart) {
      const list = byHash.get(item.hash);
      if (list) list.push(item);
      else byHash.set(item.hash, [item]);
    }
    for (const [hash, all] of byHash) {
      // An item that consists of its only child is in the tree twice, but not in the file.
      const addresses = new Set(all.map((item) => item.address));
      const same = all.filter(({ address }) => !insideOf(addresses, address.slice(0, address.lastIndexOf('!'))));
      const [first, ...more] = same;
      if (!first || more.length === 0) continue;
      for (const { address } of more) copies.add(address);
      groups.push({
        label: same.every((item) => item.name === first.name) && first.name !== '' ? first.name : first.kind,
        sha256: hash,
        size,
        wasted: more.reduce((sum, item) => sum + item.stored, 0),
        addresses: same.map((item) => item.address),
        devices: [...new Set(same.map((item) => devices.get(item.address) ?? '[none]'))],
      });
    }
  }
  return groups.sort((a, b) => b.wasted - a.wasted);
}

/** Whether an address is in the set, or below an address in the set. */
function insideOf(set: ReadonlySet<string>, address: string): boolean {
  for (let end = address.length; end > 0; end = address.lastIndexOf('!', end - 1)) if (set.has(address.slice(0, end))) return true;
  return false;
}
