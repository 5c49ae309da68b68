/**
 * Other content in the place of an item, whatever it lies in: each container around it is written anew, from the inside out.
 */
import { diagnostic, FormatError } from '../diag/index.ts';
import { findItem, type Item } from './item.ts';

/**
 * The bytes of the input with `data` in the place of the item at `address`. What was compressed on the way is stored as it is: every
 * reader takes both.
 *
 * Throws `FormatError` (`replace/fixed`) when a container on the way cannot hold other content, such as a program that was linked, or is
 * too damaged to be written again, and
 * `TypeError` when nothing is at the address.
 */
export function replaceItem(root: Item, address: string, data: Uint8Array): Uint8Array {
  const path: Item[] = [];
  for (let item: Item | undefined = findItem(root, address); item && item !== root; item = parentOf(root, item)) path.push(item);
  if (path.length === 0 && address !== root.address) throw new TypeError(`nothing is at ${address}`);
  return path.reduce((content, item) => {
    const parent = parentOf(root, item) ?? root;
    const fixed = (why: string) =>
      new FormatError(
        diagnostic('replace/fixed', `${item.address} lies in what is ${parent.kind}, ${why}`, item.stored.span(), item.address.slice(1)),
      );
    if (!item.replace) throw fixed('where no other content can be put: make that anew, with the tool that made it');
    try {
      return item.replace(content);
    } catch (error) {
      // Fields of a damaged container may be more than its form has room for.
      if (!(error instanceof RangeError)) throw error;
      throw fixed(`which cannot be written again: ${error.message}`);
    }
  }, data);
}

function parentOf(root: Item, item: Item): Item | undefined {
  for (let parent = root; ; ) {
    if (parent.children.includes(item)) return parent;
    const next = parent.children.find((child) => item.address.startsWith(`${child.address}!`));
    if (!next) return undefined;
    parent = next;
  }
}
