// Histograms.
#include <stdint.h>

// 256 bins of a block in shared memory
extern "C" __global__ void hist_block_of_256(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// very many bins, in memory
extern "C" __global__ void hist_wide_in_memory(const int *in, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i]], 1);
}

// 64 bins of bytes for each thread of 64, no atomics until the end
extern "C" __global__ void hist_bytes_of_thread(const uint32_t *in, unsigned *bins, int words)
{
    __shared__ uint8_t s[64 * 64];
    int t = threadIdx.x;
    for (int k = t; k < 1024; k += 64) ((uint32_t *)s)[k] = 0;
    __syncthreads();
    int base = blockIdx.x * 64 * 48;
    for (int k = 0; k < 48; k++) {
        int i = base + k * 64 + t;
        if (i >= words) break;
        uint32_t v = in[i];
        s[(v >> 2 & 63) * 64 + t]++;
        s[(v >> 10 & 63) * 64 + t]++;
        s[(v >> 18 & 63) * 64 + t]++;
        s[(v >> 26 & 63) * 64 + t]++;
    }
    __syncthreads();
    unsigned sum = 0;
    for (int k = 0; k < 64; k++) sum += s[t * 64 + (t + k) % 64];
    atomicAdd(bins + t, sum);
}

// every block its own copy in memory
extern "C" __global__ void hist_copy_of_block(const uint16_t *in, unsigned *copies, int n, int count)
{
    unsigned *mine = copies + (size_t)blockIdx.x * count;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(mine + in[i], 1);
}

// copies made one
extern "C" __global__ void hist_merge_of_copies(const unsigned *copies, unsigned *bins, int blocks, int count)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= count) return;
    unsigned sum = 0;
    for (int k = 0; k < blocks; k++) sum += copies[(size_t)k * count + b];
    bins[b] = sum;
}

// how the greys of two pictures go together
extern "C" __global__ void hist_joint_of_two(const uchar4 *a, const uchar4 *b, int *joint, int quads)
{
    __shared__ int s[32][33];
    for (int k = threadIdx.x; k < 32 * 33; k += blockDim.x) (&s[0][0])[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 p = a[i], q = b[i];
        atomicAdd(&s[p.x >> 3][q.x >> 3], 1);
        atomicAdd(&s[p.y >> 3][q.y >> 3], 1);
        atomicAdd(&s[p.z >> 3][q.z >> 3], 1);
        atomicAdd(&s[p.w >> 3][q.w >> 3], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        if (s[k / 32][k % 32]) atomicAdd(joint + k, s[k / 32][k % 32]);
}

// weights of doubles
template <class T, class W>
__global__ void weighted(const T *value, const W *weight, W *bins, int n, int count, T low, T inverse)
{
    extern __shared__ __align__(8) unsigned char room[];
    W *s = reinterpret_cast<W *>(room);
    for (int k = threadIdx.x; k < count; k += blockDim.x) s[k] = W(0);
    __syncthreads();
    const long stride = (long)gridDim.x * blockDim.x;
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int b = int((value[i] - low) * inverse);
        if (b >= 0 && b < count) atomicAdd(s + b, weight[i]);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x) atomicAdd(bins + k, s[k]);
}
template __global__ void weighted<float, double>(const float *, const double *, double *, int, int, float, float);

// uneven bins: the edge is searched
extern "C" __global__ void hist_uneven_edges(const float *in, const float *edges, unsigned *bins, int n, int count)
{
    extern __shared__ float e[];
    unsigned *s = (unsigned *)(e + count + 1);
    for (int k = threadIdx.x; k <= count; k += blockDim.x) e[k] = edges[k];
    for (int k = threadIdx.x; k < count; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = in[i];
        if (v < e[0] || v >= e[count]) continue;
        int lo = 0, hi = count;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (v >= e[mid]) lo = mid; else hi = mid;
        }
        atomicAdd(s + lo, 1u);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x) if (s[k]) atomicAdd(bins + k, s[k]);
}

// equal neighbours are gathered before they are added; letters by sevens
extern "C" __global__ void hist_gathered_runs(const char *text, unsigned *bins, unsigned n)
{
    __shared__ unsigned s[7];
    if (threadIdx.x < 7) s[threadIdx.x] = 0u;
    __syncthreads();
    unsigned held = 0;
    int last = -1;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int letter = text[i] - 'a';
        if (letter < 0 || letter >= 26) continue;
        int bin = letter / 4;
        if (bin == last) {
            held++;
        } else {
            if (held > 0) atomicAdd(&s[last], held);
            held = 1;
            last = bin;
        }
    }
    if (held > 0) atomicAdd(&s[last], held);
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
