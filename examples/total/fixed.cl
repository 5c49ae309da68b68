/* Adds up the numbers of each group, half of them at a time. */
kernel void total(global const int *in, global int *out, local int *part) {
  int lane = get_local_id(0);
  part[lane] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (lane < width)
      part[lane] += part[lane + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0)
    out[get_group_id(0)] = part[0];
}
