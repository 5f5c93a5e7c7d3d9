// Sparse matrices.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

template <typename T>
struct Matrix {
    const int *start, *column;
    const T *value;
    int rows;
};

// some lanes of a warp for each row
template <int LANES, typename T>
__global__ void rowByLanes(Matrix<T> a, const T *__restrict__ x, T *__restrict__ y)
{
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (row >= a.rows) return;
    T sum = 0;
    for (int k = a.start[row] + tile.thread_rank(); k < a.start[row + 1]; k += LANES) sum += a.value[k] * x[a.column[k]];
    sum = cg::reduce(tile, sum, cg::plus<T>());
    if (tile.thread_rank() == 0) y[row] = sum;
}
template __global__ void rowByLanes<8, float>(Matrix<float>, const float *, float *);
template __global__ void rowByLanes<16, double>(Matrix<double>, const double *, double *);

// padded rows, columns of the table beside each other
extern "C" __global__ void spmv_padded_column_after_column(int rows, int width, const int *__restrict__ column, const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        float dot = 0.0f;
        for (int k = 0; k < width; k++) {
            float v = value[rows * k + row];
            if (v != 0) dot += v * x[column[rows * k + row]];
        }
        y[row] += dot;
    }
}

// blocks of three by three, a thread for each row of one
extern "C" __global__ void spmv_blocks_of_three(const int *__restrict__ start, const int *__restrict__ column, const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y, int block_rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * block_rows) return;
    int row = i / 3, r = i % 3;
    double sum = 0;
    for (int k = start[row]; k < start[row + 1]; ++k) {
        const double *b = value + 9 * (size_t)k + 3 * r;
        const double *v = x + 3 * column[k];
        sum += b[0] * v[0] + b[1] * v[1] + b[2] * v[2];
    }
    y[i] = sum;
}

// times a thin dense matrix: a lane for each column of the result
extern "C" __global__ void spmm_lane_for_column(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value, const float *__restrict__ dense, float *__restrict__ out, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0;
    int end = __ldg(start + row + 1);
    for (int k = __ldg(start + row); k < end; k++) sum = fmaf(__ldg(value + k), dense[(size_t)__ldg(column + k) * 32 + threadIdx.x], sum);
    out[(size_t)row * 32 + threadIdx.x] = sum;
}
