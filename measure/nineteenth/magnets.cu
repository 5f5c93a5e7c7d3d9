// Gathers and scatters.
#include <stdint.h>

// between two neighbours of a table
extern "C" __global__ void table_lookup_leaning(const float *__restrict__ table, int m, const float *__restrict__ at, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = at[i] * (m - 1);
    int j = min((int)p, m - 2);
    float f = p - j;
    out[i] = table[j] * (1.f - f) + table[j + 1] * f;
}

// added where the index says
extern "C" __global__ void scatter_added(const float *v, const int *where, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(out + where[i], v[i]);
}

// only those with a mark look
extern "C" __global__ void gather_if_marked(const uint8_t *mark, const int *where, const double *from, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (mark[i] == 0) return;
    out[i] = from[where[i]] * 0.5;
}

// 16 bits to a place of their own
extern "C" __global__ void scatter_shorts_to_own(const uint16_t *in, const int *where, uint16_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[where[i]] = in[i] ^ 0x5555;
}

// rows of eight fields added up: a warp a sample, two floats a lane
extern "C" __global__ void embedding_eight_fields(const float2 *__restrict__ rows, const int *__restrict__ ids, float2 *__restrict__ out, int samples)
{
    const int s = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (s >= samples) return;
    float2 a = make_float2(0, 0);
#pragma unroll
    for (int f = 0; f < 8; f++) {
        float2 r = rows[(size_t)ids[s * 8 + f] * 32 + lane];
        a.x += r.x;
        a.y += r.y;
    }
    out[(size_t)s * 32 + lane] = a;
}

// first not below, always the same number of steps; size is a power of two
extern "C" __global__ void binary_search_even_steps(const unsigned *__restrict__ sorted, int size, const unsigned *__restrict__ asked, int *__restrict__ found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = asked[i];
    int base = 0;
    for (int half = size >> 1; half > 0; half >>= 1) base += sorted[base + half - 1] < key ? half : 0;
    found[i] = base + (sorted[base] < key);
}

// by way of a second table, indices of 64 bits
extern "C" __global__ void idx_by_two_tables(const long long *first, const int *key, const float *value, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value[first[key[i]]];
}

// the largest of each key
extern "C" __global__ void put_largest_of_key(const int *key, const int *value, int *best, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        int2 k = *(const int2 *)(key + i), v = *(const int2 *)(value + i);
        atomicMax(&best[k.x], v.x);
        atomicMax(&best[k.y], v.y);
    }
}
