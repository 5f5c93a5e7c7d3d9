// Plain traffic: copies, fills, conversions and streams.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

// every block moves one strip of adjacent elements, a lap of the block at a time
extern "C" __global__ void copy_strips(const float *__restrict__ src, float *__restrict__ dst, int n, int laps)
{
    const int base = blockIdx.x * blockDim.x * laps;
    for (int lap = 0; lap < laps; ++lap) {
        const int at = base + lap * blockDim.x + threadIdx.x;
        if (at < n) dst[at] = src[at];
    }
}

extern "C" __global__ void copy_shifted_into_quads(const float *__restrict__ src, float4 *__restrict__ dst, int quads, int shift)
{
    const int q = blockDim.x * blockIdx.x + threadIdx.x;
    if (q < quads) {
        const float *p = src + 4 * q + shift;
        dst[q] = make_float4(p[0], p[1], p[2], p[3]);
    }
}

extern "C" __global__ void copy_sixteen_bytes_loop(const ulonglong2 *in, ulonglong2 *out, size_t count)
{
    const size_t step = (size_t)blockDim.x * gridDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) out[i] = in[i];
}

extern "C" __global__ void copy_pitched(const char *src, size_t srcPitch, char *dst, size_t dstPitch, int words, int rows)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= rows) return;
    const uint32_t *s = reinterpret_cast<const uint32_t *>(src + y * srcPitch);
    uint32_t *d = reinterpret_cast<uint32_t *>(dst + y * dstPitch);
    d[x] = s[x];
}

extern "C" __global__ void copy_every_nth(const double *in, double *out, int count, int nth)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        out[i] = in[(size_t)i * nth];
}

extern "C" __global__ void fill_sawtooth(unsigned *out, unsigned n, unsigned period)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i % period;
}

extern "C" __global__ void __launch_bounds__(256, 8) stream_axpby_bounded(const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ z, double a, double b, long long n)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        z[i] = a * x[i] + b * y[i];
}

// four loads before the first store
extern "C" __global__ void triad_four_deep(const float *__restrict__ b, const float *__restrict__ c, float *__restrict__ a, float s, int n)
{
    const int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = first + k * blockDim.x;
        u[k] = i < n ? b[i] : 0.f;
        v[k] = i < n ? c[i] : 0.f;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = first + k * blockDim.x;
        if (i < n) a[i] = u[k] + s * v[k];
    }
}

// through shared memory with asynchronous copies of sixteen bytes
extern "C" __global__ void copy_async_staged(const float4 *__restrict__ in, float4 *__restrict__ out, int tiles)
{
    __shared__ float4 stage[2][256];
    const int t = threadIdx.x;
    int tile = blockIdx.x, slot = 0;
    if (tile < tiles) __pipeline_memcpy_async(&stage[0][t], &in[tile * 256 + t], 16);
    __pipeline_commit();
    for (; tile < tiles; tile += gridDim.x) {
        const int after = tile + gridDim.x;
        if (after < tiles) __pipeline_memcpy_async(&stage[slot ^ 1][t], &in[after * 256 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        out[tile * 256 + t] = stage[slot][t];
        slot ^= 1;
    }
}
