// Reductions of rows, columns, segments and axes.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

extern "C" __global__ void row_sums_thread_a_row(const float *a, float *sums, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0.0f;
    for (int c = 0; c < cols; c++) s += a[r * cols + c];
    sums[r] = s;
}

extern "C" __global__ void row_sums_block_a_row(const double *a, double *sums, int cols)
{
    extern __shared__ double s[];
    const double *row = a + (size_t)blockIdx.x * cols;
    double v = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) v += row[c];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}

extern "C" __global__ void column_sums_thread_a_column(const float *__restrict__ a, float *__restrict__ sums, unsigned rows, unsigned cols)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float s = 0.0f;
#pragma unroll 8
    for (unsigned r = 0; r < rows; r++) s += a[r * cols + c];
    sums[c] = s;
}

// a block 32 columns wide and 8 high goes down a part of the rows
extern "C" __global__ void reduce_column_means_in_parts(const float *a, float *means, int rows, int cols, int per)
{
    __shared__ float s[8][33];
    const int c = blockIdx.x * 32 + threadIdx.x;
    const int from = blockIdx.y * per, to = min(from + per, rows);
    float v = 0;
    if (c < cols)
        for (int r = from + threadIdx.y; r < to; r += 8) v += a[(size_t)r * cols + c];
    s[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int k = 1; k < 8; k++) v += s[k][threadIdx.x];
        atomicAdd(means + c, v / rows);
    }
}

// segments between offsets, a warp a segment
extern "C" __global__ void reduce_segments_by_warps(const int *offsets, const float *values, float *most, int segments)
{
    const int lane = threadIdx.x & 31;
    for (int s = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; s < segments; s += (gridDim.x * blockDim.x) >> 5) {
        float m = -INFINITY;
        for (int i = offsets[s] + lane; i < offsets[s + 1]; i += 32) m = fmaxf(m, values[i]);
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
        if (lane == 0) most[s] = m;
    }
}

// mean and deviation of rows by Welford's way, joined across the warp
extern "C" __global__ void row_sums_mean_deviation(const float *x, float2 *out, int rows, int cols)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float mean = 0, m2 = 0, count = 0;
    for (int c = lane; c < cols; c += 32) {
        float v = x[(size_t)row * cols + c];
        count += 1;
        float d = v - mean;
        mean += d / count;
        m2 += d * (v - mean);
    }
    for (int k = 16; k > 0; k /= 2) {
        float other = __shfl_down_sync(0xffffffff, mean, k), om2 = __shfl_down_sync(0xffffffff, m2, k), oc = __shfl_down_sync(0xffffffff, count, k);
        float both = count + oc;
        if (both > 0) {
            float d = other - mean;
            mean += d * oc / both;
            m2 += om2 + d * d * count * oc / both;
            count = both;
        }
    }
    if (lane == 0) out[row] = make_float2(mean, sqrtf(m2 / cols));
}

// how many are above a limit, by votes
extern "C" __global__ void reduce_count_by_votes(const int *x, int limit, unsigned *count, int n)
{
    unsigned mine = 0;
    const int rounded = (n + 31) / 32 * 32;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rounded; i += gridDim.x * blockDim.x) {
        unsigned votes = __ballot_sync(0xffffffff, i < n && x[i] > limit);
        mine += __popc(votes);
    }
    if ((threadIdx.x & 31) == 0 && mine) atomicAdd(count, mine);
}

// the middle axis of a volume of a x b x c goes
template <typename T> __global__ void overMiddle(const T *__restrict__ in, T *__restrict__ out, int a, int b, int c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a * c) return;
    const T *p = in + (size_t)(i / c) * b * c + i % c;
    T sum = 0;
    for (int k = 0; k < b; k++) sum += p[(size_t)k * c];
    out[i] = sum / b;
}
template __global__ void overMiddle<float>(const float *, float *, int, int, int);
template __global__ void overMiddle<double>(const double *, double *, int, int, int);

// exclusive or of all words
extern "C" __global__ void reduce_checksum_of_words(const uint4 *in, uint32_t *sum, size_t n)
{
    __shared__ uint32_t all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    uint32_t v = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint4 w = in[i];
        v ^= w.x ^ w.y ^ w.z ^ w.w;
    }
    v = __reduce_xor_sync(0xffffffff, v);
    if (threadIdx.x % 32 == 0) atomicXor(&all, v);
    __syncthreads();
    if (threadIdx.x == 0) atomicXor(sum, all);
}
