// Histograms and bins.
#include <stdint.h>

extern "C" __global__ void hist_shorts_four_copies(const uint16_t *__restrict__ in, unsigned *__restrict__ out, int n)
{
    __shared__ unsigned h[4][1024];
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) h[k / 1024][k % 1024] = 0;
    __syncthreads();
    unsigned *mine = h[threadIdx.x / 32 % 4];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(mine + (in[i] & 1023), 1u);
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) {
        unsigned s = h[0][k] + h[1][k] + h[2][k] + h[3][k];
        if (s) atomicAdd(out + k, s);
    }
}

// 16 bins, a column of the bank for each thread: no atomics, bytes for counters, four to a word
extern "C" __global__ void hist_private_bytes(const uint32_t *__restrict__ in, unsigned *__restrict__ out, int words)
{
    __shared__ uint8_t h[16][128 * 4];
    for (int k = threadIdx.x; k < 16 * 128; k += 128) ((uint32_t *)h)[k] = 0;
    __syncthreads();
    const int first = blockIdx.x * 128 * 7;
    for (int k = 0; k < 7; k++) {
        int i = first + k * 128 + threadIdx.x;
        if (i >= words) break;
        uint32_t v = in[i];
#pragma unroll
        for (int nib = 0; nib < 8; nib++) h[v >> 4 * nib & 15][threadIdx.x * 4]++;
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned s = 0;
        for (int t = 0; t < 128; t++) s += h[threadIdx.x][((t + threadIdx.x) & 127) * 4];
        atomicAdd(out + threadIdx.x, s);
    }
}

// 8 directions of gradients for each cell of 8 x 8 pixels
extern "C" __global__ void hist_gradient_cells(const float *__restrict__ img, float *__restrict__ cells, int w, int h)
{
    __shared__ float bins[8];
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, t = threadIdx.y * 8 + threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        float gx = img[y * w + x + 1] - img[y * w + x - 1], gy = img[(y + 1) * w + x] - img[(y - 1) * w + x];
        int bin = (gx > 0) + 2 * (gy > 0) + 4 * (fabsf(gx) > fabsf(gy));
        atomicAdd(&bins[bin], sqrtf(gx * gx + gy * gy));
    }
    __syncthreads();
    if (t < 8) cells[(blockIdx.y * gridDim.x + blockIdx.x) * 8 + t] = bins[t];
}

// weights to 64-bit counters, bins found by search among edges in shared memory
extern "C" __global__ void hist_weights_by_edges(const float *__restrict__ x, const int *__restrict__ weight, const float *__restrict__ edges, unsigned long long *__restrict__ out, int n)
{
    __shared__ float e[64];
    __shared__ unsigned long long h[64];
    if (threadIdx.x < 64) e[threadIdx.x] = edges[threadIdx.x], h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        int at = 0;
#pragma unroll
        for (int s = 32; s; s >>= 1)
            if (e[at + s] <= v) at += s;
        atomicAdd(&h[at], (unsigned long long)weight[i]);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(out + threadIdx.x, h[threadIdx.x]);
}

// where each particle's cell is, and its rank in the cell
extern "C" __global__ void bin_ranks_in_cells(const float4 *__restrict__ p, int *counts, int2 *__restrict__ cellAndRank, int n, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 q = p[i];
    int cell = ((int)(q.z * side) * side + (int)(q.y * side)) * side + (int)(q.x * side);
    cellAndRank[i] = make_int2(cell, atomicAdd(counts + cell, 1));
}
