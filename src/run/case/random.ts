/**
 * The random numbers of fills: SplitMix64, addressed by counter, in two halves of 32 bits.
 *
 *     mix(z): z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9; z = (z ^ z >> 27) * 0x94D049BB133111EB; return z ^ z >> 31
 *     rnd(seed, i) = mix(mix(seed) + (i + 1) * 0x9E3779B97F4A7C15)
 */

const STEP_HIGH = 0x9e37_79b9;
const STEP_LOW = 0x7f4a_7c15;

/** The most that {@link RandomStream.below} accepts as a number: products with 2¹⁶ stay exact. */
export const MOST_BELOW = 2 ** 37;

/** Up to here, products with 2³² stay exact too. */
const ONE_STEP = 2 ** 20;

/** The numbers `rnd(seed, 0)`, `rnd(seed, 1)`, … of a seed, one after the other. */
export class RandomStream {
  /** The halves of the current number, each as 32 bits without a sign. */
  high = 0;
  low = 0;
  private counterHigh = 0;
  private counterLow = 0;

  constructor(seed: bigint) {
    const bits = BigInt.asUintN(64, seed);
    this.mix(Number(bits >> 32n) | 0, Number(bits & 0xffff_ffffn) | 0);
    this.counterHigh = this.high;
    this.counterLow = this.low;
  }

  /** Goes on to the next number. */
  next(): void {
    const low = this.counterLow + STEP_LOW;
    this.counterHigh = (this.counterHigh + STEP_HIGH + (low > 0xffff_ffff ? 1 : 0)) >>> 0;
    this.counterLow = low >>> 0;
    this.mix(this.counterHigh | 0, this.counterLow | 0);
  }

  /** The current number modulo `count`, which is at most {@link MOST_BELOW}. */
  below(count: number): number {
    const high = remainder(this.high, count);
    if (count <= ONE_STEP) return remainder(high * 0x1_0000_0000 + this.low, count);
    const middle = remainder(high * 65_536 + (this.low >>> 16), count);
    return remainder(middle * 65_536 + (this.low & 0xffff), count);
  }

  /** The upper 53 bits of the current number, as a number from 0 to 1. */
  fraction(): number {
    return (this.high * 2 ** 21 + (this.low >>> 11)) * 2 ** -53;
  }

  /** The current number. */
  bits(): bigint {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  private mix(high: number, low: number): void {
    let h = high ^ (high >>> 30);
    let l = low ^ ((low >>> 30) | (high << 2));
    h = highProduct(h, l, 0xbf58_476d, 0x1ce4_e5b9);
    l = Math.imul(l, 0x1ce4_e5b9);
    const h27 = h ^ (h >>> 27);
    l ^= (l >>> 27) | (h << 5);
    h = highProduct(h27, l, 0x94d0_49bb, 0x1331_11eb);
    l = Math.imul(l, 0x1331_11eb);
    this.high = (h ^ (h >>> 31)) >>> 0;
    this.low = (l ^ ((l >>> 31) | (h << 1))) >>> 0;
  }
}

/** Bits 32 to 63 of the product of two 64-bit numbers, which are given by their halves. */
function highProduct(high: number, low: number, otherHigh: number, otherLow: number): number {
  const a = low & 0xffff;
  const b = low >>> 16;
  const c = otherLow & 0xffff;
  const d = otherLow >>> 16;
  const middle = b * c + ((a * c) >>> 16);
  const carry = a * d + (middle & 0xffff);
  return (b * d + (middle >>> 16) + (carry >>> 16) + Math.imul(high, otherLow) + Math.imul(low, otherHigh)) | 0;
}

/** `value % count` of integers below 2⁵³, which engines do not compute in registers. */
function remainder(value: number, count: number): number {
  const rest = value - Math.floor(value / count) * count;
  // The quotient may be rounded up to the next integer.
  return rest < 0 ? rest + count : rest;
}
