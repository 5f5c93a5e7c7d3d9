// Reductions of an array to a number, or to one a block.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <limits.h>
#include <stddef.h>

namespace cg = cooperative_groups;

template <typename T> __global__ void treeOfStrides(const T *in, T *out, unsigned n)
{
    extern __shared__ __align__(16) unsigned char room[];
    T *s = (T *)room;
    const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned k = 2 * d * t;
        if (k + d < blockDim.x) s[k] += s[k + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
template __global__ void treeOfStrides<float>(const float *, float *, unsigned);
template __global__ void treeOfStrides<long long>(const long long *, long long *, unsigned);

__inline__ __device__ float sumOfWarp(float v)
{
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// squares, by shuffles; one addition a block
extern "C" __global__ void reduce_squares_by_shuffles(const float *__restrict__ x, float *total, size_t n)
{
    __shared__ float of_warp[32];
    float sum = 0.0f;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x) sum += x[i] * x[i];
    sum = sumOfWarp(sum);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x + 31) / 32 ? of_warp[threadIdx.x] : 0.0f;
        sum = sumOfWarp(sum);
        if (threadIdx.x == 0) atomicAdd(total, sum);
    }
}

// halves of the block, the last warp without barriers
extern "C" __global__ void dot_of_floats_in_double(const float *a, const float *b, double *parts, int n)
{
    __shared__ double s[256];
    double sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += (double)a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 128) s[threadIdx.x] += s[threadIdx.x + 128];
    __syncthreads();
    if (threadIdx.x < 64) s[threadIdx.x] += s[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = s[threadIdx.x] + s[threadIdx.x + 32];
        for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x == 0) parts[blockIdx.x] = sum;
    }
}

// least and most, by the instructions for warps and atomics
extern "C" __global__ void reduce_range_of_ints(const int4 *__restrict__ in, int *least, int *most, int quads)
{
    int lo = INT_MAX, hi = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        int4 v = in[i];
        lo = min(lo, min(min(v.x, v.y), min(v.z, v.w)));
        hi = max(hi, max(max(v.x, v.y), max(v.z, v.w)));
    }
    lo = __reduce_min_sync(0xffffffff, lo);
    hi = __reduce_max_sync(0xffffffff, hi);
    if ((threadIdx.x & 31) == 0) {
        atomicMin(least, lo);
        atomicMax(most, hi);
    }
}

// groups of 16 threads
extern "C" __global__ void reduce_small_groups(const int *in, int *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int sum = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0 && i < n) out[i / 16] = sum;
}

// sixteen values a thread, block by block
template <int BLOCK> __global__ void sixteenEach(const float4 *__restrict__ in, float *out, int quads)
{
    __shared__ float s[BLOCK];
    const int first = blockIdx.x * BLOCK * 4 + threadIdx.x;
    float sum = 0.f;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = first + k * BLOCK;
        if (i < quads) {
            float4 v = in[i];
            sum += (v.x + v.y) + (v.z + v.w);
        }
    }
    s[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template __global__ void sixteenEach<128>(const float4 *, float *, int);
template __global__ void sixteenEach<512>(const float4 *, float *, int);
