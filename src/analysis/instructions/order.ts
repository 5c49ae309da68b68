/** The order in which a data-flow analysis visits blocks, so that few are visited again. */
import type { Flow } from './flow.ts';

/** The rank of each block in reverse postorder of a depth-first search: before all that only it leads to. */
export function reversePostorder({ blocks, successors, predecessors }: Flow): Int32Array {
  const rank = new Int32Array(blocks.length);
  const isSeen = new Uint8Array(blocks.length);
  const next = new Int32Array(blocks.length).map((_, block) => successors.startOf(block));
  let left = blocks.length;
  const visit = (entry: number): void => {
    const stack = [entry];
    isSeen[entry] = 1;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = next[top] ?? 0;
      next[top] = edge + 1;
      const to = successors.block(edge);
      if (edge === successors.endOf(top)) {
        rank[top] = --left;
        stack.pop();
      } else if (isSeen[to] === 0) {
        isSeen[to] = 1;
        stack.push(to);
      }
    }
  };
  // The first block last: what it leads to has the lowest ranks.
  for (let index = blocks.length - 1; index >= 0; index--)
    if (isSeen[index] === 0 && (index === 0 || predecessors.count(index) === 0)) visit(index);
  for (let index = blocks.length - 1; index >= 0; index--) if (isSeen[index] === 0) visit(index);
  return rank;
}

/** Blocks that have to be visited, each once: the one with the lowest rank is the next. A heap of ranks. */
export class Worklist {
  private readonly rank: Int32Array;
  /** By rank. */
  private readonly blocks: Int32Array;
  private readonly isWaiting: Uint8Array;
  private readonly heap: Int32Array;
  private size = 0;

  /** None has to be visited yet. */
  constructor(rank: Int32Array) {
    this.rank = rank;
    this.blocks = new Int32Array(rank.length);
    for (let block = 0; block < rank.length; block++) this.blocks[rank[block] ?? 0] = block;
    this.heap = new Int32Array(rank.length);
    this.isWaiting = new Uint8Array(rank.length);
  }

  /** All have to be visited. */
  fill(): this {
    // Ranks in order are a heap.
    for (let rank = 0; rank < this.heap.length; rank++) this.heap[rank] = rank;
    this.isWaiting.fill(1);
    this.size = this.heap.length;
    return this;
  }

  add(block: number): void {
    const { heap, isWaiting } = this;
    const rank = this.rank[block] ?? 0;
    if (isWaiting[rank] === 1) return;
    isWaiting[rank] = 1;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] ?? 0) < rank) break;
      heap[at] = heap[parent] ?? 0;
      at = parent;
    }
    heap[at] = rank;
  }

  next(): number | undefined {
    const { heap } = this;
    if (this.size === 0) return undefined;
    const first = heap[0] ?? 0;
    this.isWaiting[first] = 0;
    const last = heap[--this.size] ?? 0;
    let at = 0;
    for (let child = 1; child < this.size; child = 2 * at + 1) {
      if (child + 1 < this.size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      if ((heap[child] ?? 0) > last) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = last;
    return this.blocks[first];
  }
}
