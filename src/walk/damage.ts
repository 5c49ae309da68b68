/**
 * Whether the bytes of an item are intact: its container may hold less of it than stated, or inflate to something other than what was
 * compressed.
 */
import { type Diagnostic, diagnostic, numberText } from '../diag/index.ts';
import { holdsOthers } from './formats.ts';
import { childTowards, eachItem, type Item } from './item.ts';

/** What is wrong with the bytes of the item at an address, according to the containers around it; empty if they are intact. */
export function damageOf(root: Item, address: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let item: Item | undefined = root;
  for (; item; item = childTowards(item, address)) {
    found.push(...item.diagnostics.filter(({ code, severity }) => severity === 'error' && isOfInflating(code)));
    if (item.address === address) break;
  }
  return [...found, ...cut(item)];
}

/** What is wrong with the other items of a container, which rewriting the container would keep. */
export function damageOutside(root: Item, addresses: readonly string[]): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const item of eachItem(root)) {
    if (addresses.some((address) => item.address === address || item.address.startsWith(`${address}!`))) continue;
    found.push(...cut(item), ...item.diagnostics.filter(({ code, severity }) => severity === 'error' && isOfInflating(code)));
  }
  return found;
}

/** What the reader of a container at or below an item could not read, so that images may be missing. */
export function damageOfContainers(root: Item): readonly Diagnostic[] {
  return [...eachItem(root)]
    .filter(({ kind }) => holdsOthers(kind))
    .flatMap(({ diagnostics }) => diagnostics.filter(({ code, severity }) => severity === 'error' && !isOfInflating(code)));
}

const isOfInflating = (code: string): boolean => code.startsWith('inflate/') || code === 'limit/inflated';

function cut(item: Item | undefined): Diagnostic[] {
  if (item?.declaredSize === undefined || item.declaredSize <= item.stored.length) return [];
  const message = `the container says that this has ${numberText(item.declaredSize)} bytes, but ${item.stored.length} are there`;
  return [diagnostic('inspect/cut', message, item.stored.span(), item.address.slice(1))];
}
