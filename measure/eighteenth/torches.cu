// Attention and what stands around it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// a query a warp, keys by lanes of 64 floats, a window of the past only
extern "C" __global__ void att_sliding_window_warp(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length, int window)
{
    const int lane = threadIdx.x, t = blockIdx.x * blockDim.y + threadIdx.y;
    if (t >= length) return;
    const size_t head = (size_t)blockIdx.y * length * 64;
    q += head, k += head, v += head, out += head;
    float q0 = q[t * 64 + lane] * 0.125f, q1 = q[t * 64 + 32 + lane] * 0.125f;
    float top = -1e30f, sum = 0, a0 = 0, a1 = 0;
    for (int j = max(0, t - window + 1); j <= t; j++) {
        float s = q0 * k[j * 64 + lane] + q1 * k[j * 64 + 32 + lane];
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        float m = fmaxf(top, s), c = __expf(top - m), e = __expf(s - m);
        sum = sum * c + e;
        a0 = a0 * c + e * v[j * 64 + lane];
        a1 = a1 * c + e * v[j * 64 + 32 + lane];
        top = m;
    }
    out[t * 64 + lane] = a0 / sum;
    out[t * 64 + 32 + lane] = a1 / sum;
}

// tiles of 32 queries and 32 keys, 48 wide, all in shared memory; 128 threads
extern "C" __global__ void __launch_bounds__(128) att_tiles_of_32_by_48(const float *__restrict__ Q, const float *__restrict__ K, const float *__restrict__ V, float *__restrict__ O, int length, float scale)
{
    __shared__ float q[32][49], kv[32][49], s[32][33];
    const size_t base = (size_t)blockIdx.y * length * 48;
    const int t = threadIdx.x, row = t >> 2, part = t & 3, q0 = blockIdx.x * 32;
    for (int e = t; e < 32 * 48; e += 128) q[e / 48][e % 48] = q0 + e / 48 < length ? Q[base + (size_t)q0 * 48 + e] * scale : 0;
    float top = -1e30f, sum = 0, acc[12] = {};
    for (int k0 = 0; k0 < length; k0 += 32) {
        __syncthreads();
        for (int e = t; e < 32 * 48; e += 128) kv[e / 48][e % 48] = k0 + e / 48 < length ? K[base + (size_t)k0 * 48 + e] : 0;
        __syncthreads();
        float m = top;
        for (int j = part; j < 32; j += 4) {
            float d = 0;
            for (int c = 0; c < 48; c++) d += q[row][c] * kv[j][c];
            if (k0 + j >= length) d = -1e30f;
            s[row][j] = d;
            m = fmaxf(m, d);
        }
        m = fmaxf(m, __shfl_xor_sync(~0u, m, 1));
        m = fmaxf(m, __shfl_xor_sync(~0u, m, 2));
        float c = __expf(top - m), part_sum = 0;
        for (int j = part; j < 32; j += 4) part_sum += s[row][j] = __expf(s[row][j] - m);
        part_sum += __shfl_xor_sync(~0u, part_sum, 1);
        part_sum += __shfl_xor_sync(~0u, part_sum, 2);
        sum = sum * c + part_sum;
        top = m;
        __syncthreads();
        for (int e = t; e < 32 * 48; e += 128) kv[e / 48][e % 48] = k0 + e / 48 < length ? V[base + (size_t)k0 * 48 + e] : 0;
        __syncthreads();
        for (int i = 0; i < 12; i++) {
            float a = acc[i] * c;
            for (int j = 0; j < 32; j++) a += s[row][j] * kv[j][part * 12 + i];
            acc[i] = a;
        }
    }
    if (q0 + row < length)
        for (int i = 0; i < 12; i++) O[base + (size_t)(q0 + row) * 48 + part * 12 + i] = acc[i] / sum;
}

// grouped heads, one new token: four queries share a key; scores to memory, bf16
extern "C" __global__ void att_grouped_scores_bf16(const __nv_bfloat16 *q, const __nv_bfloat16 *k, float *score, int past, int groups)
{
    int j = blockIdx.x * blockDim.y + threadIdx.y, g = blockIdx.y, lane = threadIdx.x;
    if (j >= past) return;
    const __nv_bfloat162 *key = (const __nv_bfloat162 *)(k + ((size_t)g * past + j) * 128);
    float2 a = __bfloat1622float2(key[lane]), b = __bfloat1622float2(key[lane + 32]);
    for (int h = 0; h < 4; h++) {
        const __nv_bfloat162 *query = (const __nv_bfloat162 *)(q + (g * 4 + h) * 128);
        float2 x = __bfloat1622float2(query[lane]), y = __bfloat1622float2(query[lane + 32]);
        float s = a.x * x.x + a.y * x.y + b.x * y.x + b.y * y.y;
        for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
        if (lane == 0) score[(size_t)(g * 4 + h) * past + j] = s * 0.088388347f;
    }
}

// parts of a split attention put together by their maxima and sums
extern "C" __global__ void att_merge_of_parts(const float *part, const float2 *stat, float *out, int parts, int dim)
{
    int row = blockIdx.x, d = threadIdx.x;
    float top = -1e30f, sum = 0, v = 0;
    for (int p = 0; p < parts; p++) top = fmaxf(top, stat[row * parts + p].x);
    for (int p = 0; p < parts; p++) {
        float2 s = stat[row * parts + p];
        float w = __expf(s.x - top);
        sum += w * s.y;
        v += w * part[((size_t)row * parts + p) * dim + d];
    }
    out[row * dim + d] = v / sum;
}

// weights of four bits with a scale and a least of each 32, by halves of x: a warp a row
struct Group { uint32_t word[4]; __half scale, least; };
extern "C" __global__ void llm_matvec_groups_of_32(const Group *w, const float *x, float *y, int rows, int groups)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float total = 0;
    for (int g = lane; g < groups; g += 32) {
        const Group *p = w + (size_t)row * groups + g;
        float dot = 0, sum = 0;
        for (int k = 0; k < 4; k++) {
            uint32_t u = p->word[k];
            for (int e = 0; e < 8; e++) {
                float v = x[g * 32 + k * 8 + e];
                dot += v * (float)(u >> 4 * e & 15);
                sum += v;
            }
        }
        total += dot * __half2float(p->scale) + sum * __half2float(p->least);
    }
    for (int d = 16; d; d >>= 1) total += __shfl_xor_sync(~0u, total, d);
    if (lane == 0) y[row] = total;
}

// bytes out of floats: a scale for each column, rounded, packed by four
extern "C" __global__ void layer_quantise_by_columns(const float4 *in, const float4 *inverse, char4 *out, int rows, int quads)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= quads) return;
    float4 s = inverse[c];
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        float4 v = in[(size_t)r * quads + c];
        char4 q;
        q.x = (signed char)max(-127, min(127, __float2int_rn(v.x * s.x)));
        q.y = (signed char)max(-127, min(127, __float2int_rn(v.y * s.y)));
        q.z = (signed char)max(-127, min(127, __float2int_rn(v.z * s.z)));
        q.w = (signed char)max(-127, min(127, __float2int_rn(v.w * s.w)));
        out[(size_t)r * quads + c] = q;
    }
}

// a gated recurrent cell, gates made before
extern "C" __global__ void layer_gru_cell(const float *gi, const float *gh, const float *h, float *next, int batch, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= batch * width) return;
    int b = i / width, c = i % width;
    const float *a = gi + (size_t)b * 3 * width + c, *p = gh + (size_t)b * 3 * width + c;
    float r = 1 / (1 + __expf(-(a[0] + p[0]))), z = 1 / (1 + __expf(-(a[width] + p[width])));
    float n = tanhf(a[2 * width] + r * p[2 * width]);
    next[i] = (1 - z) * n + z * h[i];
}

// swish and its slope, out of bf16 pairs
extern "C" __global__ void act_swish_with_slope_bf16(const __nv_bfloat162 *x, __nv_bfloat162 *y, __nv_bfloat162 *slope, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float2 v = __bfloat1622float2(x[i]);
    float a = 1 / (1 + __expf(-v.x)), b = 1 / (1 + __expf(-v.y));
    y[i] = __floats2bfloat162_rn(v.x * a, v.y * b);
    slope[i] = __floats2bfloat162_rn(a + v.x * a * (1 - a), b + v.y * b * (1 - b));
}

// loss and gradient of a two-way classifier with logits
extern "C" __global__ void layer_logistic_loss(const float *logit, const uint8_t *truth, float *grad, float *loss, int n)
{
    __shared__ float part[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float l = 0;
    if (i < n) {
        float x = 6 * logit[i], t = truth[i] & 1;
        l = fmaxf(x, 0.f) - x * t + log1pf(__expf(-fabsf(x)));
        grad[i] = (1 / (1 + __expf(-x)) - t) / n;
    }
    for (int d = 16; d; d >>= 1) l += __shfl_down_sync(~0u, l, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = l;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) l += part[k];
        atomicAdd(loss, l);
    }
}
