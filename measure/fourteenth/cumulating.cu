// Running sums.
#include <stdint.h>

extern "C" __global__ void scan_naive_block(const float *in, float *out, int n)
{
    extern __shared__ float snb_two[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float *from = snb_two, *to = snb_two + blockDim.x;
    to[t] = i < n ? in[i] : 0.f;
    for (int o = 1; o < blockDim.x; o <<= 1) {
        float *swap = from;
        from = to;
        to = swap;
        __syncthreads();
        to[t] = t >= o ? from[t] + from[t - o] : from[t];
    }
    __syncthreads();
    if (i < n) out[i] = to[t];
}

// exclusive; up the tree and down again
extern "C" __global__ void scan_tree_exclusive(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ sums)
{
    __shared__ int t[1024];
    const int a = threadIdx.x, base = blockIdx.x * 1024;
    t[a] = in[base + a];
    t[a + 512] = in[base + a + 512];
    int step = 1;
    for (int d = 512; d > 0; d >>= 1) {
        __syncthreads();
        if (a < d) t[step * (2 * a + 2) - 1] += t[step * (2 * a + 1) - 1];
        step *= 2;
    }
    if (a == 0) {
        sums[blockIdx.x] = t[1023];
        t[1023] = 0;
    }
    for (int d = 1; d < 1024; d *= 2) {
        step >>= 1;
        __syncthreads();
        if (a < d) {
            const int i = step * (2 * a + 1) - 1, j = step * (2 * a + 2) - 1, v = t[i];
            t[i] = t[j];
            t[j] += v;
        }
    }
    __syncthreads();
    out[base + a] = t[a];
    out[base + a + 512] = t[a + 512];
}

__device__ __forceinline__ int warpScan(int v)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        const int w = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o) v += w;
    }
    return v;
}

// four for each thread, scans of lanes, scan of warps
__device__ int blockScan(int v, int *whole)
{
    __shared__ int warps[32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int s = warpScan(v);
    __syncthreads();
    if (lane == 31) warps[w] = s;
    __syncthreads();
    if (w == 0) {
        const int u = warpScan(lane < blockDim.x / 32 ? warps[lane] : 0);
        warps[lane] = u;
    }
    __syncthreads();
    *whole = warps[blockDim.x / 32 - 1];
    return s + (w ? warps[w - 1] : 0);
}

extern "C" __global__ void scan_block_quads(const int4 *__restrict__ in, int4 *__restrict__ out, int quads)
{
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    int4 v = q < quads ? in[q] : make_int4(0, 0, 0, 0);
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int whole;
    const int before = blockScan(v.w, &whole) - v.w;
    if (q < quads) out[q] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

// second step: what came before each block is added to its elements
extern "C" __global__ void scan_add_offsets(int *__restrict__ data, const int *__restrict__ before, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += before[blockIdx.x];
}

// one block walks a long line and carries
extern "C" __global__ void scan_single_block_carry(const int *__restrict__ in, int *__restrict__ out, int n)
{
    int carry = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        const int i = base + threadIdx.x;
        int whole;
        const int v = blockScan(i < n ? in[i] : 0, &whole);
        if (i < n) out[i] = carry + v;
        carry += whole;
    }
}

// every block adds what the one before it has published; numbers of the blocks by a ticket;
// the last block to end clears the flags
extern "C" __global__ void scan_chained_blocks(const int *__restrict__ in, int *__restrict__ out, volatile int *prefix, unsigned *flags, unsigned *counters, int n)
{
    __shared__ int block, carried;
    if (threadIdx.x == 0) block = atomicInc(&counters[0], gridDim.x - 1);
    __syncthreads();
    const int first = (block * blockDim.x + threadIdx.x) * 8;
    int v[8], sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        sum += first + k < n ? in[first + k] : 0;
        v[k] = sum;
    }
    int whole;
    const int before = blockScan(sum, &whole) - sum;
    if (threadIdx.x == 0) {
        int carry = 0;
        if (block > 0) {
            while (atomicAdd(&flags[block - 1], 0u) == 0u) {}
            __threadfence();
            carry = prefix[block - 1];
        }
        prefix[block] = carry + whole;
        __threadfence();
        atomicExch(&flags[block], 1u);
        carried = carry;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k < n) out[first + k] = carried + before + v[k];
    __shared__ bool last;
    if (threadIdx.x == 0) last = atomicInc(&counters[1], gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) flags[b] = 0;
}

// every block keeps at the front of its part what is above a limit
extern "C" __global__ void prefix_keep_in_block(const float *__restrict__ in, float *__restrict__ kept, int *__restrict__ counts, int n, float limit)
{
    __shared__ int place[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const float v = i < n ? in[i] : limit - 1.f;
    const unsigned yes = __ballot_sync(0xffffffffu, v > limit);
    if (lane == 0) place[w] = __popc(yes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < blockDim.x / 32; k++) {
            const int c = place[k];
            place[k] = s;
            s += c;
        }
        counts[blockIdx.x] = s;
    }
    __syncthreads();
    if (v > limit) kept[blockIdx.x * blockDim.x + place[w] + __popc(yes & ((1u << lane) - 1u))] = v;
}

extern "C" __global__ void scan_recurrence_doubles(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ x, int lines, int length)
{
    const int line = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
    if (line >= lines) return;
    double carry = 0;
    for (int base = 0; base < length; base += 32) {
        const int at = line * length + base + lane;
        double m = base + lane < length ? a[at] : 1., c = base + lane < length ? b[at] : 0.;
        for (int o = 1; o < 32; o *= 2) {
            const double pm = __shfl_up_sync(0xffffffffu, m, o), pc = __shfl_up_sync(0xffffffffu, c, o);
            if (lane >= o) {
                c += m * pc;
                m *= pm;
            }
        }
        const double v = m * carry + c;
        if (base + lane < length) x[at] = v;
        carry = __shfl_sync(0xffffffffu, v, 31);
    }
}
