/** Replaces items in any container: each container around them is rewritten, from the inside out. */
import { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, diagnostic, FormatError } from '../core/diag/index.ts';
import { type ClosedItem, childAddress, type Item } from '../walk/item.ts';

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
  return changes.size === 0 ? root.bytes : written(root, root, [...changes.keys()], changes);
}

/** The bytes of an item with the new content at the addresses, which are at or below it. */
function written(item: ClosedItem, root: Item, addresses: readonly string[], changes: ReadonlyMap<string, Uint8Array>): Bytes {
  const data = changes.get(item.address);
  if (data) {
    const inner = addresses.find((address) => address !== item.address);
    if (inner !== undefined) throw new TypeError(`${inner} is within ${item.address}, which is replaced itself`);
    return Bytes.from(data);
  }
  const parent = item.address === root.address ? root : item.open();
  const below = childrenTowards(parent, addresses);
  return rewritten(parent, [...below.keys()], (child) => written(child, root, below.get(child) ?? [], changes));
}

/** The children of an item that are at addresses, or contain them, each with those addresses. Throws `TypeError` if there is none. */
function childrenTowards(parent: Item, addresses: readonly string[]): Map<ClosedItem, string[]> {
  const below = new Map<string, string[]>();
  for (const address of addresses) {
    const child = childAddress(parent, address);
    const known = below.get(child);
    if (known) known.push(address);
    else below.set(child, [address]);
  }
  const paths = new Map<ClosedItem, string[]>();
  for (const child of parent.children) {
    const childPaths = below.get(child.address);
    if (childPaths) paths.set(child, childPaths);
    below.delete(child.address);
  }
  for (const [missing] of below.values()) throw new TypeError(`nothing is at ${missing}`);
  return paths;
}

/** Why items cannot be replaced, whatever the new content, by their addresses: those that are not fixed are not in it. */
export function fixedAmong(root: Item, addresses: readonly string[]): Map<string, Diagnostic> {
  const why = new Map<string, Diagnostic>();
  const look = (parent: Item, all: readonly string[]): void => {
    const inside = all.filter((address) => address !== parent.address);
    for (const [child, paths] of childrenTowards(parent, inside)) {
      if (!child.slot) for (const address of paths) why.set(address, fixed(parent, child, NO_SLOT).diagnostic);
      else if (paths.length > 1 || paths[0] !== child.address) look(child.open(), paths);
    }
  };
  look(root, addresses);
  return why;
}

const NO_SLOT = 'whose content cannot be replaced: create it again with the tool that made it';

function fixed(parent: Item, { address, stored }: ClosedItem, why: string): FormatError {
  return new FormatError(
    diagnostic('replace/fixed', `${address} is in a container of kind ${parent.kind}, ${why}`, stored.span(), address.slice(1)),
  );
}

/** A container with the new content of some of its children. */
function rewritten(parent: Item, children: readonly ClosedItem[], content: (item: ClosedItem) => Bytes): Bytes {
  const [first] = children;
  const inside = new Map<object, Uint8Array>();
  for (const item of children) {
    if (!item.slot) throw fixed(parent, item, NO_SLOT);
    inside.set(item.slot.key, content(item).data);
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
