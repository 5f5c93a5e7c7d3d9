// Sparse matrices.
#include <cuda_fp16.h>
#include <stdint.h>

struct Csr { const int *start, *column; const float *value; int rows; };

// a group of lanes for a row, length of it as template
template <int LANES>
__global__ void rowsByGroups(Csr m, const float *__restrict__ x, float *__restrict__ y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float s = 0;
    if (row < m.rows)
        for (int e = m.start[row] + lane; e < m.start[row + 1]; e += LANES) s += m.value[e] * x[m.column[e]];
#pragma unroll
    for (int d = LANES / 2; d; d >>= 1) s += __shfl_down_sync(~0u, s, d, LANES);
    if (row < m.rows && lane == 0) y[row] = s;
}
template __global__ void rowsByGroups<2>(Csr, const float *, float *);
template __global__ void rowsByGroups<16>(Csr, const float *, float *);

// rows dealt out one after the other by a counter
extern "C" __global__ void spmv_rows_by_ticket(const int *length, const int *column, const double *value, const double *x, double *y, int *ticket, int rows, int most)
{
    const int lane = threadIdx.x & 31;
    for (;;) {
        int row = 0;
        if (lane == 0) row = atomicAdd(ticket, 1);
        row = __shfl_sync(~0u, row, 0);
        if (row >= rows) break;
        double s = 0;
        for (int e = lane; e < length[row]; e += 32) s += value[(size_t)row * most + e] * x[column[(size_t)row * most + e]];
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (lane == 0) y[row] = s;
    }
}

// symmetric, lower half stored: adds to both ends
extern "C" __global__ void spmv_symmetric_half_stored(const int *row, const int *col, const float *value, const float *x, float *y, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int r = row[e], c = col[e];
    float v = value[e];
    atomicAdd(&y[r], v * x[c]);
    if (r != c) atomicAdd(&y[c], v * x[r]);
}

// slices of 64 rows, columns as 16-bit distances from the row
extern "C" __global__ void spmv_short_distances(const int16_t *away, const __half *value, const float *x, float *y, int rows, int width)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    if (row >= rows) return;
    const size_t base = (size_t)blockIdx.x * 64 * width + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int k = 0; k < width; k++) {
        int c = row + away[base + k * 64] - 3000;
        if (c >= 0 && c < rows) s += __half2float(value[base + k * 64]) * x[c];
    }
    y[row] = s;
}

// one step of conjugate gradients after the product: three vectors in one pass
struct Cg { double *x, *r; const double *p, *q; double *norm; };
extern "C" __global__ void sparse_cg_update_three(Cg v, double alpha, int n)
{
    __shared__ double part[8];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        v.x[i] += alpha * v.p[i];
        double r = v.r[i] - alpha * v.q[i];
        v.r[i] = r;
        s += r * r;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < blockDim.x / 32; k++) s += part[k];
        atomicAdd(v.norm, s);
    }
}

// a row of the product of sparse and dense by a block of as many threads as columns
extern "C" __global__ void spmm_block_of_96_columns(Csr m, const float *B, float *C)
{
    __shared__ int col[32];
    __shared__ float val[32];
    int row = blockIdx.x, c = threadIdx.x, end = m.start[row + 1];
    float s = 0;
    for (int e0 = m.start[row]; e0 < end; e0 += 32) {
        int n = min(32, end - e0);
        __syncthreads();
        if (c < n) col[c] = m.column[e0 + c], val[c] = m.value[e0 + c];
        __syncthreads();
        for (int k = 0; k < n; k++) s += val[k] * B[col[k] * 96 + c];
    }
    C[row * 96 + c] = s;
}

// dense rows to sparse: places of what is not nought, by a warp a row
extern "C" __global__ void sparse_from_dense_rows(const float *in, int *column, float *value, int *count, int rows, int cols, float least)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    int kept = 0;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + lane;
        float v = c < cols ? in[(size_t)row * cols + c] : 0;
        bool keep = fabsf(v) > least;
        unsigned votes = __ballot_sync(~0u, keep);
        if (keep) {
            int at = kept + __popc(votes & ((1u << lane) - 1));
            column[(size_t)row * cols + at] = c;
            value[(size_t)row * cols + at] = v;
        }
        kept += __popc(votes);
    }
    if (lane == 0) count[row] = kept;
}
