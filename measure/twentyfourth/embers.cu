// Matrix products and products with vectors, from plain to tiled.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void matmul_as_in_class(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// the side of the tile is that of the block
extern "C" __global__ void matmul_tile_told_at_launch(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    extern __shared__ float both[];
    const int side = blockDim.x, tx = threadIdx.x, ty = threadIdx.y;
    float *as = both, *bs = both + side * side;
    const int row = blockIdx.y * side + ty, col = blockIdx.x * side + tx;
    float sum = 0.0f;
    for (int t = 0; t < (K + side - 1) / side; t++) {
        int ka = t * side + tx, kb = t * side + ty;
        as[ty * side + tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        bs[ty * side + tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < side; k++)
            sum += as[ty * side + k] * bs[k * side + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

// a 16x16 block makes PER tiles of C that lie one below another
template <typename T, int PER> __global__ void productOfTilesBelow(const T *A, const T *B, T *C, unsigned M, unsigned N, unsigned K)
{
    __shared__ T as[16 * PER][16];
    __shared__ T bs[16][16];
    const unsigned tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 16 + tx, row0 = blockIdx.y * 16 * PER + ty;
    T sum[PER] = {};
    for (unsigned k0 = 0; k0 < K; k0 += 16) {
        for (int p = 0; p < PER; p++) {
            unsigned row = row0 + 16 * p;
            as[ty + 16 * p][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : T(0);
        }
        bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            T b = bs[k][tx];
            for (int p = 0; p < PER; p++)
                sum[p] += as[ty + 16 * p][k] * b;
        }
        __syncthreads();
    }
    for (int p = 0; p < PER; p++)
        if (row0 + 16 * p < M && col < N)
            C[(row0 + 16 * p) * N + col] = sum[p];
}
template __global__ void productOfTilesBelow<float, 4>(const float *, const float *, float *, unsigned, unsigned, unsigned);
template __global__ void productOfTilesBelow<double, 2>(const double *, const double *, double *, unsigned, unsigned, unsigned);

// C = A^T B: A is K rows of M
extern "C" __global__ void matmul_turned_a_plain(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, size_t M, size_t N, size_t K)
{
    size_t j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;
    float sum = 0.0f;
#pragma unroll 4
    for (size_t k = 0; k < K; k++)
        sum = fmaf(A[k * M + i], B[k * N + j], sum);
    C[i * N + j] = sum;
}

extern "C" __global__ void matvec_row_of_warp_tile(const float *A, const float *x, float *y, int rows, int cols)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int c = warp.thread_rank(); c < cols; c += warp.size())
        sum += A[(size_t)row * cols + c] * x[c];
    for (int d = warp.size() / 2; d > 0; d /= 2)
        sum += warp.shfl_down(sum, d);
    if (warp.thread_rank() == 0)
        y[row] = sum;
}

// A by columns: a thread a row
extern "C" __global__ void matvec_double_by_columns(const double *A, const double *x, double *y, int rows, int cols, double alpha)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        double sum = 0.0;
        for (int c = 0; c < cols; c++)
            sum += A[(size_t)c * rows + row] * x[c];
        y[row] = alpha * sum;
    }
}
