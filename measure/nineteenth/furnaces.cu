// Matrix products on tensor cores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// a warp 16 x 16 straight from memory, three warps a block
extern "C" __global__ void gemm_wmma_three_warps(const half *a, const half *b, float *c, int n, int k)
{
    const int row = (blockIdx.y * 3 + threadIdx.y) * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
    for (int e = 0; e < k; e += 16) {
        wmma::load_matrix_sync(fa, a + row * k + e, k);
        wmma::load_matrix_sync(fb, b + col * k + e, k);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major);
}

// 128 x 64 by eight warps, 32 deep, two buffers kept ahead in registers
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_ahead_in_registers(const half *__restrict__ a, const half *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ __align__(32) half sa[2][128][40], sb[2][32][72];
    const int t = threadIdx.x, warp = t >> 5, wy = (warp >> 1) * 32, wx = (warp & 1) * 32;
    const half *pa = a + (size_t)blockIdx.y * 128 * k, *pb = b + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(fc[i >> 1][i & 1], 0.f);
    uint4 ra[2], rb;
    auto fetch = [&](int e) {
        for (int q = 0; q < 2; q++) ra[q] = *(const uint4 *)(pa + (size_t)((t + 256 * q) >> 2) * k + e + (t & 3) * 8);
        rb = *(const uint4 *)(pb + (size_t)(e + (t >> 3)) * n + (t & 7) * 8);
    };
    auto keep = [&](int s) {
        for (int q = 0; q < 2; q++) *(uint4 *)&sa[s][(t + 256 * q) >> 2][(t & 3) * 8] = ra[q];
        *(uint4 *)&sb[s][t >> 3][(t & 7) * 8] = rb;
    };
    fetch(0);
    keep(0);
    __syncthreads();
    for (int e = 0, s = 0; e < k; e += 32, s ^= 1) {
        if (e + 32 < k) fetch(e + 32);
        for (int d = 0; d < 32; d += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &sa[s][wy + 16 * i][d], 40);
                wmma::load_matrix_sync(fb[i], &sb[s][d][wx + 16 * i], 72);
            }
            for (int i = 0; i < 4; i++) wmma::mma_sync(fc[i >> 1][i & 1], fa[i >> 1], fb[i & 1], fc[i >> 1][i & 1]);
        }
        if (e + 32 < k) keep(s ^ 1);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 128 + wy + 16 * (i >> 1)) * n + blockIdx.x * 64 + wx + 16 * (i & 1), fc[i >> 1][i & 1], n, wmma::mem_row_major);
}

// signed bytes, 16 x 64 a warp
extern "C" __global__ void gemm_wmma_bytes_four_wide(const int8_t *a, const int8_t *b, int *c, int n, int k)
{
    const int warp = threadIdx.x / 32, row = (blockIdx.y * 2 + warp) * 16, col = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc[4];
    for (int q = 0; q < 4; q++) wmma::fill_fragment(fc[q], 0);
    for (int e = 0; e < k; e += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
        wmma::load_matrix_sync(fa, (const signed char *)a + (size_t)row * k + e, k);
        for (int q = 0; q < 4; q++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
            wmma::load_matrix_sync(fb, (const signed char *)b + (size_t)e * n + col + 16 * q, n);
            wmma::mma_sync(fc[q], fa, fb, fc[q]);
        }
    }
    for (int q = 0; q < 4; q++) wmma::store_matrix_sync(c + (size_t)row * n + col + 16 * q, fc[q], n, wmma::mem_row_major);
}

// doubles, 8 x 8 x 4 by wmma, tiles 16 x 32 a block of eight warps in shared memory
extern "C" __global__ void gemm_wmma_double_shared(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n, int k)
{
    __shared__ __align__(32) double sa[16][18], sb[16][36];
    const int t = threadIdx.x, warp = t / 32, wy = warp / 4 * 8, wx = warp % 4 * 8;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.0);
    for (int e = 0; e < k; e += 16) {
        sa[t / 16][t % 16] = a[(size_t)(blockIdx.y * 16 + t / 16) * k + e + t % 16];
        for (int q = t; q < 512; q += 256) sb[q / 32][q % 32] = b[(size_t)(e + q / 32) * n + blockIdx.x * 32 + q % 32];
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, &sa[wy][d], 18);
            wmma::load_matrix_sync(fb, &sb[d][wx], 36);
            wmma::mma_sync(fc, fa, fb, fc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 16 + wy) * n + blockIdx.x * 32 + wx, fc, n, wmma::mem_row_major);
}

__device__ __forceinline__ uint32_t rounded(float v)
{
    uint32_t r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
    return r;
}

// tf32 m16n8k8 by hand, 64 x 32 by four warps, tiles in shared memory
extern "C" __global__ void __launch_bounds__(128) gemm_mma_tf32_of_64_by_32(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ uint32_t sa[64][20], sb[16][40];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, g = lane >> 2, q = lane & 3;
    float s[4][4] = {};
    for (int e = 0; e < k; e += 16) {
        for (int p = t; p < 1024; p += 128) sa[p >> 4][p & 15] = rounded(a[(size_t)(blockIdx.y * 64 + (p >> 4)) * k + e + (p & 15)]);
        for (int p = t; p < 512; p += 128) sb[p >> 5][p & 31] = rounded(b[(size_t)(e + (p >> 5)) * n + blockIdx.x * 32 + (p & 31)]);
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d += 8) {
            const int r = warp * 16 + g;
            uint32_t a0 = sa[r][d + q], a1 = sa[r + 8][d + q], a2 = sa[r][d + q + 4], a3 = sa[r + 8][d + q + 4];
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t b0 = sb[d + q][8 * j + g], b1 = sb[d + q + 4][8 * j + g];
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(s[j][0]), "+f"(s[j][1]), "+f"(s[j][2]), "+f"(s[j][3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) {
        float *p = c + (size_t)(blockIdx.y * 64 + warp * 16 + g) * n + blockIdx.x * 32 + 8 * j + 2 * q;
        *(float2 *)p = make_float2(s[j][0], s[j][1]);
        *(float2 *)(p + 8 * n) = make_float2(s[j][2], s[j][3]);
    }
}

__device__ __forceinline__ uint32_t at_shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// bfloat16 m16n8k16, both row by row: B comes turned by ldmatrix; 64 x 64 by four warps
extern "C" __global__ void __launch_bounds__(128) gemm_mma_bf16_turned_b(const __nv_bfloat16 *__restrict__ a, const __nv_bfloat16 *__restrict__ b, __nv_bfloat16 *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) __nv_bfloat16 sa[64][40], sb[32][72];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, wy = (warp >> 1) * 32, wx = (warp & 1) * 32;
    float s[2][4][4] = {};
    for (int e = 0; e < k; e += 32) {
        for (int p = t; p < 256; p += 128) {
            *(uint4 *)&sa[p >> 2][(p & 3) * 8] = *(const uint4 *)(a + (size_t)(blockIdx.y * 64 + (p >> 2)) * k + e + (p & 3) * 8);
            *(uint4 *)&sb[p >> 3][(p & 7) * 8] = *(const uint4 *)(b + (size_t)(e + (p >> 3)) * n + blockIdx.x * 64 + (p & 7) * 8);
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            uint32_t fa[2][4], fb[4][2];
            for (int i = 0; i < 2; i++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(at_shared(&sa[wy + 16 * i + (lane & 15)][d + (lane >> 4) * 8])));
            for (int j = 0; j < 4; j += 2)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fb[j][0]), "=r"(fb[j][1]), "=r"(fb[j + 1][0]), "=r"(fb[j + 1][1]) : "r"(at_shared(&sb[d + (lane & 15)][wx + 8 * j + (lane >> 4) * 8])));
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(s[i][j][0]), "+f"(s[i][j][1]), "+f"(s[i][j][2]), "+f"(s[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            __nv_bfloat16 *p = c + (size_t)(blockIdx.y * 64 + wy + 16 * i + lane / 4) * n + blockIdx.x * 64 + wx + 8 * j + lane % 4 * 2;
            *(__nv_bfloat162 *)p = __floats2bfloat162_rn(s[i][j][0], s[i][j][1]);
            *(__nv_bfloat162 *)(p + 8 * n) = __floats2bfloat162_rn(s[i][j][2], s[i][j][3]);
        }
}

// sums in half, m16n8k16, a warp 16 x 32 straight from memory, B by columns
extern "C" __global__ void gemm_mma_half_in_half(const half *__restrict__ a, const half *__restrict__ b, half *__restrict__ c, int n, int k)
{
    const int lane = threadIdx.x, g = lane >> 2, q = lane & 3, row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 32;
    uint32_t s[4][2] = {};
    const half *p = a + (size_t)(row + g) * k + 2 * q;
    for (int e = 0; e < k; e += 16) {
        uint32_t a0 = *(const uint32_t *)(p + e), a1 = *(const uint32_t *)(p + 8 * k + e), a2 = *(const uint32_t *)(p + e + 8), a3 = *(const uint32_t *)(p + 8 * k + e + 8);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const half *r = b + (size_t)(col + 8 * j + g) * k + e + 2 * q;
            uint32_t b0 = *(const uint32_t *)r, b1 = *(const uint32_t *)(r + 8);
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                         : "+r"(s[j][0]), "+r"(s[j][1]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 4; j++) {
        *(uint32_t *)(c + (size_t)(row + g) * n + col + 8 * j + 2 * q) = s[j][0];
        *(uint32_t *)(c + (size_t)(row + g + 8) * n + col + 8 * j + 2 * q) = s[j][1];
    }
}
