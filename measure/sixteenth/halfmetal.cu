// Products in half, bfloat16 and bytes; fragments of nvcuda::wmma.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// columns in pairs: half2 along n, tile in shared memory, sums in half2
extern "C" __global__ void gemm_half2_tile_pairs(const __half *__restrict__ a, const __half2 *__restrict__ b, __half2 *__restrict__ c, int n, int k)
{
    __shared__ __half2 sa[16][16]; // each value twice
    __shared__ __half2 sb[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, pair = blockIdx.x * 16 + tx;
    __half2 s = __float2half2_rn(0.f);
    for (int k0 = 0; k0 < k; k0 += 16) {
        sa[ty][tx] = __half2half2(a[row * k + k0 + tx]);
        sb[ty][tx] = b[(k0 + ty) * (n / 2) + pair];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; q++) s = __hfma2(sa[ty][q], sb[q][tx], s);
        __syncthreads();
    }
    c[row * (n / 2) + pair] = s;
}

extern "C" __global__ void gemm_bf16_sum_in_float(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++) s += __bfloat162float(A[i * n + k]) * __bfloat162float(B[j * n + k]);
    C[i * n + j] = s;
}

// bytes by fours, both row-major in k; 2 x 2 a thread
extern "C" __global__ void mul_bytes_by_fours(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c, int n, int words)
{
    const int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x), i = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    int s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k = 0; k < words; k++) {
        int a0 = a[i * words + k], a1 = a[(i + 1) * words + k], b0 = b[j * words + k], b1 = b[(j + 1) * words + k];
        s00 = __dp4a(a0, b0, s00), s01 = __dp4a(a0, b1, s01), s10 = __dp4a(a1, b0, s10), s11 = __dp4a(a1, b1, s11);
    }
    *(int2 *)(c + i * n + j) = make_int2(s00, s01);
    *(int2 *)(c + (i + 1) * n + j) = make_int2(s10, s11);
}

// what the programming guide shows: a warp, a tile, straight from memory
extern "C" __global__ void gemm_wmma_guide(const half *a, const half *b, float *c, int M, int N, int K)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, warpN = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        if (warpM * 16 < M && warpN * 16 < N) {
            wmma::load_matrix_sync(fa, a + warpM * 16 * K + k, K);
            wmma::load_matrix_sync(fb, b + warpN * 16 * K + k, K);
            wmma::mma_sync(acc, fa, fb, acc);
        }
    }
    if (warpM * 16 < M && warpN * 16 < N) wmma::store_matrix_sync(c + warpM * 16 * N + warpN * 16, acc, N, wmma::mem_row_major);
}

// 64 x 64 by four warps from shared memory, 32 deep
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_shared_64(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int N, int K)
{
    __shared__ half sa[64][40], sb[32][72];
    const int w = threadIdx.x / 32, wm = (w >> 1) * 32, wn = (w & 1) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], __float2half(0.f));
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = threadIdx.x; i < 256; i += 128) {
            *(uint4 *)&sa[i / 4][i % 4 * 8] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + i / 4) * K + k0 + i % 4 * 8];
            *(uint4 *)&sb[i / 8][i % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + i / 8) * N + blockIdx.x * 64 + i % 8 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], &sa[wm + 16 * i][k], 40), wmma::load_matrix_sync(fb[i], &sb[k][wn + 16 * i], 72);
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wm + 16 * i) * N + blockIdx.x * 64 + wn + 16 * j, acc[i][j], N, wmma::mem_row_major);
}

// bfloat16, bias and gelu on the way out through shared memory
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_bias_gelu(const __nv_bfloat16 *__restrict__ x, const __nv_bfloat16 *__restrict__ w, const float *__restrict__ bias, __nv_bfloat16 *__restrict__ y, int N, int K)
{
    __shared__ float out[8][16][20];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = (blockIdx.y * 8 + warp) * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
        wmma::load_matrix_sync(fa, x + (size_t)row * K + k, K);
        wmma::load_matrix_sync(fb, w + (size_t)col * K + k, K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(&out[warp][0][0], acc, 20, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32) {
        float v = out[warp][e / 16][e % 16] + bias[col + e % 16];
        v = 0.5f * v * (1.f + erff(v * 0.70710678f));
        y[(size_t)(row + e / 16) * N + col + e % 16] = __float2bfloat16(v);
    }
}

// y = W x, W half, x in shared memory, a row for each quarter of a warp
extern "C" __global__ void matvec_half_quarter_warp(const __half2 *__restrict__ W, const __half2 *__restrict__ x, __half *__restrict__ y, int rows, int pairs)
{
    extern __shared__ __half2 sx[];
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) sx[i] = x[i];
    __syncthreads();
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float s = 0;
    if (row < rows)
        for (int p = lane; p < pairs; p += 8) {
            float2 a = __half22float2(W[(size_t)row * pairs + p]), b = __half22float2(sx[p]);
            s = fmaf(a.x, b.x, fmaf(a.y, b.y, s));
        }
    s += __shfl_xor_sync(~0u, s, 4), s += __shfl_xor_sync(~0u, s, 2), s += __shfl_xor_sync(~0u, s, 1);
    if (row < rows && lane == 0) y[row] = __float2half(s);
}
