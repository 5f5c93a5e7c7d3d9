// Counts of what falls where.
#include <cstdint>

// everyone straight into the table
extern "C" __global__ void hist_bytes_to_one_table(const unsigned char *text, int n, unsigned int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[text[i]], 1);
}

// a copy for each block
template <typename T, int BINS>
__global__ void copyOfBlock(const T *__restrict__ in, size_t n, unsigned *__restrict__ counts)
{
    __shared__ unsigned own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(own + in[i] % BINS, 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (own[b]) atomicAdd(counts + b, own[b]);
}
template __global__ void copyOfBlock<unsigned, 1024>(const unsigned *, size_t, unsigned *);
template __global__ void copyOfBlock<unsigned short, 100>(const unsigned short *, size_t, unsigned *);

// brightness of two pictures, 64 by 64 of the pairs
extern "C" __global__ void hist_pairs_of_pictures(const uchar4 *__restrict__ a, const uchar4 *__restrict__ b, int quads, int *__restrict__ joint)
{
    __shared__ int own[64 * 64];
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) own[k] = 0;
    __syncthreads();
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += step) {
        uchar4 p = a[i], q = b[i];
        atomicAdd(&own[(p.x >> 2) * 64 + (q.x >> 2)], 1);
        atomicAdd(&own[(p.y >> 2) * 64 + (q.y >> 2)], 1);
        atomicAdd(&own[(p.z >> 2) * 64 + (q.z >> 2)], 1);
        atomicAdd(&own[(p.w >> 2) * 64 + (q.w >> 2)], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) atomicAdd(&joint[k], own[k]);
}

// weights summed in bins
struct Axis {
    float from, per;
    int bins;
};
extern "C" __global__ void hist_weights_on_axis(const float *__restrict__ x, const float *__restrict__ w, int n, Axis axis, float *__restrict__ out)
{
    extern __shared__ float bin[];
    for (int b = threadIdx.x; b < axis.bins; b += blockDim.x) bin[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int b = (int)floorf((__ldg(x + i) - axis.from) * axis.per);
        if (b >= 0 && b < axis.bins) atomicAdd(bin + b, __ldg(w + i));
    }
    __syncthreads();
    for (int b = threadIdx.x; b < axis.bins; b += blockDim.x) atomicAdd(out + b, bin[b]);
}

// uneven bins: edges searched in constant memory
__constant__ float edges[128];
extern "C" __global__ void hist_search_among_edges(const float *values, unsigned n, unsigned *counts)
{
    __shared__ unsigned own[128];
    if (threadIdx.x < 128) own[threadIdx.x] = 0;
    __syncthreads();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = values[i];
        int lo = 0, hi = 127;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (v < edges[mid]) hi = mid;
            else lo = mid + 1;
        }
        atomicAdd(&own[lo], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 128 && own[threadIdx.x]) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

// few classes: each thread keeps its counts in columns of shared memory
extern "C" __global__ void hist_column_for_thread(const uint32_t *__restrict__ in, long long n, int *__restrict__ counts)
{
    __shared__ uint16_t own[16][256];
    const int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; k++) own[k][t] = 0;
    for (long long i = blockIdx.x * 256LL + t; i < n; i += gridDim.x * 256LL) {
        uint32_t v = in[i];
        for (int k = 0; k < 8; k++, v >>= 4) own[v & 15][t]++;
    }
    __syncthreads();
    int k = t / 16, sum = 0;
    for (int j = t % 16; j < 256; j += 16) sum += own[k][j];
    for (int d = 8; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 16);
    if (t % 16 == 0) atomicAdd(counts + k, sum);
}
