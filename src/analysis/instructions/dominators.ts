/**
 * Dominators: the blocks that every path to a block goes through, ignoring calls. All blocks without predecessors are entries.
 *
 * Source: T. Lengauer, R. Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), with simple linking. For n edges the
 * work is O(n log n), however deeply loops nest.
 */
import type { Block, Edge } from './flow.ts';

export const isInside = ({ kind }: Edge): boolean => kind === 'next' || kind === 'branch';

const NONE = -1;
/** The number of the virtual root, which leads to all entries. */
const ROOT = 0;

export class Dominators {
  /** The number of each block in preorder, from 1 on. */
  readonly number: Int32Array;
  /** By number: the position of a block in a preorder of the dominator tree, and the end of its subtree there. */
  private readonly first: Int32Array;
  private readonly end: Int32Array;

  constructor(blocks: readonly Block[]) {
    const { vertex, number, parent } = preorder(blocks);
    this.number = number;
    const dominator = immediate(blocks, vertex, number, parent);
    const count = vertex.length;
    const size = new Int32Array(count).fill(1);
    // A dominator has a lower number than the blocks that it dominates.
    for (let at = count - 1; at > ROOT; at--)
      size[dominator[at] as number] = (size[dominator[at] as number] as number) + (size[at] as number);
    this.first = new Int32Array(count);
    this.end = new Int32Array(count);
    const next = new Int32Array(count);
    next[ROOT] = 1;
    for (let at = 1; at < count; at++) {
      const above = dominator[at] as number;
      const first = next[above] as number;
      this.first[at] = first;
      this.end[at] = first + (size[at] as number);
      next[above] = this.end[at] as number;
      next[at] = first + 1;
    }
  }

  /** Whether all paths to a block go through another one, given their indices; a block dominates itself. */
  dominates(one: number, other: number): boolean {
    const [above, below] = [this.number[one] as number, this.number[other] as number];
    const at = this.first[below] as number;
    return at >= (this.first[above] as number) && at < (this.end[above] as number);
  }
}

/** Blocks by number, numbers by block, and for each number the number of its parent in the depth-first tree. */
interface Tree {
  readonly vertex: readonly number[];
  readonly number: Int32Array;
  readonly parent: readonly number[];
}

function preorder(blocks: readonly Block[]): Tree {
  const number = new Int32Array(blocks.length);
  const vertex = [NONE];
  const parent = [NONE];
  const enter = (block: number, from: number): { at: number; next: number } => {
    number[block] = vertex.length;
    vertex.push(block);
    parent.push(from);
    return { at: block, next: 0 };
  };
  const visit = (entry: number): void => {
    if (number[entry] !== 0) return;
    const stack = [enter(entry, ROOT)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = (blocks[top.at] as Block).successors[top.next++];
      if (edge === undefined) stack.pop();
      else if (isInside(edge) && number[edge.to] === 0) stack.push(enter(edge.to, number[top.at] as number));
    }
  };
  if (blocks.length > 0) visit(0);
  for (const { index, predecessors } of blocks) if (!predecessors.some(isInside)) visit(index);
  // Loops that nothing leads to.
  for (const { index } of blocks) visit(index);
  return { vertex, number, parent };
}

/** The immediate dominator of each block, by number. */
function immediate(blocks: readonly Block[], vertex: readonly number[], number: Int32Array, parent: readonly number[]): Int32Array {
  const count = vertex.length;
  const semi = Int32Array.from({ length: count }, (_, at) => at);
  const label = semi.slice();
  const ancestor = new Int32Array(count).fill(NONE);
  /** The number with the lowest semidominator on the path up to the root of the linked forest, excluding the root. */
  const lowest = (at: number): number => {
    const path: number[] = [];
    let top = at;
    for (let up = ancestor[top] as number; up !== NONE && ancestor[up] !== NONE; up = ancestor[top] as number) {
      path.push(top);
      top = up;
    }
    for (let one = path.pop(); one !== undefined; one = path.pop()) {
      const up = ancestor[one] as number;
      if ((semi[label[up] as number] as number) < (semi[label[one] as number] as number)) label[one] = label[up] as number;
      ancestor[one] = ancestor[up] as number;
    }
    return label[at] as number;
  };
  const dominator = new Int32Array(count);
  // Lists of the numbers with the same semidominator.
  const head = new Int32Array(count).fill(NONE);
  const next = new Int32Array(count).fill(NONE);
  for (let at = count - 1; at > ROOT; at--) {
    const up = parent[at] as number;
    let found = up;
    for (const edge of (blocks[vertex[at] as number] as Block).predecessors)
      if (isInside(edge)) found = Math.min(found, semi[lowest(number[edge.from] as number)] as number);
    semi[at] = found;
    next[at] = head[found] as number;
    head[found] = at;
    ancestor[at] = up;
    for (let one = head[up] as number; one !== NONE; one = next[one] as number) {
      const low = lowest(one);
      dominator[one] = (semi[low] as number) < (semi[one] as number) ? low : up;
    }
    head[up] = NONE;
  }
  for (let at = 1; at < count; at++) if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at] as number] as number;
  return dominator;
}
