// Reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// every block its largest magnitude
extern "C" __global__ void reduce_peak_of_magnitudes(const double *in, double *most, int n)
{
    extern __shared__ double m[];
    double v = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v = fmax(v, fabs(in[i]));
    m[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x >> 1; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            m[threadIdx.x] = fmax(m[threadIdx.x], m[threadIdx.x + d]);
        __syncthreads();
    }
    if (!threadIdx.x)
        most[blockIdx.x] = m[0];
}

extern "C" __global__ void reduce_total_by_tiles(const float4 *__restrict__ in, double *total, size_t quads)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += (size_t)gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
        atomicAdd(total, (double)sum);
}

struct Moments {
    float n, mean, m2;
};

__device__ Moments joined(Moments a, Moments b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float d = b.mean - a.mean, part = b.n / n;
    return {n, a.mean + d * part, a.m2 + b.m2 + d * d * a.n * part};
}

// Welford, then pairs of lanes
extern "C" __global__ void reduce_moments_of_groups(const float *__restrict__ in, float2 *__restrict__ out, int each)
{
    __shared__ Moments s[32];
    Moments m = {0, 0, 0};
    for (int i = threadIdx.x; i < each; i += blockDim.x) {
        float v = in[(size_t)blockIdx.x * each + i];
        m.n += 1.0f;
        float d = v - m.mean;
        m.mean += d / m.n;
        m.m2 += d * (v - m.mean);
    }
    for (int d = 16; d; d >>= 1) {
        Moments o = {__shfl_down_sync(~0u, m.n, d), __shfl_down_sync(~0u, m.mean, d), __shfl_down_sync(~0u, m.m2, d)};
        m = joined(m, o);
    }
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            m = joined(m, s[w]);
        out[blockIdx.x] = make_float2(m.mean, m.m2 / m.n);
    }
}

// a thread walks down its column
extern "C" __global__ void column_sums_walked_down(const float *__restrict__ a, float *__restrict__ sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float s = 0.0f;
    for (int r = blockIdx.y; r < rows; r += gridDim.y)
        s += a[(long long)r * cols + c];
    atomicAdd(&sums[c], s);
}

// how many exceed a bound: ballots
extern "C" __global__ void reduce_tally_over_bound(const int *in, unsigned long long *count, unsigned n, int bound)
{
    unsigned mine = 0;
    unsigned whole = (n + 31) / 32 * 32;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x) {
        unsigned votes = __ballot_sync(0xffffffffu, i < n && in[i] > bound);
        if ((threadIdx.x & 31) == 0)
            mine += __popc(votes);
    }
    if (mine)
        atomicAdd(count, mine);
}

// Hillis and Steele, within a block
extern "C" __global__ void __launch_bounds__(512) scan_doubling_distance(const int *in, int *out, int n)
{
    __shared__ int s[2][512];
    int i = blockIdx.x * 512 + threadIdx.x, now = 0;
    s[0][threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        int v = s[now][threadIdx.x];
        if (threadIdx.x >= d)
            v += s[now][threadIdx.x - d];
        now ^= 1;
        s[now][threadIdx.x] = v;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[now][threadIdx.x];
}

// ITEMS a thread, warps by shuffles; the totals of the blocks are left for another kernel
template <typename T, int ITEMS> __global__ void __launch_bounds__(256) itemsOfThreads(const T *__restrict__ in, T *__restrict__ out, T *__restrict__ totals, int n)
{
    __shared__ T ofWarps[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int base = (blockIdx.x * 256 + threadIdx.x) * ITEMS;
    T v[ITEMS], sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        v[i] = base + i < n ? in[base + i] : T(0);
        sum += v[i];
    }
    T upto = sum;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        T o = __shfl_up_sync(0xffffffffu, upto, d);
        if (lane >= d)
            upto += o;
    }
    if (lane == 31)
        ofWarps[warp] = upto;
    __syncthreads();
    T before = upto - sum;
    for (int w = 0; w < warp; w++)
        before += ofWarps[w];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (base + i < n)
            out[base + i] = before;
        before += v[i];
    }
    if (threadIdx.x == 255)
        totals[blockIdx.x] = before;
}
template __global__ void itemsOfThreads<unsigned, 8>(const unsigned *, unsigned *, unsigned *, int);
template __global__ void itemsOfThreads<double, 4>(const double *, double *, double *, int);

// one block over all totals, a piece at a time
extern "C" __global__ void __launch_bounds__(1024) scan_totals_in_pieces(unsigned *totals, int n)
{
    __shared__ unsigned s[1024];
    unsigned carry = 0;
    for (int base = 0; base < n; base += 1024) {
        int i = base + threadIdx.x;
        unsigned v = i < n ? totals[i] : 0;
        s[threadIdx.x] = v;
        __syncthreads();
        for (int d = 1; d < 1024; d <<= 1) {
            unsigned o = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += o;
            __syncthreads();
        }
        if (i < n)
            totals[i] = carry + s[threadIdx.x] - v;
        carry += s[1023];
        __syncthreads();
    }
}

// running sums that begin anew where a flag stands, within a warp
extern "C" __global__ void scan_restarting_at_flags(const float *v, const unsigned char *heads, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float x = i < n ? v[i] : 0.0f;
    unsigned starts = __ballot_sync(~0u, i < n && heads[i] < 32) | 1u;
    int start = 31 - __clz(starts & (~0u >> (31 - lane)));
    for (int d = 1; d < 32; d <<= 1) {
        float o = __shfl_up_sync(~0u, x, d);
        if (lane - d >= start)
            x += o;
    }
    if (i < n)
        out[i] = x;
}
