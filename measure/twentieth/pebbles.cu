// Products with sparse matrices.
#include <cuda_fp16.h>
#include <stdint.h>

// CSR, a thread a row
extern "C" __global__ void spmv_thread_of_row(int rows, const int *start, const int *col, const double *val, const double *x, double *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double sum = 0.0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += val[k] * x[col[k]];
    y[r] = sum;
}

// CSR, a warp a row
extern "C" __global__ void spmv_warp_of_row(int rows, const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *y)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= rows) return;
    float sum = 0;
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) sum += val[k] * __ldg(x + col[k]);
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0) y[r] = sum;
}

// ELL, column after column; an empty place has column -1 ... here its value is zero
extern "C" __global__ void spmv_ell_column_major(const float *val, const int *col, const float *x, float *y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float dot = 0;
        for (int k = 0; k < width; k++) {
            float v = val[k * rows + r];
            if (v != 0) dot += v * x[col[k * rows + r]];
        }
        y[r] = dot;
    }
}

// COO, added in memory
extern "C" __global__ void spmv_coo_added(const int *row, const int *col, const double *val, const double *x, double *y, int entries)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < entries; i += gridDim.x * blockDim.x) atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// slices of 32 rows, each as wide as its widest
struct Sliced { const int *start; const int *col; const float *val; int rows; };
extern "C" __global__ void spmv_slices_by_32(Sliced a, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, slice = r >> 5;
    if (r >= a.rows) return;
    int from = a.start[slice] * 32 + (r & 31), to = a.start[slice + 1] * 32;
    float s = 0;
    for (int k = from; k < to; k += 32) s = fmaf(a.val[k], x[a.col[k]], s);
    y[r] = s;
}

// CSR times a dense matrix of 64 columns; two of them a lane
extern "C" __global__ void spmm_warp_two_columns(const int *start, const int *col, const float *val, const float2 *b, float2 *c, int rows)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    float2 s = make_float2(0, 0);
    for (int k = start[r], end = start[r + 1]; k < end; ++k) {
        float v = val[k];
        float2 w = b[col[k] * 32 + lane];
        s.x += v * w.x;
        s.y += v * w.y;
    }
    c[r * 32 + lane] = s;
}

// blocks of B by B, a thread for each row within
template <class T, int B>
__global__ void blocksTimes(const int *start, const int *col, const T *val, const T *x, T *y, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / B, q = i % B;
    if (r >= rows) return;
    T s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) {
        const T *v = val + (size_t)k * B * B + q * B, *u = x + (size_t)col[k] * B;
        #pragma unroll
        for (int j = 0; j < B; j++) s += v[j] * u[j];
    }
    y[i] = s;
}
template __global__ void blocksTimes<double, 4>(const int *, const int *, const double *, const double *, double *, int);
template __global__ void blocksTimes<float, 3>(const int *, const int *, const float *, const float *, float *, int);

// some lanes a row, columns as 64 bits
template <int LANES>
__global__ void lanesOfRow(const int64_t *start, const int64_t *col, const double *val, const double *x, double *y, int64_t rows)
{
    const int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, r = t / LANES;
    const int q = t % LANES;
    double s = 0;
    if (r < rows)
        for (int64_t k = start[r] + q; k < start[r + 1]; k += LANES) s += val[k] * x[col[k]];
    #pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (r < rows && q == 0) y[r] = s;
}
template __global__ void lanesOfRow<4>(const int64_t *, const int64_t *, const double *, const double *, double *, int64_t);

// the transposed product: CSR rows are scattered
extern "C" __global__ void spmv_transposed_scattered(const int *start, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v = x[r];
    if (v <= 0) return;
    for (int k = start[r]; k < start[r + 1]; k++) atomicAdd(y + col[k], v * val[k]);
}

// a handful of diagonals
extern "C" __global__ void spmv_some_diagonals(const double *diag, const int *offset, const double *x, double *y, int n, int count)
{
    __shared__ int o[32];
    if (threadIdx.x < count) o[threadIdx.x] = offset[threadIdx.x];
    __syncthreads();
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    double s = 0;
    for (int d = 0; d < count; d++) {
        int c = r + o[d] - n / 2;
        if (c >= 0 && c < n) s += diag[(size_t)d * n + r] * x[c];
    }
    y[r] = s;
}
