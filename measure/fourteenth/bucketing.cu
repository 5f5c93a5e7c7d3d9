// Counting into bins.
#include <stdint.h>

extern "C" __global__ void hist_bytes_global(const unsigned char *data, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[data[i]], 1u);
}

extern "C" __global__ void hist_bytes_shared(const unsigned char *__restrict__ data, unsigned *__restrict__ bins, int n)
{
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (local[b]) atomicAdd(&bins[b], local[b]);
}

// a copy for every warp, four bytes at a time
extern "C" __global__ void hist_copy_per_warp(const uchar4 *__restrict__ data, unsigned *__restrict__ bins, int quads)
{
    __shared__ unsigned local[8][256];
    for (int b = threadIdx.x; b < 8 * 256; b += 256) (&local[0][0])[b] = 0;
    __syncthreads();
    unsigned *mine = local[threadIdx.x / 32];
    for (int q = blockIdx.x * 256 + threadIdx.x; q < quads; q += gridDim.x * 256) {
        uchar4 v = data[q];
        atomicAdd(&mine[v.x], 1u);
        atomicAdd(&mine[v.y], 1u);
        atomicAdd(&mine[v.z], 1u);
        atomicAdd(&mine[v.w], 1u);
    }
    __syncthreads();
    unsigned s = 0;
    for (int w = 0; w < 8; w++) s += local[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], s);
}

extern "C" __global__ void hist_plane_of_pairs(const float2 *__restrict__ p, unsigned *__restrict__ bins, int n, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 v = p[i];
    int x = min((int)((v.x * 0.5f + 0.5f) * side), side - 1), y = min((int)((v.y * 0.5f + 0.5f) * side), side - 1);
    atomicAdd(&bins[y * side + x], 1u);
}

// lanes with the same bin are counted by one of them
extern "C" __global__ void hist_matched_lanes(const int *__restrict__ data, unsigned *__restrict__ bins, int n)
{
    int lane = threadIdx.x & 31;
    for (int base = (blockIdx.x * blockDim.x + threadIdx.x) & ~31; base < n; base += gridDim.x * blockDim.x) {
        int i = base + lane, b = i < n ? data[i] : -1;
        unsigned same = __match_any_sync(0xffffffffu, b);
        if (b >= 0 && __ffs(same) - 1 == lane) atomicAdd(&bins[b], __popc(same));
    }
}

extern "C" __global__ void hist_privatised_large(const uint16_t *__restrict__ data, unsigned *__restrict__ bins, int n, int count)
{
    extern __shared__ unsigned hpl_bins[];
    for (int b = threadIdx.x; b < count; b += blockDim.x) hpl_bins[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&hpl_bins[data[i] % count], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < count; b += blockDim.x) atomicAdd(&bins[b], hpl_bins[b]);
}
