// Histograms.

extern "C" __global__ void histPlainAtomics(const unsigned char *buffer, long size, unsigned int *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}

extern "C" __global__ void histPrivate(const int *data, int n, int *bins, int count)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < count; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < count; b += blockDim.x)
        if (local[b]) atomicAdd(&bins[b], local[b]);
}

// a copy for each warp, four bytes at a time
extern "C" __global__ void histPerWarp(const uchar4 *__restrict__ data, unsigned *__restrict__ partial, int n4)
{
    __shared__ unsigned h[8][256];
    unsigned *mine = h[threadIdx.x / 32];
    for (int i = threadIdx.x; i < 8 * 256; i += 256) ((unsigned *)h)[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        uchar4 v = data[i];
        atomicAdd(mine + v.x, 1u);
        atomicAdd(mine + v.y, 1u);
        atomicAdd(mine + v.z, 1u);
        atomicAdd(mine + v.w, 1u);
    }
    __syncthreads();
    unsigned s = 0;
    for (int w = 0; w < 8; w++) s += h[w][threadIdx.x];
    partial[blockIdx.x * 256 + threadIdx.x] = s;
}

// x and y in 64 x 64 fields of a plane
extern "C" __global__ void histPlane(const float2 *points, unsigned *fields, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = points[i];
    int x = (int)((p.x + 1.0f) * 32.0f), y = (int)((p.y + 1.0f) * 32.0f);
    x = min(max(x, 0), 63);
    y = min(max(y, 0), 63);
    atomicAdd(&fields[y * 64 + x], 1u);
}

// skewed data: lanes with the same bin let one of them add
extern "C" __global__ void histMatched(const unsigned char *in, int n, unsigned *bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i] >> 2;
        unsigned same = __match_any_sync(__activemask(), b);
        if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(bins + b, __popc(same));
    }
}

extern "C" __global__ void histLogBins(const double *x, int *bins, int n)
{
    __shared__ int local[32];
    if (threadIdx.x < 32) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int e = -ilogb(x[i] + 1e-12);
        atomicAdd_block(&local[min(max(e, 0), 31)], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}
