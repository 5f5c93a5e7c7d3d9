// Newer cards, and other precisions.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

__device__ __forceinline__ uint32_t shared_of(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// sixteen-byte copies ahead of use, three tiles at once
extern "C" __global__ void __launch_bounds__(128) stream_three_tiles_ahead(const float4 *__restrict__ in, float4 *__restrict__ out, int tiles, float s)
{
    __shared__ __align__(16) float4 buf[3][128];
    const float4 *p = in + (size_t)blockIdx.x * tiles * 128 + threadIdx.x;
    float4 *o = out + (size_t)blockIdx.x * tiles * 128 + threadIdx.x;
    auto bring = [&](int k) {
        if (k < tiles) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_of(&buf[k % 3][threadIdx.x])), "l"(p + (size_t)k * 128) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    bring(0);
    bring(1);
    for (int k = 0; k < tiles; k++) {
        bring(k + 2);
        asm volatile("cp.async.wait_group 2;" ::: "memory");
        float4 v = buf[k % 3][threadIdx.x];
        o[(size_t)k * 128] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    }
}

// a histogram shared by a cluster of two: each block keeps half of the bins
extern "C" __global__ void __cluster_dims__(2, 1, 1) hop_bins_in_two_blocks(const uint16_t *in, unsigned *bins, int n, int half)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int k = threadIdx.x; k < half; k += blockDim.x) mine[k] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i];
        atomicAdd(cluster.map_shared_rank(mine, b / half) + b % half, 1u);
    }
    cluster.sync();
    const int rank = cluster.block_rank();
    for (int k = threadIdx.x; k < half; k += blockDim.x)
        if (mine[k]) atomicAdd(bins + rank * half + k, mine[k]);
}

// rows brought by one bulk copy, two in turn, summed by the block
extern "C" __global__ void hop_rows_in_bulk_by_turns(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    __shared__ __align__(128) float buf[2][1024];
    __shared__ __align__(8) uint64_t bar[2];
    __shared__ float part[4];
    const int t = threadIdx.x;
    if (t == 0)
        for (int k = 0; k < 2; k++) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_of(bar + k)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    auto bring = [&](int r, int k) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" ::"r"(shared_of(bar + k)) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"(shared_of(buf[k])), "l"(in + (size_t)r * 1024), "r"(shared_of(bar + k)) : "memory");
    };
    if (t == 0 && (int)blockIdx.x < rows) bring(blockIdx.x, 0);
    int turn = 0;
    for (int r = blockIdx.x; r < rows; r += gridDim.x, turn++) {
        const int k = turn & 1, phase = turn >> 1 & 1;
        if (t == 0 && r + (int)gridDim.x < rows) bring(r + gridDim.x, k ^ 1);
        uint32_t done = 0;
        while (!done)
            asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(shared_of(bar + k)), "r"(phase) : "memory");
        float s = 0;
        for (int i = t; i < 1024; i += 128) s += fabsf(buf[k][i]);
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (t % 32 == 0) part[t / 32] = s;
        __syncthreads();
        if (t == 0) out[r] = part[0] + part[1] + part[2] + part[3];
        __syncthreads();
    }
}

// the largest of a row over a cluster of four
extern "C" __global__ void __cluster_dims__(4, 1, 1) hop_largest_over_four(const float *in, float *out, int cols)
{
    __shared__ float part[8], mine;
    cg::cluster_group cluster = cg::this_cluster();
    const int row = blockIdx.x / 4, rank = cluster.block_rank();
    float m = -1e30f;
    for (int k = rank * blockDim.x + threadIdx.x; k < cols; k += 4 * blockDim.x) m = fmaxf(m, in[(size_t)row * cols + k]);
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; w++) m = fmaxf(m, part[w]);
        mine = m;
    }
    cluster.sync();
    if (rank == 0 && threadIdx.x == 0) {
        for (int q = 1; q < 4; q++) m = fmaxf(m, *cluster.map_shared_rank(&mine, q));
        out[row] = m;
    }
    cluster.sync();
}

// a polynomial in pairs of halves
extern "C" __global__ void stream_half_pairs_polynomial(const half2 *x, half2 *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half2 v = x[i], s = __float2half2_rn(0.125f);
    const half2 c = __float2half2_rn(-0.25f), d = __float2half2_rn(0.5f), e = __float2half2_rn(1.f);
    s = __hfma2(s, v, c);
    s = __hfma2(s, v, d);
    s = __hfma2(s, v, e);
    y[i] = s;
}

// bfloat16 in and out, a mean that moves
extern "C" __global__ void stream_moving_mean_bf16(__nv_bfloat16 *mean, const __nv_bfloat16 *now, int n, float keep)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mean[i] = __float2bfloat16(keep * __bfloat162float(mean[i]) + (1.f - keep) * __bfloat162float(now[i]));
}

// ways over a globe, in doubles
extern "C" __global__ void geo_ways_over_globe(const double2 *a, const double2 *b, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 p = a[i], q = b[i];
    double u = sin(0.5 * (q.x - p.x)), v = sin(0.5 * (q.y - p.y));
    out[i] = 2.0 * 6371.0 * asin(sqrt(u * u + cos(p.x) * cos(q.x) * v * v));
}
