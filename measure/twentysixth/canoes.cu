// Products of matrices with matrices and vectors.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <cstdint>
using namespace nvcuda;

extern "C" __global__ void gemm_alpha_beta_one_each(int m, int n, int k, float alpha, const float *A, const float *B, float beta, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = alpha * sum + beta * C[row * n + col];
    }
}

template <typename T, int SIDE>
__global__ void productTiled(const T *A, const T *B, T *C, int m, int n, int k)
{
    __shared__ T a[SIDE][SIDE];
    __shared__ T b[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;
    T acc = 0;
    for (int t = 0; t < k; t += SIDE) {
        a[ty][tx] = (row < m && t + tx < k) ? A[row * k + t + tx] : T(0);
        b[ty][tx] = (col < n && t + ty < k) ? B[(t + ty) * n + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SIDE; i++)
            acc += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = acc;
}
template __global__ void productTiled<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void productTiled<double, 16>(const double *, const double *, double *, int, int, int);

// 96 x 64 of C for each block of 192 threads, 8 x 4 for each thread; sizes are multiples
extern "C" __global__ void __launch_bounds__(192) gemm_eight_by_four_each(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n, int k)
{
    __shared__ float as[8][96];
    __shared__ float bs[8][64];
    int t = threadIdx.x;
    int tx = t % 16, ty = t / 16;
    const float *a = A + (size_t)blockIdx.y * 96 * k;
    const float *b = B + blockIdx.x * 64;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += 8) {
        for (int i = t; i < 96 * 8; i += 192)
            as[i % 8][i / 8] = a[(size_t)(i / 8) * k + k0 + i % 8];
        for (int i = t; i < 64 * 8; i += 192)
            bs[i / 64][i % 64] = b[(size_t)(k0 + i / 64) * n + i % 64];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 8; kk++) {
            float ra[8], rb[4];
#pragma unroll
            for (int i = 0; i < 8; i++)
                ra[i] = as[kk][ty * 8 + i];
#pragma unroll
            for (int j = 0; j < 4; j++)
                rb[j] = bs[kk][tx * 4 + j];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        *(float4 *)(C + (size_t)(blockIdx.y * 96 + ty * 8 + i) * n + blockIdx.x * 64 + tx * 4)
            = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// each warp a tile of 16 x 32, straight from global memory
extern "C" __global__ void gemm_wmma_half_pair_of_tiles(const half *A, const half *B, float *C, int m, int n, int k)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int across = n / 32;
    int row = warp / across * 16, col = warp % across * 32;
    if (row >= m)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b0, b1;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c0, c1;
    wmma::fill_fragment(c0, 0.0f);
    wmma::fill_fragment(c1, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(a, A + row * k + i, k);
        wmma::load_matrix_sync(b0, B + i * n + col, n);
        wmma::load_matrix_sync(b1, B + i * n + col + 16, n);
        wmma::mma_sync(c0, a, b0, c0);
        wmma::mma_sync(c1, a, b1, c1);
    }
    wmma::store_matrix_sync(C + row * n + col, c0, n, wmma::mem_row_major);
    wmma::store_matrix_sync(C + row * n + col + 16, c1, n, wmma::mem_row_major);
}

// 64 x 64 of C for four warps, the next panels on their way by cp.async; B is stored by columns
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_bf16_two_stages(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ Bt, float *__restrict__ C, int n, int k)
{
    __shared__ __align__(32) __nv_bfloat16 as[2][64][40];
    __shared__ __align__(32) __nv_bfloat16 bs[2][64][40];
    const int t = threadIdx.x, warp = t / 32;
    const int wr = warp / 2 * 32, wc = warp % 2 * 32;
    const __nv_bfloat16 *a = A + (size_t)blockIdx.y * 64 * k;
    const __nv_bfloat16 *b = Bt + (size_t)blockIdx.x * 64 * k;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0f);
    auto bring = [&](int stage, int k0) {
        for (int i = t; i < 256; i += 128) {
            int r = i / 4, c = i % 4 * 8;
            __pipeline_memcpy_async(&as[stage][r][c], a + (size_t)r * k + k0 + c, 16);
            __pipeline_memcpy_async(&bs[stage][r][c], b + (size_t)r * k + k0 + c, 16);
        }
    };
    bring(0, 0);
    __pipeline_commit();
    int stage = 0;
    for (int k0 = 0; k0 < k; k0 += 32) {
        if (k0 + 32 < k)
            bring(stage ^ 1, k0 + 32);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[stage][wr + 16 * i][kk], 40);
                wmma::load_matrix_sync(fb[i], &bs[stage][wc + 16 * i][kk], 40);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
        stage ^= 1;
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + 16 * i) * n + blockIdx.x * 64 + wc + 16 * j,
                                    acc[i][j], n, wmma::mem_row_major);
}

// both factors along k, four bytes a word
extern "C" __global__ void gemm_bytes_by_dp4a(const int *__restrict__ A, const int *__restrict__ Bt, int *__restrict__ C, int m, int n, int words)
{
    __shared__ int a[16][17], b[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    int bcol = blockIdx.x * 16 + threadIdx.y;
    int sum = 0;
    for (int w = 0; w < words; w += 16) {
        int at = w + threadIdx.x;
        a[threadIdx.y][threadIdx.x] = row < m && at < words ? A[(size_t)row * words + at] : 0;
        b[threadIdx.y][threadIdx.x] = bcol < n && at < words ? Bt[(size_t)bcol * words + at] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum = __dp4a(a[threadIdx.y][i], b[threadIdx.x][i], sum);
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * n + col] = sum;
}

extern "C" __global__ void matvec_warp_walks_a_row(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float s = 0.f;
    for (int q = threadIdx.x; q < quads; q += 32) {
        float4 a = A[(size_t)row * quads + q], v = x[q];
        s += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    for (int d = 16; d; d >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0)
        y[row] = s;
}

// a thread for each column, a stripe of rows for each block
extern "C" __global__ void matvec_turned_by_stripes(const double *A, const double *x, double *y, int rows, int cols, int stripe)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int from = blockIdx.y * stripe, to = min(rows, from + stripe);
    double s = 0;
    for (int r = from; r < to; r++)
        s += A[(size_t)r * cols + c] * x[r];
    atomicAdd(y + c, s);
}
