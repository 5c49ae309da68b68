/**
 * What of a file could not be read, and whether the bytes of an item are intact: its container may hold less of it than stated, or inflate
 * to something other than what was compressed.
 */
import { type Diagnostic, diagnostic, grouped, saysUnread } from '../core/diag/index.ts';
import { holdsOthers } from './formats.ts';
import { type ClosedItem, childTowards, eachFile, findItem, type Item, type Unread } from './item.ts';

export type { Unread } from './item.ts';

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
  return [...unreadIn(root, root.around && [root.around]), ...(root.unreadBelow ?? unreadBelow(root))];
}

function unreadBelow(root: Item): Unread[] {
  const parts: Unread[] = [];
  for (const item of eachFile(root)) if (item.address !== root.address) parts.push(...unreadIn(item));
  return parts;
}

/** The entry of an item alone, if it was not read whole. */
export function unreadIn(item: Item, outside: readonly Diagnostic[] = []): Unread[] {
  // A container that is cut says so of the part at its end, and so does the part.
  const cutAt = new Set(item.diagnostics.length === 0 ? [] : item.children.filter(isCut).map(({ stored }) => stored.base));
  const findings = item.diagnostics.filter((finding) => saysUnread(finding) && !cutAt.has(finding.span.start));
  const all = [...cut(item), ...findings, ...outside];
  const [first] = all;
  if (!first) return [];
  const more = all.length === 1 ? '' : `, and ${grouped(all.length - 1)} more finding${all.length === 2 ? '' : 's'}`;
  return [{ address: item.address, code: first.code, reason: first.message + more }];
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
  const above = damageAround(root, address);
  const item = findItem(root, address);
  return item ? damageHere(item, above) : above;
}

/** What may be wrong with the bytes around the item at an address. */
export function damageAround(root: Item, address: string): readonly Diagnostic[] {
  let above: readonly Diagnostic[] = [];
  for (let item: Item | undefined = root; item && item.address !== address; item = childTowards(item, address)?.open())
    above = damageInside(item, above);
  return above;
}

/** What is wrong with the bytes of an item. @param above what is wrong inside of the one that it is in */
export function damageHere(item: Item, above: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...damageInside(item, above), ...cut(item)];
}

/** What may be wrong with all bytes in an item. @param above as for {@link damageHere} */
export function damageInside(item: Item, above: readonly Diagnostic[]): readonly Diagnostic[] {
  const findings = inflating(item);
  return findings.length === 0 ? above : [...above, ...findings];
}

/** What is wrong with the bytes of files that are neither at some addresses nor below them, which rewriting their container would keep. */
export function damageOutside(files: Iterable<Item>, addresses: readonly string[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const addressSet = new Set(addresses);
  for (const item of files) {
    if (isIn(addressSet, item.address)) continue;
    diagnostics.push(...cut(item), ...inflating(item));
  }
  return diagnostics;
}

/** Whether an address is one of some, or below one of them. */
function isIn(addressSet: ReadonlySet<string>, address: string): boolean {
  for (let end = address.length; end >= 0; end = address.lastIndexOf('!', end - 1)) {
    if (addressSet.has(address.slice(0, end))) return true;
    if (end === 0) break;
  }
  return false;
}

/** What the readers of the containers among some files could not read, so that images may be missing. */
export function damageOfContainers(files: Iterable<Item>): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { kind, diagnostics } of files) {
    if (!holdsOthers(kind)) continue;
    for (const one of diagnostics) if (one.severity === 'error' && !isOfInflating(one.code)) findings.push(one);
  }
  return findings;
}

const inflating = ({ diagnostics }: Item): Diagnostic[] =>
  diagnostics.filter(({ code, severity }) => severity === 'error' && isOfInflating(code));

const isOfInflating = (code: string): boolean => code.startsWith('inflate/') || code === 'limit/inflated';

const isCut = ({ declaredSize = 0, stored }: ClosedItem): boolean => declaredSize > stored.length;

function cut(item: ClosedItem): Diagnostic[] {
  const { declaredSize = 0, stored, address } = item;
  if (!isCut(item)) return [];
  const message = `the container says that this has ${grouped(declaredSize)} bytes, but ${grouped(stored.length)} are there`;
  return [diagnostic('inspect/cut', message, stored.span(), address.slice(1))];
}
