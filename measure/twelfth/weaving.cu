// Products of matrices and vectors, from the first attempt to registers.
#include <cuda_fp16.h>

extern "C" __global__ void matmulSimple(const float *A, const float *B, float *C, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < N; ++k)
            sum += A[row * N + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// rows along x: what one gets by mixing up the two
extern "C" __global__ void matmulMixedUp(const float *A, const float *B, float *C, int M, int N, int K)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N) return;
    float acc = 0;
    for (int k = 0; k < K; k++) acc += A[i * K + k] * B[k * N + j];
    C[i * N + j] = acc;
}

template <int TILE>
__global__ void matmulTiles(float *C, const float *A, const float *B, int M, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float value = 0;
    for (int t = 0; t < (K + TILE - 1) / TILE; t++) {
        As[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : 0.0f;
        Bs[ty][tx] = col < N && t * TILE + ty < K ? B[(t * TILE + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k++) value += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = value;
}
template __global__ void matmulTiles<16>(float *, const float *, const float *, int, int, int);
template __global__ void matmulTiles<32>(float *, const float *, const float *, int, int, int);

// tiles of the next step are on their way in registers while this one is multiplied
extern "C" __global__ void matmulPrefetch(const float *__restrict__ A, const float *__restrict__ B,
                                          float *__restrict__ C, int n)
{
    __shared__ float a[2][16][16], b[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float *pa = A + (blockIdx.y * 16 + ty) * n + tx;
    const float *pb = B + ty * n + blockIdx.x * 16 + tx;
    float ra = *pa, rb = *pb, sum = 0.f;
    int now = 0;
    for (int k = 16; k <= n; k += 16) {
        a[now][ty][tx] = ra;
        b[now][ty][tx] = rb;
        __syncthreads();
        if (k < n) {
            ra = pa[k];
            rb = pb[k * n];
        }
#pragma unroll
        for (int i = 0; i < 16; i++) sum = fmaf(a[now][ty][i], b[now][i][tx], sum);
        now ^= 1;
    }
    C[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] = sum;
}

// 64 x 64 a block of 16 x 16 threads, 4 x 4 a thread
extern "C" __global__ void __launch_bounds__(256)
sgemm64(int M, int N, int K, float alpha, const float *__restrict__ A, const float *__restrict__ B, float beta,
        float *__restrict__ C)
{
    __shared__ float sA[16][64];
    __shared__ float sB[16][64];
    const int tid = threadIdx.y * 16 + threadIdx.x;
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        {
            int r = tid / 4, c = tid % 4 * 4;
            float4 v = *(const float4 *)&A[(row + r) * K + k0 + c];
            sA[c][r] = v.x;
            sA[c + 1][r] = v.y;
            sA[c + 2][r] = v.z;
            sA[c + 3][r] = v.w;
        }
        *(float4 *)&sB[tid / 16][tid % 16 * 4] = *(const float4 *)&B[(k0 + tid / 16) * N + col + tid % 16 * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 a = *(float4 *)&sA[k][threadIdx.y * 4], b = *(float4 *)&sB[k][threadIdx.x * 4];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += av[i] * bv[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float4 *p = (float4 *)&C[(row + threadIdx.y * 4 + i) * N + col + threadIdx.x * 4];
        float4 o = *p;
        *p = make_float4(alpha * acc[i][0] + beta * o.x, alpha * acc[i][1] + beta * o.y,
                         alpha * acc[i][2] + beta * o.z, alpha * acc[i][3] + beta * o.w);
    }
}

// T x T a thread, strided by the block, doubles or floats
template <typename F, int T>
__global__ void gemm_registers(const F *A, const F *B, F *C, int n)
{
    const int S = 16 * T;
    __shared__ F a[8][S], b[8][S];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int row = blockIdx.y * S, col = blockIdx.x * S;
    F c[T][T];
#pragma unroll
    for (int i = 0; i < T; i++)
#pragma unroll
        for (int j = 0; j < T; j++) c[i][j] = F(0);
    for (int k0 = 0; k0 < n; k0 += 8) {
        for (int e = t; e < 8 * S; e += 256) {
            a[e % 8][e / 8] = A[(row + e / 8) * n + k0 + e % 8];
            b[e / S][e % S] = B[(k0 + e / S) * n + col + e % S];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            F x[T], y[T];
#pragma unroll
            for (int i = 0; i < T; i++) x[i] = a[k][ty + 16 * i], y[i] = b[k][tx + 16 * i];
#pragma unroll
            for (int i = 0; i < T; i++)
#pragma unroll
                for (int j = 0; j < T; j++) c[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < T; i++)
#pragma unroll
        for (int j = 0; j < T; j++) C[(row + ty + 16 * i) * n + col + tx + 16 * j] = c[i][j];
}
template __global__ void gemm_registers<float, 8>(const float *, const float *, float *, int);
template __global__ void gemm_registers<double, 4>(const double *, const double *, double *, int);

// C = A * B^T, both by rows
extern "C" __global__ void matmulNT(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                                    int M, int N, int K)
{
    __shared__ float a[16][17], b[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float s = 0;
    for (int k = 0; k < K; k += 16) {
        a[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(blockIdx.x * 16 + threadIdx.y) * K + k + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) s += a[threadIdx.y][i] * b[threadIdx.x][i];
        __syncthreads();
    }
    C[row * N + col] = s;
}

extern "C" __global__ void gemm_half_plain(const __half *A, const __half *B, __half *C, int M, int N, int K)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= M || c >= N) return;
    float s = 0;
    for (int k = 0; k < K; k++) s += __half2float(A[r * K + k]) * __half2float(B[k * N + c]);
    C[r * N + c] = __float2half(s);
}

extern "C" __global__ void matmulBatch8(const float *A, const float *B, float *C)
{
    __shared__ float a[4][8][8], b[4][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    size_t at = ((size_t)blockIdx.x * 4 + z) * 64 + y * 8 + x;
    a[z][y][x] = A[at];
    b[z][y][x] = B[at];
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) s += a[z][y][k] * b[z][k][x];
    C[at] = s;
}

extern "C" __global__ void matvecBlockRow(const float *__restrict__ A, const float *__restrict__ x,
                                          float *__restrict__ y, int cols)
{
    extern __shared__ float part[];
    const float4 *row = (const float4 *)(A + (size_t)blockIdx.x * cols);
    const float4 *v = (const float4 *)x;
    float s = 0;
    for (int c = threadIdx.x; c < cols / 4; c += blockDim.x) {
        float4 a = row[c], b = v[c];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    part[threadIdx.x] = s;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (threadIdx.x < h) part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

// y += A^T x over a strip of rows, added up by atomics
extern "C" __global__ void matvecTransposed(const float *A, const float *x, float *y, int rows, int cols, int strip)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * strip;
    int last = min(first + strip, rows);
    if (c >= cols) return;
    float s = 0;
    for (int r = first; r < last; r++) s += A[(size_t)r * cols + c] * x[r];
    atomicAdd(y + c, s);
}
