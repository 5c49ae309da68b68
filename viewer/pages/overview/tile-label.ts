import { count, shown } from '../../parts/shown.ts';
import type { SizeTile } from '../../worker/rows.ts';

/** The label of a tile in the picture of sizes. */
export function labelOf({ label, rest }: SizeTile): string {
  return rest === undefined ? shown(label, 80) || 'the file' : `${count(rest, 'smaller one')}`;
}

/** What the bytes of a tile are: its only part says so; of several kinds, that of most bytes. */
export function kindOf(tile: SizeTile): string {
  let inner = tile;
  while (inner.children[0]) inner = inner.children[0];
  return inner.rest === undefined ? inner.label : 'smaller ones';
}

/** Kinds with a colour of their own, in the order of the colours; the next is that of all others. */
const KINDS: readonly string[] = ['IR', 'code', 'attributes and notes', 'debug data', 'data'];
const OTHERS = 'others';

export const colourOf = (kind: string): string => `var(--tile-${KINDS.includes(kind) ? KINDS.indexOf(kind) + 1 : KINDS.length + 1})`;

export const tileOf = (tile: SizeTile): string => colourOf(kindOf(tile));

/** The kinds in a tree that have a colour, and whether there are others. */
export function kindsIn(tile: SizeTile): string[] {
  const found = new Set<string>();
  const add = (one: SizeTile): void => {
    if (one.children.length === 0) found.add(KINDS.includes(kindOf(one)) ? kindOf(one) : OTHERS);
    else for (const child of one.children) add(child);
  };
  add(tile);
  return [...KINDS, OTHERS].filter((kind) => found.has(kind));
}
