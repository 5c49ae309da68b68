import { Bytes } from './bytes.ts';
import { firstIndex } from './search.ts';

/** Content that is not copied before all is, in bytes: it would be twice in memory. Less costs less to copy than to keep apart. */
const BORROWED = 4096;

/** Content that stays where it is, and how many bytes of the writer's own come before it. */
interface Borrowed {
  readonly after: number;
  /** Offset in what is written. */
  readonly start: number;
  readonly bytes: Bytes;
}

/**
 * Collects bytes, little-endian: the inverse of {@link Bytes}.
 *
 * It grows as it is written to. Windows of some size stay windows: {@link finish} copies them once, and {@link window} makes a file of any
 * size in little memory.
 * Numbers that do not fit their width throw `RangeError`: check the model before writing it.
 */
export class ByteWriter {
  private data: Uint8Array;
  private view: DataView;
  private used = 0;
  private readonly borrowed: Borrowed[] = [];
  private borrowedLength = 0;

  /** @param capacity bytes to reserve at first; the exact size, if known, saves copying. */
  constructor(capacity = 1024) {
    this.data = new Uint8Array(capacity);
    this.view = new DataView(this.data.buffer);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.used + this.borrowedLength;
  }

  u8(value: number): this {
    const at = this.grow(1);
    this.view.setUint8(at, fitting(value, 0xff));
    return this;
  }

  u16(value: number): this {
    const at = this.grow(2);
    this.view.setUint16(at, fitting(value, 0xffff), true);
    return this;
  }

  u32(value: number): this {
    const at = this.grow(4);
    this.view.setUint32(at, fitting(value, 0xffff_ffff), true);
    return this;
  }

  /** A number or bigint of 64 bits; negative ones in two's complement. */
  u64(value: number | bigint): this {
    const integer = BigInt(value);
    const unsigned = BigInt.asUintN(64, integer);
    if (integer !== unsigned && integer !== BigInt.asIntN(64, integer)) throw new RangeError(`${value} does not fit 64 bits`);
    const at = this.grow(8);
    this.view.setBigUint64(at, unsigned, true);
    return this;
  }

  bytes(value: Uint8Array | Bytes): this {
    if (value instanceof Bytes) {
      if (!value.remote && value.length < BORROWED) return this.bytes(value.data);
      this.borrowed.push({ after: this.used, start: this.length, bytes: value });
      this.borrowedLength += value.length;
      return this;
    }
    const at = this.grow(value.length);
    this.data.set(value, at);
    return this;
  }

  /** One byte for each character, which must be below U+0100. */
  text(value: string): this {
    const at = this.grow(value.length);
    for (let i = 0; i < value.length; i++) this.data[at + i] = fitting(value.charCodeAt(i), 0xff);
    return this;
  }

  /** `count` bytes of `value`. */
  fill(count: number, value = 0): this {
    const at = this.grow(count);
    if (value !== 0) this.data.fill(value, at, at + count);
    return this;
  }

  /** Zeros up to the next multiple of `alignment`. */
  align(alignment: number): this {
    return this.fill((alignment - (this.length % alignment)) % alignment);
  }

  /** The bytes that were written. Call this once: later writes may or may not change the result. */
  finish(): Uint8Array {
    if (this.borrowed.length > 0) return this.joined().data;
    const { data, used } = this;
    return data.length === used ? data : data.slice(0, used);
  }

  /** As {@link finish}, with windows on large files fetched when they are read. */
  window(): Bytes {
    return this.borrowed.some(({ bytes }) => bytes.remote) ? this.joined() : Bytes.from(this.finish());
  }

  private joined(): Bytes {
    const content = this.data.subarray(0, this.used);
    const parts: Part[] = [];
    let at = 0;
    for (const { after, start, bytes } of this.borrowed) {
      if (after > at) parts.push({ start: start - (after - at), bytes: Bytes.from(content.subarray(at, after)) });
      parts.push({ start, bytes });
      at = after;
    }
    if (at < content.length) parts.push({ start: this.length - (content.length - at), bytes: Bytes.from(content.subarray(at)) });
    return Bytes.from({ size: this.length, read: (start, length) => readParts(parts, start, length) });
  }

  private grow(count: number): number {
    const at = this.used;
    this.used += count;
    if (this.used > this.data.length) {
      const grown = new Uint8Array(Math.max(this.data.length * 2, this.used));
      grown.set(this.data.subarray(0, at));
      this.data = grown;
      this.view = new DataView(grown.buffer);
    }
    return at;
  }
}

interface Part {
  /** Offset in what is written. */
  readonly start: number;
  readonly bytes: Bytes;
}

/** Bytes of parts that follow each other. */
function readParts(parts: readonly Part[], start: number, length: number): Uint8Array {
  const data = new Uint8Array(length);
  const first = firstIndex(parts.length, (i) => (parts[i]?.start ?? 0) > start) - 1;
  for (let i = Math.max(first, 0); i < parts.length; i++) {
    const part = parts[i] as Part;
    if (part.start >= start + length) break;
    const from = Math.max(start, part.start);
    const to = Math.min(start + length, part.start + part.bytes.length);
    if (from < to) data.set(part.bytes.sub(from - part.start, to - part.start).data, from - start);
  }
  return data;
}

function fitting(value: number, most: number): number {
  if (!(value >= 0 && value <= most && Number.isInteger(value))) throw new RangeError(`${value} is not an integer from 0 to ${most}`);
  return value;
}

/** Overwrites `width` bytes at `at` with a little-endian number; if it does not fit, with its low bits. */
export function putNumber(data: Uint8Array, at: number, value: bigint, width: number): void {
  for (let i = 0; i < width; i++) data[at + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}
