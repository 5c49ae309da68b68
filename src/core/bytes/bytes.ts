import { diagnostic, FormatError, type Span } from '../diag/index.ts';
import { byteText } from './text.ts';

/**
 * Bytes that are fetched on demand: of a file too large for memory, or a `Blob` in a worker.
 *
 * `read` returns exactly `length` bytes from `start`, and is called only for ranges within `size`. The library is synchronous, so it is
 * too: `readSync` of a file, `FileReaderSync` of a blob.
 */
export interface Source {
  /** In bytes. */
  readonly size: number;
  read(start: number, length: number): Uint8Array;
}

/**
 * Bytes that are fetched together, and how many such pages a source keeps. Few bytes around a header are needed, and memory of pages is
 * returned late: larger ones cost more of it than they spare requests.
 */
const PAGE = 16_384;
const PAGES = 64;

/** The pages of a source that were last used. */
class Pages {
  private readonly kept = new Map<number, Uint8Array>();
  private readonly from: Source;

  constructor(from: Source) {
    this.from = from;
  }

  /** Bytes that include `[start, end)`, and where they begin. */
  around(start: number, end: number): { readonly at: number; readonly data: Uint8Array } {
    const page = Math.floor(start / PAGE);
    if (end > (page + 1) * PAGE) return { at: start, data: this.exactly(start, end) };
    let data = this.kept.get(page);
    if (data) this.kept.delete(page);
    else data = this.from.read(page * PAGE, Math.min(PAGE, this.from.size - page * PAGE));
    this.kept.set(page, data);
    for (const [oldest] of this.kept) {
      if (this.kept.size <= PAGES) break;
      this.kept.delete(oldest);
    }
    return { at: page * PAGE, data };
  }

  exactly(start: number, end: number): Uint8Array {
    return this.from.read(start, end - start);
  }
}

/** What `make` returns. Throws `FormatError` (`bytes/too-large`) where the engine has no memory for so many bytes. */
export function inMemory(size: number, span: Span, make: () => Uint8Array): Uint8Array {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FormatError(
      diagnostic('bytes/too-large', `${size} bytes are needed at once, which are too many for memory`, span, '', { size }),
    );
  }
}

/** The data of windows: bytes, with a view that reads integers, or pages that fetch bytes on demand. */
class Store {
  readonly data: Uint8Array;
  readonly view: DataView;
  readonly pages: Pages | undefined;

  constructor(data: Uint8Array, pages?: Pages) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
    this.pages = pages;
  }
}

const NOTHING = new Uint8Array(0);
const EMPTY = new Store(NOTHING);

/**
 * A window on the bytes of one source, which knows its position in that source.
 *
 * Offsets given to it count from the start of the window; the spans that it makes are absolute. All integers are little-endian.
 * A read outside the window throws `FormatError` (`bytes/out-of-range`): a decoder that can continue without the value asks
 * {@link has} first. Bytes of a {@link Source} are fetched when they are read, a page at a time.
 */
export class Bytes {
  /** Address of the source that absolute offsets count in; see {@link Span}. */
  readonly source: string;
  /** Absolute offset of the window's first byte. */
  readonly base: number;
  readonly length: number;
  /**
   * Bytes at hand: those of the window at `low` to `high` begin at `offset + low`. The constructor sets them twice, because the first
   * fetched page sets them again: engines optimise for a field that is set only once, and would discard that code.
   */
  private held = EMPTY;
  private view = EMPTY.view;
  private offset = 0;
  private low = 0;
  private high = 0;
  /** The data under the window, and where the window begins in it. */
  private readonly store: Store;
  private readonly start: number;
  private cachedData: Uint8Array | undefined;

  /** All of `data`. */
  constructor(data: Uint8Array, source?: string, base?: number);
  /** @internal The range `[from, to)` of data that other windows share. */
  constructor(on: Store, source: string, base: number, from: number, to: number);
  constructor(on: Uint8Array | Store, source = '', base = 0, from = 0, to?: number) {
    const store = on instanceof Store ? on : new Store(on);
    this.source = source;
    this.base = base;
    this.length = (to ?? store.data.length) - from;
    this.held = store;
    this.view = store.view;
    this.offset = from;
    this.low = 0;
    this.high = store.pages === undefined ? this.length : 0;
    this.store = store;
    this.start = from;
    this.cachedData = undefined;
  }

  /**
   * The input of a reader: bytes, a source to fetch them from, or a window that already knows its position.
   *
   * @param source what spans call it; a window keeps its own.
   */
  static from(input: Uint8Array | Bytes | Source, source = ''): Bytes {
    if (input instanceof Bytes) return input;
    // The method `slice` of a Buffer of Node shares its memory: what is a copy of other arrays would not be one.
    if (input instanceof Uint8Array)
      return new Bytes(input.constructor === Uint8Array ? input : new Uint8Array(input.buffer, input.byteOffset, input.length), source);
    if (typeof input !== 'object' || input === null || typeof input.read !== 'function') {
      throw new TypeError('expected a Uint8Array, Bytes, or a source with size and read');
    }
    return new Bytes(new Store(NOTHING, new Pages(input)), source, 0, 0, input.size);
  }

  /** Exactly the bytes of this window. A large window of a {@link Source} is fetched again each time. */
  get data(): Uint8Array {
    // Created on demand: there are many windows, and an array for each would be most of the cost of reading.
    if (this.cachedData) return this.cachedData;
    if (this.low === 0 && this.high === this.length) {
      this.cachedData = this.held.data.subarray(this.offset, this.offset + this.length);
      return this.cachedData;
    }
    const { pages } = this.store;
    if (!pages) return NOTHING;
    const end = this.start + this.length;
    if (this.length > PAGE) return inMemory(this.length, this.span(), () => pages.exactly(this.start, end));
    const { at, data } = pages.around(this.start, end);
    // A part of a page would keep the page in memory.
    this.cachedData = data.length === this.length ? data : data.slice(this.start - at, end - at);
    return this.cachedData;
  }

  /** Whether the bytes are fetched from a {@link Source}. Check this before reading all bytes of a large file. */
  get remote(): boolean {
    return this.store.pages !== undefined;
  }

  /** Fetches `count` bytes at `at` into memory; throws if they are outside the window. */
  private need(at: number, count: number): void {
    if (!this.has(at, count)) throw this.outside(at, count);
    const { pages } = this.store;
    if (!pages) return;
    const { at: start, data } = pages.around(this.start + at, this.start + at + count);
    this.held = new Store(data);
    this.view = this.held.view;
    this.offset = this.start - start;
    this.low = Math.max(start - this.start, 0);
    this.high = Math.min(start + data.length - this.start, this.length);
  }

  has(at: number, count: number): boolean {
    return at >= 0 && count >= 0 && at + count <= this.length;
  }

  u8(at: number): number {
    if (!(at >= this.low && at + 1 <= this.high)) this.need(at, 1);
    return this.view.getUint8(this.offset + at);
  }

  u16(at: number): number {
    if (!(at >= this.low && at + 2 <= this.high)) this.need(at, 2);
    return this.view.getUint16(this.offset + at, true);
  }

  u32(at: number): number {
    if (!(at >= this.low && at + 4 <= this.high)) this.need(at, 4);
    return this.view.getUint32(this.offset + at, true);
  }

  u64(at: number): bigint {
    if (!(at >= this.low && at + 8 <= this.high)) this.need(at, 8);
    return this.view.getBigUint64(this.offset + at, true);
  }

  i64(at: number): bigint {
    if (!(at >= this.low && at + 8 <= this.high)) this.need(at, 8);
    return this.view.getBigInt64(this.offset + at, true);
  }

  /** A 64-bit value as a number: exact below 2⁵³, rounded above (callers test `Number.isSafeInteger`). */
  u64AsNumber(at: number): number {
    if (!(at >= this.low && at + 8 <= this.high)) this.need(at, 8);
    const low = this.view.getUint32(this.offset + at, true);
    const high = this.view.getUint32(this.offset + at + 4, true);
    // Engines would keep a sum as a float, in an object of its own.
    return high === 0 ? low : high * 0x1_0000_0000 + low;
  }

  /** The window `[start, end)` of this one. */
  sub(start: number, end: number): Bytes {
    if (!(start <= end) || !this.has(start, end - start)) throw this.outside(start, end - start);
    const base = this.base + start;
    // A window on a fetched page would keep the page in memory.
    if (this.store.pages === undefined) {
      return new Bytes(this.held, this.source, base, this.offset + start, this.offset + end);
    }
    return new Bytes(this.store, this.source, base, this.start + start, this.start + end);
  }

  /** Whether the bytes at `at` are those of `text`, one byte per character. */
  startsWith(text: string, at = 0): boolean {
    if (!this.has(at, text.length)) return false;
    if (!(at >= this.low && at + text.length <= this.high)) this.need(at, text.length);
    for (let i = 0; i < text.length; i++) if (this.held.data[this.offset + at + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** The whole window as text, one character per byte. */
  text(): string {
    return byteText(this.data);
  }

  /** The absolute span of `[start, end)`; by default, of the whole window. */
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
