// Softmax and normalisation of rows.
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ inline float warp_max(float v)
{
    for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}
__device__ inline float warp_sum(float v)
{
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// a row in the registers of a warp
template <int EACH>
__global__ void softmaxInRegisters(const float *__restrict__ x, float *__restrict__ y, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float *in = x + (size_t)row * EACH * 32;
    float v[EACH], top = -INFINITY, sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = in[k * 32 + threadIdx.x];
        top = fmaxf(top, v[k]);
    }
    top = warp_max(top);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = __expf(v[k] - top);
        sum += v[k];
    }
    sum = 1.0f / warp_sum(sum);
#pragma unroll
    for (int k = 0; k < EACH; k++) y[(size_t)row * EACH * 32 + k * 32 + threadIdx.x] = v[k] * sum;
}
template __global__ void softmaxInRegisters<4>(const float *, float *, int);
template __global__ void softmaxInRegisters<32>(const float *, float *, int);

// three walks over a row, a tree in shared memory: as first written
extern "C" __global__ void softmax_three_walks_tree(const float *x, float *y, int cols)
{
    __shared__ float tree[256];
    const float *in = x + (long)blockIdx.x * cols;
    float *out = y + (long)blockIdx.x * cols;
    int t = threadIdx.x;
    float m = -3.4e38f;
    for (int c = t; c < cols; c += blockDim.x) m = fmaxf(m, in[c]);
    tree[t] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) tree[t] = fmaxf(tree[t], tree[t + s]);
        __syncthreads();
    }
    m = tree[0];
    __syncthreads();
    float sum = 0;
    for (int c = t; c < cols; c += blockDim.x) sum += expf(in[c] - m);
    tree[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) tree[t] += tree[t + s];
        __syncthreads();
    }
    sum = tree[0];
    for (int c = t; c < cols; c += blockDim.x) out[c] = expf(in[c] - m) / sum;
}

// loss and gradient of a classifier, a warp for each row
extern "C" __global__ void softmax_loss_gradient_of_labels(const float *__restrict__ logits, const int *__restrict__ label, float *__restrict__ gradient, float *__restrict__ loss, int rows, int classes)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const float *z = logits + (size_t)row * classes;
    float top = -INFINITY, sum = 0;
    for (int c = warp.thread_rank(); c < classes; c += 32) top = fmaxf(top, z[c]);
    top = cg::reduce(warp, top, cg::greater<float>());
    for (int c = warp.thread_rank(); c < classes; c += 32) sum += expf(z[c] - top);
    sum = cg::reduce(warp, sum, cg::plus<float>());
    int right = label[row];
    for (int c = warp.thread_rank(); c < classes; c += 32)
        gradient[(size_t)row * classes + c] = (expf(z[c] - top) / sum - (c == right ? 1.f : 0.f)) / rows;
    if (warp.thread_rank() == 0) loss[row] = logf(sum) + top - z[right];
}

template <int THREADS>
__device__ float block_sum(float v)
{
    __shared__ float part[THREADS / 32];
    v = warp_sum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float all = 0;
    for (int w = 0; w < THREADS / 32; w++) all += part[w];
    return all;
}

// mean, then variance around it; four columns at a time
template <int THREADS>
__global__ void layerNormQuads(const float4 *__restrict__ x, const float4 *__restrict__ gain, const float4 *__restrict__ bias, float4 *__restrict__ y, int quads, float eps)
{
    const float4 *in = x + (size_t)blockIdx.x * quads;
    float s = 0;
    for (int q = threadIdx.x; q < quads; q += THREADS) {
        float4 v = in[q];
        s += (v.x + v.y) + (v.z + v.w);
    }
    const float mean = block_sum<THREADS>(s) / (4 * quads);
    s = 0;
    for (int q = threadIdx.x; q < quads; q += THREADS) {
        float4 v = in[q];
        v.x -= mean, v.y -= mean, v.z -= mean, v.w -= mean;
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    const float inv = rsqrtf(block_sum<THREADS>(s) / (4 * quads) + eps);
    for (int q = threadIdx.x; q < quads; q += THREADS) {
        float4 v = in[q], g = __ldg(gain + q), b = __ldg(bias + q);
        y[(size_t)blockIdx.x * quads + q] = make_float4((v.x - mean) * inv * g.x + b.x, (v.y - mean) * inv * g.y + b.y,
            (v.z - mean) * inv * g.z + b.z, (v.w - mean) * inv * g.w + b.w);
    }
}
template __global__ void layerNormQuads<128>(const float4 *, const float4 *, const float4 *, float4 *, int, float);
template __global__ void layerNormQuads<256>(const float4 *, const float4 *, const float4 *, float4 *, int, float);

// halves, a warp a row, sums of values and squares at once
extern "C" __global__ void layer_norm_half_pairs_warp(const half2 *x, const half2 *gain, half2 *y, int rows, int pairs, float eps)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows) return;
    x += (size_t)row * pairs;
    y += (size_t)row * pairs;
    float s = 0, ss = 0;
    for (int p = lane; p < pairs; p += 32) {
        float2 v = __half22float2(x[p]);
        s += v.x + v.y;
        ss = fmaf(v.x, v.x, fmaf(v.y, v.y, ss));
    }
    s = warp_sum(s), ss = warp_sum(ss);
    float mean = s / (2 * pairs), inv = rsqrtf(fmaxf(ss / (2 * pairs) - mean * mean, 0.f) + eps);
    for (int p = lane; p < pairs; p += 32) {
        float2 v = __half22float2(x[p]), g = __half22float2(gain[p]);
        y[p] = __floats2half2_rn((v.x - mean) * inv * g.x, (v.y - mean) * inv * g.y);
    }
}
