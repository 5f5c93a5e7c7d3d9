// Reductions of an array to a number.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <float.h>
#include <stddef.h>

namespace cg = cooperative_groups;

// as the first of all courses has it: every second, every fourth ... thread adds
extern "C" __global__ void reduce_every_second_thread(const int *in, int *out, int n)
{
    __shared__ int s[256];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// two loads, then halves of the block
template <typename T, int BLOCK> __global__ void halving(const T *__restrict__ in, T *__restrict__ out, unsigned n)
{
    __shared__ T s[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * (2 * BLOCK) + t;
    T v = i < n ? in[i] : T(0);
    if (i + BLOCK < n) v += in[i + BLOCK];
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (int d = BLOCK / 2; d > 32; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0) out[blockIdx.x] = v;
    }
}
template __global__ void halving<float, 256>(const float *, float *, unsigned);
template __global__ void halving<double, 128>(const double *, double *, unsigned);

__device__ __forceinline__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__device__ float block_sum(float v)
{
    __shared__ float part[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0.0f;
    return warp == 0 ? warp_sum(v) : 0.0f;
}

extern "C" __global__ void reduce_grid_stride_to_one(const float *in, float *total, int n)
{
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    v = block_sum(v);
    if (threadIdx.x == 0) atomicAdd(total, v);
}

extern "C" __global__ void sum_of_float4_in_fours(const float4 *__restrict__ in, float *__restrict__ total, int quads)
{
    float v = 0.0f;
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++, i += blockDim.x)
        if (i < quads) {
            float4 q = in[i];
            v += (q.x + q.y) + (q.z + q.w);
        }
    v = block_sum(v);
    if (threadIdx.x == 0) atomicAdd(total, v);
}

// every thread to the one place
extern "C" __global__ void reduce_by_atomics_alone(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, in[i]);
}

extern "C" __global__ void reduce_both_extremes(const float *in, float2 *out, int n)
{
    __shared__ float low[32], high[32];
    float a = FLT_MAX, b = -FLT_MAX;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        a = fminf(a, in[i]);
        b = fmaxf(b, in[i]);
    }
    for (int d = 16; d; d >>= 1) {
        a = fminf(a, __shfl_xor_sync(~0u, a, d));
        b = fmaxf(b, __shfl_xor_sync(~0u, b, d));
    }
    if (threadIdx.x % 32 == 0) low[threadIdx.x / 32] = a, high[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) {
            a = fminf(a, low[w]);
            b = fmaxf(b, high[w]);
        }
        out[blockIdx.x] = make_float2(a, b);
    }
}

struct Best {
    double value;
    int at;
    __device__ void meet(const Best &o)
    {
        if (o.value > value || (o.value == value && o.at < at)) *this = o;
    }
};

// the greatest and where it stands
extern "C" __global__ void reduce_where_is_most(const double *in, double *values, int *places, int n)
{
    __shared__ Best s[128];
    Best mine = {-DBL_MAX, 0x7fffffff};
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        Best b = {in[i], i};
        mine.meet(b);
    }
    s[threadIdx.x] = mine;
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d) s[threadIdx.x].meet(s[threadIdx.x + d]);
    }
    if (threadIdx.x == 0) {
        values[blockIdx.x] = s[0].value;
        places[blockIdx.x] = s[0].at;
    }
}

extern "C" __global__ void dot_of_doubles_to_blocks(const double *x, const double *y, double *out, size_t n)
{
    __shared__ double part[8];
    double s = 0.0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) s = fma(x[i], y[i], s);
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) s += part[w];
        out[blockIdx.x] = s;
    }
}

extern "C" __global__ void reduce_by_tiles_of_group(const int *in, unsigned long long *total, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ int part[32];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    v = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = v;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        v = tile.thread_rank() < tile.meta_group_size() ? part[tile.thread_rank()] : 0;
        v = cg::reduce(tile, v, cg::plus<int>());
        if (tile.thread_rank() == 0) atomicAdd(total, (unsigned long long)v);
    }
}

// the block that comes last adds what all have left
extern "C" __global__ void reduce_last_block_adds(const float *in, volatile float *parts, unsigned *arrived, float *total, int n)
{
    __shared__ bool last;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i] * in[i];
    v = block_sum(v);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    v = 0.0f;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) v += parts[b];
    __syncthreads();
    v = block_sum(v);
    if (threadIdx.x == 0) *total = sqrtf(v);
}

extern "C" __global__ void reduce_halves_absolute(const __half2 *in, float *out, int pairs)
{
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 f = __half22float2(__habs2(in[i]));
        v += f.x + f.y;
    }
    v = block_sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
