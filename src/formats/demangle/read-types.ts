import { Cursor } from './cursor.ts';
import { NOT_MANGLED, type Node, type Scope, text } from './node.ts';
import { BUILTIN_TYPES, LITERAL_SUFFIXES, OPERATORS, STANDARD_NAMES } from './table.ts';

/** The kind of a name, what comes after its parameters, and whether its encoding includes the result type. */
export interface ReadName {
  readonly node: Node;
  readonly after: string;
  readonly result: boolean;
}

/** Reads types, template arguments and the expressions in them. */
export abstract class TypeReader extends Cursor {
  protected readonly substitutions: Node[] = [];
  /** Scope of the declaration that is read. */
  protected scope: Scope = { args: [] };

  /** A name; `scope` gets its template arguments. */
  protected abstract name(scope?: Scope): ReadName;
  /** A declaration; only for the outermost one is the result type printed. */
  protected abstract encoding(outermost: boolean): Node;

  protected remember<T extends Node>(node: T): T {
    this.substitutions.push(node);
    return node;
  }

  /** Types up to the end; a single `v` means no types. */
  protected parameters(): Node[] {
    if (this.take('v')) return [];
    const types: Node[] = [];
    while (!this.atEnd() && !/^[RO]E/.test(this.peek(2))) types.push(this.type());
    if (types.length === 0) throw NOT_MANGLED;
    return types;
  }

  protected template(name: Node, scope?: Scope): Node {
    const args = this.templateArgs();
    if (scope) scope.args = args;
    return { kind: 'template', name, args };
  }

  protected substitution(): Node {
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
    const substitute = this.substitutions[this.sequence(/[0-9A-Z]*/y, 36)];
    if (!substitute) throw NOT_MANGLED;
    return substitute;
  }

  protected parameter(): Node {
    this.expect('T');
    const index = this.sequence(/[0-9]*/y, 10);
    return { kind: 'parameter', scope: this.scope, index };
  }

  protected templateArgs(): Node[] {
    this.expect('I');
    return this.argsUntilEnd();
  }

  protected argsUntilEnd(): Node[] {
    const args: Node[] = [];
    while (!this.take('E')) args.push(this.templateArg());
    return args;
  }

  protected templateArg(): Node {
    return this.nested(() => {
      switch (this.peek()) {
        case 'L':
          return this.literal();
        case 'X': {
          this.at++;
          const node = this.expression();
          this.expect('E');
          return node;
        }
        case 'J':
          this.at++;
          return { kind: 'pack', items: this.argsUntilEnd() };
        default:
          return this.type();
      }
    });
  }

  protected literal(): Node {
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

  protected decltype(): Node {
    this.at += 2;
    const node = text('decltype (', this.expression(), ')');
    this.expect('E');
    return node;
  }

  protected type(): Node {
    return this.nested(() => this.typeHere());
  }

  protected typeHere(): Node {
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

  /** With template arguments after it, if there are any. */
  protected templated(name: Node): Node {
    return this.peek() === 'I' ? this.remember(this.template(name)) : name;
  }

  protected typeOfD(two: string): Node {
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
        if (bits === '' || (more === '' && !this.take('_'))) throw NOT_MANGLED;
        return text(`_Float${bits}${more}`);
      }
      case 'Do':
        this.at += 2;
        return this.remember(this.functionType(' noexcept'));
      default:
        return this.remember(this.name().node);
    }
  }

  protected functionType(after: string): Node {
    this.expect('F');
    this.take('Y');
    const result = this.type();
    const parameters = this.parameters();
    const reference = this.take('R') ? ' &' : this.take('O') ? ' &&' : '';
    this.expect('E');
    return { kind: 'function', result, parameters, after: reference + after };
  }

  protected array(): Node {
    this.expect('A');
    const digits = this.match(/[0-9]+/y);
    const size = digits !== '' || this.peek() === '_' ? text(digits) : this.expression();
    this.expect('_');
    return { kind: 'array', of: this.type(), size };
  }

  /** Only what occurs in signatures of functions: literals, parameters, operators, conversions and sizes. */
  protected expression(): Node {
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
      if (this.take('sr')) return text(this.owner(), '::', this.simpleName());
      if (this.take('cv')) {
        const type = this.type();
        return text('(', type, ')', operand(this.expression()));
      }
      const operator = OPERATORS.get(two);
      if (!operator || operator[1] === 0) throw NOT_MANGLED;
      this.at += 2;
      const first = operand(this.expression());
      if (operator[1] === 1) return text(operator[0], first);
      const node = text(first, operator[0], operand(this.expression()));
      return operator[0] === '>' ? text('(', node, ')') : node;
    });
  }

  /** The scope of a name in an expression: a type, or names up to the end if it is unresolved. */
  private owner(): Node {
    if (!/[0-9]/.test(this.peek())) return this.type();
    let node = this.simpleName();
    while (!this.take('E')) node = text(node, '::', this.simpleName());
    return node;
  }

  private simpleName(): Node {
    const name = text(this.sourceName());
    return this.peek() === 'I' ? this.template(name) : name;
  }
}

function operand(node: Node): Node {
  return text('(', node, ')');
}
