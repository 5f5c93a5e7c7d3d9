// Sorting.
#include <stdint.h>

extern "C" __global__ void bitonic_compare_at(int *a, int n, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (i >= n || other <= i) return;
    int x = a[i], y = a[other];
    if ((i & k) == 0 ? x > y : x < y) {
        a[i] = y;
        a[other] = x;
    }
}

extern "C" __global__ void bitonic_floats_of_2048(float *data)
{
    __shared__ float s[2048];
    float *mine = data + (size_t)blockIdx.x * 2048;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[i] = mine[i];
#pragma unroll 1
    for (int size = 2; size <= 2048; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            for (int t = threadIdx.x; t < 1024; t += blockDim.x) {
                int i = 2 * t - (t & (stride - 1)), j = i + stride;
                bool up = (i & size) == 0;
                if ((s[i] > s[j]) == up) {
                    float v = s[i];
                    s[i] = s[j];
                    s[j] = v;
                }
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) mine[i] = s[i];
}

extern "C" __global__ void rdx_count_of_bytes(const uint32_t *keys, uint32_t *counts, int n, int shift)
{
    __shared__ uint32_t h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    int begin = blockIdx.x * 4096;
    for (int k = 0; k < 16; k++) {
        int i = begin + k * 256 + threadIdx.x;
        if (i < n) atomicAdd(&h[keys[i] >> shift & 255], 1u);
    }
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = h[threadIdx.x];
}

// a block's 512 keys sorted by four bits, a bit at a time
extern "C" __global__ void rdx_four_splits_of_512(uint32_t *keys, int shift)
{
    __shared__ uint32_t k[512];
    __shared__ int warps[16];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    k[t] = keys[blockIdx.x * 512 + t];
    for (int b = shift; b < shift + 4; b++) {
        __syncthreads();
        uint32_t v = k[t];
        bool one = v >> b & 1;
        unsigned vote = __ballot_sync(~0u, !one);
        if (lane == 0) warps[w] = __popc(vote);
        __syncthreads();
        int before = __popc(vote & ((1u << lane) - 1)), zeros = 0;
        for (int q = 0; q < 16; q++) {
            if (q < w) before += warps[q];
            zeros += warps[q];
        }
        k[one ? zeros + t - before : before] = v;
    }
    __syncthreads();
    keys[blockIdx.x * 512 + t] = k[t];
}

extern "C" __global__ void sort_odd_even_rounds(short *rows)
{
    __shared__ short s[128];
    int t = threadIdx.x;
    s[2 * t] = rows[blockIdx.x * 128 + 2 * t];
    s[2 * t + 1] = rows[blockIdx.x * 128 + 2 * t + 1];
    __syncthreads();
    for (int round = 0; round < 128; round++) {
        int i = 2 * t + (round & 1);
        if (i + 1 < 128) {
            short a = s[i], b = s[i + 1];
            if (a > b) s[i] = b, s[i + 1] = a;
        }
        __syncthreads();
    }
    rows[blockIdx.x * 128 + 2 * t] = s[2 * t];
    rows[blockIdx.x * 128 + 2 * t + 1] = s[2 * t + 1];
}

extern "C" __global__ void sort_count_smaller(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x, rank = 0;
    float v = i < n ? in[i] : 0;
    for (int j0 = 0; j0 < n; j0 += 256) {
        __syncthreads();
        if (j0 + threadIdx.x < n) s[threadIdx.x] = in[j0 + threadIdx.x];
        __syncthreads();
        int m = min(256, n - j0);
        for (int j = 0; j < m; j++) rank += s[j] < v || (s[j] == v && j0 + j < i);
    }
    if (i < n) out[rank] = v;
}

// two sorted lists to one, a stretch of the result a thread
extern "C" __global__ void sort_merge_two_lists(const int *__restrict__ a, int na, const int *__restrict__ b, int nb, int *__restrict__ out, int each)
{
    int from = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    if (from >= na + nb) return;
    int low = max(0, from - nb), high = min(from, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[from - 1 - mid]) low = mid + 1;
        else high = mid;
    }
    int i = low, j = from - low, end = min(from + each, na + nb);
    for (int k = from; k < end; k++) {
        bool takeA = j >= nb || (i < na && a[i] <= b[j]);
        out[k] = takeA ? a[i++] : b[j++];
    }
}
