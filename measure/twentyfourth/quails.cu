// Sorts and parts of sorts.
#include <cstdint>

// one step of the whole network in memory, a thread for each element
extern "C" __global__ void bitonic_partner_by_xor(float *a, unsigned n, unsigned j, unsigned k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
    if (i >= n || p <= i) return;
    float x = a[i], y = a[p];
    bool up = (i & k) == 0;
    if ((x > y) == up) {
        a[i] = y;
        a[p] = x;
    }
}

// keys with values, a block sorts its tile
template <int TILE>
__global__ void tileOfPairs(uint32_t *__restrict__ keys, uint32_t *__restrict__ values, int n)
{
    __shared__ uint32_t k[TILE], v[TILE];
    int base = blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE; i += TILE / 2) {
        k[i] = base + i < n ? keys[base + i] : 0xffffffffu;
        v[i] = base + i < n ? values[base + i] : 0xffffffffu;
    }
    for (int size = 2; size <= TILE; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int lo = 2 * threadIdx.x - (threadIdx.x & (stride - 1)), hi = lo + stride;
            bool down = (lo & size) != 0;
            uint32_t a = k[lo], b = k[hi];
            if ((a > b) != down && a != b) {
                k[lo] = b, k[hi] = a;
                uint32_t t = v[lo];
                v[lo] = v[hi], v[hi] = t;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE; i += TILE / 2)
        if (base + i < n) {
            keys[base + i] = k[i];
            values[base + i] = v[i];
        }
}
template __global__ void tileOfPairs<512>(uint32_t *, uint32_t *, int);
template __global__ void tileOfPairs<2048>(uint32_t *, uint32_t *, int);

// 32 numbers within a warp, by shuffles alone
extern "C" __global__ void bitonic_lanes_of_warp(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31;
    int v = i < n ? data[i] : 0x7fffffff;
#pragma unroll
    for (int k = 2; k <= 32; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = __shfl_xor_sync(0xffffffff, v, j);
            bool lower = (lane & j) == 0, up = (lane & k) == 0;
            v = lower == up ? min(v, other) : max(v, other);
        }
    if (i < n) data[i] = v;
}

// radix sort, first kernel: digits of a block's stretch counted
template <int BITS>
__global__ void digitsOfStretch(const uint32_t *__restrict__ keys, uint32_t *__restrict__ counts, int n, int shift, int each)
{
    __shared__ uint32_t own[1 << BITS];
    for (int d = threadIdx.x; d < 1 << BITS; d += blockDim.x) own[d] = 0;
    __syncthreads();
    int from = blockIdx.x * each, to = min(from + each, n);
    for (int i = from + threadIdx.x; i < to; i += blockDim.x) atomicAdd(&own[keys[i] >> shift & ((1 << BITS) - 1)], 1);
    __syncthreads();
    for (int d = threadIdx.x; d < 1 << BITS; d += blockDim.x) counts[d * gridDim.x + blockIdx.x] = own[d];
}
template __global__ void digitsOfStretch<4>(const uint32_t *, uint32_t *, int, int, int);
template __global__ void digitsOfStretch<8>(const uint32_t *, uint32_t *, int, int, int);

// a warp ranks its 32 keys by two bits with ballots, block moves them in its own place
extern "C" __global__ void sort_ranks_by_ballot(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int shift)
{
    __shared__ uint32_t count[4][8], moved[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    uint32_t key = in[blockIdx.x * 256 + t], digit = key >> shift & 3, before = 0;
    for (uint32_t d = 0; d < 4; d++) {
        unsigned who = __ballot_sync(0xffffffff, digit == d);
        if (digit == d) before = __popc(who & ((1u << lane) - 1));
        if (lane == 0) count[d][warp] = __popc(who);
    }
    __syncthreads();
    if (t < 32) {
        uint32_t c = count[t / 8][t % 8], s = c;
        for (int d = 1; d < 32; d *= 2) {
            uint32_t u = __shfl_up_sync(0xffffffff, s, d);
            if (t >= d) s += u;
        }
        count[t / 8][t % 8] = s - c;
    }
    __syncthreads();
    moved[count[digit][warp] + before] = key;
    __syncthreads();
    out[blockIdx.x * 256 + t] = moved[t];
}

// place of each by counting all smaller
extern "C" __global__ void sort_place_by_counting_smaller(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x, place = 0;
    float me = i < n ? in[i] : 0;
    for (int base = 0; base < n; base += 256) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? in[j] : __int_as_float(0x7f800000);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; k++) place += tile[k] < me || (tile[k] == me && base + k < i);
        __syncthreads();
    }
    if (i < n) out[place] = me;
}

// neighbours' runs merged: each element finds its place in the other run
extern "C" __global__ void sort_runs_merged_by_search(const long long *in, long long *out, long n, long run)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    long own = i / run * run, pair = i / (2 * run) * (2 * run);
    bool left = own == pair;
    long lo = left ? pair + run : pair, hi = left ? pair + 2 * run : pair + run;
    if (lo > n) lo = n;
    if (hi > n) hi = n;
    long first = lo;
    long long me = in[i];
    while (lo < hi) {
        long mid = (lo + hi) / 2;
        if (in[mid] < me || (!left && in[mid] == me)) lo = mid + 1;
        else hi = mid;
    }
    out[pair + (i - own) + (lo - first)] = me;
}
