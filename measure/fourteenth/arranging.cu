// Putting in order.
#include <stdint.h>

extern "C" __global__ void bitonic_step_global(const int *__restrict__ in, int *__restrict__ out, int n, int j, int k)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int other = i ^ j, a = in[i], b = in[other];
    const bool up = (i & k) == 0, lower = i < other;
    out[i] = (up == lower) == (a < b) ? a : b;
}

extern "C" __global__ void bitonic_block_shared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float s[1024];
    const int base = blockIdx.x * 1024, t = threadIdx.x;
    s[t] = in[base + t];
    s[t + 512] = in[base + t + 512];
    for (int k = 2; k <= 1024; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            const int i = 2 * t - (t & (j - 1));
            const float a = s[i], b = s[i + j];
            if ((a > b) == ((i & k) == 0)) {
                s[i] = b;
                s[i + j] = a;
            }
        }
    __syncthreads();
    out[base + t] = s[t];
    out[base + t + 512] = s[t + 512];
}

// a warp in order, without shared memory
extern "C" __global__ void bitonic_warp_lanes(const unsigned *__restrict__ in, unsigned *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned v = i < n ? in[i] : 0xffffffffu;
#pragma unroll
    for (int k = 2; k <= 32; k *= 2)
#pragma unroll
        for (int j = k / 2; j > 0; j /= 2) {
            const unsigned w = __shfl_xor_sync(0xffffffffu, v, j);
            const bool up = (lane & k) == 0, lower = (lane & j) == 0;
            v = up == lower ? min(v, w) : max(v, w);
        }
    if (i < n) out[i] = v;
}

extern "C" __global__ void sort_insertion_rows(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[12];
#pragma unroll
    for (int k = 0; k < 12; k++) v[k] = in[k * rows + r];
#pragma unroll
    for (int i = 1; i < 12; i++)
#pragma unroll
        for (int j = i; j > 0; j--) {
            const float a = fminf(v[j - 1], v[j]), b = fmaxf(v[j - 1], v[j]);
            v[j - 1] = a;
            v[j] = b;
        }
#pragma unroll
    for (int k = 0; k < 12; k++) out[k * rows + r] = v[k];
}

// digits of four bits: how many of each in each block
extern "C" __global__ void sort_radix_count(const unsigned *__restrict__ keys, unsigned *__restrict__ counts, int n, int shift)
{
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    const int first = blockIdx.x * blockDim.x * 8 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        const int i = first + k * blockDim.x;
        if (i < n) atomicAdd(&bins[keys[i] >> shift & 15], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// rank by comparing with everything
extern "C" __global__ void sort_by_rank(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float v = i < n ? in[i] : 0.f;
    int rank = 0;
    for (int base = 0; base < n; base += 256) {
        tile[threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 3e38f;
        __syncthreads();
        for (int k = 0; k < 256; k++) rank += tile[k] < v || (tile[k] == v && base + k < i);
        __syncthreads();
    }
    if (i < n) out[rank] = v;
}

__device__ int mergeSplit(const int *a, int na, const int *b, int nb, int d)
{
    int lo = max(0, d - nb), hi = min(d, na);
    while (lo < hi) {
        const int m = (lo + hi) / 2;
        if (a[m] <= b[d - 1 - m]) lo = m + 1;
        else hi = m;
    }
    return lo;
}

// two sorted lines become one: each thread finds where its part begins
extern "C" __global__ void sort_merge_path(const int *__restrict__ a, int na, const int *__restrict__ b, int nb, int *__restrict__ out, int each)
{
    const int d = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    if (d >= na + nb) return;
    int i = mergeSplit(a, na, b, nb, d), j = d - i;
    for (int k = d; k < min(d + each, na + nb); k++) {
        const bool left = j >= nb || (i < na && a[i] <= b[j]);
        out[k] = left ? a[i++] : b[j++];
    }
}

extern "C" __global__ void sort_top_eight(const float *__restrict__ in, float *__restrict__ best, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float top[8];
#pragma unroll
    for (int k = 0; k < 8; k++) top[k] = -1e30f;
    for (int c = 0; c < cols; c++) {
        float v = in[(size_t)c * rows + r];
        if (v <= top[7]) continue;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const float t = top[k];
            top[k] = fmaxf(t, v);
            v = fminf(t, v);
        }
    }
    for (int k = 0; k < 8; k++) best[k * rows + r] = top[k];
}
