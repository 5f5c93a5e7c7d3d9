// Sparse matrices.
#include <cstdint>

// a thread for each row
template <class T>
__global__ void rowByThread(int rows, const int *__restrict__ start, const int *__restrict__ col, const T *__restrict__ val, const T *__restrict__ x, T *__restrict__ y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    T s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}
template __global__ void rowByThread<float>(int, const int *, const int *, const float *, const float *, float *);
template __global__ void rowByThread<double>(int, const int *, const int *, const double *, const double *, double *);

// a warp for each row, rows of any length
struct Rows {
    const int *start, *length, *col;
    const float *val;
    int rows;
};
extern "C" __global__ void spmv_warp_for_uneven_row(Rows a, const float *__restrict__ x, float *__restrict__ y, float alpha, float beta)
{
    const int lane = threadIdx.x % 32;
    for (int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32; r < a.rows; r += gridDim.x * blockDim.x / 32) {
        int from = a.start[r], to = from + a.length[r];
        float s = 0;
        for (int k = from + lane; k < to; k += 32) s += a.val[k] * __ldg(&x[a.col[k]]);
        for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
        if (lane == 0) y[r] = alpha * s + beta * y[r];
    }
}

// each entry by itself
extern "C" __global__ void spmv_triples_with_atomics(const int *row, const int *col, const float *val, const float *x, float *y, unsigned entries)
{
    for (unsigned k = blockIdx.x * blockDim.x + threadIdx.x; k < entries; k += gridDim.x * blockDim.x)
        atomicAdd(y + row[k], val[k] * x[col[k]]);
}

// seven diagonals
__constant__ int diagonal[8];
extern "C" __global__ void spmv_along_diagonals(const double *__restrict__ bands, const double *__restrict__ x, double *__restrict__ y, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int d = 0; d < count; d++) {
        int j = i + diagonal[d];
        if (j >= 0 && j < n) s += bands[(size_t)d * n + i] * x[j];
    }
    y[i] = s;
}

// products of rows of two dense matrices where a third has entries
extern "C" __global__ void sparse_sampled_dense_products(const int *__restrict__ row, const int *__restrict__ col, const float4 *__restrict__ a, const float4 *__restrict__ b,
    float *__restrict__ out, int entries, int quads)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (e >= entries) return;
    const float4 *p = a + (size_t)row[e] * quads, *q = b + (size_t)col[e] * quads;
    float s = 0;
    for (int k = lane; k < quads; k += 8) {
        float4 u = p[k], v = q[k];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    unsigned eight = 0xffu << (threadIdx.x & 24);
    s += __shfl_xor_sync(eight, s, 4);
    s += __shfl_xor_sync(eight, s, 2);
    s += __shfl_xor_sync(eight, s, 1);
    if (lane == 0) out[e] = s;
}

// one of Jacobi's steps, rows of equal room, the row itself left out
extern "C" __global__ void sparse_jacobi_step(const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ diag, const float *__restrict__ b,
    const float *__restrict__ x, float *__restrict__ next, size_t rows, int room)
{
    size_t r = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = b[r];
    for (int k = 0; k < room; k++) {
        int c = col[k * rows + r];
        if ((size_t)c != r) s -= val[k * rows + r] * x[c];
    }
    next[r] = s / (2.0f + diag[r]);
}
