import type { Devices } from '../devices/index.ts';

export type { TablesDocument } from '../driver/index.ts';

import { describeTarget } from '../formats/zebin/index.ts';
import type { Item, Pass } from '../walk/item.ts';

/** The tree with the targets of its zebins named again, from these devices. */
export function withDevices(root: Item, devices: Devices): Item {
  const { content } = root;
  const children = root.children.map((child) => ({ ...child, open: () => withDevices(child.open(), devices) }));
  // Of the item itself nothing is kept.
  const again = root.open;
  const open = () => withDevices(again(), devices);
  if (content.kind !== 'zebin') return { ...root, children, open };
  const { zebin } = content;
  return { ...root, children, open, content: { ...content, zebin: { ...zebin, target: describeTarget(zebin.notes, devices) } } };
}

/** A pass over a tree, with the targets of its zebins named again. */
export function passWithDevices({ root, below, whole }: Pass, devices: Devices): Pass {
  function* named(): Generator<Item> {
    for (const item of below) yield withDevices(item, devices);
  }
  return { root: withDevices(root, devices), below: named(), whole: () => withDevices(whole(), devices) };
}
