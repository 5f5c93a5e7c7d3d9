// Sparse products.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstddef>
namespace cg = cooperative_groups;

extern "C" __global__ void spmv_rows_in_turn_double(int rows, const int *start, const int *col, const double *val,
                                                    const double *x, double *y, double alpha, double beta)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        double s = 0.0;
        for (int k = start[r]; k < start[r + 1]; ++k)
            s += val[k] * x[col[k]];
        y[r] = alpha * s + beta * y[r];
    }
}

// LANES threads share a row.
template <int LANES>
__global__ void rowsOfTiles(int rows, const long long *__restrict__ start, const int *__restrict__ col,
                            const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y)
{
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (r >= rows)
        return;
    long long end = start[r + 1];
    float s = 0;
    for (long long k = start[r] + tile.thread_rank(); k < end; k += LANES)
        s = fmaf(val[k], __ldg(x + col[k]), s);
    s = cg::reduce(tile, s, cg::plus<float>());
    if (tile.thread_rank() == 0)
        y[r] = s;
}
template __global__ void rowsOfTiles<4>(int, const long long *, const int *, const float *, const float *, float *);
template __global__ void rowsOfTiles<32>(int, const long long *, const int *, const float *, const float *, float *);

// Column by column, with the length of each row.
extern "C" __global__ void spmv_padded_with_lengths(const int *__restrict__ length, const int *__restrict__ col,
                                                    const float *__restrict__ val, const float *__restrict__ x,
                                                    float *__restrict__ y, unsigned rows)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int many = length[r];
    float s = 0;
    unsigned at = r;
    for (int k = 0; k < many; k++, at += rows)
        s += val[at] * x[col[at]];
    y[r] = s;
}

extern "C" __global__ void spmv_triples_added_by_atomics(const int *row, const int *col, const float *val, const float *x,
                                                         float *y, int entries)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < entries; k += gridDim.x * blockDim.x)
        atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}

// Dense blocks of 4 x 4; sixteen threads work on a row of blocks.
extern "C" __global__ void spmv_blocks_four_by_four(const int *__restrict__ start, const int *__restrict__ col,
                                                    const double *__restrict__ val, const double *__restrict__ x,
                                                    double *__restrict__ y, int block_rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int br = t / 16, i = t % 16 / 4, j = t % 4;
    bool in = br < block_rows;
    double s = 0;
    if (in)
        for (int k = start[br]; k < start[br + 1]; k++)
            s += val[k * 16 + i * 4 + j] * x[col[k] * 4 + j];
    s += __shfl_xor_sync(0xffffffffu, s, 1);
    s += __shfl_xor_sync(0xffffffffu, s, 2);
    if (in && j == 0)
        y[br * 4 + i] = s;
}

// Times a dense matrix: threadIdx.x goes along its columns, threadIdx.y over rows.
extern "C" __global__ void spmm_rows_times_features(const int *__restrict__ start, const int *__restrict__ col,
                                                    const float *__restrict__ val, const float *__restrict__ b,
                                                    float *__restrict__ c, int rows, int features)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    int from = start[r], to = start[r + 1];
    for (int f = threadIdx.x; f < features; f += blockDim.x) {
        float s = 0.0f;
        for (int k = from; k < to; k++)
            s += val[k] * b[(size_t)col[k] * features + f];
        c[(size_t)r * features + f] = s;
    }
}

__constant__ int diagonal_places[9];

extern "C" __global__ void spmv_nine_diagonals(const float *val, const float *x, float *y, int n, int diagonals)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    float s = 0;
    for (int d = 0; d < diagonals; d++) {
        int c = r + diagonal_places[d];
        if (c >= 0 && c < n)
            s += val[(size_t)d * n + r] * x[c];
    }
    y[r] = s;
}
