// @ts-check
/** A large kernel as people write them, of any size: SHA-256 over many blocks, unrolled, and of small functions that are inlined. */

const K = Array.from({ length: 64 }, (_, i) => `0x${Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32).toString(16)}u`);

const FUNCTIONS = `
#define INLINE __attribute__((always_inline))
#define UNROLL(n) __attribute__((opencl_unroll_hint(n)))
constant uint K[64] = {${K.join(', ')}};
INLINE uint add2(uint x, uint y) { uint r = x + y; return r; }
INLINE uint add3(uint x, uint y, uint z) { uint r = add2(x, y); return add2(r, z); }
INLINE uint xor2(uint x, uint y) { uint r = x ^ y; return r; }
INLINE uint xor3(uint x, uint y, uint z) { uint r = xor2(x, y); return xor2(r, z); }
INLINE uint rol(uint x, uint n) { uint r = rotate(x, n); return r; }
INLINE uint ror(uint x, uint n) { uint back = 32 - n; return rol(x, back); }
INLINE uint low0(uint x) { uint a = ror(x, 7), b = ror(x, 18), c = x >> 3; uint r = xor3(a, b, c); return r; }
INLINE uint low1(uint x) { uint a = ror(x, 17), b = ror(x, 19), c = x >> 10; uint r = xor3(a, b, c); return r; }
INLINE uint high0(uint x) { uint a = ror(x, 2), b = ror(x, 13), c = ror(x, 22); uint r = xor3(a, b, c); return r; }
INLINE uint high1(uint x) { uint a = ror(x, 6), b = ror(x, 11), c = ror(x, 25); uint r = xor3(a, b, c); return r; }
INLINE uint choose(uint x, uint y, uint z) { return (x & y) ^ (~x & z); }
INLINE uint most(uint x, uint y, uint z) { return (x & y) ^ (x & z) ^ (y & z); }
INLINE void step(uint *s, uint k, uint w) {
  uint a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
  uint sum = add3(h, k, w), mixed = high1(e), chosen = choose(e, f, g);
  uint t1 = add3(sum, mixed, chosen), t2 = add2(high0(a), most(a, b, c));
  s[7] = g; s[6] = f; s[5] = e; s[4] = d + t1; s[3] = c; s[2] = b; s[1] = a; s[0] = t1 + t2;
}
INLINE void block(uint *h, global const uint *m, uint key) {
  uint w[64], s[8];
  UNROLL(16) for (int t = 0; t < 16; t++) w[t] = m[t] ^ key;
  UNROLL(48) for (int t = 16; t < 64; t++) w[t] = add2(add3(w[t - 16], low0(w[t - 15]), w[t - 7]), low1(w[t - 2]));
  UNROLL(8) for (int i = 0; i < 8; i++) s[i] = h[i];
  UNROLL(64) for (int t = 0; t < 64; t++) step(s, K[t], w[t]);
  UNROLL(8) for (int i = 0; i < 8; i++) h[i] += s[i];
}`;

/**
 * The source, in OpenCL C: a kernel for each number.
 * @param {readonly number[]} blocks each is 28 KB of code for Xe2, and, up to some ten in a kernel, 300 KB of debug data
 */
export function kernelSource(blocks) {
  const kernels = blocks.map((count, k) => {
    const key = (/** @type {number} */ i) => Math.imul(i + k * 100 + 1, 0x9e3779b1) >>> 0;
    const calls = Array.from({ length: count }, (_, i) => `  block(h, text + ${i * 16}, key * ${key(i)}u);`);
    return `
kernel void digest${k}(global const uint *input, uint key, global uint *output) {
  global const uint *text = input + get_global_id(0) * ${count * 16};
  uint h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
${calls.join('\n')}
  UNROLL(8) for (int i = 0; i < 8; i++) output[get_global_id(0) * 8 + i] = h[i];
}
`;
  });
  return FUNCTIONS + kernels.join('');
}
