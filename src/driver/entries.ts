/** Entries of the maps of ze_info, as the driver looks them up. */
import type { RecordRows } from '../core/schema/index.ts';
import type { Behaviour } from './behaviour.ts';
import { DriverStop } from './stop.ts';
import type { DriverTree } from './tree.ts';
import type { Findings } from './values.ts';

export type Entries = Map<string, number[]>;

/** The children of a node by key. A key that the release does not know is a finding where the release refuses such keys. */
export function entries(tree: DriverTree, node: number, rows: RecordRows, behaviour: Behaviour, found: Findings, where: string): Entries {
  const known: Entries = new Map();
  for (const child of tree.children(node)) {
    const key = tree.key(child);
    const attribute = Object.hasOwn(rows.attributes, key) ? rows.attributes[key] : undefined;
    if (attribute && behaviour.knows(attribute.driver)) {
      const nodes = known.get(key);
      if (nodes) nodes.push(child);
      else known.set(key, [child]);
    } else if (behaviour.does('strict')) found.unknownKey(tree, child, where);
  }
  return known;
}

export function atMostOne(tree: DriverTree, top: Entries, key: string, where: string): void {
  const nodes = top.get(key) ?? [];
  if (nodes.length > 1) throw new DriverStop('driver/key-twice', `${where} has ${key} ${nodes.length} times`, ...tree.place(nodes[1] ?? 0));
}

export function exactlyOne(tree: DriverTree, top: Entries, key: string, where: string, node: number): number {
  const nodes = top.get(key) ?? [];
  if (nodes[0] === undefined) throw new DriverStop('driver/key-missing', `${where} has no ${key}`, ...placeOf(tree, node));
  atMostOne(tree, top, key, where);
  return nodes[0];
}

/** The range of an item: from the start of its first entry to the end of its last. */
export function placeOf(tree: DriverTree, item: number): readonly [number, number] {
  let place = tree.place(item);
  for (const child of tree.children(item)) {
    const [start, end] = tree.place(child);
    place = place[1] === 0 ? [start, end] : [Math.min(place[0], start), Math.max(place[1], end)];
  }
  return place;
}

/** The range of an entry; if it is missing, the range of its map. */
export function entryPlace(tree: DriverTree, node: number, key: string): readonly [number, number] {
  const found = tree.children(node).filter((child) => tree.key(child) === key);
  return tree.place(found.at(-1) ?? node);
}
