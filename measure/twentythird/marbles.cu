// Histograms.
#include <cstdint>

// bytes, four of a word, counted in shared memory
extern "C" __global__ void hist_words_of_four_bytes(const uint32_t *words, unsigned *bins, size_t n)
{
    __shared__ unsigned mine[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t w = words[i];
        atomicAdd(&mine[w & 0xff], 1u);
        atomicAdd(&mine[(w >> 8) & 0xff], 1u);
        atomicAdd(&mine[(w >> 16) & 0xff], 1u);
        atomicAdd(&mine[w >> 24], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

struct Range {
    float low, high;
};

// even bins between two limits, what lies outside is left out
template <int BINS, typename T>
__global__ void evenBins(const T *__restrict__ x, int n, Range range, int *__restrict__ bins)
{
    __shared__ int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
    __syncthreads();
    const float scale = BINS / (range.high - range.low);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = (float)x[i];
        if (v < range.low || v >= range.high) continue;
        int b = min((int)((v - range.low) * scale), BINS - 1);
        atomicAdd(local + b, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(bins + b, local[b]);
}
template __global__ void evenBins<64, float>(const float *, int, Range, int *);
template __global__ void evenBins<1000, double>(const double *, int, Range, int *);

// straight to memory: as many bins as there may be keys
extern "C" __global__ void hist_keys_straight_to_table(const unsigned *__restrict__ keys, unsigned *table, unsigned n, unsigned shift)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(table + (keys[i] >> shift), 1u);
}

// three channels of a picture, 32 levels each, a copy for each warp
extern "C" __global__ void hist_channels_copy_for_warp(const uchar3 *__restrict__ pixels, int n, int *__restrict__ bins)
{
    extern __shared__ int copies[]; // [warps][97]
    int warps = blockDim.x / 32;
    for (int k = threadIdx.x; k < 97 * warps; k += blockDim.x) copies[k] = 0;
    __syncthreads();
    int *own = copies + 97 * (threadIdx.x / 32);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar3 p = pixels[i];
        atomicAdd(own + p.x / 8, 1);
        atomicAdd(own + 32 + p.y / 8, 1);
        atomicAdd(own + 64 + p.z / 8, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 96; b += blockDim.x) {
        int sum = 0;
        for (int w = 0; w < warps; w++) sum += copies[97 * w + b];
        atomicAdd(bins + b, sum);
    }
}

// cents of each group are added up and counted: means later
extern "C" __global__ void hist_sum_and_count_of_groups(const uint8_t *group, const unsigned *value, unsigned *sums, unsigned *counts, int n)
{
    __shared__ unsigned s[32];
    __shared__ unsigned c[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0, c[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int g = group[i] & 31;
        atomicAdd(&s[g], value[i]);
        atomicAdd(&c[g], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
        atomicAdd(&counts[threadIdx.x], c[threadIdx.x]);
    }
}
