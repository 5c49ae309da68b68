/** XXH64 with seed 0, the checksum of zstd frames (RFC 8878, section 3.1.1). It detects damage. */

/** A 64-bit number, changed in place: creating one for each step would be most of the work. */
class Word {
  high: number;
  low: number;

  constructor(high: number, low: number) {
    this.high = high | 0;
    this.low = low | 0;
  }

  set(other: Word): this {
    this.high = other.high;
    this.low = other.low;
    return this;
  }

  add(other: Word): this {
    const low = (this.low >>> 0) + (other.low >>> 0);
    this.high = (this.high + other.high + (low > 0xffff_ffff ? 1 : 0)) | 0;
    this.low = low | 0;
    return this;
  }

  multiply(other: Word): this {
    const a0 = this.low & 0xffff;
    const a1 = this.low >>> 16;
    const b0 = other.low & 0xffff;
    const b1 = other.low >>> 16;
    const low = a0 * b0;
    const left = a0 * b1;
    const right = a1 * b0;
    const middle = Math.floor(low / 65_536) + (left % 65_536) + (right % 65_536);
    const carry = a1 * b1 + Math.floor(left / 65_536) + Math.floor(right / 65_536) + Math.floor(middle / 65_536);
    this.high = (carry + Math.imul(this.high, other.low) + Math.imul(this.low, other.high)) | 0;
    this.low = (middle << 16) | (low & 0xffff) | 0;
    return this;
  }

  xor(other: Word): this {
    this.high ^= other.high;
    this.low ^= other.low;
    return this;
  }

  /** By 1 to 31. */
  rotate(by: number): this {
    const { high, low } = this;
    this.high = (high << by) | (low >>> (32 - by));
    this.low = (low << by) | (high >>> (32 - by));
    return this;
  }

  /** XOR with itself shifted to the right by 1 to 63. */
  fold(by: number): this {
    const { high, low } = this;
    this.low ^= by < 32 ? (low >>> by) | (high << (32 - by)) : high >>> (by - 32);
    this.high ^= by < 32 ? high >>> by : 0;
    return this;
  }

  /** Bytes of `data`, little-endian; `size` of them, at most eight. */
  load(data: Uint8Array, at: number, size = 8): this {
    const byte = (i: number) => (i < size ? (data[at + i] ?? 0) : 0);
    this.low = byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
    this.high = byte(4) | (byte(5) << 8) | (byte(6) << 16) | (byte(7) << 24);
    return this;
  }
}

const P1 = new Word(0x9e37_79b1, 0x85eb_ca87);
const P2 = new Word(0xc2b2_ae3d, 0x27d4_eb4f);
const P3 = new Word(0x1656_67b1, 0x9e37_79f9);
const P4 = new Word(0x85eb_ca77, 0xc2b2_ae63);
const P5 = new Word(0x27d4_eb2f, 0x1656_67c5);

const ZERO = new Word(0, 0);
/** How far each lane is rotated before the lanes are added. */
const TURNS = [1, 7, 12, 18] as const;

/** The lower half of the XXH64 of `data`. */
export function xxh64Low(data: Uint8Array): number {
  const input = new Word(0, 0);
  const round = (lane: Word, value: Word) => lane.add(value.multiply(P2)).rotate(31).multiply(P1);
  const hash = new Word(0, 0).set(P5);
  let at = 0;
  if (data.length >= 32) {
    // The last lane begins with -P1.
    const lanes = [new Word(0, 0).set(P1).add(P2), new Word(0, 0).set(P2), new Word(0, 0), new Word(~P1.high, -P1.low)];
    for (; at + 32 <= data.length; at += 32) {
      let offset = at;
      for (const lane of lanes) {
        round(lane, input.load(data, offset));
        offset += 8;
      }
    }
    hash.set(ZERO);
    for (const [i, lane] of lanes.entries()) hash.add(input.set(lane).rotate(TURNS[i] ?? 1));
    for (const lane of lanes)
      hash
        .xor(round(new Word(0, 0), lane))
        .multiply(P1)
        .add(P4);
  }
  hash.add(new Word(Math.floor(data.length / 2 ** 32), data.length));
  for (; at + 8 <= data.length; at += 8) {
    hash
      .xor(round(new Word(0, 0), input.load(data, at)))
      .rotate(27)
      .multiply(P1)
      .add(P4);
  }
  if (at + 4 <= data.length) {
    hash
      .xor(input.load(data, at, 4).multiply(P1))
      .rotate(23)
      .multiply(P2)
      .add(P3);
    at += 4;
  }
  for (; at < data.length; at++)
    hash
      .xor(input.load(data, at, 1).multiply(P5))
      .rotate(11)
      .multiply(P1);
  return hash.fold(33).multiply(P2).fold(29).multiply(P3).fold(32).low >>> 0;
}
