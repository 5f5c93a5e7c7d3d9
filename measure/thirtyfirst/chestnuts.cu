// Matrix times vector, reductions, scans, histograms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// a warp a row of half weights, eight at a time; cols a multiple of 8
extern "C" __global__ void matvec_half_rows_eights(const half *__restrict__ W, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const uint4 *w = (const uint4 *)(W + (size_t)row * cols);
    float sum = 0.0f;
    for (int c = lane; c < cols / 8; c += 32) {
        uint4 packed = w[c];
        const half2 *pairs = (const half2 *)&packed;
        const float4 x0 = ((const float4 *)x)[2 * c], x1 = ((const float4 *)x)[2 * c + 1];
        float2 a = __half22float2(pairs[0]), b = __half22float2(pairs[1]);
        float2 d = __half22float2(pairs[2]), e = __half22float2(pairs[3]);
        sum += a.x * x0.x + a.y * x0.y + b.x * x0.z + b.y * x0.w;
        sum += d.x * x1.x + d.y * x1.y + e.x * x1.z + e.y * x1.w;
    }
    for (int s = 16; s; s /= 2)
        sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0)
        y[row] = sum;
}

// y += A^T x, a block a strip of rows, a thread a column
extern "C" __global__ void matvec_of_transposed_strips(const double *A, const double *x, double *y, int rows, int cols, int strip)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int from = blockIdx.y * strip, to = min(from + strip, rows);
    double sum = 0.0;
    for (int r = from; r < to; r++)
        sum += A[(size_t)r * cols + c] * x[r];
    atomicAdd(&y[c], sum);
}

struct Moments {
    float count, mean, m2;
};

__device__ Moments joined(Moments a, Moments b)
{
    Moments r;
    r.count = a.count + b.count;
    if (r.count == 0.0f)
        return a;
    float delta = b.mean - a.mean, share = b.count / r.count;
    r.mean = a.mean + delta * share;
    r.m2 = a.m2 + b.m2 + delta * delta * a.count * share;
    return r;
}

// mean and variance in one pass, after Welford; a partial result for each block
extern "C" __global__ void reduce_moments_in_one_pass(const float *in, Moments *out, size_t n)
{
    __shared__ Moments of_warp[32];
    Moments m = {0.0f, 0.0f, 0.0f};
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float v = in[i], d = v - m.mean;
        m.count += 1.0f;
        m.mean += d / m.count;
        m.m2 += d * (v - m.mean);
    }
    for (int s = 16; s > 0; s >>= 1) {
        Moments o = {__shfl_xor_sync(~0u, m.count, s), __shfl_xor_sync(~0u, m.mean, s), __shfl_xor_sync(~0u, m.m2, s)};
        m = joined(m, o);
    }
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            m = joined(m, of_warp[w]);
        out[blockIdx.x] = m;
    }
}

// how many lie within [low, high): votes
extern "C" __global__ void reduce_count_within_by_vote(const int *__restrict__ in, unsigned long long *count, unsigned n, int low, int high)
{
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    unsigned total = 0;
    for (unsigned base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        unsigned i = base + threadIdx.x;
        bool within = false;
        if (i < n) {
            int v = in[i];
            within = v >= low && v < high;
        }
        total += __popc(__ballot_sync(0xffffffffu, within));
    }
    if (threadIdx.x % 32 == 0)
        atomicAdd(&mine, total);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(count, (unsigned long long)mine);
}

// the largest magnitude of each group, a tile of lanes a group
template <int LANES> __global__ void largestOfGroups(const float *__restrict__ in, float *__restrict__ out, int groups, int length)
{
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    int g = blockIdx.x * (blockDim.x / LANES) + threadIdx.x / LANES;
    if (g >= groups)
        return;
    float most = 0.0f;
    for (int i = tile.thread_rank(); i < length; i += LANES)
        most = fmaxf(most, fabsf(in[(size_t)g * length + i]));
    most = cg::reduce(tile, most, cg::greater<float>());
    if (tile.thread_rank() == 0)
        out[g] = most;
}
template __global__ void largestOfGroups<8>(const float *, float *, int, int);

// exclusive sums within stretches of 2048: eight a thread, 256 threads
extern "C" __global__ __launch_bounds__(256) void scan_stretches_eight_each(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ totals, int n)
{
    __shared__ int of_warp[8];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, first = blockIdx.x * 2048 + 8 * t;
    int v[8], sum = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        v[i] = sum;
        sum += first + i < n ? in[first + i] : 0;
    }
    int upto = sum;
    for (int s = 1; s < 32; s *= 2) {
        int o = __shfl_up_sync(~0u, upto, s);
        if (lane >= s)
            upto += o;
    }
    if (lane == 31)
        of_warp[warp] = upto;
    __syncthreads();
    int before = upto - sum;
    for (int w = 0; w < warp; w++)
        before += of_warp[w];
#pragma unroll
    for (int i = 0; i < 8; i++)
        if (first + i < n)
            out[first + i] = before + v[i];
    if (t == 255)
        totals[blockIdx.x] = before + sum;
}

// running sums along each row, a warp a row
extern "C" __global__ void scan_rows_warp_carries(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows)
        return;
    float carry = 0.0f;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        float v = c0 + lane < cols ? in[row * (long long)cols + c0 + lane] : 0.0f;
#pragma unroll
        for (int s = 1; s < 32; s <<= 1) {
            float o = __shfl_up_sync(0xffffffff, v, s);
            if (lane >= s)
                v += o;
        }
        if (c0 + lane < cols)
            out[row * (long long)cols + c0 + lane] = carry + v;
        carry += __shfl_sync(0xffffffff, v, 31);
    }
}

// 256 bins of bytes, a copy of the bins for each warp
extern "C" __global__ void hist_bytes_bins_of_warps(const uint4 *__restrict__ in, unsigned *bins, int n16)
{
    __shared__ unsigned mine[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x)
        (&mine[0][0])[i] = 0;
    __syncthreads();
    unsigned *own = mine[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n16; i += gridDim.x * blockDim.x) {
        uint4 v = in[i];
        unsigned words[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int w = 0; w < 4; w++)
            for (int b = 0; b < 32; b += 8)
                atomicAdd(&own[words[w] >> b & 255], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
        sum += mine[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}

// joint counts of two signals, side by side bins in dynamic shared memory
extern "C" __global__ void hist_joint_of_two_signals(const float *a, const float *b, int *bins, int n, int side)
{
    extern __shared__ int joint[];
    for (int i = threadIdx.x; i < side * side; i += blockDim.x)
        joint[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = min(max(int((a[i] + 1.0f) * 0.5f * side), 0), side - 1);
        int y = min(max(int((b[i] + 1.0f) * 0.5f * side), 0), side - 1);
        atomicAdd(&joint[y * side + x], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < side * side; i += blockDim.x)
        if (joint[i])
            atomicAdd(&bins[i], joint[i]);
}
