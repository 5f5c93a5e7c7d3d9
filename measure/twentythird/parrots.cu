// Sorting.
#include <cstdint>

// one step of the bitonic network over all of memory, a thread for each pair
extern "C" __global__ void bitonic_thread_for_each_pair(unsigned long long *keys, unsigned half, unsigned stride, unsigned size)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= half) return;
    unsigned low = 2 * stride * (t / stride) + t % stride, high = low + stride;
    bool up = (low & size) == 0;
    unsigned long long a = keys[low], b = keys[high];
    if ((a > b) == up) {
        keys[low] = b;
        keys[high] = a;
    }
}

// a tile in shared memory, all steps
template <typename T, int SIZE>
__global__ void bitonicTile(T *data, int n)
{
    __shared__ T s[SIZE];
    const int base = blockIdx.x * SIZE;
    for (int k = threadIdx.x; k < SIZE; k += blockDim.x) s[k] = base + k < n ? data[base + k] : (T)1e9;
    __syncthreads();
    for (int size = 2; size <= SIZE; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            for (int k = threadIdx.x; k < SIZE / 2; k += blockDim.x) {
                int i = 2 * k - (k & (stride - 1));
                bool up = (i & size) == 0;
                T a = s[i], b = s[i + stride];
                if ((a > b) == up) s[i] = b, s[i + stride] = a;
            }
            __syncthreads();
        }
    for (int k = threadIdx.x; k < SIZE; k += blockDim.x)
        if (base + k < n) data[base + k] = s[k];
}
template __global__ void bitonicTile<float, 1024>(float *, int);
template __global__ void bitonicTile<int, 256>(int *, int);

// neighbours change places in turns, odd and even, until a block of numbers is in order
extern "C" __global__ void sort_neighbours_odd_even(short *data)
{
    extern __shared__ short row[];
    int n = 2 * blockDim.x, t = threadIdx.x;
    short *mine = data + (size_t)n * blockIdx.x;
    row[t] = mine[t];
    row[t + blockDim.x] = mine[t + blockDim.x];
    for (int turn = 0; turn < n; turn++) {
        __syncthreads();
        int i = 2 * t + (turn & 1);
        if (i + 1 < n) {
            short a = row[i], b = row[i + 1];
            if (a > b) row[i] = b, row[i + 1] = a;
        }
    }
    __syncthreads();
    mine[t] = row[t];
    mine[t + blockDim.x] = row[t + blockDim.x];
}

// radix sort of a block's keys by their lowest bits, a bit at a time: zeros to the front
template <int THREADS>
__global__ void splitByBits(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int first, int bits)
{
    __shared__ uint32_t keys[THREADS];
    __shared__ int zeros[THREADS / 32 + 1];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    uint32_t key = in[blockIdx.x * THREADS + t];
    for (int b = first; b < first + bits; b++) {
        const bool zero = !(key >> b & 1);
        const unsigned votes = __ballot_sync(0xffffffffu, zero);
        if (lane == 0) zeros[warp + 1] = __popc(votes);
        __syncthreads();
        if (t == 0) {
            zeros[0] = 0;
            for (int w = 1; w <= THREADS / 32; w++) zeros[w] += zeros[w - 1];
        }
        __syncthreads();
        const int before = zeros[warp] + __popc(votes & ((1u << lane) - 1));
        const int place = zero ? before : zeros[THREADS / 32] + t - before;
        keys[place] = key;
        __syncthreads();
        key = keys[t];
    }
    out[blockIdx.x * THREADS + t] = key;
}
template __global__ void splitByBits<256>(const uint32_t *, uint32_t *, int, int);

// two sorted arrays into one: each thread finds its place on the diagonal and merges a few
extern "C" __global__ void sort_merged_from_diagonals(const int *__restrict__ a, int na, const int *__restrict__ b, int nb, int *__restrict__ out, int each)
{
    long start = (long)(blockIdx.x * blockDim.x + threadIdx.x) * each;
    if (start >= (long)na + nb) return;
    int d = (int)start, lo = max(0, d - nb), hi = min(d, na);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= b[d - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    int i = lo, j = d - lo;
    for (int k = d; k < d + each && k < na + nb; k++) {
        bool of_a = j >= nb || (i < na && a[i] <= b[j]);
        out[k] = of_a ? a[i++] : b[j++];
    }
}

// a short row in the registers of each thread, a network of neighbours
template <int N>
__global__ void shortRows(const float *__restrict__ in, float *__restrict__ out, unsigned rows)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[N];
#pragma unroll
    for (int k = 0; k < N; k++) v[k] = in[(size_t)k * rows + r];
#pragma unroll
    for (int turn = 0; turn < N; turn++)
#pragma unroll
        for (int k = turn & 1; k + 1 < N; k += 2) {
            float a = fminf(v[k], v[k + 1]), b = fmaxf(v[k], v[k + 1]);
            v[k] = a;
            v[k + 1] = b;
        }
#pragma unroll
    for (int k = 0; k < N; k++) out[(size_t)k * rows + r] = v[k];
}
template __global__ void shortRows<7>(const float *, float *, unsigned);
template __global__ void shortRows<16>(const float *, float *, unsigned);
