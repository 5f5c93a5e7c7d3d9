// Sorting: steps of networks, digits, merges.
#include <cstdint>

// one step of a bitonic sort in global memory, keys with what belongs to them
extern "C" __global__ void sort_bitonic_step_of_pairs(float *key, int *value, int n, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i ^ j;
    if (i >= n || other <= i) return;
    float a = key[i], b = key[other];
    bool up = (i & k) == 0;
    if ((a > b) == up) {
        key[i] = b;
        key[other] = a;
        int t = value[i];
        value[i] = value[other];
        value[other] = t;
    }
}

// a whole tile sorted in shared memory, two keys for each thread
template <typename K, int THREADS>
__global__ void tileSort(K *keys)
{
    __shared__ K tile[2 * THREADS];
    K *mine = keys + (size_t)blockIdx.x * 2 * THREADS;
    tile[threadIdx.x] = mine[threadIdx.x];
    tile[threadIdx.x + THREADS] = mine[threadIdx.x + THREADS];
    for (unsigned k = 2; k <= 2 * THREADS; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            unsigned lo = 2 * threadIdx.x - (threadIdx.x & (j - 1));
            unsigned hi = lo + j;
            bool descending = (lo & k) != 0;
            K a = tile[lo], b = tile[hi];
            if ((b < a) != descending) {
                tile[lo] = b;
                tile[hi] = a;
            }
        }
    }
    __syncthreads();
    mine[threadIdx.x] = tile[threadIdx.x];
    mine[threadIdx.x + THREADS] = tile[threadIdx.x + THREADS];
}
template __global__ void tileSort<unsigned, 512>(unsigned *);
template __global__ void tileSort<double, 128>(double *);

// how often each digit of four bits stands in a block's keys; counts lie digit by digit
__global__ void countDigits(const unsigned *keys, int *counts, int n, int shift)
{
    __shared__ int count[16];
    if (threadIdx.x < 16) count[threadIdx.x] = 0;
    __syncthreads();
    int base = blockIdx.x * blockDim.x * 8;
#pragma unroll 4
    for (int e = 0; e < 8; e++) {
        int i = base + e * blockDim.x + threadIdx.x;
        if (i < n) atomicAdd(&count[keys[i] >> shift & 15], 1);
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// a tile ordered by one digit: a split for each of its bits, ranks by votes
__global__ void __launch_bounds__(256) sortTileByByte(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int shift)
{
    __shared__ uint32_t a[256], b[256];
    __shared__ int zeros[8];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    a[t] = in[blockIdx.x * 256 + t];
    uint32_t *from = a, *to = b;
    for (int bit = shift; bit < shift + 8; bit++) {
        __syncthreads();
        uint32_t key = from[t];
        bool one = key >> bit & 1;
        unsigned votes = __ballot_sync(0xffffffffu, !one);
        if (lane == 0) zeros[w] = __popc(votes);
        __syncthreads();
        int before = 0, all = 0;
        for (int i = 0; i < 8; i++) {
            if (i < w) before += zeros[i];
            all += zeros[i];
        }
        before += __popc(votes & ((1u << lane) - 1));
        to[one ? all + t - before : before] = key;
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    __syncthreads();
    out[blockIdx.x * 256 + t] = from[t];
}

__device__ int firstNotBelow(const int *run, int count, int key)
{
    int lo = 0;
    while (count > 0) {
        int half = count / 2;
        if (run[lo + half] < key) {
            lo += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return lo;
}

// each element finds its place in the merger of its run and the run beside: the left one's go first
extern "C" __global__ void sort_merge_runs_by_rank(const int *__restrict__ in, int *__restrict__ out, int n, int run)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int mine = i / run, pair = mine / 2 * 2 * run;
    int key = in[i];
    bool right = mine & 1;
    int begin = right ? pair : pair + run;
    int count = begin >= n ? 0 : n - begin < run ? n - begin : run;
    int rank = firstNotBelow(in + begin, count, right ? key + 1 : key);
    out[pair + i - mine * run + rank] = key;
}

// the five largest of a row, kept in registers by each thread for a row of its own (scores of classes)
extern "C" __global__ void sort_five_best_of_row(const float *scores, int rows, int classes, float *best, short *which)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float top[5];
    int at[5];
#pragma unroll
    for (int k = 0; k < 5; k++) top[k] = -1e30f, at[k] = -1;
    for (int c = 0; c < classes; c++) {
        float v = scores[(size_t)row * classes + c];
        if (v <= top[4]) continue;
        int place = c;
#pragma unroll
        for (int k = 0; k < 5; k++)
            if (v > top[k]) {
                float tv = top[k];
                int ta = at[k];
                top[k] = v, at[k] = place;
                v = tv, place = ta;
            }
    }
#pragma unroll
    for (int k = 0; k < 5; k++) {
        best[5 * row + k] = top[k];
        which[5 * row + k] = (short)at[k];
    }
}
