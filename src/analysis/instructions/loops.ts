/**
 * Natural loops: the blocks on paths back to a block that dominates them. Called subroutines are not part of a loop.
 *
 * Bodies are found from the inside out, with each inner loop as one block, so that the work is nearly proportional to the number of edges.
 */
import { Dominators } from './dominators.ts';
import type { Flow } from './flow.ts';

export interface Loop {
  /** The block that all paths into the loop go through. */
  readonly header: number;
  /** Number of its blocks, including those of inner loops. */
  readonly blocks: number;
  /** The index of the enclosing loop; -1 for none. */
  readonly parent: number;
  /** 1 for an outermost loop. */
  readonly depth: number;
}

export interface Loops {
  /** In the order of their headers. */
  readonly loops: readonly Loop[];
  /** The innermost loop of each block; -1 for none. */
  readonly loopOf: Int32Array;
  /** The number of loops that each block is in. */
  readonly depthOf: Int32Array;
}

const NONE = -1;

/** Finds loops. */
export function loopsOf(flow: Flow): Loops {
  const { blocks, successors } = flow;
  const dominators = new Dominators(flow);
  const back = new Map<number, number[]>();
  for (const { index } of blocks) {
    for (let edge = successors.startOf(index); edge < successors.endOf(index); edge++) {
      const to = successors.block(edge);
      if (!successors.isInside(edge) || !dominators.dominates(to, index)) continue;
      const known = back.get(to);
      if (known === undefined) back.set(to, [index]);
      else known.push(index);
    }
  }
  return nest(flow, back, dominators.number);
}

/** @param number the preorder number of each block */
function nest({ blocks, predecessors }: Flow, back: ReadonlyMap<number, readonly number[]>, number: Int32Array): Loops {
  // For each block, the header of the outermost loop found so far that contains it; the block itself if there is none.
  const outer = new Int32Array(blocks.length).map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (outer[at] !== at) {
      outer[at] = outer[outer[at] ?? 0] ?? 0;
      at = outer[at] ?? 0;
    }
    return at;
  };
  const parentOf = new Map<number, number>();
  const inner = new Int32Array(blocks.length).fill(NONE);
  // Inner loops first: their headers come last in preorder.
  for (const header of [...back.keys()].sort((a, b) => (number[b] ?? 0) - (number[a] ?? 0))) {
    inner[header] = header;
    const stack = (back.get(header) as readonly number[]).map(find);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      if (at === header || outer[at] !== at) continue;
      outer[at] = header;
      if (inner[at] === NONE) inner[at] = header;
      else parentOf.set(at, header);
      for (let edge = predecessors.startOf(at); edge < predecessors.endOf(at); edge++)
        if (predecessors.isInside(edge)) stack.push(find(predecessors.block(edge)));
    }
  }
  return describe(
    [...back.keys()].sort((a, b) => a - b),
    parentOf,
    inner,
  );
}

function describe(headers: readonly number[], parentOf: ReadonlyMap<number, number>, inner: Int32Array): Loops {
  const number = new Map(headers.map((header, index) => [header, index]));
  const parents = headers.map((header) => number.get(parentOf.get(header) ?? NONE) ?? NONE);
  const depths = new Int32Array(headers.length);
  const depth = (loop: number): number => {
    const chain: number[] = [];
    for (let at = loop; at !== NONE && depths[at] === 0; at = parents[at] ?? 0) chain.push(at);
    for (const at of chain.reverse()) depths[at] = 1 + (parents[at] === NONE ? 0 : (depths[parents[at] ?? 0] ?? 0));
    return depths[loop] ?? 0;
  };
  const counts = new Int32Array(headers.length);
  const loopOf = inner.map((header) => (header === NONE ? NONE : (number.get(header) as number)));
  const depthOf = loopOf.map((loop) => (loop === NONE ? 0 : depth(loop)));
  const add = (loop: number, blocks: number) => {
    if (loop !== NONE) counts[loop] = (counts[loop] ?? 0) + blocks;
  };
  for (const loop of loopOf) add(loop, 1);
  // The deepest first: a loop is complete before its count is added to the enclosing loop.
  const inward = headers.map((_, i) => i).sort((a, b) => depth(b) - depth(a));
  for (const loop of inward) add(parents[loop] ?? 0, counts[loop] ?? 0);
  const loops = headers.map((header, i) => ({ header, blocks: counts[i] ?? 0, parent: parents[i] ?? 0, depth: depth(i) }));
  return { loops, loopOf, depthOf };
}
