// Histograms.
#include <stdint.h>

// straight to memory, bytes by fours
extern "C" __global__ void hist_bytes_to_memory(const uchar4 *in, unsigned *bins, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uchar4 v = in[i];
    atomicAdd(bins + v.x, 1);
    atomicAdd(bins + v.y, 1);
    atomicAdd(bins + v.z, 1);
    atomicAdd(bins + v.w, 1);
}

// a copy for each warp
extern "C" __global__ void hist_copy_a_warp(const int *in, unsigned *bins, int n)
{
    __shared__ unsigned s[6][64];
    const int w = threadIdx.x / 32;
    for (int k = threadIdx.x; k < 6 * 64; k += blockDim.x) (&s[0][0])[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[w][in[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 64; k += blockDim.x) {
        unsigned t = 0;
        for (int q = 0; q < 6; q++) t += s[q][k];
        if (t) atomicAdd(&bins[k], t);
    }
}

// weights over a board of places
extern "C" __global__ void bin_weights_on_board(const float2 *at, const float *weight, float *board, int n, int w, int h)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 p = at[i];
        int x = min((int)(p.x * w), w - 1), y = min((int)(p.y * h), h - 1);
        atomicAdd(board + y * w + x, weight[i]);
    }
}

// many bins, all of them held by the block
extern "C" __global__ void hist_many_held(const uint16_t *in, unsigned *bins, int n, int count)
{
    extern __shared__ unsigned held[];
    for (int k = threadIdx.x; k < count; k += blockDim.x) held[k] = 0;
    __syncthreads();
    const int each = (n + gridDim.x - 1) / gridDim.x, from = blockIdx.x * each, to = min(from + each, n);
    for (int i = from + threadIdx.x; i < to; i += blockDim.x) atomicAdd(held + in[i], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        if (held[k]) atomicAdd(bins + k, held[k]);
}

// lanes with the same value send one of them
extern "C" __global__ void hist_one_for_equals(const int *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned mask = __match_any_sync(__activemask(), in[i]);
    if (__ffs(mask) - 1 == (int)(threadIdx.x & 31)) atomicAdd(bins + in[i], __popc(mask));
}

// ten bins between two limits, in the registers of a thread
extern "C" __global__ void hist_ten_in_registers(const double *in, int *bins, int n, double low, double width)
{
    int c[10] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = (int)((in[i] - low) / width);
#pragma unroll
        for (int k = 0; k < 10; k++) c[k] += b == k;
    }
#pragma unroll
    for (int k = 0; k < 10; k++) {
        int s = __reduce_add_sync(~0u, c[k]);
        if ((threadIdx.x & 31) == 0) atomicAdd(bins + k, s);
    }
}
