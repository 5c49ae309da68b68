import { LIMITS } from '../diag/index.ts';
import { type Node, NotMangled, type Scope, text } from './node.ts';
import { BUILTIN_TYPES, LITERAL_SUFFIXES, OPERATORS, QUALIFIERS, SPECIAL_NAMES, STANDARD_NAMES } from './table.ts';

/** Reads a mangled name into its declaration; throws {@link NotMangled} where it is none. */
export class Reader {
  private at = 0;
  private depth = 0;
  private readonly seen: Node[] = [];
  private scope: Scope = { args: [] };
  private readonly input: string;

  constructor(input: string) {
    this.input = input;
  }

  whole(): Node {
    this.expect('_Z');
    const node = this.encoding(true);
    if (this.at === this.input.length) return node;
    const clone = /^(?:\.[a-zA-Z_]+(?:\.[0-9]+)*|(?:\.[0-9]+)+)$/.exec(this.input.slice(this.at));
    if (!clone) throw new NotMangled();
    return text(node, ` [clone ${clone[0]}]`);
  }

  private peek(length = 1): string {
    return this.input.slice(this.at, this.at + length);
  }

  private take(expected: string): boolean {
    if (!this.input.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  private expect(expected: string): void {
    if (!this.take(expected)) throw new NotMangled();
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.input)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > LIMITS.demangledDepth) throw new NotMangled();
    const made = read();
    this.depth--;
    return made;
  }

  private remember<T extends Node>(node: T): T {
    this.seen.push(node);
    return node;
  }

  private atEnd(): boolean {
    return this.at === this.input.length || this.peek() === 'E' || this.peek() === '.';
  }

  /** A function or variable. Within a local name the result is not printed. */
  private encoding(outermost: boolean): Node {
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
      const made = this.atEnd() ? name : this.functionEncoding(name, after, hasResult, outermost);
      this.scope = before;
      return made;
    });
  }

  private functionEncoding(name: Node, after: string, hasResult: boolean, outermost: boolean): Node {
    const result = hasResult ? this.type() : undefined;
    const parameters = this.parameters();
    return { kind: 'function', name, parameters, after, ...(result && outermost ? { result } : {}) };
  }

  /** Types up to the end; `v` alone is none. */
  private parameters(): Node[] {
    if (this.take('v')) return [];
    const types: Node[] = [];
    while (!this.atEnd() && !/^[RO]E/.test(this.peek(2))) types.push(this.type());
    if (types.length === 0) throw new NotMangled();
    return types;
  }

  /** A name, what stands behind its parameters, and whether its function says its result. `scope` gets its template arguments. */
  private name(scope?: Scope): { node: Node; after: string; result: boolean } {
    return this.nested(() => {
      if (this.peek() === 'N') return this.nestedName(scope);
      if (this.peek() === 'Z') return this.localName(scope);
      let node: Node;
      let plain = true;
      if (this.peek() === 'S' && this.peek(2) !== 'St') {
        node = this.substitution();
        if (this.peek() !== 'I') throw new NotMangled();
      } else {
        const std = this.take('St');
        const own = this.unqualified();
        plain = !own.special;
        node = std ? { kind: 'join', parts: ['std::', own.node], base: own.node } : own.node;
        if (this.peek() === 'I') this.remember(node);
      }
      if (this.peek() !== 'I') return { node, after: '', result: false };
      return { node: this.template(node, scope), after: '', result: plain };
    });
  }

  private template(name: Node, scope?: Scope): Node {
    const args = this.templateArgs();
    if (scope) scope.args = args;
    return { kind: 'template', name, args };
  }

  private qualifiers(): string {
    return QUALIFIERS.filter(([letter]) => this.take(letter))
      .map(([, word]) => word)
      .reverse()
      .join('');
  }

  private nestedName(scope?: Scope): { node: Node; after: string; result: boolean } {
    this.expect('N');
    const qualifiers = this.qualifiers();
    const after = qualifiers + (this.take('R') ? ' &' : this.take('O') ? ' &&' : '');
    let node: Node | undefined;
    let [result, special, remembered] = [false, false, false];
    while (!this.take('E')) {
      const next = this.peek();
      remembered = true;
      if (next === 'I') {
        if (!node) throw new NotMangled();
        node = this.template(node, scope);
        result = !special;
      } else if (next === 'S' && this.peek(2) !== 'St') {
        if (node) throw new NotMangled();
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
        const own: { node: Node; special: boolean } = this.unqualified(scoped);
        special = own.special;
        result = false;
        node = scoped ? { kind: 'join', parts: [scoped, '::', own.node], base: own.node } : own.node;
      }
      if (remembered) this.remember(node);
    }
    if (!node) throw new NotMangled();
    // The whole of it is remembered by whoever asked for a type, not here.
    if (remembered) this.seen.pop();
    return { node, after, result };
  }

  private localName(scope?: Scope): { node: Node; after: string; result: boolean } {
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

  /** `special` names have no result: constructors, destructors, conversions. */
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
      if (!operator) throw new NotMangled();
      this.at += 2;
      node = text(`operator${/^[a-z]/.test(operator[0]) ? ' ' : ''}${operator[0]}`);
    }
    while (this.take('B')) node = { kind: 'join', parts: [node, `[abi:${this.sourceName()}]`], base: node };
    return { node, special };
  }

  private sourceName(): string {
    const digits = this.match(/[1-9][0-9]*/y);
    const length = Number(digits);
    if (digits === '' || this.at + length > this.input.length) throw new NotMangled();
    const name = this.peek(length);
    this.at += length;
    return /^_GLOBAL_[_.$]N/.test(name) ? '(anonymous namespace)' : name;
  }

  /** A lambda or a type without name, numbered within its function. */
  private unnamed(): Node {
    if (this.take('Ut')) return text(`{unnamed type#${this.count()}}`);
    this.expect('Ul');
    // Template parameters that are declared, which nothing is printed of.
    while (/^T[yn]/.test(this.peek(2))) {
      this.at += 2;
      if (this.input[this.at - 1] === 'n') this.type();
    }
    const parameters = this.parameters();
    this.expect('E');
    return { kind: 'lambda', parameters, number: this.count() };
  }

  private count(): number {
    const number = this.match(/[0-9]+/y);
    this.expect('_');
    return number === '' ? 1 : Number(number) + 2;
  }

  /** `_` is 0, `0_` is 1, and so on in base 36 for substitutions. */
  private sequence(pattern: RegExp, base: number): number {
    const digits = this.match(pattern);
    this.expect('_');
    return digits === '' ? 0 : Number.parseInt(digits, base) + 1;
  }

  private substitution(): Node {
    this.expect('S');
    const standard = STANDARD_NAMES.get(this.peek());
    if (standard) {
      this.at++;
      const { text: name, base } = standard;
      let node: Node = { kind: 'join', parts: [name], base };
      if (this.peek() === 'B') {
        while (this.take('B')) node = { kind: 'join', parts: [node, `[abi:${this.sourceName()}]`], base };
        this.remember(node);
      }
      return node;
    }
    const found = this.seen[this.sequence(/[0-9A-Z]*/y, 36)];
    if (!found) throw new NotMangled();
    return found;
  }

  private parameter(): Node {
    this.expect('T');
    const index = this.sequence(/[0-9]*/y, 10);
    return { kind: 'parameter', scope: this.scope, index };
  }

  private templateArgs(): Node[] {
    this.expect('I');
    return this.argsUntilEnd();
  }

  private argsUntilEnd(): Node[] {
    const args: Node[] = [];
    while (!this.take('E')) args.push(this.templateArg());
    return args;
  }

  private templateArg(): Node {
    return this.nested(() => {
      switch (this.peek()) {
        case 'L':
          return this.literal();
        case 'X': {
          this.at++;
          const made = this.expression();
          this.expect('E');
          return made;
        }
        case 'J':
          this.at++;
          return { kind: 'pack', items: this.argsUntilEnd() };
        default:
          return this.type();
      }
    });
  }

  private literal(): Node {
    this.expect('L');
    if (this.take('_Z')) {
      const node = this.encoding(false);
      this.expect('E');
      return node;
    }
    const letter = this.peek();
    const type = this.type();
    const sign = this.take('n') ? '-' : '';
    const digits = this.match(/[0-9a-f]*/y);
    this.expect('E');
    if (letter === 'b' && /^[01]$/.test(digits)) return text(digits === '1' ? 'true' : 'false');
    const suffix = LITERAL_SUFFIXES.get(BUILTIN_TYPES.get(letter) ?? '');
    if (suffix !== undefined) return text(sign + digits + suffix);
    return text('(', type, ')', /[fde]/.test(letter) ? `[${sign}${digits}]` : sign + digits);
  }

  private decltype(): Node {
    this.at += 2;
    const made = text('decltype (', this.expression(), ')');
    this.expect('E');
    return made;
  }

  private type(): Node {
    return this.nested(() => this.typeHere());
  }

  private typeHere(): Node {
    const [next, two] = [this.peek(), this.peek(2)];
    const builtin = BUILTIN_TYPES.get(next) ?? BUILTIN_TYPES.get(two);
    if (builtin !== undefined) {
      this.at += BUILTIN_TYPES.has(next) ? 1 : 2;
      return text(builtin);
    }
    if (/[rVK]/.test(next)) {
      const qualifiers = this.qualifiers();
      return this.remember({ kind: 'qualified', of: this.type(), text: qualifiers });
    }
    switch (next) {
      case 'P':
      case 'R':
      case 'O':
        this.at++;
        return this.remember({ kind: 'pointer', to: this.type(), mark: next === 'P' ? '*' : next === 'R' ? '&' : '&&' });
      case 'F':
        return this.remember(this.functionType(''));
      case 'A':
        return this.remember(this.array());
      case 'M': {
        this.at++;
        const owner = this.type();
        return this.remember({ kind: 'member', owner, of: this.type() });
      }
      case 'U': {
        if (/^U[tl]/.test(two)) break;
        this.at++;
        const name = this.sourceName();
        const args: Node | undefined = this.peek() === 'I' ? this.template(text(name)) : undefined;
        const of = this.type();
        return this.remember(args ? text(of, ' ', args) : { kind: 'qualified', of, text: ` ${name}` });
      }
      case 'u':
        this.at++;
        return this.remember(text(this.sourceName()));
      case 'T':
        return this.templated(this.remember(this.parameter()));
      case 'S':
        if (two !== 'St') return this.templated(this.substitution());
        break;
      case 'D':
        return this.typeOfD(two);
    }
    return this.remember(this.name().node);
  }

  /** With template arguments behind it, if there are any. */
  private templated(name: Node): Node {
    return this.peek() === 'I' ? this.remember(this.template(name)) : name;
  }

  private typeOfD(two: string): Node {
    switch (two) {
      case 'Dp':
        this.at += 2;
        return this.remember({ kind: 'expansion', of: this.type() });
      case 'Dt':
      case 'DT':
        return this.remember(this.decltype());
      case 'Dv': {
        this.at += 2;
        const digits = this.match(/[1-9][0-9]*/y);
        const size = digits === '' && this.take('_') ? this.expression() : text(digits);
        this.expect('_');
        return this.remember(text(this.type(), ' __vector(', size, ')'));
      }
      case 'DF': {
        this.at += 2;
        const bits = this.match(/[1-9][0-9]*/y);
        if (this.take('b')) return text(bits === '16' ? 'std::bfloat16_t' : '');
        const more = this.take('x') ? 'x' : '';
        if (bits === '' || (more === '' && !this.take('_'))) throw new NotMangled();
        return text(`_Float${bits}${more}`);
      }
      case 'Do':
        this.at += 2;
        return this.remember(this.functionType(' noexcept'));
      default:
        return this.remember(this.name().node);
    }
  }

  private functionType(after: string): Node {
    this.expect('F');
    this.take('Y');
    const result = this.type();
    const parameters = this.parameters();
    const reference = this.take('R') ? ' &' : this.take('O') ? ' &&' : '';
    this.expect('E');
    return { kind: 'function', result, parameters, after: reference + after };
  }

  private array(): Node {
    this.expect('A');
    const digits = this.match(/[0-9]+/y);
    const size = digits !== '' || this.peek() === '_' ? text(digits) : this.expression();
    this.expect('_');
    return { kind: 'array', of: this.type(), size };
  }

  /** Only what occurs in signatures of functions: literals, parameters, operators, conversions and sizes. */
  private expression(): Node {
    return this.nested(() => {
      const two = this.peek(2);
      if (two.startsWith('L')) return this.literal();
      if (two.startsWith('T')) return this.parameter();
      if (/^[0-9]/.test(two)) return text(this.sourceName());
      if (this.take('fp')) {
        this.qualifiers();
        return text(`{parm#${this.count()}}`);
      }
      if (this.take('sZ')) return text('sizeof...(', this.parameter(), ')');
      if (this.take('st')) return text('sizeof (', this.type(), ')');
      if (this.take('sr')) {
        const owner = this.type();
        const name = text(this.sourceName());
        return text(owner, '::', this.peek() === 'I' ? this.template(name) : name);
      }
      if (this.take('cv')) {
        const type = this.type();
        return text('(', type, ')', operand(this.expression()));
      }
      const operator = OPERATORS.get(two);
      if (!operator || operator[1] === 0) throw new NotMangled();
      this.at += 2;
      const first = operand(this.expression());
      if (operator[1] === 1) return text(operator[0], first);
      const made = text(first, operator[0], operand(this.expression()));
      return operator[0] === '>' ? text('(', made, ')') : made;
    });
  }
}

function operand(node: Node): Node {
  return text('(', node, ')');
}

/** The name of the constructors of a class. */
function baseOf(node: Node): Node {
  let found = node;
  for (;;) {
    if (found.kind === 'template') found = found.name;
    else if (found.kind === 'join' && found.base !== undefined) {
      if (typeof found.base === 'string') return text(found.base);
      found = found.base;
    } else return found;
  }
}
