import type { Item } from '../../src/internal.ts';

/** What is directly in an item, read; nothing for no item. */
export function childrenOf(item: Item | undefined): Item[] {
  return (item?.children ?? []).map((child) => child.open());
}

/** What can be compared of an item that was read twice. */
export const plainItem = (item: Item | undefined) =>
  item && [item.address, item.kind, item.name, item.bytes.span(), item.stored.span(), item.facts, item.kernels, item.diagnostics];
