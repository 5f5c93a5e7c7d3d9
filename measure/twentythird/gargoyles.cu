// Matrix products on tensor cores; sides are multiples of the tiles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

using namespace nvcuda;

// a warp a row of two tiles; results in halves
extern "C" __global__ void gemm_wmma_two_tiles(const half *__restrict__ a, const half *__restrict__ b, half *c, int m, int n, int k)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int across = n / 32;
    const int row = warp / across * 16, col = warp % across * 32;
    if (row >= m) return;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> left, right;
    wmma::fill_fragment(left, __float2half(0.0f));
    wmma::fill_fragment(right, __float2half(0.0f));
    for (int i = 0; i < k; i += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, a + row * k + i, k);
        wmma::load_matrix_sync(fb, b + i * n + col, n);
        wmma::mma_sync(left, fa, fb, left);
        wmma::load_matrix_sync(fb, b + i * n + col + 16, n);
        wmma::mma_sync(right, fa, fb, right);
    }
    wmma::store_matrix_sync(c + row * n + col, left, n, wmma::mem_row_major);
    wmma::store_matrix_sync(c + row * n + col + 16, right, n, wmma::mem_row_major);
}

// 128 by 64 a block of eight warps, 32 by 32 a warp
extern "C" __global__ __launch_bounds__(256) void gemm_wmma_eight_warps(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) half As[128][40];
    __shared__ __align__(32) half Bs[32][72];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const half *a = A + (size_t)blockIdx.y * 128 * K, *b = B + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 4; i++) wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 512; e += 256) *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&a[(size_t)(e / 4) * K + k0 + e % 4 * 8];
        *(uint4 *)&Bs[t / 8][t % 8 * 8] = *(const uint4 *)&b[(size_t)(k0 + t / 8) * N + t % 8 * 8];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &As[wr + 16 * i][k], 40);
                wmma::load_matrix_sync(fb[i], &Bs[k][wc + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads();
    }
    float *c = C + (size_t)(blockIdx.y * 128 + wr) * N + blockIdx.x * 64 + wc;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::store_matrix_sync(c + (size_t)16 * i * N + 16 * j, sum[i][j], N, wmma::mem_row_major);
}

// B lies by columns (n rows of k): a warp 16 by 32, fragments straight from memory
extern "C" __global__ void gemm_mma_words_from_memory(const half *A, const half *Bt, float *C, int N, int K)
{
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const int row = (blockIdx.y * 4 + threadIdx.x / 32) * 16, col = blockIdx.x * 32;
    float d[4][4] = {};
    for (int k = 0; k < K; k += 16) {
        const half *pa = A + (row + g) * K + k + 2 * q;
        unsigned a0 = *(const unsigned *)pa, a1 = *(const unsigned *)(pa + 8 * K);
        unsigned a2 = *(const unsigned *)(pa + 8), a3 = *(const unsigned *)(pa + 8 * K + 8);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const half *pb = Bt + (col + 8 * j + g) * K + k + 2 * q;
            unsigned b0 = *(const unsigned *)pb, b1 = *(const unsigned *)(pb + 8);
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                         : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 4; j++) {
        float *c = C + (row + g) * N + col + 8 * j + 2 * q;
        *(float2 *)c = make_float2(d[j][0], d[j][1]);
        *(float2 *)(c + 8 * N) = make_float2(d[j][2], d[j][3]);
    }
}

// bfloat16, both by rows of k; 64 by 64 a block of four warps, shared memory with padding
extern "C" __global__ __launch_bounds__(128) void gemm_mma_bf16_padded(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ Bt, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) __nv_bfloat16 As[64][40], Bs[64][40];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32, g = lane / 4, q = lane % 4;
    const int wr = warp / 2 * 32, wc = warp % 2 * 32;
    float d[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&A[(blockIdx.y * 64 + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&Bs[e / 4][e % 4 * 8] = *(const uint4 *)&Bt[(blockIdx.x * 64 + e / 4) * K + k0 + e % 4 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned b[4][2];
#pragma unroll
            for (int j = 0; j < 4; j++) {
                b[j][0] = *(unsigned *)&Bs[wc + 8 * j + g][k + 2 * q];
                b[j][1] = *(unsigned *)&Bs[wc + 8 * j + g][k + 2 * q + 8];
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const int r = wr + 16 * i + g;
                unsigned a0 = *(unsigned *)&As[r][k + 2 * q], a1 = *(unsigned *)&As[r + 8][k + 2 * q];
                unsigned a2 = *(unsigned *)&As[r][k + 2 * q + 8], a3 = *(unsigned *)&As[r + 8][k + 2 * q + 8];
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3])
                                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b[j][0]), "r"(b[j][1]));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float *c = C + (blockIdx.y * 64 + wr + 16 * i + g) * N + blockIdx.x * 64 + wc + 8 * j + 2 * q;
            *(float2 *)c = make_float2(d[i][j][0], d[i][j][1]);
            *(float2 *)(c + 8 * N) = make_float2(d[i][j][2], d[i][j][3]);
        }
}

// signed bytes, B by columns, a warp 16 by 16
extern "C" __global__ void gemm_wmma_of_bytes(const signed char *a, const signed char *b, int *c, int n, int k)
{
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
    wmma::fill_fragment(acc, 0);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(fa, a + row * k + i, k);
        wmma::load_matrix_sync(fb, b + col * k + i, k);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * n + col, acc, n, wmma::mem_row_major);
}
