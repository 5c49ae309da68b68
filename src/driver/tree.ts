/**
 * The tree that the driver builds from the tokens of ze_info. Indentation alone determines the parent of a line, and some texts make the
 * driver abort the process.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.cpp (buildTree).
 */
import type { Behaviour } from './behaviour.ts';
import { Capacity } from './capacity.ts';
import { DriverStop } from './stop.ts';
import { type Line, TOKEN, type Tokens } from './tokens.ts';

/** Keys under which the driver requires at least one item with a dash. */
const LISTS = new Set([
  'kernels',
  'functions',
  'global_host_access_table',
  'payload_arguments',
  'per_thread_payload_arguments',
  'binding_table_indices',
  'per_thread_memory_buffers',
]);

/** Index of a token or node that does not exist. */
export const NONE = -1;

interface Node {
  key: number;
  value: number;
  parent: number;
  first: number;
  last: number;
  next: number;
  indent: number;
  children: number;
}

const newNode = (): Node => ({ key: NONE, value: NONE, parent: NONE, first: NONE, last: NONE, next: NONE, indent: 0, children: 0 });

export class DriverTree {
  readonly tokens: Tokens;
  private readonly nodes: Node[] = [];
  private readonly keys: string[] = [];
  private readonly behaviour: Behaviour;
  private readonly capacity: Capacity;

  constructor(tokens: Tokens, behaviour: Behaviour) {
    this.tokens = tokens;
    this.behaviour = behaviour;
    this.capacity = new Capacity(tokens.lines.length);
    this.build();
  }

  /** Whether the tree has only its root. */
  get empty(): boolean {
    return this.nodes.length <= 1;
  }

  /** The children of a node; node 0 is the root. */
  children(node: number): readonly number[] {
    const { children, first } = this.node(node);
    const found: number[] = [];
    if (children === 0) return found;
    // Links can form a cycle only where the driver itself would not terminate.
    let left = this.nodes.length;
    for (let id = first; id !== NONE && left-- > 0; id = this.node(id).next) found.push(id);
    return found;
  }

  /** Text of the key; empty if the node has none. */
  key(node: number): string {
    const known = this.keys[node];
    if (known !== undefined) return known;
    const key = this.text(this.node(node).key);
    this.keys[node] = key;
    return key;
  }

  /** Index of the value's token, or {@link NONE}. */
  value(node: number): number {
    return this.node(node).value;
  }

  text(token: number): string {
    return token === NONE ? '' : this.tokens.text.slice(this.tokens.start[token], this.tokens.end[token]);
  }

  /** Text of the value without its quotes. */
  unquoted(node: number): string {
    const token = this.node(node).value;
    const text = this.text(token);
    return this.tokens.kind[token] === TOKEN.string && /^["']/.test(text) ? text.slice(1, -1) : text;
  }

  /** The range of a node in the text. */
  place(node: number): readonly [start: number, end: number] {
    const { key, value } = this.node(node);
    const from = key === NONE ? value : key;
    const to = value === NONE ? key : value;
    if (from === NONE || to === NONE) return [0, 0];
    return [this.tokens.start[from] ?? 0, this.tokens.end[to] ?? 0];
  }

  private node(id: number): Node {
    const node = this.nodes[id];
    if (!node) throw this.crash('a node that does not exist is read', NONE);
    return node;
  }

  private lead(token: number): number {
    const at = this.tokens.start[token] ?? 0;
    return at < this.tokens.text.length ? this.tokens.text.charCodeAt(at) : this.tokens.after;
  }

  private crash(why: string, token: number): DriverStop {
    const [from, to] = token === NONE ? [0, 0] : [this.tokens.start[token] ?? 0, this.tokens.end[token] ?? 0];
    return new DriverStop('driver/yaml-abort', why, from, Math.min(to, this.tokens.text.length));
  }

  private add(node: Node): void {
    if (this.nodes.length >= this.capacity.nodes) throw this.crash('there is no space for another node', node.key);
    this.nodes.push(node);
  }

  private addChild(parent: number): Node {
    const node = this.node(parent);
    const made = newNode();
    node.first = this.nodes.length;
    node.last = this.nodes.length;
    node.children = (node.children + 1) & 0xffff;
    made.parent = parent;
    this.add(made);
    return made;
  }

  private addSibling(before: number, parent: number): Node {
    const made = newNode();
    this.node(before).next = this.nodes.length;
    made.parent = parent;
    const node = this.node(parent);
    node.last = this.nodes.length;
    node.children = (node.children + 1) & 0xffff;
    this.add(made);
    return made;
  }

  /** Turns `- key: value` into a map: the pair becomes its last entry. */
  private finalize(id: number): void {
    const node = this.node(id);
    if (node.key !== NONE || node.value === NONE) return;
    const { kind } = this.tokens;
    let colon: number = NONE;
    let at = node.value + 1;
    for (; at < kind.length && this.lead(at) !== 0x0a; at++) if (this.lead(at) === 0x3a) colon = at;
    // A last line without its line feed continues into whatever follows the tokens.
    if (at >= kind.length || colon === NONE || colon + 1 === at)
      throw this.crash('a list item with entries below it is not a `key: value`', node.value);
    if (node.last !== NONE) this.node(node.last).next = this.nodes.length;
    else if (this.behaviour.does('singleEntries')) node.first = this.nodes.length;
    else throw this.crash('a list item has no entry', node.value);
    const made = newNode();
    made.parent = id;
    made.key = node.value;
    made.value = colon + 1;
    node.last = this.nodes.length;
    node.value = NONE;
    node.children = (node.children + 1) & 0xffff;
    this.add(made);
  }

  private build(): void {
    const { lines, kind, start, end, text } = this.tokens;
    const root = newNode();
    root.first = 1;
    root.last = 1;
    this.nodes.push(root);
    const nesting: number[] = [0];
    const top = () => nesting[nesting.length - 1] ?? NONE;
    let used = 0;
    let open: number = NONE;
    for (const [index, line] of lines.entries()) {
      if (line.kind !== 'map' && line.kind !== 'list') continue;
      const before = this.nodes.length - 1;
      const { indent } = this.node(before);
      let node: Node;
      if (line.indent === indent) {
        const name = text.slice(start[lines[used]?.first ?? 0], end[lines[used]?.first ?? 0]);
        if (index > 0 && LISTS.has(name) && !(name === 'kernels' && this.behaviour.does('emptyKernels'))) {
          throw new DriverStop(
            'driver/yaml',
            `${name} has no item with a dash below it`,
            start[lines[used]?.first ?? 0] ?? 0,
            end[lines[used]?.first ?? 0],
          );
        }
        this.capacity.grow(this.nodes.length, index);
        const parent = top();
        if (open !== NONE && this.behaviour.does('singleEntries')) this.finalize(open);
        node = this.addSibling(before, parent);
      } else if (line.indent > indent) {
        this.capacity.grow(this.nodes.length, index);
        node = this.addChild(before);
        nesting.push(before);
      } else {
        while (line.indent < this.node(top()).indent) {
          this.capacity.grow(this.nodes.length, index);
          this.finalize(top());
          nesting.pop();
        }
        if (line.indent !== this.node(top()).indent) {
          throw new DriverStop('driver/yaml', 'the indentation matches none of the lines above', start[line.first] ?? 0, end[line.first]);
        }
        this.capacity.grow(this.nodes.length, index);
        const previous = top();
        const { parent } = this.node(previous);
        if (parent === NONE) throw this.crash('a line is indented less than the first line', line.first);
        if (open !== NONE && this.behaviour.does('singleEntries')) this.finalize(open);
        node = this.addSibling(previous, parent);
      }
      node.indent = line.indent;
      open = NONE;
      if (line.kind === 'map') this.mapLine(line, index, node, nesting);
      else if (line.last - line.first >= 1 && this.isValue(line.first + 1)) {
        node.value = line.first + 1;
        for (let at = node.value; at < line.last; at++) {
          if (this.lead(at) === 0x3a) {
            open = this.nodes.length - 1;
            break;
          }
        }
      }
      used = index;
    }
    if (open !== NONE && this.behaviour.does('singleEntries')) nesting.push(open);
    this.capacity.nodes = Math.max(this.capacity.nodes, this.nodes.length + nesting.length);
    for (let id = nesting.pop(); id !== undefined; id = nesting.pop()) this.finalize(id);
    if (kind.length === 0) this.nodes.length = 1;
  }

  private mapLine(line: Line, index: number, node: Node, nesting: number[]): void {
    const { kind } = this.tokens;
    node.key = line.first;
    if (line.last - line.first + 1 < 3) throw this.crash('a line is a single word without a colon', line.first);
    if (!line.inline) {
      if (this.isValue(line.first + 2)) node.value = line.first + 2;
      return;
    }
    const begin = line.first + 2;
    const close = line.last - 1;
    if (kind[begin] !== TOKEN.listBegin || kind[close] !== TOKEN.listEnd)
      throw this.crash('an inline list does not make up the whole value', begin);
    const parent = this.nodes.length - 1;
    if (close - begin <= 1 && this.behaviour.does('emptyLists')) return;
    let previous: number = NONE;
    for (let at = begin + 1; at < close; at += 2) {
      if (kind[at] !== TOKEN.number && kind[at] !== TOKEN.string)
        throw this.crash('an inline list has an item that is neither word nor number', at);
      this.capacity.grow(this.nodes.length, index);
      const item = previous === NONE ? this.addChild(parent) : this.addSibling(previous, parent);
      previous = this.nodes.length - 1;
      item.indent = (line.indent + 1) & 0xffff;
      item.value = at;
    }
    nesting.push(parent);
  }

  private isValue(token: number): boolean {
    const lead = this.lead(token);
    return lead !== 0x23 && lead !== 0x0a;
  }
}
