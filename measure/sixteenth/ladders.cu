// Scans and what is made with them.
#include <stdint.h>

__device__ __forceinline__ int warpInclusive(int v)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += o;
    }
    return v;
}

extern "C" __global__ void scan_thousand_and_totals(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ totals, int n)
{
    __shared__ int warps[32];
    int i = blockIdx.x * 1024 + threadIdx.x, w = threadIdx.x / 32;
    int v = i < n ? in[i] : 0, inc = warpInclusive(v);
    if (threadIdx.x % 32 == 31) warps[w] = inc;
    __syncthreads();
    if (w == 0) warps[threadIdx.x] = warpInclusive(warps[threadIdx.x]);
    __syncthreads();
    if (w) inc += warps[w - 1];
    if (i < n) out[i] = inc - v;
    if (threadIdx.x == 1023) totals[blockIdx.x] = inc;
}

// one pass over everything: each block waits for the sums of those before it, a warp looks at 32 of them at once
extern "C" __global__ void __launch_bounds__(256) scan_look_back_of_warps(const int *__restrict__ in, int *__restrict__ out, unsigned long long *state, unsigned *ticket)
{
    __shared__ int warps[8], before, tile;
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    if (t == 0) tile = atomicInc(ticket, gridDim.x - 1);
    __syncthreads();
    int4 v = ((const int4 *)in)[tile * 256 + t];
    v.y += v.x, v.z += v.y, v.w += v.z;
    int inc = warpInclusive(v.w);
    if (lane == 31) warps[w] = inc;
    __syncthreads();
    int offset = inc - v.w, all = 0;
    for (int k = 0; k < 8; k++) {
        if (k < w) offset += warps[k];
        all += warps[k];
    }
    volatile unsigned long long *st = state;
    if (t == 0) st[tile] = (tile ? 1ull : 2ull) << 32 | (unsigned)all;
    if (w == 0) {
        int sum = 0;
        for (int at = tile - 1; at >= 0; at -= 32) {
            unsigned long long s;
            do s = at - lane >= 0 ? st[at - lane] : 2ull << 32;
            while (__any_sync(~0u, (s >> 32) == 0));
            unsigned whole = __ballot_sync(~0u, (s >> 32) == 2);
            int value = (int)(unsigned)s, upTo = whole ? __ffs(whole) - 1 : 31;
            value = lane <= upTo ? value : 0;
            sum += __reduce_add_sync(~0u, value);
            if (whole) break;
        }
        if (lane == 0) {
            before = sum;
            if (tile) st[tile] = 2ull << 32 | (unsigned)(sum + all);
        }
    }
    __syncthreads();
    offset += before;
    ((int4 *)out)[tile * 256 + t] = make_int4(v.x + offset, v.y + offset, v.z + offset, v.w + offset);
}

extern "C" __global__ void scan_running_peak_rows(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    const int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
    float carry = -INFINITY;
    for (int c = 0; c < cols; c += 32) {
        float v = c + lane < cols ? in[row * cols + c + lane] : -INFINITY;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            float o = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v = fmaxf(v, o);
        }
        v = fmaxf(v, carry);
        if (c + lane < cols) out[row * cols + c + lane] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// keeps what is even, in a ring of n; one addition to its end for each block
extern "C" __global__ void prefix_compact_even(const int *__restrict__ in, int *__restrict__ kept, int *end, int n)
{
    __shared__ int warps[8], base;
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int v = i < n ? in[i] : 1;
    unsigned vote = __ballot_sync(~0u, !(v & 1));
    if (lane == 0) warps[w] = __popc(vote);
    __syncthreads();
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < 8; k++) {
            int c = warps[k];
            warps[k] = s, s += c;
        }
        base = atomicAdd(end, s);
    }
    __syncthreads();
    if (!(v & 1)) kept[(unsigned)(base + warps[w] + __popc(vote & ((1u << lane) - 1))) % n] = v;
}

// y[i] = a[i] y[i-1] + b[i], a thread a channel, channels side by side
extern "C" __global__ void scan_recurrence_channels(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y, int channels, int steps)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float v = 0;
#pragma unroll 4
    for (int k = 0; k < steps; k++) {
        v = fmaf(a[k * channels + c], v, b[k * channels + c]);
        y[k * channels + c] = v;
    }
}

extern "C" __global__ void scan_add_carried(int *data, const int *carried, int n)
{
    const int add = carried[blockIdx.x];
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        if (i < n) data[i] += add;
    }
}
