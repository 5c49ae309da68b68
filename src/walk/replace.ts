/** Replaces items in any container: each container around them is rewritten, from the inside out. */
import { Bytes } from '../bytes/index.ts';
import { type Diagnostic, diagnostic, FormatError } from '../diag/index.ts';
import { childTowards, type Item } from './item.ts';

/**
 * The bytes of the input with `data` in place of the item at `address`: {@link replaceItems} for one.
 */
export function replaceItem(root: Item, address: string, data: Uint8Array): Bytes {
  return replaceItems(root, new Map([[address, data]]));
}

/**
 * The input with new content in place of items, by their addresses; the rest of a large archive is read on demand. Each container is
 * written once, however many of its items are new. Compressed streams around a new item are stored uncompressed, which every reader
 * accepts; bundles that are compressed as a whole are compressed again.
 *
 * Throws `FormatError` (`replace/fixed`) if a container cannot hold the content, for example because it is a linked program and the content
 * is longer, or is too damaged to be written again; and `TypeError` if nothing is at an address, or if one address is within another.
 */
export function replaceItems(root: Item, changes: ReadonlyMap<string, Uint8Array>): Bytes {
  /** Items that change, with their children that change. */
  const above = new Map<Item, Set<Item>>();
  for (const address of changes.keys()) {
    const path = pathTo(root, address);
    path.slice(1).forEach((item, i) => {
      const parent = path[i] as Item;
      if (changes.has(parent.address)) throw new TypeError(`${address} is within ${parent.address}, which is replaced itself`);
      const known = above.get(parent);
      if (known) known.add(item);
      else above.set(parent, new Set([item]));
    });
  }
  const written = (item: Item): Bytes => {
    const data = changes.get(item.address);
    return data ? Bytes.from(data) : rewritten(item, [...(above.get(item) ?? [])], written);
  };
  return above.size === 0 && !changes.has(root.address) ? root.bytes : written(root);
}

/** Why an item at an address cannot be replaced, whatever the new content; undefined if it can. Throws `TypeError` if nothing is there. */
export function fixedAt(root: Item, address: string): Diagnostic | undefined {
  const path = pathTo(root, address);
  const at = path.findIndex((item, i) => i > 0 && !item.slot);
  return at < 0 ? undefined : fixed(path[at - 1] as Item, path[at] as Item, NO_SLOT).diagnostic;
}

const NO_SLOT = 'whose content cannot be replaced: create it again with the tool that made it';

function fixed(parent: Item, { address, stored }: Item, why: string): FormatError {
  return new FormatError(
    diagnostic('replace/fixed', `${address} is in a container of kind ${parent.kind}, ${why}`, stored.span(), address.slice(1)),
  );
}

/** The items from the root down to the one at an address. */
function pathTo(root: Item, address: string): Item[] {
  const path: Item[] = [];
  let item: Item | undefined = root;
  for (; item; item = childTowards(item, address)) {
    path.push(item);
    if (item.address === address) return path;
  }
  throw new TypeError(`nothing is at ${address}`);
}

/** A container with the new content of some of its children. */
function rewritten(parent: Item, children: readonly Item[], written: (item: Item) => Bytes): Bytes {
  const [first] = children;
  const inside = new Map<object, Uint8Array>();
  for (const item of children) {
    if (!item.slot) throw fixed(parent, item, NO_SLOT);
    inside.set(item.slot.key, written(item).data);
  }
  try {
    return first?.slot ? Bytes.from(first.slot.write(inside)) : parent.bytes;
  } catch (error) {
    if (error instanceof FormatError) {
      const { code, span, message } = error.diagnostic;
      const item = children.find(({ stored }) => stored.base === span.start) ?? first;
      throw item ? new FormatError(diagnostic(code, message, span, item.address.slice(1))) : error;
    }
    // Fields of a damaged container may exceed what its format can hold.
    if (!(error instanceof RangeError) || !first) throw error;
    throw fixed(parent, first, `which cannot be written again: ${error.message}`);
  }
}
