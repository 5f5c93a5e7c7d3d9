// Histograms.

extern "C" __global__ void histogramGlobal(const unsigned char *data, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
    while (i < n) {
        atomicAdd(&bins[data[i]], 1);
        i += stride;
    }
}

extern "C" __global__ void histogramShared(const unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

// sixteen bytes at a time
extern "C" __global__ void histogramWide(const uint4 *data, unsigned *histo, int quads)
{
    __shared__ unsigned h[4][256];
    for (int b = threadIdx.x; b < 4 * 256; b += blockDim.x)
        h[b / 256][b % 256] = 0;
    __syncthreads();
    unsigned *mine = h[threadIdx.x / 32 % 4];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uint4 v = data[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            atomicAdd(&mine[w[k] & 255], 1);
            atomicAdd(&mine[w[k] >> 8 & 255], 1);
            atomicAdd(&mine[w[k] >> 16 & 255], 1);
            atomicAdd(&mine[w[k] >> 24], 1);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned sum = h[0][b] + h[1][b] + h[2][b] + h[3][b];
        if (sum > 0) atomicAdd(&histo[b], sum);
    }
}

extern "C" __global__ void histogramRange(const float *x, int *bins, int n, int count, float low,
                                          float high)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < count; b += blockDim.x) local[b] = 0;
    __syncthreads();
    float scale = count / (high - low);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        if (v >= low && v < high) {
            int b = (int)((v - low) * scale);
            atomicAdd(&local[min(b, count - 1)], 1);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < count; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

// pairs of a byte and a small number: how often each pair
extern "C" __global__ void histogramJoint(const unsigned char *a, const int *b, unsigned *joint, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&joint[b[i] * 256 + a[i]], 1u);
}

extern "C" __global__ void histogramWeights(const int *key, const float *weight, float *total, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(total + key[i], weight[i]);
}
