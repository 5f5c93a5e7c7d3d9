// Reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <float.h>
#include <stdint.h>
namespace cg = cooperative_groups;

struct SumOf {
    template <typename T> __device__ static T join(T a, T b) { return a + b; }
};
struct MostOf {
    template <typename T> __device__ static T join(T a, T b) { return a > b ? a : b; }
};

// a tree in shared memory for any operation; a block of a power of two
template <typename T, class Op, int BLOCK>
__global__ void treeOf(const T *in, T *out, int n, T neutral)
{
    __shared__ T s[BLOCK];
    T v = neutral;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) v = Op::join(v, in[i]);
    s[threadIdx.x] = v;
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        if (threadIdx.x < step) s[threadIdx.x] = Op::join(s[threadIdx.x], s[threadIdx.x + step]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template __global__ void treeOf<int, SumOf, 128>(const int *, int *, int, int);
template __global__ void treeOf<double, MostOf, 512>(const double *, double *, int, double);

// lanes exchange, the first of each warp add to the total
extern "C" __global__ void reduce_squares_by_butterflies(const float4 *in, float *total, int quads)
{
    float s = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        const float4 v = in[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int m = 16; m; m >>= 1) s += __shfl_xor_sync(0xffffffff, s, m);
    if ((threadIdx.x & 31) == 0) atomicAdd(total, s);
}

// tiles of eight threads, each tile a group of 40 numbers
extern "C" __global__ void reduce_groups_by_tiles_of_eight(const int *in, int *out, int groups, int each)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int g = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (g >= groups) return;
    int s = 0;
    for (int k = tile.thread_rank(); k < each; k += 8) s += in[g * each + k];
    s = cg::reduce(tile, s, cg::plus<int>());
    if (tile.thread_rank() == 0) out[g] = s;
}

// counts on board first, then in memory
extern "C" __global__ void reduce_counts_on_board(const float *in, unsigned *counts, int n, float low, float high)
{
    __shared__ unsigned below, within, above;
    if (threadIdx.x == 0) below = within = above = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = in[i];
        if (v < low)
            atomicAdd(&below, 1u);
        else if (v > high)
            atomicAdd(&above, 1u);
        else
            atomicAdd(&within, 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(counts, below);
        atomicAdd(counts + 1, within);
        atomicAdd(counts + 2, above);
    }
}

// a warp a row: where the running sum first is over the limit
extern "C" __global__ void reduce_rows_until_over(const float *in, int *where, int rows, int cols, float limit)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0;
    int at = cols;
    for (int c = 0; c < cols; c += 32) {
        float v = c + lane < cols ? in[(size_t)row * cols + c + lane] : 0.f;
        for (int d = 1; d < 32; d *= 2) {
            const float o = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d) v += o;
        }
        const unsigned over = __ballot_sync(0xffffffffu, sum + v > limit && c + lane < cols);
        if (over) {
            at = c + __ffs(over) - 1;
            break;
        }
        sum += __shfl_sync(0xffffffffu, v, 31);
    }
    if (lane == 0) where[row] = at;
}

// what is lost is kept beside the sum
extern "C" __global__ void reduce_with_compensation(const float *in, double *out, long n)
{
    __shared__ double s[256];
    float sum = 0.f, lost = 0.f;
    for (long i = blockIdx.x * 256L + threadIdx.x; i < n; i += gridDim.x * 256L) {
        float y = __fadd_rn(in[i], -lost), t = __fadd_rn(sum, y);
        lost = __fadd_rn(__fadd_rn(t, -sum), -y);
        sum = t;
    }
    s[threadIdx.x] = (double)sum - lost;
    __syncthreads();
#pragma unroll
    for (int k = 128; k >= 1; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (!threadIdx.x) out[blockIdx.x] = s[0];
}

// the least distance to a point and whose it is, in one word
extern "C" __global__ void reduce_nearest_in_one_word(const float2 *points, int n, float x, float y, unsigned long long *nearest)
{
    unsigned long long best = ~0ull;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float dx = points[i].x - x, dy = points[i].y - y;
        const unsigned long long key = (unsigned long long)__float_as_uint(dx * dx + dy * dy) << 32 | (unsigned)i;
        if (key < best) best = key;
    }
    for (int d = 16; d > 0; d /= 2) {
        const unsigned long long o = __shfl_down_sync(0xffffffffu, best, d);
        best = min(best, o);
    }
    if (threadIdx.x % 32 == 0) atomicMin(nearest, best);
}

// column sums: 16 x 16 threads go down a strip, rows of the block meet in shared memory
extern "C" __global__ void column_sums_strips_meet(const float *in, float *out, int rows, int cols)
{
    __shared__ float s[16][17];
    const int c = blockIdx.x * 16 + threadIdx.x;
    float v = 0;
    if (c < cols)
        for (int r = blockIdx.y * 16 + threadIdx.y; r < rows; r += gridDim.y * 16) v += in[(size_t)r * cols + c];
    s[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    v = s[threadIdx.x][threadIdx.y];
    for (int d = 8; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d, 16);
    if (threadIdx.x == 0 && blockIdx.x * 16 + threadIdx.y < cols) atomicAdd(out + blockIdx.x * 16 + threadIdx.y, v);
}

// first the mean, then, once all have met, the spread about it
extern "C" __global__ void __launch_bounds__(256) reduce_grid_mean_then_spread(const float *in, float *sums, float *result, int n)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ float warps[8];
    auto total = [&](float v) {
        for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
        block.sync();
        float t = 0;
        if (threadIdx.x == 0)
            for (int w = 0; w < 8; w++) t += warps[w];
        block.sync();
        return t;
    };
    float v = 0;
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) v += in[i];
    v = total(v);
    if (threadIdx.x == 0) atomicAdd(&sums[0], v);
    grid.sync();
    const float mean = *(volatile float *)&sums[0] / n;
    v = 0;
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) v += (in[i] - mean) * (in[i] - mean);
    v = total(v);
    if (threadIdx.x == 0) atomicAdd(&sums[1], v);
    grid.sync();
    if (grid.thread_rank() == 0) {
        result[0] = mean;
        result[1] = *(volatile float *)&sums[1] / n;
    }
}
