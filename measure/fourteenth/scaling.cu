// The same work at other precisions and occupancies.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdint.h>

extern "C" __global__ void stream_axpy_half(const __half *__restrict__ x, __half *__restrict__ y, float a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(__float2half(a), x[i], __float2half(1.f));
}

// eight halves in a word of sixteen bytes
extern "C" __global__ void stream_axpy_half8(const uint4 *__restrict__ x, uint4 *__restrict__ y, float a, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    uint4 v = x[i];
    __half2 *h = reinterpret_cast<__half2 *>(&v);
    const __half2 f = __float2half2_rn(a), one = __float2half2_rn(1.f);
#pragma unroll
    for (int k = 0; k < 4; k++) h[k] = __hfma2(f, h[k], one);
    y[i] = v;
}

extern "C" __global__ void stream_axpy_bf16x2(const __nv_bfloat162 *__restrict__ x, __nv_bfloat162 *__restrict__ y, float a, int pairs)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    const float2 v = __bfloat1622float2(x[i]);
    y[i] = __floats2bfloat162_rn(a * v.x + 1.f, a * v.y + 1.f);
}

template <typename T>
__device__ __forceinline__ void logistic(const T *in, T *out, int n, int steps, T r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = in[i];
    for (int k = 0; k < steps; k++) v = r * v * (T(1) - v);
    out[i] = v;
}

extern "C" __global__ void calc_logistic_f32(const float *in, float *out, int n, int steps, float r) { logistic(in, out, n, steps, r); }
extern "C" __global__ void calc_logistic_f64(const double *in, double *out, int n, int steps, double r) { logistic(in, out, n, steps, r); }

extern "C" __global__ void calc_logistic_half2(const __half2 *in, __half2 *out, int n, int steps, float r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __half2 f = __float2half2_rn(r), one = __float2half2_rn(1.f);
    __half2 v = in[i];
    for (int k = 0; k < steps; k++) v = __hmul2(__hmul2(f, v), __hsub2(one, v));
    out[i] = v;
}

// independent chains in one thread
template <int CHAINS>
__device__ __forceinline__ void chains(const float *in, float *out, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; c++) v[c] = in[i] + c;
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++) v[c] = fmaf(v[c], 0.999f, 0.001f);
    float s = 0.f;
#pragma unroll
    for (int c = 0; c < CHAINS; c++) s += v[c];
    out[i] = s;
}

extern "C" __global__ void calc_one_chain(const float *in, float *out, int rounds) { chains<1>(in, out, rounds); }
extern "C" __global__ void calc_four_chains(const float *in, float *out, int rounds) { chains<4>(in, out, rounds); }

extern "C" __global__ void int_dp4a_similarity(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int n, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int s = 0;
    for (int k = 0; k < words; k++) s = __dp4a(a[k * n + i], b[k], s);
    out[i] = s;
}

// the same copy with sum at three occupancies: the shared memory asked for decides
extern "C" __global__ void stream_held_by_shared(const float4 *__restrict__ in, float4 *__restrict__ out, int quads, float add)
{
    extern __shared__ float4 shs_unused[];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        v.x += add;
        v.y += add;
        v.z += add;
        v.w += add;
        out[i] = v;
    }
}

template <int AT_LEAST>
__device__ __forceinline__ void manyValues(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v[40], s = 0.f;
#pragma unroll
    for (int k = 0; k < 40; k++) v[k] = in[k * n + i];
#pragma unroll
    for (int k = 0; k < 40; k++) s += v[k] * v[(k * 7 + 3) % 40];
#pragma unroll
    for (int k = 0; k < 40; k++) s = fmaf(s, 0.5f, v[39 - k]);
    out[i] = s;
}

extern "C" __global__ void __launch_bounds__(256) calc_forty_values_free(const float *in, float *out, int n) { manyValues<1>(in, out, n); }
extern "C" __global__ void __launch_bounds__(256, 8) calc_forty_values_tight(const float *in, float *out, int n) { manyValues<8>(in, out, n); }

extern "C" __global__ void calc_special_functions(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = in[i];
    out[i] = sinf(v) * cosf(2.f * v) + powf(1.5f + v, 1.7f) + atan2f(v, 0.5f) + cbrtf(v) + tanhf(v);
}

extern "C" __global__ void calc_fast_functions(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = in[i];
    out[i] = __sinf(v) * __cosf(2.f * v) + __powf(1.5f + v, 1.7f) + __expf(v) + __logf(2.f + v) + __fdividef(v, 1.5f + v);
}
