/** Branches as lines next to the code: a line from each target to the branches that lead to it, in lanes side by side. */
import type { CodeAnalysis } from '../documents/disasm/model.ts';

/** A target with the branches to it, from the first to the last of their addresses. Offsets are in bytes from the start of the code. */
export interface FlowArrow {
  readonly target: number;
  readonly first: number;
  readonly last: number;
  /** In rising order. */
  readonly sources: readonly number[];
}

/**
 * The arrows of each lane, by rising address; those of one lane do not meet. The work is proportional to blocks and lanes.
 *
 * @param most lanes at most; where there are more arrows side by side, the later ones are left out
 */
export function flowLanes(blocks: CodeAnalysis['blocks'], most: number): FlowArrow[][] {
  const lanes: FlowArrow[][] = [];
  for (const arrow of arrowsOf(blocks)) {
    const free = lanes.findIndex((lane) => (lane.at(-1) as FlowArrow).last < arrow.first);
    if (free >= 0) (lanes[free] as FlowArrow[]).push(arrow);
    else if (lanes.length < most) lanes.push([arrow]);
  }
  return lanes;
}

/** An arrow for each target of branches, by rising address; of those that begin at one place the longest comes first. */
function arrowsOf(blocks: CodeAnalysis['blocks']): FlowArrow[] {
  const sources = new Map<number, number[]>();
  for (const { last, successors } of blocks) {
    for (const { block, kind } of successors) {
      const target = blocks[block]?.offset;
      if (kind !== 'branch' || target === undefined) continue;
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [last]);
      else known.push(last);
    }
  }
  const arrows = [...sources].map(([target, from]): FlowArrow => {
    const [first, last] = [Math.min(target, from[0] ?? target), Math.max(target, from.at(-1) ?? target)];
    return { target, first, last, sources: from };
  });
  return arrows.sort((a, b) => a.first - b.first || b.last - a.last);
}
