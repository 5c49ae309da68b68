/** For an answer that is a tree, and is made in one pass. A file of its own, because few verbs have one. */
import type { ClosedItem, Item, Pass } from './item.ts';

/** Opens the children of items in the order of a pass, whose items these are: containers before their content, so that each is read once. */
export function openerIn({ below }: Pass): (child: ClosedItem, parent: Item) => Item {
  const items = below[Symbol.iterator]();
  return (child, parent) => {
    // The sections of an image are in no pass.
    if (parent.content.kind === 'zebin') return child.open();
    const { done, value } = items.next();
    if (done) throw new Error('a pass ends before its last item');
    return value;
  };
}
