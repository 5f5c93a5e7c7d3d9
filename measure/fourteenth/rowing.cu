// Rows of networks: softmax, normalisation, attention, activation, quantisation.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdint.h>

__device__ __forceinline__ float warpMost(float v)
{
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}
__device__ __forceinline__ float warpAll(float v)
{
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ float blockAll(float v)
{
    __shared__ float part[32];
    v = warpAll(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0.f;
    v = warpAll(v);
    __syncthreads();
    return v;
}
__device__ float blockMost(float v)
{
    __shared__ float part[32];
    v = warpMost(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : -INFINITY;
    v = warpMost(v);
    __syncthreads();
    return v;
}

// one thread, one row: as a first attempt looks
extern "C" __global__ void softmax_first_attempt(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float m = -INFINITY, s = 0.f;
    for (int c = 0; c < cols; c++) m = fmaxf(m, in[r * cols + c]);
    for (int c = 0; c < cols; c++) s += expf(in[r * cols + c] - m);
    for (int c = 0; c < cols; c++) out[r * cols + c] = expf(in[r * cols + c] - m) / s;
}

extern "C" __global__ void softmax_block_in_shared(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    extern __shared__ float sbs_row[];
    const float *x = in + (size_t)blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = x[c];
        sbs_row[c] = v;
        m = fmaxf(m, v);
    }
    m = blockMost(m);
    float s = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float e = __expf(sbs_row[c] - m);
        sbs_row[c] = e;
        s += e;
    }
    const float inv = 1.f / blockAll(s);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = sbs_row[c] * inv;
}

// rows of up to 256 in the registers of a warp
extern "C" __global__ void softmax_warp_half(const __half *__restrict__ in, __half *__restrict__ out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    float v[8], m = -INFINITY, s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int c = threadIdx.x + 32 * k;
        v[k] = c < cols ? __half2float(in[(size_t)r * cols + c]) : -INFINITY;
        m = fmaxf(m, v[k]);
    }
    m = warpMost(m);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = __expf(v[k] - m);
        s += v[k];
    }
    s = warpAll(s);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int c = threadIdx.x + 32 * k;
        if (c < cols) out[(size_t)r * cols + c] = __float2half(v[k] / s);
    }
}

extern "C" __global__ void softmax_cross_entropy(const float *__restrict__ logits, const int *__restrict__ target, float *__restrict__ loss, int cols)
{
    const float *x = logits + (size_t)blockIdx.x * cols;
    float m = -INFINITY, s = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = x[c];
        if (v > m) {
            s *= __expf(m - v);
            m = v;
        }
        s += __expf(v - m);
    }
    float all = blockMost(m);
    s = blockAll(s * __expf(m - all));
    if (threadIdx.x == 0) loss[blockIdx.x] = logf(s) + all - x[target[blockIdx.x]];
}

extern "C" __global__ void layer_norm_two_pass(const float *__restrict__ in, const float *__restrict__ gain, const float *__restrict__ bias, float *__restrict__ out, int cols, float eps)
{
    const float *x = in + (size_t)blockIdx.x * cols;
    float s = 0.f, q = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += x[c];
    const float mean = blockAll(s) / cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float d = x[c] - mean;
        q += d * d;
    }
    const float inv = rsqrtf(blockAll(q) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * inv * gain[c] + bias[c];
}

extern "C" __global__ void layer_norm_warp_quads(const float4 *__restrict__ in, float4 *__restrict__ out, int rows, int quads)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0.f, q = 0.f;
    for (int c = lane; c < quads; c += 32) {
        float4 v = in[(size_t)r * quads + c];
        s += v.x + v.y + v.z + v.w;
        q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s = warpAll(s) / (4 * quads);
    float inv = rsqrtf(warpAll(q) / (4 * quads) - s * s + 1e-5f);
    for (int c = lane; c < quads; c += 32) {
        float4 v = in[(size_t)r * quads + c];
        out[(size_t)r * quads + c] = make_float4((v.x - s) * inv, (v.y - s) * inv, (v.z - s) * inv, (v.w - s) * inv);
    }
}

extern "C" __global__ void rmsnorm_residual_bf16(const __nv_bfloat16 *__restrict__ x, const float *__restrict__ residual, const float *__restrict__ gain, float *__restrict__ out, int cols)
{
    extern __shared__ float rrb_row[];
    float q = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = __bfloat162float(x[(size_t)blockIdx.x * cols + c]) + residual[(size_t)blockIdx.x * cols + c];
        rrb_row[c] = v;
        q += v * v;
    }
    const float inv = rsqrtf(blockAll(q) / cols + 1e-6f);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = rrb_row[c] * inv * gain[c];
}

extern "C" __global__ void layer_batch_norm_stats(const float *__restrict__ in, float *__restrict__ mean, float *__restrict__ var, int batch, int channels, int pixels)
{
    const int c = blockIdx.x;
    float s = 0.f, q = 0.f;
    for (int b = 0; b < batch; b++)
        for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
            float v = in[((size_t)b * channels + c) * pixels + p];
            s += v;
            q += v * v;
        }
    s = blockAll(s) / (batch * pixels);
    q = blockAll(q) / (batch * pixels);
    if (threadIdx.x == 0) {
        mean[c] = s;
        var[c] = q - s * s;
    }
}

extern "C" __global__ void act_gelu_exact(const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float x = in[i];
        out[i] = 0.5f * x * (1.f + erff(x * 0.70710678f));
    }
}

extern "C" __global__ void act_silu_gate_half2(const __half2 *__restrict__ gate, const __half2 *__restrict__ up, __half2 *__restrict__ out, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    g.x = g.x / (1.f + __expf(-g.x)) * u.x;
    g.y = g.y / (1.f + __expf(-g.y)) * u.y;
    out[i] = __floats2half2_rn(g.x, g.y);
}

extern "C" __global__ void act_tanh_backward(const double *__restrict__ y, const double *__restrict__ dy, double *__restrict__ dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double t = tanh(y[i]);
        dx[i] = dy[i] * (1.0 - t * t);
    }
}

extern "C" __global__ void layer_bias_dropout(const float *__restrict__ in, const float *__restrict__ bias, float *__restrict__ out, unsigned seed, float keep, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (c >= cols) return;
    unsigned h = (r * cols + c) * 0x9e3779b9u + seed;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    float u = (h >> 8) * (1.f / 16777216.f);
    out[r * cols + c] = u < keep ? (in[r * cols + c] + bias[c]) / keep : 0.f;
}

// each row to signed bytes by its greatest magnitude
extern "C" __global__ void layer_quantise_row_int8(const float *__restrict__ in, signed char *__restrict__ out, float *__restrict__ scale, int cols)
{
    const float *x = in + (size_t)blockIdx.x * cols;
    float m = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, fabsf(x[c]));
    m = fmaxf(blockMost(m), 1e-8f);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = (signed char)__float2int_rn(x[c] * (127.f / m));
    if (threadIdx.x == 0) scale[blockIdx.x] = m / 127.f;
}

extern "C" __global__ void layer_dequantise_int4(const uint32_t *__restrict__ packed, const float *__restrict__ scale, __half2 *__restrict__ out, int words, int group)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    uint32_t w = packed[i];
    float s = scale[i / group];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int lo = (int)(w >> 8 * k & 15) - 8, hi = (int)(w >> (8 * k + 4) & 15) - 8;
        out[4 * i + k] = __floats2half2_rn(lo * s, hi * s);
    }
}

extern "C" __global__ void att_rotary_pairs(float2 *__restrict__ out, const float2 *__restrict__ q, int heads, int half)
{
    int t = blockIdx.x, h = threadIdx.y, d = threadIdx.x;
    float s, c;
    __sincosf(t * __powf(10000.f, -(float)d / half), &s, &c);
    float2 v = q[((size_t)t * heads + h) * half + d];
    out[((size_t)t * heads + h) * half + d] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// a single query against the keys and values of its head
extern "C" __global__ void att_decode_step(const float *__restrict__ q, const __half *__restrict__ keys, const __half *__restrict__ values, float *__restrict__ out, int length)
{
    extern __shared__ float ads_score[];
    __shared__ float query[64];
    const int h = blockIdx.x, t = threadIdx.x, lane = t % 32, w = t / 32;
    if (t < 64) query[t] = q[h * 64 + t] * 0.125f;
    __syncthreads();
    float m = -INFINITY;
    for (int k = w; k < length; k += blockDim.x / 32) {
        const __half2 *key = (const __half2 *)(keys + ((size_t)h * length + k) * 64);
        float2 f = __half22float2(key[lane]);
        float s = warpAll(f.x * query[2 * lane] + f.y * query[2 * lane + 1]);
        if (lane == 0) ads_score[k] = s;
        m = fmaxf(m, s);
    }
    m = blockMost(m);
    float sum = 0.f;
    for (int k = t; k < length; k += blockDim.x) {
        float e = __expf(ads_score[k] - m);
        ads_score[k] = e;
        sum += e;
    }
    sum = blockAll(sum);
    if (t < 64) {
        float acc = 0.f;
        for (int k = 0; k < length; k++) acc += ads_score[k] * __half2float(values[((size_t)h * length + k) * 64 + t]);
        out[h * 64 + t] = acc / sum;
    }
}

// tiles of keys and values in shared memory, a query per thread, sums kept as the greatest changes
extern "C" __global__ void __launch_bounds__(64) att_flash_tiles(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length)
{
    __shared__ float ks[32][32], vs[32][32];
    const size_t head = (size_t)blockIdx.y * length * 32;
    const int row = blockIdx.x * 64 + threadIdx.x;
    float query[32], acc[32], m = -INFINITY, l = 0.f;
#pragma unroll
    for (int d = 0; d < 32; d++) {
        query[d] = q[head + row * 32 + d] * 0.17677669f;
        acc[d] = 0.f;
    }
    for (int base = 0; base < length; base += 32) {
        __syncthreads();
        for (int e = threadIdx.x; e < 1024; e += 64) {
            ks[e / 32][e % 32] = k[head + base * 32 + e];
            vs[e / 32][e % 32] = v[head + base * 32 + e];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float s = 0.f;
#pragma unroll
            for (int d = 0; d < 32; d++) s += query[d] * ks[j][d];
            const float now = fmaxf(m, s), old = __expf(m - now), p = __expf(s - now);
            l = l * old + p;
#pragma unroll
            for (int d = 0; d < 32; d++) acc[d] = acc[d] * old + p * vs[j][d];
            m = now;
        }
    }
    for (int d = 0; d < 32; d++) out[head + row * 32 + d] = acc[d] / l;
}

extern "C" __global__ void layer_adam_step(float *__restrict__ w, float *__restrict__ m, float *__restrict__ v, const float *__restrict__ g, int n, float rate, float b1, float b2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i], mi = b1 * m[i] + (1.f - b1) * gi, vi = b2 * v[i] + (1.f - b2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    w[i] -= rate * mi / (sqrtf(vi) + 1e-8f);
}
