import { LIMITS } from '../../core/diag/index.ts';
import { NOT_MANGLED } from './node.ts';
import { QUALIFIERS } from './table.ts';

/** A position in a mangled name. */
export class Cursor {
  protected at = 0;
  protected readonly input: string;
  private depth = 0;

  constructor(input: string) {
    this.input = input;
  }

  protected peek(length = 1): string {
    return this.input.slice(this.at, this.at + length);
  }

  protected take(expected: string): boolean {
    if (!this.input.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  protected expect(expected: string): void {
    if (!this.take(expected)) throw NOT_MANGLED;
  }

  protected match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.input)?.[0] ?? '';
    this.at += text.length;
    return text;
  }

  protected nested<T>(read: () => T): T {
    if (++this.depth > LIMITS.demangledDepth) throw NOT_MANGLED;
    const node = read();
    this.depth--;
    return node;
  }

  protected atEnd(): boolean {
    return this.at === this.input.length || this.peek() === 'E' || this.peek() === '.';
  }

  protected sourceName(): string {
    const digits = this.match(/[1-9][0-9]*/y);
    const length = Number(digits);
    if (digits === '' || this.at + length > this.input.length) throw NOT_MANGLED;
    const name = this.peek(length);
    this.at += length;
    return /^_GLOBAL_[_.$]N/.test(name) ? '(anonymous namespace)' : name;
  }

  protected count(): number {
    const number = this.match(/[0-9]+/y);
    this.expect('_');
    return number === '' ? 1 : Number(number) + 2;
  }

  /** `_` is 0, `0_` is 1, and so on in base 36 for substitutions. */
  protected sequence(pattern: RegExp, base: number): number {
    const digits = this.match(pattern);
    this.expect('_');
    return digits === '' ? 0 : Number.parseInt(digits, base) + 1;
  }

  protected qualifiers(): string {
    return QUALIFIERS.filter(([letter]) => this.take(letter))
      .map(([, word]) => word)
      .reverse()
      .join('');
  }
}
