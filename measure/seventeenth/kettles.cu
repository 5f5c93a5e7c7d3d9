// Reductions.
#include <stdint.h>

struct Larger {
    static constexpr float none = -3.4e38f;
    template <class T> __device__ static T of(T a, T b) { return a > b ? a : b; }
};
struct Plus {
    static constexpr int none = 0;
    template <class T> __device__ static T of(T a, T b) { return a + b; }
};
template <class T, class Op, unsigned BLOCK>
__global__ void reduceWithOp(const T *in, T *out, unsigned n)
{
    __shared__ T s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK * 2 + t;
    T v = Op::none;
    for (; i < n; i += BLOCK * 2 * gridDim.x) {
        v = Op::of(v, in[i]);
        if (i + BLOCK < n) v = Op::of(v, in[i + BLOCK]);
    }
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (unsigned d = BLOCK / 2; d > 32; d >>= 1) {
        if (t < d) s[t] = v = Op::of(v, s[t + d]);
        __syncthreads();
    }
    if (t < 32) {
        v = Op::of(v, s[t + 32]);
        for (int d = 16; d; d >>= 1) v = Op::of(v, __shfl_down_sync(0xffffffffu, v, d));
        if (t == 0) out[blockIdx.x] = v;
    }
}
template __global__ void reduceWithOp<float, Larger, 256>(const float *, float *, unsigned);
template __global__ void reduceWithOp<int, Plus, 512>(const int *, int *, unsigned);

extern "C" __global__ void dot_atomic_each_warp(const float *a, const float *b, float *result, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i] * b[i];
    for (int o = 16; o > 0; o /= 2) s += __shfl_down_sync(0xffffffff, s, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(result, s);
}

// nothing below nought: the bits of a float are in its order
extern "C" __global__ void reduce_largest_magnitude(const float *x, int *largest, int n)
{
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine = max(mine, __float_as_int(fabsf(x[i])));
    atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(largest, best);
}

extern "C" __global__ void row_sums_quads_by_block(const float4 *__restrict__ in, float *__restrict__ sums, int quads)
{
    __shared__ float s[128];
    const float4 *row = in + (size_t)blockIdx.x * quads;
    float v = 0;
    for (int q = threadIdx.x; q < quads; q += 128) {
        float4 f = row[q];
        v += f.x + f.y + f.z + f.w;
    }
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        if (threadIdx.x % (2 * d) == 0) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}

extern "C" __global__ void column_sums_of_stretches(const double *__restrict__ in, double *__restrict__ sums, int rows, int cols, int stretch)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    int last = min(rows, (int)(blockIdx.y + 1) * stretch);
    double s = 0;
    for (int r = blockIdx.y * stretch; r < last; r++) s += in[(size_t)r * cols + c];
    atomicAdd(&sums[c], s);
}

extern "C" __global__ void reduce_population_count(const uint4 *words, unsigned long long *bits, int n)
{
    __shared__ unsigned total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    unsigned c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 w = words[i];
        c += __popc(w.x) + __popc(w.y) + __popc(w.z) + __popc(w.w);
    }
    c = __reduce_add_sync(~0u, c);
    if ((threadIdx.x & 31) == 0) atomicAdd(&total, c);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(bits, (unsigned long long)total);
}

extern "C" __global__ void reduce_where_largest(const float *v, unsigned long long *best, int n)
{
    unsigned long long m = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long key = (unsigned long long)__float_as_uint(v[i]) << 32 | (unsigned)i;
        if (key > m) m = key;
    }
    for (int d = 16; d; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(~0u, m, d);
        if (o > m) m = o;
    }
    __shared__ unsigned long long w[32];
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < blockDim.x / 32; k++) m = w[k] > m ? w[k] : m;
        atomicMax(best, m);
    }
}
