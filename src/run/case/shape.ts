/** A value of a file of cases, which knows its place, and reads its members with what is wrong as an error there. */
import { type FormatError, refusal } from '../../core/diag/index.ts';
import { clip, didYouMean } from '../../core/schema/index.ts';
import { type ElementType, elementType, floatOf, integerOf, isFloat, putBits, putElement, sizeOf } from './elements.ts';

/** An error at a place of a file of cases. */
export function caseError(path: string, message: string): FormatError {
  return refusal('run/case', clip(path, 200), message);
}

/** A value and its place. */
export class Node {
  readonly value: unknown;
  /** What it is in, and its key or index there. */
  private readonly above: Node | undefined;
  private readonly step: string | number;

  constructor(value: unknown, above?: Node, step: string | number = '') {
    this.value = value;
    this.above = above;
    this.step = step;
  }

  /** Made when it is asked for: a file may be nothing but numbers. */
  get path(): string {
    const { above, step } = this;
    return above === undefined ? '' : typeof step === 'number' ? `${above.path}[${step}]` : above.pathTo(step);
  }

  fail(message: string): never {
    throw caseError(this.path, message);
  }

  /** The keys of an object. */
  keys(): readonly string[] {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.fail(`it has to be an object, and is ${shown(value)}`);
    return Object.keys(value);
  }

  /** An object, which has only these keys. */
  object(keys: readonly string[]): this {
    const strange = this.keys().find((key) => !keys.includes(key));
    if (strange === undefined) return this;
    throw caseError(this.pathTo(strange), `there is no such key${didYouMean(strange, keys)}; there are ${keys.join(', ')}`);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.value as object, key);
  }

  /** A member of an object; its value is undefined if the object lacks it. */
  member(key: string): Node {
    return new Node(this.has(key) ? (this.value as Readonly<Record<string, unknown>>)[key] : undefined, this, key);
  }

  /** A member, if the object has it, as `read` makes it. */
  optional<T>(key: string, read: (node: Node) => T): T | undefined {
    return this.has(key) ? read(this.member(key)) : undefined;
  }

  list(most: number, least = 0): Node[] {
    return Array.from({ length: this.length(most, least) }, (_, i) => this.item(i));
  }

  /** How many items a list has. */
  length(most: number, least = 0): number {
    const { value } = this;
    if (!Array.isArray(value)) return this.fail(`it has to be a list, and is ${shown(value)}`);
    if (value.length < least || value.length > most) return this.fail(`it has to have ${least} to ${most} items, and has ${value.length}`);
    return value.length;
  }

  /** An item of a list. */
  item(index: number): Node {
    return new Node((this.value as readonly unknown[])[index], this, index);
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.fail(`it has to be a text, and is ${shown(this.value)}`);
  }

  flag(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail(`it has to be true or false, and is ${shown(this.value)}`);
  }

  /** One of some words. */
  word<T extends string>(words: readonly T[]): T {
    const word = words.find((one) => one === this.value);
    return word ?? this.fail(`it has to be one of ${words.join(', ')}, and is ${shown(this.value)}`);
  }

  /** An integer that counts something. */
  count(most: number, least = 0): number {
    const { value } = this;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return this.fail(`it has to be an integer from ${least} to ${most}, and is ${shown(value)}`);
  }

  /** A number that is not negative. */
  bound(): number {
    const value = floatOf(this.value);
    return value !== undefined && value >= 0 ? value : this.fail(`it has to be a number of at least 0, and is ${shown(this.value)}`);
  }

  integer(): bigint {
    return integerOf(this.value) ?? this.fail(`it has to be an integer, and is ${shown(this.value)}`);
  }

  float(): number {
    return floatOf(this.value) ?? this.fail(`it has to be a number, and is ${shown(this.value)}`);
  }

  /** A number that a type can be computed from: integers are exact. */
  number(type: ElementType): number | bigint {
    return isFloat(type) ? this.float() : this.integer();
  }

  elementType(): ElementType {
    return elementType(this.text()) ?? this.fail(`${shown(this.value)} is not the type of an element`);
  }

  /** Stores the value as an element: a number, or the bits of one. */
  put(view: DataView, at: number, type: ElementType): void {
    if (typeof this.value !== 'object') {
      putElement(view, at, type, this.number(type));
      return;
    }
    const bits = this.object(['bits']).member('bits').integer();
    const size = sizeOf(type);
    if (bits < 0n || bits >> BigInt(8 * size) !== 0n) this.fail(`the bits have to fit the ${size} bytes of ${type}`);
    putBits(view, at, size, bits);
  }

  private pathTo(key: string): string {
    return this.path === '' ? clip(key) : `${this.path}.${clip(key)}`;
  }
}

/** A value in a message. */
export function shown(value: unknown): string {
  return value === undefined ? 'missing' : clip(JSON.stringify(value) ?? typeof value, 60);
}
