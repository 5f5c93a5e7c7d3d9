// Sorting and its pieces.
#include <cstddef>
#include <cstdint>

// Keys with values, 2 * THREADS of them in each block.
template <int THREADS>
__global__ void __launch_bounds__(THREADS)
pairsInShared(const unsigned *keys_in, const int *values_in, unsigned *keys_out, int *values_out, int n)
{
    __shared__ unsigned key[2 * THREADS];
    __shared__ int value[2 * THREADS];
    const int base = blockIdx.x * 2 * THREADS;
    for (int i = threadIdx.x; i < 2 * THREADS; i += THREADS) {
        key[i] = base + i < n ? keys_in[base + i] : 0xffffffffu;
        value[i] = base + i < n ? values_in[base + i] : -1;
    }
    for (int size = 2; size <= 2 * THREADS; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int p = 2 * threadIdx.x - (threadIdx.x & (stride - 1)), q = p + stride;
            bool up = (p & size) == 0;
            if ((key[p] > key[q]) == up) {
                unsigned k = key[p];
                key[p] = key[q];
                key[q] = k;
                int v = value[p];
                value[p] = value[q];
                value[q] = v;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 2 * THREADS; i += THREADS)
        if (base + i < n) {
            keys_out[base + i] = key[i];
            values_out[base + i] = value[i];
        }
}
template __global__ void pairsInShared<512>(const unsigned *, const int *, unsigned *, int *, int);
template __global__ void pairsInShared<128>(const unsigned *, const int *, unsigned *, int *, int);

extern "C" __global__ void sort_bitonic_step_in_global(float *a, unsigned n, unsigned j, unsigned k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned other = i ^ j;
    if (other > i && other < n) {
        float x = a[i], y = a[other];
        if ((i & k) == 0 ? x > y : x < y) {
            a[i] = y;
            a[other] = x;
        }
    }
}

extern "C" __global__ void sort_exchanging_neighbours(const short *in, short *out, int n)
{
    extern __shared__ short row[];
    int per = 2 * blockDim.x, base = blockIdx.x * per, t = threadIdx.x;
    row[t] = base + t < n ? in[base + t] : 32767;
    row[t + blockDim.x] = base + t + (int)blockDim.x < n ? in[base + t + blockDim.x] : 32767;
    for (int phase = 0; phase < per; phase++) {
        __syncthreads();
        int p = 2 * t + (phase & 1);
        if (p + 1 < per && row[p] > row[p + 1]) {
            short s = row[p];
            row[p] = row[p + 1];
            row[p + 1] = s;
        }
    }
    __syncthreads();
    if (base + t < n) out[base + t] = row[t];
    if (base + t + (int)blockDim.x < n) out[base + t + blockDim.x] = row[t + blockDim.x];
}

// The place of each is how many are smaller.
extern "C" __global__ void sort_rank_by_counting_all(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float mine = i < n ? in[i] : 0.0f;
    int rank = 0;
    for (int start = 0; start < n; start += 256) {
        __syncthreads();
        if (start + threadIdx.x < n) tile[threadIdx.x] = in[start + threadIdx.x];
        __syncthreads();
        int many = min(256, n - start);
        for (int k = 0; k < many; k++)
            rank += tile[k] < mine || (tile[k] == mine && start + k < i);
    }
    if (i < n) out[rank] = mine;
}

// How often each digit of DIGIT bits occurs in the part of a block; digit-major for the scan after.
extern "C" __global__ void sort_radix_count_digits(const unsigned *__restrict__ keys, unsigned *__restrict__ counts, unsigned n,
                                                   int shift, unsigned per_block)
{
    __shared__ unsigned c[16];
    if (threadIdx.x < 16) c[threadIdx.x] = 0;
    __syncthreads();
    unsigned from = blockIdx.x * per_block, to = min(n, from + per_block);
    for (unsigned i = from + threadIdx.x; i < to; i += blockDim.x) {
        unsigned d = keys[i] >> shift & 15u;
        atomicAdd(&c[d], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}

// Stable split of each block's keys by bits first..last.
extern "C" __global__ void __launch_bounds__(256)
sort_radix_split_block(const unsigned *in, unsigned *out, int n, int first, int last)
{
    __shared__ unsigned keys[256];
    __shared__ int zeros_of[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned key = i < n ? in[i] : 0xffffffffu;
    for (int bit = first; bit < last; bit++) {
        unsigned one = key >> bit & 1;
        unsigned zeros = __ballot_sync(0xffffffffu, !one);
        if (lane == 0) zeros_of[warp] = __popc(zeros);
        __syncthreads();
        int before = 0, all = 0;
        for (int w = 0; w < 8; w++) {
            if (w < warp) before += zeros_of[w];
            all += zeros_of[w];
        }
        before += __popc(zeros & ((1u << lane) - 1));
        keys[one ? all + (int)threadIdx.x - before : before] = key;
        __syncthreads();
        key = keys[threadIdx.x];
    }
    if (i < n) out[i] = key;
}

// Each thread finds its diagonal of two sorted lists and merges some in turn.
extern "C" __global__ void sort_merge_from_diagonals(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out,
                                                     int na, int nb, int each)
{
    int d = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    if (d >= na + nb) return;
    int low = max(0, d - nb), high = min(d, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[d - 1 - mid]) low = mid + 1;
        else high = mid;
    }
    int i = low, j = d - low;
    int end = min(d + each, na + nb);
    for (int k = d; k < end; k++)
        out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

// A small row for each thread, sorted in registers by odd-even exchanges.
template <typename T, int N> __global__ void smallRows(const T *in, T *out, size_t rows)
{
    size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    T v[N];
#pragma unroll
    for (int k = 0; k < N; k++) v[k] = in[r * N + k];
#pragma unroll
    for (int p = 0; p < N; p++)
#pragma unroll
        for (int k = p % 2; k + 1 < N; k += 2) {
            T lo = v[k] < v[k + 1] ? v[k] : v[k + 1], hi = v[k] < v[k + 1] ? v[k + 1] : v[k];
            v[k] = lo;
            v[k + 1] = hi;
        }
#pragma unroll
    for (int k = 0; k < N; k++) out[r * N + k] = v[k];
}
template __global__ void smallRows<double, 9>(const double *, double *, size_t);
template __global__ void smallRows<int, 16>(const int *, int *, size_t);
