import { count, shown } from '../../parts/shown.ts';
import type { SizeTile } from '../../worker/rows.ts';

/** What a tile of the picture of sizes is called. */
export function labelOf({ label, rest }: SizeTile): string {
  return rest === undefined ? shown(label, 80) || 'the file' : `${count(rest, 'smaller one')}`;
}
