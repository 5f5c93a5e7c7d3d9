// Optimiser steps, losses, choices among tokens.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <float.h>
#include <math.h>
#include <stdint.h>

struct AdamSettings {
    float rate, beta1, beta2, eps, decay, fix1, fix2;
};

// gradients in bfloat16, weights in float with a copy in bfloat16
extern "C" __global__ void layer_adamw_bf16_and_master(float *__restrict__ master, __nv_bfloat16 *__restrict__ weight, const __nv_bfloat16 *__restrict__ grad, float *__restrict__ m, float *__restrict__ v, AdamSettings s, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float g = __bfloat162float(grad[i]);
    float a = s.beta1 * m[i] + (1.f - s.beta1) * g;
    float b = s.beta2 * v[i] + (1.f - s.beta2) * g * g;
    m[i] = a;
    v[i] = b;
    float w = master[i];
    w -= s.rate * (a * s.fix1 / (sqrtf(b * s.fix2) + s.eps) + s.decay * w);
    master[i] = w;
    weight[i] = __float2bfloat16(w);
}

extern "C" __global__ void layer_lion_signs(float4 *w, const float4 *g, float4 *m, float rate, float b1, float b2, float decay, unsigned quads)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        float4 ww = w[i], gg = g[i], mm = m[i];
        float *pw = &ww.x, *pg = &gg.x, *pm = &mm.x;
#pragma unroll
        for (int c = 0; c < 4; c++) {
            float u = b1 * pm[c] + (1.f - b1) * pg[c];
            float sign = (u > 0.f) - (u < 0.f);
            pw[c] -= rate * (sign + decay * pw[c]);
            pm[c] = b2 * pm[c] + (1.f - b2) * pg[c];
        }
        w[i] = ww;
        m[i] = mm;
    }
}

__device__ float2 pair_max_sum(float2 a, float2 b)
{
    float top = fmaxf(a.x, b.x);
    return make_float2(top, a.y * __expf(a.x - top) + b.y * __expf(b.x - top));
}

// cross entropy with smoothed labels and its gradient, a block a row
extern "C" __global__ void layer_smoothed_entropy_and_gradient(const float *__restrict__ logits, const int *__restrict__ target, float *__restrict__ grad, float *__restrict__ loss, int classes, float smooth)
{
    __shared__ float2 parts[32];
    __shared__ float sums[32];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float2 ms = make_float2(-FLT_MAX, 0.f);
    float total = 0.f;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float v = x[c];
        total += v;
        ms = pair_max_sum(ms, make_float2(v, 1.f));
    }
    for (int s = 16; s; s >>= 1) {
        ms = pair_max_sum(ms, make_float2(__shfl_xor_sync(~0u, ms.x, s), __shfl_xor_sync(~0u, ms.y, s)));
        total += __shfl_xor_sync(~0u, total, s);
    }
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = ms, sums[threadIdx.x / 32] = total;
    __syncthreads();
    ms = parts[0], total = sums[0];
    for (int w = 1; w < blockDim.x / 32; w++) ms = pair_max_sum(ms, parts[w]), total += sums[w];
    const int t = target[blockIdx.x];
    const float lse = ms.x + __logf(ms.y), even = smooth / classes;
    if (threadIdx.x == 0) loss[blockIdx.x] = lse - (1.f - smooth) * x[t] - even * total;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        grad[(size_t)blockIdx.x * classes + c] = __expf(x[c] - lse) - even - (c == t ? 1.f - smooth : 0.f);
}

extern "C" __global__ void layer_huber_loss_blocks(const float *y, const float *t, float *partial, float delta, int n)
{
    extern __shared__ float sums[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float l = 0;
    if (i < n) {
        float d = fabsf(y[i] - t[i]);
        l = d <= delta ? 0.5f * d * d : delta * (d - 0.5f * delta);
    }
    sums[threadIdx.x] = l;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__device__ uint32_t ordered_bits(float v)
{
    uint32_t b = __float_as_uint(v);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

// the k greatest of a row by digits of eight bits; k and more equal ones are cut off at k
extern "C" __global__ void sort_top_k_by_radix_digits(const float *__restrict__ x, float *__restrict__ value, int *__restrict__ place, int cols, int k)
{
    __shared__ unsigned count[256];
    __shared__ uint32_t chosen;
    __shared__ int left, given, equal;
    const float *row = x + (size_t)blockIdx.x * cols;
    if (threadIdx.x == 0) chosen = 0, left = k, given = 0, equal = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x) count[i] = 0;
        __syncthreads();
        uint32_t high = shift == 24 ? 0 : chosen >> (shift + 8);
        for (int c = threadIdx.x; c < cols; c += blockDim.x) {
            uint32_t b = ordered_bits(row[c]);
            if (shift == 24 || b >> (shift + 8) == high) atomicAdd(&count[b >> shift & 255], 1u);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int d = 255;
            while (d > 0 && (int)count[d] < left) left -= count[d--];
            chosen |= (uint32_t)d << shift;
        }
        __syncthreads();
    }
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c];
        uint32_t b = ordered_bits(v);
        int at = -1;
        if (b > chosen) at = atomicAdd(&given, 1);
        else if (b == chosen) {
            int e = atomicAdd(&equal, 1);
            if (e < left) at = k - 1 - e;
        }
        if (at >= 0) {
            value[(size_t)blockIdx.x * k + at] = v;
            place[(size_t)blockIdx.x * k + at] = c;
        }
    }
}

// a warp a row keeps its four greatest in registers
extern "C" __global__ void sort_top_four_of_warp(const float *__restrict__ gate, float *__restrict__ value, int *__restrict__ expert, int rows, int experts)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float v[4] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX};
    int id[4] = {0, 0, 0, 0};
    for (int e = lane; e < experts; e += 32) {
        float u = gate[(size_t)row * experts + e];
        int w = e;
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (u > v[i]) {
                float t = v[i];
                int s = id[i];
                v[i] = u, id[i] = w;
                u = t, w = s;
            }
    }
    for (int i = 0; i < 4; i++) {
        float best = v[0];
        int from = lane;
        for (int s = 16; s; s >>= 1) {
            float u = __shfl_xor_sync(~0u, best, s);
            int l = __shfl_xor_sync(~0u, from, s);
            if (u > best || (u == best && l < from)) best = u, from = l;
        }
        if (lane == from) {
            value[row * 4 + i] = v[0];
            expert[row * 4 + i] = id[0];
            v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = -FLT_MAX;
            id[0] = id[1], id[1] = id[2], id[2] = id[3];
        }
    }
}

__device__ float uniform_of(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return ((h >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

// a token by the greatest of logits with Gumbel noise
extern "C" __global__ void llm_sample_with_gumbel_noise(const __half *__restrict__ logits, int *__restrict__ token, int vocabulary, float inv_temperature, unsigned seed)
{
    __shared__ float best_of[32];
    __shared__ int place_of[32];
    float best = -FLT_MAX;
    int place = 0;
    for (int c = threadIdx.x; c < vocabulary; c += blockDim.x) {
        float u = uniform_of(seed + blockIdx.x, c);
        float v = __half2float(logits[(size_t)blockIdx.x * vocabulary + c]) * inv_temperature - __logf(-__logf(u));
        if (v > best) best = v, place = c;
    }
    for (int s = 16; s; s >>= 1) {
        float b = __shfl_down_sync(~0u, best, s);
        int p = __shfl_down_sync(~0u, place, s);
        if (b > best) best = b, place = p;
    }
    if (threadIdx.x % 32 == 0) best_of[threadIdx.x / 32] = best, place_of[threadIdx.x / 32] = place;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            if (best_of[w] > best) best = best_of[w], place = place_of[w];
        token[blockIdx.x] = place;
    }
}

// a token by a draw against running sums of the weights
extern "C" __global__ void __launch_bounds__(256) llm_sample_by_running_sum(const float *__restrict__ weights, const float *__restrict__ draw, int *__restrict__ token, int vocabulary)
{
    __shared__ float warps[8];
    __shared__ int found;
    const float *w = weights + (size_t)blockIdx.x * vocabulary;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float sum = 0.f;
    for (int c = threadIdx.x; c < vocabulary; c += 256) sum += w[c];
    for (int s = 16; s; s >>= 1) sum += __shfl_xor_sync(~0u, sum, s);
    if (lane == 0) warps[warp] = sum;
    if (threadIdx.x == 0) found = vocabulary - 1;
    __syncthreads();
    sum = 0.f;
    for (int i = 0; i < 8; i++) sum += warps[i];
    const float goal = draw[blockIdx.x] * sum;
    float before = 0.f;
    for (int base = 0; base < vocabulary && before <= goal; base += 256) {
        __syncthreads();
        int c = base + threadIdx.x;
        float v = c < vocabulary ? w[c] : 0.f;
        for (int s = 1; s < 32; s <<= 1) {
            float u = __shfl_up_sync(~0u, v, s);
            if (lane >= s) v += u;
        }
        if (lane == 31) warps[warp] = v;
        __syncthreads();
        float all = 0.f, ahead = 0.f;
        for (int i = 0; i < 8; i++) {
            if (i < warp) ahead += warps[i];
            all += warps[i];
        }
        if (c < vocabulary && before + ahead + v > goal) atomicMin(&found, c);
        before += all;
    }
    __syncthreads();
    if (threadIdx.x == 0) token[blockIdx.x] = found;
}
