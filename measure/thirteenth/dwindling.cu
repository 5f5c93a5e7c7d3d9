// Reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

// tree in dynamic shared memory, the first addition while loading
extern "C" __global__ void reduceFirstAdd(const float *in, float *out, int n)
{
    extern __shared__ float sdata[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
    float v = i < n ? in[i] : 0;
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    sdata[tid] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (!tid) out[blockIdx.x] = sdata[0];
}

struct Smaller {
    template <class T> __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Sum {
    template <class T> __device__ T operator()(T a, T b) const { return a + b; }
};

template <class T, class Op, int BLOCK>
__global__ void reduceGeneric(const T *__restrict__ in, T *__restrict__ out, size_t n, T unit)
{
    Op op;
    T mine = unit;
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK) mine = op(mine, in[i]);
    __shared__ T warps[BLOCK / 32];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) mine = op(mine, __shfl_xor_sync(0xffffffff, mine, o));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        T all = warps[0];
        for (int w = 1; w < BLOCK / 32; w++) all = op(all, warps[w]);
        out[blockIdx.x] = all;
    }
}
template __global__ void reduceGeneric<double, Smaller, 128>(const double *, double *, size_t, double);
template __global__ void reduceGeneric<int, Sum, 640>(const int *, int *, size_t, int);

extern "C" __global__ void reduceTilesCg(const float *in, float *total, int n)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    s = cg::reduce(tile, s, cg::plus<float>());
    if (tile.thread_rank() == 0) atomicAdd(total, s);
}

// the card's own sum of integers over a warp
extern "C" __global__ void reduceOwnInstruction(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i < n ? in[i] & 0xffff : 0;
    v = __reduce_add_sync(0xffffffffu, v);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}

extern "C" __global__ void dotOfHalves(const half2 *a, const half2 *b, float *out, int pairs)
{
    float s = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < pairs; i += blockDim.x * gridDim.x) {
        float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        s += x.x * y.x + x.y * y.y;
    }
    for (int o = 16; o; o /= 2) s += __shfl_down_sync(~0u, s, o);
    __shared__ float w[32];
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0;
        for (int o = 16; o; o /= 2) s += __shfl_down_sync(~0u, s, o);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
}

// sums of columns: 32 columns and 8 rows a block, then the tree over y
extern "C" __global__ void reduceColumnsBlock(const float *m, float *sums, int rows, int cols)
{
    __shared__ float p[8][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 8) s += m[(size_t)r * cols + c];
    p[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    for (int k = 4; k; k >>= 1) {
        if (threadIdx.y < k) p[threadIdx.y][threadIdx.x] += p[threadIdx.y + k][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && c < cols) sums[c] = p[0][threadIdx.x];
}

extern "C" __global__ void reduceVotes(const short *in, int *count, int n, short least)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c = __syncthreads_count(i < n && in[i] >= least);
    if (threadIdx.x == 0 && c) atomicAdd(count, c);
}

// where the largest of each row is; the first if several
extern "C" __global__ void reduceRowArgMax(const int *m, int *where, int cols)
{
    const int *row = m + (long)blockIdx.x * cols;
    int best = -1, at = 0x7fffffff;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        if (row[c] > best) best = row[c], at = c;
    __shared__ int bs[256], as[256];
    bs[threadIdx.x] = best;
    as[threadIdx.x] = at;
    __syncthreads();
    for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            int b2 = bs[threadIdx.x + s], a2 = as[threadIdx.x + s];
            if (b2 > bs[threadIdx.x] || (b2 == bs[threadIdx.x] && a2 < as[threadIdx.x])) bs[threadIdx.x] = b2, as[threadIdx.x] = a2;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) where[blockIdx.x] = as[0];
}

__device__ double f(double x) { return 4.0 / (1.0 + x * x); }
// an integral by trapezoids
extern "C" __global__ void reduceTrapezoids(double *out, double a, double h, int n)
{
    __shared__ double part[192];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += 0.5 * h * (f(a + i * h) + f(a + (i + 1) * h));
    part[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x < 64) part[threadIdx.x] += part[threadIdx.x + 64] + part[threadIdx.x + 128];
    __syncthreads();
    for (int k = 32; k > 0; k >>= 1) {
        if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
