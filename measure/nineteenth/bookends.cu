// Sorts.
#include <stdint.h>

// keys and loads, 512 a block of 256
extern "C" __global__ void bitonic_keys_and_loads(unsigned *keys, unsigned *loads)
{
    __shared__ unsigned k[512], v[512];
    const int t = threadIdx.x, base = blockIdx.x * 512;
    for (int q = t; q < 512; q += 256) k[q] = keys[base + q], v[q] = loads[base + q];
    for (int size = 2; size <= 512; size <<= 1)
        for (int d = size >> 1; d > 0; d >>= 1) {
            __syncthreads();
            int i = 2 * t - (t & (d - 1));
            bool up = !(i & size);
            if ((k[i] > k[i + d]) == up) {
                unsigned a = k[i], b = v[i];
                k[i] = k[i + d], v[i] = v[i + d];
                k[i + d] = a, v[i + d] = b;
            }
        }
    __syncthreads();
    for (int q = t; q < 512; q += 256) keys[base + q] = k[q], loads[base + q] = v[q];
}

// one step in memory, a pair a thread
extern "C" __global__ void bitonic_pairs_in_memory(double *data, unsigned pairs, unsigned d, unsigned size)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;
    unsigned i = 2 * t - (t & (d - 1));
    double a = data[i], b = data[i + d];
    if ((a > b) == ((i & size) == 0)) data[i] = b, data[i + d] = a;
}

// odd and even neighbours in turn until a block has nothing to swap
extern "C" __global__ void srt_neighbours_until_still(int *data)
{
    __shared__ int s[256];
    const int t = threadIdx.x;
    s[2 * t] = data[blockIdx.x * 256 + 2 * t];
    s[2 * t + 1] = data[blockIdx.x * 256 + 2 * t + 1];
    __syncthreads();
    int moved = 1;
    while (moved) {
        moved = 0;
        if (s[2 * t] > s[2 * t + 1]) {
            int a = s[2 * t];
            s[2 * t] = s[2 * t + 1], s[2 * t + 1] = a, moved = 1;
        }
        __syncthreads();
        if (t < 127 && s[2 * t + 1] > s[2 * t + 2]) {
            int a = s[2 * t + 1];
            s[2 * t + 1] = s[2 * t + 2], s[2 * t + 2] = a, moved = 1;
        }
        moved = __syncthreads_or(moved);
    }
    data[blockIdx.x * 256 + 2 * t] = s[2 * t];
    data[blockIdx.x * 256 + 2 * t + 1] = s[2 * t + 1];
}

// by insertion, 16 a thread, in memory of its own
extern "C" __global__ void srt_insertion_of_sixteen(const float *in, float *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[16];
    for (int k = 0; k < 16; k++) {
        float x = in[(size_t)r * 16 + k];
        int j = k;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
    for (int k = 0; k < 16; k++) out[(size_t)r * 16 + k] = v[k];
}

// a block of 1024 keys split by one bit after the other, four bits in all
extern "C" __global__ void rdx_four_bits_by_votes(const unsigned *in, unsigned *out, int shift)
{
    __shared__ unsigned s[1024];
    __shared__ int zeros[33];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    unsigned key = in[blockIdx.x * 1024 + t];
    for (int b = shift; b < shift + 4; b++) {
        const bool one = key >> b & 1;
        const unsigned vote = __ballot_sync(~0u, !one);
        if (lane == 0) zeros[w] = __popc(vote);
        __syncthreads();
        if (w == 0) {
            int c = zeros[lane], q = c;
            for (int d = 1; d < 32; d <<= 1) {
                int o = __shfl_up_sync(~0u, q, d);
                if (lane >= d) q += o;
            }
            zeros[lane] = q - c;
            if (lane == 31) zeros[32] = q;
        }
        __syncthreads();
        const int before = zeros[w] + __popc(vote & ((1u << lane) - 1));
        s[one ? zeros[32] + t - before : before] = key;
        __syncthreads();
        key = s[t];
    }
    out[blockIdx.x * 1024 + t] = key;
}

// two ordered lists: each thread finds its place on the path, then takes eight
extern "C" __global__ void sort_merge_eight_on_path(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int na, int nb)
{
    const int d = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (d >= na + nb) return;
    int lo = max(0, d - nb), hi = min(d, na);
    while (lo < hi) {
        int m = (lo + hi) >> 1;
        if (a[m] <= b[d - 1 - m]) lo = m + 1;
        else hi = m;
    }
    int i = lo, j = d - lo;
    for (int k = d; k < min(d + 8, na + nb); k++) out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

// ranks by counting within rows of 128, each row in shared memory
extern "C" __global__ void sort_by_counted_ranks(const float *in, float *out)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float v = s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < 128; k++) rank += s[k] < v || (s[k] == v && k < t);
    out[blockIdx.x * 128 + rank] = v;
}
