// Sorts.
#include <stdint.h>

// bitonic, in shared memory, any power of two a block, keys of 64 bits
extern "C" __global__ void bitonic_longs_by_block(long long *data)
{
    extern __shared__ long long held[];
    const int n = 2 * blockDim.x;
    long long *p = data + (size_t)blockIdx.x * n;
    held[threadIdx.x] = p[threadIdx.x];
    held[threadIdx.x + blockDim.x] = p[threadIdx.x + blockDim.x];
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (j - 1));
            bool up = (i & k) == 0;
            long long a = held[i], b = held[i + j];
            if ((a > b) == up) held[i] = b, held[i + j] = a;
        }
    __syncthreads();
    p[threadIdx.x] = held[threadIdx.x];
    p[threadIdx.x + blockDim.x] = held[threadIdx.x + blockDim.x];
}

// within a warp: 64 keys, two of a lane
extern "C" __global__ void bitonic_sixty_four_by_warp(unsigned *data, int groups)
{
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (g >= groups) return;
    unsigned *p = data + g * 64;
    unsigned a = p[lane], b = p[lane + 32];
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            if (j == 32) {
                unsigned lo = min(a, b), hi = max(a, b);
                a = lo, b = hi;
            } else {
                unsigned oa = __shfl_xor_sync(~0u, a, j), ob = __shfl_xor_sync(~0u, b, j);
                bool low = (lane & j) == 0;
                bool upA = (lane & k) == 0, upB = ((lane + 32) & k) == 0;
                a = low == upA ? min(a, oa) : max(a, oa);
                b = low == upB ? min(b, ob) : max(b, ob);
            }
        }
    p[lane] = a;
    p[lane + 32] = b;
}

// a step of the network on pairs in memory, key and load in one structure
struct Item { float key; int load; };
extern "C" __global__ void bitonic_items_one_step(Item *items, int n, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, o = i ^ j;
    if (o > i && i < n) {
        Item a = items[i], b = items[o];
        if ((a.key > b.key) == ((i & k) == 0)) items[i] = b, items[o] = a;
    }
}

// radix: eight counts of threads by bits of digits, per block 16 digits
extern "C" __global__ void rdx_sixteen_digits_in_block(const unsigned *in, unsigned *out, unsigned *counts, int shift)
{
    __shared__ unsigned table[16][257];
    __shared__ unsigned starts[16];
    const int t = threadIdx.x;
    for (int d = 0; d < 16; d++) table[d][t] = 0;
    const unsigned *p = in + blockIdx.x * 1024 + t * 4;
    unsigned v[4];
    for (int k = 0; k < 4; k++) {
        v[k] = p[k];
        table[v[k] >> shift & 15][t]++;
    }
    __syncthreads();
    if (t < 16) {
        unsigned s = 0;
        for (int k = 0; k < 256; k++) {
            unsigned c = table[t][k];
            table[t][k] = s;
            s += c;
        }
        counts[blockIdx.x * 16 + t] = s;
        starts[t] = s;
    }
    __syncthreads();
    if (t == 0) {
        unsigned s = 0;
        for (int d = 0; d < 16; d++) {
            unsigned c = starts[d];
            starts[d] = s;
            s += c;
        }
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        unsigned d = v[k] >> shift & 15;
        out[blockIdx.x * 1024 + starts[d] + table[d][t]++] = v[k];
    }
}

// two ordered rows of doubles into one, by rank of each in the other
extern "C" __global__ void sort_merge_by_ranks(const double *a, const double *b, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * n) return;
    const bool first = i < n;
    const double *mine = first ? a : b, *other = first ? b : a;
    int k = first ? i : i - n, lo = 0, hi = n;
    double v = mine[k];
    while (lo < hi) {
        int m = (lo + hi) / 2;
        if (first ? other[m] < v : other[m] <= v) lo = m + 1;
        else hi = m;
    }
    out[k + lo] = v;
}

// comb sort of a row of twenty by a thread, in local memory
extern "C" __global__ void sort_comb_of_twenty(const short *in, short *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    short v[20];
    for (int k = 0; k < 20; k++) v[k] = in[k * rows + r];
    int gap = 20;
    bool swapped = true;
    while (gap > 1 || swapped) {
        gap = max(1, gap * 10 / 13);
        swapped = false;
        for (int k = 0; k + gap < 20; k++)
            if (v[k] > v[k + gap]) {
                short t = v[k];
                v[k] = v[k + gap];
                v[k + gap] = t;
                swapped = true;
            }
    }
    for (int k = 0; k < 20; k++) out[k * rows + r] = v[k];
}

// odd-even merge network of 32 floats a thread block row, in registers by template
extern "C" __global__ void sort_network_of_twelve(const float *in, float *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[12];
#pragma unroll
    for (int k = 0; k < 12; k++) v[k] = in[r * 12 + k];
#pragma unroll
    for (int round = 0; round < 12; round++)
#pragma unroll
        for (int k = round & 1; k + 1 < 12; k += 2) {
            float a = fminf(v[k], v[k + 1]), b = fmaxf(v[k], v[k + 1]);
            v[k] = a, v[k + 1] = b;
        }
#pragma unroll
    for (int k = 0; k < 12; k++) out[r * 12 + k] = v[k];
}

// median of each row by choosing again and again: quickselect of a thread in shared memory
extern "C" __global__ void sort_quickselect_median(const float *in, float *median, int rows)
{
    __shared__ float s[41][65];
    int r = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x;
    if (r >= rows) return;
    for (int k = 0; k < 41; k++) s[k][t] = in[k * rows + r];
    int lo = 0, hi = 40;
    while (lo < hi) {
        float pivot = s[(lo + hi) / 2][t];
        int i = lo, j = hi;
        while (i <= j) {
            while (s[i][t] < pivot) i++;
            while (s[j][t] > pivot) j--;
            if (i <= j) {
                float x = s[i][t];
                s[i++][t] = s[j][t];
                s[j--][t] = x;
            }
        }
        if (20 <= j) hi = j;
        else if (20 >= i) lo = i;
        else break;
    }
    median[r] = s[20][t];
}
