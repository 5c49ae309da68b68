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

/** Blocks that have to be visited, each once: the one with the lowest rank is the next. */
export class Worklist {
  private readonly rank: Int32Array;
  private readonly blocks: Int32Array;
  /** By rank, as bits. */
  private readonly waiting: Uint32Array;
  /** No block below this rank is waiting. */
  private low: number;

  /** @param isFull whether all blocks have to be visited, or none yet */
  constructor(rank: Int32Array, isFull: boolean) {
    this.rank = rank;
    this.blocks = new Int32Array(rank.length);
    for (const [block, at] of rank.entries()) this.blocks[at] = block;
    this.waiting = new Uint32Array(Math.ceil(rank.length / 32));
    this.low = rank.length;
    if (isFull) for (let block = 0; block < rank.length; block++) this.add(block);
  }

  add(block: number): void {
    const at = this.rank[block] as number;
    this.waiting[at >> 5] = (this.waiting[at >> 5] as number) | (1 << (at & 31));
    if (at < this.low) this.low = at;
  }

  next(): number | undefined {
    for (let word = this.low >> 5; word < this.waiting.length; word++) {
      const bits = this.waiting[word] as number;
      if (bits === 0) continue;
      const at = word * 32 + 31 - Math.clz32(bits & -bits);
      this.waiting[word] = bits & (bits - 1);
      this.low = at;
      return this.blocks[at];
    }
    return undefined;
  }
}
