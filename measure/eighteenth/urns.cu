// Histograms.
#include <stdint.h>

// shared, two copies by parity of the lane, as template over bins
template <int BINS, typename K>
__global__ void parityBins(const K *keys, int *bins, int n)
{
    __shared__ int h[2][BINS];
    for (int k = threadIdx.x; k < 2 * BINS; k += blockDim.x) (&h[0][0])[k] = 0;
    __syncthreads();
    int *mine = h[threadIdx.x & 1];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[keys[i] % BINS], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        if (int s = h[0][k] + h[1][k]) atomicAdd(&bins[k], s);
}
template __global__ void parityBins<100, uint32_t>(const uint32_t *, int *, int);
template __global__ void parityBins<2048, uint16_t>(const uint16_t *, int *, int);

// brightness of pixels, weight added as floats
extern "C" __global__ void hist_brightness_weighted(const uchar4 *pixel, const float *weight, float *bins, int n)
{
    __shared__ float h[64];
    if (threadIdx.x < 64) h[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = pixel[i];
        int luma = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
        atomicAdd(&h[luma >> 2], weight[i]);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}

// nine counters of a thread packed in registers as bits, warp sums at the end
extern "C" __global__ void hist_votes_in_registers(const uint8_t *vote, int *count, int n)
{
    unsigned long long a = 0, b = 0;
    int rounds = 0;
    int total[8] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = vote[i] & 7;
        if (v < 4) a += 1ull << (16 * v);
        else b += 1ull << (16 * (v - 4));
        rounds++;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        total[k] = (int)(a >> (16 * k) & 0xffff);
        total[k + 4] = (int)(b >> (16 * k) & 0xffff);
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int s = __reduce_add_sync(~0u, total[k]);
        if ((threadIdx.x & 31) == k && rounds >= 0) atomicAdd(&count[k], s);
    }
}

// peaks of rows in bins of unequal width, searched in shared memory
extern "C" __global__ void hist_by_searched_edges(const float *in, const float *edges, int bins, int *hist, int n)
{
    extern __shared__ float s[];
    int *h = (int *)(s + bins + 1);
    for (int k = threadIdx.x; k <= bins; k += blockDim.x) s[k] = edges[k];
    for (int k = threadIdx.x; k < bins; k += blockDim.x) h[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = in[i];
        int lo = 0, hi = bins;
        while (hi - lo > 1) {
            int m = (lo + hi) / 2;
            if (v < s[m]) hi = m;
            else lo = m;
        }
        atomicAdd(&h[lo], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x) atomicAdd(&hist[k], h[k]);
}

// a block counts one bin's range only: many blocks read the same
extern "C" __global__ void hist_block_owns_a_range(const int *keys, int *hist, int n, int width)
{
    extern __shared__ int h[];
    int low = blockIdx.x * width;
    for (int k = threadIdx.x; k < width; k += blockDim.x) h[k] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned k = (unsigned)(keys[i] - low);
        if (k < width) atomicAdd(&h[k], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < width; k += blockDim.x) hist[low + k] = h[k];
}
