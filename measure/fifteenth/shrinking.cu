// Many numbers to few, and running sums.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// the first one every course shows
extern "C" __global__ void reduce_interleaved_bad(const int *g_idata, int *g_odata, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? g_idata[i] & 255 : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < (int)blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <unsigned SIZE, typename T>
__device__ __forceinline__ void reduceFixed(const T *__restrict__ in, T *__restrict__ out, int n)
{
    __shared__ T s[SIZE];
    const unsigned t = threadIdx.x;
    T sum = 0;
    for (int i = blockIdx.x * SIZE * 2 + t; i < n; i += gridDim.x * SIZE * 2) {
        sum += in[i];
        if (i + (int)SIZE < n) sum += in[i + SIZE];
    }
    s[t] = sum;
    __syncthreads();
#pragma unroll
    for (unsigned k = SIZE / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_fixed_512_float(const float *in, float *out, int n) { reduceFixed<512>(in, out, n); }
extern "C" __global__ void sum_long_two_level(const long long *in, unsigned long long *total, long long n)
{
    unsigned long long s = 0;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) s += in[i] & 0xffff;
    for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(total, s);
}

extern "C" __global__ void reduce_place_of_least(const float *__restrict__ in, unsigned long long *__restrict__ best, int n)
{
    unsigned long long me = ~0ull;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned u = __float_as_uint(in[i]);
        u ^= u >> 31 ? ~0u : 0x80000000u;     // order of the bits as of the numbers
        unsigned long long k = (unsigned long long)u << 32 | (unsigned)i;
        me = k < me ? k : me;
    }
    for (int o = 16; o; o >>= 1) {
        unsigned long long k = __shfl_xor_sync(~0u, me, o);
        me = k < me ? k : me;
    }
    __shared__ unsigned long long part[32];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = me;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; w++) me = part[w] < me ? part[w] : me;
        best[blockIdx.x] = me;
    }
}

extern "C" __global__ void dot_half_by_eights(const uint4 *__restrict__ a, const uint4 *__restrict__ b, float *__restrict__ out, int vecs)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < vecs; i += gridDim.x * blockDim.x) {
        uint4 x = a[i], y = b[i];
        const half2 *p = (const half2 *)&x, *q = (const half2 *)&y;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float2 u = __half22float2(p[k]), v = __half22float2(q[k]);
            s += u.x * v.x + u.y * v.y;
        }
    }
    for (int o = 16; o; o /= 2) s += warp.shfl_down(s, o);
    __shared__ float w[32];
    if (warp.thread_rank() == 0) w[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0;
        for (unsigned k = 0; k < blockDim.x / 32; k++) t += w[k];
        out[blockIdx.x] = t;
    }
}

// one row per block of any width; two norms at once
extern "C" __global__ void row_sums_two_norms(const float *__restrict__ m, float2 *__restrict__ norms, int cols)
{
    __shared__ float a[256], b[256];
    float one = 0, two = 0;
    for (int c = threadIdx.x; c < cols; c += 256) {
        float v = m[(size_t)blockIdx.x * cols + c];
        one += fabsf(v);
        two = fmaf(v, v, two);
    }
    a[threadIdx.x] = one, b[threadIdx.x] = two;
    __syncthreads();
    for (int s = 128; s; s >>= 1) {
        if (threadIdx.x < s) a[threadIdx.x] += a[threadIdx.x + s], b[threadIdx.x] += b[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) norms[blockIdx.x] = make_float2(a[0], sqrtf(b[0]));
}

extern "C" __global__ void column_sums_by_atomics(const float *__restrict__ m, float *__restrict__ sums, int rows, int cols, int each)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float s = 0;
    for (int r = blockIdx.y * each; r < min(rows, (blockIdx.y + 1) * each); r++) s += m[(size_t)r * cols + c];
    atomicAdd(&sums[c], s);
}

// keep what is above; each warp asks for its places at once
extern "C" __global__ void agg_keep_above(const int *__restrict__ in, int *__restrict__ out, int *count, int n, int bar)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && in[i] > bar;
    unsigned votes = __ballot_sync(~0u, keep);
    int lane = threadIdx.x & 31, base = 0;
    if (lane == 0 && votes) base = atomicAdd(count, __popc(votes)) % n;
    base = __shfl_sync(~0u, base, 0);
    if (keep) out[(base + __popc(votes & ((1u << lane) - 1))) % n] = in[i];
}

// ---- running sums

extern "C" __global__ void scan_block_two_arrays(const double *in, double *out, int n)
{
    extern __shared__ double temp[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, pout = 0, pin = 1;
    temp[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        pout = 1 - pout, pin = 1 - pout;
        temp[pout * blockDim.x + t] = t >= d ? temp[pin * blockDim.x + t] + temp[pin * blockDim.x + t - d] : temp[pin * blockDim.x + t];
        __syncthreads();
    }
    if (i < n) out[i] = temp[pout * blockDim.x + t];
}

// sixteen numbers a thread, sums of threads by shuffles, one tile a block
extern "C" __global__ void __launch_bounds__(128) scan_sixteen_each(const int4 *__restrict__ in, int4 *__restrict__ out, int *__restrict__ totals)
{
    __shared__ int warpSum[4];
    const int t = threadIdx.x, lane = t % 32, w = t / 32;
    const size_t at = ((size_t)blockIdx.x * 128 + t) * 4;
    int v[16];
#pragma unroll
    for (int k = 0; k < 4; k++) *(int4 *)&v[4 * k] = in[at + k];
#pragma unroll
    for (int k = 1; k < 16; k++) v[k] += v[k - 1];
    int s = v[15];
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        int u = __shfl_up_sync(~0u, s, o);
        if (lane >= o) s += u;
    }
    if (lane == 31) warpSum[w] = s;
    __syncthreads();
    int before = s - v[15];
    for (int k = 0; k < w; k++) before += warpSum[k];
#pragma unroll
    for (int k = 0; k < 16; k++) v[k] += before;
#pragma unroll
    for (int k = 0; k < 4; k++) out[at + k] = *(int4 *)&v[4 * k];
    if (t == 127) totals[blockIdx.x] = v[15];
}

extern "C" __global__ void prefix_peak_by_rows(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float carry = -3.4e38f;
    for (int c = 0; c < cols; c += 32) {
        float v = c + lane < cols ? in[(size_t)row * cols + c + lane] : -3.4e38f;
        for (int o = 1; o < 32; o <<= 1) {
            float u = __shfl_up_sync(~0u, v, o);
            if (lane >= o) v = fmaxf(v, u);
        }
        v = fmaxf(v, carry);
        if (c + lane < cols) out[(size_t)row * cols + c + lane] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// exponential smoothing of many series, one thread each, series beside each other
extern "C" __global__ void cum_smooth_series(const float *__restrict__ in, float *__restrict__ out, int series, int length, float alpha)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= series) return;
    float y = in[s];
    for (int t = 0; t < length; t++) {
        y += alpha * (in[(size_t)t * series + s] - y);
        out[(size_t)t * series + s] = y;
    }
}

// exclusive places of the flagged within a block, by ballots
extern "C" __global__ void prefix_places_of_flags(const uint8_t *__restrict__ flag, int *__restrict__ place, int *__restrict__ counts, int n)
{
    __shared__ int sums[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    const bool f = i < n && flag[i] > 127;
    const unsigned v = __ballot_sync(~0u, f);
    if (lane == 0) sums[w] = __popc(v);
    __syncthreads();
    int before = 0;
    for (int k = 0; k < w; k++) before += sums[k];
    if (i < n) place[i] = f ? before + __popc(v & ((1u << lane) - 1)) : -1;
    if (threadIdx.x == blockDim.x - 1) counts[blockIdx.x] = before + __popc(v);
}
