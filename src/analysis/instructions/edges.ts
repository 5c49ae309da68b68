/** Edges between blocks, as numbers: large code may have a million, and an object for each would take several times the memory. */

/** How control passes from one block to another. */
export type EdgeKind = 'next' | 'branch' | 'call' | 'return';

/** `lanes`: only the waiting lanes take the edge. `thread`: only the instruction pointer takes it, without those lanes. */
export type EdgeOnly = 'lanes' | 'thread' | undefined;

const KINDS: readonly EdgeKind[] = ['next', 'branch', 'call', 'return'];
const ONLY: readonly EdgeOnly[] = [undefined, 'lanes', 'thread'];
/** A number has the kind below this bit, and `only` from it on. */
const SHIFT = 2;
const KIND = (1 << SHIFT) - 1;
/** Kinds below it do not leave a subroutine, nor enter one. */
const INSIDE = KINDS.indexOf('branch');

/** Edges in any order, as they are found. */
export class EdgeList {
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly kinds: number[] = [];

  add(from: number, to: number, kind: EdgeKind, only?: EdgeOnly): void {
    this.from.push(from);
    this.to.push(to);
    this.kinds.push(KINDS.indexOf(kind) | (ONLY.indexOf(only) << SHIFT));
  }

  /** The edges so far by the blocks at both ends. */
  byBlock(blocks: number): { readonly successors: Edges; readonly predecessors: Edges } {
    const { from, to, kinds } = this;
    return { successors: new Edges(blocks, from, to, kinds), predecessors: new Edges(blocks, to, from, kinds) };
  }
}

/** The edges of each block at one of their ends, in the order in which they were found: from `startOf` to `endOf`. */
export class Edges {
  private readonly ends: Int32Array;
  private readonly others: Int32Array;
  private readonly kinds: Uint8Array;

  constructor(blocks: number, ends: readonly number[], others: readonly number[], kinds: readonly number[]) {
    this.ends = new Int32Array(blocks);
    this.others = new Int32Array(ends.length);
    this.kinds = new Uint8Array(ends.length);
    for (const block of ends) this.ends[block] = (this.ends[block] ?? 0) + 1;
    let all = 0;
    // Where the edges of a block begin; each that is put in place moves that on, so that it is where they end after the last one.
    for (let block = 0; block < blocks; block++) {
      const count = this.ends[block] ?? 0;
      this.ends[block] = all;
      all += count;
    }
    for (let i = 0; i < ends.length; i++) {
      const at = this.ends[ends[i] ?? 0] ?? 0;
      this.ends[ends[i] ?? 0] = at + 1;
      this.others[at] = others[i] ?? 0;
      this.kinds[at] = kinds[i] ?? 0;
    }
  }

  startOf(block: number): number {
    return block === 0 ? 0 : (this.ends[block - 1] ?? 0);
  }

  endOf(block: number): number {
    return this.ends[block] ?? 0;
  }

  count(block: number): number {
    return this.endOf(block) - this.startOf(block);
  }

  /** The block at the other end of an edge. */
  block(edge: number): number {
    return this.others[edge] ?? 0;
  }

  kind(edge: number): EdgeKind {
    return KINDS[(this.kinds[edge] ?? 0) & KIND] as EdgeKind;
  }

  only(edge: number): EdgeOnly {
    return ONLY[(this.kinds[edge] ?? 0) >> SHIFT];
  }

  /** Whether both ends are in the same subroutine. */
  isInside(edge: number): boolean {
    return ((this.kinds[edge] ?? 0) & KIND) <= INSIDE;
  }
}
