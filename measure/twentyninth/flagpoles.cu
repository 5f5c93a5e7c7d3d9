// Softmax, norms, activations, attention, losses and steps of optimisers.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// for blocks of whole warps; everyone gets the sum
__device__ float block_sum(float v)
{
    __shared__ float part[32];
    v = warp_sum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < (blockDim.x + 31) / 32 ? part[threadIdx.x % 32] : 0.0f;
    return warp_sum(v);
}

// one pass for largest and sum, a warp a row
extern "C" __global__ void softmax_one_pass_by_warp(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const float *x = in + (size_t)row * cols;
    float top = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += 32) {
        float v = x[c], higher = fmaxf(top, v);
        sum = sum * __expf(top - higher) + __expf(v - higher);
        top = higher;
    }
    for (int d = 16; d; d >>= 1) {
        float other = __shfl_xor_sync(~0u, top, d), others = __shfl_xor_sync(~0u, sum, d);
        float higher = fmaxf(top, other);
        if (higher > -INFINITY)
            sum = sum * __expf(top - higher) + others * __expf(other - higher);
        top = higher;
    }
    for (int c = threadIdx.x; c < cols; c += 32)
        out[(size_t)row * cols + c] = __expf(x[c] - top) / sum;
}

// scores of attention: query q sees keys up to q
template <int BLOCK, int EACH>
__global__ void __launch_bounds__(BLOCK) causalRows(const half *__restrict__ scores, half *__restrict__ probs, float scale, int length)
{
    const int q = blockIdx.x;
    const size_t base = ((size_t)blockIdx.y * length + q) * length;
    __shared__ float shared[BLOCK / 32];
    float v[EACH], top = -1e30f;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int c = threadIdx.x + i * BLOCK;
        v[i] = c <= q && c < length ? __half2float(scores[base + c]) * scale : -1e30f;
        top = fmaxf(top, v[i]);
    }
    for (int d = 16; d; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = top;
    __syncthreads();
    for (int w = 0; w < BLOCK / 32; w++)
        top = fmaxf(top, shared[w]);
    float sum = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        v[i] = v[i] > -1e29f ? exp2f((v[i] - top) * 1.44269504f) : 0.0f;
        sum += v[i];
    }
    sum = block_sum(sum);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int c = threadIdx.x + i * BLOCK;
        if (c < length)
            probs[base + c] = __float2half(v[i] / sum);
    }
}

template __global__ void causalRows<128, 8>(const half *, half *, float, int);

// the sum of both goes on, its norm too
extern "C" __global__ void layernorm_after_residual_quads(const float4 *__restrict__ x, float4 *__restrict__ residual, const float4 *__restrict__ gamma, const float4 *__restrict__ beta, float4 *__restrict__ out, int quads, float eps)
{
    extern __shared__ float4 kept[];
    const size_t base = (size_t)blockIdx.x * quads;
    float sum = 0;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 a = x[base + i], b = residual[base + i];
        a = make_float4(a.x + 0.5f * b.x, a.y + 0.5f * b.y, a.z + 0.5f * b.z, a.w + 0.5f * b.w);
        kept[i] = a;
        residual[base + i] = a;
        sum += a.x + a.y + a.z + a.w;
    }
    float mean = block_sum(sum) / (4 * quads), squares = 0;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 a = kept[i];
        a = make_float4(a.x - mean, a.y - mean, a.z - mean, a.w - mean);
        squares += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
    }
    float inverse = rsqrtf(block_sum(squares) / (4 * quads) + eps);
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 a = kept[i], g = gamma[i], b = beta[i];
        out[base + i] = make_float4((a.x - mean) * inverse * g.x + b.x, (a.y - mean) * inverse * g.y + b.y, (a.z - mean) * inverse * g.z + b.z, (a.w - mean) * inverse * g.w + b.w);
    }
}

extern "C" __global__ void rmsnorm_pairs_of_halves(const half2 *__restrict__ in, const half2 *__restrict__ weight, half2 *__restrict__ out, int rows, int pairs, float eps)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    in += (size_t)row * pairs;
    out += (size_t)row * pairs;
    float squares = 0;
    for (int i = lane; i < pairs; i += 32) {
        float2 v = __half22float2(in[i]);
        squares += v.x * v.x + v.y * v.y;
    }
    half2 factor = __float2half2_rn(rsqrtf(warp_sum(squares) / (2 * pairs) + eps));
    for (int i = lane; i < pairs; i += 32)
        out[i] = __hmul2(__hmul2(in[i], factor), weight[i]);
}

extern "C" __global__ void act_gelu_of_biased(const float *__restrict__ x, const float *__restrict__ bias, float *__restrict__ y, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i] + bias[i % width];
        y[i] = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    }
}

// gate and value lie side by side in a row
extern "C" __global__ void act_swish_gate_bf16(const __nv_bfloat162 *__restrict__ in, __nv_bfloat162 *__restrict__ out, int rows, int pairs)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x)
        for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
            float2 g = __bfloat1622float2(in[(size_t)row * 2 * pairs + i]);
            float2 v = __bfloat1622float2(in[(size_t)row * 2 * pairs + pairs + i]);
            g.x = g.x / (1.0f + __expf(-g.x)) * v.x;
            g.y = g.y / (1.0f + __expf(-g.y)) * v.y;
            out[(size_t)row * pairs + i] = __float22bfloat162_rn(g);
        }
}

// 64 wide heads, a query a thread, keys and values by 32
template <bool CAUSAL>
__global__ void __launch_bounds__(64) threadsOwnQuery(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ o, int length, float scale)
{
    __shared__ float ks[32][64], vs[32][64];
    const size_t head = (size_t)blockIdx.y * length * 64;
    const int query = blockIdx.x * 64 + threadIdx.x;
    float qr[64], acc[64];
#pragma unroll
    for (int d = 0; d < 64; d++) {
        qr[d] = query < length ? q[head + (size_t)query * 64 + d] * scale : 0.0f;
        acc[d] = 0;
    }
    float top = -1e30f, sum = 0;
    int end = CAUSAL ? min(length, (int)(blockIdx.x + 1) * 64) : length;
    for (int k0 = 0; k0 < end; k0 += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 32 * 16; i += 64) {
            int key = k0 + i / 16;
            float4 none = make_float4(0, 0, 0, 0);
            ((float4 *)ks)[i] = key < length ? ((const float4 *)(k + head))[(size_t)key * 16 + i % 16] : none;
            ((float4 *)vs)[i] = key < length ? ((const float4 *)(v + head))[(size_t)key * 16 + i % 16] : none;
        }
        __syncthreads();
        int most = min(32, (CAUSAL ? min(query + 1, length) : length) - k0);
        for (int j = 0; j < most; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < 64; d++)
                s += qr[d] * ks[j][d];
            if (s > top) {
                float shrink = __expf(top - s);
                sum *= shrink;
#pragma unroll
                for (int d = 0; d < 64; d++)
                    acc[d] *= shrink;
                top = s;
            }
            float p = __expf(s - top);
            sum += p;
#pragma unroll
            for (int d = 0; d < 64; d++)
                acc[d] += p * vs[j][d];
        }
    }
    if (query < length) {
        float inverse = 1.0f / sum;
#pragma unroll
        for (int d = 0; d < 64; d += 4)
            *(float4 *)&o[head + (size_t)query * 64 + d] = make_float4(acc[d] * inverse, acc[d + 1] * inverse, acc[d + 2] * inverse, acc[d + 3] * inverse);
    }
}

template __global__ void threadsOwnQuery<true>(const float *, const float *, const float *, float *, int, float);

// one new token against the halves kept of a head, 128 wide
extern "C" __global__ __launch_bounds__(128) void attn_new_token_over_cache(const float *__restrict__ q, const half *__restrict__ keys, const half *__restrict__ values, float *__restrict__ out, int length, float scale)
{
    extern __shared__ float scores[];
    __shared__ float most[4];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const size_t head = blockIdx.x;
    keys += head * length * 128;
    values += head * length * 128;
    float4 query = ((const float4 *)(q + head * 128))[lane];
    float top = -INFINITY;
    for (int j = warp; j < length; j += 4) {
        uint2 raw = ((const uint2 *)(keys + (size_t)j * 128))[lane];
        float2 a = __half22float2(*(half2 *)&raw.x), b = __half22float2(*(half2 *)&raw.y);
        float s = warp_sum(query.x * a.x + query.y * a.y + query.z * b.x + query.w * b.y) * scale;
        if (lane == 0)
            scores[j] = s;
        top = fmaxf(top, s);
    }
    if (lane == 0)
        most[warp] = top;
    __syncthreads();
    top = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
    float sum = 0;
    for (int j = t; j < length; j += 128) {
        float e = __expf(scores[j] - top);
        scores[j] = e;
        sum += e;
    }
    sum = block_sum(sum);
    float acc = 0;
    for (int j = 0; j < length; j++)
        acc += scores[j] * __half2float(values[(size_t)j * 128 + t]);
    out[head * 128 + t] = acc / sum;
}

// each place sees the 32 before it, itself among them; a warp a place, 32 wide heads
extern "C" __global__ void attn_last_thirty_two(const float *q, const float *k, const float *v, float *o, int length)
{
    int place = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (place >= length)
        return;
    size_t head = (size_t)blockIdx.y * length * 32;
    float mine = q[head + place * 32 + lane];
    int key = place - lane;
    float s = 0;
    const float *row = k + head + max(key, 0) * 32;
    for (int d = 0; d < 32; d++)
        s += __shfl_sync(~0u, mine, d) * row[d];
    s = key >= 0 ? s * 0.1767767f : -INFINITY;
    float top = s;
    for (int d = 16; d; d >>= 1)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    float p = expf(s - top), sum = warp_sum(p), acc = 0;
    int seen = min(32, place + 1);
    for (int j = 0; j < seen; j++)
        acc += __shfl_sync(~0u, p, j) * v[head + (place - j) * 32 + lane];
    o[head + place * 32 + lane] = acc / sum;
}

// loss and gradient of logits, a block a row; labels below zero are left out
extern "C" __global__ void head_cross_entropy_both_ways(const float *__restrict__ logits, const int *__restrict__ labels, float *__restrict__ loss, float *__restrict__ grad, int classes, float share)
{
    __shared__ float warps[32];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float *g = grad + (size_t)blockIdx.x * classes;
    int label = labels[blockIdx.x];
    if (label < 0) {
        for (int c = threadIdx.x; c < classes; c += blockDim.x)
            g[c] = 0;
        if (threadIdx.x == 0)
            loss[blockIdx.x] = 0;
        return;
    }
    float top = -INFINITY;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        top = fmaxf(top, x[c]);
    for (int d = 16; d; d >>= 1)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = top;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        top = fmaxf(top, warps[w]);
    float sum = 0;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        sum += expf(x[c] - top);
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        loss[blockIdx.x] = logf(sum) + top - x[label];
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        g[c] = (expf(x[c] - top) / sum - (c == label)) * share;
}

extern "C" __global__ void op_adamw_over_all(float *__restrict__ p, const float *__restrict__ g, float *__restrict__ m, float *__restrict__ v, float rate, float beta1, float beta2, float eps, float decay, float fix1, float fix2, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float gi = g[i];
        float mi = beta1 * m[i] + (1 - beta1) * gi;
        float vi = beta2 * v[i] + (1 - beta2) * gi * gi;
        m[i] = mi;
        v[i] = vi;
        float pi = p[i];
        p[i] = pi - rate * (mi * fix1 / (sqrtf(vi * fix2) + eps) + decay * pi);
    }
}

// masters in floats, gradients and the copy for the next pass in halves
extern "C" __global__ void op_momentum_with_half_copy(float4 *masters, float4 *speed, const uint2 *grads, uint2 *copy, float rate, float keep, float unscale, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    uint2 raw = grads[i];
    float2 ga = __half22float2(*reinterpret_cast<half2 *>(&raw.x)), gb = __half22float2(*reinterpret_cast<half2 *>(&raw.y));
    float4 s = speed[i], w = masters[i];
    s.x = keep * s.x + unscale * ga.x;
    s.y = keep * s.y + unscale * ga.y;
    s.z = keep * s.z + unscale * gb.x;
    s.w = keep * s.w + unscale * gb.y;
    w.x -= rate * s.x;
    w.y -= rate * s.y;
    w.z -= rate * s.z;
    w.w -= rate * s.w;
    speed[i] = s;
    masters[i] = w;
    half2 a = __floats2half2_rn(w.x, w.y), b = __floats2half2_rn(w.z, w.w);
    copy[i] = make_uint2(*reinterpret_cast<unsigned *>(&a), *reinterpret_cast<unsigned *>(&b));
}
