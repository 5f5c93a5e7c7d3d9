// Copies that run by themselves; blocks that work together.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// three stages of 16 bytes a thread
extern "C" __global__ void stream_three_stages_ahead(const float4 *__restrict__ in, float4 *__restrict__ out, int perBlock, float scale)
{
    __shared__ float4 s[3][256];
    const float4 *src = in + (size_t)blockIdx.x * perBlock;
    float4 *dst = out + (size_t)blockIdx.x * perBlock;
    const int rounds = perBlock / 256, t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        if (k < rounds) __pipeline_memcpy_async(&s[k][t], &src[k * 256 + t], 16);
        __pipeline_commit();
    }
    for (int r = 0; r < rounds; r++) {
        if (r + 2 < rounds) __pipeline_memcpy_async(&s[(r + 2) % 3][t], &src[(r + 2) * 256 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        float4 v = s[r % 3][t];
        dst[r * 256 + t] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
    }
}

// a tile and its rim by copies of four bytes
extern "C" __global__ void stencil_tile_copied_async(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float s[18][36];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
#pragma unroll 1
    for (int k = t; k < 18 * 34; k += 256) {
        int x = x0 + k % 34 - 1, y = y0 + k / 34 - 1;
        if (x >= 0 && y >= 0 && x < w && y < h) __pipeline_memcpy_async(&s[k / 34][k % 34], &in[y * w + x], 4);
        else s[k / 34][k % 34] = 0;
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int j = threadIdx.y; j < 16; j += 8) {
        int x = x0 + threadIdx.x, y = y0 + j, i = threadIdx.x + 1;
        if (x < w && y < h) out[y * w + x] = 0.2f * (s[j + 1][i] + s[j][i] + s[j + 2][i] + s[j + 1][i - 1] + s[j + 1][i + 1]);
    }
}

// each block of a cluster of four has a quarter of the histogram
extern "C" __global__ void __cluster_dims__(4, 1, 1) hop_histogram_of_cluster(const int *__restrict__ key, int *__restrict__ hist, int n)
{
    __shared__ int h[1024];
    cg::cluster_group cluster = cg::this_cluster();
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) h[k] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int k = key[i];
        atomicAdd(cluster.map_shared_rank(&h[k & 1023], k >> 10), 1);
    }
    cluster.sync();
    int *mine = hist + cluster.block_rank() * 1024;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        if (h[k]) atomicAdd(&mine[k], h[k]);
}

// two tiles in turn by bulk copies, sums of squares of each
extern "C" __global__ void hop_bulk_tiles_in_turn(const float *__restrict__ in, float *__restrict__ sums, int tiles)
{
    __shared__ __align__(128) float buf[2][1024];
    __shared__ __align__(8) uint64_t bar[2];
    const uint32_t b[2] = {(uint32_t)__cvta_generic_to_shared(&bar[0]), (uint32_t)__cvta_generic_to_shared(&bar[1])};
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b[0]));
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b[1]));
        asm volatile("fence.proxy.async.shared::cta;");
    }
    __syncthreads();
    const int step = gridDim.x, first = blockIdx.x;
    auto fetch = [&](int tile, int s) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" ::"r"(b[s]));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"((uint32_t)__cvta_generic_to_shared(buf[s])), "l"(in + (size_t)tile * 1024), "r"(b[s]) : "memory");
    };
    if (threadIdx.x == 0 && first < tiles) fetch(first, 0);
    int s = 0, phase[2] = {0, 0};
    for (int tile = first; tile < tiles; tile += step, s ^= 1) {
        if (threadIdx.x == 0 && tile + step < tiles) fetch(tile + step, s ^ 1);
        asm volatile("{\n.reg .pred p;\nW1: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra W2;\nbra W1;\nW2:\n}" ::"r"(b[s]), "r"(phase[s]) : "memory");
        phase[s] ^= 1;
        float v = 0;
        for (int k = threadIdx.x; k < 1024; k += blockDim.x) v += buf[s][k] * buf[s][k];
        for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
        if (threadIdx.x % 32 == 0) atomicAdd(&sums[tile], v);
        __syncthreads();
    }
}

extern "C" __global__ void reduce_with_grid_barrier(const float *in, float *part, float *out, int n)
{
    __shared__ float w[8];
    cg::grid_group grid = cg::this_grid();
    float s = 0;
    const int rank = grid.thread_rank(), size = grid.size();
#pragma unroll 1
    for (int i = rank; i < n; i += size) s += in[i];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) s += w[k];
        part[blockIdx.x] = s;
    }
    grid.sync();
    float all = 0;
#pragma unroll 1
    for (int k = 0; k < gridDim.x; k++) all += part[k];
    for (int i = rank; i < n; i += size) out[i] = in[i] - all / n;
}
