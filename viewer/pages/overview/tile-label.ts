import { count, shown } from '../../parts/shown.ts';
import type { SizeTile } from '../../worker/rows.ts';

/** The label of a tile in the picture of sizes. */
export function labelOf({ label, rest }: SizeTile): string {
  return rest === undefined ? shown(label, 80) || 'the file' : `${count(rest, 'smaller one')}`;
}
