// What newer cards have: copies that run by themselves, clusters, grids that wait.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// five stages of eight bytes a thread, summed
extern "C" __global__ void stream_five_stages_of_pairs(const float2 *__restrict__ a, const float2 *__restrict__ b, float2 *__restrict__ out, int each)
{
    __shared__ float2 s[5][2][128];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * each;
    auto bring = [&](int r) {
        if (r * 128 < each) {
            __pipeline_memcpy_async(&s[r % 5][0][t], &a[base + r * 128 + t], 8);
            __pipeline_memcpy_async(&s[r % 5][1][t], &b[base + r * 128 + t], 8);
        }
        __pipeline_commit();
    };
    for (int r = 0; r < 4; r++) bring(r);
    for (int r = 0; r * 128 < each; r++) {
        bring(r + 4);
        __pipeline_wait_prior(4);
        float2 x = s[r % 5][0][t], y = s[r % 5][1][t];
        out[base + r * 128 + t] = make_float2(x.x + y.x, x.y * y.y);
    }
}

// rows brought as a whole by the group, then their spread
extern "C" __global__ void hop_rows_brought_by_group(const float *in, float *spread, int cols)
{
    extern __shared__ __align__(16) float row[];
    __shared__ float part[4];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, row, in + (size_t)blockIdx.x * cols, sizeof(float) * cols);
    cg::wait(block);
    float s = 0, q = 0;
    for (int c = threadIdx.x; c < cols; c += 128) s += row[c];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    float mean = (part[0] + part[1] + part[2] + part[3]) / cols;
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += 128) q += (row[c] - mean) * (row[c] - mean);
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = q;
    __syncthreads();
    if (threadIdx.x == 0) spread[blockIdx.x] = sqrtf((part[0] + part[1] + part[2] + part[3]) / cols);
}

// a cluster of two scans its row of 2048: the second half adds the first's total
extern "C" __global__ void __cluster_dims__(2, 1, 1) hop_scan_over_two_blocks(const int *in, int *out)
{
    __shared__ int sums[32], total;
    cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * 1024 + t;
    int v = in[i], s = v;
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(~0u, s, d);
        if (lane >= d) s += o;
    }
    if (lane == 31) sums[warp] = s;
    __syncthreads();
    if (warp == 0) {
        int w = sums[lane];
        for (int d = 1; d < 32; d <<= 1) {
            int o = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += o;
        }
        sums[lane] = w;
        if (lane == 31) total = w;
    }
    cluster.sync();
    if (warp) s += sums[warp - 1];
    if (cluster.block_rank() == 1) s += *cluster.map_shared_rank(&total, 0);
    out[i] = s;
    cluster.sync();
}

// products of tall matrices shared by a cluster of four: each block brings a quarter of B
extern "C" __global__ void __cluster_dims__(4, 1, 1) hop_matvecs_shared_by_four(const float *A, const float *B, float *C, int rows)
{
    __shared__ float mine[32][64];
    cg::cluster_group cluster = cg::this_cluster();
    const int rank = cluster.block_rank(), t = threadIdx.x;
    for (int e = t; e < 32 * 64; e += 256) mine[e / 64][e % 64] = B[(rank * 32 + e / 64) * 64 + e % 64];
    cluster.sync();
    int col = t % 64;
    for (int r = blockIdx.x * 4 + t / 64; r < rows; r += gridDim.x * 4) {
        float s = 0;
        for (int q = 0; q < 4; q++) {
            const float *theirs = cluster.map_shared_rank(&mine[0][0], q);
#pragma unroll 8
            for (int k = 0; k < 32; k++) s += A[(size_t)r * 128 + q * 32 + k] * theirs[k * 64 + col];
        }
        C[(size_t)r * 64 + col] = s;
    }
    cluster.sync();
}

// bulk in, worked on in place, bulk out
extern "C" __global__ void hop_bulk_tile_squared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(128) float buf[2048];
    __shared__ __align__(8) uint64_t bar;
    const uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar), s = (uint32_t)__cvta_generic_to_shared(buf);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 8192;" ::"r"(b));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 8192, [%2];" ::"r"(s), "l"(in + (size_t)blockIdx.x * 2048), "r"(b) : "memory");
    }
    __syncthreads();
    asm volatile("{\n.reg .pred p;\nL1: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@p bra L2;\nbra L1;\nL2:\n}" ::"r"(b) : "memory");
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) buf[k] = buf[k] * fabsf(buf[k]);
    asm volatile("fence.proxy.async.shared::cta;");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 8192;" ::"l"(out + (size_t)blockIdx.x * 2048), "r"(s) : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// several sweeps of heat with the whole grid waiting between
extern "C" __global__ void pde_heat_line_whole_grid(float *a, float *b, int n, int sweeps)
{
    cg::grid_group grid = cg::this_grid();
    float *from = a, *to = b;
    for (int s = 0; s < sweeps; s++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            to[i] = i == 0 || i == n - 1 ? from[i] : from[i] + 0.25f * (from[i - 1] - 2 * from[i] + from[i + 1]);
        grid.sync();
        float *t = from;
        from = to, to = t;
    }
}

// two of bf16 with fma and max in one, packed
extern "C" __global__ void stream_bf16_fma_relu(const __nv_bfloat162 *a, const __nv_bfloat162 *b, __nv_bfloat162 *c, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) c[i] = __hfma2_relu(a[i], b[i], c[i]);
}

// producers and consumers within a block: one warp brings, three work
extern "C" __global__ void hop_one_warp_brings(const float4 *in, float *out, int tiles)
{
    __shared__ float4 tile[2][96];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4 *p = in + (size_t)blockIdx.x * tiles * 96;
    float s = 0;
    if (warp == 0)
        for (int k = lane; k < 96; k += 32) tile[0][k] = p[k];
    __syncthreads();
    for (int t = 0; t < tiles; t++) {
        if (warp == 0) {
            if (t + 1 < tiles)
                for (int k = lane; k < 96; k += 32) tile[(t + 1) & 1][k] = p[(t + 1) * 96 + k];
        } else {
            float4 v = tile[t & 1][threadIdx.x - 32];
            s += sqrtf(v.x * v.x + v.y * v.y) + sqrtf(v.z * v.z + v.w * v.w);
        }
        __syncthreads();
    }
    if (warp) out[blockIdx.x * 96 + threadIdx.x - 32] = s;
}
