// Sorting and merging.
#include <stdint.h>

extern "C" __global__ void bitonic_keys_with_values(unsigned *keys, unsigned *values)
{
    __shared__ unsigned k[1024], v[1024];
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += 512) k[i] = keys[base + i], v[i] = values[base + i];
    for (unsigned size = 2; size <= 1024; size <<= 1)
        for (unsigned stride = size / 2; stride; stride >>= 1) {
            __syncthreads();
            unsigned p = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            bool up = (p & size) == 0 || size == 1024;
            if ((k[p] > k[p + stride]) == up) {
                unsigned t = k[p];
                k[p] = k[p + stride], k[p + stride] = t;
                t = v[p], v[p] = v[p + stride], v[p + stride] = t;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512) keys[base + i] = k[i], values[base + i] = v[i];
}

// one exchange of the big network, two elements a thread, 64-bit keys
extern "C" __global__ void bitonic_exchange_far(unsigned long long *a, int half, int stride, int size)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= half) return;
    int p = 2 * t - (t & (stride - 1));
    unsigned long long x = a[p], y = a[p + stride];
    if ((x > y) == ((p & size) == 0)) a[p] = y, a[p + stride] = x;
}

// merges pairs of runs: where each thread begins by search along the diagonal, 8 outputs each
extern "C" __global__ void sort_merge_eight_each(const int *__restrict__ in, int *__restrict__ out, int run, int n)
{
    int d0 = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (d0 >= n) return;
    const int pair = d0 / (2 * run) * 2 * run, d = d0 - pair;
    const int *a = in + pair, *b = a + run;
    int lo = max(0, d - run), hi = min(d, run);
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (a[mid] <= b[d - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    int i = lo, j = d - lo;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        bool left = j >= run || (i < run && a[i] <= b[j]);
        out[d0 + k] = left ? a[i++] : b[j++];
    }
}

// one digit of four bits within a block of 1024: ranks by votes, then straight to their places
extern "C" __global__ void rdx_digit_within_block(const unsigned *__restrict__ in, unsigned *__restrict__ out, unsigned *__restrict__ counts, int shift)
{
    __shared__ unsigned h[16][33], start[16];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const unsigned v = in[(size_t)blockIdx.x * 1024 + t], d = v >> shift & 15;
    unsigned peers = ~0u;
#pragma unroll
    for (int b = 0; b < 4; b++) {
        unsigned vote = __ballot_sync(~0u, d >> b & 1);
        peers &= d >> b & 1 ? vote : ~vote;
    }
    for (int k = t; k < 16 * 33; k += 1024) ((unsigned *)h)[k] = 0;
    __syncthreads();
    const unsigned rank = __popc(peers & ((1u << lane) - 1));
    if (rank == 0) h[d][w] = __popc(peers);
    __syncthreads();
    if (w < 16) {
        unsigned c = h[w][lane], x = c;
        for (int k = 1; k < 32; k <<= 1) {
            unsigned o = __shfl_up_sync(~0u, x, k);
            if (lane >= k) x += o;
        }
        h[w][lane] = x - c;
        if (lane == 31) start[w] = x;
    }
    __syncthreads();
    if (t < 16) {
        unsigned s = 0;
        for (int k = 0; k < t; k++) s += start[k];
        counts[blockIdx.x * 16 + t] = start[t];
        h[t][32] = s;
    }
    __syncthreads();
    out[(size_t)blockIdx.x * 1024 + h[d][32] + h[d][w] + rank] = v;
}

// twenty-four numbers a thread in a local array, by insertion
extern "C" __global__ void sort_insertion_local(const int *__restrict__ in, int *__restrict__ out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int a[24];
    for (int k = 0; k < 24; k++) {
        int v = in[k * n + t], j = k;
        while (j > 0 && a[j - 1] > v) a[j] = a[j - 1], j--;
        a[j] = v;
    }
    for (int k = 0; k < 24; k++) out[k * n + t] = a[k];
}

#define CAS(i, j) if (v[i] > v[j]) { float c = v[i]; v[i] = v[j]; v[j] = c; }
// nine by a network, the middle one kept with the spread
extern "C" __global__ void sort_network_of_nine(const float *__restrict__ in, float2 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[k * n + i];
    CAS(0, 1) CAS(3, 4) CAS(6, 7) CAS(1, 2) CAS(4, 5) CAS(7, 8) CAS(0, 1) CAS(3, 4) CAS(6, 7)
    CAS(0, 3) CAS(3, 6) CAS(0, 3) CAS(1, 4) CAS(4, 7) CAS(1, 4) CAS(2, 5) CAS(5, 8) CAS(2, 5)
    CAS(1, 3) CAS(5, 7) CAS(2, 6) CAS(4, 6) CAS(2, 4) CAS(2, 3) CAS(5, 6)
    out[i] = make_float2(v[4], v[8] - v[0]);
}

// quicksort's partition: below to the left end, the rest to the right, a place for each warp from two counters
extern "C" __global__ void sort_partition_about(const float *__restrict__ in, float *__restrict__ out, int *ends, int n, float pivot)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = i < n ? in[i] : 0.f;
    unsigned low = __ballot_sync(~0u, i < n && v < pivot), high = __ballot_sync(~0u, i < n && !(v < pivot)), before = (1u << lane) - 1;
    int l = 0, h = 0;
    if (lane == 0) {
        if (low) l = atomicAdd(ends, __popc(low));
        if (high) h = atomicAdd(ends + 1, __popc(high));
    }
    l = __shfl_sync(~0u, l, 0), h = __shfl_sync(~0u, h, 0);
    if (i < n) {
        if (v < pivot) out[(l + __popc(low & before)) % n] = v;
        else out[n - 1 - (h + __popc(high & before)) % n] = v;
    }
}
