// Matrix products, from the plainest to blocks in registers.
#include <cstdint>
#include <cuda_fp16.h>

template <typename T>
__global__ void plainProduct(const T *A, const T *B, T *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        T sum = 0;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}
template __global__ void plainProduct<float>(const float *, const float *, float *, int, int, int);
template __global__ void plainProduct<double>(const double *, const double *, double *, int, int, int);

template <typename T, int TILE>
__global__ void productByTiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M, int N, int K)
{
    __shared__ T a[TILE][TILE];
    __shared__ T b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    T acc = 0;
    for (int t = 0; t < (K + TILE - 1) / TILE; t++) {
        a[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : T(0);
        b[ty][tx] = col < N && t * TILE + ty < K ? B[(t * TILE + ty) * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            acc += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
template __global__ void productByTiles<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void productByTiles<double, 16>(const double *, const double *, double *, int, int, int);

// a block of 64 by 64, eight results of a column to each of 512 threads; M, N multiples of 64, K of 8
extern "C" __global__ void sgemm_eight_down_a_column(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    __shared__ float As[64 * 8];
    __shared__ float Bs[8 * 64];
    const unsigned col = threadIdx.x % 64, row = threadIdx.x / 64;
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    const unsigned acol = threadIdx.x % 8, arow = threadIdx.x / 8;
    float results[8] = {0.0f};
    for (int k0 = 0; k0 < K; k0 += 8) {
        As[arow * 8 + acol] = A[arow * K + acol];
        Bs[row * 64 + col] = B[row * N + col];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int k = 0; k < 8; k++) {
            float b = Bs[k * 64 + col];
            for (int i = 0; i < 8; i++)
                results[i] += As[(row * 8 + i) * 8 + k] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        C[(row * 8 + i) * N + col] = alpha * results[i] + beta * C[(row * 8 + i) * N + col];
}

// 128 by 64, eight by four each, A turned on the way into shared memory, two buffers; sides are multiples
extern "C" __global__ void __launch_bounds__(256, 2) sgemm_two_buffers_eight_by_four(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float as[2][16][132];
    __shared__ float bs[2][16][64];
    const int t = threadIdx.x;
    const int tx = t % 16, ty = t / 16;
    const float *a = A + (size_t)(blockIdx.y * 128 + t / 2) * K + t % 2 * 8;
    const float *b = B + (size_t)(t / 16) * N + blockIdx.x * 64 + tx * 4;
    float acc[8][4] = {};
    float4 a0 = *(const float4 *)a, a1 = *(const float4 *)(a + 4);
    float4 b0 = *(const float4 *)b;
    int buffer = 0;
    for (int k0 = 0; k0 < K; k0 += 16) {
        const int ar = t % 2 * 8, ac = t / 2;
        as[buffer][ar + 0][ac] = a0.x;
        as[buffer][ar + 1][ac] = a0.y;
        as[buffer][ar + 2][ac] = a0.z;
        as[buffer][ar + 3][ac] = a0.w;
        as[buffer][ar + 4][ac] = a1.x;
        as[buffer][ar + 5][ac] = a1.y;
        as[buffer][ar + 6][ac] = a1.z;
        as[buffer][ar + 7][ac] = a1.w;
        *(float4 *)&bs[buffer][t / 16][tx * 4] = b0;
        __syncthreads();
        if (k0 + 16 < K) {
            a += 16;
            b += (size_t)16 * N;
            a0 = *(const float4 *)a;
            a1 = *(const float4 *)(a + 4);
            b0 = *(const float4 *)b;
        }
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float x[8], y[4];
            *(float4 *)x = *(const float4 *)&as[buffer][k][ty * 8];
            *(float4 *)(x + 4) = *(const float4 *)&as[buffer][k][ty * 8 + 4];
            *(float4 *)y = *(const float4 *)&bs[buffer][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    acc[i][j] += x[i] * y[j];
        }
        buffer ^= 1;
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        *(float4 *)&C[(size_t)(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 64 + tx * 4] =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// int8, rows of A by rows of B (both along K, K a multiple of 64), four at once
extern "C" __global__ void matmul_of_bytes_by_dp4a(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int M, int N, int K4)
{
    __shared__ int a[32][17];
    __shared__ int b[32][17];
    const int tx = threadIdx.x, ty = threadIdx.y; // 16 by 16, two by two results each
    int acc[2][2] = {};
    for (int k0 = 0; k0 < K4; k0 += 16) {
        for (int r = ty; r < 32; r += 16) {
            int row = blockIdx.y * 32 + r, col = blockIdx.x * 32 + r;
            a[r][tx] = row < M ? A[row * K4 + k0 + tx] : 0;
            b[r][tx] = col < N ? B[col * K4 + k0 + tx] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++)
                    acc[i][j] = __dp4a(a[ty + 16 * i][k], b[tx + 16 * j][k], acc[i][j]);
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int row = blockIdx.y * 32 + ty + 16 * i, col = blockIdx.x * 32 + tx + 16 * j;
            if (row < M && col < N)
                C[row * N + col] = acc[i][j];
        }
}

// the lower half of X X^T, blocks above the diagonal leave at once
extern "C" __global__ void matmul_gram_lower_half(const double *x, double *gram, int n, int k)
{
    __shared__ double mine[16][17], other[16][17];
    if (blockIdx.x > blockIdx.y)
        return;
    int row = blockIdx.y * 16 + threadIdx.y;
    int col = blockIdx.x * 16 + threadIdx.x;
    int other_row = blockIdx.x * 16 + threadIdx.y;
    double sum = 0;
    for (int k0 = 0; k0 < k; k0 += 16) {
        int at = k0 + threadIdx.x;
        mine[threadIdx.y][threadIdx.x] = row < n && at < k ? x[(size_t)row * k + at] : 0.0;
        other[threadIdx.y][threadIdx.x] = other_row < n && at < k ? x[(size_t)other_row * k + at] : 0.0;
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += mine[threadIdx.y][j] * other[threadIdx.x][j];
        __syncthreads();
    }
    if (row < n && col <= row)
        gram[(size_t)row * n + col] = sum;
}

// tall factors: the blocks along z share the long side and add up
extern "C" __global__ void sgemm_long_side_shared_out(const float *__restrict__ A, const float *__restrict__ B, float *C, int M, int N, int K, int chunk)
{
    __shared__ float a[32][33];
    __shared__ float b[32][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    int row0 = blockIdx.y * 32 + threadIdx.y;
    int from = blockIdx.z * chunk, to = min(from + chunk, K);
    float acc[4] = {0, 0, 0, 0};
    for (int k0 = from; k0 < to; k0 += 32) {
        for (int j = 0; j < 32; j += 8) {
            int k = k0 + threadIdx.x;
            a[threadIdx.y + j][threadIdx.x] = row0 + j < M && k < to ? A[(size_t)(row0 + j) * K + k] : 0.f;
            k = k0 + threadIdx.y + j;
            b[threadIdx.y + j][threadIdx.x] = col < N && k < to ? B[(size_t)k * N + col] : 0.f;
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; k++) {
            float v = b[k][threadIdx.x];
            for (int j = 0; j < 4; j++)
                acc[j] = fmaf(a[threadIdx.y + 8 * j][k], v, acc[j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        if (row0 + 8 * j < M && col < N)
            atomicAdd(C + (size_t)(row0 + 8 * j) * N + col, acc[j]);
}

// half precision all the way, two columns a thread; N even
extern "C" __global__ void hgemm_two_columns_a_thread(const __half *__restrict__ A, const __half2 *__restrict__ B, __half2 *__restrict__ C, int M, int N2, int K)
{
    __shared__ __half a[16][32];
    __shared__ __half2 b[32][32];
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    __half2 sum = __float2half2_rn(0.f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        int k = k0 + threadIdx.x;
        a[threadIdx.y][threadIdx.x] = row < M && k < K ? A[row * K + k] : __float2half(0.f);
        for (int j = threadIdx.y; j < 32; j += 16)
            b[j][threadIdx.x] = col < N2 && k0 + j < K ? B[(k0 + j) * N2 + col] : __float2half2_rn(0.f);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; j++)
            sum = __hfma2(__half2half2(a[threadIdx.y][j]), b[j][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < M && col < N2)
        C[row * N2 + col] = sum;
}
