// y = a * x + y, for the first n elements.
kernel void saxpy(global const float *x, global float *y, float a, int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
