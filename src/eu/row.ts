import type { Operand } from './model.ts';

/** Receives a line piece by piece. */
export interface Sink {
  /** Text outside of columns, or in the open column. */
  add(text: string): void;
  spaces(count: number): void;
  /** `0x1F`, with at least `digits` digits. */
  hex(value: number, digits: number): void;
  /** Text in a column of a width. `hidden` is the number of its characters that do not count, because they are those of numbers. */
  column(text: string, width: number, hidden?: number): void;
  /** Start and end of a column whose text comes in pieces. */
  open(): void;
  close(width: number, hidden?: number): void;
  /** Text of an operand, or of the options, that depends on numbers. */
  variable(kind: Variable, operand: Operand | undefined, text: string): void;
}

/** What a text depends on besides the form of the instruction. */
export type Variable = 'register' | 'bare' | 'value' | 'tokens' | 'label' | 'options';

/**
 * Builds lines column by column. A text that is too long for its column reduces the padding in later columns.
 *
 * Characters are written to a buffer: a string that is concatenated piece by piece costs an object per piece until it is flattened.
 */
export class Row implements Sink {
  // Small, because most rows are for one piece of text; the row of a page grows.
  private bytes = new Uint8Array(1 << 8);
  private view = new DataView(this.bytes.buffer);
  /** Number of bytes in use. */
  size = 0;
  /** Number of characters by which later columns have to be shortened. */
  private debt = 0;
  /** Start of the open column, plus one for each of its characters that has two bytes. */
  private from = 0;

  /** Starts a line, or resumes one whose later columns have to be shortened by `debt` and whose open column has `taken` characters. */
  start(debt = 0, taken = 0): void {
    this.debt = debt;
    this.from = this.size - taken;
  }

  /** The number of characters by which later columns have to be shortened. */
  get shortage(): number {
    return this.debt;
  }

  /** Everything since the last call. */
  flush(): string {
    const text = DECODER.decode(this.bytes.subarray(0, this.size));
    this.size = 0;
    return text;
  }

  /** Text outside of columns. */
  add(text: string): void {
    const { length } = text;
    if (this.size + 2 * length > this.bytes.length) this.grow(2 * length);
    const { bytes } = this;
    let at = this.size;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) bytes[at++] = code;
      else {
        // Two bytes of UTF-8: no text has characters above U+00FF.
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
        this.from++;
      }
    }
    this.size = at;
  }

  endLine(): void {
    if (this.size === this.bytes.length) this.grow(1);
    this.bytes[this.size++] = LINE_FEED;
  }

  /** The buffer, with capacity for `bytes` more bytes. */
  withCapacity(bytes: number): DataView {
    if (this.size + bytes > this.bytes.length) this.grow(bytes);
    return this.view;
  }

  variable(_kind: Variable, _operand: Operand | undefined, text: string): void {
    this.add(text);
  }

  spaces(count: number): void {
    if (count <= 0) return;
    if (this.size + count > this.bytes.length) this.grow(count);
    const { bytes } = this;
    const end = this.size + count;
    for (let at = this.size; at < end; at++) bytes[at] = SPACE;
    this.size = end;
  }

  hex(value: number, digits = 1): void {
    if (this.size + 10 > this.bytes.length) this.grow(10);
    const { bytes } = this;
    const count = Math.max(digits, 8 - (Math.clz32(value) >> 2));
    bytes[this.size] = ZERO;
    bytes[this.size + 1] = LETTER_X;
    this.size += 2 + count;
    for (let at = this.size - 1, rest = value; at >= this.size - count; at--, rest >>>= 4) {
      const digit = rest & 15;
      bytes[at] = digit < 10 ? ZERO + digit : LETTER_A + digit - 10;
    }
  }

  /** Text in a column of a width. `hidden` is the number of its characters that do not count, because they are those of numbers. */
  column(text: string, width: number, hidden = 0): void {
    this.add(text);
    this.pad(text.length - hidden, width);
  }

  /** Starts a column whose text comes in pieces. */
  open(): void {
    this.from = this.size;
  }

  /** Ends it, as `column` does. */
  close(width: number, hidden = 0): void {
    this.pad(this.size - this.from - hidden, width);
  }

  private pad(size: number, width: number): void {
    if (size > width) {
      this.debt += size - width;
      return;
    }
    const correction = Math.min(this.debt, width - size);
    this.debt -= correction;
    this.spaces(width - size - correction);
  }

  private grow(more: number): void {
    const bytes = new Uint8Array(2 * this.bytes.length + more);
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const ZERO = 0x30;
const LETTER_A = 0x41;
const LETTER_X = 0x78;
const DECODER = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
