// Steps of sorting.
#include <stdint.h>

// 1024 keys of a block, blocks alternately upwards and downwards
extern "C" __global__ void sort_bitonic_of_tile(int *keys)
{
    __shared__ int s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    s[t] = keys[base + t];
    s[t + 512] = keys[base + t + 512];
    for (int size = 2; size <= 1024; size <<= 1) {
        bool up = size == 1024 ? (blockIdx.x & 1) == 0 : ((t & (size / 2)) == 0);
        for (int d = size / 2; d > 0; d >>= 1) {
            __syncthreads();
            int p = 2 * t - (t & (d - 1));
            int a = s[p], b = s[p + d];
            if ((a > b) == up) {
                s[p] = b;
                s[p + d] = a;
            }
        }
    }
    __syncthreads();
    keys[base + t] = s[t];
    keys[base + t + 512] = s[t + 512];
}

// one step in memory, partner by xor
extern "C" __global__ void sort_bitonic_xor_step(float *v, int j, int k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i ^ j;
    if (x > i) {
        float a = v[i], b = v[x];
        if (((i & k) == 0) ? a > b : a < b) {
            v[i] = b;
            v[x] = a;
        }
    }
}

// odd or even neighbours in memory
extern "C" __global__ void sort_phase_of_neighbours(int *v, int n, int odd)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 < n && v[i] > v[i + 1]) {
        int t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
    }
}

// how often each digit of eight bits occurs in each block
extern "C" __global__ void sort_count_of_digits(const uint32_t *keys, unsigned *counts, int n, int shift)
{
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        int i = (blockIdx.x * 16 + k) * 256 + threadIdx.x;
        if (i < n) atomicAdd(&s[keys[i] >> shift & 255], 1);
    }
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

// a block sorts its keys by four bits, one split after another
extern "C" __global__ void sort_split_four_bits(uint32_t *keys, int shift)
{
    __shared__ uint32_t s[512];
    __shared__ int warps[16];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    uint32_t key = keys[blockIdx.x * 512 + t];
    for (int b = shift; b < shift + 4; b++) {
        bool zero = (key >> b & 1) == 0;
        unsigned votes = __ballot_sync(~0u, zero);
        if (lane == 0) warps[w] = __popc(votes);
        __syncthreads();
        int before = 0, all = 0;
        for (int k = 0; k < 16; k++) {
            if (k < w) before += warps[k];
            all += warps[k];
        }
        before += __popc(votes & ((1u << lane) - 1));
        s[zero ? before : all + t - before] = key;
        __syncthreads();
        key = s[t];
    }
    keys[blockIdx.x * 512 + t] = key;
}

// two runs become one: everybody searches his place in the other run
extern "C" __global__ void sort_runs_by_rank(const int *in, int *out, int n, int run)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i], pair = i / (2 * run) * (2 * run);
    bool right = i - pair >= run;
    int lo = right ? pair : min(n, pair + run), hi = right ? pair + run : min(n, pair + 2 * run), from = lo;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (in[mid] < v || (right && in[mid] == v)) lo = mid + 1; else hi = mid;
    }
    out[pair + (i - pair - (right ? run : 0)) + lo - from] = v;
}

// 32 pairs of key and place as 64 bits within a warp
template <class T> __device__ T exchanged(T v, int mask, bool low)
{
    T o = __shfl_xor_sync(~0u, v, mask);
    return (v < o) == low ? v : o;
}
extern "C" __global__ void sort_warp_of_long_keys(const uint64_t *in, uint64_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    uint64_t v = i < n ? in[i] : ~0ull;
    #pragma unroll
    for (int size = 2; size <= 32; size *= 2)
        #pragma unroll
        for (int d = size / 2; d > 0; d /= 2) v = exchanged(v, d, ((lane & d) == 0) == ((lane & size) == 0));
    if (i < n) out[i] = v;
}

// bytes of a block by counting
extern "C" __global__ void sort_bytes_counted(const uint8_t *in, uint8_t *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    const uint8_t *p = in + blockIdx.x * 4096;
    s[t] = 0;
    __syncthreads();
    for (int k = t; k < 4096; k += 256) atomicAdd(&s[p[k]], 1);
    __syncthreads();
    int mine = s[t];
    for (int d = 1; d < 256; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    int from = s[t] - mine;
    for (int k = 0; k < mine; k++) out[blockIdx.x * 4096 + from + k] = (uint8_t)t;
}
