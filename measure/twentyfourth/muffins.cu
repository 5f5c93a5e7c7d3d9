// Running sums.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cstdint>
namespace cg = cooperative_groups;

__device__ __forceinline__ int sumOfLanesBefore(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    return v;
}

// inclusive within a block: warps, then the sums of the warps
template <int THREADS>
__global__ void warpsThenBlock(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ totals, int n)
{
    __shared__ int sums[THREADS / 32];
    int i = blockIdx.x * THREADS + threadIdx.x, warp = threadIdx.x / 32;
    int v = sumOfLanesBefore(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 31) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = threadIdx.x < THREADS / 32 ? sums[threadIdx.x] : 0;
        s = sumOfLanesBefore(s);
        if (threadIdx.x < THREADS / 32) sums[threadIdx.x] = s;
    }
    __syncthreads();
    if (warp > 0) v += sums[warp - 1];
    if (i < n) out[i] = v;
    if (threadIdx.x == THREADS - 1) totals[blockIdx.x] = v;
}
template __global__ void warpsThenBlock<256>(const int *, int *, int *, int);
template __global__ void warpsThenBlock<1024>(const int *, int *, int *, int);

// up and down a tree in shared memory, two elements for each thread, places padded
#define PAD(i) ((i) + ((i) >> 5))
extern "C" __global__ void scan_up_and_down_padded(float *out, const float *in, float *sums, int n)
{
    extern __shared__ float t[];
    int tid = threadIdx.x, size = 2 * blockDim.x, base = blockIdx.x * size;
    int a = tid, b = tid + blockDim.x;
    t[PAD(a)] = base + a < n ? in[base + a] : 0.0f;
    t[PAD(b)] = base + b < n ? in[base + b] : 0.0f;
    int offset = 1;
    for (int d = size >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            t[PAD(bi)] += t[PAD(ai)];
        }
        offset *= 2;
    }
    if (tid == 0) {
        sums[blockIdx.x] = t[PAD(size - 1)];
        t[PAD(size - 1)] = 0;
    }
    for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            float keep = t[PAD(ai)];
            t[PAD(ai)] = t[PAD(bi)];
            t[PAD(bi)] += keep;
        }
    }
    __syncthreads();
    if (base + a < n) out[base + a] = t[PAD(a)];
    if (base + b < n) out[base + b] = t[PAD(b)];
}

// sums of blocks, one block: a stretch for each thread, walked twice
extern "C" __global__ void scan_stretch_for_each_thread(unsigned *sums, int n)
{
    __shared__ unsigned mine[512];
    int each = (n + blockDim.x - 1) / blockDim.x;
    int from = min((int)threadIdx.x * each, n), to = min(from + each, n);
    unsigned s = 0;
    for (int i = from; i < to; i++) s += sums[i];
    mine[threadIdx.x] = s;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        unsigned u = threadIdx.x >= d ? mine[threadIdx.x - d] : 0;
        __syncthreads();
        mine[threadIdx.x] += u;
        __syncthreads();
    }
    unsigned run = mine[threadIdx.x] - s;
    for (int i = from; i < to; i++) {
        unsigned v = sums[i];
        sums[i] = run;
        run += v;
    }
}

// sums that begin anew at each flag, within a warp's 32
extern "C" __global__ void scan_begun_anew_at_flags(const float *in, const uint8_t *flags, float *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0;
    bool f = i < n && flags[i] == 0;
    unsigned lane = threadIdx.x % 32, heads = __ballot_sync(0xffffffffu, f);
    heads &= 0xffffffffu >> (31 - lane);
    int head = heads ? 31 - __clz(heads) : 0;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffffu, v, d);
        if ((int)lane - d >= head) v += u;
    }
    if (i < n) out[i] = v;
}

// a row for each warp, running sum of doubles carried from piece to piece
extern "C" __global__ void scan_rows_with_tiles_of_warp(const double *__restrict__ in, double *__restrict__ out, int rows, int cols)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows) return;
    double carry = 0;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + warp.thread_rank();
        double v = c < cols ? in[(size_t)row * cols + c] : 0.0;
        v = cg::inclusive_scan(warp, v) + carry;
        if (c < cols) out[(size_t)row * cols + c] = v;
        carry = warp.shfl(v, 31);
    }
}

// four of each thread, block after block adds what came before
extern "C" __global__ void scan_carry_to_fours(int4 *data, const int *before, unsigned quads)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads || blockIdx.x == 0) return;
    int c = before[blockIdx.x - 1];
    int4 v = data[i];
    v.x += c, v.y += c, v.z += c, v.w += c;
    data[i] = v;
}
