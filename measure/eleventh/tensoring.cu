// Matrix products on tensor cores, and in halves.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// a warp for each tile of 16 x 16, straight from global memory; b by columns
extern "C" __global__ void gemm_wmma_each(const half *a, const half *b, float *c, int M, int N, int K)
{
    int tileM = blockIdx.y * blockDim.y + threadIdx.y;
    int tileN = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (tileM * 16 >= M || tileN * 16 >= N)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + tileM * 16 * K + k, K);
        wmma::load_matrix_sync(fb, b + tileN * 16 * K + k, K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + tileM * 16 * N + tileN * 16, acc, N, wmma::mem_row_major);
}

// 8 warps, a block tile of 128 x 64 staged in shared memory, 32 x 32 for each warp
extern "C" __global__ void __launch_bounds__(256)
    gemm_wmma_staged(const half *A, const half *B, float *C, int N, int K)
{
    __shared__ __align__(32) half As[128][32 + 16];
    __shared__ __align__(32) half Bs[32][64 + 16];
    const int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = threadIdx.x; i < 128 * 4; i += 256)
            *(uint4 *)&As[i / 4][i % 4 * 8] = *(const uint4 *)&A[(size_t)(row0 + i / 4) * K + k0 + i % 4 * 8];
        for (int i = threadIdx.x; i < 32 * 8; i += 256)
            *(uint4 *)&Bs[i / 8][i % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + i / 8) * N + col0 + i % 8 * 8];
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &As[wr + 16 * i][k], 48);
                wmma::load_matrix_sync(fb[i], &Bs[k][wc + 16 * i], 80);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(&C[(size_t)(row0 + wr + 16 * i) * N + col0 + wc + 16 * j],
                                    acc[i][j], N, wmma::mem_row_major);
}

extern "C" __global__ void gemm_wmma_tf32(const float *a, const float *b, float *c, int N, int K)
{
    const int row = blockIdx.y * 32 + threadIdx.x / 32 / 2 * 16;
    const int col = blockIdx.x * 32 + threadIdx.x / 32 % 2 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 8) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, b + k * N + col, N);
        for (int i = 0; i < fa.num_elements; i++)
            fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        for (int i = 0; i < fb.num_elements; i++)
            fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

// both come packed in tiles of 16 x 16, those of b by columns
extern "C" __global__ void gemm_wmma_s8(const signed char *a, const signed char *b, int *c, int N, int K)
{
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    const int col = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
    wmma::fill_fragment(acc, 0);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + row * K + 16 * k, 16);
        wmma::load_matrix_sync(fb, b + col * K + 16 * k, 16);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

__device__ __forceinline__ void mma16816(float *d, const unsigned *a, const unsigned *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// 64 x 64 of a block of four warps, 32 x 32 of a warp; fragments by ldmatrix; b by columns
extern "C" __global__ void __launch_bounds__(128)
    gemm_mma_ldmatrix(const half *A, const half *B, float *C, int N, int K)
{
    __shared__ __align__(16) half As[64][40];
    __shared__ __align__(16) half Bs[64][40];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int wr = warp / 2 * 32, wc = warp % 2 * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = threadIdx.x; i < 256; i += 128) {
            const int r = i / 4, c = i % 4 * 8;
            *(uint4 *)&As[r][c] = *(const uint4 *)&A[(size_t)(row0 + r) * K + k0 + c];
            *(uint4 *)&Bs[r][c] = *(const uint4 *)&B[(size_t)(col0 + r) * K + k0 + c];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(
                    &As[wr + 16 * i + lane % 16][k + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(a[i][0]), "=r"(a[i][1]), "=r"(a[i][2]), "=r"(a[i][3])
                             : "r"(at));
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(
                    &Bs[wc + 8 * j + lane % 8][k + lane / 8 % 2 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];\n"
                             : "=r"(b[j][0]), "=r"(b[j][1])
                             : "r"(at));
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    mma16816(acc[i][j], a[i], b[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = row0 + wr + 16 * i + lane / 4, c = col0 + wc + 8 * j + lane % 4 * 2;
            *(float2 *)&C[(size_t)r * N + c] = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)&C[(size_t)(r + 8) * N + c] = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// no tensor cores: two halves at a time, b two columns to a thread
extern "C" __global__ void gemm_half2_plain(const half *A, const half2 *B, half2 *C, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    half2 sum = __float2half2_rn(0.0f);
    for (int k = 0; k < n; k++)
        sum = __hfma2(__half2half2(A[row * n + k]), B[k * (n / 2) + col], sum);
    C[row * (n / 2) + col] = sum;
}
