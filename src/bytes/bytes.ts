import { diagnostic, FormatError, type Span } from '../diag/index.ts';
import { byteText } from './text.ts';

/**
 * A window on the bytes of one source, which knows where it lies in that source.
 *
 * Offsets given to it count from the start of the window; the spans that it makes are absolute. All integers are little-endian.
 * A read outside the window throws `FormatError` (`bytes/out-of-range`): a decoder that can go on without the value asks
 * {@link has} first.
 */
export class Bytes {
  /** Address of the source that absolute offsets count in; see {@link Span}. */
  readonly source: string;
  /** Absolute offset of the window's first byte. */
  readonly base: number;
  readonly length: number;
  /** All of the source's bytes, of which the window begins at `offset`. */
  private readonly whole: Uint8Array;
  private readonly view: DataView;
  private readonly offset: number;
  private made: Uint8Array | undefined;

  /** The window `[from, to)` of `data`, which is the whole of it when they are left out. */
  constructor(
    data: Uint8Array,
    source = '',
    base = 0,
    from = 0,
    to = data.length,
    view = new DataView(data.buffer, data.byteOffset, data.length),
  ) {
    this.source = source;
    this.base = base;
    this.length = to - from;
    this.whole = data;
    this.view = view;
    this.offset = from;
    this.made = undefined;
  }

  /** The input of a reader: bytes as they come, or a window that already knows its place. */
  static from(input: Uint8Array | Bytes): Bytes {
    if (input instanceof Bytes) return input;
    if (!(input instanceof Uint8Array)) throw new TypeError('expected a Uint8Array or Bytes');
    return new Bytes(input);
  }

  /** Exactly the bytes of this window. */
  get data(): Uint8Array {
    // Made when asked for: windows are many, and an array for each would be most of what reading costs.
    this.made ??= this.whole.subarray(this.offset, this.offset + this.length);
    return this.made;
  }

  has(at: number, count: number): boolean {
    return at >= 0 && count >= 0 && at + count <= this.length;
  }

  u8(at: number): number {
    if (!this.has(at, 1)) throw this.outside(at, 1);
    return this.view.getUint8(this.offset + at);
  }

  u16(at: number): number {
    if (!this.has(at, 2)) throw this.outside(at, 2);
    return this.view.getUint16(this.offset + at, true);
  }

  u32(at: number): number {
    if (!this.has(at, 4)) throw this.outside(at, 4);
    return this.view.getUint32(this.offset + at, true);
  }

  u64(at: number): bigint {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getBigUint64(this.offset + at, true);
  }

  i64(at: number): bigint {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getBigInt64(this.offset + at, true);
  }

  /** A 64-bit value as a number: exact below 2⁵³, rounded above (callers test `Number.isSafeInteger`). */
  u64AsNumber(at: number): number {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getUint32(this.offset + at + 4, true) * 0x1_0000_0000 + this.view.getUint32(this.offset + at, true);
  }

  /** The window `[start, end)` of this one. */
  sub(start: number, end: number): Bytes {
    if (!(start <= end) || !this.has(start, end - start)) throw this.outside(start, end - start);
    return new Bytes(this.whole, this.source, this.base + start, this.offset + start, this.offset + end, this.view);
  }

  /** Whether the bytes at `at` are those of `text`, one byte per character. */
  startsWith(text: string, at = 0): boolean {
    if (!this.has(at, text.length)) return false;
    for (let i = 0; i < text.length; i++) if (this.whole[this.offset + at + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** All of it, one character per byte. */
  text(): string {
    return byteText(this.data);
  }

  /** The absolute span of `[start, end)`; everything when left out. */
  span(start = 0, end = this.length): Span {
    return { source: this.source, start: this.base + start, end: this.base + end };
  }

  private outside(at: number, count: number): FormatError {
    const start = at > 0 ? Math.min(at, this.length) : 0;
    return new FormatError(
      diagnostic(
        'bytes/out-of-range',
        `${count} bytes are needed but ${Math.max(this.length - at, 0)} are left`,
        this.span(start, start),
        '',
        {
          needed: count,
          left: Math.max(this.length - at, 0),
        },
      ),
    );
  }
}
