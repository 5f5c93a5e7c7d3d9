// Gathers, scatters, tables and searches.
#include <cuda_fp16.h>
#include <stdint.h>

// a row of `quads` float4 for each id; y of the block counts the ids
extern "C" __global__ void gather_rows_by_quads(const float4 *__restrict__ rows, const int *__restrict__ ids, float4 *__restrict__ out, int quads, int n)
{
    const int i = blockIdx.x * blockDim.y + threadIdx.y;
    if (i >= n) return;
    const float4 *from = rows + (size_t)ids[i] * quads;
    for (int q = threadIdx.x; q < quads; q += blockDim.x) out[(size_t)i * quads + q] = from[q];
}

extern "C" __global__ void scatter_by_permutation(const float2 *in, const unsigned *perm, float2 *out, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[perm[i]] = in[i];
}

// only where the mask has a bit
extern "C" __global__ void gather_where_set(const unsigned *mask, const float *values, const int *index, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (mask[i / 32] >> (i % 32) & 1)) out[i] = values[index[i]];
}

extern "C" __global__ void table_lookup_between(const float *__restrict__ table, int entries, const float *__restrict__ x, float *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x[i] * (entries - 1);
    int k = min((int)p, entries - 2);
    float f = p - k;
    y[i] = table[k] + f * (table[k + 1] - table[k]);
}

extern "C" __global__ void binary_search_upper(const int *__restrict__ sorted, int m, const int *__restrict__ keys, int *__restrict__ place, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int lo = 0, hi = m;
    const int key = keys[i];
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] <= key) lo = mid + 1;
        else hi = mid;
    }
    place[i] = lo;
}

// every 1024th key in shared memory first
extern "C" __global__ void binary_search_with_index(const unsigned *__restrict__ sorted, int m, const unsigned *__restrict__ keys, unsigned *__restrict__ place, int n)
{
    __shared__ unsigned top[1024];
    const int gap = m / 1024;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) top[k] = sorted[k * gap];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = keys[i];
        int at = 0;
#pragma unroll
        for (int step = 512; step; step >>= 1)
            if (top[at + step] <= key) at += step;
        int lo = at * gap, hi = at == 1023 ? m : lo + gap;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (sorted[mid] <= key) lo = mid;
            else hi = mid;
        }
        place[i] = lo;
    }
}

// bag of embeddings: half rows of 128, weights, a warp each
extern "C" __global__ void embedding_bag_weighted(const __half2 *__restrict__ rows, const int *__restrict__ ids, const float *__restrict__ weight, float2 *__restrict__ out, int bags, int each)
{
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (bag >= bags) return;
    float2 s0 = {0, 0}, s1 = {0, 0};
    for (int k = 0; k < each; k++) {
        const __half2 *r = rows + (size_t)ids[bag * each + k] * 64;
        const float w = weight[bag * each + k];
        float2 a = __half22float2(r[lane]), b = __half22float2(r[lane + 32]);
        s0.x += w * a.x, s0.y += w * a.y;
        s1.x += w * b.x, s1.y += w * b.y;
    }
    out[bag * 64 + lane] = s0;
    out[bag * 64 + lane + 32] = s1;
}
