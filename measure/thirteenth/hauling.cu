// Moving data: offsets, strides, widths.
#include <stdint.h>

extern "C" __global__ void copyWithOffsets(float *dst, const float *src, int n, int from, int to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + from < n && i + to < n)
        dst[i + to] = src[i + from];
}

template <class V>
__global__ void copyWide(V *__restrict__ dst, V const *__restrict__ src, size_t count)
{
    size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        dst[i] = src[i];
}
template __global__ void copyWide<float2>(float2 *, float2 const *, size_t);
template __global__ void copyWide<int4>(int4 *, int4 const *, size_t);
template __global__ void copyWide<uchar4>(uchar4 *, uchar4 const *, size_t);

// body in quads, the rest one by one
extern "C" __global__ void copyQuadsAndTail(const float *in, float *out, int n)
{
    const int tid = threadIdx.x + blockIdx.x * blockDim.x;
    const int quads = n >> 2;
    if (tid < quads)
        reinterpret_cast<float4 *>(out)[tid] = reinterpret_cast<const float4 *>(in)[tid];
    const int rest = quads * 4 + tid;
    if (rest < n)
        out[rest] = in[rest];
}

extern "C" __global__ void stridedDoubleMove(double *y, int incy, const double *x, int incx, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i * incy] = x[i * incx];
}

extern "C" __global__ void __launch_bounds__(256, 8) triadScaled(double *__restrict__ a, const double *__restrict__ b,
                                                                 const double *__restrict__ c, double s, long long n)
{
    long long i = (long long)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    a[i] = b[i] + s * c[i];
}

// eight neighbours a thread
extern "C" __global__ void copyRunsOfEight(const int *in, int *out, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k < n) out[first + k] = in[first + k];
}

struct Box {
    int x, y, z, w, h, d;
};

// a box out of a volume
extern "C" __global__ void copyBoxOut(float *out, const float *vol, int nx, int ny, Box box)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= box.w || y >= box.h || z >= box.d) return;
    out[(z * box.h + y) * box.w + x] = vol[((size_t)(z + box.z) * ny + y + box.y) * nx + x + box.x];
}

extern "C" __global__ void copyPackRgb(const unsigned char *r, const unsigned char *g, const unsigned char *b,
                                       unsigned char *rgb, int pixels)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < pixels) {
        rgb[3 * p] = r[p];
        rgb[3 * p + 1] = g[p];
        rgb[3 * p + 2] = b[p];
    }
}

extern "C" __global__ void copyWhereMarked(short *to, const short *from, const unsigned char *mark, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && mark[i])
        to[i] = from[i];
}

#define ELEMS 4
extern "C" __global__ void saxpyUnrolledFar(int n, float a, const float *x, float *y)
{
    int base = blockIdx.x * blockDim.x * ELEMS + threadIdx.x;
    float r[ELEMS];
#pragma unroll
    for (int e = 0; e < ELEMS; e++) {
        int i = base + e * blockDim.x;
        r[e] = i < n ? x[i] : 0.f;
    }
#pragma unroll
    for (int e = 0; e < ELEMS; e++) {
        int i = base + e * blockDim.x;
        if (i < n) y[i] += a * r[e];
    }
}
