import { LIMITS } from '../../core/diag/index.ts';
import { NOT_MANGLED, type Node, type Scope, text } from './node.ts';
import { type ReadName, TypeReader } from './read-types.ts';
import { OPERATORS, SPECIAL_NAMES } from './table.ts';

/** Reads a mangled name into its declaration; throws {@link NOT_MANGLED} if it is not mangled. */
export class Reader extends TypeReader {
  whole(): Node {
    this.expect('_Z');
    const node = this.encoding(true);
    if (this.at === this.input.length) return node;
    const clone = /^(?:\.[a-zA-Z_]+(?:\.[0-9]+)*|(?:\.[0-9]+)+)$/.exec(this.input.slice(this.at));
    if (!clone) throw NOT_MANGLED;
    return text(node, ` [clone ${clone[0]}]`);
  }

  /** A function or variable. Within a local name the result type is not printed. */
  protected encoding(outermost: boolean): Node {
    return this.nested(() => {
      const special = SPECIAL_NAMES.get(this.peek(2));
      if (special) {
        this.at += 2;
        return text(special[0], special[1] === 'type' ? this.type() : this.name(this.scope).node);
      }
      if (this.take('GTt')) return text('transaction clone for ', this.encoding(outermost));
      if (this.take('Th') || this.take('Tv')) {
        const virtual = this.input[this.at - 1] === 'v';
        this.match(/n?[0-9]+/y);
        if (virtual) this.match(/_n?[0-9]+/y);
        this.expect('_');
        return text(`${virtual ? '' : 'non-'}virtual thunk to `, this.encoding(outermost));
      }
      const before = this.scope;
      this.scope = { args: [] };
      const { node: name, after, result: hasResult } = this.name(this.scope);
      const node = this.atEnd() ? name : this.functionEncoding(name, after, hasResult, outermost);
      this.scope = before;
      return node;
    });
  }

  private functionEncoding(name: Node, after: string, hasResult: boolean, outermost: boolean): Node {
    const result = hasResult ? this.type() : undefined;
    const parameters = this.parameters();
    return { kind: 'function', name, parameters, after, ...(result && outermost ? { result } : {}) };
  }

  /** A name, what comes after its parameters, and whether its encoding includes the result type. `scope` gets its template arguments. */
  protected name(scope?: Scope): ReadName {
    return this.nested(() => {
      if (this.peek() === 'N') return this.nestedName(scope);
      if (this.peek() === 'Z') return this.localName(scope);
      let node: Node;
      let plain = true;
      if (this.peek() === 'S' && this.peek(2) !== 'St') {
        node = this.substitution();
        if (this.peek() !== 'I') throw NOT_MANGLED;
      } else {
        const std = this.take('St');
        const part = this.unqualified();
        plain = !part.special;
        node = std ? { kind: 'join', parts: ['std::', part.node], base: part.node } : part.node;
        if (this.peek() === 'I') this.remember(node);
      }
      if (this.peek() !== 'I') return { node, after: '', result: false };
      return { node: this.template(node, scope), after: '', result: plain };
    });
  }

  private nestedName(scope?: Scope): ReadName {
    this.expect('N');
    const qualifiers = this.qualifiers();
    const after = qualifiers + (this.take('R') ? ' &' : this.take('O') ? ' &&' : '');
    let node: Node | undefined;
    let [result, special, remembered] = [false, false, false];
    while (!this.take('E')) {
      const next = this.peek();
      remembered = true;
      if (next === 'I') {
        if (!node) throw NOT_MANGLED;
        node = this.template(node, scope);
        result = !special;
      } else if (next === 'S' && this.peek(2) !== 'St') {
        if (node) throw NOT_MANGLED;
        node = this.substitution();
        remembered = false;
      } else if (next === 'T') {
        node = this.parameter();
      } else if (next === 'D' && /^D[tT]/.test(this.peek(2))) {
        node = this.decltype();
      } else if (this.take('St')) {
        node = text('std');
        remembered = false;
      } else if (next === 'M') {
        this.at++;
        continue;
      } else {
        const scoped: Node | undefined = node;
        const part: { node: Node; special: boolean } = this.unqualified(scoped);
        special = part.special;
        result = false;
        node = scoped ? { kind: 'join', parts: [scoped, '::', part.node], base: part.node } : part.node;
      }
      if (remembered) this.remember(node);
    }
    if (!node) throw NOT_MANGLED;
    // The caller that asked for a type adds the whole name to the substitutions.
    if (remembered) this.substitutions.pop();
    return { node, after, result };
  }

  private localName(scope?: Scope): ReadName {
    this.expect('Z');
    const around = this.encoding(false);
    this.expect('E');
    if (this.take('s')) {
      this.discriminator();
      return { node: text(around, '::string literal'), after: '', result: false };
    }
    let default_ = '';
    if (this.take('d')) {
      const number = this.match(/[0-9]+/y);
      this.expect('_');
      default_ = `{default arg#${number === '' ? 1 : Number(number) + 2}}::`;
    }
    const { node, after, result } = this.name(scope);
    this.discriminator();
    return { node: { kind: 'join', parts: [around, '::', default_, node], base: node }, after, result };
  }

  private discriminator(): void {
    this.match(/_(?:[0-9]|_[0-9]+_)/y);
  }

  /** `special` names have no result type: constructors, destructors, conversions. */
  private unqualified(owner?: Node): { node: Node; special: boolean } {
    this.take('L');
    const next = this.peek();
    let special = false;
    let node: Node;
    if (/[0-9]/.test(next)) node = text(this.sourceName());
    else if (next === 'U') node = this.unnamed();
    else if (/^C[I1-5]|^D[0-5]/.test(this.peek(2)) && owner) {
      special = true;
      const destructor = next === 'D';
      const inherited = this.peek(2) === 'CI';
      this.at += inherited ? 3 : 2;
      if (inherited) this.type();
      node = text(destructor ? '~' : '', baseOf(owner));
    } else if (this.take('DC')) {
      const names: Node[] = [];
      while (!this.take('E')) names.push(text(this.sourceName()));
      node = text('[', { kind: 'list', items: names }, ']');
    } else if (this.take('cv')) {
      special = true;
      node = text('operator ', this.type());
    } else if (this.take('li')) node = text('operator"" ', this.sourceName());
    else {
      const operator = OPERATORS.get(this.peek(2));
      if (!operator) throw NOT_MANGLED;
      this.at += 2;
      node = text(`operator${/^[a-z]/.test(operator[0]) ? ' ' : ''}${operator[0]}`);
    }
    while (this.take('B')) node = { kind: 'join', parts: [node, `[abi:${this.sourceName()}]`], base: node };
    return { node, special };
  }

  /** A lambda or a type without name, numbered within its function. */
  private unnamed(): Node {
    if (this.take('Ut')) return text(`{unnamed type#${this.count()}}`);
    this.expect('Ul');
    // Declared template parameters, of which nothing is printed.
    while (/^T[yn]/.test(this.peek(2))) {
      this.at += 2;
      if (this.input[this.at - 1] === 'n') this.type();
    }
    const parameters = this.parameters();
    this.expect('E');
    return { kind: 'lambda', parameters, number: this.count() };
  }
}

/** The name of the constructors of a class. */
function baseOf(node: Node): Node {
  let base = node;
  for (let depth = 0; ; depth++) {
    if (depth > LIMITS.demangledDepth) throw NOT_MANGLED;
    if (base.kind === 'template') base = base.name;
    else if (base.kind === 'join' && base.base !== undefined) {
      if (typeof base.base === 'string') return text(base.base);
      base = base.base;
    } else return base;
  }
}
