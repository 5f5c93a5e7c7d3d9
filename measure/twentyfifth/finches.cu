// Matrix products on tensor cores; the sides are multiples of the tiles.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <typename T>
__global__ void warpATile(const T *A, const T *B, float *C, int M, int N, int K)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int tiles = N / 16;
    int row = warp / tiles * 16, col = warp % tiles * 16;
    if (row >= M)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + (size_t)row * K + k, K);
        wmma::load_matrix_sync(b, B + (size_t)col * K + k, K);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + (size_t)row * N + col, acc, N, wmma::mem_row_major);
}
template __global__ void warpATile<__half>(const __half *, const __half *, float *, int, int, int);
template __global__ void warpATile<__nv_bfloat16>(const __nv_bfloat16 *, const __nv_bfloat16 *, float *, int, int, int);

// 128 by 128 a block of eight warps, tiles in dynamic shared memory
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_eight_warps_share(const __half *__restrict__ A, const __half *__restrict__ B, __half *__restrict__ C, int N, int K)
{
    extern __shared__ __align__(128) __half shared[];
    __half(*as)[40] = reinterpret_cast<__half(*)[40]>(shared);               // 128 by 32
    __half(*bs)[136] = reinterpret_cast<__half(*)[136]>(shared + 128 * 40);  // 32 by 128
    const int t = threadIdx.x, warp = t / 32;
    const int wm = warp / 2 * 32, wn = warp % 2 * 64;
    const __half *a = A + (size_t)blockIdx.y * 128 * K;
    const __half *b = B + blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> acc[2][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            wmma::fill_fragment(acc[i][j], __float2half(0.f));
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int s = t; s < 128 * 4; s += 256)
            *(uint4 *)&as[s / 4][s % 4 * 8] = *(const uint4 *)(a + (size_t)(s / 4) * K + k0 + s % 4 * 8);
        for (int s = t; s < 32 * 16; s += 256)
            *(uint4 *)&bs[s / 16][s % 16 * 8] = *(const uint4 *)(b + (size_t)(k0 + s / 16) * N + s % 16 * 8);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
            for (int i = 0; i < 2; i++)
                wmma::load_matrix_sync(fa[i], &as[wm + 16 * i][k], 40);
            for (int j = 0; j < 4; j++)
                wmma::load_matrix_sync(fb[j], &bs[k][wn + 16 * j], 136);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 128 + wm + 16 * i) * N + blockIdx.x * 128 + wn + 16 * j,
                                    acc[i][j], N, wmma::mem_row_major);
}

__device__ __forceinline__ void fetch16(void *to, const void *from)
{
    uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from));
}

__device__ __forceinline__ void matrices4(uint32_t (&r)[4], const void *from)
{
    uint32_t at = (uint32_t)__cvta_generic_to_shared(from);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}

__device__ __forceinline__ void multiply_bf16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// a layer of a network: relu(X W^T + bias), bfloat16, W a row for each output; 64 by 64 a block of four warps,
// three stages on their way
extern "C" __global__ void __launch_bounds__(128) gemm_mma_bf16_layer_in_stages(const __nv_bfloat16 *__restrict__ X, const __nv_bfloat16 *__restrict__ W, const float *__restrict__ bias, __nv_bfloat16 *__restrict__ Y, int N, int K)
{
    constexpr int STAGES = 3;
    __shared__ __align__(16) __nv_bfloat16 xs[STAGES][64][40];
    __shared__ __align__(16) __nv_bfloat16 ws[STAGES][64][40];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int wm = warp / 2 * 32, wn = warp % 2 * 32;
    const __nv_bfloat16 *x = X + (size_t)blockIdx.y * 64 * K;
    const __nv_bfloat16 *w = W + (size_t)blockIdx.x * 64 * K;
    float acc[2][4][4] = {};
    auto fetch = [&](int stage, int k0) {
#pragma unroll
        for (int s = 0; s < 2; s++) {
            int row = (t + 128 * s) / 4, part = t % 4 * 8;
            fetch16(&xs[stage][row][part], x + (size_t)row * K + k0 + part);
            fetch16(&ws[stage][row][part], w + (size_t)row * K + k0 + part);
        }
    };
    const int steps = K / 32;
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < steps)
            fetch(s, 32 * s);
        asm volatile("cp.async.commit_group;\n");
    }
    for (int step = 0; step < steps; step++) {
        asm volatile("cp.async.wait_group %0;\n" ::"n"(STAGES - 2));
        __syncthreads();
        if (step + STAGES - 1 < steps)
            fetch((step + STAGES - 1) % STAGES, 32 * (step + STAGES - 1));
        asm volatile("cp.async.commit_group;\n");
        const int stage = step % STAGES;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                matrices4(a[i], &xs[stage][wm + 16 * i + lane % 16][k + lane / 16 * 8]);
                matrices4(b[i], &ws[stage][wn + 16 * i + lane % 8 + lane / 16 * 8][k + lane / 8 % 2 * 8]);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply_bf16(acc[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int row = blockIdx.y * 64 + wm + 16 * i + lane / 4;
            int col = blockIdx.x * 64 + wn + 8 * j + lane % 4 * 2;
            float2 add = *(const float2 *)(bias + col);
            *(__nv_bfloat162 *)(Y + (size_t)row * N + col) =
                __floats2bfloat162_rn(fmaxf(acc[i][j][0] + add.x, 0.f), fmaxf(acc[i][j][1] + add.y, 0.f));
            *(__nv_bfloat162 *)(Y + (size_t)(row + 8) * N + col) =
                __floats2bfloat162_rn(fmaxf(acc[i][j][2] + add.x, 0.f), fmaxf(acc[i][j][3] + add.y, 0.f));
        }
}

// double precision on tensor cores: a warp 16 by 16 of four 8 by 8
extern "C" __global__ void gemm_wmma_in_doubles(const double *A, const double *B, double *C, int N, int K)
{
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    int col = blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0);
    for (int k = 0; k < K; k += 4) {
        wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[2];
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(a[i], A + (row + 8 * i) * K + k, K);
            wmma::load_matrix_sync(b[i], B + k * N + col + 8 * i, N);
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (row + 8 * i) * N + col + 8 * j, acc[i][j], N, wmma::mem_row_major);
}

// signed bytes, four warps along a strip of 64 columns, B by columns
extern "C" __global__ void gemm_wmma_signed_bytes(const signed char *__restrict__ A, const signed char *__restrict__ B, int *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) signed char as[32][64];
    int t = threadIdx.x, warp = t / 32;
    int row = blockIdx.y * 32, col = blockIdx.x * 64 + warp * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2];
    wmma::fill_fragment(acc[0], 0);
    wmma::fill_fragment(acc[1], 0);
    for (int k0 = 0; k0 < K; k0 += 64) {
        *(int4 *)&as[t / 4][t % 4 * 16] = *(const int4 *)(A + (size_t)(row + t / 4) * K + k0 + t % 4 * 16);
        __syncthreads();
        for (int k = 0; k < 64; k += 16) {
            wmma::load_matrix_sync(b, B + (size_t)col * K + k0 + k, K);
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(a, &as[16 * i][k], 64);
                wmma::mma_sync(acc[i], a, b, acc[i]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        wmma::store_matrix_sync(C + (size_t)(row + 16 * i) * N + col, acc[i], N, wmma::mem_row_major);
}

// scores of attention heads: Q K^T scaled, a head for each z; four warps, 32 by 32 of the scores each block, dim 64
extern "C" __global__ void gemm_wmma_scores_of_heads(const __half *Q, const __half *Kt, float *S, int length, float scale)
{
    const size_t head = blockIdx.z;
    const int warp = threadIdx.y;
    const int row = blockIdx.y * 32 + warp / 2 * 16, col = blockIdx.x * 32 + warp % 2 * 16;
    const __half *q = Q + (head * length + row) * 64;
    const __half *k = Kt + (head * length + col) * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
#pragma unroll
    for (int d = 0; d < 64; d += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
        wmma::load_matrix_sync(a, q + d, 64);
        wmma::load_matrix_sync(b, k + d, 64);
        wmma::mma_sync(acc, a, b, acc);
    }
    for (int i = 0; i < acc.num_elements; i++)
        acc.x[i] *= scale;
    wmma::store_matrix_sync(S + (head * length + row) * length + col, acc, length, wmma::mem_row_major);
}
