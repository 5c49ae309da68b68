import type { Devices } from '../devices/index.ts';

export type { TablesDocument } from '../driver/index.ts';

import { describeTarget } from '../formats/zebin/index.ts';
import type { Item } from '../walk/item.ts';

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
