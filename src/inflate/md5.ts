/** MD5 (RFC 1321), of which clang writes the first half into compressed bundles. It detects damage, not attacks. */
import { hostHashes } from '../bytes/index.ts';

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

/** The first eight bytes of the MD5 of `data`, as a little-endian number. */
export function md5Half(data: Uint8Array): bigint {
  const { md5 } = hostHashes();
  if (!md5) return ownMd5Half(data);
  const hash = md5(data);
  return new DataView(hash.buffer, hash.byteOffset, hash.byteLength).getBigUint64(0, true);
}

/** As {@link md5Half}, by this module alone. */
export function ownMd5Half(data: Uint8Array): bigint {
  const state = new Int32Array([0x6745_2301, 0xefcd_ab89 | 0, 0x98ba_dcfe | 0, 0x1032_5476]);
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) block(state, data, at);
  const rest = data.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(data.subarray(whole));
  tail[rest] = 0x80;
  for (let i = 0, bits = data.length * 8; i < 8; i++, bits = Math.floor(bits / 256)) tail[tail.length - 8 + i] = bits % 256;
  for (let at = 0; at < tail.length; at += 64) block(state, tail, at);
  return (BigInt((state[1] ?? 0) >>> 0) << 32n) | BigInt((state[0] ?? 0) >>> 0);
}

const words = new Int32Array(16);

function block(state: Int32Array, data: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const b = at + i * 4;
    words[i] = (data[b] ?? 0) | ((data[b + 1] ?? 0) << 8) | ((data[b + 2] ?? 0) << 16) | ((data[b + 3] ?? 0) << 24);
  }
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mix: number;
    let word: number;
    if (round === 0) {
      mix = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mix = (d & b) | (~d & c);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mix = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mix = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mix + (SINES[i] ?? 0) + (words[word] ?? 0)) | 0;
    const shift = SHIFTS[round * 4 + (i & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
}
