// Matrix products of a first course, and matrices times vectors.
#include <cuda_fp16.h>
#include <stddef.h>

template <typename T> __global__ void mulPlain(const T *A, const T *B, T *C, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    T sum = 0;
    for (int i = 0; i < k; i++) sum += A[row * k + i] * B[i * n + col];
    C[row * n + col] = sum;
}
template __global__ void mulPlain<float>(const float *, const float *, float *, int, int, int);
template __global__ void mulPlain<double>(const double *, const double *, double *, int, int, int);

// the common mistake: neighbouring threads lie in a column
extern "C" __global__ void matmul_threads_down_columns(const float *A, const float *B, float *C, int n)
{
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n) {
        float acc = 0.0f;
        for (int i = 0; i < n; ++i) acc += A[row * n + i] * B[i * n + col];
        C[row * n + col] = acc;
    }
}

template <int TILE> __global__ void mulTiledRagged(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        a[ty][tx] = row < m && t * TILE + tx < k ? A[row * k + t * TILE + tx] : 0.0f;
        b[ty][tx] = col < n && t * TILE + ty < k ? B[(t * TILE + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = sum;
}
template __global__ void mulTiledRagged<16>(const float *, const float *, float *, int, int, int);
template __global__ void mulTiledRagged<32>(const float *, const float *, float *, int, int, int);

// A turned: C = A' B
extern "C" __global__ void matmul_first_turned_tiles(const double *A, const double *B, double *C, int m, int n, int k)
{
    __shared__ double a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int m0 = blockIdx.y * 16, n0 = blockIdx.x * 16;
    double sum = 0;
    for (int k0 = 0; k0 < k; k0 += 16) {
        a[ty][tx] = A[(k0 + ty) * m + m0 + tx];
        b[ty][tx] = B[(k0 + ty) * n + n0 + tx];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) sum = fma(a[i][ty], b[i][tx], sum);
        __syncthreads();
    }
    C[(m0 + ty) * n + n0 + tx] = sum;
}

// many small products, a block each
extern "C" __global__ void matmul_batch_of_small(const float *A, const float *B, float *C, int n)
{
    extern __shared__ float both[];
    float *a = both, *b = both + n * n;
    const size_t at = (size_t)blockIdx.x * n * n;
    const int count = n * n;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        a[i] = A[at + i];
        b[i] = B[at + i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int r = i / n, c = i % n;
        float s = 0;
        for (int k = 0; k < n; k++) s += a[r * n + k] * b[k * n + c];
        C[at + i] = s;
    }
}

extern "C" __global__ void matvec_row_a_thread(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0.0f;
        for (int c = 0; c < cols; c++) s += A[(size_t)r * cols + c] * x[c];
        y[r] = s;
    }
}

extern "C" __global__ void matvec_row_a_warp_quads(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    const float4 *a = A + (size_t)r * quads;
    float s = 0.0f;
    for (int c = threadIdx.x; c < quads; c += 32) {
        float4 u = a[c], v = x[c];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0) y[r] = s;
}

extern "C" __global__ void matvec_half_weights_block(const __half2 *W, const __half2 *x, const float *bias, float *y, int pairs)
{
    __shared__ float part[4];
    const __half2 *w = W + (size_t)blockIdx.x * pairs;
    float s = 0.f;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 a = __half22float2(w[c]), b = __half22float2(x[c]);
        s += a.x * b.x + a.y * b.y;
    }
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1] + part[2] + part[3] + bias[blockIdx.x];
}
