// Many numbers to few.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// the classical ladder's step 5: template on the block's size, last warp by volatile
template <unsigned B>
__device__ void lastWarp(volatile int *s, unsigned t)
{
    if (B >= 64) s[t] += s[t + 32];
    __syncwarp();
    if (t < 16) s[t] += s[t + 16];
    __syncwarp();
    if (t < 8) s[t] += s[t + 8];
    __syncwarp();
    if (t < 4) s[t] += s[t + 4];
    __syncwarp();
    if (t < 2) s[t] += s[t + 2];
    __syncwarp();
    if (t < 1) s[t] += s[t + 1];
}
template <unsigned B>
__global__ void reduceLadder(const int *in, int *out, unsigned n)
{
    __shared__ int s[B];
    unsigned t = threadIdx.x, i = blockIdx.x * B * 2 + t, step = B * 2 * gridDim.x;
    s[t] = 0;
    while (i < n) {
        s[t] += in[i] + (i + B < n ? in[i + B] : 0);
        i += step;
    }
    __syncthreads();
    if (B >= 512) { if (t < 256) s[t] += s[t + 256]; __syncthreads(); }
    if (B >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (B >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) lastWarp<B>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}
template __global__ void reduceLadder<128>(const int *, int *, unsigned);

extern "C" __global__ void reduce_double2_shuffle(const double2 *__restrict__ in, double *__restrict__ out, int n)
{
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double2 v = in[i];
        s += v.x + v.y;
    }
    for (int d = warpSize / 2; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % warpSize == 0) atomicAdd(out, s);
}

extern "C" __global__ void reduce_groups_and_tiles(const float *in, float *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) v += fabsf(in[i]);
    v = cg::reduce(tile, v, cg::plus<float>());
    if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = v;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        v = tile.thread_rank() < tile.meta_group_size() ? part[tile.thread_rank()] : 0.f;
        v = cg::reduce(tile, v, cg::plus<float>());
        if (tile.thread_rank() == 0) out[blockIdx.x] = v;
    }
}

// the last block that is done adds what all have left
extern "C" __global__ void reduce_done_last(const double *__restrict__ in, double *part, double *out, unsigned *ticket, int n)
{
    __shared__ double s[256];
    __shared__ bool last;
    double v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i] * in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    v = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += 256) v += ((volatile double *)part)[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = sqrt(s[0]);
}

extern "C" __global__ void row_sums_of_halves(const __half2 *m, float *sums, int rows, int pairs)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float s = 0;
    for (int p = threadIdx.x; p < pairs; p += 32) {
        float2 v = __half22float2(m[row * pairs + p]);
        s += v.x + v.y;
    }
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) sums[row] = s;
}

// 32 columns a block, 16 rows at a time, then a tree over the rows
extern "C" __global__ void column_sums_of_strip(const float *__restrict__ m, float *__restrict__ sums, int rows, int cols)
{
    __shared__ float s[16][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float v = 0;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 16) v += m[(size_t)r * cols + c];
    s[threadIdx.y][threadIdx.x] = v;
    for (int d = 8; d; d /= 2) {
        __syncthreads();
        if (threadIdx.y < d) s[threadIdx.y][threadIdx.x] += s[threadIdx.y + d][threadIdx.x];
    }
    if (threadIdx.y == 0 && c < cols) sums[c] = s[0][threadIdx.x];
}

// is anything beyond the bar? barriers that vote
extern "C" __global__ void fold_any_beyond(const float *in, int *flag, int n, float bar)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int any = __syncthreads_or(i < n && in[i] > bar);
    int many = __syncthreads_count(i < n && in[i] < -bar);
    if (threadIdx.x == 0) flag[blockIdx.x] = any ? -1 : many;
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) reduce_over_cluster(const float *in, float *out, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ float part[8], whole;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v = fmaxf(v, fabsf(in[i]));
    for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) v = fmaxf(v, part[w]);
        whole = v;
    }
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x < 4) {
        float o = *cluster.map_shared_rank(&whole, threadIdx.x);
        o = fmaxf(o, __shfl_xor_sync(0xf, o, 1));
        o = fmaxf(o, __shfl_xor_sync(0xf, o, 2));
        if (threadIdx.x == 0) out[blockIdx.x / 4] = o;
    }
    cluster.sync();
}
