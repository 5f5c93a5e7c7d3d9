// Prefix sums.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstddef>
namespace cg = cooperative_groups;

// Hillis and Steele in two halves of shared memory; the sum of each block beside it
extern "C" __global__ void scan_hillis_two_buffers(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int room[];
    int *from = room, *to = room + blockDim.x;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    from[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        to[t] = (unsigned)t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        int *swap = from;
        from = to;
        to = swap;
    }
    if (i < n) out[i] = from[t];
    if (t == (int)blockDim.x - 1) sums[blockIdx.x] = from[t];
}

__device__ __forceinline__ unsigned warp_inclusive(unsigned v)
{
    unsigned lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= (unsigned)d) v += u;
    }
    return v;
}

// four values of each thread, exclusive inside a block
template <int THREADS>
__global__ void exclusiveQuads(const uint4 *__restrict__ in, uint4 *__restrict__ out, unsigned *__restrict__ totals, unsigned quads)
{
    __shared__ unsigned of_warp[THREADS / 32];
    const unsigned q = blockIdx.x * THREADS + threadIdx.x;
    uint4 v = q < quads ? in[q] : make_uint4(0, 0, 0, 0);
    const unsigned mine = v.x + v.y + v.z + v.w;
    const unsigned upto = warp_inclusive(mine);
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 31) of_warp[warp] = upto;
    __syncthreads();
    unsigned before = upto - mine;
    for (int w = 0; w < warp; w++) before += of_warp[w];
    if (threadIdx.x == THREADS - 1) totals[blockIdx.x] = before + mine;
    if (q < quads) out[q] = make_uint4(before, before + v.x, before + v.x + v.y, before + v.x + v.y + v.z);
}
template __global__ void exclusiveQuads<128>(const uint4 *, uint4 *, unsigned *, unsigned);
template __global__ void exclusiveQuads<512>(const uint4 *, uint4 *, unsigned *, unsigned);

// the third step: what came before each block is added to its elements
extern "C" __global__ void scan_offsets_of_blocks_added(float *data, const float *__restrict__ before, size_t n, int per_block)
{
    size_t first = (size_t)blockIdx.x * per_block;
    float add = before[blockIdx.x];
    for (int k = threadIdx.x; k < per_block; k += blockDim.x)
        if (first + k < n) data[first + k] += add;
}

// one block goes over all sums of blocks and carries
extern "C" __global__ void scan_one_block_carries(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned part[32];
    __shared__ unsigned carry;
    if (threadIdx.x == 0) carry = 0;
    __syncthreads();
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + threadIdx.x;
        unsigned v = i < n ? in[i] : 0, s = warp_inclusive(v);
        if (threadIdx.x % 32 == 31) part[threadIdx.x / 32] = s;
        __syncthreads();
        if (threadIdx.x < 32) {
            unsigned p = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
            part[threadIdx.x] = warp_inclusive(p);
        }
        __syncthreads();
        unsigned before = carry + (threadIdx.x >= 32 ? part[threadIdx.x / 32 - 1] : 0);
        if (i < n) out[i] = before + s;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1) carry = before + s;
        __syncthreads();
    }
}

// highest so far of each row; a tile of lanes goes along it
template <int LANES>
__global__ void highestSoFar(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    int row = blockIdx.x * (blockDim.x / LANES) + threadIdx.x / LANES;
    if (row >= rows) return;
    const float *a = in + (size_t)row * cols;
    float *b = out + (size_t)row * cols;
    float so_far = -1e30f;
    for (int base = 0; base < cols; base += LANES) {
        int c = base + (int)tile.thread_rank();
        float v = c < cols ? a[c] : -1e30f;
        for (int d = 1; d < LANES; d <<= 1) {
            float u = tile.shfl_up(v, d);
            if ((int)tile.thread_rank() >= d) v = fmaxf(v, u);
        }
        v = fmaxf(v, so_far);
        if (c < cols) b[c] = v;
        so_far = tile.shfl(v, LANES - 1);
    }
}
template __global__ void highestSoFar<8>(const float *, float *, int, int);
template __global__ void highestSoFar<32>(const float *, float *, int, int);

// those above a limit move to the front of their block's stretch
extern "C" __global__ void scan_kept_to_front_of_block(const int *__restrict__ in, int *out, int *counts, int n, int limit)
{
    __shared__ int starts[33];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = i < n ? in[i] : 0;
    bool keep = i < n && v > limit;
    unsigned mask = __ballot_sync(~0u, keep);
    if (lane == 0) starts[warp + 1] = __popc(mask);
    if (threadIdx.x == 0) starts[0] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 0; w < (int)blockDim.x / 32; w++) starts[w + 1] += starts[w];
        counts[blockIdx.x] = starts[blockDim.x / 32];
    }
    __syncthreads();
    if (keep) out[blockIdx.x * blockDim.x + starts[warp] + __popc(mask & ((1u << lane) - 1))] = v;
}
