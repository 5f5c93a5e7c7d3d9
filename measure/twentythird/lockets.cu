// Reductions along rows, along columns, of segments and of pictures.
#include <cuda_fp16.h>
#include <math.h>
#include <stddef.h>

// a warp a row
extern "C" __global__ void row_sums_of_half_pairs(const half2 *__restrict__ in, float *out, int rows, int pairs)
{
    const int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = lane; i < pairs; i += 32) {
        float2 v = __half22float2(in[(size_t)row * pairs + i]);
        sum += v.x + v.y;
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) out[row] = sum;
}

// 32 columns a block, 16 rows at a time, then across in shared memory
extern "C" __global__ void column_sums_by_strips(const float *in, float *out, int rows, int cols)
{
    __shared__ float part[16][33];
    const int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    if (col < cols)
        for (int r = threadIdx.y; r < rows; r += 16) sum += in[(size_t)r * cols + col];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    for (int d = 8; d > 0; d >>= 1) {
        if (threadIdx.y < d) part[threadIdx.y][threadIdx.x] += part[threadIdx.y + d][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && col < cols) out[col] = part[0][threadIdx.x];
}

struct Moments {
    float count, mean, squares;
};

__device__ Moments joined(Moments a, Moments b)
{
    float n = a.count + b.count;
    if (n == 0.0f) return a;
    float d = b.mean - a.mean, share = b.count / n;
    return {n, a.mean + d * share, a.squares + b.squares + d * d * a.count * share};
}

// mean and variance of a row after Welford: a block a row
extern "C" __global__ void reduce_rows_by_welford(const float *__restrict__ in, float *mean, float *variance, int cols)
{
    __shared__ Moments of[8];
    const float *row = in + (size_t)blockIdx.x * cols;
    Moments m = {0.f, 0.f, 0.f};
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c], d = v - m.mean;
        m.count += 1.0f;
        m.mean += d / m.count;
        m.squares += d * (v - m.mean);
    }
    for (int d = 16; d > 0; d /= 2) {
        Moments o = {__shfl_down_sync(~0u, m.count, d), __shfl_down_sync(~0u, m.mean, d), __shfl_down_sync(~0u, m.squares, d)};
        m = joined(m, o);
    }
    if (threadIdx.x % 32 == 0) of[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) m = joined(m, of[w]);
        mean[blockIdx.x] = m.mean;
        variance[blockIdx.x] = m.squares / m.count;
    }
}

// the place of each row's greatest: a warp a row
extern "C" __global__ void reduce_greatest_of_rows(const float *in, int *where, unsigned rows, unsigned cols)
{
    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float best = -INFINITY;
    unsigned at = 0;
    for (unsigned c = lane; c < cols; c += 32) {
        float v = in[row * cols + c];
        if (v > best) best = v, at = c;
    }
    for (int d = 16; d > 0; d >>= 1) {
        float v = __shfl_xor_sync(~0u, best, d);
        unsigned a = __shfl_xor_sync(~0u, at, d);
        if (v > best || (v == best && a < at)) best = v, at = a;
    }
    if (lane == 0) where[row] = at;
}

// red, green and blue of a picture, totalled in shared memory, then over all
extern "C" __global__ void sum_colours_of_picture(const uchar4 *__restrict__ picture, unsigned long long *total, int n)
{
    __shared__ unsigned of_block[3];
    if (threadIdx.x < 3) of_block[threadIdx.x] = 0;
    __syncthreads();
    unsigned r = 0, g = 0, b = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = picture[i];
        r += p.x;
        g += p.y;
        b += p.z;
    }
    atomicAdd(&of_block[0], r);
    atomicAdd(&of_block[1], g);
    atomicAdd(&of_block[2], b);
    __syncthreads();
    if (threadIdx.x < 3) atomicAdd(&total[threadIdx.x], (unsigned long long)of_block[threadIdx.x]);
}

extern "C" __global__ void reduce_count_above(const double *in, unsigned *counts, int n, double level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int yes = __syncthreads_count(i < n && in[i] > level);
    if (threadIdx.x == 0) counts[blockIdx.x] = yes;
}

// segments of unequal lengths, a thread each: how many are added depends on the data
extern "C" __global__ void reduce_segments_by_threads(const int *start, const int *length, const float *values, float *out, int segments)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    const float *v = values + start[s];
    float sum = 0.f;
    int n = length[s];
    for (int i = 0; i < n; i++) sum += v[i];
    out[s] = n ? sum / n : 0.f;
}
