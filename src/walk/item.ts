/**
 * The nodes of a walk through a file, and their addresses.
 */
import type { Bytes, Compressed } from '../bytes/index.ts';
import { type Diagnostic, LIMITS, Reporter } from '../diag/index.ts';
import type { Section } from '../elf/index.ts';
import type { PropertySet } from '../props/index.ts';
import type { Zebin } from '../zebin/index.ts';
import type { ContainerContent } from './containers.ts';
import type { FormatKind } from './formats.ts';
import type { Fact, OwnKind, Part, Slot } from './part.ts';

/** A node of the walk. */
export interface Item {
  readonly kind: FormatKind | OwnKind;
  /** Address below the input: empty for the input itself, `!64.20.1.0!.text.k` for a section of a member. */
  readonly address: string;
  /** Last step of the address, as the container spells it; empty for the input. */
  readonly name: string;
  /** The content; if it is stored compressed, inflated in a separate source. */
  readonly bytes: Bytes;
  /** The bytes as they are in the container. */
  readonly stored: Bytes;
  /** Size of {@link stored} according to the container, if it states one: more than there is if it is truncated. */
  readonly declaredSize?: number;
  /** How {@link stored} is compressed; absent when it is not. */
  readonly compression?: Compressed['method'];
  /** What the container says about it, in the container's words. */
  readonly facts: readonly Fact[];
  /** Names of its kernels that the container lists; those in the content itself are in {@link content}. */
  readonly kernels: readonly string[];
  /** The property sets that the container has for it, or of which it is the text. */
  readonly properties: readonly PropertySet[];
  readonly content: ItemContent;
  /** Its place in its container; absent if it cannot be replaced. */
  readonly slot?: Slot;
  readonly children: readonly Item[];
  /** An error of inflating what it is in: its bytes may not be what was packed. */
  readonly around?: Diagnostic;
  /** Findings of this item alone, without those of its children. */
  readonly diagnostics: readonly Diagnostic[];
}

export type ItemContent =
  | { readonly kind: 'zebin'; readonly zebin: Zebin }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'none' }
  | ContainerContent;

/** An item that is not read. */
export function closedItem(part: Part, address: string): Item {
  const { name, bytes, kind = 'data', facts = [], kernels = [], properties = [] } = part;
  return {
    kind,
    address,
    name,
    bytes,
    stored: bytes,
    facts,
    kernels,
    properties,
    content: leafContent(part),
    ...(part.declaredSize === undefined ? {} : { declaredSize: part.declaredSize }),
    ...(part.slot ? { slot: part.slot } : {}),
    children: [],
    diagnostics: [],
  };
}

/** As many parts as a file of this size can have, with one `limit/work` for the others. */
export function listedParts(parts: readonly Part[], bytes: Bytes, out: Reporter): readonly Part[] {
  const { listable } = out;
  if (parts.length <= listable) return parts;
  out.report('limit/work', bytes.span(), '', `${parts.length} parts are far more than a file of this size holds; ${listable} are listed`);
  return parts.slice(0, listable);
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
  const known = new Map<string, { readonly escaped: string; total: number; seen: number }>();
  const all = names.map((name) => {
    let row = known.get(name);
    if (!row) {
      row = { escaped: name.replace(/[!%]|\[(?=[0-9]+\]$)/g, (c) => `%${c.charCodeAt(0).toString(16)}`), total: 0, seen: 0 };
      known.set(name, row);
    }
    row.total++;
    return row;
  });
  return all.map((row) => (row.total === 1 && row.escaped !== '' ? row.escaped : `${row.escaped}[${row.seen++}]`));
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

/** The item at an address, or undefined. */
export function findItem(root: Item, address: string): Item | undefined {
  let item: Item | undefined = root;
  while (item && item.address !== address) item = childTowards(item, address);
  return item;
}

/** Children by their addresses: a container may be asked for every one of its children. */
const byAddress = new WeakMap<Item['children'], ReadonlyMap<string, Item>>();

/** The child that is at an address, or contains it. */
export function childTowards({ address: own, children }: Item, address: string): Item | undefined {
  const known = byAddress.get(children) ?? new Map(children.map((child) => [child.address, child]));
  byAddress.set(children, known);
  // Names in an address have no `!`.
  const end = address.indexOf('!', own.length + 1);
  return known.get(end < 0 ? address : address.slice(0, end));
}

/** Every item below and including `root`, containers before their content. */
export function* eachItem(root: Item): Generator<Item> {
  yield root;
  for (const child of root.children) {
    // Most children have no children themselves: a generator for each would take as long as processing them.
    if (child.children.length === 0) yield child;
    else yield* eachItem(child);
  }
}

/** The zebins below and including `root`, with their items. */
export function zebinsOf(root: Item): { item: Item; zebin: Zebin }[] {
  const found: { item: Item; zebin: Zebin }[] = [];
  for (const item of eachItem(root)) if (item.content.kind === 'zebin') found.push({ item, zebin: item.content.zebin });
  return found;
}

/** All findings, with paths that begin with the address of their item; past the limit they are only counted. */
export function allDiagnostics(root: Item): readonly Diagnostic[] {
  const out = new Reporter(root.bytes.length);
  for (const { address, diagnostics } of eachItem(root)) {
    for (const d of diagnostics)
      out.report(d.code, d.span, address === '' || out.full ? d.path : `${address.slice(1)}!${d.path}`, d.message, d.data);
  }
  return out.diagnostics;
}
