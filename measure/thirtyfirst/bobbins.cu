// Matrix products.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// the one everybody starts with
extern "C" __global__ void matmul_plain_size_t(const double *A, const double *B, double *C, size_t M, size_t N, size_t K)
{
    size_t col = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    size_t row = blockIdx.y * (size_t)blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        double sum = 0;
        for (size_t k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

template <typename T, int TILE> __global__ void tilesSquare(const T *a, const T *b, T *c, int m, int n, int k)
{
    __shared__ T as[TILE][TILE];
    __shared__ T bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    T sum = 0;
    for (int p = 0; p < (k + TILE - 1) / TILE; p++) {
        as[ty][tx] = row < m && p * TILE + tx < k ? a[row * k + p * TILE + tx] : T(0);
        bs[ty][tx] = col < n && p * TILE + ty < k ? b[(p * TILE + ty) * n + col] : T(0);
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
template __global__ void tilesSquare<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void tilesSquare<int, 16>(const int *, const int *, int *, int, int, int);

// 96 by 64 a block of 192, 8 by 4 a thread
extern "C" __global__ __launch_bounds__(192) void sgemm_96_by_64_registers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float as[16][96 + 4];
    __shared__ __align__(16) float bs[16][64];
    const int t = threadIdx.x, row0 = blockIdx.y * 96, col0 = blockIdx.x * 64;
    const int tr = t / 16 * 8, tc = t % 16 * 4;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < 96 * 16; e += 192) {
            int r = e / 16, k = e % 16;
            as[k][r] = row0 + r < M && k0 + k < K ? A[(size_t)(row0 + r) * K + k0 + k] : 0.0f;
        }
        for (int e = t; e < 16 * 64; e += 192) {
            int k = e / 64, c = e % 64;
            bs[k][c] = k0 + k < K && col0 + c < N ? B[(size_t)(k0 + k) * N + col0 + c] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float a[8], b[4];
            *(float4 *)a = *(const float4 *)&as[k][tr];
            *(float4 *)(a + 4) = *(const float4 *)&as[k][tr + 4];
            *(float4 *)b = *(const float4 *)&bs[k][tc];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (row0 + tr + i < M && col0 + tc + j < N)
                C[(size_t)(row0 + tr + i) * N + col0 + tc + j] = acc[i][j];
}

// C = A A^T, the lower triangle only; blocks above it leave at once
extern "C" __global__ void gemm_gram_lower_half(const float *__restrict__ A, float *__restrict__ C, int n, int k)
{
    if (blockIdx.x > blockIdx.y)
        return;
    __shared__ float left[32][33], right[32][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum[4] = {0, 0, 0, 0};
    for (int k0 = 0; k0 < k; k0 += 32) {
        for (int j = 0; j < 32; j += 8) {
            int r = blockIdx.y * 32 + ty + j, c = blockIdx.x * 32 + ty + j;
            left[ty + j][tx] = r < n && k0 + tx < k ? A[(size_t)r * k + k0 + tx] : 0.0f;
            right[ty + j][tx] = c < n && k0 + tx < k ? A[(size_t)c * k + k0 + tx] : 0.0f;
        }
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < 32; i++) {
            float r = right[tx][i];
            for (int j = 0; j < 4; j++)
                sum[j] += left[ty + 8 * j][i] * r;
        }
        __syncthreads();
    }
    int col = blockIdx.x * 32 + tx;
    for (int j = 0; j < 4; j++) {
        int row = blockIdx.y * 32 + ty + 8 * j;
        if (row < n && col <= row)
            C[(size_t)row * n + col] = sum[j];
    }
}

// 64 by 64 a block of four warps, two stages of cp.async; sides are multiples of 64, K of 32
extern "C" __global__ __launch_bounds__(128) void gemm_wmma_bf16_double_buffered(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ B, float *__restrict__ C, int N, int K)
{
    using namespace nvcuda;
    __shared__ __align__(128) __nv_bfloat16 as[2][64][48];
    __shared__ __align__(128) __nv_bfloat16 bs[2][32][80];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const size_t row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    auto fetch = [&](int stage, int k0) {
#pragma unroll
        for (int e = t; e < 256; e += 128) {
            __pipeline_memcpy_async(&as[stage][e / 4][e % 4 * 8], A + (row0 + e / 4) * K + k0 + e % 4 * 8, 16);
            __pipeline_memcpy_async(&bs[stage][e / 8][e % 8 * 8], B + (size_t)(k0 + e / 8) * N + col0 + e % 8 * 8, 16);
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0f);
    fetch(0, 0);
    for (int k0 = 0, s = 0; k0 < K; k0 += 32, s ^= 1) {
        if (k0 + 32 < K) {
            fetch(s ^ 1, k0 + 32);
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[s][wr + 16 * i][k], 48);
                wmma::load_matrix_sync(fb[i], &bs[s][k][wc + 16 * i], 80);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (row0 + wr + 16 * i) * N + col0 + wc + 16 * j, acc[i][j], N, wmma::mem_row_major);
}

// a warp 16 by 32 of the result, B transposed, fragments straight from memory; K a multiple of 32
extern "C" __global__ void gemm_mma_s8_from_memory(const int8_t *__restrict__ A, const int8_t *__restrict__ Bt, int *__restrict__ C, int M, int N, int K)
{
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const int row = (blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32) * 16, col = blockIdx.x * 32;
    if (row >= M)
        return;
    int acc[4][4] = {};
    const int8_t *a0 = A + (size_t)(row + g) * K + 4 * q, *a1 = a0 + (size_t)8 * K;
    const int8_t *b0 = Bt + (size_t)(col + g) * K + 4 * q;
    for (int k = 0; k < K; k += 32) {
        int a[4] = {*(const int *)(a0 + k), *(const int *)(a1 + k), *(const int *)(a0 + k + 16), *(const int *)(a1 + k + 16)};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const int8_t *b = b0 + (size_t)8 * j * K + k;
            int lo = *(const int *)b, hi = *(const int *)(b + 16);
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+r"(acc[j][0]), "+r"(acc[j][1]), "+r"(acc[j][2]), "+r"(acc[j][3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(lo), "r"(hi));
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        int *c = C + (size_t)(row + g) * N + col + 8 * j + 2 * q;
        *(int2 *)c = make_int2(acc[j][0], acc[j][1]);
        *(int2 *)(c + (size_t)8 * N) = make_int2(acc[j][2], acc[j][3]);
    }
}

// bytes four at a time, 32 by 32 tiles, results scaled by row and column; words = K / 4
extern "C" __global__ void gemm_dp4a_tiles_scaled(const int *__restrict__ A, const int *__restrict__ Bt, const float *rowScale, const float *colScale, float *C, int M, int N, int words)
{
    __shared__ int as[32][17], bs[32][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    int sum[2][2] = {};
    for (int w0 = 0; w0 < words; w0 += 16) {
        for (int j = ty; j < 32; j += 16) {
            as[j][tx] = row0 + j < M && w0 + tx < words ? A[(row0 + j) * words + w0 + tx] : 0;
            bs[j][tx] = col0 + j < N && w0 + tx < words ? Bt[(col0 + j) * words + w0 + tx] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int w = 0; w < 16; w++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    sum[i][j] = __dp4a(as[ty + 16 * i][w], bs[tx + 16 * j][w], sum[i][j]);
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int r = row0 + ty + 16 * i, c = col0 + tx + 16 * j;
            if (r < M && c < N)
                C[r * N + c] = sum[i][j] * rowScale[r] * colScale[c];
        }
}
