// Products on tensor cores: fragments by library and by instruction.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// a warp for each 16 x 16 of C, fragments straight from memory, everything row-major
extern "C" __global__ void gemm_frag_plain(const half *A, const half *B, float *C, int M, int N, int K)
{
    int warp = threadIdx.x / 32;
    int row = (blockIdx.y * 2 + warp / 2) * 16, col = (blockIdx.x * 2 + warp % 2) * 16;
    if (row >= M || col >= N) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + row * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + col, N);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

// 64 x 64 per block, four warps of 32 x 32, tiles in shared memory
extern "C" __global__ void __launch_bounds__(128) gemm_frag_tiles(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(32) half As[64][48], Bs[32][80];
    int t = threadIdx.x, w = t / 32, wr = w / 2 * 32, wc = w % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(c[i][j], __float2half(0.f));
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&A[(blockIdx.y * 64 + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&Bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(k0 + e / 8) * N + blockIdx.x * 64 + e % 8 * 8];
        }
        __syncthreads();
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(a[i], &As[wr + 16 * i][kk], 48);
                wmma::load_matrix_sync(b[i], &Bs[kk][wc + 16 * i], 80);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (blockIdx.y * 64 + wr + 16 * i) * N + blockIdx.x * 64 + wc + 16 * j, c[i][j], N, wmma::mem_row_major);
}

// tall fragments of bfloat16, B by columns
extern "C" __global__ void gemm_frag_bf16_tall(const __nv_bfloat16 *A, const __nv_bfloat16 *Bt, float *C, int N, int K)
{
    int row = blockIdx.y * 32, col = (blockIdx.x * blockDim.y + threadIdx.y) * 8;
    if (col >= N) return;
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + row * K + k, K);
        wmma::load_matrix_sync(b, Bt + col * K + k, K);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

extern "C" __global__ void gemm_frag_tf32_tiles(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) float As[32][24], Bs[16][40];
    int t = threadIdx.x, w = t / 32, wr = w / 2 * 16, wc = w % 2 * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < 512; e += 128) {
            As[e / 16][e % 16] = wmma::__float_to_tf32(A[(blockIdx.y * 32 + e / 16) * K + k0 + e % 16]);
            Bs[e / 32][e % 32] = wmma::__float_to_tf32(B[(k0 + e / 32) * N + blockIdx.x * 32 + e % 32]);
        }
        __syncthreads();
        for (int kk = 0; kk < 16; kk += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
            wmma::load_matrix_sync(a, &As[wr][kk], 24);
            wmma::load_matrix_sync(b, &Bs[kk][wc], 40);
            wmma::mma_sync(c, a, b, c);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (blockIdx.y * 32 + wr) * N + blockIdx.x * 32 + wc, c, N, wmma::mem_row_major);
}

__device__ __forceinline__ uint32_t sharedAddress(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void load4(uint32_t (&r)[4], const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(sharedAddress(p)));
}
__device__ __forceinline__ void load4turned(uint32_t (&r)[4], const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(sharedAddress(p)));
}
__device__ __forceinline__ void mmaHalf(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void copy16(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(to)), "l"(from));
}

// row-major B, turned on its way out of shared memory; 64 x 64 per block of four warps
extern "C" __global__ void __launch_bounds__(128) gemm_inst_ldmatrix(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) half As[64][40], Bs[32][72];
    int t = threadIdx.x, lane = t % 32, w = t / 32, wr = w / 2 * 32, wc = w % 2 * 32;
    float c[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&As[e / 4][e % 4 * 8] = *(const uint4 *)&A[(blockIdx.y * 64 + e / 4) * K + k0 + e % 4 * 8];
            *(uint4 *)&Bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(k0 + e / 8) * N + blockIdx.x * 64 + e % 8 * 8];
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                load4(a[i], &As[wr + 16 * i + lane % 16][kk + lane / 16 * 8]);
                load4turned(b[i], &Bs[kk + lane % 16][wc + 16 * i + lane / 16 * 8]);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mmaHalf(c[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = blockIdx.y * 64 + wr + 16 * i + lane / 4, q = blockIdx.x * 64 + wc + 8 * j + lane % 4 * 2;
            *(float2 *)&C[r * N + q] = make_float2(c[i][j][0], c[i][j][1]);
            *(float2 *)&C[(r + 8) * N + q] = make_float2(c[i][j][2], c[i][j][3]);
        }
}

// 128 x 128 x 32, eight warps of 64 x 32, three stages of asynchronous copies
extern "C" __global__ void __launch_bounds__(256) gemm_inst_three_stages(const half *__restrict__ A, const half *__restrict__ Bt, half *__restrict__ C, int N, int K)
{
    extern __shared__ __align__(16) half gitsStage[];
    const int pitch = 40, each = 128 * pitch;
    int t = threadIdx.x, lane = t % 32, w = t / 32, wr = w / 4 * 64, wc = w % 4 * 32;
    const half *a0 = A + (size_t)blockIdx.y * 128 * K, *b0 = Bt + (size_t)blockIdx.x * 128 * K;
    const int steps = K / 32;
    auto fetch = [&](int step) {
        if (step < steps) {
            half *as = gitsStage + step % 3 * 2 * each, *bs = as + each;
            for (int e = t; e < 512; e += 256) {
                copy16(as + e / 4 * pitch + e % 4 * 8, a0 + e / 4 * K + step * 32 + e % 4 * 8);
                copy16(bs + e / 4 * pitch + e % 4 * 8, b0 + e / 4 * K + step * 32 + e % 4 * 8);
            }
        }
        asm volatile("cp.async.commit_group;");
    };
    float c[4][4][4] = {};
    fetch(0);
    fetch(1);
    for (int step = 0; step < steps; step++) {
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        fetch(step + 2);
        const half *as = gitsStage + step % 3 * 2 * each, *bs = as + each;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++) load4(a[i], as + (wr + 16 * i + lane % 16) * pitch + kk + lane / 16 * 8);
#pragma unroll
            for (int j = 0; j < 2; j++) load4(b[j], bs + (wc + 16 * j + lane % 8 + lane / 16 * 8) * pitch + kk + lane / 8 % 2 * 8);
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mmaHalf(c[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            size_t r = blockIdx.y * 128 + wr + 16 * i + lane / 4, q = blockIdx.x * 128 + wc + 8 * j + lane % 4 * 2;
            *(half2 *)&C[r * N + q] = __floats2half2_rn(c[i][j][0], c[i][j][1]);
            *(half2 *)&C[(r + 8) * N + q] = __floats2half2_rn(c[i][j][2], c[i][j][3]);
        }
}

// fragments by hand, words straight from memory; a bias before the store
extern "C" __global__ void gemm_inst_bf16_bias(const uint32_t *__restrict__ A, const uint32_t *__restrict__ Bt, const float *__restrict__ bias, float *__restrict__ C, int N, int K)
{
    int lane = threadIdx.x, g = lane / 4, q = lane % 4, K2 = K / 2;
    int row = blockIdx.y * 16, col = (blockIdx.x * blockDim.y + threadIdx.y) * 16;
    float c[2][4] = {};
    const uint32_t *a = A + (row + g) * K2 + q, *b = Bt + (col + g) * K2 + q;
    for (int k = 0; k < K2; k += 8) {
        uint32_t x0 = a[k], x1 = a[8 * K2 + k], x2 = a[k + 4], x3 = a[8 * K2 + k + 4];
#pragma unroll
        for (int j = 0; j < 2; j++) {
            uint32_t y0 = b[j * 8 * K2 + k], y1 = b[j * 8 * K2 + k + 4];
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(c[j][0]), "+f"(c[j][1]), "+f"(c[j][2]), "+f"(c[j][3]) : "r"(x0), "r"(x1), "r"(x2), "r"(x3), "r"(y0), "r"(y1));
        }
    }
    for (int j = 0; j < 2; j++) {
        int n = col + 8 * j + 2 * q;
        C[(row + g) * N + n] = c[j][0] + bias[n];
        C[(row + g) * N + n + 1] = c[j][1] + bias[n + 1];
        C[(row + g + 8) * N + n] = c[j][2] + bias[n];
        C[(row + g + 8) * N + n + 1] = c[j][3] + bias[n + 1];
    }
}

extern "C" __global__ void gemm_inst_int8_tiles(const int4 *__restrict__ A, const int4 *__restrict__ Bt, int *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) uint32_t As[64][20], Bs[64][20];
    int t = threadIdx.x, lane = t % 32, w = t / 32, wr = w / 2 * 32, wc = w % 2 * 32, g = lane / 4, q = lane % 4, K16 = K / 16;
    int c[2][4][4] = {};
    for (int k0 = 0; k0 < K16; k0 += 4) {
        for (int e = t; e < 256; e += 128) {
            *(int4 *)&As[e / 4][e % 4 * 4] = A[(blockIdx.y * 64 + e / 4) * K16 + k0 + e % 4];
            *(int4 *)&Bs[e / 4][e % 4 * 4] = Bt[(blockIdx.x * 64 + e / 4) * K16 + k0 + e % 4];
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 16; kk += 8)
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wr + 16 * i + g;
                uint32_t a0 = As[r][kk + q], a1 = As[r + 8][kk + q], a2 = As[r][kk + q + 4], a3 = As[r + 8][kk + q + 4];
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    uint32_t b0 = Bs[wc + 8 * j + g][kk + q], b1 = Bs[wc + 8 * j + g][kk + q + 4];
                    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+r"(c[i][j][0]), "+r"(c[i][j][1]), "+r"(c[i][j][2]), "+r"(c[i][j][3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
                }
            }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = blockIdx.y * 64 + wr + 16 * i + g, n = blockIdx.x * 64 + wc + 8 * j + 2 * q;
            *(int2 *)&C[r * N + n] = make_int2(c[i][j][0], c[i][j][1]);
            *(int2 *)&C[(r + 8) * N + n] = make_int2(c[i][j][2], c[i][j][3]);
        }
}

// doubles, 8 x 8 x 4, a warp for 8 x 16
extern "C" __global__ void gemm_inst_f64(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int N, int K)
{
    int lane = threadIdx.x % 32, row = blockIdx.y * 8, col = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    if (col >= N) return;
    double c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    for (int k = 0; k < K; k += 4) {
        double a = A[(row + lane / 4) * K + k + lane % 4];
        double b0 = B[(k + lane % 4) * N + col + lane / 4], b1 = B[(k + lane % 4) * N + col + 8 + lane / 4];
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c0), "+d"(c1) : "d"(a), "d"(b0));
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c2), "+d"(c3) : "d"(a), "d"(b1));
    }
    double *out = C + (row + lane / 4) * N + col + lane % 4 * 2;
    *(double2 *)out = make_double2(c0, c1);
    *(double2 *)(out + 8) = make_double2(c2, c3);
}

// scaled scores of a head: Q K^T, 64 x 64 per block, K by cp.async in one go
extern "C" __global__ void __launch_bounds__(128) att_scores_inst(const half *__restrict__ Q, const half *__restrict__ Kt, half *__restrict__ S, int length, float scale)
{
    __shared__ __align__(16) half q[64][72], k[64][72];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    const half *qh = Q + ((size_t)blockIdx.z * length + blockIdx.y * 64) * 64, *kh = Kt + ((size_t)blockIdx.z * length + blockIdx.x * 64) * 64;
    for (int e = t; e < 512; e += 128) {
        copy16(&q[e / 8][e % 8 * 8], qh + e * 8);
        copy16(&k[e / 8][e % 8 * 8], kh + e * 8);
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    float c[8][4] = {};
#pragma unroll
    for (int kk = 0; kk < 64; kk += 16) {
        uint32_t a[4], b[4];
        load4(a, &q[w * 16 + lane % 16][kk + lane / 16 * 8]);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            load4(b, &k[16 * j + lane % 8 + lane / 16 * 8][kk + lane / 8 % 2 * 8]);
            mmaHalf(c[2 * j], a, b[0], b[1]);
            mmaHalf(c[2 * j + 1], a, b[2], b[3]);
        }
    }
    half *s = S + ((size_t)blockIdx.z * length + blockIdx.y * 64 + w * 16 + lane / 4) * length + blockIdx.x * 64 + lane % 4 * 2;
    for (int j = 0; j < 8; j++) {
        *(half2 *)(s + 8 * j) = __floats2half2_rn(c[j][0] * scale, c[j][1] * scale);
        *(half2 *)(s + 8 * (size_t)length + 8 * j) = __floats2half2_rn(c[j][2] * scale, c[j][3] * scale);
    }
}
