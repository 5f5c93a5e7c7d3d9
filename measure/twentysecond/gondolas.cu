// Matrix products on tensor cores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

using namespace nvcuda;

// a warp a tile, straight from global memory
extern "C" __global__ void gemm_wmma_plain(const half *a, const half *b, float *c, int M, int N, int K)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
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

// 64 x 64 a block of four warps, tiles in shared memory, 32 x 32 a warp
template <typename T> __global__ void wmmaSharedTiles(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) T As[64][32 + 8];
    __shared__ __align__(32) T Bs[32][64 + 8];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&A[(row0 + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&Bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(k0 + e / 8) * N + col0 + e % 8 * 8];
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &As[wr + 16 * i][k], 40);
                wmma::load_matrix_sync(fb[i], &Bs[k][wc + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (row0 + wr + 16 * i) * N + col0 + wc + 16 * j, acc[i][j], N, wmma::mem_row_major);
}
template __global__ void wmmaSharedTiles<half>(const half *, const half *, float *, int, int);
template __global__ void wmmaSharedTiles<__nv_bfloat16>(const __nv_bfloat16 *, const __nv_bfloat16 *, float *, int, int);

__device__ __forceinline__ void mma_16816(float *d, const uint32_t *a, const uint32_t *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// 128 x 64 a block of 8 warps, 32 x 32 a warp, fragments by ldmatrix
extern "C" __global__ void __launch_bounds__(256) gemm_mma_with_ldmatrix(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) half As[128][40];
    __shared__ __align__(16) half Bs[32][72];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const int wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    const half *a0 = A + (size_t)blockIdx.y * 128 * K, *b0 = B + blockIdx.x * 64;
    float acc[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int e = t + 256 * i, r = e >> 2, c = (e & 3) * 8;
            *(uint4 *)&As[r][c] = *(const uint4 *)(a0 + (size_t)r * K + k0 + c);
        }
        *(uint4 *)&Bs[t >> 3][(t & 7) * 8] = *(const uint4 *)(b0 + (size_t)(k0 + (t >> 3)) * N + (t & 7) * 8);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                uint32_t at = (uint32_t)__cvta_generic_to_shared(&As[wr + 16 * i + (lane & 15)][k + (lane >> 4) * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(at) : "memory");
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t at = (uint32_t)__cvta_generic_to_shared(&Bs[k + (lane & 15)][wc + 8 * j]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];\n"
                             : "=r"(fb[j][0]), "=r"(fb[j][1]) : "r"(at) : "memory");
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mma_16816(acc[i][j], fa[i], fb[j]);
        }
        __syncthreads();
    }
    const int g = lane >> 2, q = (lane & 3) * 2;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            size_t row = blockIdx.y * 128 + wr + 16 * i + g;
            int col = blockIdx.x * 64 + wc + 8 * j + q;
            *(half2 *)&C[row * N + col] = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
            *(half2 *)&C[(row + 8) * N + col] = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
        }
}

// signed bytes, a warp 16 x 8 times 4, B turned, from global memory
extern "C" __global__ void gemm_mma_int8_direct(const int8_t *__restrict__ A, const int8_t *__restrict__ Bt, int *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x, g = lane / 4, q = lane % 4;
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 32;
    int acc[4][4] = {};
    for (int k = 0; k < K; k += 32) {
        uint32_t a[4];
        a[0] = *(const uint32_t *)(A + (row + g) * K + k + q * 4);
        a[1] = *(const uint32_t *)(A + (row + g + 8) * K + k + q * 4);
        a[2] = *(const uint32_t *)(A + (row + g) * K + k + q * 4 + 16);
        a[3] = *(const uint32_t *)(A + (row + g + 8) * K + k + q * 4 + 16);
        for (int j = 0; j < 4; j++) {
            const int8_t *p = Bt + (col + 8 * j + g) * K + k + q * 4;
            uint32_t b0 = *(const uint32_t *)p, b1 = *(const uint32_t *)(p + 16);
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                         : "+r"(acc[j][0]), "+r"(acc[j][1]), "+r"(acc[j][2]), "+r"(acc[j][3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 4; j++) {
        *(int2 *)&C[(row + g) * N + col + 8 * j + q * 2] = make_int2(acc[j][0], acc[j][1]);
        *(int2 *)&C[(row + g + 8) * N + col + 8 * j + q * 2] = make_int2(acc[j][2], acc[j][3]);
    }
}

// tf32 m16n8k8, 32 x 32 a block of one warp each 16 x 16, tiles in shared memory
extern "C" __global__ void gemm_mma_tf32_tiles(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ __align__(16) float As[32][20];
    __shared__ __align__(16) float Bs[16][40];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32, g = lane / 4, q = lane % 4;
    const int wr = warp / 2 * 16, wc = warp % 2 * 16;
    float acc[2][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        *(float4 *)&As[t / 4][t % 4 * 4] = *(const float4 *)&A[(blockIdx.y * 32 + t / 4) * K + k0 + t % 4 * 4];
        *(float4 *)&Bs[t / 8][t % 8 * 4] = *(const float4 *)&B[(k0 + t / 8) * N + blockIdx.x * 32 + t % 8 * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t a[4];
            a[0] = __float_as_uint(wmma::__float_to_tf32(As[wr + g][k + q]));
            a[1] = __float_as_uint(wmma::__float_to_tf32(As[wr + g + 8][k + q]));
            a[2] = __float_as_uint(wmma::__float_to_tf32(As[wr + g][k + q + 4]));
            a[3] = __float_as_uint(wmma::__float_to_tf32(As[wr + g + 8][k + q + 4]));
#pragma unroll
            for (int j = 0; j < 2; j++) {
                uint32_t b0 = __float_as_uint(wmma::__float_to_tf32(Bs[k + q][wc + 8 * j + g]));
                uint32_t b1 = __float_as_uint(wmma::__float_to_tf32(Bs[k + q + 4][wc + 8 * j + g]));
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                             : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]), "+f"(acc[j][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++) {
        int r = blockIdx.y * 32 + wr + g, c = blockIdx.x * 32 + wc + 8 * j + q * 2;
        C[r * N + c] = acc[j][0];
        C[r * N + c + 1] = acc[j][1];
        C[(r + 8) * N + c] = acc[j][2];
        C[(r + 8) * N + c + 1] = acc[j][3];
    }
}
