// Matrix products without tensor cores.
#include <cuda_fp16.h>
#include <stdint.h>

// as the programming guide does it: matrices by value, tiles are matrices again
typedef struct {
    int width, height, stride;
    float *elements;
} Matrix;
#define BLOCK_SIZE 16

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = BLOCK_SIZE;
    Asub.height = BLOCK_SIZE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}
extern "C" __global__ void matmul_of_guide_by_value(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

// tiles of TILE, each thread COARSE cells of a row that lie a tile apart
template <int TILE, int COARSE>
__global__ void coarsened(const float *M, const float *N, float *P, int width)
{
    __shared__ float Mds[TILE][TILE], Nds[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, colStart = blockIdx.x * TILE * COARSE + tx;
    float Pvalue[COARSE];
    for (int c = 0; c < COARSE; ++c) Pvalue[c] = 0.0f;
    for (int ph = 0; ph < width / TILE; ++ph) {
        Mds[ty][tx] = M[row * width + ph * TILE + tx];
        for (int c = 0; c < COARSE; ++c) {
            int col = colStart + c * TILE;
            Nds[ty][tx] = N[(ph * TILE + ty) * width + col];
            __syncthreads();
            for (int k = 0; k < TILE; ++k) Pvalue[c] += Mds[ty][k] * Nds[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE; ++c) P[row * width + colStart + c * TILE] = Pvalue[c];
}
template __global__ void coarsened<32, 4>(const float *, const float *, float *, int);
template __global__ void coarsened<16, 2>(const float *, const float *, float *, int);

// by columns, the left factor turned, with its own leading dimensions
extern "C" __global__ void sgemm_turned_by_columns(int m, int n, int k, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n) return;
    const float *a = A + (size_t)i * lda, *b = B + (size_t)j * ldb;
    float s = 0.f;
#pragma unroll 4
    for (int l = 0; l < k; l++) s += a[l] * b[l];
    C[i + (size_t)j * ldc] = s;
}

// TM x TN cells a thread straight from memory, cells outside are left out
template <typename T, int TM, int TN>
__global__ void inRegisters(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k)
{
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * TM, col = blockIdx.x * blockDim.x * TN + threadIdx.x;
    T acc[TM][TN] = {};
    for (int e = 0; e < k; e++) {
        T av[TM], bv[TN];
#pragma unroll
        for (int i = 0; i < TM; i++) av[i] = row + i < m ? a[(row + i) * k + e] : T(0);
#pragma unroll
        for (int j = 0; j < TN; j++) bv[j] = col + j * (int)blockDim.x < n ? b[e * n + col + j * blockDim.x] : T(0);
#pragma unroll
        for (int i = 0; i < TM; i++)
#pragma unroll
            for (int j = 0; j < TN; j++) acc[i][j] += av[i] * bv[j];
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            if (row + i < m && col + j * (int)blockDim.x < n) c[(row + i) * n + col + j * blockDim.x] = acc[i][j];
}
template __global__ void inRegisters<float, 4, 2>(const float *, const float *, float *, int, int, int);
template __global__ void inRegisters<double, 2, 2>(const double *, const double *, double *, int, int, int);

// blocks of 32 x 8 with tiles only eight deep
extern "C" __global__ void la_dgemm_shallow_tiles(const double *A, const double *B, double *C, int M, int N, int K)
{
    __shared__ double a[8][8];
    __shared__ double b[8][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
    for (int k = 0; k < K; k += 8) {
        if (threadIdx.x < 8) a[threadIdx.y][threadIdx.x] = y < M && k + threadIdx.x < K ? A[(size_t)y * K + k + threadIdx.x] : 0.0;
        b[threadIdx.y][threadIdx.x] = x < N && k + threadIdx.y < K ? B[(size_t)(k + threadIdx.y) * N + x] : 0.0;
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 8; e++) sum = fma(a[threadIdx.y][e], b[e][threadIdx.x], sum);
        __syncthreads();
    }
    if (x < N && y < M) C[(size_t)y * N + x] = sum;
}

// two columns a thread, sums in halves, joined to floats each 32
extern "C" __global__ void hgemm_columns_by_twos(const __half *a, const __half2 *b, __half2 *c, int m, int pairs, int k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= pairs || y >= m) return;
    float2 total = make_float2(0.f, 0.f);
    for (int e = 0; e < k; e += 32) {
        __half2 s = __float2half2_rn(0.f);
        for (int d = e; d < e + 32 && d < k; d++) s = __hfma2(__half2half2(a[y * k + d]), b[d * pairs + x], s);
        float2 f = __half22float2(s);
        total.x += f.x;
        total.y += f.y;
    }
    c[y * pairs + x] = __floats2half2_rn(total.x, total.y);
}

// over a prime field
extern "C" __global__ void matmul_of_residues(const uint32_t *a, const uint32_t *b, uint32_t *c, int n)
{
    const uint64_t P = 998244353;
    __shared__ uint32_t as[16][17], bs[16][17];
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    uint64_t s = 0;
    for (int e = 0; e < n; e += 16) {
        as[threadIdx.y][threadIdx.x] = a[row * n + e + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(e + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d++) s += (uint64_t)as[threadIdx.y][d] * bs[d][threadIdx.x];
        s %= P;
        __syncthreads();
    }
    c[row * n + col] = (uint32_t)s;
}

// 128 x 64 a block, 8 x 4 a thread, what comes next waits in registers
extern "C" __global__ void __launch_bounds__(256) sgemm_next_in_registers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[2][8][128 + 4], Bs[2][8][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *a = A + (size_t)(blockIdx.y * 128 + t / 2) * K + t % 2 * 4;
    const float *b = B + (size_t)(t / 32) * N + blockIdx.x * 64 + t % 32 * 2;
    float acc[8][4] = {};
    float4 na = *(const float4 *)a;
    float2 nb = *(const float2 *)b;
    int s = 0;
    for (int k = 0; k < K; k += 8) {
        As[s][t % 2 * 4 + 0][t / 2] = na.x;
        As[s][t % 2 * 4 + 1][t / 2] = na.y;
        As[s][t % 2 * 4 + 2][t / 2] = na.z;
        As[s][t % 2 * 4 + 3][t / 2] = na.w;
        *(float2 *)&Bs[s][t / 32][t % 32 * 2] = nb;
        __syncthreads();
        if (k + 8 < K) {
            na = *(const float4 *)(a + k + 8);
            nb = *(const float2 *)(b + (size_t)(k + 8) * N);
        }
#pragma unroll
        for (int d = 0; d < 8; d++) {
            float va[8];
            *(float4 *)va = *(const float4 *)&As[s][d][ty * 8];
            *(float4 *)(va + 4) = *(const float4 *)&As[s][d][ty * 8 + 4];
            const float4 vb = *(const float4 *)&Bs[s][d][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; i++) {
                acc[i][0] += va[i] * vb.x;
                acc[i][1] += va[i] * vb.y;
                acc[i][2] += va[i] * vb.z;
                acc[i][3] += va[i] * vb.w;
            }
        }
        s ^= 1;
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        *(float4 *)(C + (size_t)(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 64 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// zeros of the left factor are passed over, a row's end may come early
extern "C" __global__ void matmul_zeros_passed_over(const int *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float s = 0;
    for (int e = 0; e < k; e++) {
        int v = a[row * k + e];
        if (v == 0) continue;
        if (v == 9) break;
        s += v * b[(size_t)e * n + col];
    }
    c[(size_t)row * n + col] = s;
}

// y = A x, the vector lies in shared memory, a thread a row, blocks of 96
extern "C" __global__ void matvec_vector_on_board(const float *A, const float *x, float *y, int rows, int cols)
{
    __shared__ float xs[256];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int c0 = 0; c0 < cols; c0 += 256) {
        for (int c = threadIdx.x; c < 256 && c0 + c < cols; c += blockDim.x) xs[c] = x[c0 + c];
        __syncthreads();
        if (row < rows) {
            const int last = min(256, cols - c0);
            for (int c = 0; c < last; c++) sum += A[(size_t)row * cols + c0 + c] * xs[c];
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

// y += A^T x, strips of rows, added atomically
extern "C" __global__ void matvec_strips_added(const double *A, const double *x, double *y, int rows, int cols, int strip)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * strip;
    if (col >= cols) return;
    double s = 0;
#pragma unroll 8
    for (int r = first; r < min(first + strip, rows); r++) s += A[(size_t)r * cols + col] * x[r];
    atomicAdd(&y[col], s);
}
