/** The position of a driver's stop in ze_info, as a path in its structure. */
import type { Facts } from '../core/diag/index.ts';
import type { DriverStop } from './stop.ts';
import type { DriverTree } from './tree.ts';

/** Depth of the named levels of ze_info: an entry of a record of a list of a kernel. */
const DEEPEST = 8;

export interface ZeInfoPlace {
  readonly path: string;
  readonly data?: Facts | undefined;
}

/** The children of a node, in the order in which they start in the text. */
interface Children {
  readonly nodes: readonly number[];
  /** Indices in `nodes`. */
  readonly order: readonly number[];
  readonly starts: readonly number[];
}

/** Finds positions in a tree. It caches what it has looked at, because one long list can have many stops. */
export class ZeInfoPlaces {
  private readonly tree: DriverTree;
  private readonly known = new Map<number, Children>();
  private readonly names = new Map<number, string | undefined>();

  constructor(tree: DriverTree) {
    this.tree = tree;
  }

  find({ start, end }: DriverStop): ZeInfoPlace {
    const data: { kernel?: string; attribute?: string } = {};
    let path = '.ze_info';
    let node = 0;
    let limit = Number.POSITIVE_INFINITY;
    for (let depth = 0; end > 0 && depth < DEEPEST; depth++) {
      const { nodes, order, starts } = this.children(node);
      const after = firstAfter(starts, start);
      limit = Math.min(limit, starts[after] ?? limit);
      // Of several that start at the same position, the first is used.
      const at = after === 0 ? undefined : order[firstAfter(starts, (starts[after - 1] as number) - 1)];
      // A range that extends past one child belongs to the parent.
      if (at === undefined || end > limit) break;
      node = nodes[at] as number;
      const key = this.tree.key(node);
      const inKernels = path === '.ze_info/kernels';
      path += key === '' ? `[${at}]` : `/${key}`;
      if (inKernels) {
        const name = this.nameOf(node);
        if (name !== undefined) data.kernel = name;
      } else if (key !== '' && depth > 0) data.attribute = key;
    }
    return Object.keys(data).length > 0 ? { path, data } : { path };
  }

  /** Sorted, because the pair after a dash is the last entry of its map. */
  private children(node: number): Children {
    const known = this.known.get(node);
    if (known) return known;
    const nodes = this.tree.children(node);
    const all = nodes.map((child) => this.startOf(child));
    const order = nodes.map((_, i) => i).sort((a, b) => (all[a] ?? 0) - (all[b] ?? 0) || a - b);
    const children = { nodes, order, starts: order.map((i) => all[i] ?? 0) };
    this.known.set(node, children);
    return children;
  }

  /** The start of a node; a node without key and value starts where its first child does. */
  private startOf(node: number): number {
    const [start, end] = this.tree.place(node);
    if (end > 0) return start;
    return this.tree.children(node).reduce((first, child) => Math.min(first, this.tree.place(child)[0]), Number.POSITIVE_INFINITY);
  }

  private nameOf(kernel: number): string | undefined {
    if (!this.names.has(kernel)) {
      const name = this.tree.children(kernel).find((entry) => this.tree.key(entry) === 'name');
      this.names.set(kernel, name === undefined ? undefined : this.tree.unquoted(name));
    }
    return this.names.get(kernel);
  }
}

/** The index of the first start after a position. */
function firstAfter(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
