// Reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// tree in shared memory with the stride halved, first add on the way in; any block
extern "C" __global__ void reduce_products_tree(const int *a, const int *b, long long *out, int n)
{
    extern __shared__ long long s[];
    long long v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += (long long)a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

struct Extent { float least, most; };
__device__ Extent join(Extent a, Extent b) { return {fminf(a.least, b.least), fmaxf(a.most, b.most)}; }
// box around points: three extents by shuffles, six atomics a block on ordered ints
__device__ int ordered(float f)
{
    int i = __float_as_int(f);
    return i >= 0 ? i : i ^ 0x7fffffff;
}
extern "C" __global__ void reduce_box_around_points(const float *points, int *box, int n)
{
    __shared__ Extent part[3][8];
    Extent e[3] = {{1e30f, -1e30f}, {1e30f, -1e30f}, {1e30f, -1e30f}};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int d = 0; d < 3; d++) {
            float v = points[3 * i + d];
            e[d] = join(e[d], {v, v});
        }
    for (int d = 0; d < 3; d++) {
        for (int k = 16; k; k >>= 1) e[d] = join(e[d], {__shfl_xor_sync(~0u, e[d].least, k), __shfl_xor_sync(~0u, e[d].most, k)});
        if (threadIdx.x % 32 == 0) part[d][threadIdx.x / 32] = e[d];
    }
    __syncthreads();
    if (threadIdx.x < 3) {
        Extent a = part[threadIdx.x][0];
        for (int k = 1; k < blockDim.x / 32; k++) a = join(a, part[threadIdx.x][k]);
        atomicMin(&box[2 * threadIdx.x], ordered(a.least));
        atomicMax(&box[2 * threadIdx.x + 1], ordered(a.most));
    }
}

// in doubles, Kahan in each thread
extern "C" __global__ void sum_with_compensation(const float *in, float *out, int n)
{
    __shared__ float s[128];
    float sum = 0, lost = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        float y = __fsub_rn(in[i], lost), t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 64) s[threadIdx.x] += s[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32) {
        float v = s[threadIdx.x] + s[threadIdx.x + 32];
        for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (threadIdx.x == 0) out[blockIdx.x] = v;
    }
}

template <unsigned TILE>
__global__ void segmentsByTiles(const double *in, double *out, int segments, int length)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<TILE>(block);
    int s = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (s >= segments) return;
    double v = 0;
    for (int i = tile.thread_rank(); i < length; i += TILE) v += in[(size_t)s * length + i];
    v = cg::reduce(tile, v, cg::plus<double>());
    if (tile.thread_rank() == 0) out[s] = v;
}
template __global__ void segmentsByTiles<4>(const double *, double *, int, int);
template __global__ void segmentsByTiles<32>(const double *, double *, int, int);

// every thread adds to one of eight words
extern "C" __global__ void reduce_eight_words_of_atomics(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[blockIdx.x & 7], in[i] & 15u);
}

// columns of halves: a block of 32 x 16 for 64 columns, then down the threads
extern "C" __global__ void column_sums_of_half_pairs(const __half2 *in, float *out, int rows, int pairs)
{
    __shared__ float2 s[16][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float2 v = make_float2(0, 0);
    if (c < pairs)
        for (int r = threadIdx.y; r < rows; r += 16) {
            float2 f = __half22float2(in[(size_t)r * pairs + c]);
            v.x += f.x;
            v.y += f.y;
        }
    s[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.y == 0 && c < pairs) {
        for (int k = 1; k < 16; k++) v.x += s[k][threadIdx.x].x, v.y += s[k][threadIdx.x].y;
        out[2 * c] = v.x;
        out[2 * c + 1] = v.y;
    }
}

// the k largest of each row by k rounds of block-wide search
extern "C" __global__ void reduce_five_largest_of_row(const float *in, float *out, int cols)
{
    extern __shared__ float row[];
    __shared__ unsigned long long best;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) row[c] = in[(size_t)blockIdx.x * cols + c];
    for (int k = 0; k < 5; k++) {
        if (threadIdx.x == 0) best = 0;
        __syncthreads();
        unsigned long long mine = 0;
        for (int c = threadIdx.x; c < cols; c += blockDim.x) {
            unsigned long long v = (unsigned long long)__float_as_uint(row[c]) << 32 | (unsigned)c;
            mine = v > mine ? v : mine;
        }
        for (int d = 16; d; d >>= 1) {
            unsigned long long o = __shfl_xor_sync(~0u, mine, d);
            mine = o > mine ? o : mine;
        }
        if (threadIdx.x % 32 == 0) atomicMax(&best, mine);
        __syncthreads();
        if (threadIdx.x == 0) {
            out[blockIdx.x * 5 + k] = __uint_as_float((unsigned)(best >> 32));
            row[(unsigned)best] = 0;
        }
        __syncthreads();
    }
}
