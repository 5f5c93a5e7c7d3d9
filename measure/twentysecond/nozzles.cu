// Running sums of several kinds.
#include <cooperative_groups.h>
#include <cstddef>
#include <cstdint>

namespace cg = cooperative_groups;

#define PAD(i) ((i) + ((i) >> 5))

// up and down a tree in shared memory, places padded against bank conflicts; two elements for each thread
template <typename T>
__global__ void treeScan(const T *in, T *out, T *sums, int n)
{
    __shared__ T s[1024 + 32];
    const int tid = threadIdx.x;
    const int half = blockDim.x;
    const int base = blockIdx.x * 2 * half;
    s[PAD(tid)] = base + tid < n ? in[base + tid] : T(0);
    s[PAD(tid + half)] = base + tid + half < n ? in[base + tid + half] : T(0);
    int offset = 1;
    for (int d = half; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            s[PAD(b)] += s[PAD(a)];
        }
        offset *= 2;
    }
    if (tid == 0) {
        sums[blockIdx.x] = s[PAD(2 * half - 1)];
        s[PAD(2 * half - 1)] = T(0);
    }
    for (int d = 1; d <= half; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            T t = s[PAD(a)];
            s[PAD(a)] = s[PAD(b)];
            s[PAD(b)] += t;
        }
    }
    __syncthreads();
    if (base + tid < n) out[base + tid] = s[PAD(tid)];
    if (base + tid + half < n) out[base + tid + half] = s[PAD(tid + half)];
}
template __global__ void treeScan<int>(const int *, int *, int *, int);
template __global__ void treeScan<double>(const double *, double *, double *, int);

// a warp for each row, 32 columns at a time, what has been carried along
extern "C" __global__ void scan_warp_down_each_row(const float *__restrict__ table, float *__restrict__ out, size_t rows, size_t cols)
{
    size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return;
    unsigned lane = threadIdx.x & 31;
    float carry = 0.f;
    for (size_t c = lane; c < (cols + 31) / 32 * 32; c += 32) {
        float v = c < cols ? table[row * cols + c] : 0.f;
        for (unsigned d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v += u;
        }
        v += carry;
        if (c < cols) out[row * cols + c] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// sums that begin anew at every head; segments end with the block
extern "C" __global__ void __launch_bounds__(256) scan_begin_again_at_heads(const int *value, const unsigned char *head, int *out, int n)
{
    __shared__ int warp_sum[8];
    __shared__ int warp_head[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = 0, f = 0;
    if (i < n) {
        v = value[i];
        f = head[i] == 0;
    }
    for (int d = 1; d < 32; d <<= 1) {
        int pv = __shfl_up_sync(0xffffffff, v, d);
        int pf = __shfl_up_sync(0xffffffff, f, d);
        if (lane >= d) {
            if (!f) v += pv;
            f |= pf;
        }
    }
    if (lane == 31) {
        warp_sum[warp] = v;
        warp_head[warp] = f;
    }
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++)
        before = warp_head[w] ? warp_sum[w] : before + warp_sum[w];
    if (!f) v += before;
    if (i < n) out[i] = v;
}

// a moving mean down each column: what leaves the window is taken away again
__global__ void movingMean(const float *in, float *out, int rows, int cols, int window)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float sum = 0;
    for (int r = 0; r < rows; r++) {
        sum += in[r * cols + c];
        if (r >= window) sum -= in[(r - window) * cols + c];
        out[r * cols + c] = sum / (r < window ? r + 1 : window);
    }
}

struct Affine {
    float a, b;
};

__device__ inline Affine after(Affine first, Affine second)
{
    return {first.a * second.a, first.b * second.a + second.b};
}

// y[t] = a[t] y[t-1] + b[t] for many short sequences: a tile of 16 lanes composes the maps
extern "C" __global__ void scan_affine_steps(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y, int sequences, int length)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int s = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    if (s >= sequences) return;
    const float *pa = a + (long)s * length, *pb = b + (long)s * length;
    float last = 0.f;
    for (int t0 = 0; t0 < length; t0 += 16) {
        int t = t0 + tile.thread_rank();
        Affine m = {1.f, 0.f};
        if (t < length) m = {pa[t], pb[t]};
        for (int d = 1; d < 16; d *= 2) {
            Affine p = {tile.shfl_up(m.a, d), tile.shfl_up(m.b, d)};
            if ((int)tile.thread_rank() >= d) m = after(p, m);
        }
        float here = m.a * last + m.b;
        if (t < length) y[(long)s * length + t] = here;
        last = tile.shfl(here, 15);
    }
}
