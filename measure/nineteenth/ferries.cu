// Copies and streams: offsets, strides, widths, orders.
#include <cuda_fp16.h>
#include <stdint.h>

// both ends shifted, one float a thread
extern "C" __global__ void copy_skewed_ends(const float *in, float *out, int n, int from, int to)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    out[i + to] = in[i + from];
}

// U vectors a thread, a block's width apart
template <typename V, int U>
__global__ void copyUnrolled(const V *__restrict__ in, V *__restrict__ out, int n)
{
    const int first = blockIdx.x * blockDim.x * U + threadIdx.x;
    V held[U];
#pragma unroll
    for (int u = 0; u < U; u++)
        if (first + u * (int)blockDim.x < n) held[u] = in[first + u * blockDim.x];
#pragma unroll
    for (int u = 0; u < U; u++)
        if (first + u * (int)blockDim.x < n) out[first + u * blockDim.x] = held[u];
}
template __global__ void copyUnrolled<int2, 4>(const int2 *, int2 *, int);
template __global__ void copyUnrolled<float4, 2>(const float4 *, float4 *, int);
template __global__ void copyUnrolled<uint8_t, 6>(const uint8_t *, uint8_t *, int);

// every stride-th double, from a phase
extern "C" __global__ void strided_every_double(const double *in, double *out, int n, int stride, int phase)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[(size_t)i * stride + phase];
}

// a warp a row, rows of any width within a wider pitch
extern "C" __global__ void copy_rows_of_pitch(const float *in, float *out, int rows, int width, int pitch)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows) return;
    for (int c = threadIdx.x & 31; c < width; c += 32) out[(size_t)row * width + c] = in[(size_t)row * pitch + c];
}

// four bytes of a repeating pattern of seven
extern "C" __global__ void fill_sevens(uchar4 *out, int quads)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        unsigned p = 4u * i;
        out[i] = make_uchar4(p % 7, (p + 1) % 7, (p + 2) % 7, (p + 3) % 7);
    }
}

struct Mix { double a, b; };

// z = a x + b y, all blocks walking over all
extern "C" __global__ void stream_mix_of_two(const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ z, long long n, Mix m)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        z[i] = m.a * x[i] + m.b * y[i];
}

// stretches of a block in the opposite order, 16 bits each
extern "C" __global__ void copy_blocks_backwards(const uint16_t *in, uint16_t *out, int n)
{
    const int from = blockIdx.x * blockDim.x, to = (gridDim.x - 1 - blockIdx.x) * blockDim.x;
    if (from + (int)threadIdx.x < n && to + (int)threadIdx.x < n) out[to + threadIdx.x] = in[from + threadIdx.x];
}

// quads, and what is left by the first threads
extern "C" __global__ void copy_quads_with_tail(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, quads = n >> 2;
    if (i < quads) ((float4 *)out)[i] = ((const float4 *)in)[i];
    if (i < (n & 3)) out[4 * quads + i] = in[4 * quads + i];
}

// four arrays of four widths
extern "C" __global__ void triad_of_widths(const half *a, const int8_t *b, const double *c, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __half2float(a[i]) * (float)b[i] + (float)c[i];
}

// by way of shared memory, where lanes turn round
extern "C" __global__ void copy_turned_in_block(const int *in, int *out, int n)
{
    extern __shared__ int kept[];
    const int base = blockIdx.x * blockDim.x, here = min((int)blockDim.x, n - base);
    if ((int)threadIdx.x < here) kept[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    if ((int)threadIdx.x < here) out[base + threadIdx.x] = kept[here - 1 - threadIdx.x];
}

// the next value is asked for before this one is used
extern "C" __global__ void array_scaled_ahead(const float2 *in, float2 *out, int n, float s)
{
    const int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 v = in[i];
    while (i < n) {
        const int j = i + step;
        float2 w = v;
        if (j < n) w = in[j];
        out[i] = make_float2(v.x * s, v.y * s);
        v = w;
        i = j;
    }
}
