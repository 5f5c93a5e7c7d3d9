// Reductions of whole arrays.
#include <cfloat>
#include <climits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// as in the first lecture: neighbours first, half of the threads idle more each round
extern "C" __global__ void reduce_neighbours_first(const int *in, int *sums, unsigned n)
{
    extern __shared__ int held[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    held[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            held[tid] += held[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = held[0];
}

template <typename T> struct Sum {
    static __device__ T none() { return T(0); }
    static __device__ T of(T a, T b) { return a + b; }
};

template <typename T> struct Greatest {
    static __device__ T none() { return T(-FLT_MAX); }
    static __device__ T of(T a, T b) { return a > b ? a : b; }
};

template <typename T, typename Op, int BLOCK>
__global__ void partsByShuffle(const T *__restrict__ in, T *__restrict__ parts, size_t n)
{
    T v = Op::none();
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (size_t)BLOCK * gridDim.x)
        v = Op::of(v, in[i]);
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v = Op::of(v, __shfl_down_sync(0xffffffff, v, d));
    __shared__ T warps[BLOCK / 32];
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < BLOCK / 32 ? warps[threadIdx.x] : Op::none();
#pragma unroll
        for (int d = 16; d > 0; d >>= 1)
            v = Op::of(v, __shfl_down_sync(0xffffffff, v, d));
        if (threadIdx.x == 0)
            parts[blockIdx.x] = v;
    }
}
template __global__ void partsByShuffle<float, Sum<float>, 256>(const float *, float *, size_t);
template __global__ void partsByShuffle<double, Sum<double>, 256>(const double *, double *, size_t);
template __global__ void partsByShuffle<float, Greatest<float>, 512>(const float *, float *, size_t);

// every warp adds to the one place
extern "C" __global__ void reduce_atomic_of_each_warp(const float *in, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float v = i < n ? in[i] : 0.0f;
    v = cg::reduce(warp, v, cg::plus<float>());
    if (warp.thread_rank() == 0)
        atomicAdd(total, v);
}

// |a - b| squared of eight halves at once
extern "C" __global__ void __launch_bounds__(256) reduce_squared_error_of_halves(const uint4 *__restrict__ a, const uint4 *__restrict__ b, float *__restrict__ error, int eights)
{
    float sum = 0.f;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < eights; i += gridDim.x * 256) {
        uint4 u = a[i], v = b[i];
        const __half2 *p = (const __half2 *)&u, *q = (const __half2 *)&v;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float2 d = __half22float2(__hsub2(p[k], q[k]));
            sum = fmaf(d.x, d.x, fmaf(d.y, d.y, sum));
        }
    }
    __shared__ float s[256];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half >= 32; half >>= 1) {
        if (threadIdx.x < half)
            s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        sum = s[threadIdx.x];
        for (int d = 16; d; d /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (threadIdx.x == 0)
            atomicAdd(error, sum);
    }
}

// index of the greatest: value and place as one key of 64 bits
extern "C" __global__ void reduce_place_of_greatest(const float *values, unsigned long long *key, unsigned n)
{
    unsigned long long best = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned bits = __float_as_uint(values[i]);
        bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u; // in order as unsigned
        unsigned long long k = (unsigned long long)bits << 32 | (0xffffffffu - i);
        if (k > best)
            best = k;
    }
    for (int d = 16; d > 0; d /= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, best, d);
        best = other > best ? other : best;
    }
    __shared__ unsigned long long most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        atomicMax(&most, best);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(key, most);
}

// how many lie above, by votes
extern "C" __global__ void reduce_count_above_by_vote(const double *in, double limit, unsigned *count, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(0xffffffffu, i < n && in[i] > limit);
    __shared__ unsigned block_count;
    if (threadIdx.x == 0)
        block_count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && votes)
        atomicAdd(&block_count, __popc(votes));
    __syncthreads();
    if (threadIdx.x == 0 && block_count)
        atomicAdd(count, block_count);
}

struct Extent {
    int least, most;
};

// least and most together, hardware reductions of warps
extern "C" __global__ void reduce_extent_of_integers(const int4 *__restrict__ in, Extent *extent, int quads)
{
    int lo = INT_MAX, hi = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        int4 q = in[i];
        lo = min(lo, min(min(q.x, q.y), min(q.z, q.w)));
        hi = max(hi, max(max(q.x, q.y), max(q.z, q.w)));
    }
    lo = __reduce_min_sync(0xffffffffu, lo);
    hi = __reduce_max_sync(0xffffffffu, hi);
    if (threadIdx.x % 32 == 0) {
        atomicMin(&extent->least, lo);
        atomicMax(&extent->most, hi);
    }
}

// product of two vectors of bytes, sixteen a load
extern "C" __global__ void dot_of_bytes_sixteen(const int4 *__restrict__ a, const int4 *__restrict__ b, int *__restrict__ dot, int n)
{
    int acc = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
        int4 u = a[i], v = b[i];
        acc = __dp4a(u.x, v.x, acc);
        acc = __dp4a(u.y, v.y, acc);
        acc = __dp4a(u.z, v.z, acc);
        acc = __dp4a(u.w, v.w, acc);
    }
    acc = __reduce_add_sync(0xffffffffu, acc);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(dot, acc);
}
