// Matrix products without tensor cores, from one cell a thread to blocks of registers.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

// C = alpha A B + beta C, a thread a cell
extern "C" __global__ void matmul_alpha_beta(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < M && x < N) {
        float sum = 0.0f;
        for (int i = 0; i < K; ++i) sum += A[y * K + i] * B[i * N + x];
        C[y * N + x] = alpha * sum + beta * C[y * N + x];
    }
}

// rows by rows: both factors are read along their rows
extern "C" __global__ void matmul_rows_by_rows(const double *a, const double *b, double *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    double s = 0;
    for (int e = 0; e < k; e++) s += a[row * k + e] * b[col * k + e];
    c[row * n + col] = s;
}

// the programming guide's way: tiles of 16 with guards at the edges
extern "C" __global__ void sgemm_tiles_with_guards(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float as[16][16], bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float s = 0.f;
    for (int t = 0; t < (k + 15) / 16; t++) {
        as[ty][tx] = row < m && t * 16 + tx < k ? a[row * k + t * 16 + tx] : 0.f;
        bs[ty][tx] = col < n && t * 16 + ty < k ? b[(t * 16 + ty) * n + col] : 0.f;
        __syncthreads();
        for (int e = 0; e < 16; e++) s += as[ty][e] * bs[e][tx];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = s;
}

// 64 x 64 a block, eight results of a column a thread
extern "C" __global__ void __launch_bounds__(512) sgemm_results_in_column(int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float As[64 * 8], Bs[8 * 64];
    const int threadCol = threadIdx.x % 64, threadRow = threadIdx.x / 64;
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    const int innerColA = threadIdx.x % 8, innerRowA = threadIdx.x / 8;
    const int innerColB = threadIdx.x % 64, innerRowB = threadIdx.x / 64;
    float results[8] = {0.f};
    for (int at = 0; at < K; at += 8) {
        As[innerRowA * 8 + innerColA] = A[innerRowA * K + innerColA];
        Bs[innerRowB * 64 + innerColB] = B[innerRowB * N + innerColB];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int d = 0; d < 8; d++) {
            const float bv = Bs[d * 64 + threadCol];
            for (int r = 0; r < 8; r++) results[r] += As[(threadRow * 8 + r) * 8 + d] * bv;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++) C[(threadRow * 8 + r) * N + threadCol] = results[r];
}

// BM x BN a block, TM x TN a thread, both ways as quads, the left tile turned in shared memory
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN))
sgemmQuads(int N, int K, const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C)
{
    constexpr int THREADS = (BM * BN) / (TM * TN);
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    const int t = threadIdx.x, tx = t % (BN / TN), ty = t / (BN / TN);
    A += (size_t)blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = t; i < BM * BK / 4; i += THREADS) {
            const int r = i / (BK / 4), q = i % (BK / 4) * 4;
            const float4 v = *reinterpret_cast<const float4 *>(A + (size_t)r * K + k0 + q);
            As[q][r] = v.x;
            As[q + 1][r] = v.y;
            As[q + 2][r] = v.z;
            As[q + 3][r] = v.w;
        }
        for (int i = t; i < BK * BN / 4; i += THREADS) {
            const int r = i / (BN / 4), q = i % (BN / 4) * 4;
            *reinterpret_cast<float4 *>(&Bs[r][q]) = *reinterpret_cast<const float4 *>(B + (size_t)(k0 + r) * N + q);
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < BK; d++) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i++) a[i] = As[d][ty * TM + i];
#pragma unroll
            for (int j = 0; j < TN; j++) b[j] = Bs[d][tx * TN + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    C += ((size_t)blockIdx.y * BM + ty * TM) * N + blockIdx.x * BN + tx * TN;
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            *reinterpret_cast<float4 *>(C + (size_t)i * N + j) = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
template __global__ void sgemmQuads<128, 128, 8, 8, 8>(int, int, const float *, const float *, float *);
template __global__ void sgemmQuads<64, 64, 16, 4, 4>(int, int, const float *, const float *, float *);
template __global__ void sgemmQuads<64, 128, 8, 4, 8>(int, int, const float *, const float *, float *);

// doubles, 32 x 32 a block of 16 x 16 threads, each with four cells sixteen apart
extern "C" __global__ void la_dgemm_cells_apart(const double *a, const double *b, double *c, int n, int k)
{
    __shared__ double as[32][17], bs[16][32];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int e = 0; e < k; e += 16) {
        as[ty][tx] = a[(size_t)(row + ty) * k + e + tx];
        as[ty + 16][tx] = a[(size_t)(row + ty + 16) * k + e + tx];
        bs[ty][tx] = b[(size_t)(e + ty) * n + col + tx];
        bs[ty][tx + 16] = b[(size_t)(e + ty) * n + col + tx + 16];
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d++) {
            const double a0 = as[ty][d], a1 = as[ty + 16][d], b0 = bs[d][tx], b1 = bs[d][tx + 16];
            s00 += a0 * b0;
            s01 += a0 * b1;
            s10 += a1 * b0;
            s11 += a1 * b1;
        }
        __syncthreads();
    }
    c[(size_t)(row + ty) * n + col + tx] = s00;
    c[(size_t)(row + ty) * n + col + tx + 16] = s01;
    c[(size_t)(row + ty + 16) * n + col + tx] = s10;
    c[(size_t)(row + ty + 16) * n + col + tx + 16] = s11;
}

// halves summed as floats, tiles of 32 with pairs along the depth
extern "C" __global__ void gemm_half_pairs_in_depth(const __half *a, const __half *bt, __half *c, int n, int k)
{
    __shared__ __half2 as[32][17], bs[32][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float s[4] = {};
    for (int e = 0; e < k; e += 32) {
        for (int q = 0; q < 4; q++) {
            const int r = ty + 8 * q;
            if (tx < 16)
                as[r][tx] = *(const __half2 *)(a + (size_t)(row + r) * k + e + 2 * tx);
            else
                bs[r][tx - 16] = *(const __half2 *)(bt + (size_t)(col + r) * k + e + 2 * (tx - 16));
        }
        __syncthreads();
        for (int d = 0; d < 16; d++) {
            const float2 b = __half22float2(bs[tx][d]);
            for (int q = 0; q < 4; q++) {
                const float2 v = __half22float2(as[ty + 8 * q][d]);
                s[q] += v.x * b.x + v.y * b.y;
            }
        }
        __syncthreads();
    }
    for (int q = 0; q < 4; q++) c[(size_t)(row + ty + 8 * q) * n + col + tx] = __float2half(s[q]);
}

// bytes, four products at once, tiles of 32 words deep 8
extern "C" __global__ void gemm_bytes_dp4a_tile(const int *a, const int *bt, int *c, int n, int words)
{
    __shared__ int as[32][9], bs[32][9];
    const int t = threadIdx.y * 32 + threadIdx.x, row = blockIdx.y * 32, col = blockIdx.x * 32;
    int s[4] = {0, 0, 0, 0};
    for (int e = 0; e < words; e += 8) {
        as[t >> 3][t & 7] = a[(size_t)(row + (t >> 3)) * words + e + (t & 7)];
        bs[t >> 3][t & 7] = bt[(size_t)(col + (t >> 3)) * words + e + (t & 7)];
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 8; d++)
#pragma unroll
            for (int q = 0; q < 4; q++) s[q] = __dp4a(as[threadIdx.y + 8 * q][d], bs[threadIdx.x][d], s[q]);
        __syncthreads();
    }
    for (int q = 0; q < 4; q++) c[(size_t)(row + threadIdx.y + 8 * q) * n + col + threadIdx.x] = s[q];
}

struct Batch {
    long long a, b, c; // strides between products
};

// many products of any one shape, the grid's depth counts them
extern "C" __global__ void gemm_strided_batch(const float *a, const float *b, float *c, int m, int n, int k, Batch stride)
{
    __shared__ float as[16][17], bs[16][16];
    a += blockIdx.z * stride.a;
    b += blockIdx.z * stride.b;
    c += blockIdx.z * stride.c;
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int e = 0; e < k; e += 16) {
        as[threadIdx.y][threadIdx.x] = row < m && e + threadIdx.x < k ? a[row * k + e + threadIdx.x] : 0;
        bs[threadIdx.y][threadIdx.x] = col < n && e + threadIdx.y < k ? b[(e + threadIdx.y) * n + col] : 0;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d++) sum = fmaf(as[threadIdx.y][d], bs[d][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

// few rows, long depth: the depth is cut, cuts are added by atomics
extern "C" __global__ void sgemm_depth_cut_and_added(const float *a, const float *b, float *c, int m, int n, int k, int cut)
{
    __shared__ float as[32][33], bs[32][33];
    const int row = blockIdx.y * 32, col = blockIdx.x * 32, first = blockIdx.z * cut, last = min(first + cut, k);
    float s[4] = {};
    for (int e = first; e < last; e += 32) {
        for (int q = 0; q < 4; q++) {
            const int r = threadIdx.y + 8 * q;
            as[r][threadIdx.x] = row + r < m && e + threadIdx.x < last ? a[(size_t)(row + r) * k + e + threadIdx.x] : 0.f;
            bs[r][threadIdx.x] = e + r < last && col + threadIdx.x < n ? b[(size_t)(e + r) * n + col + threadIdx.x] : 0.f;
        }
        __syncthreads();
        for (int d = 0; d < 32; d++)
            for (int q = 0; q < 4; q++) s[q] += as[threadIdx.y + 8 * q][d] * bs[d][threadIdx.x];
        __syncthreads();
    }
    for (int q = 0; q < 4; q++) {
        const int r = row + threadIdx.y + 8 * q;
        if (r < m && col + threadIdx.x < n) atomicAdd(c + (size_t)r * n + col + threadIdx.x, s[q]);
    }
}

// A^T A: blocks below the diagonal go at once
extern "C" __global__ void matmul_gram_upper(const float *a, float *c, int rows, int cols)
{
    __shared__ float left[16][17], right[16][17];
    if (blockIdx.y > blockIdx.x) return;
    const int i = blockIdx.y * 16, j = blockIdx.x * 16;
    float s = 0.f;
    for (int r = 0; r < rows; r += 16) {
        const bool in = r + threadIdx.y < rows;
        left[threadIdx.y][threadIdx.x] = in && i + threadIdx.x < cols ? a[(size_t)(r + threadIdx.y) * cols + i + threadIdx.x] : 0.f;
        right[threadIdx.y][threadIdx.x] = in && j + threadIdx.x < cols ? a[(size_t)(r + threadIdx.y) * cols + j + threadIdx.x] : 0.f;
        __syncthreads();
        for (int d = 0; d < 16; d++) s += left[d][threadIdx.y] * right[d][threadIdx.x];
        __syncthreads();
    }
    if (i + threadIdx.y < cols && j + threadIdx.x < cols) c[(size_t)(i + threadIdx.y) * cols + j + threadIdx.x] = s;
}

// 64 x 64 a block, 4 x 4 a thread, two buffers that are filled behind the arithmetic's back
extern "C" __global__ void __launch_bounds__(256) sgemm_behind_the_back(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) float as[2][64][16], bs[2][16][64];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const float *pa = a + ((size_t)blockIdx.y * 64 + (t >> 2)) * k + (t & 3) * 4;
    const float *pb = b + (size_t)(t >> 4) * n + blockIdx.x * 64 + (t & 15) * 4;
    auto fetch = [&](int s, int e) {
        __pipeline_memcpy_async(&as[s][t >> 2][(t & 3) * 4], pa + e, 16);
        __pipeline_memcpy_async(&bs[s][t >> 4][(t & 15) * 4], pb + (size_t)e * n, 16);
        __pipeline_commit();
    };
    float acc[4][4] = {};
    fetch(0, 0);
    for (int e = 0, s = 0; e < k; e += 16, s ^= 1) {
        if (e + 16 < k) {
            fetch(s ^ 1, e + 16);
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d++) {
            const float4 w = *(const float4 *)&bs[s][d][tx * 4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const float v = as[s][ty * 4 + i][d];
                acc[i][0] += v * w.x;
                acc[i][1] += v * w.y;
                acc[i][2] += v * w.z;
                acc[i][3] += v * w.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)(c + ((size_t)blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
