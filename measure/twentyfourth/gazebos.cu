// Matrix products on tensor cores; sides are multiples of the tiles.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

// a warp a tile, straight from memory
extern "C" __global__ void gemm_wmma_first_try(const half *A, const half *B, float *C, int M, int N, int K)
{
    int tileRow = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    int tileCol = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
    if (tileRow >= M || tileCol >= N)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + tileRow * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + tileCol, N);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + tileRow * N + tileCol, c, N, wmma::mem_row_major);
}

// 64 by 64 a block of four warps, both factors in shared memory, the next tiles held in registers
extern "C" __global__ __launch_bounds__(128) void gemm_wmma_next_in_registers(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) half as[64][40];
    __shared__ __align__(32) half bs[32][72];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const half *a = A + (size_t)(blockIdx.y * 64 + t / 4) * K + t % 4 * 8;
    const half *b = B + (size_t)(t / 8) * N + blockIdx.x * 64 + t % 8 * 8;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0f);
    uint4 a0 = *(const uint4 *)a, a1 = *(const uint4 *)(a + (size_t)32 * K);
    uint4 b0 = *(const uint4 *)b, b1 = *(const uint4 *)(b + (size_t)16 * N);
    for (int k0 = 0; k0 < K; k0 += 32) {
        *(uint4 *)&as[t / 4][t % 4 * 8] = a0;
        *(uint4 *)&as[t / 4 + 32][t % 4 * 8] = a1;
        *(uint4 *)&bs[t / 8][t % 8 * 8] = b0;
        *(uint4 *)&bs[t / 8 + 16][t % 8 * 8] = b1;
        __syncthreads();
        if (k0 + 32 < K) {
            a += 32;
            b += (size_t)32 * N;
            a0 = *(const uint4 *)a;
            a1 = *(const uint4 *)(a + (size_t)32 * K);
            b0 = *(const uint4 *)b;
            b1 = *(const uint4 *)(b + (size_t)16 * N);
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[wr + 16 * i][k], 40);
                wmma::load_matrix_sync(fb[i], &bs[k][wc + 16 * i], 72);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + 16 * i) * N + blockIdx.x * 64 + wc + 16 * j, acc[i][j], N, wmma::mem_row_major);
}

__device__ __forceinline__ void ldmatrix4(unsigned r[4], const void *p)
{
    unsigned shared_at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_at));
}

__device__ __forceinline__ void ldmatrix2t(unsigned r[2], const void *p)
{
    unsigned shared_at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(shared_at));
}

__device__ __forceinline__ void mmaHalf(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// 128 by 64 a block of four warps (each 32 by 64), both factors by rows, fragments by ldmatrix
extern "C" __global__ __launch_bounds__(128) void gemm_mma_strips_by_ldmatrix(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) half as[128][24], bs[16][72];
    const int t = threadIdx.x, lane = t & 31, wr = (t >> 5) * 32;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    float d[2][8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
        for (int e = t; e < 256; e += 128)
            *(uint4 *)&as[e / 2][e % 2 * 8] = *(const uint4 *)&A[(size_t)(row0 + e / 2) * K + k0 + e % 2 * 8];
        *(uint4 *)&bs[t / 8][t % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + t / 8) * N + col0 + t % 8 * 8];
        __syncthreads();
        unsigned a[2][4];
#pragma unroll
        for (int i = 0; i < 2; i++)
            ldmatrix4(a[i], &as[wr + 16 * i + lane % 16][lane / 16 * 8]);
#pragma unroll
        for (int j = 0; j < 8; j++) {
            unsigned b[2];
            ldmatrix2t(b, &bs[lane % 16][8 * j]);
            mmaHalf(d[0][j], a[0], b);
            mmaHalf(d[1][j], a[1], b);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 8; j++) {
            half *c = C + (size_t)(row0 + wr + 16 * i + lane / 4) * N + col0 + 8 * j + lane % 4 * 2;
            *(half2 *)c = __floats2half2_rn(d[i][j][0], d[i][j][1]);
            *(half2 *)(c + (size_t)8 * N) = __floats2half2_rn(d[i][j][2], d[i][j][3]);
        }
}

__device__ __forceinline__ unsigned tf32(float v)
{
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
    return r;
}

// floats rounded to tf32, 32 by 32 a warp of its own, B by columns
extern "C" __global__ void gemm_mma_tf32_by_lone_warps(const float *__restrict__ A, const float *__restrict__ Bt, float *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x, g = lane >> 2, q = lane & 3;
    const int row = blockIdx.y * 32, col = (blockIdx.x * blockDim.y + threadIdx.y) * 32;
    float d[2][4][4] = {};
    for (int k = 0; k < K; k += 8) {
        unsigned a[2][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 2; i++) {
            const float *p = A + (row + 16 * i + g) * K + k + q;
            a[i][0] = tf32(p[0]);
            a[i][1] = tf32(p[8 * K]);
            a[i][2] = tf32(p[4]);
            a[i][3] = tf32(p[8 * K + 4]);
        }
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float *p = Bt + (col + 8 * j + g) * K + k + q;
            b[j][0] = tf32(p[0]);
            b[j][1] = tf32(p[4]);
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3])
                             : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            float *c = C + (row + 16 * i + g) * N + col + 8 * j + 2 * q;
            c[0] = d[i][j][0];
            c[1] = d[i][j][1];
            c[8 * N] = d[i][j][2];
            c[8 * N + 1] = d[i][j][3];
        }
}

// signed bytes, B by columns, 64 by 32 a block of four warps; results scaled back to bytes
extern "C" __global__ void gemm_mma_bytes_rescaled(const int8_t *A, const int8_t *Bt, int8_t *C, int N, int K, float scale)
{
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const int row = blockIdx.y * 64 + threadIdx.x / 32 * 16, col = blockIdx.x * 32;
    int d[4][4] = {};
    for (int k = 0; k < K; k += 32) {
        const int8_t *p = A + (row + g) * K + k + 4 * q;
        int a0 = *(const int *)p, a1 = *(const int *)(p + 8 * K), a2 = *(const int *)(p + 16), a3 = *(const int *)(p + 8 * K + 16);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const int8_t *s = Bt + (col + 8 * j + g) * K + k + 4 * q;
            int b0 = *(const int *)s, b1 = *(const int *)(s + 16);
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+r"(d[j][0]), "+r"(d[j][1]), "+r"(d[j][2]), "+r"(d[j][3])
                         : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 4; j++)
        for (int e = 0; e < 4; e++) {
            int v = __float2int_rn(d[j][e] * scale);
            C[(row + g + e / 2 * 8) * N + col + 8 * j + 2 * q + e % 2] = (int8_t)max(-128, min(127, v));
        }
}
