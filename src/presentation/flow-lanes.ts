/** Branches as lines next to the code: a line from each target to the branches that lead to it, in lanes side by side. */
import type { AnalysisStream, BlockJson } from '../documents/disasm/model.ts';

type Blocks = AnalysisStream['blocks'];

/** A block that branches lead to, and where it and they begin, from the first to the last. Offsets are in bytes from the start of the code. */
export interface FlowArrow {
  readonly block: number;
  readonly target: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The arrows of each lane, by rising address; those of one lane do not meet. The work is proportional to blocks and lanes.
 *
 * @param most lanes at most; where there are more arrows side by side, the later ones are left out
 */
export function flowLanes(blocks: Blocks, most: number): FlowArrow[][] {
  const lanes: FlowArrow[][] = [];
  for (const arrow of arrowsOf(blocks)) {
    const free = lanes.findIndex((lane) => (lane.at(-1) as FlowArrow).last < arrow.first);
    if (free >= 0) (lanes[free] as FlowArrow[]).push(arrow);
    else if (lanes.length < most) lanes.push([arrow]);
  }
  return lanes;
}

/** The blocks that a block branches to. */
export const branchesOf = ({ successors }: Pick<BlockJson, 'successors'>): number[] =>
  successors.filter(({ kind }) => kind === 'branch').map(({ block }) => block);

/** An arrow for each target of branches, by rising address; of those that begin at one place the longest comes first. */
function* arrowsOf(blocks: Blocks): Generator<FlowArrow> {
  const offsets = new Uint32Array(blocks.length);
  // `from` would keep all blocks until the last one.
  for (let block = 0; block < offsets.length; block++) offsets[block] = blocks.at(block)?.offset ?? 0;
  // The ends of the arrow to each block; without branches to it the first is after the last.
  const first = new Uint32Array(offsets.length).fill(NOWHERE);
  const last = new Uint32Array(offsets.length);
  for (const block of blocks) {
    for (const to of branchesOf(block)) {
      const target = offsets[to];
      if (target === undefined) continue;
      first[to] = Math.min(first[to] ?? 0, block.last, target);
      last[to] = Math.max(last[to] ?? 0, block.last, target);
    }
  }
  const targets = [...offsets.keys()].filter((block) => (first[block] ?? 0) <= (last[block] ?? 0));
  targets.sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || (last[b] ?? 0) - (last[a] ?? 0));
  for (const block of targets) yield { block, target: offsets[block] ?? 0, first: first[block] ?? 0, last: last[block] ?? 0 };
}

/** After all offsets. */
const NOWHERE = 0xffff_ffff;
