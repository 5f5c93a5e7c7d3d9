// Sorting and counting.
#include <stdint.h>

// ---- sorts

extern "C" __global__ void sort_network_u64(const unsigned long long *__restrict__ in, unsigned long long *__restrict__ out, int n, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
    if (i >= n) return;
    unsigned long long a = in[i], b = in[p];
    bool up = (i & k) == 0, low = i < p;
    out[i] = (a < b) == (up == low) ? a : b;
}

extern "C" __global__ void bitonic_tile_descending(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int s[512];
    const int t = threadIdx.x;
    s[t] = in[blockIdx.x * 512 + t];
    s[t + 256] = in[blockIdx.x * 512 + t + 256];
    for (int k = 2; k <= 512; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1)), p = i + j;
            int a = s[i], b = s[p];
            if ((a < b) == ((i & k) == 0)) s[i] = b, s[p] = a;
        }
    __syncthreads();
    out[blockIdx.x * 512 + t] = s[t];
    out[blockIdx.x * 512 + t + 256] = s[t + 256];
}

extern "C" __global__ void sort_odd_even_tile(const float *in, float *out, int n)
{
    extern __shared__ float v[];
    int base = blockIdx.x * 2 * blockDim.x, t = threadIdx.x, m = 2 * blockDim.x;
    for (int k = t; k < m; k += blockDim.x) v[k] = base + k < n ? in[base + k] : 3e38f;
    __syncthreads();
    for (int step = 0; step < m; step++) {
        int i = 2 * t + (step & 1);
        if (i + 1 < m && v[i] > v[i + 1]) {
            float x = v[i];
            v[i] = v[i + 1];
            v[i + 1] = x;
        }
        __syncthreads();
    }
    for (int k = t; k < m; k += blockDim.x)
        if (base + k < n) out[base + k] = v[k];
}

// each thread its own eleven, in local memory, as a beginner writes it
extern "C" __global__ void sort_selection_elevens(const int *in, int *out, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;
    int a[11];
    for (int i = 0; i < 11; i++) a[i] = in[g * 11 + i];
    for (int i = 0; i < 10; i++) {
        int m = i;
        for (int j = i + 1; j < 11; j++)
            if (a[j] < a[m]) m = j;
        int t = a[i];
        a[i] = a[m];
        a[m] = t;
    }
    for (int i = 0; i < 11; i++) out[g * 11 + i] = a[i];
}

// two bits of the key, within a block: count, scan, place
extern "C" __global__ void sort_two_bits_in_block(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int shift)
{
    __shared__ uint32_t keys[256];
    __shared__ unsigned part[8][4];
    const int t = threadIdx.x, lane = t % 32, w = t / 32;
    const uint32_t key = in[blockIdx.x * 256 + t];
    const int d = key >> shift & 3;
    unsigned mine = 0;
    for (int b = 0; b < 4; b++) {
        unsigned v = __ballot_sync(~0u, d == b);
        if (d == b) mine = v;
        if (lane == 0) part[w][b] = __popc(v);
    }
    __syncthreads();
    int at = __popc(mine & ((1u << lane) - 1));
    for (int b = 0; b < 4; b++)
        for (int k = 0; k < 8; k++)
            if (b < d || (b == d && k < w)) at += part[k][b];
    keys[at] = key;
    __syncthreads();
    out[blockIdx.x * 256 + t] = keys[t];
}

// sorted runs in pairs: every element finds its rank in the other run
extern "C" __global__ void sort_merge_by_search(const int *__restrict__ in, int *__restrict__ out, int n, int run)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i / run, pair = r / 2 * 2 * run, other = (r ^ 1) * run, v = in[i];
    int lo = min(other, n), hi = min(other + run, n), from = lo;
    while (lo < hi) {
        int m = (lo + hi) / 2;
        if (r & 1 ? in[m] <= v : in[m] < v) lo = m + 1;
        else hi = m;
    }
    out[pair + i - r * run + lo - from] = v;
}

// ---- histograms

extern "C" __global__ void hist_channels_shared(const uchar4 *__restrict__ px, unsigned *__restrict__ bins, int n)
{
    __shared__ unsigned h[3][256];
    for (int k = threadIdx.x; k < 768; k += blockDim.x) h[k / 256][k % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = px[i];
        atomicAdd(&h[0][p.x], 1u);
        atomicAdd(&h[1][p.y], 1u);
        atomicAdd(&h[2][p.z], 1u);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 768; k += blockDim.x)
        if (h[k / 256][k % 256]) atomicAdd(&bins[k], h[k / 256][k % 256]);
}

extern "C" __global__ void hist_few_bins_straight(const int *data, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[data[i]], 1);
}

// eight counters of eight bits in one register, 31 values at a time
extern "C" __global__ void hist_eight_in_a_register(const uint8_t *__restrict__ in, unsigned *__restrict__ bins, int each, int n)
{
    __shared__ unsigned h[8];
    if (threadIdx.x < 8) h[threadIdx.x] = 0;
    __syncthreads();
    const int step = gridDim.x * blockDim.x;
    unsigned long long c = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < each && i < n; k++, i += step) c += 1ull << (in[i] >> 5) * 8;
#pragma unroll
    for (int b = 0; b < 8; b++) {
        unsigned s = __reduce_add_sync(~0u, (unsigned)(c >> 8 * b & 255));
        if (threadIdx.x % 32 == 0) atomicAdd(&h[b], s);
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}

extern "C" __global__ void bin_points_into_cells(const float2 *__restrict__ p, int *__restrict__ count, int *__restrict__ place, int n, int cells)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float2 q = p[i];
        int c = min((int)(q.y * cells), cells - 1) * cells + min((int)(q.x * cells), cells - 1);
        place[i] = atomicAdd(&count[c], 1) >= 0 ? c : -1;
    }
}
