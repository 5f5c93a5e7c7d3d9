// Reductions: trees, shuffles, atomics, groups that work together.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// the first of the well-known series: every second lane, then every fourth
extern "C" __global__ void reduce_series_modulo(const int *in, int *out, int n)
{
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (tid % (2 * d) == 0) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

// the third: two loads first, halves of the block after
extern "C" __global__ void reduce_series_first_add(const float *in, float *out, int n)
{
    extern __shared__ float f[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    float mine = i < n ? in[i] : 0.f;
    if (i + blockDim.x < n) mine += in[i + blockDim.x];
    f[tid] = mine;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) f[tid] = mine = mine + f[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = mine;
}

// the last: size of the block known to the compiler, a warp ends it by shuffles
template <typename T, unsigned SIZE>
__global__ void seriesComplete(const T *__restrict__ in, T *__restrict__ out, unsigned n)
{
    __shared__ T s[SIZE];
    const unsigned tid = threadIdx.x, step = SIZE * 2 * gridDim.x;
    T mine = 0;
    for (unsigned i = blockIdx.x * SIZE * 2 + tid; i < n; i += step) {
        mine += in[i];
        if (i + SIZE < n) mine += in[i + SIZE];
    }
    s[tid] = mine;
    __syncthreads();
    if (SIZE >= 512) {
        if (tid < 256) s[tid] = mine = mine + s[tid + 256];
        __syncthreads();
    }
    if (SIZE >= 256) {
        if (tid < 128) s[tid] = mine = mine + s[tid + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (tid < 64) s[tid] = mine = mine + s[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        mine += s[tid + 32];
        for (int o = 16; o > 0; o /= 2) mine += __shfl_down_sync(0xffffffffu, mine, o);
    }
    if (tid == 0) out[blockIdx.x] = mine;
}
template __global__ void seriesComplete<float, 512>(const float *, float *, unsigned);
template __global__ void seriesComplete<double, 128>(const double *, double *, unsigned);

// every warp adds its sum to one place
extern "C" __global__ void reduce_warps_add_to_one(const float *in, double *total, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(total, (double)s);
}

// sums of rows, a warp each, quads
extern "C" __global__ void reduce_rows_by_warps(const float4 *in, float *out, int rows, int quads)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return;
    float s = 0;
    for (int q = threadIdx.x % 32; q < quads; q += 32) {
        const float4 v = in[(size_t)row * quads + q];
        s += v.x + v.y + v.z + v.w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) out[row] = s;
}

// sums of columns: 32 x 8 threads go down, then the eight meet
extern "C" __global__ void reduce_columns_meeting(const double *in, double *out, int rows, int cols)
{
    __shared__ double s[8][32];
    const int col = blockIdx.x * 32 + threadIdx.x;
    double v = 0;
    if (col < cols)
        for (int r = threadIdx.y; r < rows; r += 8) v += in[(size_t)r * cols + col];
    s[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.y == 0 && col < cols) {
        for (int k = 1; k < 8; k++) v += s[k][threadIdx.x];
        out[col] = v;
    }
}

// all blocks: each its part, a meeting of the grid, then the first block
extern "C" __global__ void reduce_grid_meets(const float *in, float *parts, float *out, int n)
{
    __shared__ float s[8];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto whole = [&](float v) {
        v = cg::reduce(warp, v, cg::plus<float>());
        if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = v;
        block.sync();
        float t = 0;
        if (threadIdx.x == 0)
            for (int k = 0; k < 8; k++) t += s[k];
        block.sync();
        return t;
    };
    float v = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) v += in[i];
    v = whole(v);
    if (threadIdx.x == 0) parts[blockIdx.x] = v;
    grid.sync();
    if (blockIdx.x > 0) return;
    v = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) v += parts[i];
    v = whole(v);
    if (threadIdx.x == 0) *out = v;
}

// sixteen lanes a group, one largest each
extern "C" __global__ void reduce_largest_of_sixteen(const int *in, int *out, int groups)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int g = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    int m = INT32_MIN;
    if (g < groups)
        for (int k = 0; k < 4; k++) m = max(m, in[(size_t)g * 64 + k * 16 + tile.thread_rank()]);
    m = cg::reduce(tile, m, cg::greater<int>());
    if (g < groups && tile.thread_rank() == 0) out[g] = m;
}

struct Spread {
    float mean, m2, count;
};
__device__ Spread joined(Spread a, Spread b)
{
    const float n = a.count + b.count, d = b.mean - a.mean;
    if (n == 0.f) return a;
    return Spread{a.mean + d * b.count / n, a.m2 + b.m2 + d * d * a.count * b.count / n, n};
}

// mean and spread in one pass, parts joined after Chan
extern "C" __global__ void __launch_bounds__(256) reduce_moments_joined(const float *in, Spread *out, int n)
{
    __shared__ Spread s[8];
    Spread v = {0.f, 0.f, 0.f};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const float x = in[i], d = x - v.mean;
        v.count += 1.f;
        v.mean += d / v.count;
        v.m2 += d * (x - v.mean);
    }
    for (int o = 16; o; o >>= 1) {
        Spread w;
        w.mean = __shfl_down_sync(0xffffffffu, v.mean, o);
        w.m2 = __shfl_down_sync(0xffffffffu, v.m2, o);
        w.count = __shfl_down_sync(0xffffffffu, v.count, o);
        v = joined(v, w);
    }
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) v = joined(v, s[k]);
        out[blockIdx.x] = v;
    }
}

// value and place of the largest of each row, ties to the first
extern "C" __global__ void reduce_place_of_largest(const float *in, int *place, int cols)
{
    __shared__ float sv[128];
    __shared__ int sp[128];
    const float *row = in + (size_t)blockIdx.x * cols;
    float best = -INFINITY;
    int at = 0;
    for (int c = threadIdx.x; c < cols; c += 128)
        if (row[c] > best) {
            best = row[c];
            at = c;
        }
    sv[threadIdx.x] = best;
    sp[threadIdx.x] = at;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (threadIdx.x < d) {
            const float v = sv[threadIdx.x + d];
            const int p = sp[threadIdx.x + d];
            if (v > sv[threadIdx.x] || (v == sv[threadIdx.x] && p < sp[threadIdx.x])) {
                sv[threadIdx.x] = v;
                sp[threadIdx.x] = p;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) place[blockIdx.x] = sp[0];
}

// an inner product of pairs of halves, summed as floats
extern "C" __global__ void dot_pairs_of_halves(const __half2 *a, const __half2 *b, float *out, int pairs)
{
    __shared__ float s[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        const float2 p = __half22float2(__hmul2(a[i], b[i]));
        v += p.x + p.y;
    }
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0.f;
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}

// bits counted, warps add by one instruction, a counter in shared memory for the block
extern "C" __global__ void sum_of_bits(const uint4 *in, unsigned long long *total, int n)
{
    __shared__ unsigned block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    unsigned c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uint4 v = in[i];
        c += __popc(v.x) + __popc(v.y) + __popc(v.z) + __popc(v.w);
    }
    c = __reduce_add_sync(0xffffffffu, c);
    if (threadIdx.x % 32 == 0) atomicAdd(&block, c);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, (unsigned long long)block);
}
