// Histograms.
#include <stdint.h>

extern "C" __global__ void hist_bytes_of_quads(const uint4 *in, unsigned *hist, int n)
{
    __shared__ unsigned h[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) h[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = in[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int q = 0; q < 4; q++) {
            atomicAdd(&h[w[q] & 255], 1);
            atomicAdd(&h[w[q] >> 8 & 255], 1);
            atomicAdd(&h[w[q] >> 16 & 255], 1);
            atomicAdd(&h[w[q] >> 24], 1);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (h[k]) atomicAdd(&hist[k], h[k]);
}

extern "C" __global__ void hist_doubles_to_memory(const double *x, int *hist, int bins, double low, double scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int b = (int)((x[i] - low) * scale);
    if (b >= 0 && b < bins) atomicAdd(hist + b, 1);
}

extern "C" __global__ void hist_thousands_of_bins(const int *__restrict__ key, int *__restrict__ hist, int bins, int n)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[key[i] % bins], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&hist[b], local[b]);
}

#define WARPS 8
extern "C" __global__ void hist_one_for_each_warp(const unsigned char *data, unsigned *hist, int n)
{
    __shared__ unsigned h[WARPS][64];
    unsigned *mine = h[threadIdx.x / 32];
    for (int b = threadIdx.x % 32; b < 64; b += 32) mine[b] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&mine[data[i] >> 2], 1u);
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned s = 0;
        for (int w = 0; w < WARPS; w++) s += h[w][threadIdx.x];
        atomicAdd(&hist[threadIdx.x], s);
    }
}

// products of small numbers: few bins get nearly all
extern "C" __global__ void hist_of_steep_powers(const float *x, int *hist, int n)
{
    __shared__ int h[100];
    if (threadIdx.x < 100) h[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        v = v * v * v;
        atomicAdd(&h[min((int)(v * v * 100), 99)], 1);
    }
    __syncthreads();
    if (threadIdx.x < 100 && h[threadIdx.x]) atomicAdd(&hist[threadIdx.x], h[threadIdx.x]);
}

extern "C" __global__ void bin_places_of_points(const float2 *p, int *count, int *slot, int side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cx = min((int)(p[i].x * side), side - 1), cy = min((int)(p[i].y * side), side - 1);
    slot[i] = atomicAdd(&count[cy * side + cx], 1);
}

// a thread a stretch; equal neighbours are counted first, then added once
extern "C" __global__ void hist_runs_of_equal(const int *key, int *hist, int n, int each)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = t * each, end = min(i + each, n);
    if (i >= n) return;
    int now = key[i] >> 5, count = 0;
    for (; i < end; i++) {
        int k = key[i] >> 5;
        if (k != now) {
            atomicAdd(&hist[now], count);
            now = k;
            count = 0;
        }
        count++;
    }
    atomicAdd(&hist[now], count);
}
