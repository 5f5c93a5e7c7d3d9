// Reductions of whole arrays.
#include <cfloat>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// two elements a thread, then halves of the block
template <typename T> __global__ void treeHalving(const T *__restrict__ in, T *__restrict__ sums, unsigned n)
{
    extern __shared__ __align__(8) unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
    T mine = i < n ? in[i] : T(0);
    if (i + blockDim.x < n)
        mine += in[i + blockDim.x];
    s[tid] = mine;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = s[0];
}
template __global__ void treeHalving<int>(const int *, int *, unsigned);
template __global__ void treeHalving<double>(const double *, double *, unsigned);

extern "C" __global__ void reduce_warps_into_one_place(const float4 *in, float *total, int quads)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, sum);
}

// integers by the warp's own instruction
extern "C" __global__ void reduce_xor_and_most(const unsigned *in, unsigned *both, size_t n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned x = 0, m = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        x ^= in[i];
        m = max(m, in[i]);
    }
    x = cg::reduce(warp, x, cg::bit_xor<unsigned>());
    m = cg::reduce(warp, m, cg::greater<unsigned>());
    if (warp.thread_rank() == 0) {
        atomicXor(&both[0], x);
        atomicMax(&both[1], m);
    }
}

extern "C" __global__ void dot_of_half_pairs(const half2 *__restrict__ a, const half2 *__restrict__ b, float *out, int pairs)
{
    __shared__ float ofWarp[32];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 p = __half22float2(__hmul2(a[i], b[i]));
        sum += p.x + p.y;
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        ofWarp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? ofWarp[threadIdx.x] : 0.0f;
        for (int d = 16; d; d >>= 1)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

struct Best {
    float value;
    int place;
};

__device__ Best better(Best a, Best b)
{
    return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

// the least and where it is, of each block
extern "C" __global__ void reduce_least_with_place(const float *in, Best *out, int n)
{
    __shared__ Best s[256];
    Best b = {FLT_MAX, -1};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        b = better(b, Best{in[i], i});
    s[threadIdx.x] = b;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = better(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__device__ float blockSum(float v, float *s)
{
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    return s[0];
}

// the block that ends last adds up what all blocks found
extern "C" __global__ void reduce_norm_by_last_block(const float *__restrict__ in, volatile float *partial, float *norm, unsigned *done, int n)
{
    __shared__ float s[256];
    __shared__ bool last;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i] * in[i];
    sum = blockSum(sum, s);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0.0f;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        sum += partial[b];
    sum = blockSum(sum, s);
    if (threadIdx.x == 0) {
        *norm = sqrtf(sum);
        *done = 0;
    }
}
