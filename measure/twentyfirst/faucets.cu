// Matrix products on tensor cores.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// tiles of 32 x 8 straight from memory, a warp a tile
extern "C" __global__ void gemm_wmma_32_by_8(const half *a, const half *b, float *c, int m, int n, int k)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int row = warp / (n / 8) * 32, col = warp % (n / 8) * 8;
    if (row >= m) return;
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int e = 0; e < k; e += 16) {
        wmma::load_matrix_sync(fa, a + (size_t)row * k + e, k);
        wmma::load_matrix_sync(fb, b + (size_t)col * k + e, k);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, fc, n, wmma::mem_row_major);
}

// floats at the precision of tf32, 32 x 32 a warp
extern "C" __global__ void gemm_wmma_tf32_by_warp(const float *a, const float *b, float *c, int n, int k)
{
    const int row = blockIdx.y * 32, col = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 32;
    if (col >= n) return;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.f);
    for (int e = 0; e < k; e += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb[2];
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa[i], a + (size_t)(row + 16 * i) * k + e, k);
            wmma::load_matrix_sync(fb[i], b + (size_t)e * n + col + 16 * i, n);
            for (int q = 0; q < fa[i].num_elements; q++) fa[i].x[q] = wmma::__float_to_tf32(fa[i].x[q]);
            for (int q = 0; q < fb[i].num_elements; q++) fb[i].x[q] = wmma::__float_to_tf32(fb[i].x[q]);
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(c + (size_t)(row + 16 * i) * n + col + 16 * j, acc[i][j], n, wmma::mem_row_major);
}

// doubles: 8 x 8 x 4, eight warps of a block 32 x 16
extern "C" __global__ void gemm_wmma_of_doubles(const double *a, const double *b, double *c, int n, int k)
{
    __shared__ __align__(32) double sa[32][20], sb[16][20];
    const int t = threadIdx.x, warp = t / 32, wy = warp / 2 * 8, wx = warp % 2 * 8;
    const size_t row = (size_t)blockIdx.y * 32, col = (size_t)blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.0);
    for (int e = 0; e < k; e += 16) {
        sa[t / 16][t % 16] = a[(row + t / 16) * k + e + t % 16];
        sa[t / 16 + 16][t % 16] = a[(row + t / 16 + 16) * k + e + t % 16];
        sb[t / 16][t % 16] = b[(e + t / 16) * (size_t)n + col + t % 16];
        __syncthreads();
        for (int d = 0; d < 16; d += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, &sa[wy][d], 20);
            wmma::load_matrix_sync(fb, &sb[d][wx], 20);
            wmma::mma_sync(fc, fa, fb, fc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(c + (row + wy) * n + col + wx, fc, n, wmma::mem_row_major);
}

// signed bytes, sums of 32 bits, a block of four warps 64 x 16
extern "C" __global__ void gemm_wmma_of_signed_chars(const signed char *a, const signed char *b, int *c, int n, int k)
{
    const int row = blockIdx.y * 64 + threadIdx.y * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 0);
#pragma unroll 2
    for (int e = 0; e < k; e += 16) {
        wmma::load_matrix_sync(fa, a + (size_t)row * k + e, k);
        wmma::load_matrix_sync(fb, b + (size_t)col * k + e, k);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, fc, n, wmma::mem_row_major);
}

// 64 x 64 by four warps, two stages by cp.async, bias and rectifier through shared memory
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_bias_rectified(const half *__restrict__ a, const half *__restrict__ b, const float *__restrict__ bias, half *__restrict__ c, int n, int k)
{
    __shared__ __align__(128) char room[2 * (64 * 40 + 32 * 72) * 2];
    half(*sa)[64][40] = (half(*)[64][40])room;
    half(*sb)[32][72] = (half(*)[32][72])(room + 2 * 64 * 40 * 2);
    float(*sc)[68] = (float(*)[68])room;
    const int t = threadIdx.x, warp = t / 32, wy = warp / 2 * 32, wx = warp % 2 * 32;
    const half *pa = a + (size_t)blockIdx.y * 64 * k, *pb = b + blockIdx.x * 64;
    auto fetch = [&](int s, int e) {
        for (int i = t; i < 256; i += 128) {
            __pipeline_memcpy_async(&sa[s][i / 4][i % 4 * 8], pa + (size_t)(i / 4) * k + e + i % 4 * 8, 16);
            __pipeline_memcpy_async(&sb[s][i / 8][i % 8 * 8], pb + (size_t)(e + i / 8) * n + i % 8 * 8, 16);
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0.f);
    fetch(0, 0);
    for (int e = 0, s = 0; e < k; e += 32, s ^= 1) {
        if (e + 32 < k) {
            fetch(s ^ 1, e + 32);
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &sa[s][wy + 16 * i][d], 40);
                wmma::load_matrix_sync(fb[i], &sb[s][d][wx + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::store_matrix_sync(&sc[wy + 16 * i][wx + 16 * j], acc[i][j], 68, wmma::mem_row_major);
    __syncthreads();
    for (int i = t; i < 64 * 32; i += 128) {
        const int y = i / 32, x = i % 32 * 2, col = blockIdx.x * 64 + x;
        *(half2 *)(c + ((size_t)blockIdx.y * 64 + y) * n + col) = __floats2half2_rn(fmaxf(sc[y][x] + bias[col], 0.f), fmaxf(sc[y][x + 1] + bias[col + 1], 0.f));
    }
}

__device__ __forceinline__ unsigned shared_at(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// m16n8k8 of halves, 32 x 32 a block of four warps, fragments read by hand
extern "C" __global__ void gemm_mma_k8_by_hand(const half *a, const half *bt, float *c, int n, int k)
{
    __shared__ __align__(16) half sa[32][40], sb[32][40];
    const int t = threadIdx.x, lane = t & 31, g = lane >> 2, q = lane & 3, wy = (t >> 6) * 16, wx = (t >> 5 & 1) * 16;
    float acc[2][4] = {};
    for (int e = 0; e < k; e += 32) {
        *(int4 *)&sa[t >> 2][(t & 3) * 8] = *(const int4 *)(a + ((size_t)blockIdx.y * 32 + (t >> 2)) * k + e + (t & 3) * 8);
        *(int4 *)&sb[t >> 2][(t & 3) * 8] = *(const int4 *)(bt + ((size_t)blockIdx.x * 32 + (t >> 2)) * k + e + (t & 3) * 8);
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 32; d += 8) {
            const unsigned a0 = *(unsigned *)&sa[wy + g][d + 2 * q], a1 = *(unsigned *)&sa[wy + g + 8][d + 2 * q];
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const unsigned b0 = *(unsigned *)&sb[wx + 8 * j + g][d + 2 * q];
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};\n"
                             : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]), "+f"(acc[j][3])
                             : "r"(a0), "r"(a1), "r"(b0));
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++) {
        float *to = c + ((size_t)blockIdx.y * 32 + wy + g) * n + blockIdx.x * 32 + wx + 8 * j + 2 * q;
        *(float2 *)to = make_float2(acc[j][0], acc[j][1]);
        *(float2 *)(to + 8 * n) = make_float2(acc[j][2], acc[j][3]);
    }
}

// 128 x 64 x 32 by eight warps of 32 x 32, four stages in dynamic shared memory
extern "C" __global__ void __launch_bounds__(256, 2) gemm_mma_of_four_stages(const half *__restrict__ a, const half *__restrict__ bt, float *__restrict__ c, int n, int k)
{
    extern __shared__ __align__(128) half stages[];
    const int STAGE = (128 + 64) * 40;
    const int t = threadIdx.x, warp = t >> 5, lane = t & 31, wy = (warp >> 1) * 32, wx = (warp & 1) * 32;
    const half *pa = a + (size_t)blockIdx.y * 128 * k, *pb = bt + (size_t)blockIdx.x * 64 * k;
    auto fetch = [&](int s, int e) {
        half *to = stages + s * STAGE;
#pragma unroll
        for (int i = 0; i < 3; i++) {
            const int r = i * 64 + (t >> 2), q = (t & 3) * 8;
            const half *from = i < 2 ? pa + (size_t)r * k : pb + (size_t)(r - 128) * k;
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(shared_at(to + r * 40 + q)), "l"(from + e + q));
        }
    };
    float acc[2][4][4] = {};
    const int tiles = k / 32;
#pragma unroll
    for (int s = 0; s < 3; s++) {
        if (s < tiles) fetch(s, 32 * s);
        asm volatile("cp.async.commit_group;\n");
    }
    for (int tile = 0; tile < tiles; tile++) {
        asm volatile("cp.async.wait_group 2;\n");
        __syncthreads();
        if (tile + 3 < tiles) fetch((tile + 3) & 3, 32 * (tile + 3));
        asm volatile("cp.async.commit_group;\n");
        const half *sa = stages + (tile & 3) * STAGE, *sb = sa + 128 * 40;
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            unsigned fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3])
                             : "r"(shared_at(sa + (wy + 16 * i + (lane & 15)) * 40 + d + (lane >> 4) * 8)));
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];\n"
                             : "=r"(fb[j][0]), "=r"(fb[j][1])
                             : "r"(shared_at(sb + (wx + 8 * j + (lane & 7)) * 40 + d + (lane >> 3 & 1) * 8)));
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float *to = c + ((size_t)blockIdx.y * 128 + wy + 16 * i + (lane >> 2)) * n + blockIdx.x * 64 + wx + 8 * j + (lane & 3) * 2;
            *(float2 *)to = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}
