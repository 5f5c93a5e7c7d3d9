// Histograms.

// the naive one: every byte an atomic in global memory
__global__ void countBytes(const unsigned char *data, long long n, unsigned int *bins)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long stride = (long long)gridDim.x * blockDim.x;
    for (; i < n; i += stride)
        atomicAdd(&bins[data[i]], 1u);
}

// as many bins as shared memory is asked for; the upper bits of each word choose
extern "C" __global__ void hist_upper_bits_dynamic(const unsigned *__restrict__ words, unsigned n, unsigned *__restrict__ bins, unsigned count)
{
    extern __shared__ unsigned local[];
    for (unsigned b = threadIdx.x; b < count; b += blockDim.x) local[b] = 0;
    __syncthreads();
    const uint4 *quads = reinterpret_cast<const uint4 *>(words);
    for (unsigned q = blockIdx.x * blockDim.x + threadIdx.x; q < n / 4; q += gridDim.x * blockDim.x) {
        uint4 v = quads[q];
        atomicAdd(local + __umulhi(v.x, count), 1);
        atomicAdd(local + __umulhi(v.y, count), 1);
        atomicAdd(local + __umulhi(v.z, count), 1);
        atomicAdd(local + __umulhi(v.w, count), 1);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < count; b += blockDim.x)
        if (local[b]) atomicAdd(bins + b, local[b]);
}

// how often two grey pictures show this and that together, 32 by 32 levels
__global__ void jointLevels(const uchar4 *first, const uchar4 *second, int quads, int *table)
{
    __shared__ int joint[32][33];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) joint[k / 32][k % 32] = 0;
    __syncthreads();
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += blockDim.x * gridDim.x) {
        uchar4 a = first[q], b = second[q];
        atomicAdd(&joint[a.x >> 3][b.x >> 3], 1);
        atomicAdd(&joint[a.y >> 3][b.y >> 3], 1);
        atomicAdd(&joint[a.z >> 3][b.z >> 3], 1);
        atomicAdd(&joint[a.w >> 3][b.w >> 3], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        atomicAdd(table + k, joint[k / 32][k % 32]);
}

// few classes: a warp votes for each, the lane of that number keeps the count
template <int CLASSES>
__global__ void votesOfClasses(const int *__restrict__ label, int n, int *count)
{
    const int lane = threadIdx.x & 31;
    const int warps = gridDim.x * blockDim.x / 32;
    int mine = 0;
    for (int base = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32; base < n; base += warps * 32) {
        int v = base + lane < n ? __ldg(label + base + lane) : -1;
#pragma unroll
        for (int c = 0; c < CLASSES; c++) {
            unsigned votes = __ballot_sync(0xffffffffu, v == c);
            if (lane == c) mine += __popc(votes);
        }
    }
    if (lane < CLASSES && mine) atomicAdd(count + lane, mine);
}
template __global__ void votesOfClasses<5>(const int *, int, int *);
template __global__ void votesOfClasses<16>(const int *, int, int *);

// directions of slopes, each weighed with its length: 36 bins for each block of 16 by 16
extern "C" __global__ void hist_directions_of_tiles(const float *__restrict__ image, float *__restrict__ out, int width, int height)
{
    __shared__ float bins[36];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int t = threadIdx.y * 16 + threadIdx.x;
    if (t < 36) bins[t] = 0.f;
    __syncthreads();
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        float dx = image[y * width + x + 1] - image[y * width + x - 1];
        float dy = image[(y + 1) * width + x] - image[(y - 1) * width + x];
        float angle = atan2f(dy, dx);
        int b = (int)((angle + 3.14159265f) * (36.f / 6.2831853f));
        atomicAdd(&bins[b > 35 ? 35 : b < 0 ? 0 : b], sqrtf(dx * dx + dy * dy));
    }
    __syncthreads();
    if (t < 36) out[(blockIdx.y * gridDim.x + blockIdx.x) * 36 + t] = bins[t];
}
