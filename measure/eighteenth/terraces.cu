// Scans.
#include <stdint.h>

__device__ inline int warpScan(int v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += o;
    }
    return v;
}

// exclusive, four of a thread by int4, block totals kept
extern "C" __global__ void scan_four_and_block_totals(const int4 *in, int4 *out, int *totals, int quads)
{
    __shared__ int sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int4 v = i < quads ? in[i] : make_int4(0, 0, 0, 0);
    int mine = v.x + v.y + v.z + v.w, upto = warpScan(mine, lane);
    if (lane == 31) sums[warp] = upto;
    __syncthreads();
    if (warp == 0) {
        int s = lane < blockDim.x / 32 ? sums[lane] : 0;
        sums[lane] = warpScan(s, lane);
    }
    __syncthreads();
    int before = upto - mine + (warp ? sums[warp - 1] : 0);
    if (i < quads) out[i] = make_int4(before, before + v.x, before + v.x + v.y, before + v.x + v.y + v.z);
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = before + mine;
}

// Blelloch's tree of doubles, 1024 a block of 512
extern "C" __global__ void scan_tree_of_doubles(double *data)
{
    __shared__ double s[1024];
    const int t = threadIdx.x;
    double *p = data + (size_t)blockIdx.x * 1024;
    s[t] = p[t];
    s[t + 512] = p[t + 512];
    int offset = 1;
    for (int d = 512; d > 0; d >>= 1, offset <<= 1) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) s[1023] = 0;
    for (int d = 1; d < 1024; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            double v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    p[t] = s[t];
    p[t + 512] = s[t + 512];
}

// one block for all, 11 of a thread, carried on
extern "C" __global__ void scan_by_one_block_of_1024(const uint16_t *in, unsigned *out, int n)
{
    __shared__ unsigned sums[32], carry;
    if (threadIdx.x == 0) carry = 0;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int base = 0; base < n; base += 1024 * 11) {
        unsigned v[11], s = 0;
        int first = base + threadIdx.x * 11;
        for (int k = 0; k < 11; k++) {
            s += first + k < n ? in[first + k] : 0;
            v[k] = s;
        }
        unsigned up = (unsigned)warpScan((int)s, lane);
        if (lane == 31) sums[warp] = up;
        __syncthreads();
        if (warp == 0) sums[lane] = (unsigned)warpScan((int)sums[lane], lane);
        __syncthreads();
        unsigned before = carry + up - s + (warp ? sums[warp - 1] : 0);
        for (int k = 0; k < 11; k++)
            if (first + k < n) out[first + k] = before + v[k];
        __syncthreads();
        if (threadIdx.x == 1023) carry = before + s;
        __syncthreads();
    }
}

// the largest so far within runs of keys, by a warp's shuffles
extern "C" __global__ void scan_peak_within_keys(const int *key, const float *value, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int k = i < n ? key[i] : -1;
    float v = i < n ? value[i] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        int ok = __shfl_up_sync(~0u, k, d);
        float ov = __shfl_up_sync(~0u, v, d);
        if (lane >= d && ok == k) v = fmaxf(v, ov);
    }
    if (i < n) out[i] = v;
}

// places by ballot: keep what is above a mark, in order, one counter a block
extern "C" __global__ void scan_ballot_keep_above(const float *in, float *out, int *kept, int n, float mark)
{
    __shared__ int counts[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = i < n ? in[i] : mark;
    bool keep = v > mark;
    unsigned votes = __ballot_sync(~0u, keep);
    if (lane == 0) counts[warp] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1)), total = 0;
    for (int w = 0; w < blockDim.x / 32; w++) {
        if (w < warp) before += counts[w];
        total += counts[w];
    }
    if (keep) out[blockIdx.x * blockDim.x + before] = v;
    if (threadIdx.x == 0) kept[blockIdx.x] = total;
}

// first-order recurrence y = a y + x along rows, a warp a row, pairs composed
extern "C" __global__ void scan_decay_of_rows(const float *x, float *y, int rows, int cols, float a)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float carry = 0;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + lane;
        float b = c < cols ? x[(size_t)row * cols + c] : 0, m = a;
        for (int d = 1; d < 32; d <<= 1) {
            float ob = __shfl_up_sync(~0u, b, d), om = __shfl_up_sync(~0u, m, d);
            if (lane >= d) {
                b = fmaf(m, ob, b);
                m *= om;
            }
        }
        b = fmaf(m, carry, b);
        if (c < cols) y[(size_t)row * cols + c] = b;
        carry = __shfl_sync(~0u, b, 31);
    }
}
