// Sums, maxima and counts: trees, lanes, atomics.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void reduceNeighbored(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int *idata = g_idata + blockIdx.x * blockDim.x;
    if (idx >= n) return;
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        if ((tid % (2 * stride)) == 0) idata[tid] += idata[tid + stride];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = idata[0];
}

template <unsigned BS, typename T>
__global__ void reduceWarpTail(const T *__restrict__ in, T *__restrict__ out, unsigned n)
{
    __shared__ volatile T s[BS];
    unsigned t = threadIdx.x;
    T mine = 0;
    for (unsigned i = blockIdx.x * BS * 2 + t; i < n; i += BS * 2 * gridDim.x) {
        mine += in[i];
        if (i + BS < n) mine += in[i + BS];
    }
    s[t] = mine;
    __syncthreads();
    if (BS >= 512) { if (t < 256) s[t] = mine = mine + s[t + 256]; __syncthreads(); }
    if (BS >= 256) { if (t < 128) s[t] = mine = mine + s[t + 128]; __syncthreads(); }
    if (BS >= 128) { if (t < 64) s[t] = mine = mine + s[t + 64]; __syncthreads(); }
    if (t < 32) {
        mine += s[t + 32];
        for (int o = 16; o > 0; o /= 2) mine += __shfl_down_sync(0xffffffff, mine, o);
    }
    if (t == 0) out[blockIdx.x] = mine;
}
template __global__ void reduceWarpTail<256, float>(const float *, float *, unsigned);
template __global__ void reduceWarpTail<512, double>(const double *, double *, unsigned);

__inline__ __device__ float warpSum(float val)
{
    for (int mask = warpSize / 2; mask > 0; mask /= 2) val += __shfl_xor_sync(0xffffffff, val, mask);
    return val;
}

extern "C" __global__ void reduceLanesFloat4(const float4 *in, float *out, int n4)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        float4 v = in[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = warpSum(sum);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}

extern "C" __global__ void reduceGroups(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ int parts[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int v = 0;
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) v += in[i];
    v = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0) parts[tile.meta_group_rank()] = v;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        v = tile.thread_rank() < tile.meta_group_size() ? parts[tile.thread_rank()] : 0;
        for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
        if (tile.thread_rank() == 0) out[blockIdx.x] = v;
    }
}

extern "C" __global__ void dotFloat(const float *a, const float *b, float *c, int N)
{
    __shared__ float cache[256];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

extern "C" __global__ void reduceMeanVariance(const float *in, float *mean, float *variance, int cols)
{
    __shared__ float sm[32], sq[32];
    const float *row = in + (size_t)blockIdx.x * cols;
    float s = 0, q = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c];
        s += v;
        q += v * v;
    }
    s = warpSum(s);
    q = warpSum(q);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (lane == 0) {
        sm[warp] = s;
        sq[warp] = q;
    }
    __syncthreads();
    if (warp == 0) {
        s = lane < blockDim.x / 32 ? sm[lane] : 0;
        q = lane < blockDim.x / 32 ? sq[lane] : 0;
        s = warpSum(s);
        q = warpSum(q);
        if (lane == 0) {
            mean[blockIdx.x] = s / cols;
            variance[blockIdx.x] = q / cols - (s / cols) * (s / cols);
        }
    }
}

extern "C" __global__ void reduceColumnNaive(const double *m, double *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double s = 0;
    for (int r = 0; r < rows; r++) s += m[(size_t)r * cols + c];
    sums[c] = s;
}

// the last block to finish adds up what the others left
extern "C" __global__ void reduceLastBlock(const float *in, volatile float *parts, unsigned *done, float *total, int n)
{
    __shared__ float warps[8];
    __shared__ bool last;
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) s += in[i];
    s = warpSum(s);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float b = 0;
        for (int w = 0; w < 8; w++) b += warps[w];
        parts[blockIdx.x] = b;
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    s = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += 256) s += parts[i];
    s = warpSum(s);
    __syncthreads();
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float b = 0;
        for (int w = 0; w < 8; w++) b += warps[w];
        *total = b;
    }
}

extern "C" __global__ void reduceCountAbove(const float *x, int *count, int n, float limit)
{
    int found = 0;
    int rounds = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int k = 0; k < rounds; k++) {
        int i = (k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        found += __popc(__ballot_sync(0xffffffffu, i < n && x[i] > limit));
    }
    if (threadIdx.x % 32 == 0 && found) atomicAdd(count, found);
}

struct Least {
    __device__ float operator()(float a, float b) const { return a < b ? a : b; }
    static __device__ float first() { return 3.4e38f; }
};
// segments of equal length, a warp for each
template <typename T, typename Op>
__global__ void reduceSegments(const T *in, T *out, int segments, int length)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= segments) return;
    Op op;
    T v = Op::first();
    for (int i = lane; i < length; i += 32) v = op(v, in[(size_t)w * length + i]);
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
    if (lane == 0) out[w] = v;
}
template __global__ void reduceSegments<float, Least>(const float *, float *, int, int);
