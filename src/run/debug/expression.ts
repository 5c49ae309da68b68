/**
 * Expressions of a debugger, in the syntax of C: `$r12.0<f>[3] > 1.5`, `in[get_global_id(0)] == 2`, `*(float*)0x100000000`. Each lane has a
 * value of its own.
 */
import { grouped } from '../../core/diag/index.ts';
import { floatOf, integerOf, sizeOf } from '../case/elements.ts';
import { typeNamed } from '../case/given.ts';
import type { Thread } from '../thread.ts';
import { DebugError } from './registers.ts';
import {
  type AggregateType,
  INT,
  isAggregate,
  isNumberFloat,
  isPointer,
  type PointerType,
  partOf,
  type Space,
  sizeOfType,
  typeText,
  type Value,
  type ValuePlace,
  type ValueType,
  valueAt,
} from './values.ts';

/** What names in expressions stand for. */
export interface Names {
  /** A register by its name without a sign, for a lane. */
  register(text: string): { readonly isOfLanes: boolean; of(t: Thread, lane: number): Value };
  /** What else has a sign: `$lane`. */
  special(name: string): { readonly isOfLanes: boolean; of(t: Thread, lane: number): Value } | undefined;
  /** A variable or an argument. Throws {@link DebugError} that says why it has no value here. */
  named(name: string, t: Thread, lane: number): Value;
  /** `get_global_id(0)`. */
  call(name: string, dimension: number): ((t: Thread, lane: number) => Value) | undefined;
  /** Throws {@link DebugError} outside of memory. */
  memory(space: Space, address: number, size: number, t: Thread): ValuePlace;
}

/** An expression that was read. */
export interface Expression {
  readonly text: string;
  /** Whether lanes may have different values. */
  readonly isOfLanes: boolean;
  /** Whether it is a register or a name: of what is not a pointer, the elements are those of lanes. */
  readonly isPlace: boolean;
  /** Throws {@link DebugError}. */
  readonly of: (t: Thread, lane: number) => Value;
}

const TOKEN =
  /\s*(?:(\$[a-z]+\d*(?:\.\d+)?(?:<\d+>|<\d+;\d+(?:,\d+)?>)?(?::[a-z]+\d*|<[a-z]+\d*>)?|\$\w+)|(0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?f?)|([a-z_]\w*)|(\|\||&&|==|!=|<=|>=|<<|>>|->|[-+*/%&|^<>!~()[\].]))/iy;

/** By how strongly they bind. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const DEEPEST = 100;

type Node = Omit<Expression, 'text'>;

/** Reads an expression. Throws {@link DebugError}. */
export function readExpression(text: string, names: Names): Expression {
  const parser = new Parser(text, names);
  return { ...parser.whole(), text: text.trim() };
}

class Parser {
  private readonly tokens: string[] = [];
  private readonly text: string;
  private readonly names: Names;
  private at = 0;
  private depth = 0;

  constructor(text: string, names: Names) {
    this.text = text.trim();
    this.names = names;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < this.text.length) {
      const from = TOKEN.lastIndex;
      const found = TOKEN.exec(this.text);
      if (found === null) throw new DebugError(`${this.text.slice(from, from + 20)}: expected a number, a name, a register or an operator`);
      this.tokens.push(found[0].trim());
    }
    if (this.tokens.length === 0) throw new DebugError('an expression is missing');
  }

  whole(): Node {
    const node = this.binary(0);
    if (this.at < this.tokens.length) throw new DebugError(`${this.text}: ${this.tokens[this.at]} is not expected there`);
    return node;
  }

  private accept(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    if (!this.accept(token))
      throw new DebugError(
        `${this.text}: expected ${token} ${this.at < this.tokens.length ? `before ${this.tokens[this.at]}` : 'at the end'}`,
      );
  }

  private binary(level: number): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (let token = this.tokens[this.at]; token !== undefined && operators.includes(token); token = this.tokens[this.at]) {
      this.at++;
      const [a, b, operator] = [left, this.binary(level + 1), token];
      left = computed([a, b], (t, lane) => apply(operator, a.of(t, lane), b.of(t, lane)));
    }
    return left;
  }

  private unary(): Node {
    if (++this.depth > DEEPEST) throw new DebugError('the expression is nested too deeply');
    try {
      const token = this.tokens[this.at];
      if (token === '-' || token === '!' || token === '~' || token === '*') {
        this.at++;
        const one = this.unary();
        if (token === '*') return this.element(one, FIRST);
        return computed([one], (t, lane) => applyToOne(token, one.of(t, lane)));
      }
      return this.postfix(this.cast() ?? this.primary());
    } finally {
      this.depth--;
    }
  }

  /** `(float*)x`, `(local int*)x`, `(int)x`. */
  private cast(): Node | undefined {
    const found = /^\(\s*(?:(global|local|scratch)\s+)?(\w+)\s*(\*)?\s*\)$/.exec(
      this.tokens.slice(this.at, this.tokens.indexOf(')', this.at) + 1).join(' '),
    );
    const [, space = 'global', name = '', star] = found ?? [];
    const element = found === null || this.tokens[this.at] !== '(' ? undefined : typeNamed(name);
    if (element === undefined) return undefined;
    this.at = this.tokens.indexOf(')', this.at) + 1;
    const one = this.unary();
    const type = star === undefined ? element : { space: space as Space, to: element };
    return computed([one], (t, lane) => converted(one.of(t, lane), type));
  }

  private primary(): Node {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new DebugError(`${this.text}: the end is not expected there`);
    if (token === '(') {
      const inner = this.binary(0);
      this.expect(')');
      return inner;
    }
    if (token.startsWith('$')) return this.signed(token.slice(1));
    if (/^[\d.]/.test(token)) return numberNode(token);
    if (!/^[a-z_]/i.test(token)) throw new DebugError(`${this.text}: ${token} is not expected there`);
    if (this.accept('(')) return this.call(token);
    return { isOfLanes: true, isPlace: true, of: (t, lane) => this.names.named(token, t, lane) };
  }

  private signed(name: string): Node {
    const special = this.names.special(name);
    return special ? { ...special, isPlace: false } : { ...this.names.register(name), isPlace: true };
  }

  private call(name: string): Node {
    const dimension = Number(this.tokens[this.at++]);
    this.expect(')');
    const of = this.names.call(name, dimension);
    if (of === undefined || !(dimension >= 0 && dimension < 3))
      throw new DebugError(`${name}: the functions here are get_global_id, get_local_id and get_group_id, of 0, 1 or 2`);
    return { isOfLanes: true, isPlace: false, of };
  }

  private postfix(first: Node): Node {
    let node = first;
    for (;;) {
      if (this.accept('[')) {
        const index = this.binary(0);
        this.expect(']');
        node = this.element(node, index);
      } else if (this.accept('.')) node = this.member(node);
      else if (this.accept('->')) node = this.member(this.element(node, FIRST));
      else return node;
    }
  }

  /** A member of a structure; an element of a vector by its letter. */
  private member(of: Node): Node {
    const name = this.tokens[this.at++] ?? '';
    const node = computed([of], (t, lane) => {
      const { type, place } = of.of(t, lane);
      if (!isAggregate(type)) throw new DebugError(`${this.text}: only structures have members`);
      const index = type.kind === 'array' ? vectorIndex(name) : type.members.findIndex((one) => one.name === name);
      if (!(index >= 0 && (type.kind === 'structure' || index < type.count))) {
        const isCut = type.kind === 'structure' && type.isCut;
        throw new DebugError(
          `${typeText(type) || 'the structure'} has no member ${name}${isCut ? ` among the ${grouped(type.members.length)} that are read` : ''}`,
        );
      }
      return part(partOf(type, index), place);
    });
    return { ...node, isPlace: of.isPlace };
  }

  /** The element of a lane, of an array, or of what a pointer points to. */
  private element(of: Node, index: Node): Node {
    return computed([of, index], (t, lane) => {
      const { type, value, place } = of.of(t, lane);
      const number = Number(scalar(index.of(t, lane)).value);
      if (isPointer(type)) return this.load(type, Number(value) + number * sizeOfType(type.to), t);
      if (isAggregate(type) && type.kind === 'array') {
        if (!(number >= 0 && number < type.count)) throw new DebugError(`${number} is not an element of ${typeText(type)}`);
        return part(partOf(type, number), place);
      }
      if (!of.isPlace) throw new DebugError(`${this.text}: only pointers, registers and variables have elements`);
      if (!(number >= 0 && number < 32)) throw new DebugError(`${number} is not a lane`);
      return of.of(t, number);
    });
  }

  private load({ space, to }: PointerType, address: number, t: Thread): Value {
    return valueAt(this.names.memory(space, address, sizeOfType(to), t), to);
  }
}

const computed = (parts: readonly Node[], of: Node['of']): Node => ({
  isOfLanes: parts.some((one) => one.isOfLanes),
  isPlace: false,
  of,
});

/** The first element of a pointer. */
const FIRST = computed([], () => INT(0));

function part({ offset, type }: ReturnType<typeof partOf>, place: ValuePlace | undefined): Value {
  if (place === undefined) throw new DebugError('a part of what is not in memory');
  return valueAt({ ...place, at: place.at + offset }, type);
}

/** `x` is 0, `sa` is 10. */
const vectorIndex = (name: string): number =>
  /^s[0-9a-f]$/i.test(name) ? Number.parseInt(name.slice(1), 16) : name.length === 1 ? 'xyzw'.indexOf(name) : -1;

/** A value that is a number. */
function scalar(value: Value): Value {
  if (isAggregate(value.type)) throw new DebugError(`${typeText(value.type) || 'a structure'} is not a number: name a part of it`);
  return value;
}

function numberNode(token: string): Node {
  const integer = integerOf(token);
  const float = integer === undefined ? floatOf(token.replace(/f$/i, '')) : undefined;
  if (integer === undefined && float === undefined) throw new DebugError(`${token} is not a number`);
  const value: Value = integer === undefined ? { type: 'double', value: float ?? 0 } : INT(integer);
  return computed([], () => value);
}

/** A value as one of another type: of floats the whole part. */
function converted(from: Value, type: Exclude<ValueType, AggregateType>): Value {
  const { value } = scalar(from);
  if (isNumberFloat(type)) return { type, value: type === 'float' ? Math.fround(Number(value)) : Number(value) };
  const whole = typeof value === 'bigint' ? value : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
  if (isPointer(type)) return { type, value: BigInt.asUintN(64, whole) };
  const bits = sizeOf(type) * 8;
  return { type, value: type.startsWith('u') ? BigInt.asUintN(bits, whole) : BigInt.asIntN(bits, whole) };
}

function applyToOne(operator: string, of: Value): Value {
  const { type, value } = scalar(of);
  if (operator === '!') return INT(Number(value) === 0);
  if (operator === '-') return typeof value === 'bigint' ? INT(-value) : { type, value: -value };
  return INT(~wholeOf(value));
}

function wholeOf(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  throw new DebugError('the operator is for integers');
}

const compare: Readonly<Record<string, (a: number | bigint, b: number | bigint) => boolean>> = {
  '==': (a, b) => Number(a) === Number(b) && (typeof a !== typeof b || a === b),
  '!=': (a, b) => !(Number(a) === Number(b) && (typeof a !== typeof b || a === b)),
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '&&': (a, b) => Number(a) !== 0 && Number(b) !== 0,
  '||': (a, b) => Number(a) !== 0 || Number(b) !== 0,
};

const whole: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '<<': (a, b) => a << BigInt.asUintN(6, b),
  '>>': (a, b) => a >> BigInt.asUintN(6, b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

const floating: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function apply(operator: string, left: Value, right: Value): Value {
  const [a, b] = [scalar(left), scalar(right)];
  const relation = compare[operator];
  if (relation) return INT(relation(a.value, b.value));
  if (isPointer(a.type) && (operator === '+' || operator === '-')) {
    const size = BigInt(sizeOfType(a.type.to));
    if (isPointer(b.type) && operator === '-') return INT((wholeOf(a.value) - wholeOf(b.value)) / size);
    const step = wholeOf(b.value) * size;
    return { type: a.type, value: BigInt.asUintN(64, wholeOf(a.value) + (operator === '+' ? step : -step)) };
  }
  const isFloat = typeof a.value === 'number' || typeof b.value === 'number';
  const float = floating[operator];
  if (isFloat && float)
    return { type: a.type === 'float' && b.type !== 'double' ? 'float' : 'double', value: float(Number(a.value), Number(b.value)) };
  const [x, y] = [wholeOf(a.value), wholeOf(b.value)];
  if ((operator === '/' || operator === '%') && y === 0n) throw new DebugError('division by zero');
  return INT((whole[operator] as (a: bigint, b: bigint) => bigint)(x, y));
}
