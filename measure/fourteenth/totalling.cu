// Many numbers become one, or one for each row.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// the tree of the textbooks, in its three shapes
extern "C" __global__ void reduce_tree_modulo(const int *in, int *out, int n)
{
    extern __shared__ int rtm_data[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    rtm_data[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) rtm_data[tid] += rtm_data[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = rtm_data[0];
}

extern "C" __global__ void reduce_tree_halving(const int *in, int *out, int n)
{
    extern __shared__ int rth_data[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    rth_data[tid] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) rth_data[tid] += rth_data[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = rth_data[0];
}

template <typename T>
__device__ __forceinline__ T warpTotal(T v)
{
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

template <typename T>
__device__ T blockTotal(T v)
{
    __shared__ T part[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warpTotal(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[lane] : T(0);
    if (warp == 0) v = warpTotal(v);
    return v;
}

extern "C" __global__ void reduce_shuffle_quads(const float4 *__restrict__ in, float *__restrict__ out, int quads)
{
    float s = 0.f;
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) {
        const float4 v = in[q];
        s += (v.x + v.y) + (v.z + v.w);
    }
    s = blockTotal(s);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// the last block to finish adds what the others left
extern "C" __global__ void reduce_last_block_ends(const double *__restrict__ in, double *parts, double *total, unsigned *arrived, int n)
{
    __shared__ bool last;
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i] * in[i];
    s = blockTotal(s);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = s;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    s = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) s += ((volatile double *)parts)[b];
    __syncthreads();
    s = blockTotal(s);
    if (threadIdx.x == 0) *total = s;
}

extern "C" __global__ void reduce_atomic_every_thread(const int *in, int *total, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) atomicAdd(total, in[i]);
}

extern "C" __global__ void reduce_groups_of_tiles(const int *__restrict__ in, long long *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    for (int o = tile.size() / 2; o > 0; o /= 2) s += tile.shfl_down(s, o);
    if (tile.thread_rank() == 0) atomicAdd((unsigned long long *)out, (unsigned long long)(long long)s);
}

// minimum and maximum in one pass
extern "C" __global__ void reduce_least_most(const float *__restrict__ in, float2 *__restrict__ out, int n)
{
    __shared__ float lo[32], hi[32];
    float a = 3.4e38f, b = -3.4e38f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        a = fminf(a, in[i]);
        b = fmaxf(b, in[i]);
    }
    for (int o = 16; o; o /= 2) {
        a = fminf(a, __shfl_down_sync(~0u, a, o));
        b = fmaxf(b, __shfl_down_sync(~0u, b, o));
    }
    if (threadIdx.x % 32 == 0) {
        lo[threadIdx.x / 32] = a;
        hi[threadIdx.x / 32] = b;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) {
            a = fminf(a, lo[w]);
            b = fmaxf(b, hi[w]);
        }
        out[blockIdx.x] = make_float2(a, b);
    }
}

extern "C" __global__ void dot_compensated(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n)
{
    float sum = 0.f, rest = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float p = __fmul_rn(x[i], y[i]) - rest, t = __fadd_rn(sum, p);
        rest = __fsub_rn(__fsub_rn(t, sum), p);
        sum = t;
    }
    sum = blockTotal(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void row_sums_by_warp(const float *__restrict__ m, float *__restrict__ out, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float s = 0.f;
    for (int c = threadIdx.x; c < cols; c += 32) s += m[(size_t)row * cols + c];
    s = warpTotal(s);
    if (threadIdx.x == 0) out[row] = s;
}

extern "C" __global__ void column_sums_by_thread(const double *__restrict__ m, double *__restrict__ out, int rows, int cols)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double s = 0;
    for (int r = 0; r < rows; r++) s += m[(size_t)r * cols + c];
    out[c] = s;
}

struct Moments {
    float count, mean, m2;
};

__device__ Moments join(Moments a, Moments b)
{
    Moments r;
    r.count = a.count + b.count;
    if (r.count == 0.f) return a;
    const float d = b.mean - a.mean, f = b.count / r.count;
    r.mean = a.mean + d * f;
    r.m2 = a.m2 + b.m2 + d * d * a.count * f;
    return r;
}

// variance of each row in one pass
extern "C" __global__ void reduce_variance_rows(const float *__restrict__ in, float *__restrict__ variance, int cols)
{
    __shared__ Moments part[256];
    Moments m = {0.f, 0.f, 0.f};
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float v = in[(size_t)blockIdx.x * cols + c], d = v - m.mean;
        m.count += 1.f;
        m.mean += d / m.count;
        m.m2 += d * (v - m.mean);
    }
    part[threadIdx.x] = m;
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) part[threadIdx.x] = join(part[threadIdx.x], part[threadIdx.x + s]);
    }
    if (threadIdx.x == 0) variance[blockIdx.x] = part[0].m2 / cols;
}
