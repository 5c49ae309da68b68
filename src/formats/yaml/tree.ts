export interface YamlNode {
  readonly kind: 'scalar' | 'map' | 'list';
  /** The key before the value, with its quotes; both -1 for items of a list and for the root. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The value: a scalar with its quotes, an inline list or map with its brackets, a block from its first to its last entry. */
  readonly start: number;
  readonly end: number;
  /** Entries of a map or list, in the order of the text. */
  readonly items: readonly YamlNode[];
}

/** Kinds of nodes as the tree keeps them. */
export const SCALAR = 0;
export const MAP = 1;
export const LIST = 2;
const KINDS = ['scalar', 'map', 'list'] as const;

/** What the tree keeps of a node, by the place in its record; see {@link YamlNode}. */
const KIND = 0;
const KEY_START = 1;
const KEY_END = 2;
const START = 3;
const END = 4;
/** The first node after this one and its contents. */
const AFTER = 5;
const FIELDS = 6;

/** Bytes of text for each node in a common one. */
const BYTES_PER_NODE = 24;

/**
 * The nodes of a text, each before what is in it. A node is a number, the place of its record among all numbers: real texts have tens of
 * thousands of nodes, and an object for each would be most of the cost of parsing. {@link YamlTree.view} creates one.
 */
export class YamlTree {
  /** Place after the last node. */
  end = 0;
  private cells: Int32Array;

  /** @param bytes of the text. */
  constructor(bytes: number) {
    this.cells = new Int32Array((Math.floor(bytes / BYTES_PER_NODE) + 16) * FIELDS);
  }

  /** A new node after all others, with nothing in it so far. */
  add(kind: number, keyStart: number, keyEnd: number, start: number, end: number): number {
    const node = this.end;
    const after = node + FIELDS;
    if (after > this.cells.length) this.grow();
    const { cells } = this;
    cells[node + KIND] = kind;
    cells[node + KEY_START] = keyStart;
    cells[node + KEY_END] = keyEnd;
    cells[node + START] = start;
    cells[node + END] = end;
    cells[node + AFTER] = after;
    this.end = after;
    return node;
  }

  /** How many nodes there are. */
  get count(): number {
    return this.end / FIELDS;
  }

  private grow(): void {
    const larger = new Int32Array(this.cells.length * 2);
    larger.set(this.cells);
    this.cells = larger;
  }

  /** Ends the node at `end` of the text; all nodes after it are in it. */
  close(node: number, end: number): void {
    this.cells[node + END] = end;
    this.cells[node + AFTER] = this.end;
  }

  /** Forgets the node and all after it. */
  drop(node: number): void {
    this.end = node;
  }

  kind(node: number): number {
    return this.cells[node + KIND] ?? 0;
  }

  keyStart(node: number): number {
    return this.cells[node + KEY_START] ?? 0;
  }

  keyEnd(node: number): number {
    return this.cells[node + KEY_END] ?? 0;
  }

  startOf(node: number): number {
    return this.cells[node + START] ?? 0;
  }

  endOf(node: number): number {
    return this.cells[node + END] ?? 0;
  }

  /** The first node in this one, if there is one: {@link after} is then a different node. */
  first(node: number): number {
    return node + FIELDS;
  }

  /** The next node that is not in this one. After the last entry of a map or list it is what follows the map or list. */
  after(node: number): number {
    return this.cells[node + AFTER] ?? 0;
  }

  isEmpty(node: number): boolean {
    return this.kind(node) === SCALAR && this.startOf(node) === this.endOf(node);
  }

  /** The node as an object. */
  view(node: number): YamlNode {
    return new View(this, node);
  }
}

class View implements YamlNode {
  private readonly tree: YamlTree;
  private readonly node: number;
  private cachedNodes: readonly YamlNode[] | undefined;

  constructor(tree: YamlTree, node: number) {
    this.tree = tree;
    this.node = node;
    this.cachedNodes = undefined;
  }

  get kind(): YamlNode['kind'] {
    return KINDS[this.tree.kind(this.node)] as YamlNode['kind'];
  }

  get keyStart(): number {
    return this.tree.keyStart(this.node);
  }

  get keyEnd(): number {
    return this.tree.keyEnd(this.node);
  }

  get start(): number {
    return this.tree.startOf(this.node);
  }

  get end(): number {
    return this.tree.endOf(this.node);
  }

  get items(): readonly YamlNode[] {
    if (this.cachedNodes) return this.cachedNodes;
    const { tree } = this;
    const items: YamlNode[] = [];
    const after = tree.after(this.node);
    for (let item = tree.first(this.node); item < after; item = tree.after(item)) items.push(tree.view(item));
    this.cachedNodes = items;
    return items;
  }
}
