/**
 * Bytes being put together, little-endian: the inverse of {@link Bytes}.
 *
 * It grows as it is written to. Numbers that do not fit their width throw `RangeError`: a writer checks its model before.
 */
export class ByteWriter {
  private data: Uint8Array;
  private view: DataView;
  private used = 0;

  /** @param capacity bytes to make room for at first; the exact size, where it is known, saves copying. */
  constructor(capacity = 1024) {
    this.data = new Uint8Array(capacity);
    this.view = new DataView(this.data.buffer);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.used;
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
    const wide = BigInt(value);
    if (wide !== BigInt.asUintN(64, wide) && wide !== BigInt.asIntN(64, wide)) throw new RangeError(`${value} does not fit 64 bits`);
    const at = this.grow(8);
    this.view.setBigUint64(at, BigInt.asUintN(64, wide), true);
    return this;
  }

  bytes(value: Uint8Array): this {
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
    return this.fill((alignment - (this.used % alignment)) % alignment);
  }

  /** Writes a u32 over what stands at `at`: for sizes that are known only later. */
  patchU32(at: number, value: number): void {
    if (at + 4 > this.used) throw new RangeError(`offset ${at} is not written yet`);
    this.view.setUint32(at, fitting(value, 0xffff_ffff), true);
  }

  /** What was written. Writing on afterwards leaves it as it is or not: ask for it once. */
  finish(): Uint8Array {
    return this.used === this.data.length ? this.data : this.data.slice(0, this.used);
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

function fitting(value: number, most: number): number {
  if (!(value >= 0 && value <= most && Number.isInteger(value))) throw new RangeError(`${value} is no integer from 0 to ${most}`);
  return value;
}

/** Puts a little-endian number of `width` bytes over those at `at`; of a number that does not fit, the low bits. */
export function putNumber(data: Uint8Array, at: number, value: bigint, width: number): void {
  for (let i = 0; i < width; i++) data[at + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}
