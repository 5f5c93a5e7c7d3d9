// Rows of networks: softmax, norms, attention, activations, updates.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>

__device__ __forceinline__ float warpSum(float v)
{
    for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffffu, v, m);
    return v;
}
__device__ __forceinline__ float warpMax(float v)
{
    for (int m = 16; m > 0; m >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m));
    return v;
}
template <bool MAX> __device__ __forceinline__ float blockFold(float v)
{
    __shared__ float part[32];
    v = MAX ? warpMax(v) : warpSum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float r = part[0];
    for (int w = 1; w < (int)blockDim.x / 32; w++) r = MAX ? fmaxf(r, part[w]) : r + part[w];
    return r;
}

extern "C" __global__ void softmax_three_readings(const float *__restrict__ x, float *__restrict__ y, int cols)
{
    x += (size_t)blockIdx.x * cols, y += (size_t)blockIdx.x * cols;
    float m = -INFINITY, s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, x[c]);
    m = blockFold<true>(m);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += __expf(x[c] - m);
    s = 1.f / blockFold<false>(s);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = __expf(x[c] - m) * s;
}

// a warp a row of 128, four numbers a lane
extern "C" __global__ void softmax_warp_of_quads(const float4 *__restrict__ x, float4 *__restrict__ y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float4 v = x[row * 32 + lane];
    float m = warpMax(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    v.x = expf(v.x - m), v.y = expf(v.y - m), v.z = expf(v.z - m), v.w = expf(v.w - m);
    float s = 1.f / warpSum(v.x + v.y + v.z + v.w);
    y[row * 32 + lane] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}

// down the columns, each thread alone, in double precision
extern "C" __global__ void softmax_log_of_columns(const double *__restrict__ x, double *__restrict__ y, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double m = -1e300, s = 0;
    for (int r = 0; r < rows; r++) m = fmax(m, x[(size_t)r * cols + c]);
    for (int r = 0; r < rows; r++) s += exp(x[(size_t)r * cols + c] - m);
    double l = m + log(s);
    for (int r = 0; r < rows; r++) y[(size_t)r * cols + c] = x[(size_t)r * cols + c] - l;
}

extern "C" __global__ void layer_norm_half_block(const half *__restrict__ x, const half *__restrict__ gain, const half *__restrict__ bias, half *__restrict__ y, int cols, float eps)
{
    extern __shared__ float row[];
    float s = 0, q = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = __half2float(x[(size_t)blockIdx.x * cols + c]);
        row[c] = v;
        s += v;
    }
    const float mean = blockFold<false>(s) / cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) q += (row[c] - mean) * (row[c] - mean);
    const float inv = rsqrtf(blockFold<false>(q) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[(size_t)blockIdx.x * cols + c] = __float2half((row[c] - mean) * inv * __half2float(gain[c]) + __half2float(bias[c]));
}

// the gradient to x of a layer norm without gain, a warp a row
extern "C" __global__ void layer_norm_backward_warp(const float *__restrict__ x, const float *__restrict__ dy, float *__restrict__ dx, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    x += (size_t)row * cols, dy += (size_t)row * cols, dx += (size_t)row * cols;
    float s = 0, q = 0, a = 0, b = 0;
    for (int c = lane; c < cols; c += 32) s += x[c], q += x[c] * x[c];
    s = warpSum(s) / cols;
    float inv = rsqrtf(warpSum(q) / cols - s * s + 1e-5f);
    for (int c = lane; c < cols; c += 32) a += dy[c], b += dy[c] * (x[c] - s) * inv;
    a = warpSum(a) / cols, b = warpSum(b) / cols;
    for (int c = lane; c < cols; c += 32) dx[c] = inv * (dy[c] - a - (x[c] - s) * inv * b);
}

extern "C" __global__ void rmsnorm_pairs_bf16(const __nv_bfloat162 *__restrict__ x, const __nv_bfloat162 *__restrict__ g, __nv_bfloat162 *__restrict__ y, int pairs)
{
    float s = 0;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 v = __bfloat1622float2(x[(size_t)blockIdx.x * pairs + c]);
        s += v.x * v.x + v.y * v.y;
    }
    s = rsqrtf(blockFold<false>(s) / (2 * pairs) + 1e-6f);
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 v = __bfloat1622float2(x[(size_t)blockIdx.x * pairs + c]), w = __bfloat1622float2(g[c]);
        y[(size_t)blockIdx.x * pairs + c] = __floats2bfloat162_rn(v.x * s * w.x, v.y * s * w.y);
    }
}

// a warp for each query, heads of 64, keys up to its own place, weights on the fly
extern "C" __global__ void att_causal_warp_query(const float2 *__restrict__ q, const float2 *__restrict__ k, const float2 *__restrict__ v, float2 *__restrict__ o, int length)
{
    const int query = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (query >= length) return;
    const size_t head = (size_t)blockIdx.y * length * 32;
    const float2 mine = q[head + query * 32 + lane];
    float m = -INFINITY, l = 0;
    float2 acc = make_float2(0, 0);
    for (int j = 0; j <= query; j++) {
        const float2 kj = k[head + j * 32 + lane], vj = v[head + j * 32 + lane];
        const float s = 0.125f * warpSum(mine.x * kj.x + mine.y * kj.y);
        const float n = fmaxf(m, s), scale = __expf(m - n), w = __expf(s - n);
        l = l * scale + w;
        acc.x = acc.x * scale + w * vj.x;
        acc.y = acc.y * scale + w * vj.y;
        m = n;
    }
    o[head + query * 32 + lane] = make_float2(acc.x / l, acc.y / l);
}

// scores to weights with a slope for distance, half in and out, a block a query row
extern "C" __global__ void att_slope_weights(const half *__restrict__ scores, half *__restrict__ weights, int length, float slope)
{
    const int row = blockIdx.x;
    const half *s = scores + ((size_t)blockIdx.y * length + row) * length;
    half *w = weights + ((size_t)blockIdx.y * length + row) * length;
    const float sl = slope * (blockIdx.y + 1);
    float m = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c <= row; c += blockDim.x) m = fmaxf(m, __half2float(s[c]) - sl * (row - c));
    m = blockFold<true>(m);
    for (int c = threadIdx.x; c <= row; c += blockDim.x) sum += __expf(__half2float(s[c]) - sl * (row - c) - m);
    sum = 1.f / blockFold<false>(sum);
    for (int c = threadIdx.x; c < length; c += blockDim.x) w[c] = c <= row ? __float2half(__expf(__half2float(s[c]) - sl * (row - c) - m) * sum) : __float2half(0.f);
}

extern "C" __global__ void act_mish(const float *__restrict__ x, float *__restrict__ y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = x[i] * tanhf(log1pf(expf(x[i])));
}

extern "C" __global__ void layer_lstm_cell(const float *__restrict__ gates, const float *__restrict__ c, float *__restrict__ nc, float *__restrict__ h, int batch, int hidden)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= batch * hidden) return;
    const float *g = gates + (size_t)(i / hidden) * 4 * hidden + i % hidden;
    float in = 1.f / (1.f + expf(-g[0])), forget = 1.f / (1.f + expf(-g[hidden])), cell = tanhf(g[2 * hidden]), out = 1.f / (1.f + expf(-g[3 * hidden]));
    float s = forget * c[i] + in * cell;
    nc[i] = s;
    h[i] = out * tanhf(s);
}

extern "C" __global__ void layer_momentum_half_copy(float *__restrict__ w, float *__restrict__ v, const half *__restrict__ g, half *__restrict__ copy, float rate, float mu, float decay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = w[i], m = mu * v[i] + __half2float(g[i]) + decay * p;
    v[i] = m;
    p -= rate * m;
    w[i] = p;
    copy[i] = __float2half_rn(p);
}

// eight experts, the best two, weights that add to one
extern "C" __global__ void layer_pick_two_of_eight(const float4 *__restrict__ logits, int2 *__restrict__ who, float2 *__restrict__ weight, int tokens)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) return;
    float4 a = logits[2 * t], b = logits[2 * t + 1];
    float v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    int i0 = 0, i1 = -1;
#pragma unroll
    for (int k = 1; k < 8; k++)
        if (v[k] > v[i0]) i0 = k;
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (k != i0 && (i1 < 0 || v[k] > v[i1])) i1 = k;
    float e = expf(v[i1] - v[i0]);
    who[t] = make_int2(i0, i1);
    weight[t] = make_float2(1.f / (1.f + e), e / (1.f + e));
}

extern "C" __global__ void layer_to_eight_bit_floats(const float4 *__restrict__ x, uint32_t *__restrict__ y, float scale, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = x[i];
    uint32_t lo = __nv_cvt_float2_to_fp8x2(make_float2(v.x * scale, v.y * scale), __NV_SATFINITE, __NV_E4M3);
    uint32_t hi = __nv_cvt_float2_to_fp8x2(make_float2(v.z * scale, v.w * scale), __NV_SATFINITE, __NV_E4M3);
    y[i] = hi << 16 | lo;
}

extern "C" __global__ void layer_token_gradients(const int *__restrict__ token, const float *__restrict__ grad, float *__restrict__ table, int width)
{
    const int t = token[blockIdx.x];
    for (int c = threadIdx.x; c < width; c += blockDim.x) atomicAdd(&table[(size_t)t * width + c], grad[(size_t)blockIdx.x * width + c]);
}
