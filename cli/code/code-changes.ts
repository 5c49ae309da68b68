/** How many instructions differ, in words. */
import type { ChangeCounts } from '../../src/internal.ts';

/** `2 changed, 1 new`: those that are not 0. */
export function changesText({ changed, new: added, gone }: ChangeCounts): string {
  const parts = [[changed, 'changed'] as const, [added, 'new'] as const, [gone, 'gone'] as const];
  return parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(', ');
}
