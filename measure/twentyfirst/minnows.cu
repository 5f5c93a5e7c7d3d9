// Dense linear algebra of small and middling systems.
#include <stddef.h>

// a thread a system, everything in a local array, rows are exchanged
template <typename T, int N>
__global__ void solveOwn(const T *A, const T *b, T *x, int systems)
{
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    T m[N][N + 1];
    for (int r = 0; r < N; r++) {
        for (int c = 0; c < N; c++) m[r][c] = A[((size_t)s * N + r) * N + c];
        m[r][N] = b[(size_t)s * N + r];
    }
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int r = k + 1; r < N; r++)
            if (fabs(m[r][k]) > fabs(m[p][k])) p = r;
        if (p != k)
            for (int c = k; c <= N; c++) {
                const T t = m[k][c];
                m[k][c] = m[p][c];
                m[p][c] = t;
            }
        for (int r = k + 1; r < N; r++) {
            const T f = m[r][k] / m[k][k];
            for (int c = k + 1; c <= N; c++) m[r][c] -= f * m[k][c];
        }
    }
    for (int r = N - 1; r >= 0; r--) {
        T v = m[r][N];
        for (int c = r + 1; c < N; c++) v -= m[r][c] * m[c][N];
        m[r][N] = v / m[r][r];
    }
    for (int r = 0; r < N; r++) x[(size_t)s * N + r] = m[r][N];
}
template __global__ void solveOwn<double, 3>(const double *, const double *, double *, int);
template __global__ void solveOwn<float, 6>(const float *, const float *, float *, int);

// (L + shift) X = B for many columns: a thread a column, L of 32 in shared memory
extern "C" __global__ void la_forward_of_columns(const float *L, const float *B, float *X, int columns, float shift)
{
    __shared__ float l[32][33];
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) l[i / 32][i % 32] = L[i];
    __syncthreads();
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float x[32];
#pragma unroll
    for (int r = 0; r < 32; r++) {
        float v = B[(size_t)r * columns + c];
#pragma unroll
        for (int k = 0; k < r; k++) v -= l[r][k] * x[k];
        x[r] = v / (l[r][r] + shift);
        X[(size_t)r * columns + c] = x[r];
    }
}

// A -= tau v (v^T A), a block a column
extern "C" __global__ void la_reflect_each_column(double *A, const double *v, double tau, int rows, int cols)
{
    __shared__ double part[8];
    double *a = A + (size_t)blockIdx.x * rows;
    double s = 0;
    for (int r = threadIdx.x; r < rows; r += blockDim.x) s += v[r] * a[r];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < blockDim.x / 32; w++) s += part[w];
    s *= tau;
    for (int r = threadIdx.x; r < rows; r += blockDim.x) a[r] -= s * v[r];
}

// two rows turned, many pairs at once
extern "C" __global__ void la_turn_pairs_of_rows(float *A, const float2 *turns, int pairs, int cols)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    for (int p = blockIdx.y; p < pairs; p += gridDim.y) {
        const float2 t = turns[p];
        float *upper = A + (size_t)(2 * p) * cols + c, *lower = upper + cols;
        const float u = *upper, w = *lower;
        *upper = t.x * u - t.y * w;
        *lower = t.y * u + t.x * w;
    }
}

// Cholesky's factor of 32 x 32, a warp a matrix, a lane a row; the upper part becomes zero
extern "C" __global__ void la_cholesky_lane_a_row(const float *A, float *L, int matrices, float more)
{
    __shared__ float m[4][32][33];
    const int w = threadIdx.x / 32, r = threadIdx.x % 32, at = blockIdx.x * 4 + w;
    if (at >= matrices) return;
    const float *a = A + (size_t)at * 1024;
    for (int k = 0; k < 32; k++) m[w][k][r] = a[k * 32 + r] + (k == r ? more : 0.f);
    __syncwarp();
    for (int k = 0; k < 32; k++) {
        const float d = sqrtf(m[w][k][k]);
        __syncwarp();
        if (r == k)
            m[w][k][k] = d;
        else if (r > k)
            m[w][r][k] /= d;
        __syncwarp();
        if (r > k)
            for (int c = k + 1; c <= r; c++) m[w][r][c] -= m[w][r][k] * m[w][c][k];
        __syncwarp();
    }
    for (int k = 0; k < 32; k++) L[(size_t)at * 1024 + k * 32 + r] = r <= k ? m[w][k][r] : 0.f;
}

// A += alpha x y^T
extern "C" __global__ void la_outer_added(int m, int n, double alpha, const double *x, const double *y, double *A)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < m; r += gridDim.y * blockDim.y) {
        const double f = alpha * x[r];
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x) A[(size_t)r * n + c] += f * y[c];
    }
}

// C = A A^T below the diagonal only, tiles of 32 by blocks of 32 x 8
extern "C" __global__ void la_syrk_lower_tiles(const float *A, float *C, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float p[32][33], q[32][33];
    const int row = blockIdx.y * 32, col = blockIdx.x * 32, tx = threadIdx.x, ty = threadIdx.y;
    float s[4] = {0.f, 0.f, 0.f, 0.f};
    for (int e = 0; e < k; e += 32) {
        for (int i = ty; i < 32; i += 8) {
            p[i][tx] = row + i < n && e + tx < k ? A[(size_t)(row + i) * k + e + tx] : 0.f;
            q[i][tx] = col + i < n && e + tx < k ? A[(size_t)(col + i) * k + e + tx] : 0.f;
        }
        __syncthreads();
        for (int d = 0; d < 32; d++)
#pragma unroll
            for (int i = 0; i < 4; i++) s[i] += p[ty + 8 * i][d] * q[tx][d];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        const int r = row + ty + 8 * i;
        if (r < n && col + tx <= r) C[(size_t)r * n + col + tx] = s[i];
    }
}

// tridiagonal systems that lie side by side, Thomas' way
extern "C" __global__ void la_thomas_side_by_side(const double *a, const double *b, const double *c, const double *d, double *x, double *cp, int n, int systems)
{
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    double cc = c[s] / b[s], dd = d[s] / b[s];
    cp[s] = cc;
    x[s] = dd;
    for (int i = 1; i < n; i++) {
        const int at = i * systems + s;
        const double w = 1.0 / (b[at] - a[at] * cc);
        cc = c[at] * w;
        dd = (d[at] - a[at] * dd) * w;
        cp[at] = cc;
        x[at] = dd;
    }
    for (int i = n - 2; i >= 0; i--) {
        dd = x[i * systems + s] - cp[i * systems + s] * dd;
        x[i * systems + s] = dd;
    }
}

// Gram and Schmidt for 8 columns of tall matrices of 64 rows, a warp a matrix, two rows a lane
extern "C" __global__ void la_eight_columns_made_normal(float *Q, int matrices)
{
    const int at = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (at >= matrices) return;
    float *q = Q + (size_t)at * 512;
    float u[8], v[8];
#pragma unroll
    for (int c = 0; c < 8; c++) {
        u[c] = q[c * 64 + lane];
        v[c] = q[c * 64 + lane + 32];
    }
#pragma unroll
    for (int c = 0; c < 8; c++) {
        float s = u[c] * u[c] + v[c] * v[c];
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        const float over = rsqrtf(s);
        u[c] *= over;
        v[c] *= over;
#pragma unroll
        for (int e = c + 1; e < 8; e++) {
            float t = u[c] * u[e] + v[c] * v[e];
            for (int d = 16; d; d >>= 1) t += __shfl_xor_sync(0xffffffffu, t, d);
            u[e] -= t * u[c];
            v[e] -= t * v[c];
        }
    }
#pragma unroll
    for (int c = 0; c < 8; c++) {
        q[c * 64 + lane] = u[c];
        q[c * 64 + lane + 32] = v[c];
    }
}
