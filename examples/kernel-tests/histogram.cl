// How often each value is there; bytes of no bin are printed.
kernel void histogram(global const uchar *in, global uint *bins, uint count)
{
    uchar value = in[get_global_id(0)];
    if (value < count)
        atomic_inc(&bins[value]);
    else
        printf("%d has no bin\n", value);
}
