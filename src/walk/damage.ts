/**
 * What of a file could not be read, and whether the bytes of an item are intact: its container may hold less of it than stated, or inflate
 * to something other than what was compressed.
 */
import { type Diagnostic, diagnostic, grouped, saysUnread } from '../diag/index.ts';
import { holdsOthers } from './formats.ts';
import { childTowards, eachItem, type Item } from './item.ts';

/** An item that was not read whole. */
export interface Unread {
  /** Address of the item, as `ls` prints it; empty for the file itself. */
  readonly address: string;
  /** Code of the first finding that says so. */
  readonly code: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** Whether a document answers for all of the file. Every document has it. */
export interface Completeness {
  /** Whether everything that the document is about was read. */
  readonly complete: boolean;
  /** What was not; empty if all was read. */
  readonly unread: readonly Unread[];
}

/**
 * What was not read whole at and below an item, in the order of the file, with one entry for each item: it is cut, could not be inflated,
 * or its reader could not read all of it. What the item cannot contain because its container is damaged counts at the container.
 */
export function unreadOf(root: Item): readonly Unread[] {
  const found: Unread[] = [];
  for (const item of eachItem(root)) {
    // A container that is cut says so of the part at its end, and so does the part.
    const cutAt = new Set(item.children.filter(isCut).map(({ stored }) => stored.base));
    const own = item.diagnostics.filter((finding) => saysUnread(finding) && !cutAt.has(finding.span.start));
    const outside = item === root ? (item.around ? [item.around] : []) : [];
    const all = [...cut(item), ...own, ...outside];
    const [first] = all;
    if (!first) continue;
    const more = all.length === 1 ? '' : `, and ${grouped(all.length - 1)} more finding${all.length === 2 ? '' : 's'}`;
    found.push({ address: item.address, code: first.code, reason: first.message + more });
  }
  return found;
}

/** The members of a document that say whether all of an item was read. */
export function completenessOf(root: Item): Completeness {
  return completeness(unreadOf(root));
}

/** The members of a document for what was not read. */
export function completeness(unread: readonly Unread[]): Completeness {
  return { complete: unread.length === 0, unread };
}

/** What is wrong with the bytes of the item at an address, according to the containers around it; empty if they are intact. */
export function damageOf(root: Item, address: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let item: Item | undefined = root;
  for (; item; item = childTowards(item, address)) {
    found.push(...inflating(item));
    if (item.address === address) break;
  }
  return item ? [...found, ...cut(item)] : found;
}

/** What is wrong with the bytes of the other items of a container, which rewriting the container would keep. */
export function damageOutside(root: Item, addresses: readonly string[]): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const item of eachItem(root)) {
    if (addresses.some((address) => item.address === address || item.address.startsWith(`${address}!`))) continue;
    found.push(...cut(item), ...inflating(item));
  }
  return found;
}

/** What the reader of a container at or below an item could not read, so that images may be missing. */
export function damageOfContainers(root: Item): readonly Diagnostic[] {
  return [...eachItem(root)]
    .filter(({ kind }) => holdsOthers(kind))
    .flatMap(({ diagnostics }) => diagnostics.filter(({ code, severity }) => severity === 'error' && !isOfInflating(code)));
}

const inflating = ({ diagnostics }: Item): Diagnostic[] =>
  diagnostics.filter(({ code, severity }) => severity === 'error' && isOfInflating(code));

const isOfInflating = (code: string): boolean => code.startsWith('inflate/') || code === 'limit/inflated';

const isCut = ({ declaredSize = 0, stored }: Item): boolean => declaredSize > stored.length;

function cut(item: Item): Diagnostic[] {
  const { declaredSize = 0, stored, address } = item;
  if (!isCut(item)) return [];
  const message = `the container says that this has ${grouped(declaredSize)} bytes, but ${grouped(stored.length)} are there`;
  return [diagnostic('inspect/cut', message, stored.span(), address.slice(1))];
}
