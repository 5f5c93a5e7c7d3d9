// Products with sparse matrices.
#include <cstdint>

template <typename Real, typename Index>
struct Csr {
    const Index *begin;
    const int *column;
    const Real *value;
    Index rows;
};

// a thread for each row of a matrix that comes as a structure
template <typename Real, typename Index>
__global__ void rowByRow(Csr<Real, Index> a, const Real *__restrict__ x, Real *__restrict__ y)
{
    Index r = (Index)blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= a.rows) return;
    Real sum = 0;
    for (Index k = a.begin[r], end = a.begin[r + 1]; k < end; ++k)
        sum += a.value[k] * x[a.column[k]];
    y[r] = sum;
}
template __global__ void rowByRow<float, int>(Csr<float, int>, const float *, float *);
template __global__ void rowByRow<double, int64_t>(Csr<double, int64_t>, const double *, double *);

// 32 rows side by side, each slice as wide as its longest
extern "C" __global__ void spmv_slices_own_width(int rows, const int *__restrict__ slice_begin, const int *__restrict__ slice_width, const int *__restrict__ column, const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int slice = row >> 5, lane = row & 31;
    int at = slice_begin[slice] + lane;
    float sum = 0.f;
    for (int w = slice_width[slice]; w > 0; w--, at += 32)
        sum = fmaf(__ldg(value + at), __ldg(x + __ldg(column + at)), sum);
    y[row] = sum;
}

// an entry for each thread, places of rows as they come
extern "C" __global__ void spmv_entries_added_in_place(const int *row, const int *col, const float *val, const float *x, float *y, int entries)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < entries; e += gridDim.x * blockDim.x)
        atomicAdd(&y[row[e]], val[e] * x[col[e]]);
}

// a sparse matrix times 64 dense columns: a warp for each row, two columns for each lane, entries passed around
extern "C" __global__ void spmm_entries_passed_by_shuffle(int rows, const int *begin, const int *col, const float *val, const float2 *dense, float2 *out)
{
    const int lane = threadIdx.x % 32;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    const int first = begin[row], last = begin[row + 1];
    float2 sum = {0.f, 0.f};
    for (int base = first; base < last; base += 32) {
        int c = 0;
        float v = 0.f;
        if (base + lane < last) {
            c = col[base + lane];
            v = val[base + lane];
        }
        const int here = min(32, last - base);
        for (int k = 0; k < here; k++) {
            const float vk = __shfl_sync(0xffffffffu, v, k);
            const float2 d = dense[__shfl_sync(0xffffffffu, c, k) * 32 + lane];
            sum.x += vk * d.x;
            sum.y += vk * d.y;
        }
    }
    out[row * 32 + lane] = sum;
}

// the transposed product: a thread for each row scatters it over columns
extern "C" __global__ void spmv_turned_by_scatter(int rows, int each, const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double xr = x[r];
    for (int k = 0; k < each; k++) {
        size_t at = (size_t)k * rows + r;
        atomicAdd(y + col[at], val[at] * xr);
    }
}

// one sweep of Jacobi with diagonals: offsets of seven diagonals in constant memory
__constant__ int offsets[7];
extern "C" __global__ void spmv_seven_diagonals_jacobi(const double *__restrict__ diag, const double *__restrict__ b, const double *__restrict__ x, double *__restrict__ next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = b[i];
#pragma unroll
    for (int d = 0; d < 7; d++) {
        int j = i + offsets[d];
        if (d != 0 && j >= 0 && j < n) sum -= diag[(size_t)d * n + i] * x[j];
    }
    next[i] = sum / (4.0 + diag[i]);
}
