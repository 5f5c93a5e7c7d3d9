// Matrix products as first courses write them, and products with vectors.
#include <stddef.h>

extern "C" __global__ void matmul_scaled_simple(int m, int n, int k, float alpha, const float *A, const float *B, float beta, float *C)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0.0f;
        for (int i = 0; i < k; ++i) sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = alpha * sum + beta * C[row * n + col];
    }
}

// a block a row of A, kept in shared memory
extern "C" __global__ void matmul_row_of_a_kept(const double *A, const double *__restrict__ B, double *C, unsigned n, unsigned k)
{
    extern __shared__ double kept[];
    for (unsigned i = threadIdx.x; i < k; i += blockDim.x) kept[i] = A[(size_t)blockIdx.x * k + i];
    __syncthreads();
    for (unsigned col = threadIdx.x; col < n; col += blockDim.x) {
        double sum = 0;
        for (unsigned i = 0; i < k; i++) sum += kept[i] * B[(size_t)i * n + col];
        C[(size_t)blockIdx.x * n + col] = sum;
    }
}

struct Sizes {
    int m, n, k;
};

template <typename T, int S> __global__ void tiledProduct(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, Sizes s)
{
    __shared__ T sa[S][S], sb[S][S];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * S + ty, col = blockIdx.x * S + tx;
    T value = 0;
    for (int t = 0; t < (s.k + S - 1) / S; t++) {
        int ka = t * S + tx, kb = t * S + ty;
        sa[ty][tx] = row < s.m && ka < s.k ? a[row * s.k + ka] : T(0);
        sb[ty][tx] = kb < s.k && col < s.n ? b[kb * s.n + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < S; i++) value += sa[ty][i] * sb[i][tx];
        __syncthreads();
    }
    if (row < s.m && col < s.n) c[row * s.n + col] = value;
}
template __global__ void tiledProduct<float, 32>(const float *, const float *, float *, Sizes);
template __global__ void tiledProduct<double, 16>(const double *, const double *, double *, Sizes);
template __global__ void tiledProduct<int, 16>(const int *, const int *, int *, Sizes);

// A times its transpose: the lower half by tiles
extern "C" __global__ void matmul_with_own_transpose(const float *A, float *C, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float left[16][17], right[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, other = blockIdx.x * 16 + y;
    float sum = 0.f;
    for (int t = 0; t < k; t += 16) {
        left[y][x] = row < n && t + x < k ? A[(size_t)row * k + t + x] : 0.f;
        right[y][x] = other < n && t + x < k ? A[(size_t)other * k + t + x] : 0.f;
        __syncthreads();
        for (int i = 0; i < 16; i++) sum = fmaf(left[y][i], right[x][i], sum);
        __syncthreads();
    }
    const int col = blockIdx.x * 16 + x;
    if (row < n && col < n) C[(size_t)row * n + col] = sum;
}

// y = A' x: a thread a column, rows in parts
extern "C" __global__ void matvec_of_transposed(const float *__restrict__ A, const float *__restrict__ x, float *y, int rows, int cols, int part)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    int from = blockIdx.y * part, to = min(rows, from + part);
    float sum = 0.0f;
    for (int r = from; r < to; r++) sum += A[(size_t)r * cols + col] * x[r];
    atomicAdd(&y[col], sum);
}

extern "C" __global__ void matvec_double_by_warps(const double *A, const double *x, double *y, int rows, int cols)
{
    const int lane = threadIdx.x % 32;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    const double *line = A + (size_t)row * cols;
    double sum = 0.0;
    for (int c = lane; c < cols; c += 32) sum += line[c] * x[c];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0) y[row] = sum;
}

// many products of eight by eight: 64 threads each
extern "C" __global__ void matmul_batch_of_eights(const float *a, const float *b, float *c, int batch)
{
    __shared__ float sa[4][8][8], sb[4][8][8];
    const int which = threadIdx.y, r = threadIdx.x / 8, q = threadIdx.x % 8;
    const int item = blockIdx.x * 4 + which;
    const bool live = item < batch;
    if (live) {
        sa[which][r][q] = a[item * 64 + threadIdx.x];
        sb[which][r][q] = b[item * 64 + threadIdx.x];
    }
    __syncthreads();
    if (!live) return;
    float sum = 0;
    for (int i = 0; i < 8; i++) sum += sa[which][r][i] * sb[which][i][q];
    c[item * 64 + threadIdx.x] = sum;
}
