// Reductions, prefix sums and histograms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// The bits of a float that is not negative are in order as an integer.
extern "C" __global__ void reduce_abs_peak_tiles(const float4 *__restrict__ x, int *__restrict__ most, size_t quads)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    __shared__ float part[32];
    float best = 0.0f;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < quads; i += (size_t)gridDim.x * blockDim.x) {
        float4 v = x[i];
        best = fmaxf(best, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    best = cg::reduce(warp, best, cg::greater<float>());
    if (warp.thread_rank() == 0)
        part[warp.meta_group_rank()] = best;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        best = warp.thread_rank() < warp.meta_group_size() ? part[warp.thread_rank()] : 0.0f;
        best = cg::reduce(warp, best, cg::greater<float>());
        if (warp.thread_rank() == 0)
            atomicMax(most, __float_as_int(best));
    }
}

// Mean and variance of every column, as batch normalisation needs.
extern "C" __global__ void reduce_moments_of_columns(const float *x, float *mean, float *variance, int rows, int cols)
{
    __shared__ float sums[8][33], squares[8][33];
    int col = blockIdx.x * 32 + threadIdx.x;
    float s = 0, q = 0;
    if (col < cols)
        for (int r = threadIdx.y; r < rows; r += 8) {
            float v = x[(size_t)r * cols + col];
            s += v;
            q += v * v;
        }
    sums[threadIdx.y][threadIdx.x] = s;
    squares[threadIdx.y][threadIdx.x] = q;
    __syncthreads();
    for (int d = 4; d > 0; d /= 2) {
        if (threadIdx.y < d) {
            sums[threadIdx.y][threadIdx.x] += sums[threadIdx.y + d][threadIdx.x];
            squares[threadIdx.y][threadIdx.x] += squares[threadIdx.y + d][threadIdx.x];
        }
        __syncthreads();
    }
    if (threadIdx.y == 0 && col < cols) {
        float m = sums[0][threadIdx.x] / rows;
        mean[col] = m;
        variance[col] = squares[0][threadIdx.x] / rows - m * m;
    }
}

// Exclusive within the block, four values a thread; the block's total goes to a second pass.
extern "C" __global__ void scan_block_by_fours(const uint4 *in, uint4 *out, unsigned *totals, unsigned quads)
{
    __shared__ unsigned warps[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    uint4 v = i < quads ? in[i] : make_uint4(0, 0, 0, 0);
    const unsigned mine = v.x + v.y + v.z + v.w;
    unsigned sum = mine;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        if (lane >= d)
            sum += left;
    }
    if (lane == 31)
        warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned w = lane < blockDim.x / 32 ? warps[lane] : 0;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            unsigned left = __shfl_up_sync(~0u, w, d);
            if (lane >= d)
                w += left;
        }
        warps[lane] = w;
    }
    __syncthreads();
    unsigned before = sum - mine + (warp ? warps[warp - 1] : 0);
    if (i < quads)
        out[i] = make_uint4(before, before + v.x, before + v.x + v.y, before + v.x + v.y + v.z);
    if (threadIdx.x == blockDim.x - 1)
        totals[blockIdx.x] = before + mine;
}

// Running sums along each row of a matrix; a tile of threads walks a row with a carry.
template <typename T, int LANES> __global__ void rowsRunning(const T *__restrict__ in, T *__restrict__ out, int rows, int cols)
{
    cg::thread_block_tile<LANES> tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (row >= rows)
        return;
    const T *from = in + (size_t)row * cols;
    T *to = out + (size_t)row * cols;
    T carry = 0;
    for (int base = 0; base < cols; base += LANES) {
        const int c = base + tile.thread_rank();
        T v = c < cols ? from[c] : T(0);
        for (int d = 1; d < LANES; d *= 2) {
            T left = tile.shfl_up(v, d);
            if (tile.thread_rank() >= d)
                v += left;
        }
        v += carry;
        if (c < cols)
            to[c] = v;
        carry = tile.shfl(v, LANES - 1);
    }
}
template __global__ void rowsRunning<float, 32>(const float *, float *, int, int);
template __global__ void rowsRunning<double, 8>(const double *, double *, int, int);

// Bytes, four to a word; every warp counts for itself. Launched with 256 threads.
extern "C" __global__ void __launch_bounds__(256) hist_bytes_own_warp(const unsigned *__restrict__ words,
                                                                      unsigned *__restrict__ bins, int count)
{
    __shared__ unsigned own[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += 256)
        (&own[0][0])[i] = 0;
    __syncthreads();
    unsigned *mine = own[threadIdx.x / 32];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) {
        unsigned w = words[i];
        atomicAdd(&mine[w & 255], 1u);
        atomicAdd(&mine[(w >> 8) & 255], 1u);
        atomicAdd(&mine[(w >> 16) & 255], 1u);
        atomicAdd(&mine[w >> 24], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
        sum += own[w][threadIdx.x];
    if (sum)
        atomicAdd(&bins[threadIdx.x], sum);
}

__constant__ float edges[65];

// 64 bins of any widths between rising edges; values outside are not counted.
extern "C" __global__ void hist_between_edges(const double *values, unsigned long long *bins, long long n)
{
    __shared__ unsigned count[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        count[i] = 0;
    __syncthreads();
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        float v = (float)values[i];
        if (v < edges[0] || v >= edges[64])
            continue;
        int low = 0, high = 64;
        while (high - low > 1) {
            int mid = (low + high) / 2;
            if (v < edges[mid])
                high = mid;
            else
                low = mid;
        }
        atomicAdd(&count[low], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        atomicAdd(&bins[i], (unsigned long long)count[i]);
}
