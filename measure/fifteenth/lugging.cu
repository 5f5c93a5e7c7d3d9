// Moving bytes from here to there: offsets, strides, widths, loops.
#include <cuda_pipeline.h>
#include <stdint.h>

// ---- after the usual blog post about coalescing

extern "C" __global__ void offset_read_double(const double *in, double *out, int n, int shift)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[i + shift];
}

extern "C" __global__ void offset_store_float2(const float2 *in, float2 *out, int n, int shift)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i + shift] = in[i];
}

extern "C" __global__ void strided_load_long(const int64_t *in, int64_t *out, int64_t n, int64_t stride)
{
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i * stride];
}

extern "C" __global__ void strided_store_half(const unsigned short *in, unsigned short *out, int n, int stride)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(size_t)i * stride] = in[i];
}

extern "C" __global__ void array_reverse_by_block(const float *d_in, float *d_out, int n)
{
    extern __shared__ float s_data[];
    int in = blockDim.x * blockIdx.x + threadIdx.x;
    s_data[blockDim.x - 1 - threadIdx.x] = in < n ? d_in[in] : 0.0f;
    __syncthreads();
    int out = blockDim.x * (gridDim.x - 1 - blockIdx.x) + threadIdx.x;
    d_out[out] = s_data[threadIdx.x];
}

// ---- somebody's point cloud loader

extern "C" __global__ void array_split_float3(const float3 *__restrict__ pts, float *__restrict__ x, float *__restrict__ y, float *__restrict__ z, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const float3 p = pts[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
}

extern "C" __global__ void fill_squares_long(unsigned long long *out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (unsigned long long)i * i;
}

// ---- plain old data of any size

struct Sample12 { float a, b, c; };
struct __align__(16) Block32 { uint4 lo, hi; };

template <typename T>
__global__ void copyPod(T *__restrict__ to, const T *__restrict__ from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}
template __global__ void copyPod<Sample12>(Sample12 *, const Sample12 *, int);
template __global__ void copyPod<Block32>(Block32 *, const Block32 *, int);

// ---- a small transform library

struct Hypot { float bias; __device__ float operator()(float a, float b) const { return sqrtf(a * a + b * b) + bias; } };

template <int UNROLL, class Op>
__device__ __forceinline__ void transform(const float *a, const float *b, float *c, int n, Op op)
{
    int base = blockIdx.x * blockDim.x * UNROLL + threadIdx.x;
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        int i = base + u * blockDim.x;
        if (i < n) c[i] = op(a[i], b[i]);
    }
}
extern "C" __global__ void stream_transform_hypot(const float *a, const float *b, float *c, int n, Hypot op) { transform<2>(a, b, c, n, op); }

extern "C" __global__ void stream_accumulate_once(double *__restrict__ sum, const double *__restrict__ add, long n)
{
    const long step = (long)gridDim.x * blockDim.x;
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum[i] += __ldcs(add + i);
}

// blocks stay and draw chunks by ticket; the counter is back at zero when all have left
extern "C" __global__ void copy_by_ticket(const float4 *__restrict__ in, float4 *__restrict__ out, unsigned *tickets, int chunks)
{
    __shared__ unsigned mine;
    for (;;) {
        if (threadIdx.x == 0)
            mine = atomicInc(tickets, chunks + gridDim.x - 1);
        __syncthreads();
        const unsigned chunk = mine;
        __syncthreads();
        if (chunk >= (unsigned)chunks)
            break;
        const size_t at = (size_t)chunk * 4 * blockDim.x + threadIdx.x;
#pragma unroll
        for (int k = 0; k < 4; k++)
            out[at + k * blockDim.x] = in[at + k * blockDim.x];
    }
}

extern "C" __global__ void __launch_bounds__(128) stream_pipelined_scale(const float4 *__restrict__ in, float4 *__restrict__ out, float s, int tiles)
{
    __shared__ float4 buf[3][128];
    const int t = threadIdx.x;
    int fetch = blockIdx.x;
    for (int k = 0; k < 2; k++, fetch += gridDim.x) {
        if (fetch < tiles)
            __pipeline_memcpy_async(&buf[k][t], &in[fetch * 128 + t], 16);
        __pipeline_commit();
    }
    int stage = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x, fetch += gridDim.x) {
        if (fetch < tiles)
            __pipeline_memcpy_async(&buf[(stage + 2) % 3][t], &in[fetch * 128 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        float4 v = buf[stage][t];
        v.x *= s, v.y *= s, v.z *= s, v.w *= s;
        out[tile * 128 + t] = v;
        stage = (stage + 1) % 3;
    }
}
