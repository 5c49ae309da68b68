/** The order in which a data-flow analysis visits blocks, so that few are visited again. */
import type { Block } from './flow.ts';

/** The rank of each block in reverse postorder of a depth-first search: before all that only it leads to. */
export function reversePostorder(blocks: readonly Block[]): Int32Array {
  const rank = new Int32Array(blocks.length);
  const isSeen = new Uint8Array(blocks.length);
  const next = new Int32Array(blocks.length);
  let left = blocks.length;
  const visit = (entry: number): void => {
    const stack = [entry];
    isSeen[entry] = 1;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const tried = next[top] as number;
      const edge = (blocks[top] as Block).successors[tried];
      next[top] = tried + 1;
      if (edge === undefined) {
        rank[top] = --left;
        stack.pop();
      } else if (isSeen[edge.to] === 0) {
        isSeen[edge.to] = 1;
        stack.push(edge.to);
      }
    }
  };
  // The first block last: what it leads to has the lowest ranks.
  for (let index = blocks.length - 1; index >= 0; index--)
    if (isSeen[index] === 0 && (index === 0 || (blocks[index] as Block).predecessors.length === 0)) visit(index);
  for (let index = blocks.length - 1; index >= 0; index--) if (isSeen[index] === 0) visit(index);
  return rank;
}

/** Blocks that have to be visited, each once: the one with the lowest rank is the next. A heap. */
export class Worklist {
  private readonly rank: Int32Array;
  private readonly isWaiting: Uint8Array;
  private readonly heap: number[] = [];

  constructor(rank: Int32Array) {
    this.rank = rank;
    this.isWaiting = new Uint8Array(rank.length);
  }

  add(block: number): void {
    if (this.isWaiting[block] === 1) return;
    this.isWaiting[block] = 1;
    const { heap } = this;
    let at = heap.length;
    for (let up = (at - 1) >> 1; at > 0 && this.isBefore(block, heap[up] as number); at = up, up = (at - 1) >> 1)
      heap[at] = heap[up] as number;
    heap[at] = block;
  }

  next(): number | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    this.isWaiting[first] = 0;
    if (heap.length > 0) this.sink(last);
    return first;
  }

  /** Puts a block in place of the first. */
  private sink(block: number): void {
    const { heap } = this;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && this.isBefore(heap[down + 1] as number, heap[down] as number)) down++;
      if (!this.isBefore(heap[down] as number, block)) break;
      heap[at] = heap[down] as number;
      at = down;
    }
    heap[at] = block;
  }

  private isBefore(a: number, b: number): boolean {
    return (this.rank[a] as number) < (this.rank[b] as number);
  }
}
