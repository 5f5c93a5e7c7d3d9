// Histograms.

extern "C" __global__ void histThenMerge(const int *keys, int n, int *bins, int count)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < count; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[keys[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < count; b += blockDim.x)
        if (local[b]) atomicAdd(&bins[b], local[b]);
}

extern "C" __global__ void histShortsGlobal(const unsigned short *v, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(bins + (v[i] >> 4), 1u);
}

// sixteen bytes a load, four copies of the counters
extern "C" __global__ void histSixteenBytes(const uint4 *data, unsigned *bins, unsigned n)
{
    __shared__ unsigned copies[4][256];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) copies[k >> 8][k & 255] = 0;
    __syncthreads();
    unsigned *my = copies[threadIdx.x & 3];
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 q = data[i];
        unsigned w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            atomicAdd(&my[w[k] & 255], 1);
            atomicAdd(&my[(w[k] >> 8) & 255], 1);
            atomicAdd(&my[(w[k] >> 16) & 255], 1);
            atomicAdd(&my[w[k] >> 24], 1);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], copies[0][b] + copies[1][b] + copies[2][b] + copies[3][b]);
}

// no atomics: every thread counts bytes in its own column of shared memory
extern "C" __global__ void histOwnColumns(const unsigned char *in, int *out, int each)
{
    __shared__ unsigned char c[16][128];
    for (int b = 0; b < 16; b++) c[b][threadIdx.x] = 0;
    const unsigned char *p = in + (size_t)blockIdx.x * 128 * each;
    for (int k = 0; k < each; k++) c[p[k * 128 + threadIdx.x] & 15][threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x < 16) {
        int s = 0;
        for (int t = 0; t < 128; t++) s += c[threadIdx.x][(t + threadIdx.x * 4) & 127];
        out[blockIdx.x * 16 + threadIdx.x] = s;
    }
}

extern "C" __global__ void histWeightedFloats(const float *x, const float *w, float *bins, int n, float lo, float scale, int count)
{
    __shared__ float b[64];
    if (threadIdx.x < 64) b[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int k = (int)((x[i] - lo) * scale);
        if (k >= 0 && k < count) atomicAdd(&b[k], w[i]);
    }
    __syncthreads();
    if (threadIdx.x < count) atomicAdd(&bins[threadIdx.x], b[threadIdx.x]);
}

// edges in order; the bin is sought by halving
extern "C" __global__ void histUnevenEdges(const int *__restrict__ v, const int *__restrict__ edges, int *__restrict__ bins, int n,
                                           int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = v[i], lo = 0, hi = count;
    while (hi - lo > 1) {
        int mid = (lo + hi) >> 1;
        if (edges[mid] <= x) lo = mid;
        else hi = mid;
    }
    atomicAdd(&bins[lo], 1);
}
