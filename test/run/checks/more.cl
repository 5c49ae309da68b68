/*
 * More kernels with one fault each, and their twins without it (NAME_ok). Those at the end have what can be told only on devices with doubles.
 */
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef struct { int head; int body[3]; } Row;
typedef struct { float x, y, z, w; } Point;

kernel void transposed(global const int *a, global int *out) {
  int i = get_global_id(0);
  int x = i % 8, y = i / 8;
  out[i] = a[x * 9 + y]; /* FAULT out-of-bounds */
}

kernel void transposed_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  int x = i % 8, y = i / 8;
  out[i] = a[x * 8 + y];
}

kernel void vector_tail(global const int *a, global int *out) {
  int i = get_global_id(0);
  int4 v = vload4(0, a + i); /* FAULT out-of-bounds */
  out[i] = v.x + v.y + v.z + v.w;
}

kernel void vector_tail_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  int4 v = vload4(0, a + i);
  out[i] = v.x + v.y + v.z + v.w;
}

kernel void in_struct(global Row *rows, global int *out) {
  int i = get_global_id(0);
  rows[i].body[i & 3] = i; /* FAULT out-of-bounds */
  out[i] = i;
}

kernel void in_struct_ok(global Row *rows, global int *out) {
  int i = get_global_id(0);
  rows[i].body[i % 3] = i;
  out[i] = i;
}

kernel void register_array(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[5] = {a[0], a[1], a[2], a[3], a[4]};
  t[(a[i] + n) % 5] += i;
  out[i] = t[(a[i] + n) % 6]; /* FAULT out-of-bounds */
}

kernel void register_array_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[5] = {a[0], a[1], a[2], a[3], a[4]};
  t[(a[i] + n) % 5] += i;
  out[i] = t[(a[i] + n) % 5];
}

kernel void scratch_array(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[6] = {0, 0, 0, 0, 0, 0};
  for (int k = 0; k < n; k++) t[(a[i] + k) % 7] += k; /* FAULT out-of-bounds */
  out[i] = t[0] + t[1] * 2 + t[2] * 3 + t[3] * 5 + t[4] * 7 + t[5] * 11;
}

kernel void scratch_array_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[6] = {0, 0, 0, 0, 0, 0};
  for (int k = 0; k < n; k++) t[(a[i] + k) % 6] += k;
  out[i] = t[0] + t[1] * 2 + t[2] * 3 + t[3] * 5 + t[4] * 7 + t[5] * 11;
}

kernel void null_member(global Point *p, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)p[i].z; /* FAULT null */
}

kernel void null_member_ok(global Point *p, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)p[i].z;
}

kernel void null_loaded(global ulong *p, global int *out) {
  int i = get_global_id(0);
  global int *q = (global int *)p[i];
  out[i] = *q; /* FAULT null */
}

kernel void null_loaded_ok(global ulong *p, global int *out) {
  int i = get_global_id(0);
  global int *q = (global int *)p[i];
  out[i] = q ? *q : 0;
}

kernel void misaligned_local(global int *out) {
  local char raw[256];
  int l = get_local_id(0);
  for (int k = l; k < 256; k += 32) raw[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add((local int *)(raw + 4 * l + 1), 3); /* FAULT misaligned */
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = raw[l];
}

kernel void misaligned_local_ok(global int *out) {
  local char raw[256];
  int l = get_local_id(0);
  for (int k = l; k < 256; k += 32) raw[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add((local int *)(raw + 4 * l), 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = raw[l];
}

kernel void misaligned_long(global char *a) {
  int i = get_global_id(0);
  atom_add((global long *)(a + 8 * i + 4), 1L); /* FAULT misaligned */
}

kernel void misaligned_long_ok(global char *a) {
  int i = get_global_id(0);
  atom_add((global long *)(a + 8 * i), 1L);
}

kernel void undefined_part(global const int *a, global int *out) {
  local int part[64];
  int l = get_local_id(0);
  if (l < 48) part[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w = 32; w > 0; w /= 2) {
    if (l < w) part[l] += part[l + w];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[0] = part[0]; /* FAULT uninitialized */
}

kernel void undefined_part_ok(global const int *a, global int *out) {
  local int part[64];
  int l = get_local_id(0);
  part[l] = l < 48 ? a[get_global_id(0)] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w = 32; w > 0; w /= 2) {
    if (l < w) part[l] += part[l + w];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[0] = part[0];
}

kernel void undefined_element(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int seen[8];
  for (int k = 0; k < n; k++) seen[k] = a[k];
  out[i] = seen[a[i] & 7]; /* FAULT uninitialized */
}

kernel void undefined_element_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int seen[8];
  for (int k = 0; k < n; k++) seen[k] = a[k];
  out[i] = seen[a[i] & 7];
}

kernel void undefined_index(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[a[i] & 31] = i; /* FAULT uninitialized */
}

kernel void undefined_index_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[a[i] & 31] = i;
}

kernel void race_histogram(global const int *a, global int *out) {
  local int bins[8];
  int l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  bins[a[get_global_id(0)] & 7]++; /* FAULT race */
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&out[l], bins[l]);
}

kernel void race_histogram_ok(global const int *a, global int *out) {
  local int bins[8];
  int l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[a[get_global_id(0)] & 7]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&out[l], bins[l]);
}

kernel void race_loop(global const int *a, global int *out, int n) {
  local int tile[128];
  int l = get_local_id(0), s = a[l];
  for (int k = 0; k < n; k++) {
    tile[l] = s; /* FAULT race */
    barrier(CLK_LOCAL_MEM_FENCE);
    s += tile[127 - l]; /* FAULT race */
  }
  out[l] = s;
}

kernel void race_loop_ok(global const int *a, global int *out, int n) {
  local int tile[128];
  int l = get_local_id(0), s = a[l];
  for (int k = 0; k < n; k++) {
    tile[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    s += tile[127 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = s;
}

kernel void race_reverse(global int *a) {
  int i = get_global_id(0);
  int v = a[63 - i]; /* FAULT race */
  a[i] = v; /* FAULT race */
}

kernel void race_reverse_ok(global int *a, global int *out) {
  int i = get_global_id(0);
  int v = a[63 - i];
  out[i] = v;
}

kernel void race_bytes(global const int *a, global int *out) {
  local char text[64];
  int l = get_local_id(0);
  text[l] = a[l];
  if (l > 0) out[l] = text[l - 1]; /* FAULT race */
}

kernel void race_bytes_ok(global const int *a, global int *out) {
  local char text[64];
  int l = get_local_id(0);
  text[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 0) out[l] = text[l - 1];
}

kernel void barrier_return(global const int *a, global int *out) {
  local int tile[128];
  int l = get_local_id(0);
  if (a[l] >= 100) return;
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE); /* FAULT barrier */
  out[l] = tile[l];
}

kernel void barrier_return_ok(global const int *a, global int *out) {
  local int tile[128];
  int l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (a[l] >= 100) return;
  out[l] = tile[l];
}

kernel void barrier_counts(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = 0;
  for (int k = 0; k < 1 + a[l] / 32; k++) {
    tile[l] += k;
    barrier(CLK_LOCAL_MEM_FENCE); /* FAULT barrier */
  }
  out[l] = tile[l];
}

kernel void barrier_counts_ok(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = 0;
  for (int k = 0; k < 2; k++) {
    if (k < 1 + a[l] / 32) tile[l] += k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = tile[l];
}

kernel void remainder_zero(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = fmod(5.5f, a[i]); /* FAULT nan */
}

kernel void remainder_zero_ok(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = fmod(5.5f, a[i] + 1.0f);
}

kernel void arc(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = asin(a[i]); /* FAULT nan */
}

kernel void arc_ok(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = asin(a[i] / 32.0f);
}

kernel void exponential(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = exp(a[i] * 4.0f); /* FAULT nan */
}

kernel void exponential_ok(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = exp(a[i]);
}

kernel void divide_short(global const short *a, global short *out) {
  int i = get_global_id(0);
  out[i] = (short)(3000 / a[i]); } /* FAULT division-by-zero */

kernel void divide_short_ok(global const short *a, global short *out) {
  int i = get_global_id(0);
  out[i] = (short)(3000 / (a[i] + 1));
}

kernel void convert_uchar(global const float *a, global uchar *out) {
  int i = get_global_id(0);
  out[i] = (uchar)(a[i] - 1.0f); /* FAULT conversion */
}

kernel void convert_uchar_ok(global const float *a, global uchar *out) {
  int i = get_global_id(0);
  out[i] = (uchar)(a[i] + 1.0f);
}

kernel void unsigned_loop(global uint *a) {
  int i = get_global_id(0);
  volatile global uint *p = a;
  for (uint k = 8; k >= 0; k--) p[i] = k; /* FAULT hang */
}

kernel void unsigned_loop_ok(global uint *a) {
  int i = get_global_id(0);
  volatile global uint *p = a;
  for (uint k = 8; k > 0; k--) p[i] = k;
}

#ifdef cl_khr_fp64
kernel void divide_long(global const long *a, global long *out) {
  int i = get_global_id(0);
  out[i] = 1000000000000L / a[i]; } /* FAULT division-by-zero */

kernel void divide_long_ok(global const long *a, global long *out) {
  int i = get_global_id(0);
  out[i] = a[i] == 0 ? 0 : 1000000000000L / a[i];
}

kernel void modulo_ulong(global const ulong *a, global ulong *out) {
  int i = get_global_id(0);
  out[i] = 1000000000000UL % a[i]; } /* FAULT division-by-zero */

kernel void modulo_ulong_ok(global const ulong *a, global ulong *out) {
  int i = get_global_id(0);
  out[i] = 1000000000000UL % (a[i] + 1);
}

kernel void convert_long(global const float *a, global long *out) {
  int i = get_global_id(0);
  out[i] = (long)(a[i] * 1e18f); /* FAULT conversion */
}

kernel void convert_long_ok(global const float *a, global long *out) {
  int i = get_global_id(0);
  out[i] = (long)(a[i] * 1e17f);
}

kernel void log_double(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = log(a[i] - 3.0); /* FAULT nan */
}

kernel void log_double_ok(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = log(a[i] + 3.0);
}

kernel void remainder_double(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = fmod(5.5, a[i]); /* FAULT nan */
}

kernel void remainder_double_ok(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = fmod(5.5, a[i] + 1.0);
}

kernel void arc_double(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = acos(a[i]); /* FAULT nan */
}

kernel void arc_double_ok(global const double *a, global double *out) {
  int i = get_global_id(0);
  out[i] = acos(a[i] / 32.0);
}

kernel void convert_double(global const double *a, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)(a[i] * 1e8); /* FAULT conversion */
}

kernel void convert_double_ok(global const double *a, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)(a[i] * 1e7);
}
#endif
