/**
 * Natural loops: the blocks on paths back to a block that dominates them. Calls are not part of a loop.
 *
 * Dominators as Cooper, Harvey and Kennedy find them; bodies from the inside out, each inner loop as one block, so that the work is nearly
 * proportional to the number of edges.
 */
import type { Block, Edge, Flow } from './flow.ts';

export interface Loop {
  /** The block that all paths into the loop go through. */
  readonly header: number;
  /** How many blocks it has, those of inner loops included. */
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
  /** How many loops each block is in. */
  readonly depthOf: Int32Array;
}

const NONE = -1;

const isInside = ({ kind }: Edge): boolean => kind === 'next' || kind === 'branch';

/** Steps up the dominator tree that are charged at a time, and the cost of each, in bytes of the budget. */
const STEPS = 4096;
const WORK = 1;

/** Counts steps, and refuses them when the budget is used up. */
class Meter {
  exhausted = false;
  private left = 0;
  private readonly tryCharge: (bytes: number) => boolean;

  constructor(tryCharge: (bytes: number) => boolean) {
    this.tryCharge = tryCharge;
  }

  step(): boolean {
    if (this.left-- > 0) return true;
    this.left = STEPS;
    this.exhausted ||= !this.tryCharge(STEPS * WORK);
    return !this.exhausted;
  }
}

/**
 * Finds loops.
 *
 * @param tryCharge charges the bytes of work of each step, and returns false when the budget is used up
 * @returns `undefined` when the budget is used up
 */
export function loopsOf({ blocks }: Flow, tryCharge: (bytes: number) => boolean = () => true): Loops | undefined {
  const meter = new Meter(tryCharge);
  const order = postorder(blocks);
  const dominator = dominators(blocks, order, meter);
  const { rank } = order;
  const back = new Map<number, number[]>();
  for (const block of blocks) {
    for (const edge of block.successors) {
      if (!isInside(edge) || !dominates(dominator, rank, edge.to, edge.from, meter)) continue;
      const known = back.get(edge.to);
      if (known === undefined) back.set(edge.to, [edge.from]);
      else known.push(edge.from);
    }
  }
  return meter.exhausted ? undefined : nest(blocks, back, rank);
}

interface Order {
  /** Blocks in postorder: after all their successors, except along back edges. */
  readonly sequence: readonly number[];
  /** The place of a block in it. */
  readonly rank: Int32Array;
  /** Blocks without predecessors: the first, subroutines, and unreachable blocks. */
  readonly isRoot: Uint8Array;
}

function postorder(blocks: readonly Block[]): Order {
  const sequence: number[] = [];
  const rank = new Int32Array(blocks.length).fill(NONE);
  const isRoot = new Uint8Array(blocks.length);
  const seen = new Uint8Array(blocks.length);
  const visit = (root: number): void => {
    if (seen[root] === 1) return;
    isRoot[root] = 1;
    seen[root] = 1;
    const stack: { at: number; next: number }[] = [{ at: root, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { at: number; next: number };
      const edge = (blocks[top.at] as Block).successors[top.next++];
      if (edge === undefined) {
        rank[top.at] = sequence.length;
        sequence.push(top.at);
        stack.pop();
      } else if (isInside(edge) && seen[edge.to] === 0) {
        seen[edge.to] = 1;
        stack.push({ at: edge.to, next: 0 });
      }
    }
  };
  if (blocks.length > 0) visit(0);
  for (const { index, predecessors } of blocks) if (!predecessors.some(isInside)) visit(index);
  for (const { index } of blocks) visit(index);
  return { sequence, rank, isRoot };
}

/** The immediate dominator of each block; `NONE` for roots. */
function dominators(blocks: readonly Block[], { sequence, rank, isRoot }: Order, meter: Meter): Int32Array {
  const dominator = new Int32Array(blocks.length).fill(NONE);
  const isKnown = Uint8Array.from(isRoot);
  const meet = (a: number, b: number): number => {
    let [one, other] = [a, b];
    while (one !== other) {
      if (one === NONE || other === NONE || !meter.step()) return NONE;
      if ((rank[one] as number) < (rank[other] as number)) one = dominator[one] as number;
      else other = dominator[other] as number;
    }
    return one;
  };
  for (let changed = true; changed && !meter.exhausted; ) {
    changed = false;
    for (let i = sequence.length - 1; i >= 0; i--) {
      const index = sequence[i] as number;
      if (isRoot[index] === 1 || !meter.step()) continue;
      let found: number | undefined;
      for (const edge of (blocks[index] as Block).predecessors) {
        if (!isInside(edge) || isKnown[edge.from] === 0) continue;
        found = found === undefined ? edge.from : meet(found, edge.from);
      }
      if (found === undefined || (isKnown[index] === 1 && dominator[index] === found)) continue;
      dominator[index] = found;
      isKnown[index] = 1;
      changed = true;
    }
  }
  return dominator;
}

function dominates(dominator: Int32Array, rank: Int32Array, one: number, other: number, meter: Meter): boolean {
  let at = other;
  while (at !== NONE && (rank[at] as number) < (rank[one] as number) && meter.step()) at = dominator[at] as number;
  return at === one;
}

function nest(blocks: readonly Block[], back: ReadonlyMap<number, readonly number[]>, rank: Int32Array): Loops {
  // The header of the outermost loop found so far that a block is in: itself if there is no loop.
  const outer = Int32Array.from(blocks, (_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (outer[at] !== at) {
      outer[at] = outer[outer[at] as number] as number;
      at = outer[at] as number;
    }
    return at;
  };
  const parentOf = new Map<number, number>();
  const inner = Int32Array.from(blocks, () => NONE);
  // Inner loops first: their headers come first in postorder.
  for (const header of [...back.keys()].sort((a, b) => (rank[a] as number) - (rank[b] as number))) {
    inner[header] = header;
    const stack = (back.get(header) as readonly number[]).map(find);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      if (at === header || outer[at] !== at) continue;
      outer[at] = header;
      if (inner[at] === NONE) inner[at] = header;
      else parentOf.set(at, header);
      for (const edge of (blocks[at] as Block).predecessors) if (isInside(edge)) stack.push(find(edge.from));
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
    for (let at = loop; at !== NONE && depths[at] === 0; at = parents[at] as number) chain.push(at);
    for (const at of chain.reverse()) depths[at] = 1 + (parents[at] === NONE ? 0 : (depths[parents[at] as number] as number));
    return depths[loop] as number;
  };
  const counts = new Int32Array(headers.length);
  const loopOf = inner.map((header) => (header === NONE ? NONE : (number.get(header) as number)));
  const depthOf = loopOf.map((loop) => (loop === NONE ? 0 : depth(loop)));
  for (const loop of loopOf) for (let at = loop; at !== NONE; at = parents[at] as number) counts[at] = (counts[at] as number) + 1;
  const loops = headers.map((header, i) => ({ header, blocks: counts[i] as number, parent: parents[i] as number, depth: depth(i) }));
  return { loops, loopOf, depthOf };
}
