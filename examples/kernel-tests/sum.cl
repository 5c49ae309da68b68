// The sum of each group, by halves.
kernel void sum(global const int *in, global int *out, local int *part)
{
    int i = get_local_id(0);
    part[i] = in[get_global_id(0)];
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < half_size)
            part[i] += part[i + half_size];
    }
    if (i == 0)
        out[get_group_id(0)] = part[0];
}
