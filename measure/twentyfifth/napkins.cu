// Histograms.
#include <cstddef>
#include <cstdint>

// A histogram for each warp in shared memory, four bytes at a time.
extern "C" __global__ void hist_bytes_for_each_warp(const uchar4 *__restrict__ in, unsigned *__restrict__ out, int quads)
{
    extern __shared__ unsigned mine[];
    int warps = blockDim.x / 32;
    for (int i = threadIdx.x; i < 256 * warps; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    unsigned *h = mine + threadIdx.x / 32 * 256;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 v = in[i];
        atomicAdd(&h[v.x], 1u);
        atomicAdd(&h[v.y], 1u);
        atomicAdd(&h[v.z], 1u);
        atomicAdd(&h[v.w], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < warps; w++)
            sum += mine[w * 256 + b];
        if (sum)
            atomicAdd(&out[b], sum);
    }
}

// As first written: straight into global memory.
extern "C" __global__ void hist_floats_straight(const float *in, int *out, int n, int bins, float low, float high)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int b = (int)((in[i] - low) / (high - low) * bins);
    if (b < 0) b = 0;
    if (b >= bins) b = bins - 1;
    atomicAdd(&out[b], 1);
}

extern "C" __global__ void hist_weights_in_shared(const int *key, const float *weight, float *out, size_t n, int bins)
{
    extern __shared__ float sums[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) sums[b] = 0.0f;
    __syncthreads();
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(sums + key[i], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(out + b, sums[b]);
}

// Joint counts of two pictures, 64 levels each.
extern "C" __global__ void __launch_bounds__(512)
hist_joint_of_two_pictures(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, unsigned *__restrict__ joint,
                           int width, int height)
{
    __shared__ unsigned counts[64 * 64];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = tid; i < 64 * 64; i += blockDim.x * blockDim.y) counts[i] = 0;
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
            int p = y * width + x;
            atomicAdd(&counts[(a[p] >> 2) * 64 + (b[p] >> 2)], 1u);
        }
    __syncthreads();
    for (int i = tid; i < 64 * 64; i += blockDim.x * blockDim.y)
        if (counts[i]) atomicAdd(&joint[i], counts[i]);
}

// Lanes with the same key elect one to add for all of them.
extern "C" __global__ void hist_equal_lanes_together(const unsigned short *keys, unsigned *out, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int start = blockIdx.x * blockDim.x; start < n; start += stride) {
        int i = start + threadIdx.x;
        unsigned live = __ballot_sync(0xffffffffu, i < n);
        if (i < n) {
            unsigned key = keys[i];
            unsigned peers = __match_any_sync(live, key);
            if ((threadIdx.x & 31) == __ffs(peers) - 1)
                atomicAdd(&out[key], __popc(peers));
        }
    }
}

// Every thread has its own counters of 16 bits: no atomics until the end.
template <int BINS, int THREADS>
__global__ void countersOfEachThread(const unsigned *__restrict__ words, unsigned *__restrict__ out, int n, int per_thread)
{
    __shared__ unsigned short count[BINS][THREADS];
    for (int b = 0; b < BINS; b++)
        count[b][threadIdx.x] = 0;
    int first = blockIdx.x * THREADS * per_thread + threadIdx.x;
    for (int k = 0; k < per_thread; k++) {
        int i = first + k * THREADS;
        if (i < n) {
            unsigned w = words[i];
#pragma unroll
            for (int s = 0; s < 32; s += 8)
                count[(w >> s) % BINS][threadIdx.x]++;
        }
    }
    __syncthreads();
    for (int b = threadIdx.x / 32; b < BINS; b += THREADS / 32) {
        unsigned sum = 0;
        for (int t = threadIdx.x % 32; t < THREADS; t += 32)
            sum += count[b][t];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&out[b], sum);
    }
}
template __global__ void countersOfEachThread<16, 128>(const unsigned *, unsigned *, int, int);
template __global__ void countersOfEachThread<64, 256>(const unsigned *, unsigned *, int, int);
