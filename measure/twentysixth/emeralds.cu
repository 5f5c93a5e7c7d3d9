// Reductions, scans, histograms, sorting.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void reduce_energy_of_signal(const float *x, double *total, long long n)
{
    __shared__ double part[32];
    double s = 0;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        s += (double)x[i] * x[i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0;
        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        if (threadIdx.x == 0)
            atomicAdd(total, s);
    }
}

template <typename T>
struct Range {
    T low, high;
};

// lowest and highest of the share of a block, by halves in shared memory
template <typename T, int BLOCK>
__global__ void rangeOfBlock(const T *__restrict__ in, Range<T> *__restrict__ out, unsigned n)
{
    __shared__ T lows[BLOCK], highs[BLOCK];
    unsigned t = threadIdx.x;
    T low = in[0], high = in[0];
    for (unsigned i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK) {
        T v = in[i];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    lows[t] = low;
    highs[t] = high;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half) {
            if (lows[t + half] < lows[t])
                lows[t] = lows[t + half];
            if (highs[t + half] > highs[t])
                highs[t] = highs[t + half];
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = {lows[0], highs[0]};
}
template __global__ void rangeOfBlock<int, 256>(const int *, Range<int> *, unsigned);
template __global__ void rangeOfBlock<double, 128>(const double *, Range<double> *, unsigned);

// mean of every column: 32 columns a block, its rows in steps of 16
extern "C" __global__ void reduce_columns_to_means(const float *in, float *mean, int rows, int cols)
{
    __shared__ float s[16][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.f;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 16)
            sum += in[(size_t)r * cols + c];
    s[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int i = 1; i < 16; i++)
            sum += s[i][threadIdx.x];
        mean[c] = sum / rows;
    }
}

extern "C" __global__ void reduce_count_by_ballots(const float *x, float limit, unsigned *count, int n)
{
    unsigned mine = 0;
    int lanes = (n + 31) / 32 * 32;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lanes; i += gridDim.x * blockDim.x)
        mine += __popc(__ballot_sync(~0u, i < n && x[i] > limit));
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, mine);
}

// running sums within blocks, the steps doubling
extern "C" __global__ void scan_doubling_steps_of_block(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int buf[];
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t;
    int from = 0;
    buf[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < size; d *= 2) {
        int v = buf[from * size + t];
        if (t >= d)
            v += buf[from * size + t - d];
        from ^= 1;
        buf[from * size + t] = v;
        __syncthreads();
    }
    if (i < n)
        out[i] = buf[from * size + t];
    if (t == size - 1)
        sums[blockIdx.x] = buf[from * size + t];
}

// a warp runs along a row and carries the sum
extern "C" __global__ void scan_rows_by_warps_double(const double *__restrict__ in, double *__restrict__ out, int rows, int cols)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    double carry = 0.0;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + warp.thread_rank();
        double v = c < cols ? in[(size_t)row * cols + c] : 0.0;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            double o = warp.shfl_up(v, d);
            if (warp.thread_rank() >= d)
                v += o;
        }
        if (c < cols)
            out[(size_t)row * cols + c] = carry + v;
        carry += warp.shfl(v, 31);
    }
}

extern "C" __global__ void __launch_bounds__(256) hist_bytes_table_for_each_warp(const uchar4 *__restrict__ in, unsigned *__restrict__ bins, int n)
{
    __shared__ unsigned tables[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += 256)
        (&tables[0][0])[i] = 0;
    __syncthreads();
    unsigned *mine = tables[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        uchar4 v = in[i];
        atomicAdd(mine + v.x, 1u);
        atomicAdd(mine + v.y, 1u);
        atomicAdd(mine + v.z, 1u);
        atomicAdd(mine + v.w, 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
        sum += tables[w][threadIdx.x];
    if (sum)
        atomicAdd(bins + threadIdx.x, sum);
}

// straight into global memory
extern "C" __global__ void hist_of_ages_weighted(const int *age, const float *weight, float *bins, int n, int width, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int b = age[i] / width;
        if (b >= count)
            b = count - 1;
        atomicAdd(&bins[b], weight[i]);
    }
}

// 1024 keys with values in each block of 512
extern "C" __global__ void __launch_bounds__(512) sort_bitonic_with_values(unsigned *keys, int *values)
{
    __shared__ unsigned k[1024];
    __shared__ int v[1024];
    unsigned *gk = keys + blockIdx.x * 1024;
    int *gv = values + blockIdx.x * 1024;
    int t = threadIdx.x;
    k[t] = gk[t];
    k[t + 512] = gk[t + 512];
    v[t] = gv[t];
    v[t + 512] = gv[t + 512];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int a = 2 * t - (t & (step - 1)), b = a + step;
            bool up = (a & size) == 0;
            unsigned ka = k[a], kb = k[b];
            if ((ka > kb) == up) {
                k[a] = kb;
                k[b] = ka;
                int x = v[a];
                v[a] = v[b];
                v[b] = x;
            }
        }
    __syncthreads();
    gk[t] = k[t];
    gk[t + 512] = k[t + 512];
    gv[t] = v[t];
    gv[t + 512] = v[t + 512];
}

// each thread puts its sixteen numbers in order, odd and even neighbours in turn
extern "C" __global__ void sort_sixteen_each_odd_even(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a[16];
#pragma unroll
    for (int j = 0; j < 16; j++)
        a[j] = data[(size_t)j * n + i];
#pragma unroll
    for (int round = 0; round < 16; round++)
#pragma unroll
        for (int j = round & 1; j + 1 < 16; j += 2) {
            float low = fminf(a[j], a[j + 1]), high = fmaxf(a[j], a[j + 1]);
            a[j] = low;
            a[j + 1] = high;
        }
#pragma unroll
    for (int j = 0; j < 16; j++)
        data[(size_t)j * n + i] = a[j];
}
