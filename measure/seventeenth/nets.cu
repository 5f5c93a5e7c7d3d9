// Sparse products.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void spmv_csr_doubles_by_row(const int *ptr, const int *col, const double *val, const double *x, double *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        double dot = 0;
        int begin = ptr[r], end = ptr[r + 1];
        for (int k = begin; k < end; k++) dot += val[k] * x[col[k]];
        y[r] += dot;
    }
}

// rows begin at every so many places, each has its own count; a warp a row
extern "C" __global__ void spmv_warp_rows_of_any_count(const int *__restrict__ first, const int *__restrict__ count, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    const int lane = threadIdx.x & 31;
    for (int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; r < rows; r += gridDim.x * blockDim.x >> 5) {
        int b = first[r], e = b + count[r];
        float s = 0;
        for (int k = b + lane; k < e; k += 32) s += val[k] * __ldg(&x[col[k]]);
        for (int d = 16; d; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d);
        if (!lane) y[r] = s;
    }
}

extern "C" __global__ void spmv_ell_by_columns(int rows, int width, const int *cols, const float *vals, const float *x, float *y)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0.f;
    for (int k = 0; k < width; k++) {
        int c = cols[k * rows + r];
        if (c >= 0) s += vals[k * rows + r] * x[c];
    }
    y[r] = s;
}

extern "C" __global__ void spmv_coo_added_atomically(const int *row, const int *col, const float *val, const float *x, float *y, int entries)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < entries) atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}

// blocks of 4 x 4, four lanes a block row
extern "C" __global__ void spmv_blocks_of_sixteen(const int *__restrict__ ptr, const int *__restrict__ col, const float4 *__restrict__ val, const float4 *__restrict__ x, float *__restrict__ y, int blockRows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, r = t >> 2, q = t & 3;
    if (r >= blockRows) return;
    float s = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) {
        float4 a = val[4 * k + q], b = x[col[k]];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    y[t] = s;
}

__constant__ int diagonals[16];
extern "C" __global__ void spmv_diagonals_in_constant(const double *vals, const double *x, double *y, int n, int count)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    double s = 0;
    for (int d = 0; d < count; d++) {
        int c = r + diagonals[d] - 1000;
        if (c >= 0 && c < n) s += vals[(size_t)d * n + r] * x[c];
    }
    y[r] = s;
}

// eight columns at once: a quarter of a warp a row, a lane a column
extern "C" __global__ void spmm_eight_columns(const int *__restrict__ ptr, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ X, float *__restrict__ Y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, r = t / 8, j = t % 8;
    if (r >= rows) return;
    float s = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k) s = fmaf(val[k], X[(size_t)col[k] * 8 + j], s);
    Y[t] = s;
}

extern "C" __global__ void sparse_rows_to_columns(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (r >= rows) return;
    float xr = x[r];
    for (int k = ptr[r] + lane; k < ptr[r + 1]; k += 8) atomicAdd(&y[col[k]], val[k] * xr);
}
