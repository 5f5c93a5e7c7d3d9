// Small and large systems of equations.
#include <stdint.h>

// Cholesky of 32 x 32 in shared memory, a block of 32 x 4 a matrix
extern "C" __global__ void la_cholesky_small_blocks(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float a[32][33];
    const int x = threadIdx.x, y = threadIdx.y;
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int r = y; r < 32; r += 4) a[r][x] = in[base + r * 32 + x] * 0.01f + (r == x ? 4.f : 0.f);
    for (int k = 0; k < 32; k++) {
        __syncthreads();
        if (y == 0 && x == k) a[k][k] = sqrtf(a[k][k]);
        __syncthreads();
        if (y == 0 && x > k) a[x][k] /= a[k][k];
        __syncthreads();
        for (int c = k + 1 + y; c < 32; c += 4)
            if (x >= c) a[x][c] -= a[x][k] * a[c][k];
    }
    __syncthreads();
    for (int r = y; r < 32; r += 4) out[base + r * 32 + x] = x <= r ? a[r][x] : 0.f;
}

// one column of LU without pivots: what it takes from the rest of the matrix
extern "C" __global__ void la_lu_update_rest(double *a, int n, int k)
{
    int c = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, r = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (c < n && r < n) a[(size_t)r * n + c] -= a[(size_t)r * n + k] * a[(size_t)k * n + c];
}

// L X = B, L 32 x 32 in shared memory, a thread a column of B
extern "C" __global__ void la_solve_lower_columns(const float *__restrict__ L, float *__restrict__ B, int cols)
{
    __shared__ float l[32][32];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) l[k / 32][k % 32] = L[k];
    __syncthreads();
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float x[32];
#pragma unroll
    for (int r = 0; r < 32; r++) {
        float s = B[(size_t)r * cols + c];
#pragma unroll
        for (int k = 0; k < r; k++) s -= l[r][k] * x[k];
        x[r] = s / (l[r][r] + 2.f);
        B[(size_t)r * cols + c] = x[r];
    }
}

// QR by Householder, 16 x 16, a half warp a matrix, a lane a column
extern "C" __global__ void la_householder_half_warp(const float *__restrict__ in, float *__restrict__ r, int n)
{
    const int m = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (m >= n) return;
    float a[16];
#pragma unroll
    for (int k = 0; k < 16; k++) a[k] = in[(size_t)m * 256 + k * 16 + lane];
#pragma unroll
    for (int k = 0; k < 15; k++) {
        float v[16], norm = 0;
#pragma unroll
        for (int i = k; i < 16; i++) v[i] = __shfl_sync(~0u, a[i], k, 16), norm += v[i] * v[i];
        norm = sqrtf(norm);
        v[k] += v[k] > 0 ? norm : -norm;
        float vv = 0, dot = 0;
#pragma unroll
        for (int i = k; i < 16; i++) vv += v[i] * v[i], dot += v[i] * a[i];
        dot *= 2.f / vv;
        if (lane >= k)
#pragma unroll
            for (int i = k; i < 16; i++) a[i] -= dot * v[i];
    }
#pragma unroll
    for (int k = 0; k < 16; k++) r[(size_t)m * 256 + k * 16 + lane] = a[k];
}

// many tridiagonal systems of 128 by parallel cyclic reduction, a block each
extern "C" __global__ void la_tridiagonal_parallel(const float *__restrict__ lo, const float *__restrict__ di, const float *__restrict__ up, const float *__restrict__ rhs, float *__restrict__ x)
{
    __shared__ float A[128], B[128], C[128], D[128];
    const int t = threadIdx.x;
    const size_t g = (size_t)blockIdx.x * 128 + t;
    float a = t ? lo[g] : 0, b = di[g] + 4, c = t < 127 ? up[g] : 0, d = rhs[g];
    for (int s = 1; s < 128; s *= 2) {
        A[t] = a, B[t] = b, C[t] = c, D[t] = d;
        __syncthreads();
        float na = 0, nc = 0;
        if (t >= s) {
            float k = a / B[t - s];
            na = -k * A[t - s], b -= k * C[t - s], d -= k * D[t - s];
        }
        if (t + s < 128) {
            float k = c / B[t + s];
            nc = -k * C[t + s], b -= k * A[t + s], d -= k * D[t + s];
        }
        a = na, c = nc;
        __syncthreads();
    }
    x[g] = d / b;
}

// Gauss and Jordan with pivots: 12 x 13 augmented, a thread a system, in local memory
extern "C" __global__ void la_pivots_in_local(const double *__restrict__ in, double *__restrict__ x, int n)
{
    const int N = 12;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    double a[N][N + 1];
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++) a[i][j] = in[(size_t)(i * (N + 1) + j) * n + t];
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        if (p != k)
            for (int j = k; j <= N; j++) {
                double s = a[k][j];
                a[k][j] = a[p][j], a[p][j] = s;
            }
        double r = 1 / a[k][k];
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] * r;
            for (int j = k + 1; j <= N; j++) a[i][j] -= f * a[k][j];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        double s = a[i][N];
        for (int j = i + 1; j < N; j++) s -= a[i][j] * a[j][N];
        a[i][N] = s / a[i][i];
        x[(size_t)i * n + t] = a[i][N];
    }
}

// C -= A B^T on the tiles below the diagonal, 64 x 64, 16 deep: the trailing matrix of a blocked Cholesky
extern "C" __global__ void __launch_bounds__(256) la_trailing_update(float *__restrict__ C, const float *__restrict__ P, int n, int depth)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float a[16][65], b[16][65];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < depth; k0 += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            a[i % 16][i / 16] = P[(size_t)(blockIdx.y * 64 + i / 16) * depth + k0 + i % 16];
            b[i % 16][i / 16] = P[(size_t)(blockIdx.x * 64 + i / 16) * depth + k0 + i % 16];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; i++) x[i] = a[k][ty + 16 * i], y[i] = b[k][tx + 16 * i];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) C[(size_t)(blockIdx.y * 64 + ty + 16 * i) * n + blockIdx.x * 64 + tx + 16 * j] -= acc[i][j];
}
