// Products of matrices and vectors on ordinary cores.
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <stddef.h>

extern "C" __global__ void matmul_double_size_t(const double *a, const double *b, double *c, size_t m, size_t n, size_t k)
{
    size_t j = blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m && j < n) {
        double acc = 0;
        for (size_t p = 0; p < k; p++) acc += a[i * k + p] * b[p * n + j];
        c[i * n + j] = acc;
    }
}

// BM by BN a block, TM by TN a thread, edges guarded
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN)) gemmInRegisters(int m, int n, int k, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    constexpr int THREADS = (BM / TM) * (BN / TN);
    __shared__ float as[BK][BM + 4], bs[BK][BN];
    const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int p0 = 0; p0 < k; p0 += BK) {
#pragma unroll
        for (int i = threadIdx.x; i < BM * BK; i += THREADS) {
            int r = i / BK, p = i % BK;
            as[p][r] = row0 + r < m && p0 + p < k ? a[(size_t)(row0 + r) * k + p0 + p] : 0.f;
        }
#pragma unroll
        for (int i = threadIdx.x; i < BK * BN; i += THREADS) {
            int p = i / BN, q = i % BN;
            bs[p][q] = p0 + p < k && col0 + q < n ? b[(size_t)(p0 + p) * n + col0 + q] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < BK; p++) {
            float ra[TM], rb[TN];
#pragma unroll
            for (int i = 0; i < TM; i++) ra[i] = as[p][ty * TM + i];
#pragma unroll
            for (int j = 0; j < TN; j++) rb[j] = bs[p][tx * TN + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int r = row0 + ty * TM + i, q = col0 + tx * TN + j;
            if (r < m && q < n) c[(size_t)r * n + q] = acc[i][j];
        }
}
template __global__ void gemmInRegisters<64, 64, 16, 4, 4>(int, int, int, const float *, const float *, float *);
template __global__ void gemmInRegisters<128, 128, 8, 8, 8>(int, int, int, const float *, const float *, float *);
template __global__ void gemmInRegisters<32, 96, 16, 4, 4>(int, int, int, const float *, const float *, float *);

// 64 by 64 by 16, the next tile copied in the background; sides multiples of the tile
extern "C" __global__ void __launch_bounds__(256) gemm_float_async_two_tiles(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) float as[2][64][20];
    __shared__ __align__(16) float bs[2][16][64];
    const int t = threadIdx.x;
    const float *ag = a + (size_t)(blockIdx.y * 64 + t / 4) * k + t % 4 * 4;
    const float *bg = b + (size_t)(t / 16) * n + blockIdx.x * 64 + t % 16 * 4;
    auto fetch = [&](int s, int p0) {
        __pipeline_memcpy_async(&as[s][t / 4][t % 4 * 4], ag + p0, 16);
        __pipeline_memcpy_async(&bs[s][t / 16][t % 16 * 4], bg + (size_t)p0 * n, 16);
        __pipeline_commit();
    };
    const int tx = t % 16, ty = t / 16;
    float acc[4][4] = {};
    fetch(0, 0);
    int s = 0;
    for (int p0 = 0; p0 < k; p0 += 16, s ^= 1) {
        if (p0 + 16 < k) {
            fetch(s ^ 1, p0 + 16);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) {
            float4 v = *reinterpret_cast<float4 *>(&bs[s][p][tx * 4]);
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float u = as[s][ty * 4 + i][p];
                acc[i][0] = fmaf(u, v.x, acc[i][0]);
                acc[i][1] = fmaf(u, v.y, acc[i][1]);
                acc[i][2] = fmaf(u, v.z, acc[i][2]);
                acc[i][3] = fmaf(u, v.w, acc[i][3]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *reinterpret_cast<float4 *>(c + (size_t)(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// a block a product of two squares of at most 32
extern "C" __global__ void gemm_batch_up_to_32(const float *A, const float *B, float *C, int side)
{
    __shared__ float sa[32 * 32], sb[32 * 32];
    const size_t base = (size_t)blockIdx.x * side * side;
    for (int i = threadIdx.x; i < side * side; i += blockDim.x) {
        sa[i] = A[base + i];
        sb[i] = B[base + i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < side * side; i += blockDim.x) {
        int r = i / side, q = i - r * side;
        float sum = 0;
        for (int p = 0; p < side; p++) sum += sa[r * side + p] * sb[p * side + q];
        C[base + i] = sum;
    }
}

// many rows against four columns, a warp a row
extern "C" __global__ void gemm_four_thin_columns(const float *__restrict__ a, const float4 *__restrict__ b, float4 *__restrict__ c, int m, int k)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= m) return;
    float x = 0, y = 0, z = 0, w = 0;
    for (int p = threadIdx.x & 31; p < k; p += 32) {
        float u = a[(size_t)row * k + p];
        float4 v = b[p];
        x += u * v.x, y += u * v.y, z += u * v.z, w += u * v.w;
    }
#pragma unroll
    for (int s = 16; s; s /= 2) {
        x += __shfl_xor_sync(0xffffffff, x, s);
        y += __shfl_xor_sync(0xffffffff, y, s);
        z += __shfl_xor_sync(0xffffffff, z, s);
        w += __shfl_xor_sync(0xffffffff, w, s);
    }
    if ((threadIdx.x & 31) == 0) c[row] = make_float4(x, y, z, w);
}

// eight bfloat16 a load, a warp a row
extern "C" __global__ void __launch_bounds__(128) matvec_bf16_eights(const uint4 *__restrict__ w, const float *__restrict__ x, const float *__restrict__ bias, float *__restrict__ y, int rows, int eights)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float acc = 0.f;
    for (int i = lane; i < eights; i += 32) {
        uint4 pack = w[(size_t)row * eights + i];
        const __nv_bfloat162 *h = reinterpret_cast<const __nv_bfloat162 *>(&pack);
        const float4 *xs = reinterpret_cast<const float4 *>(x + i * 8);
        float4 u = xs[0], v = xs[1];
        float2 f0 = __bfloat1622float2(h[0]), f1 = __bfloat1622float2(h[1]), f2 = __bfloat1622float2(h[2]), f3 = __bfloat1622float2(h[3]);
        acc += f0.x * u.x + f0.y * u.y + f1.x * u.z + f1.y * u.w;
        acc += f2.x * v.x + f2.y * v.y + f3.x * v.z + f3.y * v.w;
    }
    for (int s = 16; s > 0; s >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, s);
    if (lane == 0) y[row] = acc + bias[row];
}

// a band of `reach` places to either side of the diagonal
extern "C" __global__ void matvec_band_stored_by_rows(const double *band, const double *x, double *y, int n, int reach)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    const int width = 2 * reach + 1;
    double sum = 0;
    for (int d = 0; d < width; d++) {
        int col = row + d - reach;
        if (col >= 0 && col < n) sum += band[(long long)row * width + d] * x[col];
    }
    y[row] = sum;
}

template <int BLOCK>
__global__ void gemvOfBlock(const float4 *__restrict__ a, const float4 *__restrict__ x, float *__restrict__ y, int quads)
{
    __shared__ float part[BLOCK / 32];
    const float4 *row = a + (size_t)blockIdx.x * quads;
    float sum = 0.f;
    for (int i = threadIdx.x; i < quads; i += BLOCK) {
        float4 u = row[i], v = x[i];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(0xffffffff, sum, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < BLOCK / 32; i++) sum += part[i];
        y[blockIdx.x] = sum;
    }
}
template __global__ void gemvOfBlock<96>(const float4 *, const float4 *, float *, int);
