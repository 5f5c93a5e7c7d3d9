// Pieces of attention, of language models and of other networks.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// S = Q K' / sqrt(d), what is ahead masked; d = 64, tiles of 16
extern "C" __global__ void att_scores_of_the_past(const float *Q, const float *K, float *S, int len)
{
    __shared__ float q[16][65], k[16][65];
    const int tx = threadIdx.x, ty = threadIdx.y, head = blockIdx.z;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float *out = S + ((size_t)head * len + row) * len + col;
    if (blockIdx.x > blockIdx.y) {
        if (row < len && col < len) *out = -INFINITY;
        return;
    }
    for (int d = tx; d < 64; d += 16) {
        q[ty][d] = row < len ? Q[((size_t)head * len + row) * 64 + d] : 0.f;
        k[ty][d] = blockIdx.x * 16 + ty < len ? K[((size_t)head * len + blockIdx.x * 16 + ty) * 64 + d] : 0.f;
    }
    __syncthreads();
    float s = 0;
#pragma unroll 16
    for (int d = 0; d < 64; d++) s += q[ty][d] * k[tx][d];
    if (row < len && col < len) *out = col <= row ? s * 0.125f : -INFINITY;
}

// a query a thread, keys and values by tiles of 32, the sum kept running
extern "C" __global__ void __launch_bounds__(64) att_running_softmax_32(const float *__restrict__ Q, const float *__restrict__ K, const float *__restrict__ V, float *__restrict__ O, int len)
{
    __shared__ float ks[32][32], vs[32][32];
    const size_t base = (size_t)blockIdx.y * len * 32;
    const int i = blockIdx.x * 64 + threadIdx.x;
    float q[32], o[32], m = -INFINITY, l = 0;
    for (int d = 0; d < 32; d++) q[d] = i < len ? Q[base + i * 32 + d] * 0.17677669f : 0.f, o[d] = 0;
    for (int j0 = 0; j0 < len; j0 += 32) {
        for (int e = threadIdx.x; e < 1024; e += 64) {
            ks[e / 32][e % 32] = j0 + e / 32 < len ? K[base + j0 * 32 + e] : 0.f;
            vs[e / 32][e % 32] = j0 + e / 32 < len ? V[base + j0 * 32 + e] : 0.f;
        }
        __syncthreads();
        const int count = min(32, len - j0);
        for (int j = 0; j < count; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < 32; d++) s += q[d] * ks[j][d];
            if (s > m) {
                float f = __expf(m - s);
                l *= f;
#pragma unroll
                for (int d = 0; d < 32; d++) o[d] *= f;
                m = s;
            }
            float p = __expf(s - m);
            l += p;
#pragma unroll
            for (int d = 0; d < 32; d++) o[d] += p * vs[j][d];
        }
        __syncthreads();
    }
    if (i < len)
        for (int d = 0; d < 32; d++) O[base + i * 32 + d] = o[d] / l;
}

// one query a head, 128 numbers, four warps share the keys; joined at the end
extern "C" __global__ void __launch_bounds__(128) att_one_query_four_warps(const __half *__restrict__ q, const __half *__restrict__ K, const __half *__restrict__ V, float *__restrict__ out, int len)
{
    __shared__ float so[4][128], sm[4], sl[4];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t base = (size_t)blockIdx.x * len * 128;
    float qv[4], o[4] = {}, m = -1e30f, l = 0;
    {
        float2 a = __half22float2(((const __half2 *)(q + blockIdx.x * 128))[2 * lane]), b = __half22float2(((const __half2 *)(q + blockIdx.x * 128))[2 * lane + 1]);
        qv[0] = a.x, qv[1] = a.y, qv[2] = b.x, qv[3] = b.y;
    }
    for (int j = w; j < len; j += 4) {
        uint2 kr = ((const uint2 *)(K + base + (size_t)j * 128))[lane], vr = ((const uint2 *)(V + base + (size_t)j * 128))[lane];
        float2 k0 = __half22float2(*(__half2 *)&kr.x), k1 = __half22float2(*(__half2 *)&kr.y);
        float s = qv[0] * k0.x + qv[1] * k0.y + qv[2] * k1.x + qv[3] * k1.y;
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        s *= 0.088388348f;
        float mn = fmaxf(m, s), f = __expf(m - mn), p = __expf(s - mn);
        float2 v0 = __half22float2(*(__half2 *)&vr.x), v1 = __half22float2(*(__half2 *)&vr.y);
        o[0] = o[0] * f + p * v0.x, o[1] = o[1] * f + p * v0.y, o[2] = o[2] * f + p * v1.x, o[3] = o[3] * f + p * v1.y;
        l = l * f + p, m = mn;
    }
    for (int d = 0; d < 4; d++) so[w][4 * lane + d] = o[d];
    if (lane == 0) sm[w] = m, sl[w] = l;
    __syncthreads();
    float all = fmaxf(fmaxf(sm[0], sm[1]), fmaxf(sm[2], sm[3])), sum = 0, num = 0;
    for (int k = 0; k < 4; k++) {
        float f = __expf(sm[k] - all);
        sum += sl[k] * f;
        num += so[k][threadIdx.x] * f;
    }
    out[blockIdx.x * 128 + threadIdx.x] = num / sum;
}

extern "C" __global__ void llm_rope_by_pairs(float2 *x, const int *position, int heads, int pairs, float base)
{
    const int token = blockIdx.x;
    for (int k = threadIdx.x; k < heads * pairs; k += blockDim.x) {
        int p = k % pairs;
        float angle = position[token] * powf(base, -(float)p / pairs), s, c;
        sincosf(angle, &s, &c);
        float2 v = x[(size_t)token * heads * pairs + k];
        x[(size_t)token * heads * pairs + k] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
    }
}

extern "C" __global__ void llm_gate_silu_half2(const __half2 *__restrict__ gate, const __half2 *__restrict__ up, __half2 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    out[i] = __floats2half2_rn(g.x / (1.f + __expf(-g.x)) * u.x, g.y / (1.f + __expf(-g.y)) * u.y);
}

// eight nibbles a word, a scale for each 64
extern "C" __global__ void llm_nibbles_to_halves(const uint32_t *__restrict__ packed, const __half *__restrict__ scale, __half *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t w = packed[i];
    __half s = scale[i / 8];
    __half v[8];
#pragma unroll
    for (int k = 0; k < 8; k++) v[k] = __hmul(__int2half_rn((int)(w >> 4 * k & 15) - 8), s);
    ((uint4 *)out)[i] = *(uint4 *)v;
}

extern "C" __global__ void layer_max_pool_with_place(const float *in, float *out, uint8_t *place, int planes, int h, int w)
{
    int ow = w / 2, oh = h / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * ow * oh) return;
    int x = i % ow, y = i / ow % oh, p = i / (ow * oh);
    float m = -INFINITY;
    int at = 0;
    for (int k = 0; k < 9; k++) {
        int xx = 2 * x + k % 3 - 1, yy = 2 * y + k / 3 - 1;
        if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
        float v = in[(p * h + yy) * w + xx];
        if (v > m) m = v, at = k;
    }
    out[i] = m;
    place[i] = at;
}

extern "C" __global__ void act_leaky_and_dropped(const float *x, float *y, int n, float slope, unsigned seed, unsigned keepBelow)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned h = i * 2654435761u ^ seed;
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        float v = x[i];
        v = v > 0 ? v : slope * v;
        y[i] = (h & 0xffff) < keepBelow ? v * 65536.f / keepBelow : 0.f;
    }
}
