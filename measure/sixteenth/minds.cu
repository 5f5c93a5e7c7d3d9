// What language models are made of, between the products.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// a block of 64 queries, keys and values 32 at a time in shared memory, a thread a query; head of 32
extern "C" __global__ void __launch_bounds__(64) att_query_in_registers(const float *__restrict__ Q, const float *__restrict__ K, const float *__restrict__ V, float *__restrict__ O, int length, float scale)
{
    __shared__ float k[32][32], v[32][32];
    const size_t head = (size_t)blockIdx.y * length * 32;
    const int q = blockIdx.x * 64 + threadIdx.x;
    float x[32], o[32] = {}, m = -1e30f, l = 0;
#pragma unroll
    for (int d = 0; d < 32; d++) x[d] = Q[head + (size_t)q * 32 + d] * scale;
    for (int j0 = 0; j0 < length; j0 += 32) {
        for (int i = threadIdx.x; i < 1024; i += 64) k[i / 32][i % 32] = K[head + j0 * 32 + i], v[i / 32][i % 32] = V[head + j0 * 32 + i];
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < 32; d++) s += x[d] * k[j][d];
            if (s > m) {
                float c = __expf(m - s);
                l *= c, m = s;
#pragma unroll
                for (int d = 0; d < 32; d++) o[d] *= c;
            }
            float p = __expf(s - m);
            l += p;
#pragma unroll
            for (int d = 0; d < 32; d++) o[d] += p * v[j][d];
        }
        __syncthreads();
    }
#pragma unroll
    for (int d = 0; d < 32; d++) O[head + (size_t)q * 32 + d] = o[d] / l;
}

// one query against a long cache, split: each block a stretch, a warp a key at a time; head of 128 halves
extern "C" __global__ void att_decode_stretch(const __half *__restrict__ q, const __half2 *__restrict__ keys, const __half2 *__restrict__ values, float *__restrict__ part, float2 *__restrict__ stats, int length, int stretch)
{
    __shared__ float o[4][128], ms[4], ls[4];
    const int head = blockIdx.y, w = threadIdx.x / 32, lane = threadIdx.x % 32;
    const __half2 *x = (const __half2 *)(q + head * 128);
    float2 q0 = __half22float2(x[lane]), q1 = __half22float2(x[lane + 32]);
    float m = -1e30f, l = 0, a[4] = {};
    const int end = min((int)(blockIdx.x + 1) * stretch, length);
    for (int j = blockIdx.x * stretch + w; j < end; j += 4) {
        const size_t at = ((size_t)head * length + j) * 64;
        float2 k0 = __half22float2(keys[at + lane]), k1 = __half22float2(keys[at + lane + 32]);
        float s = q0.x * k0.x + q0.y * k0.y + q1.x * k1.x + q1.y * k1.y;
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        s *= 0.088388f;
        float n = fmaxf(m, s), c = __expf(m - n), p = __expf(s - n);
        float2 v0 = __half22float2(values[at + lane]), v1 = __half22float2(values[at + lane + 32]);
        a[0] = a[0] * c + p * v0.x, a[1] = a[1] * c + p * v0.y, a[2] = a[2] * c + p * v1.x, a[3] = a[3] * c + p * v1.y;
        l = l * c + p, m = n;
    }
    o[w][2 * lane] = a[0], o[w][2 * lane + 1] = a[1], o[w][64 + 2 * lane] = a[2], o[w][65 + 2 * lane] = a[3];
    if (lane == 0) ms[w] = m, ls[w] = l;
    __syncthreads();
    float all = fmaxf(fmaxf(ms[0], ms[1]), fmaxf(ms[2], ms[3])), sum = 0, len = 0;
    for (int k = 0; k < 4; k++) {
        float c = __expf(ms[k] - all);
        sum += c * o[k][threadIdx.x], len += c * ls[k];
    }
    part[((size_t)head * gridDim.x + blockIdx.x) * 128 + threadIdx.x] = sum;
    if (threadIdx.x == 0) stats[head * gridDim.x + blockIdx.x] = make_float2(all, len);
}

// rotary, neighbours turned together, angles computed
extern "C" __global__ void llm_rope_in_place(__half2 *x, const int *__restrict__ position, int heads, int pairs)
{
    const int token = blockIdx.x;
    for (int i = threadIdx.x; i < heads * pairs; i += blockDim.x) {
        int p = i % pairs;
        float angle = position[token] * exp2f(-13.2877f * p / pairs), s, c;
        __sincosf(angle, &s, &c);
        __half2 *at = x + (size_t)token * heads * pairs + i;
        float2 v = __half22float2(*at);
        *at = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
    }
}

// keys to their pages of 16 tokens
extern "C" __global__ void llm_cache_to_pages(const uint4 *__restrict__ k, uint4 *__restrict__ pool, const int *__restrict__ slots, int vecs)
{
    const int slot = slots[blockIdx.x];
    uint4 *to = pool + ((size_t)(slot / 16) * 16 + slot % 16) * vecs;
    for (int v = threadIdx.x; v < vecs; v += blockDim.x) to[v] = k[(size_t)blockIdx.x * vecs + v];
}

// blocks of 32 weights of 4 bits with a scale: 18 bytes a block
struct BlockQ4 { __half d; uint8_t qs[16]; };
extern "C" __global__ void llm_unpack_four_bits(const BlockQ4 *__restrict__ blocks, float *__restrict__ out, int n)
{
    int b = (blockIdx.x * blockDim.x + threadIdx.x) / 16, k = threadIdx.x % 16;
    if (b >= n) return;
    float d = __half2float(blocks[b].d);
    uint8_t q = blocks[b].qs[k];
    out[b * 32 + k] = d * ((q & 15) - 8);
    out[b * 32 + k + 16] = d * ((q >> 4) - 8);
}

// y = W x, W in such blocks, a warp a row
extern "C" __global__ void llm_matvec_four_bits(const BlockQ4 *__restrict__ W, const float *__restrict__ x, float *__restrict__ y, int rows, int blocks)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float s = 0;
    for (int b = lane / 2; b < blocks; b += 16) {
        const BlockQ4 *q = W + (size_t)row * blocks + b;
        const float *v = x + b * 32 + lane % 2 * 8;
        float t = 0;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            uint8_t w = q->qs[lane % 2 * 8 + k];
            t += ((w & 15) - 8) * v[k] + ((w >> 4) - 8) * v[k + 16];
        }
        s += t * __half2float(q->d);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) y[row] = s;
}

// two best experts of 64 and their shares, a warp a token
extern "C" __global__ void llm_gate_two_experts(const float *__restrict__ logits, int2 *__restrict__ which, float2 *__restrict__ share, int tokens)
{
    int token = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (token >= tokens) return;
    float a = logits[token * 64 + lane], b = logits[token * 64 + lane + 32];
    float best[2];
    int id[2];
    for (int k = 0; k < 2; k++) {
        float v = fmaxf(a, b);
        int at = a >= b ? lane : lane + 32;
        for (int d = 16; d; d >>= 1) {
            float o = __shfl_xor_sync(~0u, v, d);
            int p = __shfl_xor_sync(~0u, at, d);
            if (o > v || (o == v && p < at)) v = o, at = p;
        }
        best[k] = v, id[k] = at;
        if (at == lane) a = -INFINITY;
        if (at == lane + 32) b = -INFINITY;
    }
    if (lane == 0) {
        float e = __expf(best[1] - best[0]);
        which[token] = make_int2(id[0], id[1]), share[token] = make_float2(1 / (1 + e), e / (1 + e));
    }
}

// gated: gelu(a) * b, bfloat16, halves of one row
extern "C" __global__ void act_gated_gelu_bf16(const __nv_bfloat162 *__restrict__ in, __nv_bfloat162 *__restrict__ out, int rows, int pairs)
{
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        int p = blockIdx.x * blockDim.x + threadIdx.x;
        if (p >= pairs) return;
        float2 a = __bfloat1622float2(in[(size_t)r * 2 * pairs + p]), b = __bfloat1622float2(in[(size_t)r * 2 * pairs + pairs + p]);
        auto gelu = [](float x) { return 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x))); };
        out[(size_t)r * pairs + p] = __floats2bfloat162_rn(gelu(a.x) * b.x, gelu(a.y) * b.y);
    }
}
