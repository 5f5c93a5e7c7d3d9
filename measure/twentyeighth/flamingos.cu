// Reductions, scans, histograms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdint.h>
namespace cg = cooperative_groups;

struct Plus {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
    static constexpr long long start = 0;
};
struct Greater {
    template <typename T> __device__ T operator()(T a, T b) const { return a > b ? a : b; }
    static constexpr long long start = -2147483647;
};

// one value a block
template <typename T, typename Op>
__global__ void foldTiled(const T *in, T *out, size_t n)
{
    Op op;
    __shared__ T parts[32];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    T acc = (T)Op::start;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) acc = op(acc, in[i]);
    for (int s = 16; s > 0; s >>= 1) acc = op(acc, tile.shfl_down(acc, s));
    if (tile.thread_rank() == 0) parts[tile.meta_group_rank()] = acc;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        acc = tile.thread_rank() < tile.meta_group_size() ? parts[tile.thread_rank()] : (T)Op::start;
        for (int s = 16; s > 0; s >>= 1) acc = op(acc, tile.shfl_down(acc, s));
        if (tile.thread_rank() == 0) out[blockIdx.x] = acc;
    }
}
template __global__ void foldTiled<float, Plus>(const float *, float *, size_t);
template __global__ void foldTiled<long long, Greater>(const long long *, long long *, size_t);

// cosine of each pair of vectors, a warp a pair
extern "C" __global__ void reduce_cosine_of_pairs(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ cosine, int pairs, int dim)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int pair = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (pair >= pairs) return;
    float ab = 0, aa = 0, bb = 0;
    for (int i = warp.thread_rank(); i < dim; i += 32) {
        float u = a[(size_t)pair * dim + i], v = b[(size_t)pair * dim + i];
        ab += u * v, aa += u * u, bb += v * v;
    }
    ab = cg::reduce(warp, ab, cg::plus<float>());
    aa = cg::reduce(warp, aa, cg::plus<float>());
    bb = cg::reduce(warp, bb, cg::plus<float>());
    if (warp.thread_rank() == 0) cosine[pair] = ab * rsqrtf(aa * bb + 1e-12f);
}

// the tree of a first course, doubles
extern "C" __global__ void reduce_product_tree_of_doubles(const double *in, double *out, unsigned int n)
{
    extern __shared__ double tree[];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    tree[threadIdx.x] = i < n ? 1.0 + 0.001 * in[i] : 1.0;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) tree[threadIdx.x] *= tree[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = tree[0];
}

// sums before each place within a tile of THREADS * EACH; totals of tiles apart
template <typename T, int THREADS, int EACH>
__global__ void __launch_bounds__(THREADS) scanTileExclusive(const T *__restrict__ in, T *__restrict__ out, T *__restrict__ totals, int n)
{
    __shared__ T places[THREADS * EACH];
    __shared__ T warps[THREADS / 32];
    const long long base = (long long)blockIdx.x * THREADS * EACH;
    for (int i = threadIdx.x; i < THREADS * EACH; i += THREADS) places[i] = base + i < n ? in[base + i] : T(0);
    __syncthreads();
    T mine[EACH], sum = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        T v = places[threadIdx.x * EACH + i];
        mine[i] = sum;
        sum += v;
    }
    T upto = sum;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int s = 1; s < 32; s *= 2) {
        T v = __shfl_up_sync(0xffffffffu, upto, s);
        if (lane >= s) upto += v;
    }
    if (lane == 31) warps[warp] = upto;
    __syncthreads();
    T before = upto - sum;
    for (int w = 0; w < warp; w++) before += warps[w];
#pragma unroll
    for (int i = 0; i < EACH; i++) places[threadIdx.x * EACH + i] = mine[i] + before;
    if (threadIdx.x == THREADS - 1) totals[blockIdx.x] = before + sum;
    __syncthreads();
    for (int i = threadIdx.x; i < THREADS * EACH; i += THREADS)
        if (base + i < n) out[base + i] = places[i];
}
template __global__ void scanTileExclusive<long long, 256, 7>(const long long *, long long *, long long *, int);

// running product of survival, a warp a row
extern "C" __global__ void scan_survival_of_rows(const float *__restrict__ hazard, float *__restrict__ alive, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float carry = 1.0f;
    for (int base = 0; base < cols; base += 32) {
        int c = base + threadIdx.x;
        float v = c < cols ? 1.0f - 0.01f * hazard[(size_t)row * cols + c] : 1.0f;
        for (int s = 1; s < 32; s <<= 1) {
            float u = __shfl_up_sync(~0u, v, s);
            if (threadIdx.x >= s) v *= u;
        }
        v *= carry;
        if (c < cols) alive[(size_t)row * cols + c] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// readings of twelve bits
extern "C" __global__ void hist_twelve_bits_dynamic(const uint16_t *__restrict__ reading, unsigned *counts, size_t n, int bins)
{
    extern __shared__ unsigned local[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int b = reading[i] >> 4;
        if (b < bins) atomicAdd(&local[b], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (local[b]) atomicAdd(&counts[b], local[b]);
}

// places on a map, straight into memory
extern "C" __global__ void hist_places_on_map(const double2 *at, int *cells, int n, int across, int down)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 p = at[i];
    int cx = (int)(p.x * across), cy = (int)(p.y * down);
    if (cx >= 0 && cx < across && cy >= 0 && cy < down) atomicAdd(&cells[cy * across + cx], 1);
}

// bytes of each line of text, a block a line, four tables
extern "C" __global__ void hist_bytes_of_each_line(const uchar4 *__restrict__ text, unsigned short *__restrict__ counts, int quads)
{
    __shared__ unsigned table[4][256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) (&table[0][0])[i] = 0;
    __syncthreads();
    unsigned *own = table[(threadIdx.x / 32) % 4];
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        uchar4 v = text[(size_t)blockIdx.x * quads + i];
        atomicAdd(own + v.x, 1u);
        atomicAdd(own + v.y, 1u);
        atomicAdd(own + v.z, 1u);
        atomicAdd(own + v.w, 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        counts[blockIdx.x * 256 + i] = table[0][i] + table[1][i] + table[2][i] + table[3][i];
}
