// Kernels that the bench runs here and in Oclgrind (launches.mjs).
kernel void vector_add(global const float *a, global const float *b, global float *c) { size_t i = get_global_id(0); c[i] = a[i] + b[i]; }

constant uint K[64] = {0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};
#define R(x,n) (((x) >> (n)) | ((x) << (32 - (n))))
kernel void sha256(global const uint *in, global uint *out) {
  size_t i = get_global_id(0); uint w[64];
  for (int t = 0; t < 16; t++) w[t] = in[i * 16 + t];
  for (int t = 16; t < 64; t++) { uint a = w[t - 15], b = w[t - 2]; w[t] = w[t - 16] + w[t - 7] + (R(a,7) ^ R(a,18) ^ (a >> 3)) + (R(b,17) ^ R(b,19) ^ (b >> 10)); }
  uint a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
  for (int t = 0; t < 64; t++) { uint x = h + (R(e,6) ^ R(e,11) ^ R(e,25)) + ((e & f) ^ (~e & g)) + K[t] + w[t]; uint y = (R(a,2) ^ R(a,13) ^ R(a,22)) + ((a & b) ^ (a & c) ^ (b & c)); h = g; g = f; f = e; e = d + x; d = c; c = b; b = a; a = x + y; }
  global uint *o = out + i * 8; o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; o[5] = f; o[6] = g; o[7] = h;
}
#define T 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float s[T][T], t[T][T]; int x = get_local_id(0), y = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1); float r = 0;
  for (int k = 0; k < n; k += T) { s[y][x] = a[gy * n + k + x]; t[y][x] = b[(k + y) * n + gx]; barrier(CLK_LOCAL_MEM_FENCE); for (int i = 0; i < T; i++) r += s[y][i] * t[i][x]; barrier(CLK_LOCAL_MEM_FENCE); }
  c[gy * n + gx] = r;
}
kernel void mandelbrot(global uint *out, int w, int h, int n) { int x = get_global_id(0), y = get_global_id(1); float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, a = 0, b = 0; int i = 0; for (; i < n && a * a + b * b < 4.0f; i++) { float t = a * a - b * b + cr; b = 2 * a * b + ci; a = t; } out[y * w + x] = i; }
kernel void bitonic(global uint *v, uint n) {
  uint l = get_local_id(0), m = get_local_size(0);
  for (uint k = 2; k <= n; k <<= 1) for (uint j = k >> 1; j > 0; j >>= 1) { for (uint i = l; i < n; i += m) { uint p = i ^ j; if (p > i) { uint a = v[i], b = v[p]; if ((a > b) == ((i & k) == 0)) { v[i] = b; v[p] = a; } } } barrier(CLK_GLOBAL_MEM_FENCE); }
}
kernel void nbody(global const float4 *p, global float4 *o, int n) { int i = get_global_id(0); float4 q = p[i]; float3 s = 0; for (int k = 0; k < n; k++) { float3 d = p[k].xyz - q.xyz; float r = rsqrt(dot(d, d) + 0.01f); s += d * (p[k].w * r * r * r); } o[i] = (float4)(s, q.w); }
constant ulong RC[24] = {1,0x8082,0x800000000000808aUL,0x8000000080008000UL,0x808b,0x80000001,0x8000000080008081UL,0x8000000000008009UL,0x8a,0x88,0x80008009,0x8000000a,0x8000808b,0x800000000000008bUL,0x8000000000008089UL,0x8000000000008003UL,0x8000000000008002UL,0x8000000000000080UL,0x800a,0x800000008000000aUL,0x8000000080008081UL,0x8000000000008080UL,0x80000001,0x8000000080008008UL};
constant int RO[24] = {1,3,6,10,15,21,28,36,45,55,2,14,27,41,56,8,25,43,62,18,39,61,20,44};
constant int PI[24] = {10,7,11,17,18,3,5,16,8,21,24,4,15,23,19,13,12,2,20,14,22,9,6,1};
kernel void keccak(global const ulong *in, global ulong *out) {
  size_t g = get_global_id(0); ulong s[25]; for (int i = 0; i < 25; i++) s[i] = i < 17 ? in[g * 17 + i] : 0;
  for (int r = 0; r < 24; r++) { ulong c[5]; for (int i = 0; i < 5; i++) c[i] = s[i] ^ s[i+5] ^ s[i+10] ^ s[i+15] ^ s[i+20]; for (int i = 0; i < 5; i++) { ulong t = c[(i+4)%5] ^ rotate(c[(i+1)%5], (ulong)1); for (int j = 0; j < 25; j += 5) s[j+i] ^= t; }
    ulong t = s[1]; for (int i = 0; i < 24; i++) { int j = PI[i]; ulong b = s[j]; s[j] = rotate(t, (ulong)RO[i]); t = b; }
    for (int j = 0; j < 25; j += 5) { for (int i = 0; i < 5; i++) c[i] = s[j+i]; for (int i = 0; i < 5; i++) s[j+i] ^= ~c[(i+1)%5] & c[(i+2)%5]; } s[0] ^= RC[r]; }
  for (int i = 0; i < 4; i++) out[g * 4 + i] = s[i];
}
kernel void histogram(global const uchar *in, global uint *out, int n) {
  local uint h[256]; uint l = get_local_id(0); h[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&h[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&out[l], h[l]);
}
