import type { Bytes } from './bytes.ts';
import { hostHashes } from './hashes.ts';
import { hexDigits } from './hex.ts';

/** Bytes that are hashed at a time: a source need not be in memory as a whole. */
const CHUNK = 1 << 20;

/**
 * The SHA-256 of a window, in hexadecimal: by the host's function, if there is one ({@link useHashes}), else by the library itself.
 *
 * Source: FIPS 180-4, sections 5.3.3 and 6.2.
 */
export function sha256(bytes: Bytes): string {
  return hostHashes().sha256?.(bytes) ?? ownSha256(bytes);
}

/** As {@link sha256}, by this module alone. */
export function ownSha256(bytes: Bytes): string {
  const hash = new Sha256();
  for (let at = 0; at < bytes.length; at += CHUNK) hash.update(bytes.sub(at, Math.min(at + CHUNK, bytes.length)).data);
  return hash.finish();
}

/** The first 32 bits of the fractional part of the cube roots (or square roots) of the first primes. */
function fractions(count: number, root: (n: number) => number): Uint32Array {
  const words = new Uint32Array(count);
  for (let n = 2, i = 0; i < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) words[i++] = (root(n) % 1) * 0x1_0000_0000;
  }
  return words;
}

const K = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);
const BLOCK = 64;

class Sha256 {
  private readonly state = Uint32Array.from(START);
  private readonly words = new Uint32Array(64);
  private readonly rest = new Uint8Array(BLOCK);
  private kept = 0;
  private total = 0;

  update(data: Uint8Array): void {
    this.total += data.length;
    let at = 0;
    if (this.kept > 0) {
      at = Math.min(BLOCK - this.kept, data.length);
      this.rest.set(data.subarray(0, at), this.kept);
      this.kept += at;
      if (this.kept < BLOCK) return;
      this.block(this.rest, 0);
      this.kept = 0;
    }
    for (; at + BLOCK <= data.length; at += BLOCK) this.block(data, at);
    this.rest.set(data.subarray(at), 0);
    this.kept = data.length - at;
  }

  finish(): string {
    const bits = this.total * 8;
    const end = new Uint8Array((this.kept < 56 ? 56 : 120) - this.kept + 8);
    end[0] = 0x80;
    // The number of bits, big-endian; as a JavaScript number it is exact up to 1 PB.
    for (let i = 0; i < 8; i++) end[end.length - 1 - i] = Math.floor(bits / 2 ** (8 * i)) % 256;
    this.update(end);
    return [...this.state].map((word) => hexDigits(word, 8)).join('');
  }

  private block(data: Uint8Array, from: number): void {
    const { words, state } = this;
    for (let i = 0; i < 16; i++) {
      const at = from + i * 4;
      words[i] = ((data[at] ?? 0) << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0);
    }
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15] as number, words[i - 2] as number];
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = (words[i - 16] as number) + low + (words[i - 7] as number) + high;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + (words[i] as number)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    const next = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (next[i] as number);
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
