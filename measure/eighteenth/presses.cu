// Products of matrices, from one thread a place to blocks in registers.
#include <cuda_fp16.h>
#include <stdint.h>

// A[m][k] row by row, B[n][k] transposed
extern "C" __global__ void matmul_rows_with_rows(const float *A, const float *B, float *C, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float acc = 0.f;
    for (int e = 0; e < k; e++) acc += A[row * k + e] * B[col * k + e];
    C[row * n + col] = acc;
}

// tiles of any shape, guarded by zeros
template <typename T, int TM, int TN, int TK>
__global__ void guardedTiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int m, int n, int k)
{
    __shared__ T a[TM][TK], b[TK][TN];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * TN + tx;
    const int row = blockIdx.y * TM + ty, col = blockIdx.x * TN + tx;
    T acc = 0;
    for (int k0 = 0; k0 < k; k0 += TK) {
        for (int e = t; e < TM * TK; e += TM * TN) {
            int r = blockIdx.y * TM + e / TK, c = k0 + e % TK;
            a[e / TK][e % TK] = r < m && c < k ? A[r * k + c] : T(0);
        }
        for (int e = t; e < TK * TN; e += TM * TN) {
            int r = k0 + e / TN, c = blockIdx.x * TN + e % TN;
            b[e / TN][e % TN] = r < k && c < n ? B[r * n + c] : T(0);
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < TK; e++) acc += a[ty][e] * b[e][tx];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
}
template __global__ void guardedTiles<float, 8, 32, 32>(const float *, const float *, float *, int, int, int);
template __global__ void guardedTiles<double, 16, 16, 8>(const double *, const double *, double *, int, int, int);
template __global__ void guardedTiles<int, 24, 24, 24>(const int *, const int *, int *, int, int, int);

// one by eight in a thread: 32 x 64 a block of 256
extern "C" __global__ void sgemm_one_by_eight(const float *A, const float *B, float *C, int n, int k)
{
    __shared__ float a[32][17];
    __shared__ float b[16][64];
    const int t = threadIdx.x, row = t >> 3, col = (t & 7) * 8;
    A += blockIdx.y * 32 * k;
    B += blockIdx.x * 64;
    float c[8] = {};
    for (int k0 = 0; k0 < k; k0 += 16) {
        a[t >> 4][t & 15] = A[(t >> 4) * k + k0 + (t & 15)];
        a[16 + (t >> 4)][t & 15] = A[(16 + (t >> 4)) * k + k0 + (t & 15)];
        for (int e = 0; e < 4; e++) b[e * 4 + (t >> 6)][t & 63] = B[(k0 + e * 4 + (t >> 6)) * n + (t & 63)];
        __syncthreads();
        for (int e = 0; e < 16; e++) {
            float f = a[row][e];
#pragma unroll
            for (int q = 0; q < 8; q++) c[q] += f * b[e][col + q];
        }
        __syncthreads();
    }
    float *to = C + (blockIdx.y * 32 + row) * n + blockIdx.x * 64 + col;
    for (int q = 0; q < 8; q++) to[q] = c[q];
}

// eight by four by 128 threads: 64 x 64, A kept transposed, wide loads
extern "C" __global__ void __launch_bounds__(128) sgemm_eight_by_four_turned(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n, int k)
{
    __shared__ float at[16][68];
    __shared__ float4 b[16][16];
    const int t = threadIdx.x, ty = t / 16, tx = t % 16;
    const float *pa = A + (size_t)(blockIdx.y * 64 + t / 2) * k + t % 2 * 8;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += 16) {
        float4 u = *(const float4 *)(pa + k0), v = *(const float4 *)(pa + k0 + 4);
        float w[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll
        for (int e = 0; e < 8; e++) at[t % 2 * 8 + e][t / 2] = w[e];
        for (int e = ty; e < 16; e += 8) b[e][tx] = ((const float4 *)(B + (size_t)(k0 + e) * n + blockIdx.x * 64))[tx];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 16; e++) {
            float4 y = b[e][tx];
#pragma unroll
            for (int r = 0; r < 8; r++) {
                float x = at[e][ty * 8 + r];
                acc[r][0] += x * y.x;
                acc[r][1] += x * y.y;
                acc[r][2] += x * y.z;
                acc[r][3] += x * y.w;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        *(float4 *)&C[(size_t)(blockIdx.y * 64 + ty * 8 + r) * n + blockIdx.x * 64 + tx * 4] = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}

// 6 x 6 by 16 x 16 threads: 96 x 96
extern "C" __global__ void __launch_bounds__(256) sgemm_six_by_six(const float *A, const float *B, float *C, int m, int n, int k, float alpha, float beta)
{
    __shared__ float a[8][96], b[8][96];
    float c[6][6];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) c[i][j] = 0;
    for (int k0 = 0; k0 < k; k0 += 8) {
        for (int e = t; e < 768; e += 256) {
            a[e & 7][e >> 3] = A[(blockIdx.y * 96 + (e >> 3)) * k + k0 + (e & 7)];
            b[e / 96][e % 96] = B[(k0 + e / 96) * n + blockIdx.x * 96 + e % 96];
        }
        __syncthreads();
        for (int e = 0; e < 8; e++) {
            float x[6], y[6];
            for (int i = 0; i < 6; i++) x[i] = a[e][ty + 16 * i], y[i] = b[e][tx + 16 * i];
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++) c[i][j] = fmaf(x[i], y[j], c[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            float *p = &C[(blockIdx.y * 96 + ty + 16 * i) * n + blockIdx.x * 96 + tx + 16 * j];
            *p = alpha * c[i][j] + beta * *p;
        }
}

// C := C - A * At, lower blocks only, in double
extern "C" __global__ void la_downdate_lower_blocks(const double *A, double *C, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ double p[16][17], q[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    double s = 0;
    for (int k0 = 0; k0 < k; k0 += 16) {
        p[ty][tx] = A[(blockIdx.y * 16 + ty) * k + k0 + tx];
        q[ty][tx] = A[(blockIdx.x * 16 + ty) * k + k0 + tx];
        __syncthreads();
        for (int e = 0; e < 16; e++) s += p[ty][e] * q[tx][e];
        __syncthreads();
    }
    C[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] -= s;
}

// vectors: a warp for two rows, x by way of registers
extern "C" __global__ void matvec_two_rows_a_warp(const float *__restrict__ A, const float *__restrict__ x, float *y, int rows, int cols)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int r = 2 * warp;
    if (r + 1 >= rows) return;
    const float *p = A + (size_t)r * cols, *q = p + cols;
    float s = 0, u = 0;
    for (int c = lane; c < cols; c += 32) {
        float v = x[c];
        s += p[c] * v;
        u += q[c] * v;
    }
    for (int d = 16; d; d /= 2) {
        s += __shfl_down_sync(~0u, s, d);
        u += __shfl_down_sync(~0u, u, d);
    }
    if (!lane) y[r] = s, y[r + 1] = u;
}

// transposed: a thread for a column of A, x in shared memory, added up by atomics
extern "C" __global__ void matvec_of_columns_added(const double *A, const double *x, double *y, int rows, int cols, int stretch)
{
    extern __shared__ double xs[];
    int r0 = blockIdx.y * stretch, r1 = min(rows, r0 + stretch);
    for (int r = r0 + threadIdx.x; r < r1; r += blockDim.x) xs[r - r0] = x[r];
    __syncthreads();
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double s = 0;
    for (int r = r0; r < r1; r++) s += A[(size_t)r * cols + c] * xs[r - r0];
    atomicAdd(&y[c], s);
}

// 5 x 5 by 5 x 5, many, each by a thread
extern "C" __global__ void matmul_five_each(const float *a, const float *b, float *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x[25], y[25];
#pragma unroll
    for (int e = 0; e < 25; e++) x[e] = a[e * count + i], y[e] = b[e * count + i];
#pragma unroll
    for (int r = 0; r < 5; r++)
#pragma unroll
        for (int q = 0; q < 5; q++) {
            float s = 0;
#pragma unroll
            for (int e = 0; e < 5; e++) s += x[r * 5 + e] * y[e * 5 + q];
            c[(r * 5 + q) * count + i] = s;
        }
}

// halves in, sums in half2 along k, float at the end of 32
extern "C" __global__ void gemm_half2_along_depth(const __half2 *A, const __half2 *B, float *C, int m, int n, int k2)
{
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    __shared__ __half2 a[16][16], b[16][17];
    float total = 0;
    for (int e0 = 0; e0 < k2; e0 += 16) {
        a[threadIdx.y][threadIdx.x] = A[i * k2 + e0 + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(blockIdx.x * 16 + threadIdx.y) * k2 + e0 + threadIdx.x];
        __syncthreads();
        __half2 s = __float2half2_rn(0.f);
#pragma unroll
        for (int e = 0; e < 16; e++) s = __hfma2(a[threadIdx.y][e], b[threadIdx.x][e], s);
        total += __low2float(s) + __high2float(s);
        __syncthreads();
    }
    C[i * n + j] = total;
}

// bytes: four by four a thread, __dp4a, B given by columns of words
extern "C" __global__ void mul_dp4a_four_by_four(const int *__restrict__ A, const int *__restrict__ Bt, int *__restrict__ C, int n, int words)
{
    __shared__ int a[64][9], b[64][9];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    int acc[4][4] = {};
    for (int w0 = 0; w0 < words; w0 += 8) {
        for (int e = threadIdx.x; e < 512; e += 256) {
            a[e >> 3][e & 7] = A[(blockIdx.y * 64 + (e >> 3)) * words + w0 + (e & 7)];
            b[e >> 3][e & 7] = Bt[(blockIdx.x * 64 + (e >> 3)) * words + w0 + (e & 7)];
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 8; e++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] = __dp4a(a[ty * 4 + i][e], b[tx + 16 * j][e], acc[i][j]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) C[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx + 16 * j] = acc[i][j];
}
