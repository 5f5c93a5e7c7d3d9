// Rows of networks: softmax and norms, forwards and back.
#include <cstddef>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// One pass for the maximum and the sum together, then one to write; a warp to a row.
extern "C" __global__ void softmax_online_row_of_warp(const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    const float *a = x + (size_t)row * cols;
    float m = -INFINITY, s = 0.0f;
    for (int c = lane; c < cols; c += 32) {
        float v = a[c];
        float now = fmaxf(m, v);
        s = s * __expf(m - now) + __expf(v - now);
        m = now;
    }
    for (int d = 16; d > 0; d >>= 1) {
        float om = __shfl_xor_sync(0xffffffffu, m, d), os = __shfl_xor_sync(0xffffffffu, s, d);
        float now = fmaxf(m, om);
        s = (m == -INFINITY ? 0.0f : s * __expf(m - now)) + (om == -INFINITY ? 0.0f : os * __expf(om - now));
        m = now;
    }
    float r = __fdividef(1.0f, s);
    for (int c = lane; c < cols; c += 32)
        y[(size_t)row * cols + c] = __expf(a[c] - m) * r;
}

template <typename Op> __device__ float acrossBlock(float v, float *space, Op op)
{
    for (int d = 16; d > 0; d /= 2)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, d));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        space[threadIdx.x / 32] = v;
    __syncthreads();
    v = space[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        v = op(v, space[w]);
    return v;
}

struct Plus { __device__ float operator()(float a, float b) const { return a + b; } };
struct Larger { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };

// A block to a row of pairs of halves; the row waits in shared memory.
extern "C" __global__ void softmax_halves_kept_in_shared(const __half2 *x, __half2 *y, int pairs, float scale)
{
    extern __shared__ float2 kept[];
    __shared__ float space[32];
    x += (size_t)blockIdx.x * pairs;
    y += (size_t)blockIdx.x * pairs;
    float m = -1e30f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(x[i]);
        v.x *= scale;
        v.y *= scale;
        kept[i] = v;
        m = fmaxf(m, fmaxf(v.x, v.y));
    }
    m = acrossBlock(m, space, Larger());
    float s = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = kept[i];
        v.x = __expf(v.x - m);
        v.y = __expf(v.y - m);
        s += v.x + v.y;
        kept[i] = v;
    }
    s = acrossBlock(s, space, Plus());
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        y[i] = __floats2half2_rn(kept[i].x / s, kept[i].y / s);
}

// The logarithm, a thread to a row, as in a first version.
extern "C" __global__ void softmax_log_thread_row(const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float m = x[r * cols];
        for (int c = 1; c < cols; c++)
            m = max(m, x[r * cols + c]);
        float s = 0;
        for (int c = 0; c < cols; c++)
            s += expf(x[r * cols + c] - m);
        float l = m + logf(s);
        for (int c = 0; c < cols; c++)
            y[r * cols + c] = x[r * cols + c] - l;
    }
}

// Welford's running mean, joined over the block by pairs.
extern "C" __global__ void layernorm_running_mean(const float *x, const float *gain, const float *bias, float *y,
                                                  float *means, float *scales, int cols, float eps)
{
    __shared__ float mean_of[32], m2_of[32], count_of[32];
    const float *a = x + (size_t)blockIdx.x * cols;
    float mean = 0, m2 = 0, count = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        count += 1;
        float d = a[c] - mean;
        mean += d / count;
        m2 += d * (a[c] - mean);
    }
    for (int d = 16; d > 0; d /= 2) {
        float om = __shfl_down_sync(~0u, mean, d), o2 = __shfl_down_sync(~0u, m2, d), oc = __shfl_down_sync(~0u, count, d);
        float both = count + oc;
        if (both > 0) {
            float delta = om - mean;
            mean += delta * oc / both;
            m2 += o2 + delta * delta * count * oc / both;
            count = both;
        }
    }
    if (threadIdx.x % 32 == 0) {
        mean_of[threadIdx.x / 32] = mean;
        m2_of[threadIdx.x / 32] = m2;
        count_of[threadIdx.x / 32] = count;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (blockDim.x + 31) / 32; w++) {
            float both = count + count_of[w];
            if (both > 0) {
                float delta = mean_of[w] - mean;
                mean += delta * count_of[w] / both;
                m2 += m2_of[w] + delta * delta * count * count_of[w] / both;
                count = both;
            }
        }
        mean_of[0] = mean;
        m2_of[0] = rsqrtf(m2 / cols + eps);
        means[blockIdx.x] = mean;
        scales[blockIdx.x] = m2_of[0];
    }
    __syncthreads();
    mean = mean_of[0];
    float r = m2_of[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[(size_t)blockIdx.x * cols + c] = (a[c] - mean) * r * gain[c] + bias[c];
}

// Rows of 128 * QUADS numbers stay in the registers of a warp.
template <int QUADS>
__global__ void __launch_bounds__(128)
normInRegisters(const float4 *__restrict__ x, const float4 *__restrict__ gain, float4 *__restrict__ y, int rows, float eps)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += (size_t)row * 32 * QUADS;
    y += (size_t)row * 32 * QUADS;
    float4 v[QUADS];
    float s = 0;
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        v[q] = x[q * 32 + lane];
        s += v[q].x + v[q].y + v[q].z + v[q].w;
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    const float mean = s / (128 * QUADS);
    s = 0;
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        v[q].x -= mean; v[q].y -= mean; v[q].z -= mean; v[q].w -= mean;
        s += v[q].x * v[q].x + v[q].y * v[q].y + v[q].z * v[q].z + v[q].w * v[q].w;
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    const float r = rsqrtf(s / (128 * QUADS) + eps);
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        float4 g = gain[q * 32 + lane];
        y[q * 32 + lane] = make_float4(v[q].x * r * g.x, v[q].y * r * g.y, v[q].z * r * g.z, v[q].w * r * g.w);
    }
}
template __global__ void normInRegisters<2>(const float4 *, const float4 *, float4 *, int, float);
template __global__ void normInRegisters<8>(const float4 *, const float4 *, float4 *, int, float);

// residual += x, then its norm.
extern "C" __global__ void rmsnorm_of_halved_sum_bf16(const __nv_bfloat162 *__restrict__ x, __nv_bfloat162 *__restrict__ residual,
                                                       const __nv_bfloat162 *__restrict__ gain, __nv_bfloat162 *__restrict__ y,
                                                       int pairs, float eps)
{
    __shared__ float space[32];
    size_t at = (size_t)blockIdx.x * pairs;
    float s = 0;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 a = __bfloat1622float2(x[at + i]), b = __bfloat1622float2(residual[at + i]);
        a.x = 0.5f * a.x + 0.5f * b.x;
        a.y = 0.5f * a.y + 0.5f * b.y;
        residual[at + i] = __floats2bfloat162_rn(a.x, a.y);
        s += a.x * a.x + a.y * a.y;
    }
    s = rsqrtf(acrossBlock(s, space, Plus()) / (2 * pairs) + eps);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 a = __bfloat1622float2(residual[at + i]), g = __bfloat1622float2(gain[i]);
        y[at + i] = __floats2bfloat162_rn(a.x * s * g.x, a.y * s * g.y);
    }
}

// Gradient of the gain: columns in blocks of 32, eight rows at a time.
extern "C" __global__ void layernorm_gain_gradient(const float *x, const float *dy, const float *means, const float *scales,
                                                   float *dgain, int rows, int cols)
{
    __shared__ float part[8][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    if (c < cols)
        for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += 8 * gridDim.y)
            s += dy[(size_t)r * cols + c] * (x[(size_t)r * cols + c] - means[r]) * scales[r];
    part[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int k = 1; k < 8; k++)
            s += part[k][threadIdx.x];
        atomicAdd(dgain + c, s);
    }
}
