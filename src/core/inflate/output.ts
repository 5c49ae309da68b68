/** The inflated bytes, in a buffer that grows. Throws {@link TooLarge} before more than `limit` bytes are produced. */
export class Output {
  data: Uint8Array;
  length = 0;
  readonly limit: number;

  /** @param expected bytes to reserve at once: a size that was checked against the limit. */
  constructor(limit: number, expected = 0) {
    this.limit = limit;
    this.data = new Uint8Array(Math.min(limit, Math.max(expected, 4_096)));
  }

  /** Reserves space for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.limit) throw new TooLarge();
    if (needed <= this.data.length) return;
    const grown = new Uint8Array(Math.min(this.limit, Math.max(needed, this.data.length * 2)));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }

  push(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.data.set(bytes, this.length);
    this.length += bytes.length;
  }

  fill(count: number, value: number): void {
    this.reserve(count);
    this.data.fill(value, this.length, this.length + count);
    this.length += count;
  }

  /** Exactly the bytes that were written; large spare capacity is released. */
  finish(): Uint8Array {
    const bytes = this.data.subarray(0, this.length);
    return this.data.length - this.length > this.length >> 3 ? bytes.slice() : bytes;
  }
}

/** Ends the reading of a stream that inflates to more than the limit. It is caught in `inflate`, which makes a finding of it. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Ends the reading of a stream that is damaged, at an offset in it. It is caught in `inflate`, which makes a finding of it. */
export class Damaged extends Error {
  override readonly name = 'Damaged';
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
