// Matrices times vectors, and many small products.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

extern "C" __global__ void matvec_a_thread_each_row(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        for (int c = 0; c < cols; c++)
            sum += A[(size_t)r * cols + c] * x[c];
        y[r] = sum;
    }
}

template <typename T>
__global__ void warpEachRow(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    const T *a = A + (size_t)row * cols;
    T sum = 0;
    for (int c = lane; c < cols; c += 32)
        sum += a[c] * x[c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        y[row] = sum;
}
template __global__ void warpEachRow<float>(const float *, const float *, float *, int, int);
template __global__ void warpEachRow<double>(const double *, const double *, double *, int, int);

// weights in bfloat16, eight to a load, a block a row, the activation in float
extern "C" __global__ void __launch_bounds__(128) matvec_weights_in_bf16(const uint4 *__restrict__ W, const float4 *__restrict__ x, float *__restrict__ y, int eights)
{
    const uint4 *w = W + (size_t)blockIdx.x * eights;
    float sum = 0.f;
    for (int k = threadIdx.x; k < eights; k += 128) {
        uint4 packed = w[k];
        const __nv_bfloat162 *p = reinterpret_cast<const __nv_bfloat162 *>(&packed);
        float4 u = x[2 * k], v = x[2 * k + 1];
        float2 a = __bfloat1622float2(p[0]), b = __bfloat1622float2(p[1]);
        float2 c = __bfloat1622float2(p[2]), d = __bfloat1622float2(p[3]);
        sum += a.x * u.x + a.y * u.y + b.x * u.z + b.y * u.w;
        sum += c.x * v.x + c.y * v.y + d.x * v.z + d.y * v.w;
    }
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    sum = cg::reduce(warp, sum, cg::plus<float>());
    __shared__ float part[4];
    if (warp.thread_rank() == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

// y = A^T x, a strip of rows each block, strips added up atomically
extern "C" __global__ void matvec_turned_adding_strips(const double *A, const double *x, double *y, int rows, int cols, int strip)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int end = min((int)(blockIdx.y + 1) * strip, rows);
    double sum = 0;
    for (int r = blockIdx.y * strip; r < end; r++)
        sum += A[(size_t)r * cols + c] * x[r];
    atomicAdd(y + c, sum);
}

// the same vector for all rows in shared memory, four rows a warp
extern "C" __global__ void matvec_vector_kept_in_shared(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
    extern __shared__ float4 kept[];
    for (int k = threadIdx.x; k < quads; k += blockDim.x)
        kept[k] = x[k];
    __syncthreads();
    int warps = blockDim.x / 32, lane = threadIdx.x % 32;
    int first = (blockIdx.x * warps + threadIdx.x / 32) * 4;
    float sum[4] = {};
    for (int k = lane; k < quads; k += 32) {
        float4 v = kept[k];
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (first + r < rows) {
                float4 a = A[(size_t)(first + r) * quads + k];
                sum[r] += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
            }
    }
#pragma unroll
    for (int r = 0; r < 4; r++) {
#pragma unroll
        for (int d = 16; d; d >>= 1)
            sum[r] += __shfl_xor_sync(~0u, sum[r], d);
        if (lane == r && first + r < rows)
            y[first + r] = sum[r];
    }
}

template <typename T, int N>
__global__ void manySmallProducts(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int count)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count)
        return;
    A += (size_t)m * N * N;
    B += (size_t)m * N * N;
    C += (size_t)m * N * N;
    T b[N][N];
#pragma unroll
    for (int i = 0; i < N * N; i++)
        b[i / N][i % N] = B[i];
#pragma unroll
    for (int i = 0; i < N; i++) {
        T a[N];
#pragma unroll
        for (int k = 0; k < N; k++)
            a[k] = A[i * N + k];
#pragma unroll
        for (int j = 0; j < N; j++) {
            T sum = 0;
#pragma unroll
            for (int k = 0; k < N; k++)
                sum += a[k] * b[k][j];
            C[i * N + j] = sum;
        }
    }
}
template __global__ void manySmallProducts<float, 4>(const float *, const float *, float *, int);
template __global__ void manySmallProducts<double, 3>(const double *, const double *, double *, int);

// a block a pair of 24 by 24 matrices, a thread three results
extern "C" __global__ void gemm_many_of_twentyfour(const double *A, const double *B, double *C, double alpha)
{
    __shared__ double a[24][24], b[24][24];
    size_t at = (size_t)blockIdx.x * 576;
    int t = threadIdx.x; // 192
    for (int e = t; e < 576; e += 192) {
        a[e / 24][e % 24] = A[at + e];
        b[e / 24][e % 24] = B[at + e];
    }
    __syncthreads();
    int col = t % 24, row = t / 24;
    for (int r = row; r < 24; r += 8) {
        double sum = 0;
        for (int k = 0; k < 24; k++)
            sum += a[r][k] * b[k][col];
        C[at + r * 24 + col] = alpha * sum;
    }
}
