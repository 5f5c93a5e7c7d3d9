// Histograms.
#include <cstdint>

// three channels, each with its own 256 counters
extern "C" __global__ void hist_red_green_blue(const uchar4 *pixels, unsigned *counts, int n)
{
    __shared__ unsigned s[3][256];
    for (int i = threadIdx.x; i < 768; i += blockDim.x) ((unsigned *)s)[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = pixels[i];
        atomicAdd(&s[0][p.x], 1u);
        atomicAdd(&s[1][p.y], 1u);
        atomicAdd(&s[2][p.z], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 768; i += blockDim.x)
        if (((unsigned *)s)[i]) atomicAdd(counts + i, ((unsigned *)s)[i]);
}

// a copy for each warp, woven so that copies lie in different banks
template <int COPIES, int BINS>
__global__ void perWarpHistogram(const unsigned short *__restrict__ data, int *__restrict__ result, long n)
{
    __shared__ int bins[BINS * COPIES];
    const int copy = (threadIdx.x / 32) % COPIES;
    for (int b = threadIdx.x; b < BINS * COPIES; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    long stride = (long)gridDim.x * blockDim.x;
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[(data[i] % BINS) * COPIES + copy], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        int sum = 0;
#pragma unroll
        for (int c = 0; c < COPIES; c++) sum += bins[b * COPIES + c];
        atomicAdd(result + b, sum);
    }
}
template __global__ void perWarpHistogram<8, 512>(const unsigned short *, int *, long);
template __global__ void perWarpHistogram<4, 100>(const unsigned short *, int *, long);

// what falls outside goes to the first and the last bin
extern "C" __global__ void hist_floats_clipped(int n, const float *x, float low, float high, int bins, unsigned long long *count)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float scaled = (x[i] - low) / (high - low) * bins;
        int b;
        if (scaled < 0)
            b = 0;
        else if (scaled >= bins)
            b = bins - 1;
        else
            b = (int)scaled;
        atomicAdd(count + b, 1ull);
    }
}

// lanes with the same key send one of them
extern "C" __global__ void hist_same_keys_together(const int *keys, int *counts, int n)
{
    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        int key = i < n ? keys[i] : -1;
        unsigned same = __match_any_sync(0xffffffff, key);
        if (key >= 0 && (same & ((1u << (threadIdx.x & 31)) - 1)) == 0)
            atomicAdd(&counts[key], __popc(same));
    }
}

// counts by powers of two, in registers of each thread first
extern "C" __global__ void hist_by_powers_of_two(const unsigned *v, unsigned *counts, int n, int per_thread)
{
    __shared__ unsigned s[33];
    unsigned local[8];
#pragma unroll
    for (int k = 0; k < 8; k++) local[k] = 0;
    if (threadIdx.x < 33) s[threadIdx.x] = 0;
    __syncthreads();
    int first = blockIdx.x * blockDim.x * per_thread + threadIdx.x;
    for (int j = 0; j < per_thread; j++) {
        int i = first + j * blockDim.x;
        if (i >= n) break;
        int power = 32 - __clz(v[i]);
        if (power < 25)
            atomicAdd(&s[power], 1u);
        else {
#pragma unroll
            for (int k = 0; k < 8; k++) local[k] += power == 25 + k;
        }
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (local[k]) atomicAdd(&s[25 + k], local[k]);
    __syncthreads();
    if (threadIdx.x < 33 && s[threadIdx.x]) atomicAdd(&counts[threadIdx.x], s[threadIdx.x]);
}

// directions of slopes in cells of 8 by 8, nine bins weighted by steepness
extern "C" __global__ void hist_slopes_of_cells(const float *image, float *cells, int width, int height)
{
    __shared__ float bin[4][9];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tid = threadIdx.y * 32 + threadIdx.x;
    if (tid < 36) bin[tid / 9][tid % 9] = 0.f;
    __syncthreads();
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        float dx = image[y * width + x + 1] - image[y * width + x - 1];
        float dy = image[(y + 1) * width + x] - image[(y - 1) * width + x];
        float steep = sqrtf(dx * dx + dy * dy), turn = atan2f(dy, dx) * 0.318309886f;
        if (turn < 0.f) turn += 1.f;
        int b = min((int)(turn * 9.f), 8);
        atomicAdd(&bin[threadIdx.x >> 3][b], steep);
    }
    __syncthreads();
    if (tid < 36 && blockIdx.x * 4 + tid / 9 < (width + 7) / 8)
        cells[((long)blockIdx.y * ((width + 7) / 8) + blockIdx.x * 4) * 9 + tid] = bin[tid / 9][tid % 9];
}

// sorted codes into cells: each thread goes along a stretch, an atomic for each change of cell
extern "C" __global__ void hist_runs_of_sorted(const int *codes, int *counts, int n, int run, int shift)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int i = t * run;
    if (i >= n) return;
    int end = min(i + run, n), key = codes[i] >> shift, many = 1;
    while (++i < end) {
        int next = codes[i] >> shift;
        if (next != key) {
            atomicAdd(counts + key, many);
            many = 0;
            key = next;
        }
        many++;
    }
    atomicAdd(counts + key, many);
}
