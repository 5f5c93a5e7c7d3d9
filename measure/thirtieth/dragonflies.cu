// Matrix products from the plainest to tensor cores, and a matrix by a vector.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// Columns lie together, as in BLAS.
extern "C" __global__ void gemm_columns_alpha_beta(int m, int n, int k, double alpha, const double *A, int lda,
                                                   const double *B, int ldb, double beta, double *C, int ldc)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
        double sum = 0;
        for (int p = 0; p < k; p++)
            sum += A[row + p * lda] * B[p + col * ldb];
        C[row + col * ldc] = alpha * sum + beta * C[row + col * ldc];
    }
}

template <typename T, int TILE> __global__ void tileTimesTile(const T *A, const T *B, T *C, int m, int n, int k)
{
    __shared__ T a[TILE][TILE];
    __shared__ T b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int t = 0; t < k; t += TILE) {
        a[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? A[row * k + t + threadIdx.x] : T(0);
        b[threadIdx.y][threadIdx.x] = t + threadIdx.y < k && col < n ? B[(t + threadIdx.y) * n + col] : T(0);
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}
template __global__ void tileTimesTile<float, 16>(const float *, const float *, float *, int, int, int);
template __global__ void tileTimesTile<double, 32>(const double *, const double *, double *, int, int, int);

// 128 x 128 per block, 8 x 8 per thread; m and n are multiples of 128, k of 8.
extern "C" __global__ void __launch_bounds__(256) gemm_blocks_eight_square(const float *__restrict__ A,
                                                                           const float *__restrict__ B,
                                                                           float *__restrict__ C, int n, int k)
{
    __shared__ __align__(16) float a[8][128];
    __shared__ __align__(16) float b[8][128];
    const int tid = threadIdx.x;
    const int tx = tid % 16, ty = tid / 16;
    A += (size_t)blockIdx.y * 128 * k;
    B += blockIdx.x * 128;
    C += (size_t)blockIdx.y * 128 * n + blockIdx.x * 128;
    float sum[8][8] = {};
    for (int t = 0; t < k; t += 8) {
        float4 va = *reinterpret_cast<const float4 *>(&A[(size_t)(tid / 2) * k + t + (tid % 2) * 4]);
        float4 vb = *reinterpret_cast<const float4 *>(&B[(size_t)(t + tid / 32) * n + (tid % 32) * 4]);
        a[(tid % 2) * 4 + 0][tid / 2] = va.x;
        a[(tid % 2) * 4 + 1][tid / 2] = va.y;
        a[(tid % 2) * 4 + 2][tid / 2] = va.z;
        a[(tid % 2) * 4 + 3][tid / 2] = va.w;
        *reinterpret_cast<float4 *>(&b[tid / 32][(tid % 32) * 4]) = vb;
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 8; p++) {
            float ra[8], rb[8];
#pragma unroll
            for (int i = 0; i < 8; i++) {
                ra[i] = a[p][ty * 8 + i];
                rb[i] = b[p][(i / 4) * 64 + tx * 4 + i % 4];
            }
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] = fmaf(ra[i], rb[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            *reinterpret_cast<float4 *>(&C[(size_t)(ty * 8 + i) * n + h * 64 + tx * 4]) =
                make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
}

// 64 x 64 per block of four warps, 32 deep, two stages; sides are multiples of those.
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_bf16_ping_pong(const __nv_bfloat16 *__restrict__ A,
                                                                            const __nv_bfloat16 *__restrict__ B,
                                                                            float *__restrict__ C, int n, int k)
{
    using namespace nvcuda;
    __shared__ __align__(32) __nv_bfloat16 a[2][64][40];
    __shared__ __align__(32) __nv_bfloat16 b[2][32][72];
    const int tid = threadIdx.x, warp = tid / 32;
    const int wy = warp / 2 * 32, wx = warp % 2 * 32;
    A += (size_t)blockIdx.y * 64 * k;
    B += blockIdx.x * 64;

    auto fetch = [&](int stage, int t) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int c = tid + h * 128;
            __pipeline_memcpy_async(&a[stage][c / 4][c % 4 * 8], A + (size_t)(c / 4) * k + t + c % 4 * 8, 16);
            __pipeline_memcpy_async(&b[stage][c / 8][c % 8 * 8], B + (size_t)(t + c / 8) * n + c % 8 * 8, 16);
        }
        __pipeline_commit();
    };

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);
    fetch(0, 0);
    int stage = 0;
    for (int t = 0; t < k; t += 32) {
        if (t + 32 < k) {
            fetch(stage ^ 1, t + 32);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 32; p += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &a[stage][wy + 16 * i][p], 40);
                wmma::load_matrix_sync(fb[i], &b[stage][p][wx + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads();
        stage ^= 1;
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wy + 16 * i) * n + blockIdx.x * 64 + wx + 16 * j,
                                    sum[i][j], n, wmma::mem_row_major);
}

// A is m x k, B is n x k, both int8; the result is scaled by row and by column. 64 x 32 per block.
extern "C" __global__ void gemm_mma_int8_dequantised(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
                                                     const float *__restrict__ row_scale,
                                                     const float *__restrict__ col_scale, float *__restrict__ C, int n,
                                                     int k)
{
    __shared__ __align__(16) int8_t a[64][80];
    __shared__ __align__(16) int8_t b[32][80];
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const int g = lane / 4, q = lane % 4;
    int sum[4][4] = {};
    for (int t = 0; t < k; t += 64) {
        for (int c = tid; c < 256; c += 128)
            *reinterpret_cast<int4 *>(&a[c / 4][c % 4 * 16]) = *reinterpret_cast<const int4 *>(
                A + (size_t)(blockIdx.y * 64 + c / 4) * k + t + c % 4 * 16);
        *reinterpret_cast<int4 *>(&b[tid / 4][tid % 4 * 16]) = *reinterpret_cast<const int4 *>(
            B + (size_t)(blockIdx.x * 32 + tid / 4) * k + t + tid % 4 * 16);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 64; p += 32) {
            unsigned ra[4];
#pragma unroll
            for (int i = 0; i < 4; i++)
                ra[i] = *reinterpret_cast<unsigned *>(&a[warp * 16 + g + (i & 1) * 8][p + (i >> 1) * 16 + q * 4]);
#pragma unroll
            for (int j = 0; j < 4; j++) {
                unsigned b0 = *reinterpret_cast<unsigned *>(&b[j * 8 + g][p + q * 4]);
                unsigned b1 = *reinterpret_cast<unsigned *>(&b[j * 8 + g][p + 16 + q * 4]);
                asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+r"(sum[j][0]), "+r"(sum[j][1]), "+r"(sum[j][2]), "+r"(sum[j][3])
                             : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(b0), "r"(b1));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int row = blockIdx.y * 64 + warp * 16 + g + h * 8;
            const int col = blockIdx.x * 32 + j * 8 + q * 2;
            const float s = row_scale[row];
            *reinterpret_cast<float2 *>(&C[(size_t)row * n + col]) =
                make_float2(sum[j][2 * h] * s * col_scale[col], sum[j][2 * h + 1] * s * col_scale[col + 1]);
        }
}

// Four int8 to a word: A is m x words, B is n x words.
extern "C" __global__ void gemm_dp4a_plain_tile(const int *A, const int *B, int *C, int m, int n, int words)
{
    __shared__ int a[16][17], b[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const int other = blockIdx.x * 16 + ty;
    int sum = 0;
    for (int t = 0; t < words; t += 16) {
        const bool in = t + tx < words;
        a[ty][tx] = in && row < m ? A[row * words + t + tx] : 0;
        b[ty][tx] = in && other < n ? B[other * words + t + tx] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum = __dp4a(a[ty][i], b[tx][i], sum);
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

// A warp per row, eight halves at a time; cols is a multiple of 8.
extern "C" __global__ void matvec_half_eights(const __half *__restrict__ W, const __half *__restrict__ x,
                                              const float *__restrict__ bias, __half *__restrict__ y, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const uint4 *w = reinterpret_cast<const uint4 *>(W + (size_t)row * cols);
    const uint4 *v = reinterpret_cast<const uint4 *>(x);
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols / 8; c += 32) {
        uint4 p = w[c], q = v[c];
        const __half2 *a = reinterpret_cast<const __half2 *>(&p);
        const __half2 *b = reinterpret_cast<const __half2 *>(&q);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float2 f = __half22float2(a[i]), h = __half22float2(b[i]);
            sum += f.x * h.x + f.y * h.y;
        }
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        y[row] = __float2half(sum + bias[row]);
}
