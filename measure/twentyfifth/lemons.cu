// Reductions of rows, of columns, of what lies between, and of segments.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

extern "C" __global__ void row_sums_thread_goes_along(const double *a, double *sums, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    double s = 0;
    for (int c = 0; c < cols; c++)
        s += a[(long long)r * cols + c];
    sums[r] = s;
}

// LANES of a warp to a row
template <int LANES>
__global__ void meanOfRowByTile(const float *__restrict__ a, float *__restrict__ mean, int rows, int cols)
{
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (row >= rows)
        return;
    float sum = 0.f;
    for (int c = tile.thread_rank(); c < cols; c += LANES)
        sum += a[(size_t)row * cols + c];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
        mean[row] = sum / cols;
}
template __global__ void meanOfRowByTile<8>(const float *, float *, int, int);
template __global__ void meanOfRowByTile<32>(const float *, float *, int, int);

extern "C" __global__ void column_sums_thread_goes_down(const int *a, long long *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < cols) {
        long long s = 0;
        for (int r = 0; r < rows; r++)
            s += a[(size_t)r * cols + c];
        sums[c] = s;
    }
}

// 32 columns a block, its rows share the height and meet in shared memory
extern "C" __global__ void column_sums_meet_in_shared(const float *__restrict__ a, float *__restrict__ sums, int rows, int cols)
{
    __shared__ float part[16][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    if (c < cols)
        for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < rows; r += gridDim.y * blockDim.y)
            s += a[(size_t)r * cols + c];
    part[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    for (int half = blockDim.y / 2; half > 0; half /= 2) {
        if (threadIdx.y < half)
            part[threadIdx.y][threadIdx.x] += part[threadIdx.y + half][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && c < cols)
        atomicAdd(&sums[c], part[0][threadIdx.x]);
}

// the class with the highest score for each sample of a batch
extern "C" __global__ void reduce_best_class_of_rows(const __half *scores, int *best, int classes)
{
    const __half *row = scores + (size_t)blockIdx.x * classes;
    float top = -65504.f;
    int at = 0;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float v = __half2float(row[c]);
        if (v > top) {
            top = v;
            at = c;
        }
    }
    __shared__ float tops[128];
    __shared__ int ats[128];
    tops[threadIdx.x] = top;
    ats[threadIdx.x] = at;
    __syncthreads();
    for (unsigned s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            float other = tops[threadIdx.x + s];
            int place = ats[threadIdx.x + s];
            if (other > tops[threadIdx.x] || (other == tops[threadIdx.x] && place < ats[threadIdx.x])) {
                tops[threadIdx.x] = other;
                ats[threadIdx.x] = place;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        best[blockIdx.x] = ats[0];
}

struct Moments {
    float count, mean, m2;
};

__device__ Moments together(Moments a, Moments b)
{
    float n = a.count + b.count;
    if (n == 0)
        return a;
    float d = b.mean - a.mean;
    return {n, a.mean + d * b.count / n, a.m2 + b.m2 + d * d * a.count * b.count / n};
}

// mean and variance of each row in one go (Welford, Chan)
extern "C" __global__ void reduce_moments_of_rows(const float *__restrict__ a, float2 *__restrict__ out, int cols)
{
    const float *row = a + (size_t)blockIdx.x * cols;
    Moments m = {0, 0, 0};
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c];
        m.count += 1;
        float d = v - m.mean;
        m.mean += d / m.count;
        m.m2 += d * (v - m.mean);
    }
    for (int d = 16; d > 0; d /= 2) {
        Moments other = {__shfl_down_sync(~0u, m.count, d), __shfl_down_sync(~0u, m.mean, d), __shfl_down_sync(~0u, m.m2, d)};
        m = together(m, other);
    }
    __shared__ Moments warps[32];
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            m = together(m, warps[w]);
        out[blockIdx.x] = make_float2(m.mean, m.m2 / m.count);
    }
}

// [outer][middle][inner] summed over the middle
extern "C" __global__ void reduce_over_the_middle_side(const float *in, float *out, unsigned outer, unsigned middle, unsigned inner)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= outer * inner)
        return;
    unsigned o = i / inner, k = i % inner;
    const float *p = in + (size_t)o * middle * inner + k;
    float s0 = 0, s1 = 0;
    unsigned m = 0;
    for (; m + 1 < middle; m += 2) {
        s0 += p[(size_t)m * inner];
        s1 += p[(size_t)(m + 1) * inner];
    }
    if (m < middle)
        s0 += p[(size_t)m * inner];
    out[i] = s0 + s1;
}

// log of the sum of exponentials of each row, a warp a row, greatest and sum kept up together
extern "C" __global__ void reduce_log_sum_exp_of_rows(const float *__restrict__ a, float *__restrict__ out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float top = -1e30f, sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += 32) {
        float v = a[(size_t)row * cols + c];
        if (v > top) {
            sum = sum * __expf(top - v) + 1.f;
            top = v;
        } else {
            sum += __expf(v - top);
        }
    }
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) {
        float other_top = __shfl_xor_sync(0xffffffffu, top, d);
        float other_sum = __shfl_xor_sync(0xffffffffu, sum, d);
        float most = fmaxf(top, other_top);
        sum = sum * __expf(top - most) + other_sum * __expf(other_top - most);
        top = most;
    }
    if (threadIdx.x == 0)
        out[row] = top + __logf(sum);
}

// lengths of vectors of three sides and more, normalised in place, sixteen lanes a vector
extern "C" __global__ void reduce_norms_and_divide(float *vectors, float *norms, int count, int dim)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    bool mine = v < count;
    float sum = 0.f;
    if (mine)
        for (int d = lane; d < dim; d += 16) {
            float x = vectors[(size_t)v * dim + d];
            sum += x * x;
        }
    for (int d = 8; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d, 16);
    if (!mine)
        return;
    float inv = rsqrtf(sum + 1e-12f);
    for (int d = lane; d < dim; d += 16)
        vectors[(size_t)v * dim + d] *= inv;
    if (lane == 0)
        norms[v] = sqrtf(sum);
}

// measurements in order of time, summed for each period: a strip a thread, runs within it first, then atomically
extern "C" __global__ void reduce_readings_of_each_period(const int *__restrict__ stamps, const float *__restrict__ readings, float *sums, int n, int strip, int period)
{
    long long first = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * strip;
    if (first >= n)
        return;
    int last = (int)min(first + strip, (long long)n);
    int at = stamps[first] / period;
    float sum = 0.f;
    for (int i = (int)first; i < last; i++) {
        int now = stamps[i] / period;
        if (now != at) {
            atomicAdd(&sums[at], sum);
            at = now;
            sum = 0.f;
        }
        sum += readings[i];
    }
    atomicAdd(&sums[at], sum);
}
