// Dense products and small factorizations without tensor cores.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

// D = alpha A B + beta C, everything row-major, one thread one number
extern "C" __global__ void naive_mm_alpha_beta(int M, int N, int K, float alpha, const float *A, const float *B, float beta, const float *C, float *D)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < (unsigned)M && y < (unsigned)N) {
        float tmp = 0.0f;
        for (int i = 0; i < K; ++i)
            tmp += A[x * K + i] * B[i * N + y];
        D[x * N + y] = alpha * tmp + beta * C[x * N + y];
    }
}

// the same with x and y changed places: coalesced
extern "C" __global__ void naive_mm_in_line(int M, int N, int K, const double *A, const double *B, double *D)
{
    const int col = blockIdx.x * 32 + threadIdx.x % 32, row = blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32;
    if (row < M && col < N) {
        double tmp = 0;
        for (int i = 0; i < K; ++i)
            tmp += A[row * K + i] * B[i * N + col];
        D[row * N + col] = tmp;
    }
}

// both factors by rows: C = A B^T
extern "C" __global__ void tiled_mm_second_turned(const float *A, const float *Bt, float *C, int M, int N, int K)
{
    __shared__ float sa[16][16], sb[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (int k = 0; k < K; k += 16) {
        sa[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0;
        int other = blockIdx.x * 16 + ty;
        sb[ty][tx] = other < N && k + tx < K ? Bt[other * K + k + tx] : 0;
        __syncthreads();
        for (int q = 0; q < 16; q++) acc += sa[ty][q] * sb[tx][q];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

#define EDGE 20
extern "C" __global__ void tiled_mm_twenty(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[EDGE][EDGE];
    __shared__ float tb[EDGE][EDGE];
    const int i = blockIdx.y * EDGE + threadIdx.y, j = blockIdx.x * EDGE + threadIdx.x;
    float s = 0.f;
    for (int m = 0; m < (n + EDGE - 1) / EDGE; m++) {
        int k = m * EDGE + threadIdx.x;
        ta[threadIdx.y][threadIdx.x] = (i < n && k < n) ? a[i * n + k] : 0.f;
        k = m * EDGE + threadIdx.y;
        tb[threadIdx.y][threadIdx.x] = (k < n && j < n) ? b[k * n + j] : 0.f;
        __syncthreads();
#pragma unroll
        for (int k2 = 0; k2 < EDGE; k2++) s += ta[threadIdx.y][k2] * tb[k2][threadIdx.x];
        __syncthreads();
    }
    if (i < n && j < n) c[i * n + j] = s;
}

template <typename T, int BM, int BN, int BK, int TM, int TN>
__device__ __forceinline__ void blockedProduct(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int N, int K)
{
    constexpr int THREADS = BM / TM * (BN / TN);
    __shared__ T As[BK][BM + 4], Bs[BK][BN];
    const int t = threadIdx.x, tr = t / (BN / TN) * TM, tc = t % (BN / TN) * TN;
    T acc[TM][TN] = {}, ra[TM], rb[TN];
    A += (size_t)blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int e = t; e < BM * BK; e += THREADS) As[e % BK][e / BK] = A[(size_t)(e / BK) * K + k0 + e % BK];
#pragma unroll
        for (int e = t; e < BK * BN; e += THREADS) Bs[e / BN][e % BN] = B[(size_t)(k0 + e / BN) * N + e % BN];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
#pragma unroll
            for (int i = 0; i < TM; i++) ra[i] = As[k][tr + i];
#pragma unroll
            for (int j = 0; j < TN; j++) rb[j] = Bs[k][tc + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) C[((size_t)blockIdx.y * BM + tr + i) * N + blockIdx.x * BN + tc + j] = acc[i][j];
}
extern "C" __global__ void __launch_bounds__(256) la_dgemm_four_by_four(const double *A, const double *B, double *C, int N, int K) { blockedProduct<double, 64, 64, 8, 4, 4>(A, B, C, N, K); }
extern "C" __global__ void __launch_bounds__(256) la_sgemm_eight_by_four(const float *A, const float *B, float *C, int N, int K) { blockedProduct<float, 128, 64, 16, 8, 4>(A, B, C, N, K); }
// shared tiles fetched one ahead with cp.async
extern "C" __global__ void __launch_bounds__(256) sgemm_async_fetch(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[2][64][20], Bs[2][16][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *pa = A + (size_t)(blockIdx.y * 64 + t / 4) * K + t % 4 * 4;
    const float *pb = B + (size_t)(t / 16) * N + blockIdx.x * 64 + t % 16 * 4;
    float acc[4][4] = {};
    __pipeline_memcpy_async(&As[0][t / 4][t % 4 * 4], pa, 16);
    __pipeline_memcpy_async(&Bs[0][t / 16][t % 16 * 4], pb, 16);
    __pipeline_commit();
    int now = 0;
    for (int k = 0; k < K; k += 16, now ^= 1) {
        if (k + 16 < K) {
            __pipeline_memcpy_async(&As[now ^ 1][t / 4][t % 4 * 4], pa + k + 16, 16);
            __pipeline_memcpy_async(&Bs[now ^ 1][t / 16][t % 16 * 4], pb + (size_t)(k + 16) * N, 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; q++) {
            float4 b = *(const float4 *)&Bs[now][q][tx * 4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float a = As[now][ty * 4 + i][q];
                acc[i][0] += a * b.x, acc[i][1] += a * b.y, acc[i][2] += a * b.z, acc[i][3] += a * b.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&C[(size_t)(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

extern "C" __global__ void mul_half2_columns(const half *__restrict__ A, const half2 *__restrict__ B, half2 *__restrict__ C, int M, int N2, int K)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= N2 || r >= M) return;
    half2 s = __float2half2_rn(0.f);
    for (int k = 0; k < K; k++) s = __hfma2(__half2half2(A[r * K + k]), B[k * N2 + c], s);
    C[r * N2 + c] = s;
}

// C = A A^T, the tiles on and below the diagonal; the others leave at once
extern "C" __global__ void mul_own_lower_tiles(const float *__restrict__ A, float *__restrict__ C, int n, int K)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float r[32][33], q[32][33];
    float s[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 32) {
        for (int j = 0; j < 32; j += 8) {
            r[threadIdx.y + j][threadIdx.x] = A[(size_t)(blockIdx.y * 32 + threadIdx.y + j) * K + k + threadIdx.x];
            q[threadIdx.y + j][threadIdx.x] = A[(size_t)(blockIdx.x * 32 + threadIdx.y + j) * K + k + threadIdx.x];
        }
        __syncthreads();
        for (int m = 0; m < 32; m++)
            for (int j = 0; j < 4; j++) s[j] += r[threadIdx.y + 8 * j][m] * q[threadIdx.x][m];
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) C[(size_t)(blockIdx.y * 32 + threadIdx.y + 8 * j) * n + blockIdx.x * 32 + threadIdx.x] = s[j];
}

extern "C" __global__ void mul_complex_tiles(const float2 *A, const float2 *B, float2 *C, int n)
{
    __shared__ float2 a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float2 s = make_float2(0, 0);
    for (int k = 0; k < n; k += 16) {
        a[y][x] = A[row * n + k + x];
        b[y][x] = B[(k + y) * n + col];
        __syncthreads();
        for (int q = 0; q < 16; q++) {
            float2 u = a[y][q], v = b[q][x];
            s.x += u.x * v.x - u.y * v.y;
            s.y += u.x * v.y + u.y * v.x;
        }
        __syncthreads();
    }
    C[row * n + col] = s;
}

extern "C" __global__ void mul_many_16x16(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C)
{
    __shared__ float a[16][16], b[16][16];
    const size_t at = (size_t)blockIdx.x * 256;
    const int t = threadIdx.x, i = t / 16, j = t % 16;
    a[i][j] = A[at + t];
    b[i][j] = B[at + t];
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) s = fmaf(a[i][k], b[k][j], s);
    C[at + t] = s;
}

extern "C" __global__ void linear_rank_one_update(float *__restrict__ A, const float *__restrict__ x, const float *__restrict__ y, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float yc = y[c];
    for (int r = blockIdx.y; r < rows; r += gridDim.y) A[(size_t)r * cols + c] += x[r] * yc;
}

extern "C" __global__ void mv_columns_in_order(const double *__restrict__ A, const double *__restrict__ x, double *__restrict__ y, int rows, int cols)
{
    // column-major, a thread for each row
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double s = 0;
    for (int c = 0; c < cols; c++) s += A[(size_t)c * rows + r] * x[c];
    y[r] = s;
}

extern "C" __global__ void mv_rows_by_block_shared_x(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    extern __shared__ float xs[];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) xs[c] = x[c];
    __syncthreads();
    const int lane = threadIdx.x % 32;
    for (int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; r < rows; r += gridDim.x * (blockDim.x / 32)) {
        float s = 0;
        for (int c = lane; c < cols; c += 32) s += A[(size_t)r * cols + c] * xs[c];
        for (int o = 16; o; o /= 2) s += __shfl_down_sync(~0u, s, o);
        if (lane == 0) y[r] = s;
    }
}

extern "C" __global__ void mv_band(const float *__restrict__ band, const float *__restrict__ x, float *__restrict__ y, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int d = -half; d <= half; d++) {
        int j = i + d;
        if (j >= 0 && j < n) s += band[(size_t)(d + half) * n + i] * x[j];
    }
    y[i] = s;
}

// lower triangles of 32 x 32, a warp each, unit diagonal added
extern "C" __global__ void linear_forward_warp(const float *__restrict__ L, const float *__restrict__ b, float *__restrict__ x, int systems)
{
    const int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= systems) return;
    const float *l = L + (size_t)w * 1024;
    float mine = b[w * 32 + lane];
    for (int k = 0; k < 32; k++) {
        float xk = __shfl_sync(~0u, mine, k);
        if (lane > k) mine -= l[k * 32 + lane] * xk;
    }
    x[w * 32 + lane] = mine;
}

// A A^T / 12 + 2 I of a thread's own 6 x 6, then Cholesky in registers
extern "C" __global__ void linear_cholesky_six(const float *__restrict__ A, float *__restrict__ logdet, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a[6][6], l[6][6];
#pragma unroll
    for (int r = 0; r < 36; r++) a[r / 6][r % 6] = A[(size_t)r * n + i];
#pragma unroll
    for (int r = 0; r < 6; r++)
#pragma unroll
        for (int c = 0; c <= r; c++) {
            float s = r == c ? 2.f : 0.f;
#pragma unroll
            for (int k = 0; k < 6; k++) s += a[r][k] * a[c][k] * (1.f / 12.f);
            l[r][c] = s;
        }
    float sum = 0;
#pragma unroll
    for (int c = 0; c < 6; c++) {
#pragma unroll
        for (int k = 0; k < c; k++) l[c][c] -= l[c][k] * l[c][k];
        l[c][c] = sqrtf(l[c][c]);
        sum += 2.f * logf(l[c][c]);
        float inv = 1.f / l[c][c];
#pragma unroll
        for (int r = c + 1; r < 6; r++) {
#pragma unroll
            for (int k = 0; k < c; k++) l[r][c] -= l[r][k] * l[c][k];
            l[r][c] *= inv;
        }
    }
    logdet[i] = sum;
}
