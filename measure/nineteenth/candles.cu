// Attention.
#include <cuda_fp16.h>

// scores of queries and keys, those to come left out
extern "C" __global__ void att_scores_of_past(const float *__restrict__ q, const float *__restrict__ k, float *__restrict__ s, int length, int dim, float scale)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, head = blockIdx.z;
    if (i >= length || j >= length) return;
    float a = -1e30f;
    if (j <= i) {
        a = 0;
        const float4 *x = (const float4 *)(q + ((size_t)head * length + i) * dim), *y = (const float4 *)(k + ((size_t)head * length + j) * dim);
        for (int d = 0; d < dim / 4; d++) a += x[d].x * y[d].x + x[d].y * y[d].y + x[d].z * y[d].z + x[d].w * y[d].w;
        a *= scale;
    }
    s[((size_t)head * length + i) * length + j] = a;
}

// a query a thread, keys and values by tiles of 64, nothing written between
template <int D>
__global__ void __launch_bounds__(64) queryOfThread(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length, float scale)
{
    __shared__ float sk[64][D], sv[64][D];
    const int i = blockIdx.x * 64 + threadIdx.x;
    const size_t base = (size_t)blockIdx.y * length * D;
    float mine[D], acc[D], m = -1e30f, l = 0;
#pragma unroll
    for (int d = 0; d < D; d++) mine[d] = i < length ? q[base + (size_t)i * D + d] * scale : 0.f, acc[d] = 0;
    for (int j0 = 0; j0 < length; j0 += 64) {
        const int here = min(64, length - j0);
        for (int e = threadIdx.x; e < here * D; e += 64) (&sk[0][0])[e] = k[base + (size_t)j0 * D + e], (&sv[0][0])[e] = v[base + (size_t)j0 * D + e];
        __syncthreads();
        for (int j = 0; j < here; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < D; d++) s += mine[d] * sk[j][d];
            float h = fmaxf(m, s), old = __expf(m - h), p = __expf(s - h);
            l = l * old + p;
            m = h;
#pragma unroll
            for (int d = 0; d < D; d++) acc[d] = acc[d] * old + p * sv[j][d];
        }
        __syncthreads();
    }
    if (i >= length) return;
#pragma unroll
    for (int d = 0; d < D; d++) out[base + (size_t)i * D + d] = acc[d] / l;
}
template __global__ void queryOfThread<16>(const float *, const float *, const float *, float *, int, float);
template __global__ void queryOfThread<40>(const float *, const float *, const float *, float *, int, float);

// one new query of a head against a cache of halves: a warp a key, then merged
extern "C" __global__ void att_one_query_of_cache(const float *q, const half2 *keys, const half2 *values, float *out, const int *lengths, int most, float scale)
{
    __shared__ float sm[4], sl[4], sa[4][64];
    const int h = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32, length = lengths[h] + 1;
    const float2 x = ((const float2 *)q)[h * 32 + lane];
    float m = -1e30f, l = 0;
    float2 a = make_float2(0, 0);
    for (int j = warp; j < length; j += 4) {
        float2 y = __half22float2(keys[((size_t)h * most + j) * 32 + lane]);
        float s = x.x * y.x + x.y * y.y;
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        s *= scale;
        float top = fmaxf(m, s), old = __expf(m - top), p = __expf(s - top);
        float2 w = __half22float2(values[((size_t)h * most + j) * 32 + lane]);
        a.x = a.x * old + p * w.x;
        a.y = a.y * old + p * w.y;
        l = l * old + p;
        m = top;
    }
    if (lane == 0) sm[warp] = m, sl[warp] = l;
    sa[warp][2 * lane] = a.x, sa[warp][2 * lane + 1] = a.y;
    __syncthreads();
    if (threadIdx.x >= 64) return;
    float top = fmaxf(fmaxf(sm[0], sm[1]), fmaxf(sm[2], sm[3])), all = 0, r = 0;
    for (int w = 0; w < 4; w++) {
        float f = __expf(sm[w] - top);
        all += sl[w] * f;
        r += sa[w][threadIdx.x] * f;
    }
    out[h * 64 + threadIdx.x] = r / all;
}

// heads side by side again, four floats at once
extern "C" __global__ void head_sides_joined(const float4 *in, float4 *out, int heads, int tokens, int quads)
{
    const int t = blockIdx.x, h = blockIdx.y * blockDim.y + threadIdx.y, d = threadIdx.x;
    if (h < heads && d < quads) out[((size_t)t * heads + h) * quads + d] = in[((size_t)h * tokens + t) * quads + d];
}
