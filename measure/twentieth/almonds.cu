// Copies: offsets, strides and widths of vectors.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

// misaligned by a parameter at the source
extern "C" __global__ void copy_shorts_from_offset(const short *in, short *out, int n, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + offset];
}

// as BLAS copies, with two increments
extern "C" __global__ void copy_incx_incy(int n, const float *x, int incx, float *y, int incy)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[(size_t)i * incy] = x[(size_t)i * incx];
}

template <typename V>
__global__ void copyVector(const V *__restrict__ in, V *__restrict__ out, long n)
{
    const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i];
}
template __global__ void copyVector<ushort4>(const ushort4 *, ushort4 *, long);
template __global__ void copyVector<double2>(const double2 *, double2 *, long);
template __global__ void copyVector<float3>(const float3 *, float3 *, long);

// three bytes a pixel, turned round
extern "C" __global__ void copy_rgb_as_bgr(const uchar3 *in, uchar3 *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) {
        uchar3 p = in[i];
        out[i] = make_uchar3(p.z, p.y, p.x);
    }
}

// left and right samples woven into frames
extern "C" __global__ void copy_left_right_woven(const float *left, const float *right, float2 *frames, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) frames[i] = make_float2(left[i], right[i]);
}

// pixels into their four planes
extern "C" __global__ void copy_rgba_into_planes(const uchar4 *in, uint8_t *r, uint8_t *g, uint8_t *b, uint8_t *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const uchar4 p = in[i];
        r[i] = p.x;
        g[i] = p.y;
        b[i] = p.z;
        a[i] = p.w;
    }
}

// back to front
extern "C" __global__ void copy_doubles_reversed(const double *in, double *out, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

// the lower triangle of a matrix that is stored by columns
extern "C" __global__ void copy_lower_by_columns(int m, int n, const double *a, int lda, double *b, int ldb)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n && row >= col) b[row + (size_t)col * ldb] = a[row + (size_t)col * lda];
}

struct Affine {
    float scale, shift;
    __device__ float operator()(float v) const { return scale * v + shift; }
};
struct Clamped {
    float low, high;
    __device__ float operator()(float v) const { return fminf(fmaxf(v, low), high); }
};

// two values a thread by any function
template <typename F>
__global__ void mapInto(const float *in, float *out, int n, F f)
{
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2 * stride) {
        out[i] = f(in[i]);
        if (i + stride < n) out[i + stride] = f(in[i + stride]);
    }
}
template __global__ void mapInto<Affine>(const float *, float *, int, Affine);
template __global__ void mapInto<Clamped>(const float *, float *, int, Clamped);

// tiles go through shared memory, the next one is on its way
extern "C" __global__ void __launch_bounds__(128) copy_tiles_by_pipeline(const float4 *in, float4 *out, int tiles)
{
    __shared__ float4 stage[2][128];
    int s = 0, tile = blockIdx.x;
    if (tile < tiles) __pipeline_memcpy_async(&stage[0][threadIdx.x], in + (size_t)tile * 128 + threadIdx.x, 16);
    __pipeline_commit();
    for (; tile < tiles; tile += gridDim.x, s ^= 1) {
        const int next = tile + gridDim.x;
        if (next < tiles)
            __pipeline_memcpy_async(&stage[s ^ 1][threadIdx.x], in + (size_t)next * 128 + threadIdx.x, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        out[(size_t)tile * 128 + threadIdx.x] = stage[s][threadIdx.x];
    }
}

// eight halves a thread become eight floats
extern "C" __global__ void copy_eight_halves_widened(const uint4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    const __half2 *h = reinterpret_cast<const __half2 *>(&v);
    float2 a = __half22float2(h[0]), b = __half22float2(h[1]), c = __half22float2(h[2]), d = __half22float2(h[3]);
    out[2 * i] = make_float4(a.x, a.y, b.x, b.y);
    out[2 * i + 1] = make_float4(c.x, c.y, d.x, d.y);
}

// a block a page, pages that are not dirty are left alone
extern "C" __global__ void copy_dirty_pages(const int *dirty, const float4 *in, float4 *out, int quads)
{
    if (dirty[blockIdx.x] == 0) return;
    const size_t base = (size_t)blockIdx.x * quads;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) out[base + i] = in[base + i];
}
