/* Kernels with one fault each, and their twins without it (NAME_ok). The faulty line ends with a mark. */

kernel void by_one(global int *a, int n) {
  int i = get_global_id(0);
  a[i + 1] = i; /* FAULT out-of-bounds */
}
kernel void by_one_ok(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = i;
}

kernel void far(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i * 100003]; /* FAULT out-of-bounds */
}
kernel void far_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i];
}

kernel void negative(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i - 1]; /* FAULT out-of-bounds */
}
kernel void negative_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = i > 0 ? a[i - 1] : 0;
}

kernel void slm_bounds(global const int *a, global int *out, local int *tile) {
  int l = get_local_id(0);
  tile[l * 2] = a[get_global_id(0)]; /* FAULT out-of-bounds */
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(l * 2) % get_local_size(0)];
}
kernel void slm_bounds_ok(global const int *a, global int *out, local int *tile) {
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}

kernel void private_bounds(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int big[600];
  for (int k = 0; k < 600; k++) big[k] = a[k % 64] + i;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += big[(k * 7) % 600 + n * 4000]; /* FAULT out-of-bounds */
  out[i] = sum;
}
kernel void private_bounds_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int big[600];
  for (int k = 0; k < 600; k++) big[k] = a[k % 64] + i;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += big[(k * 7) % 600];
  out[i] = sum;
}

kernel void null_pointer(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i]; /* FAULT null */
}
kernel void null_pointer_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a ? a[i] : 0;
}

kernel void misaligned(global char *a) {
  int i = get_global_id(0);
  atomic_inc((global int *)(a + 4 * i + 2)); /* FAULT misaligned */
}
kernel void misaligned_ok(global char *a) {
  int i = get_global_id(0);
  atomic_inc((global int *)(a + 4 * i));
}

kernel void undefined_local(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  if (l != 5) tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 32]; /* FAULT uninitialized */
}
kernel void undefined_local_ok(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 32];
}

kernel void undefined_private(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int big[600];
  for (int k = 1; k < 600; k++) big[k] = a[k % 64] + i;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += big[(k * 37) % 600];
  out[i] = sum; /* FAULT uninitialized */
}
kernel void undefined_private_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int big[600];
  for (int k = 0; k < 600; k++) big[k] = a[k % 64] + i;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += big[(k * 37) % 600];
  out[i] = sum;
}

kernel void undefined_buffer(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i] * 3; /* FAULT uninitialized */
}
kernel void undefined_buffer_ok(global int *a, global int *out) {
  int i = get_global_id(0);
  a[i] = i;
  out[i] = a[i] * 3;
}

kernel void race_group(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  out[get_global_id(0)] = tile[63 - l]; /* FAULT race */
}
kernel void race_group_ok(global const int *a, global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - l];
}

kernel void race_groups(global int *sum, global const int *a) {
  sum[get_local_id(0)] += a[get_global_id(0)]; /* FAULT race */
}
kernel void race_groups_ok(global int *sum, global const int *a) {
  atomic_add(&sum[get_local_id(0)], a[get_global_id(0)]);
}

kernel void divergent_barrier(global int *out, int n) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = l;
  if (l < n)
    barrier(CLK_LOCAL_MEM_FENCE); /* FAULT barrier */
  out[get_global_id(0)] = tile[l];
}
kernel void divergent_barrier_ok(global int *out, int n) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < n) tile[l] = 0;
  out[get_global_id(0)] = tile[l];
}

kernel void not_a_number(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = sqrt(a[i] - 3.0f) + 1.0f; /* FAULT nan */
}
kernel void not_a_number_ok(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = sqrt(fabs(a[i] - 3.0f)) + 1.0f;
}

kernel void division(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = 1000 / a[i]; } /* FAULT division-by-zero */
kernel void division_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = a[i] == 0 ? 0 : 1000 / a[i];
}

kernel void convert(global const float *a, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)a[i]; /* FAULT conversion */
}
kernel void convert_ok(global const float *a, global int *out) {
  int i = get_global_id(0);
  out[i] = convert_int_sat(a[i]);
}

kernel void endless(global int *a) {
  int i = get_global_id(0);
  volatile global int *p = a;
  while (p[i] != i + 1) /* FAULT hang */
    p[i] = i;
}
kernel void endless_ok(global int *a) {
  int i = get_global_id(0);
  volatile global int *p = a;
  while (p[i] != i + 1)
    p[i] = i + 1;
}

kernel __attribute__((reqd_work_group_size(32, 1, 1))) void group_size(global int *a) { /* FAULT launch */
  a[get_global_id(0)] = get_local_id(0);
}

kernel void prints(global int *a, int n) {
  for (int k = 0; k < n; k++) printf("%d %d\n", a[get_global_id(0)], k); /* FAULT printf-overflow */
}

inline int deep(global const int *a, int i) {
  return a[i + 64]; /* FAULT out-of-bounds */
}
kernel void inlined(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = deep(a, i);
}

kernel void private_before(global const int *a, global int *out) {
  int i = get_global_id(0);
  char big[1000];
  for (int k = 0; k < 1000; k++) big[k] = a[k % 64] + i;
  out[i] = big[a[i] - 1]; /* FAULT out-of-bounds */
}
kernel void private_before_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  char big[1000];
  for (int k = 0; k < 1000; k++) big[k] = a[k % 64] + i;
  out[i] = big[a[i]];
}

kernel void far_register(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[8] = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]};
  t[(a[i] + n) & 7] = i;
  out[i] = t[(a[i] & 7) + n]; /* FAULT out-of-bounds */
}
kernel void far_register_ok(global const int *a, global int *out, int n) {
  int i = get_global_id(0);
  int t[8] = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]};
  t[(a[i] + n) & 7] = i;
  out[i] = t[(a[i] + n) & 7];
}

kernel void race_atomic(global int *c) {
  int i = get_global_id(0);
  if (i == 16) c[3] = 0; /* FAULT race */
  atomic_add(&c[i & 15], 5); /* FAULT race */
}
kernel void race_atomic_ok(global int *c) {
  int i = get_global_id(0);
  if (i == 16) atomic_xchg(&c[3], 0);
  atomic_add(&c[i & 15], 5);
}

kernel void modulo(global const int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = (i - 1000) % (a[i] - 9); } /* FAULT division-by-zero */
kernel void modulo_ok(global const int *a, global int *out) {
  int i = get_global_id(0);
  int s = 0;
  for (int k = 0; k < 5; k++) {
    int d = a[i] - k * 4;
    if (d) s += 100 / d;
  }
  out[i] = s;
}

kernel void convert_char(global const float *a, global char *out) {
  int i = get_global_id(0);
  out[i] = (char)(a[i] * 10.0f); /* FAULT conversion */
}
kernel void convert_char_ok(global const float *a, global char *out) {
  int i = get_global_id(0);
  out[i] = (char)(a[i] * 1.0f);
}

kernel void power(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = pow(a[i] - 4.0f, 0.5f); /* FAULT nan */
}
kernel void power_ok(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = pow(a[i] + 4.0f, 0.5f);
}

kernel void lock(global int *a) {
  while (atomic_cmpxchg(a, 0, 1) != 0) /* FAULT hang */
    ;
  a[1] += 1;
}
kernel void lock_ok(global int *a) {
  if (get_local_id(0) == 0)
    while (atomic_cmpxchg(a, 0, 1) != 0)
      ;
  if (get_local_id(0) == 0) atomic_xchg(a, 0);
}

kernel void local_size(global const int *a, global int *out, local int *tile) { /* FAULT launch */
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 1];
}
