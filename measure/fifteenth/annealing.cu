// Tensor cores, by fragments and by instructions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda::wmma;

// a warp owns 16 rows and 64 columns; B read from memory by everybody
extern "C" __global__ void gemm_wm_strip(const half *a, const half *b, float *c, int M, int N, int K)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int strips = N / 64, row = warp / strips * 16, col = warp % strips * 64;
    if (row >= M) return;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> acc[4];
    for (int i = 0; i < 4; i++) fill_fragment(acc[i], 0.f);
    for (int k = 0; k < K; k += 16) {
        load_matrix_sync(fa, a + (size_t)row * K + k, K);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            load_matrix_sync(fb, b + (size_t)k * N + col + 16 * i, N);
            mma_sync(acc[i], fa, fb, acc[i]);
        }
    }
    for (int i = 0; i < 4; i++) store_matrix_sync(c + (size_t)row * N + col + 16 * i, acc[i], N, mem_row_major);
}

// 128 x 64 per block of eight warps, two stages by cp.async
extern "C" __global__ void __launch_bounds__(256) gemm_wm_two_stage(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) half As[2][128][40], Bs[2][32][72];
    const int t = threadIdx.x, w = t / 32, wr = w / 2 * 32, wc = w % 2 * 32;
    const half *ga = A + (size_t)blockIdx.y * 128 * K, *gb = B + blockIdx.x * 64;
    fragment<accumulator, 16, 16, 16, half> acc[2][2];
    for (int i = 0; i < 4; i++) fill_fragment(acc[i / 2][i % 2], __float2half(0.f));
    auto fetch = [&](int s, int k) {
        for (int e = t; e < 512; e += 256) __pipeline_memcpy_async(&As[s][e / 4][e % 4 * 8], ga + (size_t)(e / 4) * K + k + e % 4 * 8, 16);
        __pipeline_memcpy_async(&Bs[s][t / 8][t % 8 * 8], gb + (size_t)(k + t / 8) * N + t % 8 * 8, 16);
    };
    fetch(0, 0);
    __pipeline_commit();
    for (int k = 0, s = 0; k < K; k += 32, s ^= 1) {
        if (k + 32 < K) fetch(s ^ 1, k + 32);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            fragment<matrix_a, 16, 16, 16, half, row_major> fa[2];
            fragment<matrix_b, 16, 16, 16, half, row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                load_matrix_sync(fa[i], &As[s][wr + 16 * i][q], 40);
                load_matrix_sync(fb[i], &Bs[s][q][wc + 16 * i], 72);
            }
            for (int i = 0; i < 4; i++) mma_sync(acc[i / 2][i % 2], fa[i / 2], fb[i % 2], acc[i / 2][i % 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        store_matrix_sync(C + (size_t)(blockIdx.y * 128 + wr + i / 2 * 16) * N + blockIdx.x * 64 + wc + i % 2 * 16, acc[i / 2][i % 2], N, mem_row_major);
}

extern "C" __global__ void gemm_wm_wide_bytes(const signed char *A, const signed char *B, int *C, int N, int K)
{
    const int row = blockIdx.y * 8, col = (blockIdx.x * blockDim.y + threadIdx.y) * 32;
    fragment<matrix_a, 8, 32, 16, signed char, row_major> a;
    fragment<matrix_b, 8, 32, 16, signed char, col_major> b;
    fragment<accumulator, 8, 32, 16, int> c;
    fill_fragment(c, 0);
    for (int k = 0; k < K; k += 16) {
        load_matrix_sync(a, A + row * K + k, K);
        load_matrix_sync(b, B + col * K + k, K);
        mma_sync(c, a, b, c);
    }
    store_matrix_sync(C + row * N + col, c, N, mem_row_major);
}

// a layer of a network: relu(x w + bias), bf16 in and out
extern "C" __global__ void __launch_bounds__(128) gemm_wm_linear_relu(const __nv_bfloat16 *__restrict__ X, const __nv_bfloat16 *__restrict__ W, const float *__restrict__ bias, __nv_bfloat16 *__restrict__ Y, int N, int K)
{
    __shared__ __align__(128) __nv_bfloat16 xs[64][24], ws[16][72];
    __shared__ __align__(128) float out[4][16][20];
    const int t = threadIdx.x, w = t / 32, lane = t % 32;
    fragment<accumulator, 16, 16, 16, float> acc[4];
    for (int i = 0; i < 4; i++) fill_fragment(acc[i], 0.f);
    for (int k = 0; k < K; k += 16) {
        *(uint4 *)&xs[t / 2][t % 2 * 8] = *(const uint4 *)&X[(size_t)(blockIdx.y * 64 + t / 2) * K + k + t % 2 * 8];
        *(uint4 *)&ws[t / 8][t % 8 * 8] = *(const uint4 *)&W[(size_t)(k + t / 8) * N + blockIdx.x * 64 + t % 8 * 8];
        __syncthreads();
        fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a;
        load_matrix_sync(a, &xs[w * 16][0], 24);
        for (int i = 0; i < 4; i++) {
            fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> b;
            load_matrix_sync(b, &ws[0][16 * i], 72);
            mma_sync(acc[i], a, b, acc[i]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        store_matrix_sync(&out[w][0][0], acc[i], 20, mem_row_major);
        __syncwarp();
        for (int e = lane; e < 256; e += 32) {
            int col = blockIdx.x * 64 + 16 * i + e % 16;
            Y[(size_t)(blockIdx.y * 64 + w * 16 + e / 16) * N + col] = __float2bfloat16(fmaxf(out[w][e / 16][e % 16] + bias[col], 0.f));
        }
        __syncwarp();
    }
}

// many little products, a block of four warps for each 64 x 64 x 64
extern "C" __global__ void gemm_wm_batch_64(const half *A, const half *B, float *C)
{
    const size_t at = (size_t)blockIdx.x * 4096;
    const int w = threadIdx.x / 32;
    fragment<matrix_a, 16, 16, 16, half, row_major> a[4];
    for (int k = 0; k < 4; k++) load_matrix_sync(a[k], A + at + w * 16 * 64 + k * 16, 64);
    for (int j = 0; j < 4; j++) {
        fragment<accumulator, 16, 16, 16, float> c;
        fill_fragment(c, 0.f);
        for (int k = 0; k < 4; k++) {
            fragment<matrix_b, 16, 16, 16, half, row_major> b;
            load_matrix_sync(b, B + at + k * 16 * 64 + j * 16, 64);
            mma_sync(c, a[k], b, c);
        }
        store_matrix_sync(C + at + w * 16 * 64 + j * 16, c, 64, mem_row_major);
    }
}

__device__ __forceinline__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldsm4(uint32_t *r, const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(smem(p)));
}
__device__ __forceinline__ void ldsm2t(uint32_t *r, const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(smem(p)));
}

// tf32, one warp 16 x 32, operands straight from memory
extern "C" __global__ void gemm_mm_tf32_warp(const float *__restrict__ A, const float *__restrict__ Bt, float *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x, g = lane / 4, q = lane % 4;
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 32;
    float c[4][4] = {};
    for (int k = 0; k < K; k += 8) {
        uint32_t a[4];
        for (int i = 0; i < 4; i++)
            a[i] = __float_as_uint(A[(size_t)(row + g + (i & 1) * 8) * K + k + q + (i >> 1) * 4]);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float *b = Bt + (size_t)(col + 8 * j + g) * K + k + q;
            asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(c[j][0]), "+f"(c[j][1]), "+f"(c[j][2]), "+f"(c[j][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[4])));
        }
    }
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) C[(size_t)(row + g + i / 2 * 8) * N + col + 8 * j + 2 * q + i % 2] = c[j][i];
}

// halves all the way: 64 x 64 per block, four warps of 16 x 64, sums in half too
extern "C" __global__ void __launch_bounds__(128) gemm_mm_half_accumulate(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) half As[64][40], Bs[32][72];
    const int t = threadIdx.x, w = t / 32, lane = t % 32;
    uint32_t acc[8][2] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&Bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + e / 8) * N + blockIdx.x * 64 + e % 8 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4], b[2];
            ldsm4(a, &As[w * 16 + lane % 16][k + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 8; j++) {
                ldsm2t(b, &Bs[k + lane % 16][j * 8]);
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                             : "+r"(acc[j][0]), "+r"(acc[j][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            }
        }
        __syncthreads();
    }
    const int row = blockIdx.y * 64 + w * 16 + lane / 4, col = blockIdx.x * 64 + lane % 4 * 2;
    for (int j = 0; j < 8; j++) {
        *(uint32_t *)&C[(size_t)row * N + col + 8 * j] = acc[j][0];
        *(uint32_t *)&C[(size_t)(row + 8) * N + col + 8 * j] = acc[j][1];
    }
}

template <bool FP8>
__device__ __forceinline__ void byteMma(float *f, int *s, const uint32_t *a, const uint32_t *b)
{
    if constexpr (FP8)
        asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// 64 x 64 of bytes per block, both factors by rows of K
template <bool FP8, typename Out>
__device__ __forceinline__ void byteProduct(const uint8_t *__restrict__ A, const uint8_t *__restrict__ Bt, Out *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) uint8_t As[64][80], Bs[64][80];
    const int t = threadIdx.x, w = t / 32, g = t % 32 / 4, q = t % 4;
    float f[8][4] = {};
    int s[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 16] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + e / 4) * K + k0 + e % 4 * 16];
            *(uint4 *)&Bs[e / 4][e % 4 * 16] = *(const uint4 *)&Bt[(size_t)(blockIdx.x * 64 + e / 4) * K + k0 + e % 4 * 16];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 64; k += 32) {
            uint32_t a[4], b[2];
            for (int i = 0; i < 4; i++) a[i] = *(const uint32_t *)&As[w * 16 + g + (i & 1) * 8][k + q * 4 + (i >> 1) * 16];
#pragma unroll
            for (int j = 0; j < 8; j++) {
                b[0] = *(const uint32_t *)&Bs[j * 8 + g][k + q * 4];
                b[1] = *(const uint32_t *)&Bs[j * 8 + g][k + q * 4 + 16];
                byteMma<FP8>(f[j], s[j], a, b);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < 4; i++)
            C[(size_t)(blockIdx.y * 64 + w * 16 + g + i / 2 * 8) * N + blockIdx.x * 64 + j * 8 + q * 2 + i % 2] = FP8 ? (Out)f[j][i] : (Out)s[j][i];
}
extern "C" __global__ void __launch_bounds__(128) gemm_mm_signed_k32(const uint8_t *A, const uint8_t *Bt, int *C, int N, int K) { byteProduct<false, int>(A, Bt, C, N, K); }
extern "C" __global__ void __launch_bounds__(128) gemm_mm_eight_bit_float(const uint8_t *A, const uint8_t *Bt, float *C, int N, int K) { byteProduct<true, float>(A, Bt, C, N, K); }

// blocks that stay: each takes tiles of 32 x 64 in turn, two warps, bf16
extern "C" __global__ void __launch_bounds__(64) gemm_mm_staying_blocks(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) __nv_bfloat16 As[32][24], Bs[16][72];
    const int t = threadIdx.x, w = t / 32, lane = t % 32, across = N / 64, tiles = M / 32 * across;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int r0 = tile / across * 32, c0 = tile % across * 64;
        float acc[8][4] = {};
        for (int k = 0; k < K; k += 16) {
            *(uint4 *)&As[t / 2][t % 2 * 8] = *(const uint4 *)&A[(size_t)(r0 + t / 2) * K + k + t % 2 * 8];
            for (int e = t; e < 128; e += 64) *(uint4 *)&Bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(size_t)(k + e / 8) * N + c0 + e % 8 * 8];
            __syncthreads();
            uint32_t a[4], b[2];
            ldsm4(a, &As[w * 16 + lane % 16][lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 8; j++) {
                ldsm2t(b, &Bs[lane % 16][8 * j]);
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]), "+f"(acc[j][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            }
            __syncthreads();
        }
        for (int j = 0; j < 8; j++)
            for (int i = 0; i < 2; i++)
                *(float2 *)&C[(size_t)(r0 + w * 16 + lane / 4 + 8 * i) * N + c0 + 8 * j + lane % 4 * 2] = make_float2(acc[j][2 * i], acc[j][2 * i + 1]);
    }
}
