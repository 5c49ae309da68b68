/**
 * The tree that the driver builds from the tokens of ze_info. Indentation alone determines the parent of a line, and some texts make the
 * driver abort the process.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.cpp (buildTree).
 */
import type { Behaviour } from './behaviour.ts';
import { Capacity } from './capacity.ts';
import { Cells } from './cells.ts';
import { DriverStop } from './stop.ts';
import { type Line, type Lines, TOKEN, type Tokenized, type Tokens } from './tokens.ts';

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

/** Fields of a node, and how many there are. A token or node that does not exist is kept as 0, and others as one more than their index. */
const [KEY, VALUE, PARENT, FIRST, LAST, NEXT, INDENT, CHILDREN, FIELDS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export class DriverTree {
  readonly tokens: Tokens;
  private readonly nodes: Cells;
  private readonly behaviour: Behaviour;
  private readonly capacity: Capacity;

  constructor({ tokens, lines }: Tokenized, behaviour: Behaviour) {
    this.tokens = tokens;
    this.behaviour = behaviour;
    this.capacity = new Capacity(lines.count);
    // A line has a node, and an item whose first entry is in its line another for that.
    const most = 2 * lines.length + 1;
    this.nodes = new Cells(FIELDS, most, most);
    this.build(lines);
  }

  /** Whether the tree has only its root. */
  get empty(): boolean {
    return this.nodes.length <= 1;
  }

  /** The children of a node; node 0 is the root. */
  children(node: number): readonly number[] {
    const nodes: number[] = [];
    if (this.get(node, CHILDREN) === 0) return nodes;
    // Links can form a cycle only where the driver itself would not terminate.
    let left = this.nodes.length;
    for (let id = this.link(node, FIRST); id !== NONE && left-- > 0; id = this.link(id, NEXT)) nodes.push(id);
    return nodes;
  }

  /** Text of the key; empty if the node has none. */
  key(node: number): string {
    return this.text(this.link(node, KEY));
  }

  /** Index of the value's token, or {@link NONE}. */
  value(node: number): number {
    return this.link(node, VALUE);
  }

  text(token: number): string {
    return token === NONE ? '' : this.tokens.textOf(token);
  }

  /** Text of the value without its quotes. */
  unquoted(node: number): string {
    const token = this.value(node);
    const text = this.text(token);
    return this.tokens.kind(token) === TOKEN.string && /^["']/.test(text) ? text.slice(1, -1) : text;
  }

  /** The range of a node in the text. */
  place(node: number): readonly [start: number, end: number] {
    const key = this.link(node, KEY);
    const value = this.link(node, VALUE);
    const from = key === NONE ? value : key;
    const to = value === NONE ? key : value;
    if (from === NONE || to === NONE) return [0, 0];
    return [this.tokens.start(from), this.tokens.end(to)];
  }

  private get(node: number, field: number): number {
    if (node < 0 || node >= this.nodes.length) throw this.crash('a node that does not exist is read', NONE);
    return this.nodes.at(node, field);
  }

  /** A field that is a token or a node. */
  private link(node: number, field: number): number {
    return this.get(node, field) - 1;
  }

  private setLink(node: number, field: number, to: number): void {
    this.nodes.put(node, field, to + 1);
  }

  private lead(token: number): number {
    const at = this.tokens.start(token);
    return at < this.tokens.text.length ? this.tokens.text.charCodeAt(at) : this.tokens.after;
  }

  private crash(why: string, token: number): DriverStop {
    const [from, to] = token === NONE ? [0, 0] : [this.tokens.start(token), this.tokens.end(token)];
    return new DriverStop('driver/yaml-abort', why, from, Math.min(to, this.tokens.text.length));
  }

  /** Adds a node as the last child; `key` is its first token if it has a key. */
  private add(parent: number, key: number = NONE): number {
    const count = (this.get(parent, CHILDREN) + 1) & 0xffff;
    const node = this.nodes.length;
    this.setLink(parent, LAST, node);
    this.nodes.put(parent, CHILDREN, count);
    if (node >= this.capacity.nodes) throw this.crash('there is no space for another node', key);
    this.nodes.add();
    this.setLink(node, PARENT, parent);
    this.setLink(node, KEY, key);
    return node;
  }

  private addChild(parent: number): number {
    this.get(parent, FIRST);
    this.setLink(parent, FIRST, this.nodes.length);
    return this.add(parent);
  }

  private addSibling(before: number, parent: number): number {
    this.get(before, NEXT);
    this.setLink(before, NEXT, this.nodes.length);
    return this.add(parent);
  }

  /** Turns `- key: value` into a map: the pair becomes its last entry. */
  private finalize(id: number): void {
    const value = this.value(id);
    if (this.link(id, KEY) !== NONE || value === NONE) return;
    const { tokens } = this;
    let colon: number = NONE;
    let at = value + 1;
    for (; at < tokens.length && this.lead(at) !== 0x0a; at++) if (this.lead(at) === 0x3a) colon = at;
    // A last line without its line feed continues into whatever follows the tokens.
    if (at >= tokens.length || colon === NONE || colon + 1 === at)
      throw this.crash('a list item with entries below it is not a `key: value`', value);
    const last = this.link(id, LAST);
    if (last !== NONE) this.setLink(last, NEXT, this.nodes.length);
    else if (this.behaviour.does('singleEntries')) this.setLink(id, FIRST, this.nodes.length);
    else throw this.crash('a list item has no entry', value);
    const node = this.add(id, value);
    this.setLink(node, VALUE, colon + 1);
    this.setLink(id, VALUE, NONE);
  }

  private build(lines: Lines): void {
    const { tokens } = this;
    const root = this.nodes.add();
    this.setLink(root, FIRST, 1);
    this.setLink(root, LAST, 1);
    const nesting: number[] = [root];
    const top = () => nesting[nesting.length - 1] ?? NONE;
    const indentOf = (node: number) => this.get(node, INDENT);
    let used: number = NONE;
    let open: number = NONE;
    for (let at = 0; at < lines.length; at++) {
      const line = lines.at(at);
      const { index } = line;
      const before = this.nodes.length - 1;
      const indent = indentOf(before);
      let node: number;
      if (line.indent === indent) {
        // Before the first line with something in it, it is the first token of all.
        const first = used === NONE ? 0 : lines.at(used).first;
        const name = tokens.textOf(first);
        if (index > 0 && LISTS.has(name) && !(name === 'kernels' && this.behaviour.does('emptyKernels')))
          throw new DriverStop('driver/yaml', `${name} has no item with a dash below it`, tokens.start(first), tokens.end(first));
        this.capacity.grow(this.nodes.length, index);
        const parent = top();
        if (open !== NONE && this.behaviour.does('singleEntries')) this.finalize(open);
        node = this.addSibling(before, parent);
      } else if (line.indent > indent) {
        this.capacity.grow(this.nodes.length, index);
        node = this.addChild(before);
        nesting.push(before);
      } else {
        while (line.indent < indentOf(top())) {
          this.capacity.grow(this.nodes.length, index);
          this.finalize(top());
          nesting.pop();
        }
        if (line.indent !== indentOf(top())) {
          const { first } = line;
          throw new DriverStop('driver/yaml', 'the indentation matches none of the lines above', tokens.start(first), tokens.end(first));
        }
        this.capacity.grow(this.nodes.length, index);
        const previous = top();
        const parent = this.link(previous, PARENT);
        if (parent === NONE) throw this.crash('a line is indented less than the first line', line.first);
        if (open !== NONE && this.behaviour.does('singleEntries')) this.finalize(open);
        node = this.addSibling(previous, parent);
      }
      this.nodes.put(node, INDENT, line.indent);
      open = NONE;
      if (line.kind === 'map') this.mapLine(line, node, nesting);
      else if (line.last - line.first >= 1 && this.isValue(line.first + 1)) {
        this.setLink(node, VALUE, line.first + 1);
        for (let token = line.first + 1; token < line.last; token++) {
          if (this.lead(token) === 0x3a) {
            open = this.nodes.length - 1;
            break;
          }
        }
      }
      used = at;
    }
    if (open !== NONE && this.behaviour.does('singleEntries')) nesting.push(open);
    this.capacity.nodes = Math.max(this.capacity.nodes, this.nodes.length + nesting.length);
    for (let id = nesting.pop(); id !== undefined; id = nesting.pop()) this.finalize(id);
  }

  private mapLine(line: Line, node: number, nesting: number[]): void {
    const { tokens } = this;
    this.setLink(node, KEY, line.first);
    if (line.last - line.first + 1 < 3) throw this.crash('a line is a single word without a colon', line.first);
    if (!line.inline) {
      if (this.isValue(line.first + 2)) this.setLink(node, VALUE, line.first + 2);
      return;
    }
    const begin = line.first + 2;
    const close = line.last - 1;
    if (tokens.kind(begin) !== TOKEN.listBegin || tokens.kind(close) !== TOKEN.listEnd)
      throw this.crash('an inline list does not make up the whole value', begin);
    const parent = this.nodes.length - 1;
    if (close - begin <= 1 && this.behaviour.does('emptyLists')) return;
    let previous: number = NONE;
    for (let at = begin + 1; at < close; at += 2) {
      if (tokens.kind(at) !== TOKEN.number && tokens.kind(at) !== TOKEN.string)
        throw this.crash('an inline list has an item that is neither word nor number', at);
      this.capacity.grow(this.nodes.length, line.index);
      const item = previous === NONE ? this.addChild(parent) : this.addSibling(previous, parent);
      previous = item;
      this.nodes.put(item, INDENT, (line.indent + 1) & 0xffff);
      this.setLink(item, VALUE, at);
    }
    nesting.push(parent);
  }

  private isValue(token: number): boolean {
    const lead = this.lead(token);
    return lead !== 0x23 && lead !== 0x0a;
  }
}
