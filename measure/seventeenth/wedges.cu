// Tensor cores: wmma, and mma.sync in PTX.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

extern "C" __global__ void gemm_wmma_warp_a_tile(const half *a, const half *b, float *c, int M, int N, int K)
{
    int tm = blockIdx.y * blockDim.y + threadIdx.y, tn = blockIdx.x;
    if (tm * 16 >= M) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + tm * 16 * K + k, K);
        wmma::load_matrix_sync(fb, b + k * N + tn * 16, N);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + tm * 16 * N + tn * 16, acc, N, wmma::mem_row_major);
}

extern "C" __global__ void gemm_wmma_bf16_32_by_8(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int N, int K)
{
    const int warp = threadIdx.x / 32, row = blockIdx.y * 32, col = (blockIdx.x * (blockDim.x / 32) + warp) * 8;
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, b + col * K + k, K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

extern "C" __global__ void gemm_wmma_chars_two_by_two(const signed char *a, const signed char *b, int *c, int N, int K)
{
    const int warp = threadIdx.y, row = blockIdx.y * 32, col = (blockIdx.x * blockDim.y + warp) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0);
    for (int k = 0; k < K; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb[2];
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa[i], a + (row + 16 * i) * K + k, K);
            wmma::load_matrix_sync(fb[i], b + (col + 16 * i) * K + k, K);
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::store_matrix_sync(c + (row + 16 * i) * N + col + 16 * j, acc[i][j], N, wmma::mem_row_major);
}

extern "C" __global__ void gemm_wmma_doubles_by_warps(const double *a, const double *b, double *c, int N, int K)
{
    const int warp = threadIdx.x / 32, row = (blockIdx.y * 2 + warp / 2) * 8, col = (blockIdx.x * 2 + warp % 2) * 8;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc;
    wmma::fill_fragment(acc, 0.0);
    for (int k = 0; k < K; k += 4) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, b + k * N + col, N);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + row * N + col, acc, N, wmma::mem_row_major);
}

// 128 x 64, eight warps of 32 x 32, tiles of 32 fetched by cp.async while the last are used
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_async_twofold(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) half sa[2][128][40], sb[2][32][72];
    const int t = threadIdx.x, warp = t / 32, wm = warp / 2 * 32, wn = warp % 2 * 32;
    auto fetch = [&](int s, int k0) {
        for (int h = 0; h < 2; h++) {
            int i = t + 256 * h, r = i / 4, q = i % 4 * 8;
            unsigned to = (unsigned)__cvta_generic_to_shared(&sa[s][r][q]);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(A + (size_t)(blockIdx.y * 128 + r) * K + k0 + q));
        }
        int r = t / 8, q = t % 8 * 8;
        unsigned to = (unsigned)__cvta_generic_to_shared(&sb[s][r][q]);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(B + (size_t)(k0 + r) * N + blockIdx.x * 64 + q));
        asm volatile("cp.async.commit_group;");
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0.f);
    fetch(0, 0);
    for (int k0 = 0, s = 0; k0 < K; k0 += 32, s ^= 1) {
        if (k0 + 32 < K) {
            fetch(s ^ 1, k0 + 32);
            asm volatile("cp.async.wait_group 1;");
        } else asm volatile("cp.async.wait_group 0;");
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &sa[s][wm + 16 * i][k], 40);
                wmma::load_matrix_sync(fb[i], &sb[s][k][wn + 16 * i], 72);
            }
#pragma unroll
            for (int i = 0; i < 4; i++) wmma::mma_sync(acc[i / 2][i % 2], fa[i / 2], fb[i % 2], acc[i / 2][i % 2]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 128 + wm + i / 2 * 16) * N + blockIdx.x * 64 + wn + i % 2 * 16, acc[i / 2][i % 2], N, wmma::mem_row_major);
}

// bf16, 64 x 128 by four warps, padded rows, ldmatrix
extern "C" __global__ void __launch_bounds__(128) gemm_mma_bf16_padded_rows(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ Bt, __nv_bfloat16 *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) __nv_bfloat16 sa[64][40], sb[128][40];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, wn = warp * 32;
    float d[4][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int i = tid + 128 * h;
            *(uint4 *)&sa[i / 4][i % 4 * 8] = *(const uint4 *)(A + (size_t)(blockIdx.y * 64 + i / 4) * K + k0 + i % 4 * 8);
        }
#pragma unroll
        for (int h = 0; h < 4; h++) {
            int i = tid + 128 * h;
            *(uint4 *)&sb[i / 4][i % 4 * 8] = *(const uint4 *)(Bt + (size_t)(blockIdx.x * 128 + i / 4) * K + k0 + i % 4 * 8);
        }
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                uint32_t at = (uint32_t)__cvta_generic_to_shared(&sa[16 * i + (lane & 15)][k + (lane >> 4) * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[i][0]), "=r"(a[i][1]), "=r"(a[i][2]), "=r"(a[i][3]) : "r"(at));
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t at = (uint32_t)__cvta_generic_to_shared(&sb[wn + 8 * j + (lane & 7)][k + (lane >> 3 & 1) * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(b[j][0]), "=r"(b[j][1]) : "r"(at));
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int h = 0; h < 2; h++)
                *(__nv_bfloat162 *)(C + (size_t)(blockIdx.y * 64 + 16 * i + lane / 4 + 8 * h) * N + blockIdx.x * 128 + wn + 8 * j + lane % 4 * 2) = __floats2bfloat162_rn(d[i][j][2 * h], d[i][j][2 * h + 1]);
}

// eight-bit floats (e4m3), m16n8k32, a warp 32 x 16
extern "C" __global__ void gemm_mma_e4m3_from_memory(const uint8_t *__restrict__ A, const uint8_t *__restrict__ Bt, float *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, g = lane >> 2, t = lane & 3, row = blockIdx.y * 32, col = (blockIdx.x * (blockDim.x >> 5) + warp) * 16;
    float d[2][2][4] = {};
#pragma unroll 1
    for (int k = 0; k < K; k += 32) {
        uint32_t a[2][4], b[2][2];
#pragma unroll
        for (int i = 0; i < 2; i++) {
#pragma unroll
            for (int q = 0; q < 4; q++) a[i][q] = *(const uint32_t *)(A + (size_t)(row + 16 * i + g + (q & 1) * 8) * K + k + 4 * t + (q >> 1) * 16);
#pragma unroll
            for (int q = 0; q < 2; q++) b[i][q] = *(const uint32_t *)(Bt + (size_t)(col + 8 * i + g) * K + k + 4 * t + q * 16);
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 2; j++)
                asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3])
                             : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++)
#pragma unroll
            for (int h = 0; h < 2; h++)
                *(float2 *)(C + (size_t)(row + 16 * i + g + 8 * h) * N + col + 8 * j + 2 * t) = make_float2(d[i][j][2 * h], d[i][j][2 * h + 1]);
}
