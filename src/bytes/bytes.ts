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
  /** Exactly the bytes of this window. */
  readonly data: Uint8Array;
  /** Address of the source that absolute offsets count in; see {@link Span}. */
  readonly source: string;
  /** Absolute offset of the window's first byte. */
  readonly base: number;
  readonly length: number;
  private readonly view: DataView;

  constructor(data: Uint8Array, source = '', base = 0) {
    this.data = data;
    this.source = source;
    this.base = base;
    this.length = data.length;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
  }

  /** The input of a reader: bytes as they come, or a window that already knows its place. */
  static from(input: Uint8Array | Bytes): Bytes {
    if (input instanceof Bytes) return input;
    if (!(input instanceof Uint8Array)) throw new TypeError('expected a Uint8Array or Bytes');
    return new Bytes(input);
  }

  has(at: number, count: number): boolean {
    return at >= 0 && count >= 0 && at + count <= this.length;
  }

  u8(at: number): number {
    if (!this.has(at, 1)) throw this.outside(at, 1);
    return this.view.getUint8(at);
  }

  u16(at: number): number {
    if (!this.has(at, 2)) throw this.outside(at, 2);
    return this.view.getUint16(at, true);
  }

  u32(at: number): number {
    if (!this.has(at, 4)) throw this.outside(at, 4);
    return this.view.getUint32(at, true);
  }

  u64(at: number): bigint {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getBigUint64(at, true);
  }

  i64(at: number): bigint {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getBigInt64(at, true);
  }

  /** A 64-bit value as a number: exact below 2⁵³, rounded above (callers test `Number.isSafeInteger`). */
  u64AsNumber(at: number): number {
    if (!this.has(at, 8)) throw this.outside(at, 8);
    return this.view.getUint32(at + 4, true) * 0x1_0000_0000 + this.view.getUint32(at, true);
  }

  /** The window `[start, end)` of this one. */
  sub(start: number, end: number): Bytes {
    if (!(start <= end) || !this.has(start, end - start)) throw this.outside(start, end - start);
    return new Bytes(this.data.subarray(start, end), this.source, this.base + start);
  }

  /** Whether the bytes at `at` are those of `text`, one byte per character. */
  startsWith(text: string, at = 0): boolean {
    if (!this.has(at, text.length)) return false;
    for (let i = 0; i < text.length; i++) if (this.data[at + i] !== text.charCodeAt(i)) return false;
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
    const start = Math.min(Math.max(at, 0), this.length);
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
