// Sparse products.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Csr {
    int rows;
    const int *start;
    const int *column;
    const float *value;
};

extern "C" __global__ void spmvCsrStruct(Csr m, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m.rows) {
        float sum = 0.f;
        for (int k = m.start[row]; k < m.start[row + 1]; k++) sum += m.value[k] * x[m.column[k]];
        y[row] = sum;
    }
}

// rows have room for `room` entries and hold as many as `length` says
extern "C" __global__ void spmvPaddedRows(const int *length, const int *column, const double *value, const double *x,
                                          double *y, int rows, int room)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double s = 0;
    int n = length[row];
    for (int k = 0; k < n; k++) s += value[row * room + k] * x[column[row * room + k]];
    y[row] = s;
}

template <int W>
__global__ void spmvGroups(int rows, const int *__restrict__ start, const int *__restrict__ column,
                           const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y)
{
    auto tile = cg::tiled_partition<W>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / W;
    if (row >= rows) return;
    float s = 0;
    for (int k = start[row] + tile.thread_rank(); k < start[row + 1]; k += W) s += value[k] * x[column[k]];
    for (int o = W / 2; o > 0; o /= 2) s += tile.shfl_down(s, o);
    if (tile.thread_rank() == 0) y[row] = s;
}
template __global__ void spmvGroups<8>(int, const int *, const int *, const float *, const float *, float *);

extern "C" __global__ void spmvEllpack(const int *column, const float *value, const float *x, float *y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + r];
        if (c >= 0) s += value[k * rows + r] * x[c];
    }
    y[r] = s;
}

extern "C" __global__ void spmvTriplets(const int *row, const int *col, const float *val, const float *x, float *y, int nnz)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < nnz; k += gridDim.x * blockDim.x)
        atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}

// blocks of 2 x 2, a thread for a block row
extern "C" __global__ void spmvBlocks2(const int *start, const int *column, const float4 *block, const float2 *x, float2 *y,
                                       int brows)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= brows) return;
    float2 s = make_float2(0.f, 0.f);
    for (int k = start[b]; k < start[b + 1]; k++) {
        float4 m = block[k];
        float2 v = x[column[k]];
        s.x += m.x * v.x + m.y * v.y;
        s.y += m.z * v.x + m.w * v.y;
    }
    y[b] = s;
}

// sparse times dense: a warp for a row, lanes over the columns of B
extern "C" __global__ void spmmWarpRow(const int *__restrict__ start, const int *__restrict__ column,
                                       const float *__restrict__ value, const float *__restrict__ B, float *__restrict__ C,
                                       int rows, int n)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    int c = blockIdx.y * 32 + threadIdx.x;
    if (row >= rows) return;
    float s = 0;
    int end = start[row + 1];
    for (int k = start[row]; k < end; k++)
        if (c < n) s += value[k] * B[(size_t)column[k] * n + c];
    if (c < n) C[(size_t)row * n + c] = s;
}

// two ascending lists each: how many numbers they share
extern "C" __global__ void sparse_common_count(const int *a, const int *b, int *common, int pairs, int la, int lb)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    const int *x = a + p * la, *y = b + p * lb;
    int i = 0, j = 0, n = 0;
    while (i < la && j < lb) {
        if (x[i] == y[j]) n++, i++, j++;
        else if (x[i] < y[j]) i++;
        else j++;
    }
    common[p] = n;
}
