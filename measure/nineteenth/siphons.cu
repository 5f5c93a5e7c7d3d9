// Reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// the tree whose lanes drift apart
extern "C" __global__ void sum_drifting_tree(const float *in, float *out, int n)
{
    extern __shared__ float s[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0.f;
    __syncthreads();
    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// halves of a block, then one addition to memory
extern "C" __global__ void sum_halving_then_added(const int *in, int *total, int n)
{
    __shared__ int s[512];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if ((int)threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, s[0]);
}

// the smallest and where it stands, packed in 64 bits; values not negative
extern "C" __global__ void reduce_least_and_place(const float *in, unsigned long long *best, int n)
{
    unsigned long long m = ~0ull;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long k = (unsigned long long)__float_as_uint(in[i]) << 32 | (unsigned)i;
        m = k < m ? k : m;
    }
    for (int d = 16; d; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(~0u, m, d);
        m = o < m ? o : m;
    }
    if (threadIdx.x % 32 == 0) atomicMin(best, m);
}

// a product of vectors, four pairs of doubles a thread and turn
extern "C" __global__ void dot_of_double_pairs(const double2 *__restrict__ a, const double2 *__restrict__ b, double *__restrict__ part, int pairs)
{
    __shared__ double s[32];
    double t = 0;
    const int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * step < pairs; i += 4 * step)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            double2 u = a[i + q * step], v = b[i + q * step];
            t += u.x * v.x + u.y * v.y;
        }
    for (; i < pairs; i += step) t += a[i].x * b[i].x + a[i].y * b[i].y;
    for (int d = 16; d; d >>= 1) t += __shfl_down_sync(~0u, t, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = t;
    __syncthreads();
    if (threadIdx.x < 32) {
        t = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0.0;
        for (int d = 16; d; d >>= 1) t += __shfl_down_sync(~0u, t, d);
        if (threadIdx.x == 0) part[blockIdx.x] = t;
    }
}

// groups of T lanes, by the library
template <int T>
__global__ void tilesLargest(const int *in, int *out, int n)
{
    auto tile = cg::tiled_partition<T>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int m = cg::reduce(tile, i < n ? in[i] : INT32_MIN, cg::greater<int>());
    if (tile.thread_rank() == 0 && i < n) out[i / T] = m;
}
template __global__ void tilesLargest<8>(const int *, int *, int);
template __global__ void tilesLargest<32>(const int *, int *, int);

// the last block adds up what all have left
extern "C" __global__ void sum_last_one_out(const float *__restrict__ in, volatile float *part, unsigned *gone, float *total, int n)
{
    __shared__ float s[8];
    __shared__ bool last;
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i];
    auto block = [&](float q) {
        for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
        if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = q;
        __syncthreads();
        q = threadIdx.x < 8 ? s[threadIdx.x] : 0.f;
        for (int d = 4; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
        return q;
    };
    v = block(v);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(gone, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    v = 0;
    for (int i = threadIdx.x; i < (int)gridDim.x; i += 256) v += part[i];
    v = block(v);
    if (threadIdx.x == 0) *total = v;
}

// rows of bytes: a warp a row, sixteen at once
extern "C" __global__ void row_sums_of_bytes(const uint4 *in, unsigned *out, int rows, int words)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    unsigned s = 0;
    for (int k = threadIdx.x; k < words; k += 32) {
        uint4 v = in[(size_t)r * words + k];
        s = __dp4a(v.x, 0x01010101u, s);
        s = __dp4a(v.y, 0x01010101u, s);
        s = __dp4a(v.z, 0x01010101u, s);
        s = __dp4a(v.w, 0x01010101u, s);
    }
    s = __reduce_add_sync(~0u, s);
    if (threadIdx.x == 0) out[r] = s;
}

// columns: a thread each, all rows
extern "C" __global__ void column_sums_of_roots(const double *a, double *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double s = 0;
    for (int r = 0; r < rows; r++) s += sqrt(fabs(a[(size_t)r * cols + c]));
    out[c] = s;
}

// mean and spread of rows after Welford, merged between lanes
extern "C" __global__ void reduce_mean_and_spread(const float *in, float2 *out, int cols)
{
    const float *row = in + (size_t)blockIdx.x * cols;
    float mean = 0, m2 = 0, count = 0;
    for (int k = threadIdx.x; k < cols; k += 32) {
        count += 1.f;
        float d = row[k] - mean;
        mean += d / count;
        m2 += d * (row[k] - mean);
    }
    for (int d = 16; d; d >>= 1) {
        float mo = __shfl_xor_sync(~0u, mean, d), so = __shfl_xor_sync(~0u, m2, d), co = __shfl_xor_sync(~0u, count, d);
        float all = count + co;
        if (all > 0.f) {
            float diff = mo - mean;
            mean = (mean * count + mo * co) / all;
            m2 += so + diff * diff * count * co / all;
        }
        count = all;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = make_float2(mean, m2 / cols);
}

// the whole grid waits, then one block goes on
extern "C" __global__ void tot_grid_then_block(const float *in, float *part, float *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    __shared__ float s[1024];
    float v = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) v += in[i] * in[i];
    s[threadIdx.x] = v;
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if ((int)threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) part[blockIdx.x] = s[0];
    grid.sync();
    if (blockIdx.x) return;
    v = 0;
    for (int i = threadIdx.x; i < (int)gridDim.x; i += blockDim.x) v += part[i];
    s[threadIdx.x] = v;
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if ((int)threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) *out = sqrtf(s[0]);
}
