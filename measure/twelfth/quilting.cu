// Products on tensor cores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void gemm_wmma_simple(const half *a, const half *b, float *c, int M, int N, int K)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int warpN = blockIdx.y * blockDim.y + threadIdx.y;
    if (warpM * 16 >= M || warpN * 16 >= N) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + warpM * 16 * K + k, K);
        wmma::load_matrix_sync(fb, b + k * N + warpN * 16, N);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + warpM * 16 * N + warpN * 16, acc, N, wmma::mem_row_major);
}

// 64 x 64 a block of four warps, sums in halves
extern "C" __global__ void gemm_wmma_tiles_half(const half *__restrict__ A, const half *__restrict__ B,
                                                half *__restrict__ C, int N, int K)
{
    __shared__ half sa[64][40];
    __shared__ half sb[32][72];
    int warp = threadIdx.x / 32, t = threadIdx.x;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    int wr = warp / 2 * 32, wc = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], __float2half(0.f));
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&sa[e / 4][e % 4 * 8] = *(const uint4 *)&A[(size_t)(row + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&sb[e / 8][e % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + e / 8) * N + col + e % 8 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], &sa[wr + 16 * i][k], 40);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(fb[j], &sb[k][wc + 16 * j], 72);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(row + wr + 16 * i) * N + col + wc + 16 * j, acc[i][j], N,
                                    wmma::mem_row_major);
}

// 32 x 8 pieces of bfloat16
extern "C" __global__ void gemm_wmma_bf16(const __nv_bfloat16 *a, const __nv_bfloat16 *bt, float *c, int N, int K)
{
    int warp = threadIdx.y;
    int row = blockIdx.y * 32, col = (blockIdx.x * blockDim.y + warp) * 8;
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
#pragma unroll 2
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, bt + col * K + k, K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

// doubles, 8 x 8 x 4
extern "C" __global__ void gemm_wmma_double(const double *a, const double *b, double *c, int n)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int row = w / (n / 8) * 8, col = w % (n / 8) * 8;
    if (row >= n) return;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc;
    wmma::fill_fragment(acc, 0.0);
    for (int k = 0; k < n; k += 4) {
        wmma::load_matrix_sync(fa, a + row * n + k, n);
        wmma::load_matrix_sync(fb, b + k * n + col, n);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * n + col, acc, n, wmma::mem_row_major);
}

extern "C" __global__ void gemm_wmma_int8(const signed char *a, const signed char *b, int *c, int M, int N, int K)
{
    __shared__ __align__(32) signed char sa[2][16 * 64];
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * 32 + warp / 2 * 16, col = blockIdx.x * 32 + warp % 2 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
    wmma::fill_fragment(acc, 0);
    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int e = threadIdx.x; e < 512; e += 128) {
            int half_ = e / 256, r = e % 256 / 16, q = e % 16;
            ((int *)sa[half_])[r * 16 + q] = ((const int *)(a + (blockIdx.y * 32 + half_ * 16 + r) * K + k0))[q];
        }
        __syncthreads();
        for (int k = 0; k < 64; k += 16) {
            wmma::load_matrix_sync(fa, &sa[warp / 2][k], 64);
            wmma::load_matrix_sync(fb, b + col * K + k0 + k, K);
            wmma::mma_sync(acc, fa, fb, acc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

// mma.sync by hand, 16 x 8 x 16 of bfloat16, fragments straight from memory; a warp makes 16 x 32
extern "C" __global__ void gemm_mma_bf16_direct(const unsigned *__restrict__ A, const unsigned *__restrict__ Bt,
                                                float *__restrict__ C, int N, int K)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int row = blockIdx.y * 64 + warp * 16, col = blockIdx.x * 32;
    int g = lane >> 2, q = lane & 3, K2 = K / 2;
    float d[4][4] = {};
    for (int k = 0; k < K2; k += 8) {
        unsigned a0 = A[(row + g) * K2 + k + q], a1 = A[(row + g + 8) * K2 + k + q];
        unsigned a2 = A[(row + g) * K2 + k + q + 4], a3 = A[(row + g + 8) * K2 + k + q + 4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            unsigned b0 = Bt[(col + 8 * j + g) * K2 + k + q], b1 = Bt[(col + 8 * j + g) * K2 + k + q + 4];
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                         "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                         : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                         : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float *p = C + (row + g) * N + col + 8 * j + 2 * q;
        *(float2 *)p = make_float2(d[j][0], d[j][1]);
        *(float2 *)(p + 8 * N) = make_float2(d[j][2], d[j][3]);
    }
}

// as above in tf32, 16 x 8 x 8, through shared memory
extern "C" __global__ void gemm_mma_tf32_shared(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ float sa[64][20], sb[16][72];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, g = lane / 4, q = lane % 4;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float d[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < 256; e += 128) {
            *(float4 *)&sa[e / 4][e % 4 * 4] = *(const float4 *)&A[(row + e / 4) * K + k0 + e % 4 * 4];
            *(float4 *)&sb[e / 16][e % 16 * 4] = *(const float4 *)&B[(k0 + e / 16) * N + col + e % 16 * 4];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            unsigned a[4], b[2];
            a[0] = __float_as_uint(sa[warp * 16 + g][k + q]);
            a[1] = __float_as_uint(sa[warp * 16 + g + 8][k + q]);
            a[2] = __float_as_uint(sa[warp * 16 + g][k + q + 4]);
            a[3] = __float_as_uint(sa[warp * 16 + g + 8][k + q + 4]);
#pragma unroll
            for (int j = 0; j < 8; j++) {
                b[0] = __float_as_uint(sb[k + q][8 * j + g]);
                b[1] = __float_as_uint(sb[k + q + 4][8 * j + g]);
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                    "{%0,%1,%2,%3};"
                    : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++)
        for (int h = 0; h < 2; h++) {
            C[(row + warp * 16 + g + 8 * h) * N + col + 8 * j + 2 * q] = d[j][2 * h];
            C[(row + warp * 16 + g + 8 * h) * N + col + 8 * j + 2 * q + 1] = d[j][2 * h + 1];
        }
}
