// Quotients and remainders of signed and of unsigned numbers.
kernel void divide(global const int *a, global const int *b, global int *out)
{
    size_t i = get_global_id(0);
    int x = a[i], y = b[i];
    uint u = x, v = y;
    out[4 * i] = x / y;
    out[4 * i + 1] = x % y;
    out[4 * i + 2] = u / v;
    out[4 * i + 3] = u % v;
}
