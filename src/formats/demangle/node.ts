import { LIMITS } from '../../core/diag/index.ts';

/**
 * Thrown where a name is not mangled, or is too large: there is then no text. It is caught in this folder. It is no `Error`: nobody sees its
 * stack, which takes as long to make as a short name.
 */
export const NOT_MANGLED = Symbol('not mangled');

/** Template arguments that `T_` in a declaration refers to; filled when they are read, which may be after their use. */
export interface Scope {
  args: readonly Node[];
}

/**
 * A part of a declaration. C++ types are written around the name that they declare, so each prints in two halves; only functions, arrays,
 * and pointers to them have a second half.
 */
export type Node =
  /** Texts and parts in sequence; `base` is the name of a constructor there. */
  | { readonly kind: 'join'; readonly parts: readonly (string | Node)[]; readonly base?: string | Node }
  | { readonly kind: 'template'; readonly name: Node; readonly args: readonly Node[] }
  | { readonly kind: 'pointer'; readonly to: Node; readonly mark: '*' | '&' | '&&' }
  | { readonly kind: 'member'; readonly of: Node; readonly owner: Node }
  | { readonly kind: 'qualified'; readonly of: Node; readonly text: string }
  | {
      readonly kind: 'function';
      readonly result?: Node;
      readonly name?: Node;
      readonly parameters: readonly Node[];
      readonly after: string;
    }
  | { readonly kind: 'array'; readonly of: Node; readonly size: Node }
  | { readonly kind: 'parameter'; readonly scope: Scope; readonly index: number }
  | { readonly kind: 'pack'; readonly items: readonly Node[] }
  | { readonly kind: 'expansion'; readonly of: Node }
  | { readonly kind: 'lambda'; readonly parameters: readonly Node[]; readonly number: number }
  | { readonly kind: 'list'; readonly items: readonly Node[] };

export const text = (...parts: readonly (string | Node)[]): Node => ({ kind: 'join', parts });

/** Cost of printing a part in addition to its characters, in characters. */
const PART = 16;

/** Prints a declaration. A name can refer to earlier parts, so a short one can expand without end: depth and work are bounded. */
export class Printer {
  /** Work that is done, in characters. */
  work = 0;
  private readonly most: number;
  private depth = 0;
  /** Current item of a pack while an expansion is printed. */
  private item: number | undefined;
  /** Items of the packs met since the expansion began. */
  private met: number | undefined;
  /** Lambdas that are being printed: template parameters then refer to their own. */
  private lambdas = 0;

  /** @param most work that may be done, in characters */
  constructor(most: number) {
    this.most = most;
  }

  /** Counts work; throws if it is too much. */
  private pay(characters: number): void {
    this.work += characters;
    if (this.work > this.most) throw NOT_MANGLED;
  }

  print(node: Node): string {
    return this.left(node) + this.right(node);
  }

  private left(node: Node): string {
    if (++this.depth > LIMITS.demangledDepth) throw NOT_MANGLED;
    this.pay(PART);
    const text = this.leftOf(node);
    this.depth--;
    this.pay(text.length);
    return text;
  }

  private leftOf(node: Node): string {
    switch (node.kind) {
      case 'join':
        return node.parts.map((part) => (typeof part === 'string' ? part : this.print(part))).join('');
      case 'template': {
        const args = this.list(node.args);
        const name = this.print(node.name);
        return `${name}${name.endsWith('<') ? ' ' : ''}<${args}${args.endsWith('>') ? ' ' : ''}>`;
      }
      case 'pointer': {
        const { to, mark } = this.collapsed(node);
        return `${this.left(to)}${this.bracket(to, '(')}${mark}`;
      }
      case 'member': {
        const open = this.bracket(node.of, '(');
        return `${this.left(node.of)}${open === '' ? ' ' : open}${this.print(node.owner)}::*`;
      }
      case 'qualified':
        return this.isFunction(node.of) || this.isSaid(node) ? this.left(node.of) : this.left(node.of) + node.text;
      case 'function':
        return `${node.result ? `${this.left(node.result)}${this.spaced(node.result)}` : ''}${node.name ? this.print(node.name) : ''}`;
      case 'array':
        return this.left(node.of);
      case 'parameter':
        return this.left(this.resolved(node));
      case 'pack':
        return this.item === undefined ? this.list(node.items) : this.inItem(node, (item) => this.left(item));
      case 'expansion':
        return this.list([node]);
      case 'lambda': {
        this.lambdas++;
        const text = `{lambda(${this.list(node.parameters)})#${node.number}}`;
        this.lambdas--;
        return text;
      }
      case 'list':
        return this.list(node.items);
    }
  }

  private right(node: Node): string {
    if (++this.depth > LIMITS.demangledDepth) throw NOT_MANGLED;
    this.pay(PART);
    const text = this.rightOf(node);
    this.depth--;
    this.pay(text.length);
    return text;
  }

  private rightOf(node: Node): string {
    switch (node.kind) {
      case 'pointer': {
        const { to } = this.collapsed(node);
        return this.bracket(to, ')') + this.right(to);
      }
      case 'member':
        return this.bracket(node.of, ')') + this.right(node.of);
      case 'qualified':
        return this.right(node.of) + (this.isFunction(node.of) ? node.text : '');
      case 'function':
        return `(${this.list(node.parameters)})${node.after}${node.result ? this.right(node.result) : ''}`;
      case 'array': {
        const inner = this.right(node.of);
        return ` [${this.print(node.size)}]${inner.startsWith(' ') ? inner.slice(1) : inner}`;
      }
      case 'parameter':
        return this.right(this.resolved(node));
      case 'pack':
        return this.item === undefined ? '' : this.inItem(node, (item) => this.right(item));
      default:
        return '';
    }
  }

  /** A space between a result and a name, unless the result is a pointer to a function, which is written around it. */
  private spaced(result: Node): string {
    return this.right(result) === '' || this.isFunction(result) ? ' ' : '';
  }

  private bracket(of: Node, bracket: string): string {
    const { kind } = this.bare(of);
    if (kind === 'array') return bracket === '(' ? ' (' : bracket;
    return kind === 'function' ? bracket : '';
  }

  /** The node that a node refers to, without qualifiers. */
  private bare(node: Node): Node {
    let inner = node;
    for (;;) {
      this.pay(1);
      if (inner.kind === 'qualified') inner = inner.of;
      else if (inner.kind === 'parameter') inner = this.resolved(inner);
      else if (inner.kind === 'pack' && this.item !== undefined) inner = this.current(inner);
      else return inner;
    }
  }

  private isFunction(node: Node): boolean {
    return this.bare(node).kind === 'function';
  }

  /** Whether a qualifier adds nothing, because the type resolves to a reference or already has the qualifier. */
  private isSaid({ of, text: qualifier }: Node & { kind: 'qualified' }): boolean {
    if (of.kind !== 'parameter') return false;
    const node = this.resolved(of);
    if (node.kind === 'qualified') return node.text === qualifier;
    return node.kind === 'pointer' && node.mark !== '*';
  }

  /** A reference to a type that resolves to a reference collapses: to `&&` only if both are `&&`. */
  private collapsed(node: Node & { kind: 'pointer' }): Node & { kind: 'pointer' } {
    let inner = node;
    for (let depth = 0; ; depth++) {
      // A parameter can resolve to a reference to itself.
      if (depth > LIMITS.demangledDepth) throw NOT_MANGLED;
      const to = node.mark === '*' ? undefined : this.bare(inner.to);
      if (to?.kind !== 'pointer' || to.mark === '*') return inner;
      inner = { ...to, mark: inner.mark === '&' ? '&' : to.mark };
    }
  }

  private resolved({ scope, index }: Node & { kind: 'parameter' }): Node {
    if (this.lambdas > 0) return text(`auto:${index + 1}`);
    const arg = scope.args[index];
    if (!arg) throw NOT_MANGLED;
    return arg;
  }

  private current({ items }: Node & { kind: 'pack' }): Node {
    this.met ??= items.length;
    return items[this.item ?? 0] ?? { kind: 'list', items: [] };
  }

  /** Prints the current item; packs inside it are not part of the expansion. */
  private inItem(pack: Node & { kind: 'pack' }, print: (item: Node) => string): string {
    const current = this.current(pack);
    const { item } = this;
    this.item = undefined;
    const text = print(current);
    this.item = item;
    return text;
  }

  /** Separated by commas; a pack expands to all its items. */
  private list(items: readonly Node[]): string {
    const texts: string[] = [];
    for (const item of items) {
      const printed = item.kind === 'expansion' ? this.expanded(item.of) : this.print(item);
      if (printed !== '') texts.push(printed);
    }
    return texts.join(', ');
  }

  private expanded(of: Node): string {
    const [item, met] = [this.item, this.met];
    this.item = 0;
    this.met = undefined;
    const texts = [this.print(of)];
    const count = this.met as number | undefined;
    for (let i = 1; i < (count ?? 0); i++) {
      this.item = i;
      texts.push(this.print(of));
    }
    this.item = item;
    this.met = met;
    if (count === undefined) return `${texts[0]}...`;
    return count === 0 ? '' : texts.join(', ');
  }
}
