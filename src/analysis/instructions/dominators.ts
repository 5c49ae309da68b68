/**
 * Dominators: the blocks that every path to a block goes through, ignoring calls. All blocks without predecessors are entries.
 *
 * Source: T. Lengauer, R. Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), with simple linking. For n edges the
 * work is O(n log n), however deeply loops nest.
 */
import type { Edges } from './edges.ts';
import type { Flow } from './flow.ts';

const NONE = -1;
/** The number of the virtual root, which leads to all entries. */
const ROOT = 0;

export class Dominators {
  /** The number of each block in preorder, from 1 on. */
  readonly number: Int32Array;
  /** By number: the position of a block in a preorder of the dominator tree, and the end of its subtree there. */
  private readonly first: Int32Array;
  private readonly end: Int32Array;

  constructor(flow: Flow) {
    const { vertex, number, parent } = preorder(flow);
    this.number = number;
    const dominator = immediate(flow.predecessors, vertex, number, parent);
    const count = vertex.length;
    const size = new Int32Array(count).fill(1);
    // A dominator has a lower number than the blocks that it dominates.
    for (let at = count - 1; at > ROOT; at--) size[dominator[at] ?? 0] = (size[dominator[at] ?? 0] ?? 0) + (size[at] ?? 0);
    this.first = new Int32Array(count);
    this.end = new Int32Array(count);
    const next = new Int32Array(count);
    next[ROOT] = 1;
    for (let at = 1; at < count; at++) {
      const above = dominator[at] ?? 0;
      const first = next[above] ?? 0;
      this.first[at] = first;
      this.end[at] = first + (size[at] ?? 0);
      next[above] = this.end[at] ?? 0;
      next[at] = first + 1;
    }
  }

  /** Whether all paths to a block go through another one, given their indices; a block dominates itself. */
  dominates(one: number, other: number): boolean {
    const above = this.number[one] ?? 0;
    const below = this.number[other] ?? 0;
    const at = this.first[below] ?? 0;
    return at >= (this.first[above] ?? 0) && at < (this.end[above] ?? 0);
  }
}

/** Blocks by number, numbers by block, and for each number the number of its parent in the depth-first tree. */
interface Tree {
  readonly vertex: readonly number[];
  readonly number: Int32Array;
  readonly parent: readonly number[];
}

function preorder({ blocks, successors, predecessors }: Flow): Tree {
  const number = new Int32Array(blocks.length);
  const vertex = [NONE];
  const parent = [NONE];
  const enter = (block: number, from: number): { at: number; next: number } => {
    number[block] = vertex.length;
    vertex.push(block);
    parent.push(from);
    return { at: block, next: successors.startOf(block) };
  };
  const visit = (entry: number): void => {
    if (number[entry] !== 0) return;
    const stack = [enter(entry, ROOT)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = top.next++;
      const to = successors.block(edge);
      if (edge === successors.endOf(top.at)) stack.pop();
      else if (successors.isInside(edge) && number[to] === 0) stack.push(enter(to, number[top.at] ?? 0));
    }
  };
  if (blocks.length > 0) visit(0);
  const isEntry = (block: number): boolean => {
    for (let edge = predecessors.startOf(block); edge < predecessors.endOf(block); edge++) if (predecessors.isInside(edge)) return false;
    return true;
  };
  for (const { index } of blocks) if (isEntry(index)) visit(index);
  // Loops that nothing leads to.
  for (const { index } of blocks) visit(index);
  return { vertex, number, parent };
}

/** The immediate dominator of each block, by number. */
function immediate(predecessors: Edges, vertex: readonly number[], number: Int32Array, parent: readonly number[]): Int32Array {
  const count = vertex.length;
  const semi = new Int32Array(count).map((_, at) => at);
  const label = semi.slice();
  const ancestor = new Int32Array(count).fill(NONE);
  /** The number with the lowest semidominator on the path up to the root of the linked forest, excluding the root. */
  const lowest = (at: number): number => {
    const path: number[] = [];
    let top = at;
    for (let up = ancestor[top] ?? 0; up !== NONE && ancestor[up] !== NONE; up = ancestor[top] ?? 0) {
      path.push(top);
      top = up;
    }
    for (let one = path.pop(); one !== undefined; one = path.pop()) {
      const up = ancestor[one] ?? 0;
      if ((semi[label[up] ?? 0] ?? 0) < (semi[label[one] ?? 0] ?? 0)) label[one] = label[up] ?? 0;
      ancestor[one] = ancestor[up] ?? 0;
    }
    return label[at] ?? 0;
  };
  const dominator = new Int32Array(count);
  // Lists of the numbers with the same semidominator.
  const head = new Int32Array(count).fill(NONE);
  const next = new Int32Array(count).fill(NONE);
  for (let at = count - 1; at > ROOT; at--) {
    const up = parent[at] ?? 0;
    let semidominator = up;
    const block = vertex[at] ?? 0;
    for (let edge = predecessors.startOf(block); edge < predecessors.endOf(block); edge++)
      if (predecessors.isInside(edge)) semidominator = Math.min(semidominator, semi[lowest(number[predecessors.block(edge)] ?? 0)] ?? 0);
    semi[at] = semidominator;
    next[at] = head[semidominator] ?? 0;
    head[semidominator] = at;
    ancestor[at] = up;
    for (let one = head[up] ?? 0; one !== NONE; one = next[one] ?? 0) {
      const low = lowest(one);
      dominator[one] = (semi[low] ?? 0) < (semi[one] ?? 0) ? low : up;
    }
    head[up] = NONE;
  }
  for (let at = 1; at < count; at++) if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at] ?? 0] ?? 0;
  return dominator;
}
