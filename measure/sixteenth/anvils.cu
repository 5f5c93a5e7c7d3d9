// Products of matrices on ordinary cores.
#include <cuda_pipeline.h>
#include <stdint.h>

extern "C" __global__ void naive_mm_doubles(const double *A, const double *B, double *C, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < N && col < N) {
        double v = 0;
        for (int k = 0; k < N; ++k) v += A[row * N + k] * B[k * N + col];
        C[row * N + col] = v;
    }
}

#define T 16
extern "C" __global__ void tiled_mm_classroom(const float *M, const float *N, float *P, int m, int n, int k)
{
    __shared__ float Mds[T][T], Nds[T][T];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * T + ty, Col = bx * T + tx;
    float Pvalue = 0;
    for (int ph = 0; ph < (k + T - 1) / T; ++ph) {
        Mds[ty][tx] = (Row < m && ph * T + tx < k) ? M[Row * k + ph * T + tx] : 0.f;
        Nds[ty][tx] = (ph * T + ty < k && Col < n) ? N[(ph * T + ty) * n + Col] : 0.f;
        __syncthreads();
        for (int i = 0; i < T; ++i) Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
    if (Row < m && Col < n) P[Row * n + Col] = Pvalue;
}
#undef T

// 32 x 32 tile, 32 x 8 threads, four rows each; doubles
extern "C" __global__ void tiled_mm_four_rows_double(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n)
{
    __shared__ double sa[32][32], sb[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    double acc[4] = {};
    for (int k0 = 0; k0 < n; k0 += 32) {
#pragma unroll
        for (int r = 0; r < 4; r++) {
            sa[y + 8 * r][x] = a[(blockIdx.y * 32 + y + 8 * r) * n + k0 + x];
            sb[y + 8 * r][x] = b[(k0 + y + 8 * r) * n + blockIdx.x * 32 + x];
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; k++) {
            double v = sb[k][x];
#pragma unroll
            for (int r = 0; r < 4; r++) acc[r] += sa[y + 8 * r][k] * v;
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++) c[(blockIdx.y * 32 + y + 8 * r) * n + blockIdx.x * 32 + x] = acc[r];
}

// 64 x 64 x 16, 4 x 4 a thread, A turned on its way in
template <int BM, int BN, int BK, int TM, int TN>
__device__ __forceinline__ void sgemmTile(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[BK][BM + 4];
    __shared__ float Bs[BK][BN];
    constexpr int THREADS = BM / TM * (BN / TN);
    const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    float acc[TM][TN] = {}, ra[TM], rb[TN];
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += THREADS)
            As[i % BK][i / BK] = A[(size_t)(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
        for (int i = threadIdx.x; i < BN * BK; i += THREADS)
            Bs[i / BN][i % BN] = B[(size_t)(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
#pragma unroll
            for (int i = 0; i < TM; i++) ra[i] = As[k][ty * TM + i];
#pragma unroll
            for (int j = 0; j < TN; j++) rb[j] = Bs[k][tx * TN + j];
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
        for (int j = 0; j < TN; j++) C[(size_t)(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}
extern "C" __global__ void __launch_bounds__(256) sgemm_block_64(const float *A, const float *B, float *C, int M, int N, int K) { sgemmTile<64, 64, 16, 4, 4>(A, B, C, M, N, K); }
extern "C" __global__ void __launch_bounds__(128) sgemm_block_96_by_64(const float *A, const float *B, float *C, int M, int N, int K) { sgemmTile<96, 64, 8, 6, 8>(A, B, C, M, N, K); }

// 128 x 128 x 8, 8 x 8 a thread, float4 everywhere, next tile in registers meanwhile
extern "C" __global__ void __launch_bounds__(256, 2) sgemm_quads_ahead(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K, float alpha)
{
    __shared__ __align__(16) float As[2][8][128], Bs[2][8][128];
    const int t = threadIdx.x, arow = t >> 1, acol = (t & 1) * 4, brow = t >> 5, bcol = (t & 31) * 4;
    const int tx = t & 15, ty = t >> 4;
    const float *pa = A + (size_t)(blockIdx.y * 128 + arow) * K + acol, *pb = B + (size_t)brow * N + blockIdx.x * 128 + bcol;
    float4 va = *(const float4 *)pa, vb = *(const float4 *)pb;
    float acc[8][8] = {};
    int now = 0;
    As[0][acol][arow] = va.x, As[0][acol + 1][arow] = va.y, As[0][acol + 2][arow] = va.z, As[0][acol + 3][arow] = va.w;
    *(float4 *)&Bs[0][brow][bcol] = vb;
    __syncthreads();
    for (int k0 = 8; k0 <= K; k0 += 8) {
        if (k0 < K) va = *(const float4 *)(pa + k0), vb = *(const float4 *)(pb + (size_t)k0 * N);
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float a[8], b[8];
            *(float4 *)a = *(float4 *)&As[now][k][ty * 4], *(float4 *)(a + 4) = *(float4 *)&As[now][k][ty * 4 + 64];
            *(float4 *)b = *(float4 *)&Bs[now][k][tx * 4], *(float4 *)(b + 4) = *(float4 *)&Bs[now][k][tx * 4 + 64];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (k0 < K) {
            now ^= 1;
            As[now][acol][arow] = va.x, As[now][acol + 1][arow] = va.y, As[now][acol + 2][arow] = va.z, As[now][acol + 3][arow] = va.w;
            *(float4 *)&Bs[now][brow][bcol] = vb;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        float *c = C + (size_t)(blockIdx.y * 128 + ty * 4 + (i & 3) + (i >> 2) * 64) * N + blockIdx.x * 128 + tx * 4;
        *(float4 *)c = make_float4(alpha * acc[i][0], alpha * acc[i][1], alpha * acc[i][2], alpha * acc[i][3]);
        *(float4 *)(c + 64) = make_float4(alpha * acc[i][4], alpha * acc[i][5], alpha * acc[i][6], alpha * acc[i][7]);
    }
}

// G = A^T A, lower tiles only
extern "C" __global__ void matmul_gram_lower(const float *__restrict__ A, float *__restrict__ G, int rows, int n)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float p[16][33], q[16][33];
    const int x = threadIdx.x, y = threadIdx.y;
    float s = 0;
    for (int r0 = 0; r0 < rows; r0 += 16) {
        if (y < 16) p[y][x] = A[(size_t)(r0 + y) * n + blockIdx.y * 32 + x];
        else q[y - 16][x] = A[(size_t)(r0 + y - 16) * n + blockIdx.x * 32 + x];
        __syncthreads();
        for (int r = 0; r < 16; r++) s += p[r][y] * q[r][x];
        __syncthreads();
    }
    G[(size_t)(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x] = s;
}

// y = A x of a symmetric A of which the upper half is kept, packed by rows
extern "C" __global__ void matvec_symmetric_packed(const double *__restrict__ ap, const double *__restrict__ x, double *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int j = 0; j < n; j++) {
        int r = min(i, j), c = max(i, j);
        s += ap[(size_t)r * n - (size_t)r * (r - 1) / 2 + c - r] * x[j];
    }
    y[i] = s;
}

extern "C" __global__ void matvec_rows_quads(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y, int quads)
{
    __shared__ float part[8];
    float s = 0;
    for (int q = threadIdx.x; q < quads; q += blockDim.x) {
        float4 a = A[(size_t)blockIdx.x * quads + q], b = x[q];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (!(threadIdx.x & 31)) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) s += part[w];
        y[blockIdx.x] = s;
    }
}

// tiles fetched asynchronously, 4 bytes at a time, three deep
extern "C" __global__ void sgemm_async_words(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float a[3][16][16], b[3][16][16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x, tiles = n / 16;
    auto fetch = [&](int t) {
        if (t < tiles) {
            __pipeline_memcpy_async(&a[t % 3][y][x], A + row * n + t * 16 + x, 4);
            __pipeline_memcpy_async(&b[t % 3][y][x], B + (t * 16 + y) * n + col, 4);
        }
        __pipeline_commit();
    };
    fetch(0);
    fetch(1);
    float s = 0;
    for (int t = 0; t < tiles; t++) {
        fetch(t + 2);
        __pipeline_wait_prior(2);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) s += a[t % 3][y][k] * b[t % 3][k][x];
        __syncthreads();
    }
    C[row * n + col] = s;
}
