// Matrix products in float and double, from three loops to registers.
#include <stdint.h>

extern "C" __global__ void naive_mm_any_shape(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// all three stored by columns, a thread down each column
extern "C" __global__ void naive_mm_by_columns(int n, double alpha, const double *A, const double *B, double beta, double *C)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (r >= n) return;
    double s = 0;
    for (int k = 0; k < n; k++) s += A[k * n + r] * B[c * n + k];
    C[c * n + r] = alpha * s + beta * C[c * n + r];
}

template <typename T, int TILE>
__global__ void prodTileOf(const T *A, const T *B, T *C, int M, int N, int K)
{
    __shared__ T as[TILE][TILE], bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    T acc = 0;
    for (int t = 0; t < (K + TILE - 1) / TILE; t++) {
        as[ty][tx] = (row < M && t * TILE + tx < K) ? A[row * K + t * TILE + tx] : T(0);
        bs[ty][tx] = (col < N && t * TILE + ty < K) ? B[(t * TILE + ty) * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) acc += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}
template __global__ void prodTileOf<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void prodTileOf<double, 16>(const double *, const double *, double *, int, int, int);

extern "C" __global__ void sgemm_two_by_two(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float a[32][32], b[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int j = 0; j < 32; j += 16)
            for (int i = 0; i < 32; i += 16) {
                a[ty + j][tx + i] = A[(row + ty + j) * n + k0 + tx + i];
                b[ty + j][tx + i] = B[(k0 + ty + j) * n + col + tx + i];
            }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float a0 = a[ty][k], a1 = a[ty + 16][k], b0 = b[k][tx], b1 = b[k][tx + 16];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        __syncthreads();
    }
    C[(row + ty) * n + col + tx] = c00;
    C[(row + ty) * n + col + tx + 16] = c01;
    C[(row + ty + 16) * n + col + tx] = c10;
    C[(row + ty + 16) * n + col + tx + 16] = c11;
}

// 64 x 64 a block of 512, each thread eight rows of a column
extern "C" __global__ void sgemm_eight_rows_a_thread(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[64 * 8], Bs[8 * 64];
    const int col = threadIdx.x % 64, band = threadIdx.x / 64;
    const int ar = threadIdx.x / 8, ac = threadIdx.x % 8;
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    float result[8] = {0.f};
    for (int k0 = 0; k0 < K; k0 += 8) {
        As[ar * 8 + ac] = A[ar * K + ac];
        Bs[band * 64 + col] = B[band * N + col];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int k = 0; k < 8; k++) {
            float b = Bs[k * 64 + col];
            for (int r = 0; r < 8; r++) result[r] += As[(band * 8 + r) * 8 + k] * b;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++) C[(band * 8 + r) * N + col] = result[r];
}

// 128 x 64, 8 x 4 a thread, A turned on its way into shared memory
extern "C" __global__ void __launch_bounds__(256) sgemm_block_128_by_64(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float As[8][132], Bs[8][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *a = A + (size_t)(blockIdx.y * 128 + t / 2) * K + t % 2 * 4;
    const float *b = B + (size_t)(t / 16) * N + blockIdx.x * 64 + t % 16 * 4;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        float4 v = *(const float4 *)(a + k0);
        As[t % 2 * 4][t / 2] = v.x, As[t % 2 * 4 + 1][t / 2] = v.y, As[t % 2 * 4 + 2][t / 2] = v.z, As[t % 2 * 4 + 3][t / 2] = v.w;
        if (t < 128) *(float4 *)&Bs[t / 16][t % 16 * 4] = *(const float4 *)(b + (size_t)k0 * N);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float4 p = *(float4 *)&As[k][ty * 8], q = *(float4 *)&As[k][ty * 8 + 4], r = *(float4 *)&Bs[k][tx * 4];
            float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, y[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        *(float4 *)&C[(size_t)(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 64 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// doubles, 64 x 64, 4 x 4 a thread, the next tile fetched into registers meanwhile
extern "C" __global__ void __launch_bounds__(256) la_dgemm_fetching_ahead(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int N, int K)
{
    __shared__ double As[2][8][66], Bs[2][8][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
    double ra[2], rb[2], acc[4][4] = {};
    auto fetch = [&](int k0) {
        for (int h = 0; h < 2; h++) {
            int i = t + 256 * h;
            ra[h] = A[(size_t)(row + i / 8) * K + k0 + i % 8];
            rb[h] = B[(size_t)(k0 + i / 64) * N + col + i % 64];
        }
    };
    auto store = [&](int s) {
        for (int h = 0; h < 2; h++) {
            int i = t + 256 * h;
            As[s][i % 8][i / 8] = ra[h];
            Bs[s][i / 64][i % 64] = rb[h];
        }
    };
    fetch(0);
    store(0);
    __syncthreads();
    for (int k0 = 0, s = 0; k0 < K; k0 += 8, s ^= 1) {
        if (k0 + 8 < K) fetch(k0 + 8);
#pragma unroll
        for (int k = 0; k < 8; k++) {
            double x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; i++) x[i] = As[s][k][ty + 16 * i], y[i] = Bs[s][k][tx + 16 * i];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += x[i] * y[j];
        }
        if (k0 + 8 < K) store(s ^ 1);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) C[(size_t)(row + ty + 16 * i) * N + col + tx + 16 * j] = acc[i][j];
}

// only what lies on or above the diagonal of A counts
extern "C" __global__ void matmul_upper_triangle(const float *__restrict__ U, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float u[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0;
    for (int t = blockIdx.y; t < n / 16; t++) {
        u[ty][tx] = t * 16 + tx >= r ? U[r * n + t * 16 + tx] : 0.f;
        b[ty][tx] = B[(t * 16 + ty) * n + c];
        __syncthreads();
        for (int k = 0; k < 16; k++) s += u[ty][k] * b[k][tx];
        __syncthreads();
    }
    C[r * n + c] = s;
}

extern "C" __global__ void matvec_block_a_row_double(const double *A, const double *x, double *y, int cols)
{
    __shared__ double part[128];
    double s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += A[(size_t)blockIdx.x * cols + c] * x[c];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

extern "C" __global__ void matvec_thread_a_row_staged(const float *A, const float *x, float *y, int rows, int cols)
{
    __shared__ float xs[128];
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int c0 = 0; c0 < cols; c0 += 128) {
        __syncthreads();
        if (c0 + threadIdx.x < cols) xs[threadIdx.x] = x[c0 + threadIdx.x];
        __syncthreads();
        if (r < rows)
            for (int c = 0; c < 128 && c0 + c < cols; c++) s += A[(size_t)r * cols + c0 + c] * xs[c];
    }
    if (r < rows) y[r] = s;
}
