// Reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstddef>

namespace cg = cooperative_groups;

template <typename T>
__global__ void sumsOfBlocks(const T *__restrict__ in, T *__restrict__ out, size_t n)
{
    __shared__ T warps[32];
    T sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0)
        warps[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : T(0);
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

template __global__ void sumsOfBlocks<float>(const float *, float *, size_t);

struct Moments {
    float count, mean, m2;
};

__device__ Moments joined(Moments a, Moments b)
{
    float count = a.count + b.count;
    if (count == 0)
        return a;
    float delta = b.mean - a.mean, share = b.count / count;
    return {count, a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share};
}

// Welford's way, a block a row
extern "C" __global__ void reduce_rows_to_mean_and_variance(const float *x, float *mean, float *variance, int cols)
{
    __shared__ Moments part[32];
    const float *row = x + (size_t)blockIdx.x * cols;
    Moments m = {0, 0, 0};
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float delta = row[i] - m.mean;
        m.count += 1;
        m.mean += delta / m.count;
        m.m2 += delta * (row[i] - m.mean);
    }
    auto warp_wide = [&]() {
        for (int d = 16; d; d /= 2)
            m = joined(m, {__shfl_xor_sync(~0u, m.count, d), __shfl_xor_sync(~0u, m.mean, d), __shfl_xor_sync(~0u, m.m2, d)});
    };
    warp_wide();
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0)
        part[warp] = m;
    __syncthreads();
    if (warp == 0) {
        m = lane < (int)blockDim.x / 32 ? part[lane] : Moments{0, 0, 0};
        warp_wide();
        if (lane == 0) {
            mean[blockIdx.x] = m.mean;
            variance[blockIdx.x] = m.m2 / m.count;
        }
    }
}

extern "C" __global__ void reduce_extremes_by_group(const int *__restrict__ in, int *__restrict__ extremes, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int least = 2147483647, most = -2147483647 - 1;
    for (int i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) {
        int v = in[i];
        least = min(least, v);
        most = max(most, v);
    }
    least = cg::reduce(tile, least, cg::less<int>());
    most = cg::reduce(tile, most, cg::greater<int>());
    if (tile.thread_rank() == 0) {
        atomicMin(&extremes[0], least);
        atomicMax(&extremes[1], most);
    }
}

// Kahan's sum in each thread, a tree after
extern "C" __global__ __launch_bounds__(128) void dot_doubles_compensated(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ parts, unsigned n)
{
    __shared__ double tree[128];
    double sum = 0, lost = 0;
    for (unsigned i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        double term = __dsub_rn(__dmul_rn(a[i], b[i]), lost);
        double next = __dadd_rn(sum, term);
        lost = __dsub_rn(__dsub_rn(next, sum), term);
        sum = next;
    }
    tree[threadIdx.x] = sum;
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            tree[threadIdx.x] += tree[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = tree[0];
}

// cubes of eight to their means; the sides are multiples of eight
extern "C" __global__ void reduce_cubes_to_means(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    __shared__ float warps[16];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 8 + threadIdx.z;
    int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    float v = in[((size_t)z * ny + y) * nx + x];
    for (int d = 16; d; d >>= 1)
        v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0)
        warps[t / 32] = v;
    __syncthreads();
    if (t < 16) {
        v = warps[t];
        for (int d = 8; d; d >>= 1)
            v += __shfl_down_sync(0xffff, v, d, 16);
        if (t == 0)
            out[((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = v / 512.0f;
    }
}

// up and down the tree, two elements a thread
extern "C" __global__ void scan_blocks_up_and_down(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
    extern __shared__ unsigned tree[];
    const int t = threadIdx.x, size = 2 * blockDim.x, base = blockIdx.x * size;
    tree[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
    tree[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    int apart = 1;
    for (int pairs = size / 2; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs)
            tree[apart * (2 * t + 2) - 1] += tree[apart * (2 * t + 1) - 1];
        apart *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = tree[size - 1];
        tree[size - 1] = 0;
    }
    for (int pairs = 1; pairs < size; pairs *= 2) {
        apart /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = apart * (2 * t + 1) - 1, right = apart * (2 * t + 2) - 1;
            unsigned kept = tree[left];
            tree[left] = tree[right];
            tree[right] += kept;
        }
    }
    __syncthreads();
    if (base + 2 * t < n)
        out[base + 2 * t] = tree[2 * t];
    if (base + 2 * t + 1 < n)
        out[base + 2 * t + 1] = tree[2 * t + 1];
}

// a warp goes along a row and carries what it has
extern "C" __global__ void scan_rows_with_carry(const double *__restrict__ in, double *__restrict__ out, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    double carry = 0;
    for (int c = 0; c < cols; c += 32) {
        double v = c + lane < cols ? in[(size_t)row * cols + c + lane] : 0.0;
        for (int d = 1; d < 32; d *= 2) {
            double left = __shfl_up_sync(~0u, v, d);
            if (lane >= d)
                v += left;
        }
        v += carry;
        if (c + lane < cols)
            out[(size_t)row * cols + c + lane] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// sums begin anew where a head is marked; within blocks
extern "C" __global__ __launch_bounds__(512) void scan_between_heads(const float *__restrict__ values, const unsigned char *__restrict__ heads, float *__restrict__ out, int n)
{
    __shared__ float warp_sum[16];
    __shared__ int warp_head[16];
    int i = blockIdx.x * 512 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = i < n ? values[i] : 0.0f;
    int head = i < n ? heads[i] == 0 : 0;
    for (int d = 1; d < 32; d <<= 1) {
        float before = __shfl_up_sync(~0u, v, d);
        int met = __shfl_up_sync(~0u, head, d);
        if (lane >= d && !head) {
            v += before;
            head = met;
        }
    }
    if (lane == 31) {
        warp_sum[warp] = v;
        warp_head[warp] = head;
    }
    __syncthreads();
    if (!head) {
        float before = 0;
        for (int w = warp - 1; w >= 0; w--) {
            before += warp_sum[w];
            if (warp_head[w])
                break;
        }
        v += before;
    }
    if (i < n)
        out[i] = v;
}
