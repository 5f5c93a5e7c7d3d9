// Scans: one block, one warp, rows, columns, segments.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cstddef>
#include <cstdint>
namespace cg = cooperative_groups;

// Each block scans its own chunk in two buffers of shared memory.
extern "C" __global__ void scan_two_buffers_chunk(const float *in, float *out, int n)
{
    extern __shared__ float buf[];
    int t = threadIdx.x, b = blockDim.x;
    int i = blockIdx.x * b + t;
    float *from = buf, *to = buf + b;
    from[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = 1; d < b; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        float *s = from;
        from = to;
        to = s;
    }
    if (i < n)
        out[i] = from[t];
}

// Exclusive; ITEMS consecutive values of each thread, loaded through shared memory.
template <int THREADS, int ITEMS>
__global__ void __launch_bounds__(THREADS)
scanItemsOfBlock(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ totals, int n)
{
    __shared__ int tile[THREADS * ITEMS + THREADS * ITEMS / 32];
    __shared__ int warp_sum[32];
    const int base = blockIdx.x * THREADS * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = k * THREADS + threadIdx.x;
        tile[p + p / 32] = base + p < n ? in[base + p] : 0;
    }
    __syncthreads();
    int v[ITEMS], sum = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = threadIdx.x * ITEMS + k;
        v[k] = sum;
        sum += tile[p + p / 32];
    }
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int s = sum;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, s, d);
        if (lane >= d)
            s += o;
    }
    if (lane == 31)
        warp_sum[warp] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        int run = 0;
        for (int w = 0; w < THREADS / 32; w++) {
            int o = warp_sum[w];
            warp_sum[w] = run;
            run += o;
        }
        totals[blockIdx.x] = run;
    }
    __syncthreads();
    const int before = warp_sum[warp] + s - sum;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = threadIdx.x * ITEMS + k;
        tile[p + p / 32] = v[k] + before;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = k * THREADS + threadIdx.x;
        if (base + p < n)
            out[base + p] = tile[p + p / 32];
    }
}
template __global__ void scanItemsOfBlock<128, 8>(const int *, int *, int *, int);
template __global__ void scanItemsOfBlock<256, 4>(const int *, int *, int *, int);

// The totals of the blocks, by a single block.
extern "C" __global__ void scan_totals_one_block(int *totals, int n)
{
    __shared__ int warps[32];
    __shared__ int carry;
    if (threadIdx.x == 0)
        carry = 0;
    __syncthreads();
    for (int start = 0; start < n; start += blockDim.x) {
        int i = start + threadIdx.x;
        int v = i < n ? totals[i] : 0, s = v;
        for (int d = 1; d < 32; d <<= 1) {
            int o = __shfl_up_sync(0xffffffffu, s, d);
            if ((threadIdx.x & 31) >= d) s += o;
        }
        if ((threadIdx.x & 31) == 31) warps[threadIdx.x >> 5] = s;
        __syncthreads();
        if (threadIdx.x < 32) {
            int w = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0, t = w;
            for (int d = 1; d < 32; d <<= 1) {
                int o = __shfl_up_sync(0xffffffffu, t, d);
                if (threadIdx.x >= d) t += o;
            }
            warps[threadIdx.x] = t - w;
        }
        __syncthreads();
        s += warps[threadIdx.x >> 5] + carry;
        __syncthreads();
        if (i < n) totals[i] = s - v;
        if (threadIdx.x == blockDim.x - 1) carry = s;
        __syncthreads();
    }
}

// Segments begin where a flag is nonzero and at each block.
extern "C" __global__ void scan_segments_where_flagged(const float *v, const uint8_t *flag, float *out, int n)
{
    __shared__ float sums[32];
    __shared__ int heads[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float x = i < n ? v[i] : 0.0f;
    int f = i < n ? flag[i] != 0 : 1;
    for (int d = 1; d < 32; d *= 2) {
        float y = __shfl_up_sync(0xffffffffu, x, d);
        int g = __shfl_up_sync(0xffffffffu, f, d);
        if (lane >= d) {
            if (!f) x += y;
            f |= g;
        }
    }
    if (lane == 31) {
        sums[warp] = x;
        heads[warp] = f;
    }
    __syncthreads();
    float before = 0.0f;
    for (int w = 0; w < warp; w++)
        before = heads[w] ? sums[w] : before + sums[w];
    if (i < n)
        out[i] = f ? x : x + before;
}

// A warp to a row, in place of the row before.
extern "C" __global__ void scan_rows_by_warp_double(const double *__restrict__ in, double *__restrict__ out, size_t rows,
                                                    size_t cols)
{
    size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return;
    unsigned lane = threadIdx.x % 32;
    const double *a = in + row * cols;
    double *b = out + row * cols;
    double carry = 0.0;
    for (size_t c = 0; c < cols; c += 32) {
        double s = c + lane < cols ? a[c + lane] : 0.0;
        for (unsigned d = 1; d < 32; d *= 2) {
            double o = __shfl_up_sync(0xffffffffu, s, d);
            if (lane >= d) s += o;
        }
        s += carry;
        if (c + lane < cols) b[c + lane] = s;
        carry = __shfl_sync(0xffffffffu, s, 31);
    }
}

extern "C" __global__ void scan_down_columns_plain(const unsigned *in, unsigned *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < cols) {
        unsigned sum = 0;
        for (int r = 0; r < rows; r++) {
            sum += in[r * cols + c];
            out[r * cols + c] = sum;
        }
    }
}

// The largest so far, in groups of sixteen.
extern "C" __global__ void scan_largest_in_sixteens(const float *in, float *out, long long n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    long long stride = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = cg::inclusive_scan(tile, in[i], cg::greater<float>());
}
