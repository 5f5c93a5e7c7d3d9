// Rows weighed: softmax and normalisation.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void softmax_tree_in_shared(const float *x, float *y, int cols)
{
    extern __shared__ float s[];
    const float *row = x + (size_t)blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(row[c] - m);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    sum = s[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[(size_t)blockIdx.x * cols + c] = expf(row[c] - m) / sum;
}

// a warp a row of 384 halves, held in registers
extern "C" __global__ void softmax_lanes_of_384(const __half2 *__restrict__ x, __half2 *__restrict__ y, int rows)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    float2 v[6];
    float m = -INFINITY, s = 0;
#pragma unroll
    for (int k = 0; k < 6; k++) {
        v[k] = __half22float2(x[r * 192 + k * 32 + lane]);
        m = fmaxf(m, fmaxf(v[k].x, v[k].y));
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int k = 0; k < 6; k++) {
        v[k].x = __expf(v[k].x - m), v[k].y = __expf(v[k].y - m);
        s += v[k].x + v[k].y;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    float inv = __fdividef(1.f, s);
#pragma unroll
    for (int k = 0; k < 6; k++) y[r * 192 + k * 32 + lane] = __floats2half2_rn(v[k].x * inv, v[k].y * inv);
}

extern "C" __global__ void softmax_scaled_and_masked(const float *__restrict__ x, const uint8_t *__restrict__ mask, float *__restrict__ y, int cols, float scale)
{
    const size_t base = (size_t)blockIdx.x * cols;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    __shared__ float part[4];
    float m = -1e30f, s = 0;
    for (int c = threadIdx.x; c < cols; c += 128) {
        float v = mask[base + c] < 128 ? x[base + c] * scale : -1e30f;
        if (v > m) {
            s *= __expf(m - v);
            m = v;
        }
        s += __expf(v - m);
    }
    float all = m;
    for (int d = 16; d; d >>= 1) all = fmaxf(all, __shfl_xor_sync(~0u, all, d));
    if (lane == 0) part[warp] = all;
    __syncthreads();
    all = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
    s *= __expf(m - all);
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    __syncthreads();
    if (lane == 0) part[warp] = s;
    __syncthreads();
    s = part[0] + part[1] + part[2] + part[3];
    for (int c = threadIdx.x; c < cols; c += 128) y[base + c] = mask[base + c] < 128 ? __expf(x[base + c] * scale - all) / s : 0.f;
}

__device__ __forceinline__ float2 sumsOfBlock(float a, float b)
{
    __shared__ float2 w[32];
    for (int d = 16; d; d >>= 1) a += __shfl_down_sync(~0u, a, d), b += __shfl_down_sync(~0u, b, d);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = make_float2(a, b);
    __syncthreads();
    float2 s = make_float2(0, 0);
    for (int k = 0; k < blockDim.x / 32; k++) s.x += w[k].x, s.y += w[k].y;
    __syncthreads();
    return s;
}

extern "C" __global__ void layernorm_two_sums_at_once(const float *__restrict__ x, const float *__restrict__ gamma, const float *__restrict__ beta, float *__restrict__ y, int cols, float eps)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float a = 0, b = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c];
        a += v;
        b += v * v;
    }
    float2 s = sumsOfBlock(a, b);
    float mean = s.x / cols, inv = rsqrtf(s.y / cols - mean * mean + eps);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[(size_t)blockIdx.x * cols + c] = (row[c] - mean) * inv * gamma[c] + beta[c];
}
