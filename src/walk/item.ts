/**
 * The nodes of a walk through a file, and their addresses.
 */
import type { Bytes, Compressed } from '../core/bytes/index.ts';
import { type Diagnostic, LIMITS, Reporter } from '../core/diag/index.ts';
import type { Section } from '../formats/elf/index.ts';
import type { PropertySet } from '../formats/props/index.ts';
import type { Zebin } from '../formats/zebin/index.ts';
import type { ContainerContent } from './containers.ts';
import type { FormatKind } from './formats.ts';
import type { Fact, OwnKind, Part, Slot } from './part.ts';

/**
 * An item as its container lists it: what is known without reading it. A container has one for each of its parts, so that a file of any
 * size takes the memory of the part that is looked at.
 */
export interface ClosedItem {
  /** Address below the input: empty for the input itself, `!64.20.1.0!.text.k` for a section of a member. */
  readonly address: string;
  /** Last step of the address, as the container spells it; empty for the input. */
  readonly name: string;
  /** The bytes as they are in the container. */
  readonly stored: Bytes;
  /** Size of {@link stored} according to the container, if it states one: more than there is if it is truncated. */
  readonly declaredSize?: number;
  /** Its place in its container; absent if it cannot be replaced. */
  readonly slot?: Slot;
  /** Reads it. Nothing is kept: each call reads it again, and returns the same. */
  open(): Item;
}

/** What an item is. Its content is a zebin exactly if this is `zebin`. */
export type ItemKind = FormatKind | OwnKind;

/** A node of the walk that was read. */
export interface Item extends ClosedItem {
  readonly kind: ItemKind;
  /** The content; if it is stored compressed, inflated in a separate source. */
  readonly bytes: Bytes;
  /** How {@link stored} is compressed; absent when it is not. */
  readonly compression?: Compressed['method'];
  /** What the container says about it, in the container's words. */
  readonly facts: readonly Fact[];
  /** Names of its kernels that the container lists; those in the content itself are in {@link content}. */
  readonly kernels: readonly string[];
  /** The property sets that the container has for it, or of which it is the text. */
  readonly properties: readonly PropertySet[];
  readonly content: ItemContent;
  readonly children: readonly ClosedItem[];
  /** An error of inflating what it is in: its bytes may not be what was packed. */
  readonly around?: Diagnostic;
  /** Findings of this item alone, without those of its children. */
  readonly diagnostics: readonly Diagnostic[];
  /** What below it was not read whole; only the input itself knows, because all of it was read once. */
  readonly unreadBelow?: readonly Unread[];
}

/** An item that was not read whole. */
export interface Unread {
  /** Address of the item, as `ls` prints it; empty for the file itself. */
  readonly address: string;
  /** Code of the first finding that says so. */
  readonly code: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

export type ItemContent =
  | { readonly kind: 'zebin'; readonly zebin: Zebin }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'none' }
  | ContainerContent;

/** An item while it is made. */
export type ItemDraft = { -readonly [Member in keyof Item]: Item[Member] };

/** A part of a container that is not opened: an item without content. */
export function leafItem(part: Part, address: string): ItemDraft {
  const { name, bytes, kind = 'data', facts = [], kernels = [], properties = [] } = part;
  return placed(part, {
    address,
    name,
    stored: bytes,
    open: () => leafItem(part, address),
    kind,
    bytes,
    facts,
    kernels,
    properties,
    content: leafContent(part),
    children: [],
    diagnostics: [],
  });
}

/** A part as its container lists it. */
export function closedItem(part: Part, address: string, open: () => Item): ClosedItem {
  return placed(part, { address, name: part.name, stored: part.bytes, open });
}

/** A new item, with what only some containers know of a part. Set, not spread: there is an item for each section of each zebin. */
function placed<T extends ClosedItem>({ declaredSize, slot }: Part, item: T & { declaredSize?: number; slot?: Slot }): T {
  if (declaredSize !== undefined) item.declaredSize = declaredSize;
  if (slot) item.slot = slot;
  return item;
}

/** What is known of a part that is not read. */
export function leafContent({ section }: Part): ItemContent {
  return section ? { kind: 'section', section } : { kind: 'none' };
}

/**
 * Address steps of siblings: the name, and after it `[n]`, counted among siblings of that name, where the name is empty or
 * repeated. `!` and `%` are written as `%21` and `%25`, and so is a bracket that could be mistaken for a count.
 */
export function addressSteps(names: readonly string[]): string[] {
  const known = new Map<string, { readonly escaped: string; total: number; index: number }>();
  const all = names.map((name) => {
    let row = known.get(name);
    if (!row) {
      row = { escaped: name.replace(/[!%]|\[(?=[0-9]+\]$)/g, (c) => `%${c.charCodeAt(0).toString(16)}`), total: 0, index: 0 };
      known.set(name, row);
    }
    row.total++;
    return row;
  });
  return all.map((row) => (row.total === 1 && row.escaped !== '' ? row.escaped : `${row.escaped}[${row.index++}]`));
}

/**
 * The addresses of all children, or of the first ones: nested long names with many children each would otherwise lead to addresses that
 * together are far longer than the file.
 */
export function childAddresses(address: string, children: readonly { readonly name: string }[], bytes: Bytes, out: Reporter): string[] {
  let remaining = bytes.length * LIMITS.workPerByte + LIMITS.workFloor;
  const addresses: string[] = [];
  for (const step of addressSteps(children.map((child) => child.name))) {
    const child = `${address}!${step}`;
    remaining -= child.length;
    if (remaining < 0) {
      const message = `the addresses of ${children.length} children are far longer than the file; ${addresses.length} are listed`;
      out.report('limit/work', bytes.span(), '', message);
      break;
    }
    addresses.push(child);
  }
  return addresses;
}

/** What a container says of the host's own entry: code of any kind, which is for no device. */
export const isOfHost = ({ name, value }: Fact): boolean => name === 'offload_kind' && value === 'host';

/** What is known of an item without reading it: for what is kept until it is read again. */
export function asClosed({ address, name, stored, declaredSize, slot, open }: ClosedItem): ClosedItem {
  return { address, name, stored, ...(declaredSize === undefined ? {} : { declaredSize }), ...(slot ? { slot } : {}), open };
}

/**
 * The item at an address, as `zebin ls` prints it without the file's name; undefined when there is none.
 *
 * @example
 * const root = inspect(archive).value;
 * const [image] = zebinsOf(root);
 * findItem(root, image.item.address)?.kind; // 'zebin'
 * findItem(root, '!nothing'); // undefined
 */
export function findItem(root: Item, address: string): Item | undefined {
  let item: Item | undefined = root;
  while (item && item.address !== address) item = childTowards(item, address)?.open();
  return item;
}

/** The child that is at an address, or contains it. */
export function childTowards(item: Item, address: string): ClosedItem | undefined {
  const step = childAddress(item, address);
  return item.children.find((child) => child.address === step);
}

/** Address of the child of an item that is at an address, or contains it. */
export function childAddress({ address: base }: ClosedItem, address: string): string {
  // Names in an address have no `!`.
  const end = address.indexOf('!', base.length + 1);
  return end < 0 ? address : address.slice(0, end);
}

/**
 * Every item below and including `root`, containers before their content. Each is read when it is its turn, and only it and the
 * containers around it are in memory.
 *
 * @example
 * const kinds = [...eachItem(inspect(archive).value)].map(({ kind }) => kind);
 * kinds.filter((kind) => kind === 'zebin').length; // 2
 */
export function* eachItem(root: Item): Generator<Item> {
  yield root;
  yield* itemsBelow(root, ({ children }) => children);
}

/** Items below one, containers before their content. With a generator for each container, an item would pass through all around it. */
function* itemsBelow(root: Item, childrenOf: (item: Item) => readonly ClosedItem[]): Generator<Item> {
  const levels = [childrenOf(root).values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { done, value } = level.next();
    if (done) levels.pop();
    else {
      const item = value.open();
      yield item;
      const children = childrenOf(item);
      if (children.length > 0) levels.push(children.values());
    }
  }
}

/** Every image and container at and below `root`, as {@link eachItem}: without the sections of zebins. */
export function eachFile(root: Item): Generator<Item> {
  return filesOfPass(passOver(root));
}

/** As {@link eachFile}, without `root` itself. */
export function filesBelow(root: Item): Generator<Item> {
  return itemsBelow(root, ({ content, children }) => (content.kind === 'zebin' ? [] : children));
}

/**
 * One pass over an item: for an answer that needs each image in it once. While it is made, nothing else in the item may be opened: the
 * limits of a run count what is opened in the pass.
 */
export interface Pass {
  /** The item, without what only the pass finds. */
  readonly root: Item;
  /** Every image and container below it, each read once. It can be gone through once. */
  readonly below: Iterable<Item>;
  /** The item with all that is known of it, after what is left of the pass. */
  readonly whole: () => Item;
}

/** Every image and container of a pass, with its item itself. */
export function* filesOfPass({ root, below }: Pass): Generator<Item> {
  yield root;
  yield* below;
}

/** The pass over an item of a file that was passed over before. */
export function passOver(root: Item): Pass {
  return { root, below: filesBelow(root), whole: () => root };
}

/** A zebin with its item. */
export interface ZebinItem {
  readonly item: Item;
  readonly zebin: Zebin;
}

/** The zebins below and including `root`, with their items, one at a time. */
export function eachZebin(root: Item): Generator<ZebinItem> {
  return zebinsOfPass(passOver(root));
}

/** The zebins of a pass, as {@link eachZebin}. */
export function* zebinsOfPass(pass: Pass): Generator<ZebinItem> {
  for (const item of filesOfPass(pass)) if (item.content.kind === 'zebin') yield { item, zebin: item.content.zebin };
}

/** Whether there is a zebin at or below `root`. */
export const hasZebin = (root: Item): boolean => !eachZebin(root).next().done;

/**
 * The zebins below and including `root`, with their items: all of them are in memory.
 *
 * @example
 * zebinsOf(inspect(archive).value).map(({ zebin }) => zebin.target.names[1]); // ['Alchemist', 'Battlemage']
 */
export function zebinsOf(root: Item): { readonly item: Item; readonly zebin: Zebin }[] {
  return [...eachZebin(root)];
}

/** All findings, with paths that begin with the address of their item; past the limit they are only counted. */
export function allDiagnostics(root: Item): readonly Diagnostic[] {
  return addressed(eachItem(root), new Reporter(root.bytes.length));
}

/** The findings of some items, as {@link allDiagnostics}. */
export function addressed(items: Iterable<Pick<Item, 'address' | 'diagnostics'>>, out: Reporter): readonly Diagnostic[] {
  for (const { address, diagnostics } of items) {
    for (const d of diagnostics)
      out.report(d.code, d.span, address === '' || out.full ? d.path : `${address.slice(1)}!${d.path}`, d.message, d.data);
  }
  return out.diagnostics;
}
